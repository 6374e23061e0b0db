package query

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Of a large agent's postings the search for words reads some, however many there are; of a small one's all.
func TestWordPostings(t *testing.T) {
	t.Parallel()
	for records, want := range map[int]int{0: 32768, 1_001: 32768, 100_000: 32768, 400_000: 100_000, 10_000_000: 262144} {
		require.Equal(t, want, wordPostings(records), "of %d records", records)
	}
}
