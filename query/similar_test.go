package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestSimilarJudgesEachByItself (900-08): what an agent did beside something like the
// situation, in the same session, is no precedent for it, however well that went.
func TestSimilarJudgesEachByItself(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	worked := lukasa.Metadata{"success": true}
	for _, e := range []lukasa.Experience{
		{Context: "go test hangs in TestQueue", Action: "Ran it with -race and a stack dump", Outcome: "A channel that nobody closed"},
		{Context: "docker build takes nine minutes", Action: "Moved the module download before the copy", Outcome: "Two minutes", Metadata: worked},
		{Context: "go test hangs again after the refactoring", Action: "Closed the channel in Stop", Outcome: "All of it runs through", Metadata: worked},
		{Context: "The linter complains about shadowed errors", Action: "Renamed the variables", Outcome: "Quiet", Metadata: worked},
	} {
		e.Session = "monday"
		_, err := m.Retain(ctx, e)
		require.NoError(t, err)
	}
	p, err := m.Similar(ctx, lukasa.Situation{Text: "go test hangs"})
	require.NoError(t, err)
	confidence := map[string]float64{}
	for _, o := range p.Options {
		confidence[o.Action] = o.Precedents[0].Confidence
	}
	require.Equal(t, "Closed the channel in Stop", p.Options[0].Action)
	for _, like := range []string{"Closed the channel in Stop", "Ran it with -race and a stack dump"} {
		require.Greater(t, confidence[like], 0.6)
		require.Less(t, confidence["Moved the module download before the copy"], confidence[like]/2)
		require.Less(t, confidence["Renamed the variables"], confidence[like]/2)
	}
	p, err = m.Similar(ctx, lukasa.Situation{Text: "the violin is out of tune"})
	require.NoError(t, err)
	require.Empty(t, p.Options)
}
