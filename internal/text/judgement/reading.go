package judgement

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/clause"
)

// Word is a word of a text, in lower case, with its stem.
type Word struct {
	Text, Stem string
	Clause     int // which clause it is in, from 0
	Denied     bool
}

// Judgement is what some words say.
type Judgement struct {
	Of   Dimensions
	Pole int // 1 or -1; 0 where the words only name what is judged
	At   int // the word that it begins with
	Than int // the word "than" behind it in its clause, or 0: what it is compared with stands there
}

// Reading is a text with what it says.
type Reading struct {
	Words      []Word
	Judgements []Judgement
	Contrasts  []int // clauses that take back what was said before them
	Asks       bool  // the last clause is a question
}

const (
	longest = 4_000 // bytes that are read of a text, the last ones
	scope   = 5     // words that a negation reaches
	besides = 2     // words that "without" reaches
	excess  = 2     // words that "too" reaches
)

// Read reads what a text says.
func Read(s string) Reading {
	if len(s) > longest {
		s = s[len(s)-longest:]
		for !utf8.RuneStart(s[0]) {
			s = s[1:]
		}
	}
	var r Reading
	for i, c := range clause.Cut(s) {
		from := len(r.Words)
		for _, w := range c.Words {
			r.Words = append(r.Words, Word{Text: w, Stem: Stem(w), Clause: i})
		}
		if c.Contrast && !following[c.Words[0]] {
			r.Contrasts = append(r.Contrasts, i)
		}
		if r.Asks = c.Asks; !c.Asks {
			r.clause(from)
		}
	}
	return r
}

// turning is what the words of a clause do to those that follow them.
type turning struct {
	reach  int  // words that a negation still reaches
	lacks  bool // the negation is "without", which reaches no further than what is not there
	spent  bool // it turned the last word
	over   bool // all that follows was once, and is no more
	too    int  // words that "too" still reaches
	unreal bool // all that follows is wished, planned or supposed
	aside  int  // words that are granted or replaced: "despite the noise"
}

// clause reads the words from one on, which are a clause.
func (r *Reading) clause(from int) {
	l := table()
	var t turning
	first := len(r.Judgements)
	for i := from; i < len(r.Words); {
		senses, length := l.entryAt(r.Words[i:])
		w := &r.Words[i]
		t.step(w.Text)
		w.Denied = t.reach > 0
		switch {
		case length > 1 || length == 1 && !t.takes(r.Words[i:]):
			r.judge(i, senses, &t)
			t.reach -= length - 1
		case length == 0 && !t.takes(r.Words[i:]) && w.Text == "than" && !r.thanBefore(i):
			for j := range r.Judgements[first:] {
				r.Judgements[first+j].Than = i
			}
		}
		if clause.Ends(w.Text) || w.Text == "out" && r.takesOut(from, i) {
			r.end(first, i)
		}
		i += max(1, length)
	}
}

// takesOut tells whether something that was named is got out: "it got the grease out".
func (r *Reading) takesOut(from, out int) bool {
	return slices.ContainsFunc(r.Words[from:out], func(w Word) bool { return takers[w.Text] })
}

// end turns what was named as bad a few words before its end: "the pain has gone".
func (r *Reading) end(first, at int) {
	for n := len(r.Judgements) - 1; n >= first; n-- {
		j := &r.Judgements[n]
		switch {
		case j.At == at && j.Pole < 0:
			r.Judgements = r.Judgements[:n] // it is no loss
		case j.At < at && at-j.At <= 2*scope && j.Pole < 0:
			j.Pole = 1
		}
	}
}

// thanBefore tells whether what is compared stands for how it was, and not for another thing.
func (r *Reading) thanBefore(than int) bool {
	return than+1 < len(r.Words) && befores[r.Words[than+1].Text]
}

// judge adds what an entry says where it stands.
func (r *Reading) judge(i int, senses []sense, t *turning) {
	if t.unreal || t.aside > 0 {
		return
	}
	for _, s := range senses {
		pole := s.pole
		switch {
		case pole != 0 && (t.too > 0 || r.badly(i)) && t.reach <= 0:
			pole = -1
		case t.reach > 0 != t.over:
			pole, t.spent = -pole, true
		}
		r.Judgements = append(r.Judgements, Judgement{Of: Of(s.of), Pole: pole, At: i})
	}
}

// badly tells whether the word before another says that it was done badly: "poorly organised".
func (r *Reading) badly(i int) bool {
	last := len(r.Judgements) - 1
	if last < 0 || r.Judgements[last].At != i-1 || r.Judgements[last].Pole >= 0 {
		return false
	}
	return r.Judgements[last].Of == Of(General) && strings.HasSuffix(r.Words[i-1].Text, "ly")
}

// step counts how far what turns words still reaches. A negation turns what it finds, and what that is listed with.
func (t *turning) step(w string) {
	if t.spent && w != "or" && w != "and" && w != "nor" {
		t.reach = 0
	}
	if t.lacks && subjects[w] {
		t.reach = 0
	}
	t.spent = false
	if !fillers[w] {
		t.reach--
		t.too--
		t.aside--
	}
}

// Words that turn others.
var (
	deniers = text.Set(`barely rarely scarcely seldom less least lack lacks lacked lacking stopped ceased không chẳng prevent prevents prevented
		avoid avoids avoided reduce reduces reduced relieve relieves relieved cure cures cured remove removes removed eliminate eliminates eliminated eased eases`)
	unreal = text.Set(`if unless should would will won't might hope hopes hoped wish wishes wished plan plans planned let's please whether shall
		i'll we'll he'll she'll they'll you'll it'll i'd we'd`)
	subjects = text.Set("he i it she they we you")
	takers   = text.Set("bring brings brought came comes get gets got take takes took wash washed washes")
	// following begin what came next, which takes nothing back.
	following = text.Set("then until")
	befores   = text.Set("before ever expected feared hoped last promised they usual we it")
	asides    = text.Set("despite instead notwithstanding")
)

// takes takes a word that turns those behind it, and tells whether it is one.
func (t *turning) takes(words []Word) bool {
	w, next := words[0].Text, ""
	if len(words) > 1 {
		next = words[1].Text
	}
	switch {
	case w == "not" && (next == "only" || next == "just" || next == "to"):
	case unreal[w]:
		t.unreal = true
	case clause.Denies(w) || deniers[w]:
		if t.reach > 0 { // "never fails to": both together deny nothing
			t.reach = 0
			return true
		}
		t.reach, t.lacks = scope+1, w == "without"
		if t.lacks {
			t.reach = besides + 1
		}
	case t.over && (w == "is" || w == "are" || w == "now"):
		t.over = false
	case w == "used" && next == "to":
		t.over = true
	case w == "too" && next != "":
		t.too = excess + 1
	case asides[w], w == "rather" && next == "than":
		t.aside = scope
	default:
		return false
	}
	return true
}
