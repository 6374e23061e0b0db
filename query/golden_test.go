package query_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestGolden pins what the default profile answers to some fifty questions:
// one file each, so that a change of ranking is a difference to be read, and
// the figures of all together in stats.txt. Rewrite them with "make golden".
func TestGolden(t *testing.T) {
	l := newLife(t)
	want := map[string]string{}
	var stats ranking
	for _, row := range table(t, "testdata/questions.txt", 3) {
		name, question, gold := row[0], row[1], strings.Fields(row[2])
		a := l.recall(t, lukasa.Query{Text: question, K: 5})
		for _, key := range gold {
			require.Contains(t, l.ids, key, name)
		}
		stats.add(l.hits(a), gold)
		want[name+".txt"] = l.print(question, gold, a)
	}
	want["stats.txt"] = stats.String()
	compareFiles(t, "testdata/golden", want)
}

// print shows an answer as a golden file has it.
func (l *life) print(question string, gold []string, a *lukasa.Answer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "question:   %s\nanswer:     %s\nconfidence: %.2f\n", question, cmp.Or(strings.Join(gold, " "), "nothing"), a.Confidence)
	if a.Abstained {
		b.WriteString("abstained\n")
	}
	b.WriteByte('\n')
	for i, h := range a.Hits {
		mark := " "
		if slices.Contains(gold, l.keys[h.Record.ID]) {
			mark = "*"
		}
		fmt.Fprintf(&b, "%d%s %6.2f  %.2f  %-18s %s\n", i+1, mark, h.Score, h.Confidence, l.keys[h.Record.ID], short(strings.ReplaceAll(h.Record.Text(), "\n", " / "), 70))
	}
	return b.String()
}

// ranking adds up how well questions were answered.
type ranking struct {
	answerable, first, five int
	reciprocal              float64
	unanswerable, silent    int
	missed                  int // answerable, and nothing was returned
}

func (r *ranking) add(hits, gold []string) {
	if len(gold) == 0 {
		r.unanswerable++
		if len(hits) == 0 {
			r.silent++
		}
		return
	}
	r.answerable++
	if len(hits) == 0 {
		r.missed++
	}
	at := slices.IndexFunc(hits, func(key string) bool { return slices.Contains(gold, key) })
	if at < 0 {
		return
	}
	r.reciprocal += 1 / float64(at+1)
	r.five++
	if at == 0 {
		r.first++
	}
}

func (r *ranking) String() string {
	n := float64(r.answerable)
	return fmt.Sprintf("questions with an answer      %d\n  best hit is one             %.3f\n  one in the first five       %.3f\n  mean reciprocal rank        %.3f\n"+
		"  got nothing                 %d\nquestions without an answer   %d\n  got nothing                 %d\n",
		r.answerable, float64(r.first)/n, float64(r.five)/n, r.reciprocal/n, r.missed, r.unanswerable, r.silent)
}

// compareFiles compares the files of a directory with what they should hold, or
// rewrites them.
func compareFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	if *update {
		require.NoError(t, os.RemoveAll(dir))
		require.NoError(t, os.MkdirAll(dir, 0o755))
		for name, text := range want {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		}
		return
	}
	have, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, have, len(want), "run make golden")
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		require.Equal(t, string(got), text, "%s: run make golden and read the difference", name)
	}
}
