package main

import (
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/query/rank"
)

// reasoned are weights that conversations cannot teach; fitting leaves them as they are.
var reasoned = []rank.Feature{rank.Recency, rank.Importance, rank.Confidence, rank.Entities, rank.Graph}

// columnsOf lists the weights that a profile has, by gate and feature.
func columnsOf(p *rank.Profile) (first []rank.Feature, columns []column) {
	for f := range rank.NumFeatures {
		if _, ok := p.First[f.String()]; ok {
			first = append(first, f)
		}
	}
	for g := range rank.NumGates {
		for f := range rank.NumFeatures {
			if _, ok := p.Weights[g.String()][f.String()]; ok {
				columns = append(columns, column{g, f})
			}
		}
	}
	return first, columns
}

// train fits a profile's weights and returns a profile of the same shape. The weights of chats with an agent come last and alone,
// fitted to the chats among the cases and to more of them: so those teach nothing about how people talk with one another. The
// given profile is not changed.
func train(shape *rank.Profile, cases, chats []*Case) (*rank.Profile, error) {
	p, err := trainGeneral(shape, cases)
	if err != nil {
		return nil, err
	}
	return trainChats(p, shape, cases, chats)
}

// trainGeneral fits all weights but those of chats, which it leaves out.
func trainGeneral(shape *rank.Profile, cases []*Case) (*rank.Profile, error) {
	p := *shape
	p.Weights = map[string]rank.Weights{}
	firsts, columns := columnsOf(shape)
	if err := trainFirst(&p, cases, firsts); err != nil {
		return nil, err
	}
	var fitted []column
	for _, c := range columns {
		if c.gate != rank.IfChat && !slices.Contains(reasoned, c.feature) {
			fitted = append(fitted, c)
		}
	}
	trainSecond(&p, cases, fitted)
	for _, c := range columns {
		if slices.Contains(reasoned, c.feature) {
			c.set(p.Weights, c.of(shape))
		}
	}
	return &p, p.Compile()
}

// trainChats adds the weights of chats that a shape has, with all others held.
func trainChats(general, shape *rank.Profile, cases, chats []*Case) (*rank.Profile, error) {
	p := *general
	p.Weights = maps.Clone(general.Weights)
	_, columns := columnsOf(shape)
	columns = slices.DeleteFunc(columns, func(c column) bool { return c.gate != rank.IfChat || slices.Contains(reasoned, c.feature) })
	asked := slices.Concat(cases, chats, chats) // chats are fewer than what is retold as such, and count twice
	trainSecond(&p, slices.DeleteFunc(asked, func(c *Case) bool { return !c.Question.Chat }), columns)
	return &p, p.Compile()
}

// trainFirst fits the weights of the first pass.
func trainFirst(p *rank.Profile, cases []*Case, features []rank.Feature) error {
	if len(features) == 0 {
		return nil
	}
	columns := make([]column, len(features))
	for j, f := range features {
		columns[j] = column{rank.Always, f}
	}
	p.First = rank.Weights{}
	for j, w := range fit(groupsOf(p, cases, columns, nil), len(columns)) {
		p.First[columns[j].feature.String()] = round(w)
	}
	return p.Compile()
}

// trainSecond fits weights of the second pass, and holds those that are there.
func trainSecond(p *rank.Profile, cases []*Case, columns []column) {
	if len(columns) == 0 {
		return
	}
	first := make([]float64, rank.NumFeatures)
	for name, w := range p.First {
		f, _ := rank.ParseFeature(name) // compiled: it exists
		first[f] = w
	}
	for j, w := range fit(groupsOf(p, cases, columns, first), len(columns)) {
		columns[j].set(p.Weights, round(w))
	}
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

// crossValidate fits without each part in turn and answers that part's questions. What is beside the cases is only learnt from,
// that of a part's groups not for it.
func crossValidate(shape *rank.Profile, cases []*Case, beside lessons) (Answer, error) {
	part := parts(cases)
	answers := make([]Answer, min(len(part), folds))
	for i := range answers {
		within := func(c *Case) bool {
			p, known := part[c.Conversation.Group]
			return known && p == i
		}
		known := slices.DeleteFunc(slices.Concat(cases, beside.long, beside.others), within)
		p, err := train(shape, known, slices.DeleteFunc(slices.Clone(beside.chats), within))
		if err != nil {
			return nil, err
		}
		answers[i] = ranked(p)
	}
	return func(c *Case) []rank.ID { return answers[part[c.Conversation.Group]](c) }, nil
}

// crossValidateChats fits the weights of chats without each chat in turn, all else to all cases, and answers its questions.
func crossValidateChats(shape *rank.Profile, cases, chats []*Case) (Answer, error) {
	general, err := trainGeneral(shape, cases)
	if err != nil {
		return nil, err
	}
	answers := map[string]Answer{}
	for _, group := range groups(chats) {
		others := slices.DeleteFunc(slices.Clone(chats), func(c *Case) bool { return c.Conversation.Group == group })
		p, err := trainChats(general, shape, cases, others)
		if err != nil {
			return nil, err
		}
		answers[group] = ranked(p)
	}
	return func(c *Case) []rank.ID { return answers[c.Conversation.Group](c) }, nil
}
