package embed_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/embed"
)

var errDown = errors.New("embedder is down")

// returning makes an embedder of dimension 2 that answers with rows, whatever
// it is asked.
func returning(rows [][]float32, err error) embed.Embedder {
	return embed.Func(embed.Model{Name: "test", Dim: 2}, func(context.Context, []string) ([][]float32, error) {
		return rows, err
	})
}

func TestCheckedRejectsWhatCannotBePutRight(t *testing.T) {
	t.Parallel()
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for name, rows := range map[string][][]float32{
		"short list":      {{1, 0}},
		"long list":       {{1, 0}, {1, 0}, {1, 0}},
		"nothing":         nil,
		"wrong dimension": {{1, 0}, {1, 0, 0}},
		"missing row":     {{1, 0}, nil},
		"NaN":             {{1, 0}, {0, nan}},
		"infinity":        {{1, 0}, {inf, 0}},
	} {
		e, err := embed.Checked(returning(rows, nil))
		require.NoError(t, err)
		_, err = e.EmbedDocuments(context.Background(), []string{"a", "b"})
		require.ErrorIs(t, err, embed.ErrInvalidVector, name)
		_, err = e.EmbedQueries(context.Background(), []string{"a", "b"})
		require.ErrorIs(t, err, embed.ErrInvalidVector, name)
	}
}

func TestCheckedScalesAndDropsZeroRows(t *testing.T) {
	t.Parallel()
	kept := []float32{3, 4}
	e, err := embed.Checked(returning([][]float32{kept, {0, 0}, {0.6, 0.8}}, nil))
	require.NoError(t, err)
	got, err := e.EmbedDocuments(context.Background(), []string{"a", "b", "c"})
	require.NoError(t, err)
	require.InDeltaSlice(t, []float32{0.6, 0.8}, got[0], 1e-6)
	require.Nil(t, got[1], "a row of zeroes is no vector")
	require.Equal(t, []float32{0.6, 0.8}, got[2])
	require.Equal(t, []float32{3, 4}, kept, "E3: the embedder's own row is not changed")
}

func TestCheckedPassesErrorsAndContextOn(t *testing.T) {
	t.Parallel()
	e, err := embed.Checked(returning(nil, errDown))
	require.NoError(t, err)
	_, err = e.EmbedDocuments(context.Background(), []string{"a"})
	require.ErrorIs(t, err, errDown)
	rows, err := e.EmbedDocuments(context.Background(), nil)
	require.NoError(t, err, "no texts: the embedder is not asked")
	require.Empty(t, rows)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = e.EmbedQueries(ctx, []string{"a"})
	require.ErrorIs(t, err, context.Canceled)
}

func TestCheckedTurnsPanicsIntoErrors(t *testing.T) {
	t.Parallel()
	e, err := embed.Checked(embed.Func(embed.Model{Name: "wild", Dim: 2}, func(context.Context, []string) ([][]float32, error) {
		panic("out of range")
	}))
	require.NoError(t, err)
	for _, ask := range []func(context.Context, []string) ([][]float32, error){e.EmbedDocuments, e.EmbedQueries} {
		rows, err := ask(t.Context(), []string{"a"})
		require.ErrorIs(t, err, embed.ErrPanic)
		require.ErrorContains(t, err, `model "wild": out of range`)
		require.Nil(t, rows)
	}
}

func TestCheckedIsIdempotent(t *testing.T) {
	t.Parallel()
	once, err := embed.Checked(returning(nil, nil))
	require.NoError(t, err)
	twice, err := embed.Checked(once)
	require.NoError(t, err)
	require.Same(t, once, twice)
}

