package query

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Step is a record in a sequence, seen from another.
type Step struct {
	Record      schema.Experience `json:"record"`
	Depth       int               `json:"depth"`        // records after the start; negative before it
	TimeDelta   time.Duration     `json:"time_delta"`   // since the record before it, in whole seconds
	SameContext bool              `json:"same_context"` // as the record before it
}

// Sequence is a run of records joined by FOLLOWED_BY, with the Cypher that
// finds it.
type Sequence struct {
	Steps  []Step `json:"steps"`
	Cypher string `json:"cypher"`
}

// Followed returns what followed a record of the agent, up to steps records on,
// in order (002-11). It runs [graph.FollowedStatement].
func (q *Reader) Followed(ctx context.Context, agent string, id schema.ID, steps int) (Sequence, error) {
	if err := checkSteps("steps", steps); err != nil {
		return Sequence{}, err
	}
	agents := []string{agent}
	return q.sequence(ctx, agent, id, graph.FollowedStatement(agents, id.String(), steps), func(g *graph.Graph) ([]graph.Step, error) {
		return g.Followed(ctx, agents, id.String(), steps)
	})
}

// Chain returns the records before and after one in its sequence, in order, the
// record itself among them with depth 0. It runs [graph.ChainStatement].
func (q *Reader) Chain(ctx context.Context, agent string, id schema.ID, before, after int) (Sequence, error) {
	if err := cmp.Or(checkSteps("before", before), checkSteps("after", after)); err != nil {
		return Sequence{}, err
	}
	agents := []string{agent}
	return q.sequence(ctx, agent, id, graph.ChainStatement(agents, id.String(), before, after), func(g *graph.Graph) ([]graph.Step, error) {
		return g.ChainAround(ctx, agents, id.String(), before, after)
	})
}

func (q *Reader) sequence(ctx context.Context, agent string, id schema.ID, s graph.Statement, ask func(*graph.Graph) ([]graph.Step, error)) (Sequence, error) {
	if _, err := q.Get(ctx, []string{agent}, id); err != nil {
		return Sequence{}, err
	}
	g, err := q.store.Graph(ctx)
	if err != nil {
		return Sequence{}, err
	}
	found, err := ask(g)
	if err != nil {
		return Sequence{}, err
	}
	out := Sequence{Cypher: s.Cypher()}
	ids := make([]string, len(found))
	for i, step := range found {
		ids[i] = step.ID
	}
	records, err := q.hydrate(ctx, agent, ids)
	if err != nil {
		return Sequence{}, err
	}
	for i, step := range found {
		if records[i] != nil {
			out.Steps = append(out.Steps, Step{*records[i], step.Depth, step.TimeDelta, step.SameContext})
		}
	}
	return out, nil
}

// Bearing is a record that bears on another.
type Bearing struct {
	Record schema.Experience `json:"record"`
	Stance schema.Stance     `json:"stance"`
	Weight float64           `json:"weight"`
}

// Grounds is what a belief rests on, for and against, with the Cypher that finds
// it.
type Grounds struct {
	Bearings []Bearing `json:"bearings"`
	Cypher   string    `json:"cypher"`
}

// Evidence returns the records that one rests on, for and against. It runs
// [graph.EvidenceStatement].
func (q *Reader) Evidence(ctx context.Context, agent string, id schema.ID) (Grounds, error) {
	if _, err := q.Get(ctx, []string{agent}, id); err != nil {
		return Grounds{}, err
	}
	g, err := q.store.Graph(ctx)
	if err != nil {
		return Grounds{}, err
	}
	agents := []string{agent}
	found, err := g.Evidence(ctx, agents, id.String())
	if err != nil {
		return Grounds{}, err
	}
	out := Grounds{Cypher: graph.EvidenceStatement(agents, id.String()).Cypher()}
	ids := make([]string, len(found))
	for i, ev := range found {
		ids[i] = ev.ID
	}
	records, err := q.hydrate(ctx, agent, ids)
	if err != nil {
		return Grounds{}, err
	}
	for i, ev := range found {
		if records[i] != nil {
			out.Bearings = append(out.Bearings, Bearing{*records[i], schema.Stance(ev.Stance), ev.Weight})
		}
	}
	return out, nil
}

// hydrate reads the records that the graph named. One that is gone meanwhile, or
// is not the agent's (I5), is nil.
func (q *Reader) hydrate(ctx context.Context, agent string, ids []string) ([]*schema.Experience, error) {
	keys := make([]schema.ID, len(ids))
	for i, s := range ids {
		id, err := uuid.Parse(s)
		if err != nil {
			return nil, fmt.Errorf("query: record id %q in the graph: %w", s, err)
		}
		keys[i] = id
	}
	var out []*schema.Experience
	err := q.store.View(ctx, func(r *ledger.Reader) (err error) {
		out, err = r.Experiences(keys)
		return err
	})
	for i, e := range out {
		if e != nil && e.Agent != agent {
			out[i] = nil
		}
	}
	return slices.Clip(out), err
}
