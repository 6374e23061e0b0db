package static

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/calibrate"
)

// E5: the published calibration is the measured one, and README.md shows the
// measurement. -v prints it.
func TestCalibrationIsMeasured(t *testing.T) {
	t.Parallel()
	report, err := calibrate.Measure(context.Background(), New())
	require.NoError(t, err)
	t.Logf("%+v\n%s", report.Calibration(), report)
	for relation := embed.Unrelated; relation <= embed.Duplicate; relation++ {
		require.GreaterOrEqual(t, report.Count(relation), 60, relation)
	}
	require.Equal(t, report.Calibration(), New().Model().Calibration)
	require.NoError(t, New().Model().Validate())
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, string(readme), report.String())
}

// What the thresholds are worth: duplicates and unrelated texts are told apart
// from the rest nearly always, paraphrases from mere relatives only more often
// than not.
func TestCalibrationSeparates(t *testing.T) {
	t.Parallel()
	report, err := calibrate.Measure(context.Background(), New())
	require.NoError(t, err)
	for relation, most := range map[embed.Relation]float64{embed.Duplicate: .02, embed.Similar: .70, embed.Related: .10} {
		cut := report.Cut(relation)
		require.LessOrEqual(t, cut.Missed+cut.Mistaken, most, relation)
	}
}

// What a threshold cannot do: statements that differ in the one word that
// matters. README.md publishes the share that passes for duplicates.
func TestUpdatesPassForDuplicates(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/updates.tsv")
	require.NoError(t, err)
	e, threshold := New(), New().Model().Calibration.Duplicate
	var pairs, passed int
	var mean float64
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		require.Len(t, f, 2, line)
		a, b := embedFull(e, f[0]), embedFull(e, f[1])
		cosine := dotFloat(&a, &b)
		pairs++
		mean += cosine
		if cosine >= threshold {
			passed++
		}
	}
	said := fmt.Sprintf("%d of %d such pairs reach the duplicate threshold, at a mean cosine of %.2f", passed, pairs, mean/float64(pairs))
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	require.Contains(t, strings.Join(strings.Fields(string(readme)), " "), said)
}
