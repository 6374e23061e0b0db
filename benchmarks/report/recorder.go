package report

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// Recorder collects the figures of one suite at one scale. It is for one
// goroutine.
type Recorder struct {
	w       io.Writer
	suite   string
	scale   int
	targets map[string]Target // by figure name
	figures []Figure
}

// NewRecorder makes a recorder that writes a line to w for each figure. Targets
// are by the name of a figure; they may be nil.
func NewRecorder(w io.Writer, suite string, scale int, targets map[string]Target) *Recorder {
	return &Recorder{w: w, suite: suite, scale: scale, targets: targets}
}

// Figures returns what was recorded, in order.
func (r *Recorder) Figures() []Figure { return slices.Clone(r.figures) }

// Add records a figure; suite and scale are filled in, and the target of
// Lukasa's own figures.
func (r *Recorder) Add(f Figure) {
	f.Suite, f.Scale = r.suite, r.scale
	if f.Peer == "" && f.Target == 0 {
		f.Target, f.Source = r.targets[f.Name].Value, r.targets[f.Name].Source
	}
	r.figures = append(r.figures, f)
	fmt.Fprintln(r.w, f)
}

// Note records a value.
func (r *Recorder) Note(name string, value float64, unit string) {
	r.Add(Figure{Name: name, Value: value, Unit: unit})
}

// Skip records that a figure could not be taken, and why.
func (r *Recorder) Skip(peer, name, why string) {
	r.Add(Figure{Peer: peer, Name: name, Note: why})
}

// Spread records the median and the 99th percentile of durations, in ms. None
// of them is a figure of its own.
func (r *Recorder) Spread(name string, took []time.Duration) {
	r.Compare("", name, took, nil)
}

// Compare is Spread for a peer, with the share of right answers; nil is none.
func (r *Recorder) Compare(peer, name string, took []time.Duration, right *float64) {
	if len(took) == 0 {
		r.Skip(peer, name, "nothing was asked")
		return
	}
	for _, p := range []struct {
		name  string
		share int
	}{{", p50", 50}, {", p99", 99}} {
		r.Add(Figure{Peer: peer, Name: name + p.name, Value: Milliseconds(Quantile(took, p.share)), Unit: "ms", Right: right})
	}
}

// Time runs f n times and records the spread of how long it took.
func (r *Recorder) Time(name string, n int, f func(i int) error) error {
	took := make([]time.Duration, n)
	for i := range took {
		start := time.Now()
		if err := f(i); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		took[i] = time.Since(start)
	}
	r.Spread(name, took)
	return nil
}

// Once runs f and records how many seconds it took.
func (r *Recorder) Once(name string, f func() error) error {
	start := time.Now()
	if err := f(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r.Note(name, time.Since(start).Seconds(), "s")
	return nil
}

// Quantile is the given per cent of durations, which must not be empty; they
// are not changed.
func Quantile(took []time.Duration, percent int) time.Duration {
	sorted := slices.Sorted(slices.Values(took))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

// Milliseconds is a duration as a figure.
func Milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
