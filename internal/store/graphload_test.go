package store

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// What a record follows is told whatever the order of ids, and as a change of the
// record tells it. Where ids follow the time, each record's context is seen before
// it is asked for; where they do not, all contexts are read first, in the order in
// which they lie.
func TestChains(t *testing.T) {
	for name, tt := range map[string]struct {
		id     func(i int) byte
		learns bool
	}{
		"as time goes": {func(i int) byte { return byte(i) }, false},
		"nearly so":    {func(i int) byte { return byte(i ^ i&1&(i>>5)) }, false},
		"backwards":    {func(i int) byte { return byte(99 - i) }, true},
		"any":          {shuffled(100), true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			l, err := ledger.Open(t.TempDir(), ledger.Options{})
			require.NoError(t, err)
			defer func() { require.NoError(t, l.Close()) }()
			var told []*schema.Experience // a session of it, in time
			require.NoError(t, l.Update(ctx, func(tx *ledger.Tx) error {
				for i := range 100 {
					e := &schema.Experience{
						ID: uuid.UUID{1, 15: tt.id(i)}, Agent: "a", Session: "s", Kind: schema.KindObservation, Content: "c",
						Context: []string{"x", "y"}[i/3%2], Time: time.Date(1700+i/50*500, 1, 1, 0, 0, i, 0, time.UTC), // once farther than a Duration goes
					}
					told = append(told, e)
					if err := tx.Put(e); err != nil {
						return err
					}
				}
				return tx.Put(&schema.Experience{ID: uuid.UUID{2}, Agent: "a", Kind: schema.KindObservation, Content: "in no session"})
			}))
			require.NoError(t, l.View(ctx, func(r *ledger.Reader) error {
				var c chains
				require.NoError(t, c.add(r, "a", len(told)))
				c.sort()
				require.NoError(t, c.learn(ctx, r))
				require.Equal(t, tt.learns, c.links[c.byID[0]].context != 0)
				for obj, err := range r.Objects(schema.TypeExperience, "") {
					require.NoError(t, err)
					e := obj.(*schema.Experience)
					var prev *schema.Experience
					if i := slices.IndexFunc(told, func(o *schema.Experience) bool { return o.ID == e.ID }); i > 0 {
						prev = told[i-1]
					}
					got, err := c.before(r, e)
					require.NoError(t, err)
					require.Equal(t, precededBy(e, prev), got)
				}
				return nil
			}))
		})
	}
}

func shuffled(n int) func(i int) byte {
	at := rand.New(rand.NewPCG(1, 1)).Perm(n)
	return func(i int) byte { return byte(at[i]) }
}
