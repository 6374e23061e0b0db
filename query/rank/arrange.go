package rank

import (
	"cmp"
	"slices"
	"time"
)

// arranged tells whether the answer is in an order of its own, since the question names no subject.
func (q *Question) arranged() bool { return q.Scope != Particular || q.Ahead || q.Newest || q.Done }

// ofKind returns, of candidates in an order, those of the kind that a question asks for, or that say the name it asks for, and of its
// dates, if it has any: the newest first.
func (s *Signals) ofKind(q *Question, order []int) (kindred []int) {
	if q.Scope != Kindred && q.Called == "" {
		return nil
	}
	for _, i := range order {
		if c := s.candidates[i]; c.OfKind && (len(q.When) == 0 || slices.ContainsFunc(q.When, c.isOf)) {
			kindred = append(kindred, i)
		}
	}
	slices.SortFunc(kindred, s.newerFirst)
	return kindred
}

// arrange puts candidates that answer alike, since nothing is named, in order: the newest first, or before those the weightiest.
func (s *Signals) arrange(q *Question, order []int) {
	slices.SortFunc(order, func(a, b int) int {
		weight := func(i int) float64 { return s.Values[i][Importance] }
		if q.Newest || weight(a) == weight(b) {
			return s.newerFirst(a, b)
		}
		return cmp.Compare(weight(b), weight(a))
	})
}

// soonestFirst puts candidates in the order in which what they tell of lies ahead.
func (s *Signals) soonestFirst(q *Question, order []int) {
	soonest := func(i int) time.Time {
		c := s.candidates[i]
		first := c.Time
		for _, e := range c.Events {
			if tellsOf(q.When[0], e) && (first.Before(q.Now) || e.From.Before(first)) {
				first = e.From
			}
		}
		return first
	}
	slices.SortStableFunc(order, func(a, b int) int { return soonest(a).Compare(soonest(b)) })
}

// deedsFirst puts what happened before what is so, where a question asks what was done.
func (s *Signals) deedsFirst(q *Question, order []int) {
	if q.Done {
		rank := func(i int) int { return int(flag(s.candidates[i].Class != Episodic)) }
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	}
}

// newerFirst compares candidates by their times, then by their places, which are those of their ids.
func (s *Signals) newerFirst(a, b int) int {
	return cmp.Or(s.candidates[b].Time.Compare(s.candidates[a].Time), cmp.Compare(a, b))
}

// even is the confidence from which a hit is as likely an answer as not.
const even = 0.5

// enough is how much of a subject a record is to cover to speak of it, as a share of what covers most of it.
const enough = 0.4

// latest puts those of an order that speak of the subject before the others, the newest first.
func (s *Signals) latest(order []int) []int {
	most := 0.0
	for _, i := range order {
		most = max(most, s.Values[i][CoverOwn])
	}
	var first, rest []int
	for _, i := range order {
		if most > 0 && s.Values[i][CoverOwn] >= enough*most {
			first = append(first, i)
		} else {
			rest = append(rest, i)
		}
	}
	slices.SortFunc(first, s.newerFirst)
	return append(first, rest...)
}

// besides are those of an order that answer beside the records of the kind asked for: what is told in passing is kept as something
// else, but where there are such records it is to be likely, unless whatever there is is asked for.
func (p *Profile) besides(q *Question, s *Signals, order, kindred []int) []int {
	return slices.DeleteFunc(slices.Clone(order), func(i int) bool {
		return slices.Contains(kindred, i) || q.Scope != Whole && p.Floor.confidence(&s.Evidence[i]) < even
	})
}

// apart is by how much a lifted hit scores more than the next one.
const apart = 0.01

// lift raises the scores of hits that are in an order of their own above those of the next ones, as scores order an answer.
func lift(hits []Hit) {
	for i := len(hits) - 2; i >= 0; i-- {
		h := &hits[i]
		up := hits[i+1].Score + apart - h.Score
		if up <= 0 {
			continue
		}
		h.Score += up
		if h.Why != nil {
			h.Why.Value = h.Score
			h.Why.Parts = append(h.Why.Parts, Explanation{Name: "an order of its own", Value: up})
		}
	}
}
