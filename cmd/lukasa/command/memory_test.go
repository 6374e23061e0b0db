package command

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestRetainOnTheLocalDay writes to the log of the day that it is where the command runs, which by
// UTC is another one for some hours of each day. A day ago is the day before, on days of 25 hours too.
func TestRetainOnTheLocalDay(t *testing.T) {
	t.Parallel()
	newYork, err := time.LoadLocation("America/New_York")
	require.NoError(t, err)
	for _, now := range []time.Time{
		time.Date(2025, 11, 27, 17, 0, 0, 0, time.FixedZone("west", -8*3600)),
		time.Date(2025, 11, 27, 6, 0, 0, 0, time.FixedZone("east", 7*3600)),
		time.Date(2025, 11, 2, 23, 30, 0, 0, newYork),
	} {
		dir := t.TempDir()
		b := newBundle("")
		b.factory.now = func() time.Time { return now }
		require.Equal(t, OK, b.run(t.Context(), "memory", "retain", "Sings.", "--workspace", dir), b.errs)
		require.FileExists(t, filepath.Join(dir, "memory", now.Format(time.DateOnly)+".md"))
		require.Equal(t, OK, b.run(t.Context(), "memory", "retain", "Sang.", "--day", "1d", "--workspace", dir), b.errs)
		require.FileExists(t, filepath.Join(dir, "memory", now.AddDate(0, 0, -1).Format(time.DateOnly)+".md"))
	}
}

// TestRecallWithoutPages tells that there is nothing to ask, and what makes a workspace.
func TestRecallWithoutPages(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "memory", "recall", "who sings", "--workspace", t.TempDir()), b.errs)
	require.Contains(t, b.errs.String(), "workspace init makes them")
}
