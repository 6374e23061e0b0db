package ledger

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// What is foreseen changes no answer: records that are there, were deleted, were
// written before in the transaction, or are written after, are found; only those
// that never were are known to be absent, until they are written.
func TestForesee(t *testing.T) {
	ctx := context.Background()
	l, err := Open(t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	id := func(i int) schema.ID { return uuid.UUID{byte(i * 37), 1} }
	record := func(i int) *schema.Experience {
		return &schema.Experience{ID: id(i), Agent: "a", Kind: schema.KindObservation, Content: "c"}
	}
	key := func(i int) string { return record(i).ObjectKey() }
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.Put(record(0)))
		require.NoError(t, tx.Put(record(1)))
		return tx.Delete(schema.TypeExperience, key(1))
	}))
	require.NoError(t, l.db.Flush())
	require.NoError(t, l.db.Compact(ctx, []byte{0}, []byte{0xff}, false)) // to where the engine asks no filters
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.Put(record(2)))
		var ids []schema.ID
		for i := range 20 {
			ids = append(ids, id(i))
		}
		require.NoError(t, tx.Foresee(ids[:fewForeseen]))
		require.Empty(t, tx.absent, "for so few it is not worth it")
		require.NoError(t, tx.Foresee(ids))
		require.Len(t, tx.absent, 17)

		_, err := tx.Experience(id(0))
		require.NoError(t, err)
		was, err := tx.Current(schema.TypeExperience, key(1))
		require.NoError(t, err)
		require.True(t, was.Deleted)
		_, err = tx.Experience(id(2))
		require.NoError(t, err)
		_, err = tx.Experience(id(3))
		require.ErrorIs(t, err, ErrNotFound)

		for i, version := range []int{2, 3, 2, 1} {
			e := record(i)
			require.NoError(t, tx.Put(e))
			require.Equal(t, version, e.Version, "record %d", i)
			_, err = tx.Experience(id(i))
			require.NoError(t, err)
		}
		require.NoError(t, tx.Delete(schema.TypeExperience, key(3)))
		was, err = tx.Current(schema.TypeExperience, key(3))
		require.NoError(t, err)
		require.True(t, was.Deleted)
		return nil
	}))
}

// Of ids that were just drawn, all are foreseen that are greater than what is there,
// and no other: what is there, or lies before it, is looked for.
func TestForeseeNew(t *testing.T) {
	ctx := context.Background()
	l, err := Open(t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	id := func(i int) schema.ID { return uuid.UUID{byte(i), 1} }
	record := func(i int) *schema.Experience {
		return &schema.Experience{ID: id(i), Agent: "a", Kind: schema.KindObservation, Content: "c"}
	}
	var ids []schema.ID
	for i := range 20 {
		ids = append(ids, id(i))
	}
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.ForeseeNew(ids[:fewForeseen]))
		require.Empty(t, tx.absent, "for so few it is not worth it")
		require.NoError(t, tx.ForeseeNew(ids))
		require.Len(t, tx.absent, 20)
		return tx.Put(record(7))
	}))
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.Put(record(30)))
		return tx.Delete(schema.TypeExperience, record(30).ObjectKey())
	}))
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.ForeseeNew(append([]schema.ID{id(30), id(31)}, ids[7:]...)))
		require.Empty(t, tx.absent)
		require.NoError(t, tx.ForeseeNew(append([]schema.ID{id(30), id(31)}, ids[8:]...)))
		require.Len(t, tx.absent, 12, "those before the deleted one")
		err := tx.PutVersion(record(30), 0)
		require.ErrorIs(t, err, ErrVersion)
		for i := range 20 {
			e := record(i)
			require.NoError(t, tx.Put(e))
			require.Equal(t, 1+boolByte(i == 7), byte(e.Version), "record %d", i)
		}
		require.Empty(t, tx.absent)
		return nil
	}))
}

// What nobody says is foreseen of each agent by itself, changes no answer, and is
// over once it is said.
func TestForeseeSaid(t *testing.T) {
	ctx := context.Background()
	l, err := Open(t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	record := func(i int, agent string) *schema.Experience {
		return &schema.Experience{ID: uuid.UUID{byte(i), 1}, Agent: agent, Kind: schema.KindObservation, Hash: "h" + string(rune('a'+i%12))}
	}
	var said []Said
	for i := range 12 {
		said = append(said, Said{"a", record(i, "a").Hash}, Said{"b", record(i, "b").Hash})
	}
	who := func(r *Reader, s Said) (ids []schema.ID) {
		for e, err := range r.Scan(s.Agent, WithHash(s.Hash), Scan{OldestFirst: true}) {
			require.NoError(t, err)
			ids = append(ids, e.ID)
		}
		return ids
	}
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.ForeseeSaid(said[:fewForeseen]))
		require.Empty(t, tx.vacant, "for so few it is not worth it")
		return tx.Put(record(3, "a"))
	}))
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.Put(record(4, "b")))
		require.NoError(t, tx.ForeseeSaid(said))
		require.Len(t, tx.vacant, 22)
		for i := range 12 {
			a, b := record(i, "a"), record(i, "b")
			require.Equal(t, i == 3, len(who(&tx.Reader, Said{"a", a.Hash})) == 1, a.Hash)
			require.Equal(t, i == 4, len(who(&tx.Reader, Said{"b", b.Hash})) == 1, b.Hash)
		}
		require.NoError(t, tx.Put(record(5, "a")))
		require.NoError(t, tx.Put(record(5+12, "a")))
		require.Equal(t, []schema.ID{record(5, "a").ID, record(5+12, "a").ID}, who(&tx.Reader, Said{"a", record(5, "a").Hash}))
		require.Empty(t, who(&tx.Reader, Said{"b", record(5, "b").Hash}))
		require.NoError(t, tx.Delete(schema.TypeExperience, record(5, "a").ObjectKey()))
		require.Len(t, who(&tx.Reader, Said{"a", record(5, "a").Hash}), 1)
		return nil
	}))
}

// Of objects of a type, those that are there are told from those that were deleted
// and those that never were, of which alone nothing more is asked.
func TestForeseeObjects(t *testing.T) {
	ctx := context.Background()
	l, err := Open(t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	entity := func(key schema.EntityKey) *schema.Entity { return &schema.Entity{Agent: "a", Key: key} }
	kept, gone, never := entity("person:kept"), entity("person:gone"), entity("person:never")
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		require.NoError(t, tx.Put(kept))
		require.NoError(t, tx.Put(gone))
		return tx.Delete(schema.TypeEntity, gone.ObjectKey())
	}))
	require.NoError(t, l.Update(ctx, func(tx *Tx) error {
		there, err := tx.ForeseeObjects(schema.TypeEntity, nil)
		require.NoError(t, err)
		require.Empty(t, there)
		there, err = tx.ForeseeObjects(schema.TypeEntity, []string{never.ObjectKey(), kept.ObjectKey(), gone.ObjectKey()})
		require.NoError(t, err)
		require.Equal(t, map[string]bool{kept.ObjectKey(): true, gone.ObjectKey(): false}, there)
		require.Len(t, tx.absent, 1)
		for i, e := range []*schema.Entity{never, kept, gone} {
			require.NoError(t, tx.Put(e))
			require.Equal(t, 1+i, e.Version)
		}
		require.Empty(t, tx.absent)
		return nil
	}))
}
