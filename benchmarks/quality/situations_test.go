package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What Similar reaches on the sets of testdata/deeds. The levels only ever rise, as those of kindFloors. Nothing is fitted to the
// analyst.
var situationFloors = []struct {
	name                      string
	recall, ndcg, first, told float64
}{
	{"analyst", 0.62, 0.51, 0.30, 0.475},
	{"coder", 0.675, 0.55, 0.43, 0.75},
	{"guesthouse", 0.615, 0.46, 0.29, 0.55},
}

// TestSituations: of what an agent did over half a year, what is like a situation told in other words is found, the most promising
// thing to do comes first, and how it ended is read off the outcome, seldom the other way round (900-08).
func TestSituations(t *testing.T) {
	t.Parallel()
	for _, floor := range situationFloors {
		t.Run(floor.name, func(t *testing.T) {
			t.Parallel()
			all, err := Read("testdata/deeds/" + floor.name + ".txt")
			require.NoError(t, err)
			a, err := throughTheDoor(t.Context(), Options{}, all)
			require.NoError(t, err)
			s := a.situations
			sum := total(s.Rows)
			t.Logf("R@10 %.3f, nDCG@10 %.3f; first option right %.3f; outcomes told %.3f, misread %.3f", sum.Recall, sum.NDCG, s.First, s.Told, s.Misread)
			require.GreaterOrEqual(t, sum.Recall, floor.recall)
			require.GreaterOrEqual(t, sum.NDCG, floor.ndcg)
			require.GreaterOrEqual(t, s.First, floor.first)
			require.GreaterOrEqual(t, s.Answered, 0.95)
			require.GreaterOrEqual(t, s.Told, floor.told)
			require.LessOrEqual(t, s.Misread, 0.05)
			require.GreaterOrEqual(t, s.Untold, 0.9)
		})
	}
}

// TestNoSituations: a conversation without any has no such figures.
func TestNoSituations(t *testing.T) {
	t.Parallel()
	all, err := Read(writeScript(t, shortScript))
	require.NoError(t, err)
	a, err := throughTheDoor(t.Context(), Options{}, all)
	require.NoError(t, err)
	require.Nil(t, a.situations)
}
