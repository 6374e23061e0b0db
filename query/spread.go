package query

import (
	"context"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// reach is how a record was reached over the graph.
type reach struct {
	from       schema.ID
	activation float64 // 0 to 1
}

// damping is what is left of an activation after one edge.
const damping = 0.5

// spread returns the arm that follows SIMILAR_TO from the best records that the
// other arms found, one edge far in either direction. An edge passes its score
// on, damped. The ledger holds the same edges as the graph, and is quicker to
// ask for a few.
func (s *scene) spread(found [][]schema.ID) func(context.Context) ([]schema.ID, error) {
	words, meaning := s.ordered(found)
	seeds := slices.Concat(words[:min(len(words), graphSeeds/2)], meaning[:min(len(meaning), graphSeeds/2)])
	return func(ctx context.Context) ([]schema.ID, error) {
		s.reached = map[schema.ID]reach{}
		var out []schema.ID
		g := s.gate()
		g.all = false // edges may lead to what was forgotten
		touch := func(from, to schema.ID, score float64) {
			if !g.admits(to) || from == to {
				return
			}
			if a := damping * score; a > s.reached[to].activation {
				if s.reached[to].activation == 0 {
					out = append(out, to)
				}
				s.reached[to] = reach{from, a}
			}
		}
		err := s.reader.store.View(ctx, func(r *ledger.Reader) error { return spreadFrom(r, s.agent.Name(), seeds, touch) })
		return out, err
	}
}

// spreadFrom follows the edges of an agent's records, first those that are theirs and
// then those of others that lead to them, seed by seed.
func spreadFrom(r *ledger.Reader, agent string, seeds []schema.ID, touch func(from, to schema.ID, score float64)) error {
	starts, err := r.Similar(inOrder(slices.Clone(seeds)))
	if err != nil {
		return err
	}
	leading, err := r.SimilarTo(agent, inOrder(slices.Collect(maps.Keys(starts)))) // not to those forgotten meanwhile
	if err != nil {
		return err
	}
	for _, seed := range seeds {
		for _, to := range slices.Concat(starts[seed], leading[seed]) {
			touch(seed, to.ID, to.Score)
		}
	}
	return nil
}
