package query

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// There are as many seats as were made; whoever waits for one gets the next that is
// given back, or leaves with the context's error.
func TestSeats(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	all := newSeats()
	require.GreaterOrEqual(t, cap(all), 2)
	for range cap(all) {
		require.NoError(t, all.take(ctx))
	}
	require.False(t, all.spare(), "all are taken")
	seated := make(chan error)
	go func() { seated <- all.take(context.Background()) }()
	all.give()
	require.NoError(t, <-seated)
	cancel()
	require.ErrorIs(t, all.take(ctx), context.Canceled, "none is free")
	all.give()
	require.True(t, all.spare())
	require.False(t, all.spare(), "it is taken")
}

// Whether or not another processor is spare, each part is done once.
func TestTogether(t *testing.T) {
	t.Parallel()
	for _, taken := range []int{0, 1} { // with a spare seat and without
		all := newSeats()
		for range cap(all) - 1 + taken {
			require.NoError(t, all.take(t.Context()))
		}
		for _, n := range []int{0, 1, 2, 1000} {
			done := make([]int, n)
			all.together(n, func(part int) { done[part]++ })
			for i := range done {
				require.Equal(t, 1, done[i], "of %d", n)
			}
		}
		require.Equal(t, taken == 0, all.spare(), "the seat was given back")
	}
}

// Of two things both are done and both errors told, one after the other where no processor is spare.
func TestBeside(t *testing.T) {
	t.Parallel()
	one, two := errors.New("one"), errors.New("two")
	all := newSeats()
	met := make(chan bool)
	err := all.beside(func() error { met <- true; return one }, func() error { <-met; return two })
	require.ErrorIs(t, err, one)
	require.ErrorIs(t, err, two)
	for range cap(all) {
		require.True(t, all.spare(), "the seat was given back")
	}
	var order []int
	err = all.beside(func() error { order = append(order, 1); return one }, func() error { order = append(order, 2); return two })
	require.ErrorIs(t, err, one)
	require.ErrorIs(t, err, two)
	require.Equal(t, []int{1, 2}, order)
}

// Who is done with one thing before the other was begun does that as well: it is done once, and no seat stays taken.
func TestBesideWhoIsNotAwake(t *testing.T) {
	t.Parallel()
	all := newSeats()
	for range 1000 {
		first, second := 0, 0
		require.NoError(t, all.beside(func() error { first++; return nil }, func() error { second++; return nil }))
		require.Equal(t, []int{1, 1, 0}, []int{first, second, len(all)})
	}
}
