package ledger

import (
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
)

// unhurried are options of a ledger whose memtable nothing fills.
func unhurried(fs vfs.FS, delay time.Duration) Options {
	return Options{FS: fs, Clock: tick(), UsageInterval: -1, MergeDelay: delay}
}

// unmerged is how many tables lie on top of one another.
func unmerged(l *Ledger) int { return int(l.db.Metrics().Levels[0].Sublevels) }

// Processes that write a little and end begin no merge, until there is so much of theirs that merging does not
// wait; so that there is never more.
func TestMomentsMergeNothing(t *testing.T) {
	t.Parallel()
	fs := vfs.NewMem()
	merges := 0
	for visit := range 4 * mostUnmerged {
		l, err := Open("store", unhurried(fs, time.Hour))
		require.NoError(t, err)
		require.LessOrEqual(t, unmerged(l), mostUnmerged+1)
		put(t, l, record("ana", 2*visit), record("zoe", 2*visit+1))
		db := l.db
		require.NoError(t, l.Close())
		if db.Metrics().Compact.Count > 0 {
			merges++
		}
	}
	require.Equal(t, 3, merges, "of one visit in nine")
}

// Who stays has the tables of those before merged, and so has who fills a memtable.
func TestWhoStaysMerges(t *testing.T) {
	t.Parallel()
	for name, stay := range map[string]func(t *testing.T, l *Ledger){
		"for a while":      func(*testing.T, *Ledger) {},
		"fills a memtable": func(t *testing.T, l *Ledger) { require.NoError(t, l.db.Flush()) },
		"merges itself":    func(t *testing.T, l *Ledger) { require.NoError(t, l.merge(t.Context(), dirtySpans(nil, true))) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fs := vfs.NewMem()
			for visit := range 5 {
				l, err := Open("store", unhurried(fs, time.Hour))
				require.NoError(t, err)
				put(t, l, record("ana", 2*visit), record("zoe", 2*visit+1))
				require.NoError(t, l.Close())
			}
			delay := time.Hour
			if name == "for a while" {
				delay = time.Millisecond
			}
			l := open(t, unhurried(fs, delay))
			put(t, l, record("bob", 1000))
			stay(t, l)
			require.Eventually(t, func() bool { return unmerged(l) < 2 }, 10*time.Second, time.Millisecond)
		})
	}
}
