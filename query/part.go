package query

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// part is a text to look for within others, without regard to case, as [containsFold] does.
type part struct {
	lower []byte
	ascii bool
	room  []byte // for what it is looked for in
}

func partOf(s string) *part {
	lower := strings.ToLower(s)
	beyond := func(r rune) bool { return r >= utf8.RuneSelf }
	return &part{lower: []byte(lower), ascii: !strings.ContainsFunc(lower, beyond)}
}

// mayBeIn tells whether an encoded record may hold the text in one of its strings: none that
// does is refused. What stands between strings is no continuation of a character, so that
// each string is read as it is by itself.
func (p *part) mayBeIn(encoded []byte) bool {
	if !p.ascii {
		return bytes.Contains(bytes.ToLower(encoded), p.lower)
	}
	p.room = append(p.room[:0], encoded...)
	for i, b := range p.room {
		if 'A' <= b && b <= 'Z' {
			p.room[i] = b + 'a' - 'A'
		}
	}
	return bytes.Contains(p.room, p.lower) || bytes.Contains(encoded, kelvin) || bytes.Contains(encoded, dottedI)
}

// The characters beyond ASCII whose lower case is within.
var kelvin, dottedI = []byte("\u212A"), []byte("\u0130")
