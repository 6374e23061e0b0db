package names

import (
	"slices"
	"strings"
)

// Likeness is how alike two names are and why.
type Likeness struct {
	Score float64 `json:"score"`           // 0 to 1
	Veto  string  `json:"veto,omitempty"`  // the guard that says no; the score is then 0
	Parts []Part  `json:"parts,omitempty"` // what the score was made of, in order
}

// Part is one step of the way to a score.
type Part struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // of a pair of words how alike they are; else what the score is multiplied by, or becomes
}

// Compare tells how alike two names are. The result is the same either way
// round.
func Compare(a, b *Form) Likeness {
	if why := veto(a, b); why != "" {
		return Likeness{Veto: why}
	}
	if one, ok := whole(a, b); ok {
		out := Likeness{Score: one.Value, Parts: []Part{one}}
		doubts(a, b, &out)
		return out
	}
	if len(a.words) > maxWords || len(b.words) > maxWords {
		return Likeness{}
	}
	l := lay(a, b)
	out := l.judge()
	if short := acronym(a, b); short > out.Score {
		out = Likeness{Score: short, Parts: []Part{{"initials of all its words", short}}}
	}
	doubts(a, b, &out)
	return out
}

// doubts limits the likeness of names that may be two, though their words agree.
func doubts(a, b *Form, out *Likeness) {
	if (a.suffix == "") != (b.suffix == "") {
		out.limit("only one is Jr. or Sr.", unsure)
	}
	if len(a.words) == 1 && len(b.words) == 1 && doubtfulTitles(a.title, b.title) {
		out.limit("titles differ", unsure)
	}
	if !SameType(a.Type, b.Type) {
		out.limit("a body and its place", unsure)
	}
}

// unsure is the most that a likeness can be that should not be believed alone.
const unsure = .8

func (l *Likeness) limit(name string, most float64) {
	if l.Score > most {
		l.Score = most
		l.Parts = append(l.Parts, Part{name, most})
	}
}

// whole compares names as wholes.
func whole(a, b *Form) (Part, bool) {
	switch {
	case a.Text == b.Text:
		return Part{"equal", 1}, true
	case a.code != "" || b.code != "":
		if a.code != b.code && a.key != b.key {
			return Part{"the end of the other path", .7}, true
		}
		return Part{"equal identifiers", .97}, true // the guard has compared them
	case a.key == b.key && a.key != "":
		return Part{"equal but for case and punctuation", .99}, true
	case a.joined == b.joined && a.joined != "" && (len(a.words) != len(b.words) || !a.marked || !b.marked) && a.suffix == b.suffix:
		return Part{"equal but for blanks, marks and titles", .97}, true
	case sameButBlanks(a.key, b.key):
		return Part{"equal but for blanks", .97}, true
	case a.script != b.script && sameReading(a, b):
		return Part{bySound, soundWorth}, true
	}
	return Part{}, false
}

// sameButBlanks tells whether two keys are equal without their blanks.
func sameButBlanks(x, y string) bool {
	for {
		x, y = strings.TrimLeft(x, " "), strings.TrimLeft(y, " ")
		if x == "" || y == "" || x[0] != y[0] {
			return x == y && x != ""
		}
		if x, y = x[1:], y[1:]; x == "" && y == "" {
			return true
		}
	}
}

// fewestShortened is how many letters an acronym has at least that may lack that
// of the last word: of France.
const fewestShortened = 4

// acronym is how likely one name is the other's initials.
func acronym(a, b *Form) float64 {
	if b.capital {
		a, b = b, a
	}
	if !a.capital || b.capital || a.person && !a.words[0].upper {
		return 0
	}
	switch n := len(a.joined); {
	case slices.Contains(b.initial, a.joined):
		if n < 3 {
			return .7
		}
		return .88
	case n >= fewestShortened && a.words[0].upper && slices.ContainsFunc(b.initial, func(s string) bool { return len(s) == n+1 && s[:n] == a.joined }):
		return .7
	}
	return 0
}
