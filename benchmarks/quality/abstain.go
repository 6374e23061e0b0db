package main

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/query/rank"
)

// Abstention are the figures of questions that have no answer in the memory that is asked.
type Abstention struct {
	// Floor is the confidence that keeps KeptHits of the evidence found in the questions' own conversations.
	Floor    float64 `json:"floor"`
	KeptHits float64 `json:"kept_hits"`
	// Silent is the share of foreign questions answered with nothing at that floor.
	Silent float64 `json:"silent"`
	// At the profile's own floor.
	ProfileFloor    float64 `json:"profile_floor"`
	ProfileKeptHits float64 `json:"profile_kept_hits"`
	ProfileSilent   float64 `json:"profile_silent"`
	Foreign         int     `json:"foreign_questions"`
}

// keep is the share of hits that the floor must not cost.
const keep = 0.97

// strangers asks each question of the conversations that it is not about: of the next one, or of all others.
func strangers(ctx context.Context, cases []*Case) ([]*Case, error) {
	var agents []*Case
	for _, c := range cases {
		if len(agents) == 0 || agents[len(agents)-1].Conversation != c.Conversation {
			agents = append(agents, c)
		}
	}
	var out []*Case
	for n, c := range cases {
		var others []*Case
		for _, a := range agents {
			if a.Conversation.Group != c.Conversation.Group {
				others = append(others, a)
			}
		}
		if len(others) == 0 || c.Probe.Category == 5 {
			continue
		}
		other := others[n%len(others)]
		q, candidates, err := other.Agent.Gather(ctx, c.Probe.Question)
		if err != nil {
			return nil, err
		}
		out = append(out, &Case{other.Conversation, other.Agent, &Probe{Question: c.Probe.Question, Category: c.Probe.Category}, q, candidates})
	}
	return out, nil
}

// verdict is a question as the floor sees it.
type verdict struct {
	hits       float64 // evidence among the first ten
	foreign    bool
	confidence float64
}

// verdicts are the confidences of a profile in its own and in foreign questions.
func verdicts(p *rank.Profile, own, foreign []*Case) []verdict {
	var out []verdict
	zero := 0.0
	for i, c := range slices.Concat(own, foreign) {
		if c.Probe.Category == 5 {
			continue
		}
		r := p.Rank(c.Question, c.Candidates, rank.Options{K: depth, Floor: &zero})
		v := verdict{foreign: i >= len(own), confidence: r.Confidence}
		for _, h := range r.Hits {
			if !v.foreign && c.gold(h.ID) {
				v.hits++
			}
		}
		out = append(out, v)
	}
	return out
}

// abstention finds the floor that keeps the hits, and counts the silence there and at the profile's own floor.
func abstention(vs []verdict, least float64) Abstention {
	a := Abstention{Floor: floorThatKeeps(vs, keep), ProfileFloor: least}
	for _, v := range vs {
		if v.foreign {
			a.Foreign++
		}
	}
	a.KeptHits, a.Silent = shareAt(vs, a.Floor)
	a.ProfileKeptHits, a.ProfileSilent = shareAt(vs, least)
	return a
}

// floorThatKeeps is the greatest confidence that costs no more than the rest of the hits.
func floorThatKeeps(vs []verdict, share float64) float64 {
	var own []verdict
	total, lost := 0.0, 0.0
	for _, v := range vs {
		if !v.foreign {
			own = append(own, v)
			total += v.hits
		}
	}
	slices.SortFunc(own, func(a, b verdict) int { return cmp.Compare(a.confidence, b.confidence) })
	for _, v := range own {
		if lost += v.hits; lost > (1-share)*total {
			return v.confidence
		}
	}
	return 0
}

// shareAt returns the share of hits kept and of foreign questions answered with nothing at a floor.
func shareAt(vs []verdict, floor float64) (kept, silent float64) {
	hits, foreign := 0.0, 0.0
	for _, v := range vs {
		if v.foreign {
			foreign++
			if v.confidence < floor {
				silent++
			}
			continue
		}
		hits += v.hits
		if v.confidence >= floor {
			kept += v.hits
		}
	}
	return kept / max(hits, 1), silent / max(foreign, 1)
}

// kept is the share of hits that the default profile's own floor keeps: it errs on the side of answering.
const kept = 0.99

// fitFloor fits the floor's logistic model on questions of their own and of foreign conversations, set by set. The least
// confidence is set on the first of the sets.
func fitFloor(p *rank.Profile, own, foreign [][]*Case) (*rank.Profile, error) {
	var rows [][]float64
	var y []float64
	add := func(cases []*Case, label float64) {
		for _, c := range cases {
			if c.Probe.Category != 5 {
				e := p.Evidence(c.Question, c.Candidates)
				rows, y = append(rows, append(e[:], 1)), append(y, label)
			}
		}
	}
	for i := range own {
		add(own[i], 1)
		add(foreign[i], 0)
	}
	w := make([]float64, int(rank.NumEvidence)+1)
	minimise(w, func(w, gradient []float64) float64 { return logistic(rows, y, w, gradient) })
	out := *p
	out.Floor = rank.Floor{Bias: round(w[rank.NumEvidence]), Weights: rank.Weights{}}
	for e := range rank.NumEvidence {
		out.Floor.Weights[e.String()] = round(w[e])
	}
	if err := out.Compile(); err != nil {
		return nil, err
	}
	floor := floorThatKeeps(verdicts(&out, own[0], nil), kept)
	out.Floor.Least = math.Floor(floor*1000) / 1000
	return &out, out.Compile()
}

// logistic is the mean log loss with a small ridge, and its gradient.
func logistic(rows [][]float64, y, w, gradient []float64) float64 {
	clear(gradient)
	loss := 0.0
	for i, row := range rows {
		x := product(row, w)
		p := 1 / (1 + math.Exp(-x))
		loss += math.Log1p(math.Exp(-math.Abs(x))) + math.Max(x, 0) - y[i]*x
		for j, v := range row {
			gradient[j] += (p - y[i]) * v
		}
	}
	n := float64(len(rows))
	loss /= n
	for j := range w {
		gradient[j] = gradient[j]/n + 2*ridge*w[j]
		loss += ridge * w[j] * w[j]
	}
	return loss
}
