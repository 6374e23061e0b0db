package command

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestForgetAsks forgets what nobody named by its id at a terminal: asked only where the
// question can be seen, and else nothing without --yes.
func TestForgetAsks(t *testing.T) {
	t.Parallel()
	build := func(in, errs bool, args ...string) error {
		f := newBundle("").factory
		f.streams.InTTY, f.streams.ErrTTY = in, errs
		cmd := newForget(f, func(_ context.Context, opts *forgetOptions) error { return opts.build() })
		cmd.SetArgs(args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		return cmd.ExecuteContext(t.Context())
	}
	for _, what := range []string{"--tag=x", "--recall=the harbour", "--all"} {
		require.NoError(t, build(true, true, what))
		for _, seen := range [][2]bool{{false, false}, {false, true}, {true, false}} {
			usageOf(t, build(seen[0], seen[1], what))
			require.NoError(t, build(seen[0], seen[1], what, "--yes"))
			require.NoError(t, build(seen[0], seen[1], what, "--dry-run"))
		}
	}
}
