package generation

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/faulttest"
)

const lastGeneration = 4

// textOf is what the file of a generation holds.
func textOf(mark uint64) string { return strings.Repeat(fmt.Sprint("generation ", mark, " "), 300) }

// live publishes one generation after the other, each from a copy of the one
// before, as the graph does. What fails is begun once more; what fails again ends
// it. It returns the last that was published.
func live(ctx context.Context, dir string, published func(mark int)) (last int) {
	twice := func(call func() error) error {
		err := call()
		if err != nil {
			err = call()
		}
		return err
	}
	var f *Folder
	err := twice(func() (err error) { f, err = Open(dir); return err })
	for mark := uint64(1); err == nil && mark <= lastGeneration; mark++ {
		if err = twice(func() error { return next(ctx, f, mark) }); err == nil {
			last = int(mark)
			published(last)
		}
	}
	return last
}

func next(ctx context.Context, f *Folder, mark uint64) error {
	m, err := f.Current()
	var w Work
	if errors.Is(err, fs.ErrNotExist) {
		w, err = f.Fresh()
	} else if err == nil {
		w, err = f.Checkout(ctx, m, alone)
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(w.Path(), []byte(textOf(mark)), 0o600); err != nil {
		return errors.Join(err, w.Remove())
	}
	if _, err := f.Publish(w, 1, mark); err != nil {
		return errors.Join(err, w.Remove())
	}
	return nil
}

// found opens what is left: a generation that was published whole, not one before
// the last that was acknowledged, or none.
func found(t *testing.T, l *faulttest.Lab, dir string, acknowledged int) {
	f, err := Open(dir)
	require.NoError(t, err, l.Where())
	m, err := f.Current()
	if errors.Is(err, fs.ErrNotExist) {
		require.Zero(t, acknowledged, l.Where())
	} else {
		require.NoError(t, err, l.Where())
		require.GreaterOrEqual(t, int(m.Watermark), acknowledged, l.Where())
		w, err := f.Checkout(t.Context(), m, alone)
		require.NoError(t, err, l.Where())
		got, err := os.ReadFile(w.Path())
		require.NoError(t, err)
		require.Equal(t, textOf(m.Watermark), string(got), l.Where())
		require.NoError(t, w.Remove())
	}
	require.NoError(t, next(t.Context(), f, 99), "it lives on: %s", l.Where())
	require.Regexp(t, `^CURRENT gen-\d+$`, names(t, dir), l.Where())
}

// TestFaults fails every call by which generations are made and published, once
// and for good (900-01).
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		l.EachFault(20, func(dir string) func() {
			last := live(t.Context(), dir, func(int) {})
			return func() { found(t, l, dir, last) }
		})
	})
}

// TestPowerLoss takes the power away before any of those calls (G3).
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		l.EachPicture(300, 1, func(dir string) { live(t.Context(), dir, l.Note) }, func(p faulttest.Picture) {
			found(t, l, p.Dir, p.Note)
		})
	})
}
