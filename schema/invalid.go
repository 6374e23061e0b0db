package schema

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ErrInvalid is matched, through [errors.Is], by every error that says an
// object or a document is not acceptable. The error itself is an
// [*InvalidError].
var ErrInvalid = errors.New("schema: invalid")

// ErrClosed is what every call fails with once a memory was closed. Its parts wrap it in
// errors of their own.
var ErrClosed = errors.New("memory closed")

// ErrGone says that the directory of a memory was removed, or replaced by another one, while
// it was open: what is written to it, nobody sees.
var ErrGone = errors.New("the store was removed while it was open")

// InvalidError lists everything that is wrong with one object (S2).
type InvalidError struct {
	Type   ObjectType
	Fields []FieldError // in the order of the object's fields, never empty
}

// FieldError is one bad field.
type FieldError struct {
	Field   string // its path in JSON names: "importance", "entities[3].confidence"
	Value   string // what it holds, shortened; empty for free text, which errors never quote
	Problem string // "empty", "want 1 to 10"
}

// shownFields and shownValue bound what an error message repeats, so that
// neither a hostile record nor a secret in it fills a log.
const (
	shownFields = 20
	shownValue  = 40
)

// Error names each bad field once, as in
// "schema: invalid experience: context: empty; importance: 11, want 1 to 10".
// Beyond the first twenty it only counts them.
func (e *InvalidError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %s: ", ErrInvalid, e.Type)
	for i, f := range e.Fields {
		if i == shownFields {
			fmt.Fprintf(&b, "; and %d more", len(e.Fields)-i)
			break
		}
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(f.String())
	}
	return b.String()
}

// Unwrap makes the error match [ErrInvalid].
func (e *InvalidError) Unwrap() error { return ErrInvalid }

// String formats the field as it stands in the error message.
func (f FieldError) String() string {
	if f.Value == "" {
		return f.Field + ": " + f.Problem
	}
	return f.Field + ": " + f.Value + ", " + f.Problem
}

// quote shortens s and quotes it, so that it stays on one line.
func quote(s string) string {
	if len(s) <= shownValue {
		return strconv.Quote(s)
	}
	cut := shownValue
	for cut > shownValue-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "…"
}
