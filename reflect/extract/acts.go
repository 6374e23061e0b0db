package extract

import (
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
)

// acts is how people ask, command, correct and confirm in one language: what makes
// a speech act of a clause.
type acts struct {
	code string
	lang text.Lang
	// leads stand before what is meant. So do revisions; a statement behind one of them
	// takes something back.
	leads, revisions phrases
	// phatic clauses state, ask and want nothing, whatever they look like.
	phatic phrases
	// confirms say yes whatever follows, assents where nothing does, and denies say no.
	confirms, assents, denies phrases
	// corrects open a clause that says what was wrong or what it should be, slips say so
	// anywhere in it, and claims open what the next clause may contradict.
	corrects, slips, claims phrases
	// nots part what is right from what is wrong: the red one, not the blue one. Behind buts
	// they do not.
	nots, buts words
	// asks open a question, informs what is a question in the form of a command.
	asks, informs phrases
	// requests are followed by what is to be done; no statives are, and abilities only
	// with an object, or else they are what anybody can do.
	requests            phrases
	statives, abilities words
	// orders open a command whatever follows, standing ones unless a statement follows.
	orders, standing phrases
	// pleas are how people say please.
	pleas words
	// softeners stand between a request and what is requested.
	softeners words
	// negations, and always, stand before an imperative.
	negations phrases
	// verbs open an imperative, surely so before one of the objects, and not where a
	// finite verb makes a noun of them.
	verbs, objects, finite words
	// subjects open a statement, and stand behind the verb of a question.
	subjects words
	// subordinates open a clause that the main clause follows, joints one of its own.
	subordinates, joints words
	// relatives begin a clause about the one before, unless the order of words is that of a
	// question.
	relatives words
	// inverted tells whether the order of its words makes a question of a clause.
	inverted func(g *acts, t []token, begins bool) bool
	// polite are the intents of a few words that state nothing.
	polite map[string]phrases
}

// repertoire is the languages whose acts are known.
type repertoire struct {
	all []*acts
	of  map[string]uint8 // the words of their tables: bit i, if one of all[i]
}

// speaking are made when the first message is read.
var speaking = sync.OnceValue(func() *repertoire {
	s := &repertoire{all: []*acts{englishActs(), vietnameseActs(), germanActs(), frenchActs()}, of: map[string]uint8{}}
	for i, g := range s.all {
		g.vocabulary(func(w string) { s.of[w] |= 1 << i })
	}
	return s
})

// spoken finds the language of which some tokens hold most words; nil if they hold none of
// any.
func (s *repertoire) spoken(tokens []token) (best *acts) {
	counts := [4]int{}
	for _, t := range tokens {
		in, stop := s.of[t.key], text.StopIn(t.key)
		for i, g := range s.all {
			if in&(1<<i) != 0 || stop.Has(g.lang) {
				counts[i]++
			}
		}
	}
	most := 0
	for i, n := range counts {
		if n > most {
			best, most = s.all[i], n
		}
	}
	return best
}

// vocabulary passes on the words by which the language is told, some of them often.
func (g *acts) vocabulary(add func(word string)) {
	for _, p := range []phrases{
		g.leads, g.revisions, g.phatic, g.confirms, g.denies, g.corrects, g.slips, g.asks, g.informs, g.requests, g.orders, g.standing,
	} {
		p.words(add)
	}
	for _, set := range []words{g.pleas, g.verbs, g.objects, g.subjects} {
		for w := range set {
			add(w)
		}
	}
}
