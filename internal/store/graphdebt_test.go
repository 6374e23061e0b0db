package store

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The graph is made anew where that reads less than applying what it lacks.
func TestGraphDebtMustLoad(t *testing.T) {
	for name, tt := range map[string]struct {
		has, lacks uint64
		load       bool
	}{
		"nothing at all":                {0, 0, false},
		"a new store":                   {0, graphReload, false},
		"an import":                     {0, graphReload + 1, true},
		"a record more":                 {1_000_000, 1, false},
		"a few thousand of a million":   {1_000_000, 5_000, false},
		"much more than there is":       {20_000, 100_000, true},
		"a tenth more":                  {1_000_000, 100_000, false},
		"as many again":                 {1_000_000, 1_000_000, true},
		"little of what was half there": {30_000, graphReload, false},
		"an upgrade's backlog":          {100_000, 10_000_000, true},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, tt.load, graphDebt{tt.has, tt.lacks}.mustLoad())
		})
	}
}

// The graph follows at once where that costs little, waits for the end of an
// import, and is brought up to date in the background all the same beside a writer
// that never stops.
func TestGraphDebtDue(t *testing.T) {
	for name, tt := range map[string]struct {
		has, lacks uint64
		// pause is the least time without a write that will do, patience the least
		// time altogether.
		pause, patience time.Duration
	}{
		"a record":                    {0, 1, writePause, 2 * time.Minute},
		"a record more":               {1_000_000, 1, writePause, 2 * time.Minute},
		"a few records":               {1_000_000, 100, writePause, 2 * time.Minute},
		"a batch":                     {10_000, 1_000, 460 * time.Millisecond, 2 * time.Minute},
		"a batch beside a million":    {1_000_000, 1_000, 2 * time.Second, 2 * time.Minute},
		"an import begun":             {0, 50_000, 3300 * time.Millisecond, 2 * time.Minute},
		"an import of 200,000":        {0, 200_000, longestPause, 197 * time.Second},
		"an import of a million":      {0, 1_000_000, longestPause, 965 * time.Second},
		"an import of three millions": {0, 3_000_000, longestPause, impatience},
		"an import of ten millions":   {0, 10_000_000, longestPause, impatience},
	} {
		t.Run(name, func(t *testing.T) {
			d := graphDebt{tt.has, tt.lacks}
			require.False(t, d.due(0, 0))
			require.False(t, d.due(tt.pause-writePause/2, tt.patience-2*time.Second))
			require.True(t, d.due(tt.pause+writePause/2, 0))
			require.True(t, d.due(0, tt.patience+2*time.Second))
		})
	}
}

// Beside a writer that never stops the graph is brought up to date every half hour
// at least, while it can be. That takes a small share of the time, and never more
// than half.
func TestGraphDebtNeverStops(t *testing.T) {
	for _, rate := range []uint64{10, 100, 10_000} { // changes a second
		d, waited, spent, total := graphDebt{}, time.Duration(0), time.Duration(0), time.Duration(0)
		for total < 4*time.Hour {
			total, waited = total+time.Second, waited+time.Second
			d.lacks += rate
			if !d.due(0, waited) {
				require.Less(t, waited, max(impatience, d.cost()))
				continue
			}
			require.GreaterOrEqual(t, waited, graphPatience)
			spent += d.cost()
			d, waited = graphDebt{has: d.has + d.lacks}, 0
		}
		share := 1 // catching up takes as long as the wait for it
		if rate <= 100 {
			share = graphShare
		}
		require.Positive(t, spent)
		require.LessOrEqual(t, time.Duration(share)*spent, total+total/10)
		t.Logf("%6d changes/s: %v of %v", rate, spent, total)
	}
}

// A graph that is ahead of the ledger lacks all of it (I2).
func TestGraphDebtOwed(t *testing.T) {
	require.Equal(t, graphDebt{5, 3}, owed(5, 8))
	require.Equal(t, graphDebt{8, 0}, owed(8, 8))
	require.Equal(t, graphDebt{0, 8}, owed(9, 8))
}
