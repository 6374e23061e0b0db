package rank

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// Options say how much of the answer is wanted.
type Options struct {
	// K is the greatest number of hits, a ceiling and not a quota. Default: 10.
	K int
	// Tail, when set, is how many hits need not fear the profile's Select.Tail.
	Tail int
	// Floor, when set, replaces the profile's least confidence; 0 always answers.
	Floor *float64
	// Explain fills Hit.Why.
	Explain bool
}

// Hit is a candidate of the answer.
type Hit struct {
	ID ID
	// Index of the candidate among those given.
	Index int
	Score float64
	// Confidence that the hit answers the question, 0 to 1, on the scale of the profile's floor.
	Confidence float64
	// Why is the score as a tree; nil unless Options.Explain is set.
	Why *Explanation
}

// Result is the answer to a question.
type Result struct {
	// Hits, best first.
	Hits []Hit
	// Confidence that the best candidates together hold an answer, whether or not it reached the floor; 0 without any.
	Confidence float64
	// Abstained tells that there were candidates, but none that reached the floor; OtherDates, that none was of the dates which are
	// all that the question names.
	Abstained, OtherDates bool
	// Duplicates counts candidates that were likely enough, and dropped as near duplicates of a better one.
	Duplicates int
}

// Rank orders the candidates and selects the hits. It changes neither argument. It is safe for concurrent use.
func (p *Profile) Rank(q Question, candidates []Candidate, o Options) Result {
	r := p.Begin(q, candidates)
	defer r.Release()
	return r.Rank(o)
}

// Ranking is the candidates of one question on the way to its hits, in two steps: what is dear to find out, Candidate.Best, need
// only be filled in for the [Ranking.Promising] ones, before [Ranking.Rank]. It is for one goroutine, and reads the
// candidates, which are the caller's, until it is released.
type Ranking struct {
	profile  *Profile
	question Question
	given    []Candidate
	signals  *Signals
}

// Begin computes what the candidates show without Best. It is safe for concurrent use.
func (p *Profile) Begin(q Question, candidates []Candidate) *Ranking {
	return &Ranking{p, q, candidates, p.newSignals(&q, candidates)}
}

// Release gives the memory of the ranking to the next one; it is not to be used after that.
func (r *Ranking) Release() {
	r.signals.release()
	r.signals = nil
}

// Rank orders the candidates and selects the hits.
func (r *Ranking) Rank(o Options) Result {
	if o.K <= 0 {
		o.K = 10
	}
	p, q, s := r.profile, &r.question, r.signals
	s.complete(p, q, r.given)
	scores, order := p.order(s)
	var out Result
	if len(order) == 0 {
		return out
	}
	together := s.Together(order[:min(len(order), judged)])
	out.Confidence = p.Floor.confidence(&together)
	then := s.ofDates(q, order)
	answers, found := r.answers(scores, order, then, out.Confidence >= r.least(order, then, o.Floor), o)
	if !found {
		out.Abstained, out.OtherDates = true, len(then) == 0 && q.DateAlone
		return out
	}
	answers, out.Duplicates = p.distinct(s, answers, o.K)
	for _, i := range p.choose(q, s, scores, answers, o.K) {
		h := Hit{ID: s.candidates[i].ID, Index: s.Order[i], Score: scores[i], Confidence: p.Floor.confidence(&s.Evidence[i])}
		if o.Explain {
			h.Why = p.explain(s, i, h.Score)
		}
		out.Hits = append(out.Hits, h)
	}
	if q.arranged() {
		lift(out.Hits)
	}
	return out
}

// answers picks those of candidates in an order that answer, best first, and tells whether there may be any: where something is likely
// to, or is kept as what is asked for and the caller sets no floor. Those of the dates that are all that the question names answer alone.
func (r *Ranking) answers(scores []float64, order, then []int, likely bool, o Options) (answers []int, found bool) {
	p, q, s := r.profile, &r.question, r.signals
	kindred := s.ofKind(q, order)
	if !likely && (len(kindred) == 0 || o.Floor != nil) {
		return nil, false
	}
	switch {
	case q.Scope == Whole:
		answers = order
		s.arrange(q, answers)
		s.deedsFirst(q, answers)
	case len(then) > 0 && q.wantsAll():
		answers = then
		if q.Ahead {
			s.soonestFirst(q, answers)
		}
		s.deedsFirst(q, answers)
	case likely:
		answers = p.likely(scores, order, o.Tail)
		if q.Newest {
			answers = s.latest(answers)
		}
	}
	if len(kindred) > 0 {
		answers = slices.Concat(kindred, p.besides(q, s, answers, kindred))
	}
	return answers, true
}

