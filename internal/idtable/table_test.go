package idtable_test

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/idtable"
)

// Ids that come and go in any order are found as those of a map are, whatever they share: all but the first or the last bytes,
// or where they are looked for first.
func TestFindsAsAMap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var table idtable.Table
		if n := rapid.IntRange(-1, 20).Draw(t, "reserved"); n >= 0 {
			table.Reserve(n)
		}
		ids, model := []idtable.ID{{}}, map[idtable.ID]uint32{} // number 0 is nobody's
		idOf := func(number uint32) idtable.ID { return ids[number] }
		find := func(id idtable.ID) uint32 {
			if table.Len() == 0 {
				return 0
			}
			for i := table.Home(id); table.At(i) != 0; i = table.After(i) {
				if ids[table.At(i)] == id {
					return table.At(i)
				}
			}
			return 0
		}
		drawn := rapid.Custom(func(t *rapid.T) (id idtable.ID) {
			at := rapid.SampledFrom([]int{0, 4, 8, 12}).Draw(t, "at")
			binary.BigEndian.PutUint32(id[at:], uint32(1+rapid.IntRange(0, 60).Draw(t, "n")))
			return id
		})
		t.Repeat(map[string]func(*rapid.T){
			"add or remove": func(t *rapid.T) {
				id := drawn.Draw(t, "id")
				if number, there := model[id]; there {
					table.Remove(id, number, idOf)
					delete(model, id)
					return
				}
				ids = append(ids, id)
				model[id] = uint32(len(ids) - 1)
				table.Add(id, model[id], idOf)
			},
			"": func(t *rapid.T) {
				require.Equal(t, len(model), table.Len())
				id := drawn.Draw(t, "asked")
				require.Equal(t, model[id], find(id))
			},
		})
		for id, number := range model {
			require.Equal(t, number, find(id))
		}
	})
}
