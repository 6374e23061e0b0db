package store

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestChangedRecords are told so many changes at a time, each once among those.
func TestChangedRecords(t *testing.T) {
	l, err := ledger.Open(t.TempDir(), ledger.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	id := func(n byte) recordID { return recordID{n} }
	for _, n := range []byte{1, 2, 1, 3, 1, 2, 4, 5} {
		require.NoError(t, l.Update(t.Context(), func(tx *ledger.Tx) error {
			return tx.Put(&schema.Experience{ID: id(n), Agent: "a", Kind: schema.KindObservation, Content: "told"})
		}))
	}
	for atOnce, want := range map[int][][]recordID{
		3:   {{id(2), id(1)}, {id(3), id(1), id(2)}, {id(4), id(5)}},
		4:   {{id(2), id(1), id(3)}, {id(1), id(2), id(4), id(5)}},
		100: {{id(3), id(1), id(2), id(4), id(5)}},
	} {
		var got [][]recordID
		require.NoError(t, l.View(t.Context(), func(r *ledger.Reader) error {
			for ids, err := range changedRecords(r, "a", 0, atOnce) {
				require.NoError(t, err)
				got = append(got, slices.Clone(ids))
			}
			return nil
		}))
		require.Equal(t, want, got, atOnce)
	}
}