// least is the confidence that an answer needs: what the caller says or the profile. What is of the dates that are all that the
// question names needs none, and what is not is no answer.
func (r *Ranking) least(order, then []int, floor *float64) float64 {
	q := &r.question
	switch {
	case floor != nil:
		return *floor
	case len(then) > 0:
		return 0
	case q.DateAlone && q.wantsAll():
		return math.Inf(1)
	}
	return r.profile.Floor.least(r.signals.candidates[order[0]].Note)
}

// wantsAll tells whether a question of a date alone is for all that is of it. What somebody did that day, or where, other days
// tell as well, and not all of that day does.
func (q *Question) wantsAll() bool { return q.Want == Anything && !q.named }

// until are the dates of the question, of which one that began and has no end lasts until now: what is still to come is not since then.
func (q *Question) until() []Range {
	when := slices.Clone(q.When)
	for i, r := range when {
		if r.To.IsZero() && r.From.Before(q.Now) {
			when[i].To = q.Now.Add(time.Microsecond)
		}
	}
	return when
}

// ofDates returns, of candidates in an order, those that are of the dates which are all that the question names.
func (s *Signals) ofDates(q *Question, order []int) (then []int) {
	if !q.DateAlone {
		return nil
	}
	when := q.until()
	for _, i := range order {
		if slices.ContainsFunc(when, s.candidates[i].isOf) {
			then = append(then, i)
		}
	}
	return then
}

// Promising returns the places of the candidates whose Best is worth filling in, in order: the
// n that the first pass of a Linear profile prefers without it, or all of them for
// another profile. It is to be called before Rank.
func (r *Ranking) Promising(n int) []int {
	places := make([]int, 0, len(r.given))
	s := r.signals
	if len(r.given) <= n || r.profile.Fusion != Linear {
		for i := range r.given {
			places = append(places, i)
		}
		return places
	}
	first := r.profile.firstScores(s)
	s.scratch = append(s.scratch[:0], first...)
	least := greatest(s.scratch, min(n, len(first)))
	for i, score := range first {
		if score > least {
			places = append(places, s.Order[i])
		}
	}
	for i, score := range first { // of those that are equal, the first by their IDs
		if score == least && len(places) < n {
			places = append(places, s.Order[i])
		}
	}
	slices.Sort(places)
	return places
}

// firstScores weighs what each candidate shows by itself.
func (p *Profile) firstScores(s *Signals) []float64 {
	first := make([]float64, len(s.Values))
	for i := range s.Values {
		first[i] = dot(&p.first, &s.Values[i])
	}
	return first
}

// order returns the score of each candidate, and the candidates from the best to the worst.
func (p *Profile) order(s *Signals) (scores []float64, order []int) {
	scores = p.scores(s)
	order = make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch x, y := scores[a], scores[b]; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return a - b
	})
	return scores, order
}

// Evidence returns what the floor judges a question by: the evidence of its best candidates together.
func (p *Profile) Evidence(q Question, candidates []Candidate) [NumEvidence]float64 {
	s := p.Signals(q, candidates)
	_, order := p.order(s)
	return s.Together(order[:min(len(order), judged)])
}

// Signals computes the features of the candidates, those of the sequence included. Ranking does it by itself; this is for
// fitting weights and for reports.
func (p *Profile) Signals(q Question, candidates []Candidate) *Signals {
	s := p.newSignals(&q, candidates)
	s.complete(p, &q, candidates)
	return s
}

func dot(w, v *[NumFeatures]float64) float64 {
	sum := 0.0
	for f := range NumFeatures {
		sum += w[f] * v[f]
	}
	return sum
}

// scores fuses the signals of each candidate into one.
func (p *Profile) scores(s *Signals) []float64 {
	out := make([]float64, len(s.Values))
	switch p.Fusion {
	case Kinds:
		for i := range out {
			out[i] = p.kindScore(s, i)
		}
	case RRF:
		p.reciprocal(s, out)
	default:
		for i := range out {
			for g := range NumGates {
				if gate := s.Gates[i][g]; gate != 0 {
					out[i] += gate * dot(&p.weights[g], &s.Values[i])
				}
			}
		}
	}
	return out
}

