package store

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestEdgesFollowWhoMoved: what mentions an entity or relates to it is looked at again
// when that one, or one that stands for it, came, went, was merged or parted, and not
// when it has another name: a popular one has very many edges (K2).
func TestEdgesFollowWhoMoved(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()

	entity := func(key, name, into schema.EntityKey) *schema.Entity {
		e := &schema.Entity{Agent: "ana", Key: key, Name: string(name), MergedInto: into}
		e.SetDefaults(time.Unix(1, 0).UTC(), nil)
		return e
	}
	put := func(objects ...schema.Object) {
		t.Helper()
		require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
			for _, o := range objects {
				if err := tx.Put(o); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	e := &schema.Experience{ID: uuid.UUID{1}, Agent: "ana", Kind: schema.KindObservation, Content: "c", Mentions: []schema.Mention{{Entity: "thing:a"}}}
	r := &schema.Relation{Agent: "ana", From: "thing:a", Type: "near", To: "thing:x"}
	put(entity("thing:a", "A", ""), entity("thing:b", "B", ""), e, r)

	for _, tt := range []struct {
		what  string
		put   *schema.Entity
		moves bool
	}{
		{"another name", entity("thing:a", "A renamed", ""), false},
		{"merged", entity("thing:a", "A renamed", "thing:b"), true},
		{"another name, merged", entity("thing:a", "A", "thing:b"), false},
		{"who stands for it has another name", entity("thing:b", "B renamed", ""), false},
		{"who stands for it is merged", entity("thing:b", "B renamed", "thing:c"), true},
		{"the last of them comes", entity("thing:c", "C", ""), true},
		{"parted", entity("thing:a", "A", ""), true},
		{"another comes", entity("thing:d", "D", ""), false},
	} {
		g, err := s.Graph(ctx)
		require.NoError(t, err)
		put(tt.put)
		require.NoError(t, s.View(ctx, func(l *ledger.Reader) error {
			c := newGraphBatch(ctx, g, l)
			c.objects[objectRef{schema.TypeEntity, tt.put.ObjectKey()}] = true
			require.NoError(t, c.addKin())
			var records []recordID
			if tt.moves {
				records = []recordID{e.ID}
			}
			require.Equal(t, records, slices.Collect(maps.Keys(c.records)), tt.what)
			require.Equal(t, tt.moves, c.objects[objectRef{schema.TypeRelation, r.ObjectKey()}], tt.what)
			return nil
		}))
	}
}
