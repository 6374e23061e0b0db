package vector

import (
	"cmp"
	"fmt"
	"runtime"
)

// Options shape a partition. Those marked * are recorded in the snapshot: opening it with others finds it
// foreign.
type Options struct {
	// Model* names the embedding model, with whatever distinguishes its versions. Required.
	Model string
	// Owner* names what the vectors are of, so that another's snapshot is not taken for one's own. Optional.
	Owner string
	// Dim* is the length of a vector, 1 to 4,096. Required.
	Dim int
	// Seed* decides the rotation and the levels of the graph.
	Seed uint64
	// ExactLimit is the number of vectors up to which searches scan. Default 30,000.
	ExactLimit int
	// M* is how many links a new vector gets on each level of the graph; the ground level keeps twice as many.
	// 4 to 64. Default 16.
	M int
	// EfConstruction is how many candidates are kept while linking. Default 100.
	EfConstruction int
	// Workers is how many goroutines link vectors while there are unlinked ones. The graph does not depend on
	// it. Default: the number of processors, at most 8.
	Workers int
	// Between is called before each slice of background work, by the goroutine that does it, and may wait for a moment, so
	// that others go first: nothing that a search, a write or a delete needs is held meanwhile, only a save or Close
	// waits. A slice takes some tenths of a millisecond while at most ExactLimit vectors are unlinked, and one goroutine
	// links then; the more there are, the longer it takes. Default: nothing.
	Between func()
}

// Defaults of Options.
const (
	DefaultExactLimit     = 30_000
	DefaultM              = 16
	DefaultEfConstruction = 100
)

// minGraphDim is the dimension below which a scan serves better than 4-bit codes can.
const minGraphDim = 64

// Graphed reports whether a partition of n vectors is searched by a graph rather
// than scanned.
func (o Options) Graphed(n int) bool {
	return n > cmp.Or(o.ExactLimit, DefaultExactLimit) && o.Dim >= minGraphDim
}

func (o Options) withDefaults() (Options, error) {
	if o.ExactLimit == 0 {
		o.ExactLimit = DefaultExactLimit
	}
	if o.M == 0 {
		o.M = DefaultM
	}
	if o.EfConstruction == 0 {
		o.EfConstruction = DefaultEfConstruction
	}
	if o.Workers == 0 {
		o.Workers = min(runtime.GOMAXPROCS(0), 8)
	}
	bad := func(field string, v any) error { return fmt.Errorf("%w: %s is %v", ErrOption, field, v) }
	switch {
	case o.Model == "" || len(o.Model) > 1<<10:
		return o, bad("Model", fmt.Sprintf("%.40q", o.Model))
	case len(o.Owner) > 1<<10:
		return o, bad("Owner", fmt.Sprintf("%.40q", o.Owner))
	case o.Dim < 1 || o.Dim > MaxDim:
		return o, bad("Dim", o.Dim)
	case o.ExactLimit < 1:
		return o, bad("ExactLimit", o.ExactLimit)
	case o.M < 4 || o.M > 64:
		return o, bad("M", o.M)
	case o.EfConstruction < o.M || o.EfConstruction > 4096:
		return o, bad("EfConstruction", o.EfConstruction)
	case o.Workers < 1:
		return o, bad("Workers", o.Workers)
	}
	return o, nil
}
