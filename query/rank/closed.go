package rank

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// A question that yes or no answers has no use for a name or a time, whatever its subordinate clauses begin with: "did Ana say
// hello when she came?". But it may only put another one: "do you know when she came?".

var (
	openers = text.Set("so and but or well ok okay hey hi hello oh also then now please sorry")
	closing = text.Set(`am is are was were do does did has have had can could will would should isn't aren't wasn't weren't don't
		doesn't didn't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't`)
	// knowing is done with a question: its answer is what is known, told or settled.
	knowing = text.Set(`tell tells told remind reminded say said mention mentioned explain explained remember remembers recall know knows knew known see saw check find show showed ask asked wonder wondered write wrote note noted decide
		decided settle settled agree agreed arrange arranged idea clue sure certain out hear heard understand understood learn learned`)
	// toWhom and how it is done, between it and the question.
	toWhom = text.Set("me you us him her them already again ever exactly about of on as to maybe possibly still just")
	// unknown are who is asked for: anybody who sails.
	unknown = text.Set("anyone anybody someone somebody anywhere somewhere there")
)

// closed tells whether a sentence, which begins at the first token, is a question that yes or no answers. It, there and what follows
// them is what the question is about: "was it Ana who came?", "is there an inn where one can eat?".
func closed(tokens []traits.Token) bool {
	i := 0
	for openers[wordAt(tokens, i)] {
		i++
	}
	next := wordAt(tokens, i+1)
	return closing[wordAt(tokens, i)] && next != "it" && next != "there" && !traits.Past(next) && next != ""
}

// puts tells whether the question word at i is that of the question which a closed one only puts.
func puts(tokens []traits.Token, i int) bool {
	if unknown[wordAt(tokens, i-1)] {
		return true
	}
	j := i - 1
	for j > 0 && toWhom[tokens[j].Word] {
		j--
	}
	if j > 0 && tokens[j].Upper && givenTo[wordAt(tokens, j-1)] { // did I tell Ana who came
		j--
	}
	return j > 0 && knowing[tokens[j].Word]
}

var leadsOn = text.Set("you please to")

var givenTo = text.Set("tell told ask asked remind reminded show showed")

// wantNoun finds what a question wants that asks for it by a noun behind its frame: "can you tell me the name of the inn where".
func wantNoun(tokens []traits.Token) Want {
	for i, t := range tokens {
		if !telling[t.Word] && t.Word != "know" || i > 0 && !leadsOn[tokens[i-1].Word] {
			continue
		}
		for i++; toWhom[wordAt(tokens, i)]; i++ {
		}
		if !determiners[wordAt(tokens, i)] && !strings.HasSuffix(wordAt(tokens, i), "'s") {
			return Anything
		}
		return nounWant(askedNoun(tokens[i:]))
	}
	return Anything
}
