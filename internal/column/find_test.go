package column_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/schema"
)

// The rows of records that come, change and go in any order are found as those of a map are, whatever their ids share: all but
// the first or the last bytes, or where they are looked for first.
func TestRowsAreFoundAsInAMap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		table, model := column.New(), map[schema.ID]int{}
		ids := rapid.Custom(func(t *rapid.T) (id schema.ID) {
			at := rapid.SampledFrom([]int{0, 4, 8, 12}).Draw(t, "at")
			binary.BigEndian.PutUint32(id[at:], uint32(1+rapid.IntRange(0, 60).Draw(t, "n")))
			return id
		})
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				id, n := ids.Draw(t, "id"), rapid.IntRange(1, 10).Draw(t, "importance")
				table.PutUnread(&schema.Experience{ID: id, Importance: n})
				model[id] = n
			},
			"delete": func(t *rapid.T) {
				id := ids.Draw(t, "id")
				table.Delete(id)
				delete(model, id)
			},
			"": func(t *rapid.T) {
				require.Equal(t, len(model), table.Len())
				id := ids.Draw(t, "asked")
				row, known := table.Row(id)
				n, there := model[id]
				require.Equal(t, there, known)
				require.Equal(t, uint8(n), row.Importance)
			},
		})
		require.Len(t, table.IDs(), len(model))
		for id, n := range model {
			row, known := table.Row(id)
			require.True(t, known)
			require.Equal(t, uint8(n), row.Importance)
		}
	})
}
