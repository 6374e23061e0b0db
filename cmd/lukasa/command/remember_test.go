package command

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// The flags of remember make the record they say.
func TestRememberFlags(t *testing.T) {
	t.Parallel()
	build := func(args ...string) (lukasa.Experience, error) {
		f := newBundle("").factory
		f.now = func() time.Time { return time.Date(2025, 11, 27, 12, 0, 0, 0, time.UTC) }
		var e lukasa.Experience
		cmd := newRemember(f, func(_ context.Context, opts *rememberOptions) (err error) {
			e, err = opts.experience()
			return err
		})
		cmd.SetArgs(args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		return e, cmd.ExecuteContext(t.Context())
	}

	e, err := build("a text", "--tag", "a,b", "--tag", "c", "--expires", "1d", "--quality", "5", "--ttl", "never",
		"--persona", "technical", "--category", "plan", "--scope", "domain:code", "--pinned", "--permanent", "--time", "1h")
	require.NoError(t, err)
	require.Equal(t, lukasa.Experience{
		Content: "a text", Tags: []string{"a,b", "c"}, Quality: 5, TTL: "never",
		Persona: "technical", Category: "plan", Scopes: []string{"domain:code"}, Pinned: true, Permanent: true,
		ExpiresAt: time.Date(2025, 11, 28, 12, 0, 0, 0, time.UTC), Time: time.Date(2025, 11, 27, 11, 0, 0, 0, time.UTC),
	}, e)

	e, err = build("--context", "c", "--action", "a", "--outcome", "o")
	require.NoError(t, err)
	require.Empty(t, e.Kind, "the memory tells it by what it has")

	for _, args := range [][]string{
		{"x", "--importance", "0"},
		{"x", "--importance", "-1"},
		{"x", "--quality", "0"},
		{"x", "--confidence", "0"},
		{"x", "--confidence", "NaN"},
		{"x", "--expires", "soon"},
		{"x", "--id", "1"},
		{"x", "--entity", "a"},
	} {
		_, err := build(args...)
		usageOf(t, err)
	}
	_, err = build("x", "--expires", "soon")
	require.ErrorContains(t, err, "or from now on (12h, 30d)", "it is not asked how long ago that will be")
}
