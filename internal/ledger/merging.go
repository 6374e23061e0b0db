package ledger

import (
	"sync/atomic"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// merging lets the engine merge tables, one merge after another, except for a process that is only here for a moment: it
// would wait at its end for what it began, and each that writes a little leaves a table that is small but lies across all
// others. So merging waits until the ledger has been open for a while, a memtable is full, somebody wants a merge, or too
// many such tables lie there, and nothing new is begun once the ledger is being closed.
//
// Pebble's own scheduler also looks for a limit that has risen, ten times a second: a memory that nobody asked anything
// would keep waking a processor.
type merging struct {
	*pebble.ConcurrencyLimitScheduler
	state atomic.Int32
	later *time.Timer // ends the rest; nil when nothing is to
}

// States of merging.
const (
	resting int32 = iota
	awake
	closing
)

// mostUnmerged is the number of tables on top of one another, which each look has to look into, beyond which merging does
// not wait. Writers are stopped at three times as many.
const mostUnmerged = 8

func newMerging() *merging {
	return &merging{ConcurrencyLimitScheduler: pebble.NewConcurrencyLimitSchedulerWithNoPeriodicGrantingForTest()}
}

// TrySchedule implements [pebble.CompactionScheduler].
func (m *merging) TrySchedule() (bool, pebble.CompactionGrantHandle) {
	if m.state.Load() != awake {
		return false, nil
	}
	return m.ConcurrencyLimitScheduler.TrySchedule()
}

// begin lets merging begin for a database that was just opened: at once where it must, else after a delay.
func (m *merging) begin(db *pebble.DB, delay time.Duration) {
	if delay <= 0 || db.Metrics().Levels[0].Sublevels > mostUnmerged {
		m.wake()
		return
	}
	m.later = time.AfterFunc(delay, m.wake)
}

// flushing hears that a memtable is written out, which may be the empty one of a database that is being opened.
func (m *merging) flushing(info pebble.FlushInfo) {
	if info.InputBytes > 0 {
		go m.wake() // the engine holds its lock
	}
}

// wake ends the rest. It is not to be called while the engine holds a lock.
func (m *merging) wake() {
	if !m.state.CompareAndSwap(resting, awake) {
		return
	}
	// The engine does not ask again for what it was refused: whoever ends lets in what waits.
	if ok, handle := m.ConcurrencyLimitScheduler.TrySchedule(); ok {
		handle.Done()
	}
}

// end lets nothing more begin.
func (m *merging) end() {
	m.state.Store(closing)
	if m.later != nil {
		m.later.Stop()
	}
}
