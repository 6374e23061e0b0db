package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// trailing is the punctuation that ends a sentence rather than a value.
const trailing = "?!,;."

// minNegated is the length in bytes from which a word behind a minus is an
// exclusion; shorter ones are options of commands, such as `ls -la`.
const minNegated = 3

// Parse reads a query. An error is an [*Error].
func Parse(s string) (*Query, error) {
	q := &Query{source: s}
	for i := 0; i < len(s); {
		if n := spaceAt(s, i); n > 0 {
			i += n
			continue
		}
		n, end, bad := term(s, i)
		if bad != nil {
			return nil, fail(s, i, s[i:pieceEnd(s, i)], bad)
		}
		if n != nil {
			q.Terms = append(q.Terms, n)
		}
		i = end
	}
	return q, nil
}

// Plain returns a query of the words of s alone, whatever syntax they look like.
func Plain(s string) *Query {
	q := &Query{source: s}
	for i := 0; i < len(s); {
		if n := spaceAt(s, i); n > 0 {
			i += n
			continue
		}
		end := pieceEnd(s, i)
		q.Terms = append(q.Terms, &Word{at(i), s[i:end]})
		i = end
	}
	return q
}

// term reads the term that begins at start.
func term(s string, start int) (Node, int, *problem) {
	if s[start] == '\\' {
		end := pieceEnd(s, start)
		if piece := s[start+1 : end]; special(piece) {
			return &Word{at(start), piece}, end, nil
		}
		return &Word{at(start), s[start:end]}, end, nil
	}
	if s[start] != '-' {
		return positive(s, start)
	}
	n, end, bad := negated(s, start)
	if n == nil && bad == nil {
		end = pieceEnd(s, start)
		n = &Word{at(start), s[start:end]}
	}
	return n, end, bad
}

// negated reads what follows a minus; nil if that is no exclusion.
func negated(s string, start int) (Node, int, *problem) {
	inner := start + 1
	r, _ := utf8.DecodeRuneInString(s[inner:])
	if !unicode.IsLetter(r) && r != '@' && !isQuote(r) {
		return nil, 0, nil
	}
	n, end, bad := positive(s, inner)
	if bad != nil {
		bad.shift++
		return nil, 0, bad
	}
	switch n := n.(type) {
	case *Word:
		if isQuote(r) || r == '@' || len(n.Text) < minNegated {
			return nil, 0, nil
		}
	case *When:
		return nil, 0, &problem{text: "a time cannot be excluded; turn since and until round"}
	case *Compare:
		return nil, 0, &problem{text: "a comparison cannot be excluded; turn it round"}
	}
	return &Not{at(start), n}, end, nil
}

// positive reads a term that no minus or backslash precedes.
func positive(s string, start int) (Node, int, *problem) {
	r, _ := utf8.DecodeRuneInString(s[start:])
	if isQuote(r) {
		if text, end, ok := quoted(s, start); ok && strings.TrimSpace(text) != "" {
			return &Phrase{at(start), text}, end, nil
		}
	}
	end := pieceEnd(s, start)
	piece := s[start:end]
	if name, ok := mention(piece); ok {
		return &Mention{at(start), name}, end, nil
	}
	if stem, ok := prefix(piece); ok {
		return &Prefix{at(start), stem}, end, nil
	}
	if n, end, bad := condition(s, start, end); n != nil || bad != nil {
		return n, end, bad
	}
	return &Word{at(start), piece}, end, nil
}

// mention reads @name.
func mention(piece string) (string, bool) {
	name := strings.TrimRight(strings.TrimPrefix(piece, "@"), trailing)
	if piece[0] != '@' || name == "" {
		return "", false
	}
	for i, r := range name {
		inner := unicode.IsMark(r) || r == '-' || r == '.'
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && (i == 0 || !inner) {
			return "", false
		}
	}
	return name, true
}

// prefix reads stem*.
func prefix(piece string) (string, bool) {
	stem, ok := strings.CutSuffix(piece, "*")
	if !ok || utf8.RuneCountInString(stem) < 2 {
		return "", false
	}
	for _, r := range stem {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '_' {
			return "", false
		}
	}
	return stem, true
}

// special tells whether a word must be written behind a backslash, because on
// its own or before other words it would be read as something else.
func special(piece string) bool {
	bare := strings.TrimLeft(piece, `\`)
	if bare == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimPrefix(bare, "-"))
	if isQuote(r) {
		return true
	}
	n, _, bad := term(bare, 0)
	w, ok := n.(*Word)
	return bad != nil || !ok || w.Text != bare
}

// quoted reads a text in quotes. Behind the closing quote only punctuation may
// follow. The first quote that no backslash precedes closes.
func quoted(s string, start int) (text string, end int, ok bool) {
	text, end, ok = unquote(s, start)
	if !ok {
		return "", 0, false
	}
	rest := s[end:pieceEnd(s, end)]
	if strings.Trim(rest, trailing+":)") != "" {
		return "", 0, false
	}
	return text, end + len(rest), true
}

// unquote reads a text in quotes up to the closing quote.
func unquote(s string, start int) (text string, end int, ok bool) {
	_, size := utf8.DecodeRuneInString(s[start:])
	var b strings.Builder
	for i := start + size; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if isQuote(r) {
			return b.String(), i + size, true
		}
		if next, n := utf8.DecodeRuneInString(s[i+size:]); r == '\\' && (next == '\\' || isQuote(next)) {
			i += size
			size = n
		}
		b.WriteString(s[i : i+size])
		i += size
	}
	return "", 0, false
}

// isQuote tells whether r may open or close a phrase: the straight quote and the
// two that text processors make of it.
func isQuote(r rune) bool { return r == '"' || r == '“' || r == '”' }

func isSpace(r rune) bool { return unicode.IsSpace(r) }

// spaceAt returns the size of the space at s[i:], or 0.
func spaceAt(s string, i int) int {
	r, size := utf8.DecodeRuneInString(s[i:])
	if size > 0 && isSpace(r) {
		return size
	}
	return 0
}

// pieceEnd returns where the piece that begins at start meets space or the end.
func pieceEnd(s string, start int) int {
	if i := strings.IndexFunc(s[start:], isSpace); i >= 0 {
		return start + i
	}
	return len(s)
}
