package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/rank"
)

// Situations is how well past experiences like a situation are found, and read.
type Situations struct {
	Rows []Row `json:"rows"` // of Similar, where Recall has a table too
	// Answered is the share of situations with experiences like them that find one, and Strange the share of those without
	// that find none.
	Answered float64  `json:"answered"`
	Strange  *float64 `json:"strange_unanswered,omitempty"`
	// First is the share of situations that are answered whose first option is one of theirs.
	First float64 `json:"first_option_right"`
	// Solution is the share of the situations in which something once worked whose first option is such a one.
	Solution float64 `json:"first_option_worked"`
	// Told is the share of the experiences that ended well or badly which are read so, Misread the share of these that are read
	// the other way round, and Untold the share of the others that are not read as either.
	Told    float64 `json:"outcomes_told"`
	Misread float64 `json:"outcomes_misread"`
	Untold  float64 `json:"open_outcomes_untold"`
}

// faceAll asks for experiences like each situation of the agents; nil where there are none.
func faceAll(ctx context.Context, agents []*told, cases []*Case) (*Situations, error) {
	cases = slices.DeleteFunc(slices.Clone(cases), func(c *Case) bool { return categoryName(c.Probe.Category) != situation })
	if len(cases) == 0 {
		return nil, nil
	}
	out := &Situations{}
	if err := out.findAlike(ctx, cases); err != nil {
		return nil, err
	}
	var strange []bool
	for _, agent := range agents {
		for _, text := range agent.c.Strange {
			p, err := agent.face(ctx, text)
			if err != nil {
				return nil, err
			}
			strange = append(strange, len(p.Options) == 0)
		}
	}
	out.Strange = shareOfAny(strange)
	out.readOutcomes(agents)
	return out, nil
}

// findAlike measures what is found for situations that have experiences like them.
func (s *Situations) findAlike(ctx context.Context, cases []*Case) error {
	hits := map[*Case][]rank.ID{}
	var answered, first, solution []bool
	for _, c := range cases {
		p, err := c.Agent.(*told).face(ctx, c.Probe.Question)
		if err != nil {
			return err
		}
		hits[c] = byMatch(p)
		answered = append(answered, len(p.Options) > 0)
		if len(p.Options) == 0 {
			continue
		}
		best := p.Options[0].Precedents[0].Record.ID
		first = append(first, c.gold(best))
		if c.solved() {
			solution = append(solution, c.gold(best) && c.worked(best))
		}
	}
	s.Rows = Table(cases, func(c *Case) []rank.ID { return hits[c] })
	s.Answered, s.First, s.Solution = share(answered), share(first), share(solution)
	return nil
}

// solved tells whether something that worked is like the situation.
func (c *Case) solved() bool {
	return slices.ContainsFunc(c.Conversation.Turns, func(t Turn) bool { return c.Probe.Evidence[t.ID] && t.Worked == "+" })
}

// worked tells whether what was done worked, as it was judged.
func (c *Case) worked(id rank.ID) bool {
	return slices.ContainsFunc(c.Conversation.Turns, func(t Turn) bool { return t.ID == c.Agent.Turn(id) && t.Worked == "+" })
}

// face asks for experiences like a situation.
func (t *told) face(ctx context.Context, situation string) (*lukasa.Precedents, error) {
	t.ready()
	p, err := t.mem.Similar(ctx, lukasa.Situation{Text: situation})
	if err != nil {
		err = fmt.Errorf("quality: %s: %q: %w", t.c.ID, situation, err)
	}
	return p, err
}

// byMatch are the precedents of all options, the best match first.
func byMatch(p *lukasa.Precedents) []rank.ID {
	var all []lukasa.Precedent
	for _, o := range p.Options {
		all = append(all, o.Precedents...)
	}
	slices.SortStableFunc(all, func(a, b lukasa.Precedent) int { return cmp.Compare(b.Score, a.Score) })
	ids := make([]rank.ID, len(all))
	for i := range all {
		ids[i] = all[i].Record.ID
	}
	return ids
}

// readOutcomes compares how outcomes are read with how they were judged.
func (s *Situations) readOutcomes(agents []*told) {
	var read, misread, untold []bool
	for _, agent := range agents {
		for _, t := range agent.c.Turns {
			score, known := query.Worked(&lukasa.Experience{Outcome: t.Parts[2]})
			switch t.Worked {
			case "+", "-":
				right := known && score > 0 == (t.Worked == "+")
				read, misread = append(read, right), append(misread, known && !right)
			case "?":
				untold = append(untold, !known || score == 0)
			}
		}
	}
	s.Told, s.Misread, s.Untold = share(read), share(misread), share(untold)
}
