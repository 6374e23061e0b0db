package lexicalbench_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/lexicalbench"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// A small run works, on made text and on a chat, finds something, and its
// snapshots answer as their indexes did, else it fails.
func TestRun(t *testing.T) {
	r := report.NewRecorder(t.Output(), "words", 6000, nil)
	require.NoError(t, lexicalbench.Run(t.Context(), r, lexicalbench.Config{Records: 6000, Queries: 20, Seed: 1, Chat: chat(t)}))
	values := map[string]float64{}
	for _, f := range r.Figures() {
		values[f.Name] = f.Value
	}
	for _, name := range []string{
		"build, one core", "build, one core, chat", "memory", "open", "open, chat", "three common words, top 50, own fields, p99",
		"three common words, top 50, own fields, found", "one rare word, top 50, own fields, chat, p99",
		"one rare word, top 50, own fields, chat, found",
	} {
		require.Positive(t, values[name], name)
	}
}

// chat is a log of a few messages.
func chat(t *testing.T) string {
	name := filepath.Join(t.TempDir(), "chat.jsonl.gz")
	f, err := os.Create(name)
	require.NoError(t, err)
	z := gzip.NewWriter(f)
	line := `{"time":"2010-01-02T03:04:05Z","nick":"ana","text":"which kernel package should somebody install before the upgrade"}` + "\n"
	_, err = z.Write([]byte(strings.Repeat(line, 30)))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	require.NoError(t, f.Close())
	return name
}