func TestModelIsValidated(t *testing.T) {
	t.Parallel()
	for name, m := range map[string]embed.Model{
		"no name":        {Dim: 3},
		"no dimension":   {Name: "m"},
		"too large":      {Name: "m", Dim: embed.MaxDim + 1},
		"disorder":       {Name: "m", Dim: 3, Calibration: embed.Calibration{Duplicate: .5, Similar: .7, Related: .3}},
		"above one":      {Name: "m", Dim: 3, Calibration: embed.Calibration{Duplicate: 1.2, Similar: .7, Related: .3}},
		"not a number":   {Name: "m", Dim: 3, Calibration: embed.Calibration{Duplicate: math.NaN(), Similar: .7, Related: .3}},
		"floor on ceil.": {Name: "m", Dim: 3, Calibration: embed.Calibration{Duplicate: .9, Similar: .7, Related: .3, Unrelated: .3}},
	} {
		_, err := embed.Checked(embed.Func(m, nil))
		require.ErrorIs(t, err, embed.ErrInvalidModel, name)
	}
	require.NoError(t, embed.Model{Name: "m", Dim: embed.MaxDim}.Validate())
}

// 000-12, 900-04, I11: what tells two spaces apart is in the ID.
func TestModelID(t *testing.T) {
	t.Parallel()
	m := embed.Model{Name: "m", Revision: "r", Dim: 3}
	require.Equal(t, "m@r/3", m.ID())
	require.Equal(t, "m/3", embed.Model{Name: "m", Dim: 3}.ID())
	other := m
	other.Dim = 4
	require.NotEqual(t, m.ID(), other.ID())
}

func TestFuncPairKeepsTheTwoApart(t *testing.T) {
	t.Parallel()
	say := func(x float32) func(context.Context, []string) ([][]float32, error) {
		return func(context.Context, []string) ([][]float32, error) { return [][]float32{{x, 0}}, nil }
	}
	e := embed.FuncPair(embed.Model{Name: "pair", Dim: 2}, say(1), say(-1))
	d, _ := e.EmbedDocuments(context.Background(), []string{"x"})
	q, _ := e.EmbedQueries(context.Background(), []string{"x"})
	require.Equal(t, [][]float32{{1, 0}}, d)
	require.Equal(t, [][]float32{{-1, 0}}, q)
}

func TestCalibrationRelations(t *testing.T) {
	t.Parallel()
	c := embed.Calibration{Duplicate: .8, Similar: .5, Related: .3, Unrelated: .1}
	for cosine, want := range map[float64]embed.Relation{
		1: embed.Duplicate, .8: embed.Duplicate, .79: embed.Similar, .5: embed.Similar,
		.49: embed.Related, .3: embed.Related, .29: embed.Unrelated, -1: embed.Unrelated,
	} {
		require.Equal(t, want, c.Relation(cosine), "cosine %v", cosine)
	}
	require.Equal(t, embed.ScoreDuplicate, c.Score(.8))
	require.Equal(t, .5, c.Cosine(embed.ScoreSimilar))
	require.Zero(t, c.Score(math.NaN()))
	require.Equal(t, "similar", embed.Similar.String())
	require.Equal(t, .85, embed.Calibration{}.Score(.85), "unmeasured: the cosine itself")
}

// 001-08, 001-09: rules state their thresholds on one scale for all models.
func TestCalibrationScaleIsMonotoneAndInvertible(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := func(name string, low float64) float64 {
			return low + rapid.Float64Range(.01, .24).Draw(t, name)
		}
		var c embed.Calibration
		c.Unrelated = rapid.Float64Range(-.2, .2).Draw(t, "unrelated")
		c.Related = at("related", c.Unrelated)
		c.Similar = at("similar", c.Related)
		c.Duplicate = at("duplicate", c.Similar)
		require.NoError(t, c.Validate())
		x, y := rapid.Float64Range(-1, 1).Draw(t, "x"), rapid.Float64Range(-1, 1).Draw(t, "y")
		if x > y {
			x, y = y, x
		}
		require.LessOrEqual(t, c.Score(x), c.Score(y))
		require.LessOrEqual(t, c.Relation(x), c.Relation(y))
		if x >= c.Unrelated {
			require.InDelta(t, x, c.Cosine(c.Score(x)), 1e-9)
		}
	})
}
