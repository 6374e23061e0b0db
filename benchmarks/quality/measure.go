package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/query/rank"
)

// depth is how many hits count.
const depth = 10

// Case is one question with what was gathered for it.
type Case struct {
	Conversation *Conversation
	Agent        Agent
	Probe        *Probe
	Question     rank.Question
	Candidates   []rank.Candidate
}

// gold tells whether a candidate is evidence.
func (c *Case) gold(id rank.ID) bool { return c.Probe.Evidence[c.Agent.Turn(id)] }

// Row are the figures of one category of questions.
type Row struct {
	Category  string  `json:"category"`
	Questions int     `json:"questions"`
	Recall    float64 `json:"recall_at_10"`
	NDCG      float64 `json:"ndcg_at_10"`
	Hit       float64 `json:"hit_at_1"`
}

// figures are recall, nDCG and hit of one answer.
func figures(c *Case, hits []rank.ID) (recall, ndcg, hit float64) {
	found, gain, ideal := 0.0, 0.0, 0.0
	for i, id := range hits[:min(len(hits), depth)] {
		if c.gold(id) {
			found++
			gain += 1 / math.Log2(float64(i+2))
			if i == 0 {
				hit = 1
			}
		}
	}
	n := len(c.Probe.Evidence)
	for i := range min(n, depth) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	return found / float64(n), gain / ideal, hit
}

var categoryNames = map[int]string{1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop", 5: "5 adversarial", 0: "all"}

// Answer gives the hits of a case, best first.
type Answer func(c *Case) []rank.ID

// Table measures answers by category; the last row is the mean over all questions that are not adversarial.
func Table(cases []*Case, answer Answer) []Row {
	sums := map[int]*Row{}
	total := &Row{Category: "1 to 4"}
	add := func(r *Row, recall, ndcg, hit float64) {
		r.Questions++
		r.Recall, r.NDCG, r.Hit = r.Recall+recall, r.NDCG+ndcg, r.Hit+hit
	}
	for _, c := range cases {
		recall, ndcg, hit := figures(c, answer(c))
		k := c.Probe.Category
		if sums[k] == nil {
			sums[k] = &Row{Category: categoryName(k)}
		}
		add(sums[k], recall, ndcg, hit)
		if k != 5 {
			add(total, recall, ndcg, hit)
		}
	}
	var out []Row
	for _, r := range append(slices.Collect(sorted(sums)), total) {
		if n := float64(r.Questions); n > 0 {
			r.Recall, r.NDCG, r.Hit = r.Recall/n, r.NDCG/n, r.Hit/n
		}
		out = append(out, *r)
	}
	return out
}

// sorted yields the values of a map by key.
func sorted(m map[int]*Row) func(func(*Row) bool) {
	var keys []int
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return func(yield func(*Row) bool) {
		for _, k := range keys {
			if !yield(m[k]) {
				return
			}
		}
	}
}

// total is the row over all questions that are not adversarial.
func total(rows []Row) Row { return rows[len(rows)-1] }

// ranked answers with a profile; the floor is left out, as recall asks what is found.
func ranked(p *rank.Profile) Answer {
	return func(c *Case) []rank.ID {
		zero := 0.0
		r := p.Rank(c.Question, c.Candidates, rank.Options{K: depth, Floor: &zero})
		ids := make([]rank.ID, len(r.Hits))
		for i, h := range r.Hits {
			ids[i] = h.ID
		}
		return ids
	}
}

// byFeature answers by one score alone: the arms, and the floor that ranking has to beat.
func byFeature(get func(*rank.Candidate) float64) Answer {
	return func(c *Case) []rank.ID {
		order := slices.Clone(c.Candidates)
		slices.SortStableFunc(order, func(a, b rank.Candidate) int { return cmp.Compare(get(&b), get(&a)) })
		var ids []rank.ID
		for _, x := range order[:min(len(order), depth)] {
			ids = append(ids, x.ID)
		}
		return ids
	}
}
