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
func Sway(c, weight float64) float64 {
	weight = min(max(weight, -1), 1)
	if weight == 0 {
		return c
	}
	inside := min(max(c, opinionEdge), 1-opinionEdge)
	moved := 1 / (1 + math.Exp(-math.Log(inside/(1-inside))-OpinionStep*weight))
	moved = min(max(moved, opinionEdge), 1-opinionEdge)
	if weight > 0 {
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
	if at >= 0 && list[at].Stance == ev.Stance {
		return false
	}
	before := opinion.Confidence
	if at >= 0 {
		opinion.Confidence = Sway(opinion.Confidence, -leaning(list[at]))
		list[at] = ev
	} else {
		list = append(list, ev)
	}
	opinion.Confidence = Sway(opinion.Confidence, leaning(ev))
	opinion.Evidence = list
	if opinion.Statement != nil {
		explainSway(opinion, before, ev)
	}
	return true
}

// Unweigh takes evidence that is gone out of an opinion, in place: its confidence
// moves back by what the evidence moved it, or would have moved it had it come
// after the opinion was stated. That is exact but where a confidence stood at an
// edge of [Sway]. Nested values are copied first.
func Unweigh(opinion *schema.Experience, id schema.ID) {
	before := opinion.Confidence
	var left []schema.Evidence
	for _, ev := range opinion.Evidence {
		if ev.ID != id {
			left = append(left, ev)
			continue
		}
		opinion.Confidence = Sway(opinion.Confidence, -leaning(ev))
		if opinion.Statement != nil {
			explainSway(opinion, before, ev)
		}
	}
	opinion.Evidence = left
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
