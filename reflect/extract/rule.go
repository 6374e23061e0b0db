package extract

import (
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
)

// rule is one way of stating something: words that open a clause, and behind
// them a value that must be of a certain sort.
type rule struct {
	kind       Kind
	typ        string
	predicate  string // "@" is replaced by what the head captured
	confidence float64
	heads      []pattern
	tails      []pattern                            // behind the value: "12 November is my birthday"
	value      func(l *language, v []token) []token // the part that is the value; nil: none
	greets     bool                                 // only where the sentence opens with a greeting
	whole      bool                                 // the value is the clause from its head on, as far as value goes
	self       bool                                 // the value is looked for from the head on
	opens      bool                                 // only in the first clause of a run: "I" is left out
	alone      bool                                 // only where the clause is all that is said
	far        bool                                 // the value may go on behind a comma
	each       bool                                 // each word of the value is one of its own
	topic      bool                                 // the value is the clause before: "Stamp duty. I always get it wrong"
	label      bool                                 // the value is the clause behind: "day job: nurse"
	amid       cue                                  // that the message must give
	ahead      bool                                 // what it states begins only
}

// language is what is known of how people state things in one language.
type language struct {
	code string
	lang text.Lang
	// first are the words of which one stands in whatever a user states of
	// themselves, or in what they ask for.
	first words
	// openers may stand before a statement, and retract those that also take
	// something back; mistakes do so of what follows them.
	openers, retract, mistakes phrases
	// amends take back the value that stands before them, for the one behind them.
	amends phrases
	// doubts make a sentence something else than a statement, wherever they
	// stand, unless they are but polite; asks where they open it.
	doubts, courtesies, asks phrases
	// clefts open what only looks like a question: what I love is.
	clefts phrases
	// requests open what is asked for like a question, turns a question that
	// leaves what was said before it a statement.
	requests, turns phrases
	// staging announces that what follows is not meant as said.
	staging staging
	// asksLast are words that make a question of what they end.
	asksLast words
	// puzzled words make what looks like a question something not understood.
	puzzled phrases
	// splits begin a clause of its own behind one of the joints, and
	// elided ones where the subject of the clause before is theirs, too; being, where it is I am.
	joints                words
	splits, elided, being words
	// elliptic are verbs before which, where they open a sentence, I is left out.
	elliptic words
	// reports are words by which what follows is said by somebody, who is real.
	reports phrases
	// asides are clauses that interrupt another.
	asides phrases
	// cuts end a value, tails are dropped from its end, vague are words that a
	// value does not begin with.
	cuts, tails, vague words
	// wishes open what the user wants remembered or done: the rest of the
	// sentence is read as a statement of its own, and else kept as it is.
	wishes []wish
	demand demand
	asked  aftersaid
	rules  []rule
	// contrast finds the two values of "not X but Y".
	before, after phrases // "I used to want …, now I …"
	contrast      func(l *language, t []token, retracts bool) (wrong, right []token)
	not           phrases           // words that deny a clause, and that it is true without
	isNot         map[string]string // the same, that leave another word
	harmless      phrases           // behind what was thought to be bad for the writer
	errands       words             // verbs that open what one is to be reminded of
	manners       words             // verbs that open a standing instruction: how to answer

	// Made of the above.
	heads, ends, contracted openings // of rules; contracted are the ends without their "is"
	wishing                 phrases  // the heads of wishes
	hints                   words    // those in first, and what else may begin a statement
}

// wish is a way of asking that something be kept.
type wish struct {
	rule
	imperative bool  // what follows must open with a verb, of the manners for an instruction
	self       bool  // the head is part of the value
	colon      bool  // a colon must follow the head
	lead       words // of which what follows must open with one
	least      int   // words beyond the first that the value must have
}

// openings are the heads, or the tails, of rules, found like [phrases] by the words that
// they may begin with.
type openings map[string][]opening

// opening is one rule and those of its patterns that may begin with a word.
type opening struct {
	rule     *rule
	patterns []pattern
}

// add files patterns of a rule behind those of the rules before it.
func (o openings) add(r *rule, patterns []pattern) {
	for _, p := range patterns {
		for w := range p.firsts() {
			list := o[w]
			if n := len(list); n == 0 || list[n-1].rule != r {
				list = append(list, opening{rule: r})
			}
			last := &list[len(list)-1]
			last.patterns = append(last.patterns, p)
			o[w] = list
		}
	}
}

// at lists what a word may begin.
func (o openings) at(t token) []opening {
	if t.digit {
		return o[figure]
	}
	return o[t.key]
}

// languages are those whose statements are known, made when the first message is read.
func languages() [2]*language { return [...]*language{english(), vietnamese()} }

// prepared files the rules of a language by the words that they may begin with.
func prepared(l *language) *language {
	l.heads, l.ends, l.contracted = openings{}, openings{}, openings{}
	for i := range l.rules {
		r := &l.rules[i]
		if l.code == "en" {
			r.heads = loosened(r.heads)
		}
		l.heads.add(r, r.heads)
		l.ends.add(r, r.tails)
		for _, p := range r.tails {
			if p[0].class == nil && slices.Contains(p[0].words, "is") {
				l.contracted.add(r, []pattern{p[1:]})
			}
		}
	}
	var wishes []pattern
	for i := range l.wishes {
		wishes = append(wishes, l.wishes[i].heads...)
	}
	l.wishing = index(wishes)
	l.demand.lasts = words{}
	addKeys(l.demand.lasts, l.demand.marks)
	addKeys(l.demand.lasts, l.demand.ended)
	addKeys(l.demand.lasts, l.demand.steady)
	l.demand.lasts["no"], l.demand.lasts["only"] = true, true // more, or this
	l.hints = maps.Clone(l.demand.lasts)
	addKeys(l.hints, l.first)
	addKeys(l.hints, l.heads)
	addKeys(l.hints, l.ends)
	addKeys(l.hints, l.wishing)
	addKeys(l.demand.lasts, l.demand.scopes)
	return l
}

// loosened are patterns that adverbs may stand between the words of, and those in which
// "is" is contracted with what stands before it.
func loosened(patterns []pattern) (out []pattern) {
	for _, p := range patterns {
		p = slices.Clone(p)
		for i := range p {
			p[i].loose = i > 0 && !p[i].end
		}
		out = append(out, p)
		for i := 1; i < len(p); i++ {
			before := p[i-1]
			if !slices.Contains(p[i].words, "is") || p[i].optional || before.optional || before.words == nil && before.class == nil {
				continue
			}
			before.fused = true
			out = append(out, slices.Concat(p[:i-1], pattern{before}, p[i+1:]))
		}
	}
	return out
}

func addKeys[V any](to words, of map[string]V) {
	for w := range of {
		to[w] = true
	}
}

// spokenIn tells whether a message can hold statements in the language.
func (l *language) spokenIn(m *message) bool {
	return slices.ContainsFunc(m.tokens, func(t token) bool { return l.hints[t.key] || t.digit && l.hints[figure] })
}