// kindScore weighs meaning, entities and recency by the record's class, times its confidence.
func (p *Profile) kindScore(s *Signals, i int) float64 {
	c, w := &s.candidates[i], p.Kinds[s.candidates[i].Class.String()]
	sum := w["meaning"]*max(0, c.Cosines.Own) + w["entities"]*c.Entities + w["recency"]*s.Values[i][Recency]
	return sum * (1 + s.Values[i][Confidence])
}

// reciprocal adds weight / (k + rank) of each arm that found a candidate at all.
func (p *Profile) reciprocal(s *Signals, out []float64) {
	for f := range NumFeatures {
		w := p.Arms[f.String()]
		if w == 0 {
			continue
		}
		for rank, i := range s.ranked(f) {
			out[i] += w / (p.RRFK + float64(rank+1))
		}
	}
}

// ranked returns the candidates that a feature speaks for, best first.
func (s *Signals) ranked(f Feature) []int {
	var order []int
	for i := range s.Values {
		if s.Values[i][f] > 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Values[b][f], s.Values[a][f]) })
	return order
}

// judged is how many of the best candidates show whether there is an answer.
const judged = 5

// considered is how many candidates a place among the hits is chosen from.
const considered = 6

// distinct drops candidates that nearly equal a better one; it looks no further than is needed for k hits.
func (p *Profile) distinct(s *Signals, order []int, k int) (kept []int, dropped int) {
	kept = order
	if p.Select.NearDuplicate >= 0 {
		kept = nil
		for _, i := range order {
			if len(kept) >= considered*k {
				break
			}
			if slices.ContainsFunc(kept, func(j int) bool { return p.alike(&s.candidates[i], &s.candidates[j]) }) {
				dropped++
				continue
			}
			kept = append(kept, i)
		}
	}
	return kept[:min(len(kept), considered*k)], dropped
}

// alike tells near duplicates; short texts say too little to tell.
func (p *Profile) alike(a, b *Candidate) bool {
	return a.Simhash != 0 && b.Simhash != 0 && min(a.Words.Length, b.Words.Length) >= 10 &&
		text.SimhashDistance(a.Simhash, b.Simhash) <= p.Select.NearDuplicate
}

// likely leaves out the candidates that fall off from the best, and those behind the tail's beginning that do by more.
func (p *Profile) likely(scores []float64, order []int, tail int) []int {
	if p.Fusion != Linear {
		return order
	}
	order = cut(order, scores, p.Select.Cut, 0)
	if tail > 0 {
		order = cut(order, scores, p.Select.Tail, tail)
	}
	return order
}

// choose returns the hits: the best k, spread over sessions where a list is asked for.
func (p *Profile) choose(q *Question, s *Signals, scores []float64, order []int, k int) []int {
	if !q.List || q.arranged() || p.Select.SessionPenalty == 0 {
		return order[:min(len(order), k)]
	}
	return p.spread(s, scores, order, k)
}

// cut leaves out what is less than a share as likely as the best, but none of the first few.
func cut(order []int, scores []float64, share float64, few int) []int {
	if share == 0 || len(order) <= few {
		return order
	}
	least := scores[order[0]] + math.Log(share)
	if end := slices.IndexFunc(order[few:], func(i int) bool { return scores[i] < least }); end >= 0 {
		return order[:few+end]
	}
	return order
}

// spread picks one hit after another, each lowered by the hits of its session already picked.
func (p *Profile) spread(s *Signals, scores []float64, order []int, k int) []int {
	left := slices.Clone(order)
	taken := map[string]int{}
	var out []int
	for len(out) < k && len(left) > 0 {
		best, bestScore := 0, math.Inf(-1)
		for j, i := range left {
			x := scores[i]
			if session := s.candidates[i].Session; session != "" {
				x -= p.Select.SessionPenalty * float64(taken[session])
			}
			if x > bestScore {
				best, bestScore = j, x
			}
		}
		i := left[best]
		out = append(out, i)
		taken[s.candidates[i].Session]++
		left = slices.Delete(left, best, best+1)
	}
	return out
}
