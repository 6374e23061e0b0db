package extract

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSorts measures how often a message is taken for what it is (004-05): on messages that
// another hand wrote and sorted, of which the rules were tuned on those of the split seen,
// and on further ways to say the same that came to mind while they were.
func TestSorts(t *testing.T) {
	right, all := map[string]int{}, map[string]int{}
	for _, file := range []string{"testdata/events.tsv", "testdata/ways.tsv"} {
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		for line := range strings.Lines(string(raw)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			require.Len(t, f, 3, line)
			split, sort, message := f[0], f[1], f[2]
			got := Read(message).Event
			for _, name := range []string{split, split + " " + sort} {
				all[name]++
				if got == sort {
					right[name]++
				}
			}
			if got != sort && split != "held" {
				t.Logf("%s taken for %s: %s", sort, got, message)
			}
		}
	}
	t.Log(right, "of", all)
	for name, least := range map[string]float64{"seen": .99, "held": .96, "own": .98} {
		require.GreaterOrEqual(t, float64(right[name])/float64(all[name]), least, name)
	}
}
