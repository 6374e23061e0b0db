package knowledge

import (
	"math"
	"slices"

	"github.com/lukasadb/lukasa/schema"
)

// How evidence moves the confidence in an opinion.
const (
	// OpinionStep is how far full evidence moves the logarithm of the odds. No
	// piece of evidence moves a confidence by more than a quarter of it: .05.
	OpinionStep = 0.2
	// StrongRun is how many pieces in a row that contradict an opinion make a
	// strong contradiction: the last of them, and each that follows in the same
	// run, counts as strongWeight pieces (003-20).
	StrongRun    = 3
	strongWeight = 4
	// opinionEdge keeps confidence from the ends, where no evidence could ever
	// move it again.
	opinionEdge = 0.01
)

// Sway is the confidence c of an opinion after evidence of a weight, 0 to 1,
// for it, or, below 0, against it:
//
//	ln(c'/(1−c')) = ln(c/(1−c)) + OpinionStep · weight
//
// It moves with the weight, stays inside .01 to .99 (a confidence stated beyond
// does not come back further than its edge), never by more than .05 at once, and
// several pieces of evidence move it alike in any order: a big jump takes many
// of them (003-20). Source: additive evidence in log-odds, as in Bayesian
// updating with a fixed likelihood ratio of e^0.2.
func Sway(c, weight float64) float64 { return shift(c, min(max(weight, -1), 1)) }

// Evolve is the confidence of an opinion that was stated with c after all the
// evidence in a list, oldest first: each piece sways it, and from the third in a
// row that contradicts it on, each does so with the weight of four (003-20).
func Evolve(c float64, list []schema.Evidence) float64 { return shift(c, leaningOf(list)) }

// shift moves the logarithm of the odds by a number of steps.
func shift(c, steps float64) float64 {
	if steps == 0 {
		return c
	}
	inside := min(max(c, opinionEdge), 1-opinionEdge)
	moved := 1 / (1 + math.Exp(-math.Log(inside/(1-inside))-OpinionStep*steps))
	moved = min(max(moved, opinionEdge), 1-opinionEdge)
	if steps > 0 {
		return max(c, moved)
	}
	return min(c, moved)
}

// Weigh takes evidence into an opinion, in place: its confidence sways, and the
// evidence joins its list. Evidence that is known with the same stance is heard
// once and changes nothing; with the other stance it changes sides, by its old
// weight back and its new weight on. It reports whether anything changed.
// Nested values are copied first.
func Weigh(opinion *schema.Experience, ev schema.Evidence) bool {
	list := slices.Clone(opinion.Evidence)
	at := slices.IndexFunc(list, func(x schema.Evidence) bool { return x.ID == ev.ID })
	switch {
	case at < 0:
		list = append(list, ev)
	case list[at].Stance == ev.Stance:
		return false
	default:
		list[at] = ev
	}
	restOn(opinion, list, ev)
	return true
}

// Unweigh takes evidence that is gone out of an opinion, in place: its confidence
// moves back by what the evidence moved it, or would have moved it had it come
// after the opinion was stated. That is exact but where a confidence stood at an
// edge of [Sway]. Nested values are copied first.
func Unweigh(opinion *schema.Experience, id schema.ID) {
	at := slices.IndexFunc(opinion.Evidence, func(x schema.Evidence) bool { return x.ID == id })
	if at < 0 {
		return
	}
	gone := opinion.Evidence[at]
	left := slices.DeleteFunc(slices.Clone(opinion.Evidence), func(x schema.Evidence) bool { return x.ID == id })
	restOn(opinion, left, gone)
}

// restOn gives an opinion another list of evidence, because of one piece, and
// moves its confidence by what the two lists differ: steps in log-odds add up, so
// no order of the changes shows.
func restOn(opinion *schema.Experience, list []schema.Evidence, because schema.Evidence) {
	before := opinion.Confidence
	opinion.Confidence = shift(before, leaningOf(list)-leaningOf(opinion.Evidence))
	if len(list) == 0 {
		list = nil
	}
	opinion.Evidence = list
	if opinion.Statement != nil {
		explainSway(opinion, before, because)
	}
}

// explainSway keeps what the confidence of an opinion is made of.
func explainSway(opinion *schema.Experience, before float64, ev schema.Evidence) {
	s := *opinion.Statement
	if s.Factors.Base == 0 {
		s.Factors.Base = before
	}
	s.Factors.Reinforcement = opinion.Confidence - s.Factors.Base
	s.Factors.Recency, s.Factors.Source = 1, math.Abs(leaning(ev))
	opinion.Statement = &s
}

// leaningOf is how many steps a list of evidence moves an opinion.
func leaningOf(list []schema.Evidence) float64 {
	sum, run := 0.0, 0
	for _, ev := range list {
		weight := leaning(ev)
		switch {
		case weight > 0:
			run = 0
		case weight < 0:
			if run++; run >= StrongRun {
				weight *= strongWeight
			}
		}
		sum += weight
	}
	return sum
}

// leaning is the weight of evidence, below 0 where it speaks against.
func leaning(ev schema.Evidence) float64 {
	weight := ev.Weight
	if weight == 0 {
		weight = 1
	}
	switch ev.Stance {
	case schema.StanceContradicts:
		return -weight
	case schema.StanceSupports:
		return weight
	}
	return 0
}
