package names

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
)

// spellOut writes the words of a name as everybody would: abbreviations, other
// spellings and other languages as one word, what says nothing left out.
func (f *Form) spellOut(raw []rawWord) []rawWord {
	out := make([]rawWord, 0, len(raw))
	if f.person {
		out = spellPerson(out, raw)
	} else {
		out = f.spellThing(out, raw)
	}
	if len(out) == 0 {
		return raw
	}
	return out
}

// spellPerson takes short capitals at the front of a name for initials.
func spellPerson(out, raw []rawWord) []rawWord {
	t := words()
	for i, r := range raw {
		switch {
		case i == 0 && r.capitals && len(r.text) <= 3 && len(raw) > 1 && !allCapitals(raw):
			for _, c := range r.text {
				out = append(out, rawWord{text: string(c)})
			}
		case t.personStop[r.text]:
		case servant[r.text] && i+1 < len(raw) && article[raw[i+1].text]:
			raw[i+1].text = "abdul"
		case t.kin[r.text] != "":
			r.text = t.kin[r.text]
			out = append(out, r)
		default:
			out = append(out, r)
		}
	}
	return out
}

// servant and article are the parts of Abdul, which is written in many ways.
var (
	servant = text.Set(`abd abdu abdi`)
	article = text.Set(`al el ul`)
)

func allCapitals(raw []rawWord) bool {
	return !slices.ContainsFunc(raw, func(r rawWord) bool { return !r.capitals })
}

func (f *Form) spellThing(out, raw []rawWord) []rawWord {
	if len(raw) <= mostRead {
		raw = splitKinds(joinInitials(raw))
	}
	for i := 0; i < len(raw); i++ {
		if long := cmp.Or(f.stateAt(raw, i), numberedAt(raw, i)); long != "" {
			for word := range strings.FieldsSeq(long) {
				out = append(out, rawWord{text: f.number(word)})
			}
			continue
		}
		if list, used := f.appendSynonym(out, raw[i:]); used > 0 {
			out = list
			i += used - 1
			continue
		}
		if says(raw, i) {
			r := raw[i]
			r.text = f.usual(raw, i)
			out = append(out, r)
		}
	}
	return out
}

// joinInitials makes one word of letters with full stops: U.S., D.C.
func joinInitials(raw []rawWord) []rawWord {
	for i := 0; i+1 < len(raw); i++ {
		n := i
		for n < len(raw) && raw[n].dotted && len(raw[n].text) == 1 && !isNumber(raw[n].text) {
			n++
		}
		if n > i+1 {
			raw = slices.Concat(raw[:i], []rawWord{joinLetters(raw[i:n])}, raw[n:])
		}
	}
	return raw
}

// says tells whether the word at i tells anything.
func says(raw []rawWord, i int) bool {
	t := words()
	word := raw[i].text
	numbered := i+1 < len(raw) && isNumber(raw[i+1].text)
	inside := i > 0 && i < len(raw)-1
	return !(t.stop[word] || numbered && t.beforeNumber[word] || inside && t.inside[word])
}

// usual is the word at i as it is usually written.
func (f *Form) usual(raw []rawWord, i int) string {
	r := &raw[i]
	last := i == len(raw)-1
	if i > 0 && (last || r.comma || isNumber(raw[i+1].text)) && !f.org {
		if long := streetEnds[r.text]; long != "" {
			return long
		}
	}
	if r.text == "st" {
		return "saint"
	}
	return f.plainest(r)
}

// plainest is a word in the singular, in American spelling, whoever's it is.
func (f *Form) plainest(r *rawWord) string {
	s := american(r.text)
	switch {
	case !f.thing || r.capitals && len(s) > 3:
		return s
	case strings.HasSuffix(r.written, "'s") || strings.HasSuffix(r.written, "’s"):
		s = strings.TrimSuffix(s, "s")
	default:
		s = singular(s)
	}
	if kin := words().kin[s]; kin != "" && s != r.text {
		return kin
	}
	return s
}

// stateAt is the state whose short form is at i: behind a comma, or in capitals
// at the end of the name of a place.
func (f *Form) stateAt(raw []rawWord, i int) string {
	if i == 0 || !raw[i-1].comma && !(f.place && i == len(raw)-1 && raw[i].capitals) {
		return ""
	}
	return words().state[raw[i].text]
}

// numberedAt is what the word at i is short for before a number.
func numberedAt(raw []rawWord, i int) string {
	if i == len(raw)-1 || !isNumber(raw[i+1].text) {
		return ""
	}
	return words().numbered[raw[i].text]
}

// number is a word in the singular, of a thing.
func (f *Form) number(word string) string {
	if f.thing {
		return singular(word)
	}
	return word
}

// streetEnds are short forms that mean something else before a name.
var streetEnds = map[string]string{"st": "street", "dr": "drive", "ct": "court"}

// initials lists what a name of several words may be shortened to: the first
// letters of all its words, and of those that say something.
func initials(raw []rawWord) []string {
	if len(raw) < 2 || len(raw) > maxWords {
		return nil
	}
	t := words()
	var all, some, few strings.Builder
	for i, r := range raw {
		c, _ := utf8.DecodeRuneInString(plain(r.text))
		all.WriteRune(c)
		if t.stop[r.text] {
			continue
		}
		some.WriteRune(c)
		if i == 0 || !t.inside[r.text] {
			few.WriteRune(c)
		}
	}
	list := []string{all.String(), some.String(), few.String()}
	list = slices.DeleteFunc(list, func(s string) bool { return len(s) < 2 || len(s) > 8 })
	return slices.Compact(list)
}
