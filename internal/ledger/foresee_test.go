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
