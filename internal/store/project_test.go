package store

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
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

// TestClearedLeaveNoFile: a snapshot of a future that was lost goes even if it tells of no
// records, or it would be taken for one of the past once the ledger has come as far (I2).
func TestClearedLeaveNoFile(t *testing.T) {
	s := &Store{opts: Options{}.withDefaults()}
	for name, open := range map[string]func(dir string) (projection, error){
		"words":   func(dir string) (projection, error) { return openWords(dir, "owner") },
		"columns": func(dir string) (projection, error) { return openColumns(dir, "owner") },
		"vectors": func(dir string) (projection, error) { return openVectors(dir, "owner", static.New(), s) },
	} {
		dir := t.TempDir()
		again := func(change func(projection) error) (watermark uint64) {
			v, err := open(dir)
			require.NoError(t, err)
			watermark = v.watermark()
			require.NoError(t, change(v), name)
			require.NoError(t, v.close())
			return watermark
		}
		require.Zero(t, again(func(v projection) error { return v.save(9) }), name)
		require.EqualValues(t, 9, again(projection.clear), name)
		require.Zero(t, again(projection.clear), name)
	}
}
