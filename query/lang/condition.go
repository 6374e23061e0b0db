package lang

import (
	"strings"
	"unicode/utf8"
)

// condition reads field:value at the beginning of a piece; nil if it is none.
func condition(s string, start, pieceEnd int) (Node, int, *problem) {
	name, ok := fieldName(s[start:pieceEnd])
	if !ok {
		return nil, 0, nil
	}
	first := start + len(name) + 1
	if strings.Trim(s[first:pieceEnd], trailing) == "" {
		return nil, 0, nil
	}
	field, ok := names[strings.ToLower(name)]
	if !ok {
		near := nearest(strings.ToLower(name), known())
		if near == "" || strings.HasPrefix(s[first:], "//") {
			return nil, 0, nil
		}
		return nil, 0, &problem{text: "unknown field; put a backslash before it to search for it as it is", near: near}
	}
	values, end, bad := values(s, first, pieceEnd)
	if bad != nil {
		return nil, 0, bad.within(start)
	}
	n, bad := build(at(start), field, values)
	if bad != nil {
		return nil, 0, bad.within(start)
	}
	return n, end, nil
}

// fieldName returns what stands before the first colon, if it is a few letters.
func fieldName(piece string) (string, bool) {
	for i := 0; i < len(piece) && i <= maxName; i++ {
		c := piece[i] | 0x20
		if piece[i] == ':' {
			return piece[:i], i > 0
		}
		if c < 'a' || c > 'z' {
			break
		}
	}
	return "", false
}

// maxValues bounds how many values a term may have.
const maxValues = 100

// piece is a value and where it began.
type piece struct {
	text   string
	offset int
	quoted bool
}

// within gives a problem whose shift is an offset of the text the shift from
// the beginning of the term.
func (p *problem) within(start int) *problem {
	p.shift -= start
	return p
}

// values reads value,value,... with quotes around any of them. Problems hold
// offsets of s.
func values(s string, i, end int) ([]piece, int, *problem) {
	var list []piece
	last := i + len(strings.TrimRight(s[i:end], trailing)) // where punctuation begins that ends the sentence
	for len(list) < maxValues {
		if r, _ := utf8.DecodeRuneInString(s[i:]); isQuote(r) {
			text, after, ok := unquote(s, i)
			if !ok {
				return nil, 0, &problem{text: "the quote is never closed", shift: i}
			}
			if strings.TrimSpace(text) == "" {
				return nil, 0, &problem{text: "the value is empty", shift: i}
			}
			list = append(list, piece{text, i, true})
			i, end = after, pieceEnd(s, after)
			if strings.Trim(s[i:end], trailing+")") == "" {
				return list, end, nil
			}
			if s[i] != ',' {
				return nil, 0, &problem{text: "want a comma or a space after the quote", shift: i}
			}
			i++
			last = i + len(strings.TrimRight(s[i:end], trailing))
			continue
		}
		stop := last
		if comma := strings.IndexByte(s[i:max(i, last)], ','); comma >= 0 {
			stop = i + comma
		}
		if stop <= i {
			return nil, 0, &problem{text: "the value is empty", shift: i}
		}
		list = append(list, piece{text: s[i:stop], offset: i})
		if stop == last {
			return list, end, nil
		}
		i = stop + 1
	}
	return nil, 0, &problem{text: "too many values, want at most 100", shift: i}
}

// build makes the node of a field. Problems hold offsets of the text.
func build(where at, field Field, values []piece) (Node, *problem) {
	if _, ok := scales[field]; !ok && field != state && !field.isWhen() {
		return label(where, field, values)
	}
	if len(values) > 1 {
		return nil, &problem{text: "want one value", shift: values[1].offset}
	}
	v := values[0]
	var n Node
	var bad *problem
	switch s := scales[field]; {
	case s != nil:
		c := &Compare{at: where, Field: field}
		c.Min, c.Max, bad = s.parse(v.text)
		n = c
	case field == state:
		var text string
		text, bad = oneOf(v.text, texts(Pinned, Verified))
		n = &Is{where, State(text)}
	default:
		n = &When{where, field, v.text}
	}
	if bad != nil {
		bad.shift = v.offset
		return nil, bad
	}
	return n, nil
}

func label(where at, field Field, values []piece) (Node, *problem) {
	l := &Label{at: where, Field: field}
	for _, v := range values {
		text := v.text
		if (field == From || field == Entity) && !v.quoted {
			text = dropAt(text)
		}
		if list, ok := closed[field]; ok {
			var bad *problem
			if text, bad = oneOf(text, list); bad != nil {
				bad.shift = v.offset
				return nil, bad
			}
		}
		l.Values = append(l.Values, text)
	}
	return l, nil
}

// dropAt removes one @ before a name.
func dropAt(s string) string {
	if len(s) > 1 && s[0] == '@' {
		return s[1:]
	}
	return s
}
