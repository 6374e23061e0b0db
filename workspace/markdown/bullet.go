package markdown

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prefix is the beginning of a typed bullet: a letter, perhaps what stands in
// brackets after it, and then a space, an @ or a colon.
var prefix = regexp.MustCompile(`^([WBOS])\s?(\([^()]*\))?(\s|:|@|$)`)

// bullet reads the prefix of a list item: in a Retain section it must have one,
// on a page of a kind it may. from is where the item begins.
func (p *reading) bullet(b *Block, from int) {
	retains := p.retains()
	if !retains && (p.options.Kind == "" || p.options.Subject != "" && b.quote()) {
		return
	}
	typed := *b
	reason := typed.parse(p.options.Kind, retains, p.open != nil)
	if reason != "" {
		line := p.lineOf(from)
		p.problem(line, from-p.starts[line-1], reason)
		return // read as an observation (M4)
	}
	*b = typed
}

// parse reads "W @Entity @Other: text" and the like. It returns what is wrong. A
// line of ours may end with evidence, and an opinion does too that was ours and is
// a person's now: links to other lines are nothing that it says.
func (b *Block) parse(kind Kind, needed, ours bool) (reason string) {
	rest := b.Text
	m := prefix.FindStringSubmatch(rest)
	if m != nil && !needed && isWord(rest[len(m[0]):], m) {
		m = nil
	}
	switch {
	case m != nil:
		kind = kindOf(m[1])
		rest = rest[len(m[0])-len(m[3]):]
	case needed:
		return "no type: want W, B, O or S at the beginning"
	}
	if m != nil && m[2] != "" {
		if kind != Opinion {
			return "only an opinion has a confidence: O(c=0.8)"
		}
		c, ok := confidence(m[2])
		if !ok {
			return "confidence " + m[2] + ": want (c=0.0) to (c=1.0)"
		}
		b.Confidence, b.Rated = c, true
	}
	subjects, text, ok := subjects(rest)
	if m != nil && !ok {
		return "no colon after the type and the entities"
	}
	if ok {
		rest, b.Subjects = text, subjects
	}
	text = strings.TrimSpace(rest)
	if said, evidence, updated := cutEvidence(text); ours || kind == Opinion && len(evidence) > 0 {
		text, b.Evidence, b.Updated = said, evidence, updated
	}
	if text == "" {
		return "nothing after the colon"
	}
	b.Kind, b.Typed, b.Text = kind, true, text
	return ""
}

// isWord tells whether what was found as a prefix is a word that a text begins with, as in
// "B vitamins": nothing of the format stands behind it.
func isWord(after string, found []string) bool {
	return found[2] == "" && strings.TrimSpace(found[3]) == "" && !strings.HasPrefix(strings.TrimSpace(after), "@") &&
		!strings.HasPrefix(strings.TrimSpace(after), ":")
}

func kindOf(letter string) Kind {
	for _, k := range []Kind{World, Experience, Opinion} {
		if k.Prefix() == letter {
			return k
		}
	}
	return Observation
}

// confidence reads "(c=0.8)".
func confidence(s string) (float64, bool) {
	number, ok := strings.CutPrefix(strings.ReplaceAll(strings.Trim(s, "()"), " ", ""), "c=")
	if !ok || strings.Trim(number, "0123456789.") != "" {
		return 0, false
	}
	c, err := strconv.ParseFloat(number, 64)
	return c, err == nil && c >= 0 && c <= 1
}

// subjects reads @entities up to a colon, between which commas and "and" may
// stand, and returns what follows the colon.
func subjects(s string) (names []string, rest string, ok bool) {
	var list nameList
	for {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
		if after, found := strings.CutPrefix(s, ":"); found {
			return list.names, after, true
		}
		if after, found := strings.CutPrefix(s, "\uFF1A"); found { // the wide colon
			return list.names, after, true
		}
		if len(list.names) > 0 {
			s = strings.TrimLeft(s, ",& ")
			if after, found := strings.CutPrefix(s, "and "); found {
				s = strings.TrimLeft(after, " ")
			}
		}
		r, n := utf8.DecodeRuneInString(s)
		if r != '@' {
			return nil, "", false
		}
		name, used := nameAt(s[n:])
		if name == "" {
			return nil, "", false
		}
		list.add(name)
		s = s[n+used:]
	}
}
