package acceptance

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestWalksTellTheirBounds: what no walk or list can be is refused by the name of the field,
// and not answered as if something else had been asked.
func TestWalksTellTheirBounds(t *testing.T) {
	m, _ := openTest(t)
	ctx := context.Background()
	const ana, acme = "person:ana", "org:acme"
	for _, key := range []lukasa.EntityKey{ana, acme} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key, Type: key.Type(), Name: key.Name()}))
	}
	id := retain(t, m, lukasa.Experience{Content: "Ana called."})
	around := func(hops, limit int) error { _, err := m.Neighbourhood(ctx, ana, hops, limit); return err }
	path := func(hops int) error { _, err := m.Path(ctx, ana, acme, hops); return err }
	entities := func(limit int) error { _, err := m.Entities(ctx, "", limit); return err }
	mentioning := func(limit int) error { _, err := m.Mentioning(ctx, ana, limit); return err }
	together := func(limit int) error { _, err := m.CoMentioned(ctx, ana, limit); return err }
	followed := func(steps int) error { _, err := m.Followed(ctx, id, steps); return err }
	chain := func(before, after int) error { _, err := m.Chain(ctx, id, before, after); return err }
	types := func(b lukasa.PathBounds) error { _, err := m.TypePaths(ctx, "person", "org", b); return err }

	for problem, err := range map[string]error{
		"hops: 0, want 1 to 10":         around(0, 1),
		"hops: 11, want 1 to 10":        around(11, 1),
		"limit: -1, want 1 to 10000":    around(1, -1),
		"hops: -1, want 1 to 10":        path(-1),
		"limit: -2, want 1 to 10000":    entities(-2),
		"limit: 10001, want 1 to 10000": mentioning(10_001),
		"limit: -3, want 1 to 10000":    together(-3),
		"steps: -1, want 0 or more":     followed(-1),
		"before: -1, want 0 or more":    chain(-1, 1),
		"after: -1, want 0 or more":     chain(1, -1),
	} {
		require.ErrorIs(t, err, lukasa.ErrQuery, problem)
		require.ErrorContains(t, err, problem)
	}
	for field, b := range map[string]lukasa.PathBounds{"hops": {Hops: 11}, "limit": {Limit: 10_001}} {
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, types(b), &invalid)
		require.Equal(t, field, invalid.Fields[0].Field)
	}
	for _, err := range []error{
		around(1, 0), around(10, 10_000), path(1), path(10), entities(0), mentioning(10_000), together(0),
		followed(0), followed(math.MaxInt), chain(0, 0), types(lukasa.PathBounds{}),
	} {
		require.NoError(t, err)
	}
}
