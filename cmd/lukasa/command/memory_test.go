package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
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
		require.Equal(t, Usage, b.run(t.Context(), "memory", "retain", "Sang.", "--day", "soon", "--workspace", dir))
		require.Contains(t, b.errs.String(), `--day: "soon", want a day (2025-11-27) or how long ago (1d)`)
	}
}

// TestRecallOnTheLocalDay finds what was noted today by words and lengths of time as the clock shows them
// where the command runs, which by UTC is another day for some hours; and reflects on it (003-11, 003-21).
func TestRecallOnTheLocalDay(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{
		time.Date(2025, 11, 27, 17, 0, 0, 0, time.FixedZone("west", -8*3600)),
		time.Date(2025, 11, 27, 6, 0, 0, 0, time.FixedZone("east", 7*3600)),
	} {
		b := newBundle("")
		b.factory.now = func() time.Time { return now }
		in := []string{"--workspace", t.TempDir(), "--mode", "jsonl"}
		require.Equal(t, OK, b.run(t.Context(), append([]string{"memory", "retain", "Mended the boat.", "--entity", "Ana"}, in...)...), b.errs)
		for _, when := range [][]string{{"--when", "today"}, {"--since", "1d"}, {"--since", "1h"}} {
			b.out.Reset()
			require.Equal(t, OK, b.run(t.Context(), slices.Concat([]string{"memory", "recall", "the boat"}, when, in)...), b.errs)
			require.Contains(t, b.out.String(), `"source":"memory/2025-11-27.md#L2"`, "%v %v", now, when)
		}
		b.out.Reset()
		require.Equal(t, OK, b.run(t.Context(), append([]string{"memory", "reflect", "--since", "1h"}, in...)...), b.errs)
		require.Contains(t, b.out.String(), "bank/entities/Ana.md")
	}
}

// TestRecallWithoutPages tells that there is nothing to ask, and what makes a workspace.
func TestRecallWithoutPages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "memory"), 0o700))
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "memory", "recall", "who sings", "--workspace", dir), b.errs)
	require.Contains(t, b.errs.String(), "workspace init makes them")
}

// TestNoWorkspace: in a folder that is no workspace every verb but retain, which makes the page
// of a day, tells so and leaves nothing behind.
func TestNoWorkspace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "readme.md"), []byte("A project.\n"), 0o600))
	for _, verb := range [][]string{
		{"status"},
		{"check"},
		{"recall", "who sings"},
		{"sync"},
		{"reflect", "--dry-run"},
		{"watch", "--for", "50ms"},
		{"forget", "01900000-0000-7000-8000-000000000001", "--yes"},
	} {
		b := newBundle("")
		require.Equal(t, No, b.run(t.Context(), append([]string{"memory", "--workspace", dir}, verb...)...), "%s: %s", verb, b.errs)
		require.Contains(t, b.errs.String(), "no workspace at "+dir, verb)
		require.Contains(t, b.errs.String(), "lukasa workspace init makes one", verb)
		require.Empty(t, b.out, verb)
		left, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, left, 1, verb)
	}
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "memory", "recall", "project", "--floor", "0", "--json", "--workspace", dir, "--pages", "*.md"), b.errs)
	require.Contains(t, b.out.String(), "readme.md#L1")
}

// TestWhatMakesAWorkspace: each thing of the layout alone makes a folder one.
func TestWhatMakesAWorkspace(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"memory/", "memory.md", "bank/", ".memory/", ".lukasapages"} {
		dir := t.TempDir()
		if path := filepath.Join(dir, name); strings.HasSuffix(name, "/") {
			require.NoError(t, os.Mkdir(path, 0o700))
		} else {
			require.NoError(t, os.WriteFile(path, nil, 0o600))
		}
		b := newBundle("")
		require.Equal(t, OK, b.run(t.Context(), "memory", "status", "--json", "--workspace", dir), "%s: %s", name, b.errs)
	}
}

// TestFlagsThatSayNothingToAWorkspace: a flag that would be ignored is refused before anything is
// done, wherever it stands; the environment, which is for all verbs, is not.
func TestFlagsThatSayNothingToAWorkspace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, verb := range [][]string{
		{"retain", "Sings."},
		{"recall", "who sings"},
		{"reflect"},
		{"status"},
		{"check"},
		{"sync"},
		{"watch", "--for", "50ms"},
		{"forget", "01900000-0000-7000-8000-000000000001", "--yes"},
	} {
		for _, args := range [][]string{
			append([]string{"--store", "other.mem", "memory", "--workspace", dir}, verb...),
			append(append([]string{"memory"}, verb...), "--workspace", dir, "--store", "other.mem"),
		} {
			b := newBundle("")
			require.Equal(t, Usage, b.run(t.Context(), args...), "%s: %s", args, b.errs)
			require.Contains(t, b.errs.String(), "--store: a workspace has its store in its folder", args)
		}
	}
	for flag, want := range map[string]string{"store": "--store: a workspace has its store", "agent": "--agent: pages are no agent's"} {
		b := newBundle("")
		require.Equal(t, Usage, b.run(t.Context(), "--"+flag, "other", "workspace", "init", dir), b.errs)
		require.Contains(t, b.errs.String(), want)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)

	b := newBundle("")
	b.factory.streams.Env = func(name string) string {
		return map[string]string{"LUKASA_STORE": "other.mem", "LUKASA_AGENT": "ana"}[name]
	}
	require.Equal(t, OK, b.run(t.Context(), "workspace", "init", dir), b.errs)
	require.Equal(t, OK, b.run(t.Context(), "memory", "status", "--workspace", dir, "--json"), b.errs)
	require.Equal(t, Usage, b.run(t.Context(), "memory", "status", "--workspace", dir, "--mode", "dot"), "a picture of no graph is refused here too")
}

