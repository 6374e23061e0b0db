package experience

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestTakeOverStaysInBounds: a record that is said again with more evidence than one
// can have stays one that can be changed and exported (I6).
func TestTakeOverStaysInBounds(t *testing.T) {
	t.Parallel()
	evidence := func(n int) (list []schema.Evidence) {
		for i := range n {
			var id schema.ID
			binary.BigEndian.PutUint64(id[:], uint64(i+1))
			list = append(list, schema.Evidence{ID: id, Stance: schema.StanceSupports})
		}
		return list
	}
	have := &schema.Experience{Evidence: evidence(schema.MaxRefs - 1)}
	require.True(t, takeOver(have, &schema.Experience{Evidence: evidence(schema.MaxRefs + 1)}, false))
	require.Equal(t, schema.MaxRefs, len(have.Evidence))
	require.False(t, takeOver(have, &schema.Experience{Evidence: evidence(schema.MaxRefs + 1)}, false))
}
