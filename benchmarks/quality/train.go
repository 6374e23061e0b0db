package main

import (
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/query/rank"
)

// reasoned are weights that conversations cannot teach; fitting leaves them as they are.
var reasoned = []rank.Feature{rank.Recency, rank.Importance, rank.Confidence, rank.Entities, rank.Graph}

// columnsOf lists the weights that a profile has, by gate and feature: what there is to be fitted.
func columnsOf(p *rank.Profile) (first []rank.Feature, columns []column) {
	for f := range rank.NumFeatures {
		if _, ok := p.First[f.String()]; ok {
			first = append(first, f)
		}
	}
	for g := range rank.NumGates {
		for f := range rank.NumFeatures {
			if _, ok := p.Weights[g.String()][f.String()]; ok && !slices.Contains(reasoned, f) {
				columns = append(columns, column{g, f})
			}
		}
	}
	return first, columns
}

// train fits a profile's weights to the cases and returns a profile of the same shape. The given one is not changed.
func train(shape *rank.Profile, cases []*Case) (*rank.Profile, error) {
	p := *shape
	firsts, columns := columnsOf(shape)
	var flat []column
	for _, f := range firsts {
		flat = append(flat, column{rank.Always, f})
	}
	if len(flat) > 0 {
		p.First = rank.Weights{}
		for j, w := range fit(groupsOf(&p, cases, flat, nil), len(flat)) {
			p.First[flat[j].feature.String()] = round(w)
		}
		if err := p.Compile(); err != nil {
			return nil, err
		}
	}
	first := make([]float64, rank.NumFeatures)
	for name, w := range p.First {
		f, _ := rank.ParseFeature(name) // compiled: it exists
		first[f] = w
	}
	p.Weights = map[string]rank.Weights{}
	for j, w := range fit(groupsOf(&p, cases, columns, first), len(columns)) {
		g := columns[j].gate.String()
		if p.Weights[g] == nil {
			p.Weights[g] = rank.Weights{}
		}
		p.Weights[g][columns[j].feature.String()] = round(w)
	}
	for g, w := range shape.Weights {
		for _, f := range reasoned {
			if x, ok := w[f.String()]; ok {
				if p.Weights[g] == nil {
					p.Weights[g] = rank.Weights{}
				}
				p.Weights[g][f.String()] = x
			}
		}
	}
	return &p, p.Compile()
}

func groupsOf(p *rank.Profile, cases []*Case, columns []column, first []float64) []group {
	var out []group
	for _, c := range cases {
		if g, ok := rowsOf(c, p, columns, first); ok {
			out = append(out, g)
		}
	}
	return out
}

// round keeps two decimals: more would be noise.
func round(w float64) float64 {
	if w < 0 {
		return -round(-w)
	}
	return float64(int(w*100+0.5)) / 100
}

// groups lists what cross-validation leaves out one at a time.
func groups(cases []*Case) []string {
	seen := map[string]bool{}
	for _, c := range cases {
		seen[c.Conversation.Group] = true
	}
	return slices.Sorted(maps.Keys(seen))
}

// folds is how many parts cross-validation makes at most: with hundreds of conversations one is as good as the next.
const folds = 10

// parts gives each group its part: one of its own, or one with others where there are more groups than folds.
func parts(cases []*Case) map[string]int {
	part := map[string]int{}
	for i, g := range groups(cases) {
		part[g] = i % folds
	}
	return part
}

// crossValidate fits without each part in turn and answers that part's questions. Extra cases are only learnt from.
func crossValidate(shape *rank.Profile, cases, extra []*Case) (Answer, error) {
	part := parts(cases)
	answers := make([]Answer, min(len(part), folds))
	for i := range answers {
		var rest []*Case
		for _, c := range slices.Concat(cases, extra) {
			if p, known := part[c.Conversation.Group]; !known || p != i {
				rest = append(rest, c)
			}
		}
		p, err := train(shape, rest)
		if err != nil {
			return nil, err
		}
		answers[i] = ranked(p)
	}
	return func(c *Case) []rank.ID { return answers[part[c.Conversation.Group]](c) }, nil
}
