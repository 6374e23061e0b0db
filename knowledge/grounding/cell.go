package grounding

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// text makes a value one that can be shown: bytes that are no text as
// hexadecimal digits, long ones cut.
func (d *SQL) text(s string) string {
	if !utf8.ValidString(s) {
		s = fmt.Sprintf("\\x%x", s[:min(len(s), d.o.MaxCell)])
	}
	if len(s) > d.o.MaxCell {
		s = strings.ToValidUTF8(s[:d.o.MaxCell], "") + "…"
	}
	return s
}

// finite keeps a number that JSON can write, and names the others.
func finite(f float64) any {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Sprint(f)
	}
	return f
}
