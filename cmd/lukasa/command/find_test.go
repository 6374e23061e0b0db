package command

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// The flags of find make the filter they say.
func TestFindFlags(t *testing.T) {
	t.Parallel()
	build := func(args ...string) (lukasa.Filter, error) {
		f := newBundle("").factory
		f.agent = "ann"
		f.now = func() time.Time { return time.Date(2025, 11, 27, 12, 0, 0, 0, time.UTC) }
		var filter lukasa.Filter
		cmd := newFind(f, func(_ context.Context, opts *findOptions) (err error) {
			filter, err = opts.build()
			return err
		})
		cmd.SetArgs(args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		return filter, cmd.ExecuteContext(t.Context())
	}
	day := func(d int) time.Time { return time.Date(2025, 11, d, 0, 0, 0, 0, time.UTC) }
	got, err := build("--also", "bob", "--since", "2025-11-01", "--until", "2025-11-02", "--importance", "7", "--quality", "3",
		"--confidence", "0.5", "--kind", "fact", "--kind", "event", "--category", "plan", "--persona", "social", "--session", "s",
		"--speaker", "eve", "--tag", "a", "--any-tag", "b", "--scope", "c", "--entity", "person:ana", "--mentions", "an",
		"--contains", "x", "--hash", "h", "--path", "p", "--user", "u", "--status", "archived", "--expired", "--verified",
		"--accessed-since", "2025-11-03", "--resolved-from", "2025-11-04", "--resolved-to", "2025-11-05", "--oldest",
		"--limit", "9", "--after", "cursor")
	require.NoError(t, err)
	require.Equal(t, lukasa.Filter{
		Agents: []string{"ann", "bob"}, Since: day(1), Until: day(2), MinImportance: 7, MinQuality: 3, MinConfidence: 0.5,
		Categories: got.Categories, Kinds: got.Kinds, Personas: got.Personas, Statuses: got.Statuses,
		Sessions: []string{"s"}, Speakers: []string{"eve"}, Tags: []string{"a"}, AnyTags: []string{"b"}, Scopes: []string{"c"},
		Entity: "person:ana", EntityValue: "an", Contains: "x", Hash: "h", Path: "p", User: "u", Expired: true, Verified: true,
		AccessedSince: day(3), ResolvedFrom: day(4), ResolvedTo: day(5), OldestFirst: true, Limit: 9, After: "cursor",
	}, got)
	require.EqualValues(t, []string{"fact", "event"}, []string{string(got.Kinds[0]), string(got.Kinds[1])})
	require.EqualValues(t, "plan", got.Categories[0])
	require.EqualValues(t, "social", got.Personas[0])
	require.EqualValues(t, "archived", got.Statuses[0])

	for _, args := range [][]string{{"--limit", "0"}, {"--importance", "-1"}, {"--entity", "x"}, {"--until", "x"}, {"--accessed-since", "x"}} {
		_, err := build(args...)
		usageOf(t, err)
	}
}
