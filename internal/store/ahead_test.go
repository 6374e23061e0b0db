package store

import (
	"errors"
	"iter"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbers yields n numbers, then ends as end says; it tells in done that it ended.
func numbers(n int, end func() error, done *bool) iter.Seq2[int, error] {
	return func(yield func(int, error) bool) {
		defer func() { *done = true }()
		for i := range n {
			if !yield(i, nil) {
				return
			}
		}
		if err := end(); err != nil {
			yield(0, err)
		}
	}
}

func nothing() error { return nil }

// TestAheadKeepsOrder takes sequences of every length about the size of batches.
func TestAheadKeepsOrder(t *testing.T) {
	for _, n := range []int{0, 1, aheadBatch - 1, aheadBatch, aheadBatch + 1, 3 * aheadBatch * aheadBatches} {
		done, next := false, 0
		for v, err := range ahead(ahead(numbers(n, nothing, &done))) {
			require.NoError(t, err)
			require.Equal(t, next, v)
			next++
		}
		require.Equal(t, n, next)
		require.True(t, done)
	}
}

// TestAheadEndsAsItsSequence ends sequences by an error, a panic and the end of
// their goroutine: nobody takes what came before for all there is.
func TestAheadEndsAsItsSequence(t *testing.T) {
	broken := errors.New("broken")
	take := func(end func() error) (taken int, err error) {
		done := false
		for _, err := range ahead(ahead(numbers(100, end, &done))) {
			if err != nil {
				return taken, err
			}
			taken++
		}
		return taken, nil
	}
	taken, err := take(func() error { return broken })
	require.ErrorIs(t, err, broken)
	require.Equal(t, 100, taken)
	_, err = take(func() error { runtime.Goexit(); return nil })
	require.ErrorIs(t, err, errGone)
	require.PanicsWithValue(t, "lost", func() { _, _ = take(func() error { panic("lost") }) })
}

// TestAheadStops leaves the loop early: the sequence has ended by then.
func TestAheadStops(t *testing.T) {
	for _, at := range []int{0, aheadBatch, 5 * aheadBatch * aheadBatches} {
		done := false
		for v, err := range ahead(ahead(numbers(1<<40, nothing, &done))) {
			require.NoError(t, err)
			if v == at {
				break
			}
		}
		require.True(t, done)
	}
}
