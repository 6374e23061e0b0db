package query

import (
	"context"
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
