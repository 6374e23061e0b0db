package rank

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShippedProfiles(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"default", "precise", "rrf", "situations", "source004"}, Profiles())
	for _, name := range Profiles() {
		p := load(t, name)
		require.Equal(t, name, p.Name)
		require.NotEmpty(t, p.Doc)
	}
	require.Equal(t, load(t, "default").Weights, load(t, "precise").Weights)
	_, err := Load("nonesuch")
	require.ErrorIs(t, err, ErrNotFound)
}

func TestInvalidProfilesNameTheField(t *testing.T) {
	t.Parallel()
	for text, field := range map[string]string{
		`{`:                                    "unexpected EOF",
		`{"name":""}`:                          "name",
		`{"nome":"x"}`:                         "nome",
		`{"name":"x"}{}`:                       "file",
		`{"name":"x","fusion":"magic"}`:        "fusion",
		`{"name":"x","first":{"words_owm":1}}`: "first.words_owm",
		`{"name":"x","first":{"smooth":1}}`:    "first.smooth",
		`{"name":"x","weights":{"always":{"said":1e9}}}`: "weights.always.said",
		`{"name":"x","weights":{"sometimes":{}}}`:        "weights.sometimes",
		`{"name":"x","arms":{"x":1}}`:                    "arms.x",
		`{"name":"x","kinds":{"dream":{}}}`:              "kinds.dream",
		`{"name":"x","kinds":{"summary":{"meaning":2}}}`: "kinds.summary.meaning",
		`{"name":"x","half_life_days":{"episodic":0}}`:   "half_life_days.episodic",
		`{"name":"x","rrf_k":-1}`:                        "rrf_k",
		`{"name":"x","select":{"cut":2}}`:                "select",
		`{"name":"x","select":{"session_penalty":-1}}`:   "select",
		`{"name":"x","floor":{"least":2}}`:               "floor",
		`{"name":"x","floor":{"weights":{"hope":1}}}`:    "floor.weights.hope",
		`{"name":"x","base":"nonesuch"}`:                 "base",
		`{"name":"x","base":"precise"}`:                  "base",
		`{"base":"default"}`:                             "name",
	} {
		_, err := ParseProfile([]byte(text))
		require.ErrorIs(t, err, ErrInvalidProfile, text)
		require.ErrorContains(t, err, field, text)
	}
}

func TestBaseIsChangedInParts(t *testing.T) {
	t.Parallel()
	p, err := ParseProfile([]byte(`{"name":"x","base":"default","weights":{"always":{"recency":2}},"half_life_days":{"episodic":7}}`))
	require.NoError(t, err)
	require.InDelta(t, 2, p.weights[Always][Recency], 0)
	require.InDelta(t, load(t, "default").weights[IfList][Near2], p.weights[IfList][Near2], 0)
	require.InDelta(t, load(t, "default").weights[Always][Said], p.weights[Always][Said], 0)
	require.NotZero(t, p.weights[Always][Said])
	require.InDelta(t, 7, p.Fades(Episodic), 0)
	require.InDelta(t, 90, p.Fades(Summary), 0)
	require.NotEqual(t, p.Weights["always"]["recency"], load(t, "default").Weights["always"]["recency"], "the base was written to")
}

func TestFeaturesAreNamedAndExplained(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for f := range NumFeatures {
		require.NotEmpty(t, f.Doc())
		require.False(t, seen[f.String()])
		seen[f.String()] = true
		back, ok := ParseFeature(f.String())
		require.True(t, ok)
		require.Equal(t, f, back)
		require.Equal(t, strings.ToLower(f.String()), f.String())
	}
}
