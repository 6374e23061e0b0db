package query

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// There are as many turns as were made; whoever waits for one is let in by the next
// that is given back, or leaves with the context's error.
func TestTurns(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	all := newTurns()
	require.GreaterOrEqual(t, cap(all), 2)
	for range cap(all) {
		require.NoError(t, all.take(ctx))
	}
	entered := make(chan error)
	go func() { entered <- all.take(context.Background()) }()
	all.give()
	require.NoError(t, <-entered)
	cancel()
	require.ErrorIs(t, all.take(ctx), context.Canceled, "none is free")
}
