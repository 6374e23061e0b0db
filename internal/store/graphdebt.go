package store

import "time"

// What bringing the graph up to date takes of one processor, measured with graphs
// of 100,000 to 800,000 objects: making an object anew; applying a change in a
// large batch, which takes more of each, and looks through the whole graph once a
// batch. Both count changes that others have overtaken, too.
const (
	loadedEach   = 60 * time.Microsecond
	appliedEach  = 80 * time.Microsecond
	searchedEach = 8 * time.Microsecond
	batchStart   = 300 * time.Millisecond
	appliedAlone = 2 * time.Millisecond // one by one
)

const (
	// graphBatch is how many changes go to the graph in one transaction.
	graphBatch = 50_000
	// graphReload is the backlog above which the graph may be loaded anew.
	graphReload = 20_000
)

// How long the graph waits for the writing to stop, and for how long it must have
// stopped. Catching up in the middle of an import is in vain, as far as it costs
// the same again at the end. Who asks the graph meanwhile does not wait for this:
// it bounds what the first who asks has to wait for, which is one load at most.
const (
	longestPause  = 10 * time.Second // or as long as catching up takes, if that is shorter
	graphPatience = 2 * time.Minute  // for such a pause, at least
	graphShare    = 16               // times the cost, so that it is a small share of the time
	impatience    = 30 * time.Minute // at most, while that leaves half of the time
)

// graphDebt is how far the graph is behind, in changes of the ledger.
type graphDebt struct {
	has   uint64 // changes that it has taken in
	lacks uint64 // changes that it has not
}

// owed tells how far a graph at mark is behind a ledger at seq. A graph that is
// ahead knows a future that was lost (I2): it lacks all.
func owed(mark, seq uint64) graphDebt {
	if mark > seq {
		return graphDebt{lacks: seq}
	}
	return graphDebt{mark, seq - mark}
}

// load estimates what making the whole graph anew takes.
func (d graphDebt) load() time.Duration {
	return batchStart + time.Duration(d.has+d.lacks)*loadedEach
}

// apply estimates what applying the changes takes.
func (d graphDebt) apply() time.Duration {
	alone := time.Duration(d.lacks) * appliedAlone
	batches := (d.lacks + graphBatch - 1) / graphBatch
	return min(alone, time.Duration(batches)*(batchStart+time.Duration(d.has)*searchedEach)+time.Duration(d.lacks)*appliedEach)
}

// mustLoad tells whether so much of what the graph should hold is missing that
// loading it anew is quicker.
func (d graphDebt) mustLoad() bool { return d.lacks > graphReload && d.load() < d.apply() }

// cost estimates what the cheaper way takes.
func (d graphDebt) cost() time.Duration {
	if d.mustLoad() {
		return d.load()
	}
	return d.apply()
}

// due tells whether the graph is to be brought up to date in the background, now
// that nothing was written for the time quiet, and the graph has waited since it
// was last brought up to date. A long import is waited for to its end, or nearly; a
// writer that never stops has the graph take a small share of the time.
func (d graphDebt) due(quiet, waited time.Duration) bool {
	cost := d.cost()
	return quiet >= min(max(writePause, cost), longestPause) ||
		waited >= max(graphPatience, min(graphShare*cost, impatience), cost)
}
