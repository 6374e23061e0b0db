package vector_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

// TestOpenedFloatsAreNotHeld: opening checks every float vector, but does not keep
// them all in memory (900-12).
func TestOpenedFloatsAreNotHeld(t *testing.T) {
	const n, dim = 3000, 256
	path := filepath.Join(t.TempDir(), "p")
	opt := vector.Options{Dim: dim}
	p := open(t, path, opt)
	fill(t, p, vectortest.Clustered(1, n, dim, 10))
	require.NoError(t, p.Save(1))
	require.NoError(t, p.Close())
	p = open(t, path, opt)
	require.Equal(t, n, p.Len())
	require.EqualValues(t, n*dim*4, p.Stats().MappedBytes)
	require.Less(t, residentOf(t, filepath.Dir(path)), n*dim*4/4)
}

// TestRest: a partition at rest holds none of its mapped vectors in memory, and
// answers as before (900-12).
func TestRest(t *testing.T) {
	const n, dim = 3000, 256
	path := filepath.Join(t.TempDir(), "p")
	vectors := vectortest.Clustered(1, n, dim, 10)
	p := open(t, path, vector.Options{Dim: dim})
	fill(t, p, vectors)
	ask := func() []vector.Hit {
		hits, err := p.Search(t.Context(), vectors[7], vector.SearchOptions{K: n})
		require.NoError(t, err)
		require.Len(t, hits, n)
		return hits
	}
	before := ask()
	require.Greater(t, residentOf(t, filepath.Dir(path)), n*dim*4/2)
	p.Rest()
	require.Less(t, residentOf(t, filepath.Dir(path)), n*dim*4/4)
	require.Equal(t, before, ask())
	require.NoError(t, p.Close())
	p.Rest()
}

// residentOf is how many bytes of mapped files below a directory this process
// holds.
func residentOf(t *testing.T, dir string) (total int) {
	f, err := os.Open("/proc/self/smaps")
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	ours, seen := false, false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		switch {
		case strings.Contains(fields[0], "-"):
			ours = strings.HasPrefix(fields[len(fields)-1], dir)
			seen = seen || ours
		case ours && fields[0] == "Rss:":
			kb, err := strconv.Atoi(fields[1])
			require.NoError(t, err)
			total += kb << 10
		}
	}
	require.True(t, seen, "nothing below %s is mapped", dir)
	return total
}