// TestWaitForTheStore tells whom a verb waits for, once, and gives up when it is over or interrupted;
// retain waits for nobody.
func TestWaitForTheStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, err := lukasa.OpenWorkspace(t.Context(), dir)
	require.NoError(t, err)
	b := newBundle("")
	require.Equal(t, Failure, b.run(t.Context(), "memory", "recall", "who sings", "--workspace", dir, "--wait", "0"))
	require.NotContains(t, b.errs.String(), "waiting")
	b = newBundle("")
	require.Equal(t, Failure, b.run(t.Context(), "memory", "recall", "who sings", "--workspace", dir, "--wait", "2500ms"))
	require.Equal(t, 1, strings.Count(b.errs.String(), fmt.Sprintf("waiting for process %d on ", os.Getpid())), b.errs)
	require.Contains(t, b.errs.String(), "--wait waits longer")
	b = newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "memory", "retain", "Sings.", "--workspace", dir, "--json"), b.errs)
	require.Contains(t, b.out.String(), `"synced":false`)
	require.NoError(t, w.Close())
	b = newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "memory", "recall", "who sings", "--workspace", dir, "--floor", "0", "--json"), b.errs)
	require.Contains(t, b.out.String(), "Sings.")
}

// TestRefusedPagesAreNews: a watcher lists a refused page once, and again when it is refused for
// another reason, or anew; the number in the table is of all.
func TestRefusedPagesAreNews(t *testing.T) {
	t.Parallel()
	page := func(path, reason string) *lukasa.RefusedPage { return &lukasa.RefusedPage{Path: path, Reason: reason} }
	told := refusals{}
	for i, step := range []struct{ now, news []*lukasa.RefusedPage }{
		{[]*lukasa.RefusedPage{page("a.md", "a link")}, []*lukasa.RefusedPage{page("a.md", "a link")}},
		{[]*lukasa.RefusedPage{page("a.md", "a link"), page("b.md", "too large")}, []*lukasa.RefusedPage{page("b.md", "too large")}},
		{[]*lukasa.RefusedPage{page("a.md", "a link"), page("b.md", "too large")}, nil},
		{[]*lukasa.RefusedPage{page("a.md", "too large"), page("b.md", "too large")}, []*lukasa.RefusedPage{page("a.md", "too large")}},
		{[]*lukasa.RefusedPage{page("b.md", "too large")}, nil},
		{[]*lukasa.RefusedPage{page("a.md", "too large"), page("b.md", "too large")}, []*lukasa.RefusedPage{page("a.md", "too large")}},
	} {
		require.Equal(t, step.news, told.news(step.now), i)
	}
	for mode, want := range map[string]string{"jsonl": `{"files":3`, "csv": ",2\n"} {
		b := newBundle("")
		b.factory.mode = mode
		require.NoError(t, showWatched(b.factory, lukasa.Synced{Files: 3, Refused: []*lukasa.RefusedPage{
			page("a.md", "too large"), page("b.md", "too large"),
		}}, told))
		require.Contains(t, b.out.String(), want)
		require.NotContains(t, b.out.String(), "refused\":")
	}
}

// TestWatchListsARefusedPageOnce: however often other pages change beside it.
func TestWatchListsARefusedPageOnce(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	write("memory.md", "- Sings.\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "bank"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(dir, "memory.md"), filepath.Join(dir, "bank", "linked.md")))
	b := newBundle("")
	out, in := io.Pipe()
	b.factory.streams.Out = in
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan Code, 1)
	go func() {
		ended <- b.run(ctx, "memory", "watch", "--workspace", dir, "--poll", "10ms")
		_ = in.Close()
	}()
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan())
	require.Contains(t, lines.Text(), "bank/linked.md")
	write("memory.md", "- Sings loudly.\n")
	require.True(t, lines.Scan())
	require.NotContains(t, lines.Text(), "bank/linked.md")
	stop()
	for lines.Scan() {
		require.NotContains(t, lines.Text(), "bank/linked.md")
	}
	require.Contains(t, []Code{OK, Interrupted}, <-ended)
}
