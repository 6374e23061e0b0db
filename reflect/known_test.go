package reflect_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestWhatIsArchivedIsNotRead: the facts that are kept about a user are found without
// reading those that had to make room for them, or every turn of a long life would cost
// more than the one before (001-05).
func TestWhatIsArchivedIsNotRead(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	store := func(n int, status schema.Status) {
		var batch []schema.Experience
		for i := range n {
			e := factOf("weakness", fmt.Sprintf("Minh is weak at %s %d.", status, len(batch)+i))
			e.Status = status
			batch = append(batch, e)
		}
		_, err := l.writer.RetainAll(ctx, batch)
		require.NoError(t, err)
	}
	store(10, schema.StatusActive)
	read := func() float64 {
		return testing.AllocsPerRun(3, func() {
			facts, err := l.UserFacts(ctx, tutor, "minh")
			require.NoError(t, err)
			require.Len(t, facts, 10)
		})
	}
	before := read()
	const archived = 1000
	store(archived, schema.StatusArchived)
	require.Less(t, read()-before, 5.*archived, "allocations")
}
