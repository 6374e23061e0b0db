package vector_test

import (
	"maps"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/faulttest"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

// days is the life of a partition: it begins on the heap, moves to a float file,
// is renumbered, shrinks back to the heap and is removed. Each day ends in a save.
type days struct {
	opt  vector.Options
	vecs [][]float32
	ends []vectortest.Model // what is saved with watermark n
}

// newDays ends a life's days with exact scans, or with a graph past limit rows.
func newDays(t *testing.T, limit int) *days {
	d := &days{
		opt:  vector.Options{Model: "m", Dim: 64, ExactLimit: limit, Seed: 4},
		vecs: vectortest.Clustered(1, 700+queries, 64, 20), ends: []vectortest.Model{{}},
	}
	for day := range lastDay {
		m := maps.Clone(d.ends[day])
		err := d.each(day, func(n int) error { m[id(n)] = d.vecs[n]; return nil }, func(n int) error { delete(m, id(n)); return nil })
		require.NoError(t, err)
		d.ends = append(d.ends, m)
	}
	return d
}

const lastDay = 4

// each calls what a day does, to the first error.
func (d *days) each(day int, put, remove func(n int) error) error {
	steps := []struct{ from, to int }{{0, 100}, {100, 600}, {600, 620}, {0, 0}}[day]
	gone := []struct{ from, to int }{{0, 0}, {0, 0}, {50, 300}, {100, 620}}[day]
	for n := steps.from; n < steps.to; n++ {
		if err := put(n); err != nil {
			return err
		}
	}
	for n := gone.from; n < gone.to; n++ {
		if err := remove(n); err != nil {
			return err
		}
	}
	return nil
}

// live goes through the days. What fails is tried once more, as the store does when it
// next needs the view; what fails again ends it, as does a partition that cannot be read or
// is found empty. It returns the last day that was saved.
func (d *days) live(dir string, saved func(day int)) (last int) {
	for from := 0; from == last && from < lastDay; from += lastDay / 2 {
		last = d.liveHalf(dir, from, saved)
	}
	return last
}

// liveHalf opens the partition and goes through half of the days.
func (d *days) liveHalf(dir string, from int, saved func(day int)) (last int) {
	p, err := vector.Open(filepath.Join(dir, "p"), d.opt)
	if err != nil {
		return from
	}
	defer func() { _ = p.Close() }() // with an error or not
	if int(p.Watermark()) < from {
		return from
	}
	twice := func(call func() error) error {
		if call() == nil {
			return nil
		}
		return call()
	}
	put := func(n int) error { return twice(func() error { return p.Upsert(id(n), d.vecs[n]) }) }
	remove := func(n int) error {
		return twice(func() error { _, err := p.Delete(id(n)); return err })
	}
	for last = from; last < from+lastDay/2; last++ {
		if d.each(last, put, remove) != nil || twice(func() error { return p.Save(uint64(last + 1)) }) != nil {
			break
		}
		saved(last + 1)
	}
	return last
}

// found opens what is left. It holds a day's end, not one before the last that
// was saved, and answers as that day's vectors are.
func (d *days) found(t *testing.T, l *faulttest.Lab, dir string, saved int) {
	p, err := vector.Open(filepath.Join(dir, "p"), d.opt)
	require.NoError(t, err, l.Where())
	defer func() { require.NoError(t, p.Close()) }()
	mark := int(p.Watermark())
	require.GreaterOrEqual(t, mark, saved, "%s: %v", l.Where(), p.Reason())
	want := d.ends[mark]
	require.NoError(t, p.Settle(t.Context()))
	var recall float64
	for _, q := range d.vecs[700:] {
		hits := search(t, p, q, vector.SearchOptions{})
		recall += vectortest.Recall(want.Search(q, 10, nil), hits) / queries
		for _, h := range hits {
			require.Contains(t, want, h.ID, l.Where())
		}
	}
	require.GreaterOrEqual(t, recall, .99, l.Where())
	require.NoError(t, p.Upsert(id(1000), d.vecs[0]), "it lives on: %s", l.Where())
	require.NoError(t, p.Save(99))
}

// TestFaults fails every call on a partition's files, once and for good. The
// partition that is opened then is one that was saved, no older than the last
// that Save promised (900-01).
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		for _, limit := range []int{0, 550} {
			d := newDays(t, limit)
			l.EachFault(20, func(dir string) func() {
				saved := d.live(dir, func(int) {})
				return func() { d.found(t, l, dir, saved) }
			})
		}
	})
}

// TestPowerLoss takes the power away before any call on a partition's files.
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		d := newDays(t, 550)
		l.EachPicture(100, 23, func(dir string) { d.live(dir, l.Note) }, func(p faulttest.Picture) {
			d.found(t, l, p.Dir, p.Note)
		})
	})
}
