package command

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// 003-21: the flags of recall make the query they say.
func TestRecallFlags(t *testing.T) {
	t.Parallel()
	build := func(args ...string) (lukasa.Query, error) {
		f := newBundle("").factory
		f.agent = "ann"
		f.now = func() time.Time { return time.Date(2025, 11, 27, 12, 0, 0, 0, time.UTC) }
		var q lukasa.Query
		cmd := newRecall(f, func(_ context.Context, opts *recallOptions) (err error) {
			q, err = opts.build()
			return err
		})
		cmd.SetArgs(args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		return q, cmd.ExecuteContext(t.Context())
	}
	q, err := build("what", "did we promise?", "--k", "25", "--since", "30d", "--until", "1d", "--when", "last week", "--floor", "0",
		"--entity", "person:ana", "--also", "bob", "--explain", "--known-at", "2025-11-01", "--true-at", "2025-11-02", "--profile", "precise")
	require.NoError(t, err)
	require.Equal(t, "what did we promise?", q.Text)
	require.Equal(t, 25, q.K)
	require.Equal(t, time.Date(2025, 10, 28, 12, 0, 0, 0, time.UTC), q.Since)
	require.Equal(t, time.Date(2025, 11, 26, 12, 0, 0, 0, time.UTC), q.Until)
	require.Equal(t, time.Date(2025, 11, 1, 0, 0, 0, 0, time.UTC), q.KnownAt)
	require.Equal(t, time.Date(2025, 11, 2, 0, 0, 0, 0, time.UTC), q.TrueAt)
	require.Equal(t, "last week", q.When)
	require.Equal(t, []string{"ann", "bob"}, q.Agents)
	require.Equal(t, []lukasa.EntityKey{"person:ana"}, q.Entities)
	require.True(t, q.Explain)
	require.Zero(t, *q.Floor)
	q, err = build("disk full", "since:2025-11-03", "agent:bob")
	require.NoError(t, err)
	require.Equal(t, "disk full", q.Text)
	require.Equal(t, time.Date(2025, 11, 3, 0, 0, 0, 0, time.UTC), q.Since)
	require.Equal(t, []string{"bob"}, q.Agents)
	q, err = build("--plain", "disk full since:2025-11-03")
	require.NoError(t, err)
	require.Equal(t, "disk full since:2025-11-03", q.Text)
	require.Zero(t, q.Since)
	_, err = build("disk tags:deploy")
	usageOf(t, err)
	require.ErrorContains(t, err, "\n       ^")
	q, err = build("x")
	require.NoError(t, err)
	require.Nil(t, q.Floor, "the profile's")
	for _, args := range [][]string{{"x", "--k", "0"}, {"x", "--entity", "y"}, {"x", "--since", "y"}, {"x", "--importance", "-1"}, {"x", "--context", "0"}} {
		_, err := build(args...)
		usageOf(t, err)
	}
}

func TestTree(t *testing.T) {
	t.Parallel()
	e := lukasa.Explanation{Name: "score", Value: 3, Parts: []lukasa.Explanation{
		{Name: "meaning", Value: 2, Raw: 0.5, Calibrated: 1, Weight: 2},
		{Name: "words", Value: 0.75, Weight: 1},
		{Name: "time", Value: 0.25, Weight: 1},
	}}
	require.Equal(t, `── +3.000 score
   ├─ +2.000 meaning (0.5, as 1 × 2)
   ╰─ +1.000 from 2 more`, tree(e, 1))
	require.Contains(t, tree(e, wholeTree), "╰─ +0.250 time")
}
