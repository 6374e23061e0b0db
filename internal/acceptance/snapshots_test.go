package acceptance

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// indexFiles sums up the snapshots of the agents' indexes, but for vectors' floats:
// those are written as they come.
func indexFiles(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	out := map[string][32]byte{}
	for name, data := range readFiles(t, dir) {
		if base := filepath.Base(name); base == "words" || base == "columns" {
			out[name] = sha256.Sum256(data)
		}
	}
	return out
}

// A few changes among many records do not write all indexes anew when a store is
// closed: they are applied again when it is next used, session after session,
// until they are many. Whether they were written or not, everything is found.
func TestFewChangesAreAppliedAgain(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	open := func() *lukasa.Memory {
		m, err := lukasa.Open(t.Context(), dir)
		require.NoError(t, err)
		return m
	}
	told := func(m *lukasa.Memory, from, to int) {
		var batch []lukasa.Experience
		for i := from; i < to; i++ {
			e := lived(fmt.Sprintf("The pump number%d stands in cellar%d.", i, i))
			e.Session = fmt.Sprint("s", i%3)
			batch = append(batch, e)
		}
		_, err := m.RetainAll(t.Context(), batch)
		require.NoError(t, err)
	}
	found := func(m *lukasa.Memory, n int) {
		t.Helper()
		for _, i := range []int{0, n / 2, n - 1} {
			answer, err := m.Recall(t.Context(), lukasa.Query{Text: fmt.Sprintf("What stands in cellar%d?", i), K: 3})
			require.NoError(t, err)
			require.NotEmpty(t, answer.Hits)
			require.Contains(t, answer.Hits[0].Record.Text(), fmt.Sprintf("number%d ", i))
		}
		checked(t, m)
	}

	const many = 640
	m := open()
	told(m, 0, many)
	found(m, many)
	require.NoError(t, m.Close())
	first := indexFiles(t, dir)
	require.Len(t, first, 2)
	n := many
	for range 3 {
		m = open()
		told(m, n, n+2)
		n += 2
		found(m, n)
		require.NoError(t, m.Close())
		require.Equal(t, first, indexFiles(t, dir), "two changes more")
	}
	m = open()
	told(m, n, n+20)
	n += 20
	found(m, n)
	require.NoError(t, m.Close())
	require.NotEqual(t, first, indexFiles(t, dir), "too many to be applied again and again")
	m = open()
	found(m, n)
	require.NoError(t, m.Close())
}
