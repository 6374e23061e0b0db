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

// TestEmptyConditions: who forgets what a filter selects, or looks for it, with a condition that is empty
// does not get what all the others select.
func TestEmptyConditions(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"forget", "--dry-run", "--tag", "work", "--user", ""},
		{"forget", "--dry-run", "--tag", "work", "--until", ""},
		{"forget", "--dry-run", "--tag", "work", "--session", ""},
		{"forget", "--dry-run", "--tag", "work", "--tag", ""},
		{"forget", "--all", "--yes", "--verify", ""},
		{"find", "--tag", ""},
		{"find", "--user", ""},
		{"find", "--since", ""},
		{"recent", "--session", ""},
		{"consolidate", "--user", ""},
		{"sweep", "--ended", ""},
		{"reflect", "--since", ""},
		{"audit", "--kind", ""},
		{"history", "01900000-0000-7000-8000-000000000001", "--known-at", ""},
		{"recall", "what?", "--tag", ""},
		{"recall", "what?", "--user", ""},
		{"recall", "what?", "--entity", "person:ann", "--entity", ""},
		{"similar", "a full disk", "--scope", ""},
		{"why", "01900000-0000-7000-8000-000000000001", "what?", "--user", ""},
		{"fact", "list", "--true-at", ""},
		{"entity", "alias", "person:ann", "boss", "--user", ""},
		{"entity", "resolve", "Ann", "--session", ""},
		{"ontology", "paths", "person", "firm", "--along", ""},
		{"memory", "recall", "what?", "--entity", ""},
		{"memory", "recall", "what?", "--since", ""},
		{"memory", "reflect", "--since", ""},
	} {
		b := newBundle("")
		require.Equal(t, Usage, b.run(t.Context(), args...), args)
		require.Contains(t, b.errs.String(), args[len(args)-2]+": empty")
	}

	b := newBundle("")
	require.Equal(t, Usage, b.run(t.Context(), "summarise", "", "--now"))
	require.Contains(t, b.errs.String(), "SESSION: empty")
}
