package prompt_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/query/prompt"
)

// counted is a text with the tokens that two vocabularies make of it.
type counted struct {
	Kind   string
	Text   string
	CL100K int
	O200K  int
}

func counts(t *testing.T, name string) (list []counted) {
	t.Helper()
	raw, err := os.ReadFile(name)
	require.NoError(t, err)
	decoder := json.NewDecoder(strings.NewReader(string(raw)))
	for decoder.More() {
		var c counted
		require.NoError(t, decoder.Decode(&c))
		list = append(list, c)
	}
	return list
}

// The estimate is an upper bound for prose and code, and a tight one for English.
func TestEstimateBoundsRealCounts(t *testing.T) {
	t.Parallel()
	name := "testdata/tokens.jsonl"
	if other := os.Getenv("LUKASA_TOKEN_COUNTS"); other != "" {
		name = other // a larger file of the same form
	}
	ratios := map[string][]float64{}
	for _, c := range counts(t, name) {
		ratio := float64(prompt.Estimate(c.Text)) / float64(max(c.CL100K, c.O200K))
		ratios[c.Kind] = append(ratios[c.Kind], ratio)
		require.GreaterOrEqual(t, ratio, 1.0, c.Text)
	}
	for kind, list := range ratios {
		slices.Sort(list)
		t.Logf("%s: %d texts, estimated over counted: %.2f to %.2f, median %.2f", kind, len(list), list[0], list[len(list)-1], list[len(list)/2])
	}
	if list := ratios["english"]; len(list) > 0 {
		require.Less(t, list[len(list)/2], 1.45)
	}
}

func TestEstimate(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{
		"": 0, "a": 1, "the": 1, "hello": 2, "hello world": 3, "2025": 2, "on 3 May": 4, "  ": 1, "\n\n": 2, "漢字": 4, "é": 2, "\xff": 1,
		"internationalization": 9, "HTTP": 2, "getUserName": 3, "xqzvkj": 5,
	} {
		require.Equal(t, want, prompt.Estimate(s), "%q", s)
	}
	for _, s := range hostile.Strings() {
		n := prompt.Estimate(s)
		require.True(t, n >= 0 && n <= len(s), "no byte is more than a token")
	}
}
