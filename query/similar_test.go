package query_test

import (
	"cmp"
	"context"
	"fmt"
	"testing"
	"time"

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

// TestSimilarKeepsTheWholeSituation: of a long question the part that asks is searched for, but of a situation all of it counts,
// whatever is asked in passing.
func TestSimilarKeepsTheWholeSituation(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	_, err := m.Retain(ctx, lukasa.Experience{
		Context: "The nightly import stalls on a locked table", Action: "Killed the vacuum that held the lock", Outcome: "Through by five",
	})
	require.NoError(t, err)
	_, err = m.Retain(ctx, lukasa.Experience{
		Context: "Somebody asked who may sign the travel forms", Action: "Looked it up in the handbook", Outcome: "Any lead may",
	})
	require.NoError(t, err)
	long := "Since the weekend things have been odd here. The nightly import stalls again, on a locked table it seems, and the first people came " +
		"in at seven to find half of their reports empty. Meanwhile someone else wanted to know: who may sign the travel forms? " +
		"I have not answered that. The import hangs at the same table each night and nothing moves until I restart it."
	p, err := m.Similar(ctx, lukasa.Situation{Text: long})
	require.NoError(t, err)
	require.Equal(t, "Killed the vacuum that held the lock", p.Options[0].Action)
}

// TestSimilarOrdersByWhatWorked (900-08): what worked comes before what is not told, and that before what did not, as they end is
// read off their outcomes; what the caller says goes before that.
func TestSimilarOrdersByWhatWorked(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for _, e := range []lukasa.Experience{
		{Context: "disk of web-3 is full", Action: "deleted the cache", Outcome: "full again the next morning"},
		{Context: "disk of web-3 is full", Action: "asked the vendor", Outcome: "no reply yet"},
		{Context: "disk of web-3 is full", Action: "compressed old logs", Outcome: "no alarm since"},
		{Context: "disk of web-3 is full", Action: "moved the backups", Outcome: "everything fine", Metadata: lukasa.Metadata{"success": false}},
	} {
		_, err := m.Retain(ctx, e)
		require.NoError(t, err)
	}
	p, err := m.Similar(ctx, lukasa.Situation{Text: "the disk of web-3 is full"})
	require.NoError(t, err)
	var actions []string
	for _, o := range p.Options {
		actions = append(actions, o.Action)
	}
	require.Equal(t, []string{"compressed old logs", "asked the vendor"}, actions[:2])
	require.ElementsMatch(t, []string{"deleted the cache", "moved the backups"}, actions[2:])
	require.Equal(t, 0, p.Options[1].Known)
	require.Negative(t, p.Options[2].Mean)
	require.Negative(t, p.Options[3].Mean)
}

// TestSimilarCountsWhatItShows: what is far less likely than the best is no precedent, and is not counted as shown.
func TestSimilarCountsWhatItShows(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	var ids []lukasa.ID
	for _, e := range []lukasa.Experience{
		{Context: "disk of web-3 is full", Action: "compressed old logs", Outcome: "no alarm since"},
		{Context: "the violin is out of tune", Action: "turned the pegs", Outcome: "sounds right"},
	} {
		done, err := m.Retain(ctx, e)
		require.NoError(t, err)
		ids = append(ids, done.ID)
	}
	p, err := m.Similar(ctx, lukasa.Situation{Text: "the disk of web-3 is full"})
	require.NoError(t, err)
	require.Len(t, p.Options, 1)
	require.NoError(t, m.Flush(ctx))
	for i, shown := range []int{1, 0} {
		e, err := m.Get(ctx, ids[i])
		require.NoError(t, err)
		require.Equal(t, shown, e.Usage.AccessCount)
	}
}

// TestSimilarTellsActionsFromTheirOpposites: what was done and what was left undone, or done the
// other way round, are two options, each with its own outcomes (900-08).
func TestSimilarTellsActionsFromTheirOpposites(t *testing.T) {
	ctx := context.Background()
	for _, did := range [][]string{
		{"Restarted the pump", "Did not restart the pump", "restarted the pump again", "We didn't restart the pump"},
		{"Turned the pump on", "Turned the pump off", "turned on the pump again", "Turned the pump off again"},
		{"Scaled the pool up", "Scaled the pool down", "Scaled up the pool, then up again", "Scaled down the pool"},
		{"Moved the check before the build", "Moved the check after the build", "Moved it, the check, before the build", "Moved the check after the build again"},
	} {
		m := openLife(t, t.TempDir())
		for i, action := range did {
			_, err := m.Retain(ctx, lukasa.Experience{
				Kind: "experience", Context: "The cellar of the depot is flooded", Action: action, Outcome: "noted",
				Time: asked.Add(-time.Duration(i) * time.Hour), Metadata: map[string]any{"success": i%2 == 0},
			})
			require.NoError(t, err)
		}
		p, err := m.Similar(ctx, lukasa.Situation{Text: "The cellar of the depot is flooded"})
		require.NoError(t, err)
		require.Len(t, p.Options, 2, did[0])
		for i, mean := range []float64{1, -1} {
			require.Equal(t, 2, p.Options[i].Count, did[0])
			require.InDelta(t, mean, p.Options[i].Mean, 1e-9, did[0])
		}
	}
}

// TestSimilarSpreadsItsOptions: what is done nearly every time does not take every place from
// what was done now and then and worked, and is judged by all its precedents, not by those
// that are given; how an option ended has no say in whether it is given (900-08).
func TestSimilarSpreadsItsOptions(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	var all []lukasa.Experience
	for i := range 60 {
		e := lukasa.Experience{
			Context: fmt.Sprintf("web-%d answers with 502 after the deploy of build %d", i%9, i), Action: "restarted the service",
			Outcome: "failed again after ten minutes", Time: asked.Add(-time.Duration(i) * time.Hour), Metadata: lukasa.Metadata{"success": false},
		}
		switch {
		case i == 20 || i == 40:
			e.Action, e.Outcome, e.Metadata = "rolled back the release", "the errors stopped", lukasa.Metadata{"success": true}
		case i == 30:
			e.Action = "cleared the cache"
		case i%3 == 0:
			e.Outcome, e.Metadata = "the errors stopped", lukasa.Metadata{"success": true}
		}
		all = append(all, e)
	}
	_, err := m.RetainAll(ctx, all)
	require.NoError(t, err)
	for _, k := range []int{3, 5, 0} {
		p, err := m.Similar(ctx, lukasa.Situation{Text: "web-3 answers with 502 after a deploy", K: k})
		require.NoError(t, err)
		given := 0
		count := map[string]int{}
		for _, o := range p.Options {
			given += len(o.Precedents)
			count[o.Action] = o.Count
		}
		require.Equal(t, cmp.Or(k, 20), given)
		require.Equal(t, map[string]int{"rolled back the release": 2, "restarted the service": 57, "cleared the cache": 1}, count)
		require.Equal(t, "rolled back the release", p.Options[0].Action)
		require.Equal(t, "restarted the service", p.Options[1].Action)
		require.InDelta(t, (19-38)/57., p.Options[1].Mean, .001)
	}
	_, err = m.Similar(ctx, lukasa.Situation{Text: "x", K: 201})
	require.ErrorContains(t, err, "k: 201, want 1 to 200")
}
