package lexical_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/faulttest"
	"github.com/lukasadb/lukasa/internal/lexical"
)

// days is the life of an index: each day adds records, and takes away some, and
// ends in a save.
type days struct {
	ends [][][]lexical.Hit // the answers that are saved with watermark n
}

const lastDay = 4

func newDays(t *testing.T) *days {
	x := randomIndex(t, "", 0)
	d := &days{ends: [][][]lexical.Hit{answers(t, x)}}
	for day := range lastDay {
		live(t, x, day)
		d.ends = append(d.ends, answers(t, x))
	}
	return d
}

func live(t *testing.T, x *lexical.Index, day int) {
	putRandom(t, x, rand.New(rand.NewPCG(3, uint64(day))), 200*(day+1))
	for n := range 50 * day {
		require.NoError(t, x.Delete(id(n*3+1)))
	}
}

// save goes through the days, each of which opens the index. A save that fails is tried
// once more; if it fails again, that ends it, as does an index that cannot be read, or is
// found empty. It returns the last day that was saved.
func (d *days) save(t *testing.T, dir string, saved func(day int)) (last int) {
	for day := range lastDay {
		x, err := lexical.Open(filepath.Join(dir, "words"), lexical.Options{})
		if err != nil || int(x.Watermark()) < last {
			return last
		}
		live(t, x, day)
		if err = x.Save(uint64(day + 1)); err != nil {
			err = x.Save(uint64(day + 1))
		}
		if err != nil {
			require.Equal(t, d.ends[day+1], answers(t, x), "it goes on without the disk")
			return last
		}
		last = day + 1
		saved(last)
	}
	return last
}

// found opens what is left: a day's end, not one before the last that was saved.
func (d *days) found(t *testing.T, l *faulttest.Lab, dir string, saved int) {
	x, err := lexical.Open(filepath.Join(dir, "words"), lexical.Options{})
	require.NoError(t, err, l.Where())
	require.GreaterOrEqual(t, int(x.Watermark()), saved, "%s: %s", l.Where(), x.Reason())
	require.Equal(t, d.ends[x.Watermark()], answers(t, x), l.Where())
	require.NoError(t, x.Save(99), "it lives on: %s", l.Where())
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1, "%s: what the failed save left is gone", l.Where())
}

// TestFaults fails every call on an index's files, once and for good. What is
// opened then is what was saved, no older than the last that Save promised
// (900-01).
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		d := newDays(t)
		l.EachFault(8, func(dir string) func() {
			saved := d.save(t, dir, func(int) {})
			return func() { d.found(t, l, dir, saved) }
		})
	})
}

// TestPowerLoss takes the power away before any call on an index's files.
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		d := newDays(t)
		l.EachPicture(50, 1, func(dir string) { d.save(t, dir, l.Note) }, func(p faulttest.Picture) {
			d.found(t, l, p.Dir, p.Note)
		})
	})
}
