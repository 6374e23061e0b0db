package calibrate_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/calibrate"
)

// angles embeds the texts of pairs so that pair i has the cosine want[i].
func angles(pairs []calibrate.Pair, want []float64) embed.Embedder {
	of := map[string][]float32{}
	for i, p := range pairs {
		of[p.A] = []float32{1, 0}
		of[p.B] = []float32{float32(want[i]), float32(math.Sqrt(1 - want[i]*want[i]))}
	}
	return embed.Func(embed.Model{Name: "angles", Dim: 2}, func(_ context.Context, texts []string) ([][]float32, error) {
		rows := make([][]float32, len(texts))
		for i, text := range texts {
			if rows[i] = of[text]; rows[i] == nil {
				rows[i] = []float32{0, 0}
			}
		}
		return rows, nil
	})
}

func TestPairsAreEnoughAndDistinct(t *testing.T) {
	t.Parallel()
	count := map[embed.Relation]int{}
	seen := map[[2]string]bool{}
	for _, p := range calibrate.Pairs() {
		require.NotEmpty(t, p.A)
		require.NotEmpty(t, p.B)
		require.NotEqual(t, p.A, p.B)
		require.False(t, seen[[2]string{p.A, p.B}], "%q twice", p.A)
		seen[[2]string{p.A, p.B}] = true
		count[p.Relation]++
	}
	require.Equal(t, map[embed.Relation]int{
		embed.Duplicate: 64, embed.Similar: 64, embed.Related: 64, embed.Unrelated: 128,
	}, count)
}

// 001-08
func TestMeasureFindsTheCuts(t *testing.T) {
	t.Parallel()
	pairs := []calibrate.Pair{
		{"a", "1", embed.Duplicate},
		{"a", "2", embed.Duplicate},
		{"a", "3", embed.Similar},
		{"a", "4", embed.Similar},
		{"a", "5", embed.Related},
		{"a", "6", embed.Related},
		{"a", "7", embed.Unrelated},
		{"a", "8", embed.Unrelated},
	}
	// One related pair (.62) lies among the similar ones: .5 and .71 are equally
	// wrong, and .5 is the middle of the wider gap.
	report, err := calibrate.MeasurePairs(context.Background(), angles(pairs, []float64{.98, .9, .8, .6, .62, .4, .2, 0}), pairs)
	require.NoError(t, err)
	require.Equal(t, embed.Calibration{Duplicate: .85, Similar: .5, Related: .3, Unrelated: .1}, report.Calibration())
	cut := report.Cut(embed.Similar)
	require.Equal(t, []float64{0, .5}, []float64{cut.Missed, cut.Mistaken})
	require.Contains(t, report.String(), "| similar | 2 | 0.700 | 0.600 | 0.800 | 0.800 | 0.500 | 0.0 % | 50.0 % |")
}

func TestMeasureNeedsEveryRelation(t *testing.T) {
	t.Parallel()
	pairs := []calibrate.Pair{{"a", "1", embed.Duplicate}, {"a", "", embed.Similar}}
	e := angles(pairs[:1], []float64{.9})
	_, err := calibrate.MeasurePairs(context.Background(), e, pairs)
	require.ErrorIs(t, err, calibrate.ErrNoPairs)
}
