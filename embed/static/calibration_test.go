package static

import (
	"context"
	"os"
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
