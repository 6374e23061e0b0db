//go:build unix

package workspace_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace"
)

const stamped = "memory/2025-11-20.md"

var (
	firstText  = "## Retain\n- W @Peter: Moved to Bristol.\n"
	secondText = "## Retain\n- W @Peter: Moved to Cardiff.\n"
)

// saveAs writes a text over a page, which keeps its time, as cp -p does; takeName gives the page's
// name to another file with its time, as rsync and tar do.
func (d *desk) saveAs(name, text string) { d.saveTimed(name, name, text) }

func (d *desk) takeName(name, text string) {
	d.saveTimed(name, name+".new", text)
	require.NoError(d.t, os.Rename(filepath.Join(d.dir, name+".new"), filepath.Join(d.dir, name)))
}

func (d *desk) saveTimed(name, to, text string) {
	d.t.Helper()
	was, err := os.Stat(filepath.Join(d.dir, name))
	require.NoError(d.t, err)
	require.Equal(d.t, was.Size(), int64(len(text)))
	at := filepath.Join(d.dir, to)
	require.NoError(d.t, os.WriteFile(at, []byte(text), 0o644))
	require.NoError(d.t, os.Chtimes(at, was.ModTime(), was.ModTime()))
}

// TestReplacedWithItsTime sees a page replaced by one of its size and its time: written over, or by
// another file that takes its name. So does Status, and who follows the folder (003-03).
func TestReplacedWithItsTime(t *testing.T) {
	d := newDesk(t, map[string]string{stamped: firstText})
	d.sync()
	rest()
	require.Zero(t, d.sync().Read)

	d.saveAs(stamped, secondText)
	rest()
	status, err := d.Status(ctx)
	require.NoError(t, err)
	require.Equal(t, 1, status.Behind)
	require.Equal(t, 1, d.sync().Read)
	d.find("Cardiff")

	d.takeName(stamped, firstText)
	d.sync()
	d.find("Bristol")
	require.Len(t, d.records(), 1)
}

// TestFollowSeesReplacedWithItsTime follows a folder by looking at it alone.
func TestFollowSeesReplacedWithItsTime(t *testing.T) {
	d := newDesk(t, map[string]string{stamped: firstText})
	d.close()
	f := follow(t, d.dir, workspace.WatchOptions{Poll: 5 * time.Millisecond}, nil)
	f.until(1)
	opens := f.opens.Load()
	require.Never(t, func() bool { return f.opens.Load() > opens }, 50*time.Millisecond, 5*time.Millisecond, "nothing changed")
	d.takeName(stamped, secondText)
	f.until(1)
	f.end()
	d.reopen(false)
	d.find("Cardiff")
}

// TestSavedInTheSameTick sees what is saved at once after a sync, with the time of what that read: the
// clock of the file system may not have moved meanwhile.
func TestSavedInTheSameTick(t *testing.T) {
	d := newDesk(t, map[string]string{stamped: firstText})
	for range 20 {
		for _, text := range []string{secondText, firstText} {
			d.saveAs(stamped, text)
			d.sync()
			d.find(strings.TrimSpace(strings.TrimPrefix(text, "## Retain\n- W @")))
		}
	}
}

// TestTouchedWithoutAnEdit changes what the system tells of a page and not the page: it is read once
// more, no record gets another version, and the next sync reads nothing.
func TestTouchedWithoutAnEdit(t *testing.T) {
	d := newDesk(t, map[string]string{stamped: firstText, "memory/2025-11-21.md": "- Was there.\n"})
	d.sync()
	before := d.find("Bristol")
	at := filepath.Join(d.dir, stamped)
	for what, touch := range map[string]func() error{
		"rights":         func() error { return os.Chmod(at, 0o600) },
		"another name":   func() error { return os.Link(at, filepath.Join(d.dir, "same")) },
		"away and back":  func() error { return os.Rename(at, at+".away") },
		"the same again": func() error { return os.WriteFile(at, []byte(firstText), 0o644) },
	} {
		require.NoError(t, touch(), what)
		if what == "away and back" {
			require.NoError(t, os.Rename(at+".away", at))
		}
		rest()
		done := d.sync()
		require.LessOrEqual(t, done.Read, 1, what)
		require.Zero(t, done.New+done.Changed+done.Gone, what)
		require.Zero(t, d.sync().Read, what)
	}
	history, err := d.memory.Reader.History(context.Background(), []string{"clawd"}, before.ID)
	require.NoError(t, err)
	require.Len(t, history, 1)
}

// TestIndexWithoutStamps goes on from an index that knows none: all pages are read once, no record gets
// another version, and what was known of the folder is known still.
func TestIndexWithoutStamps(t *testing.T) {
	d := newDesk(t, map[string]string{stamped: firstText, "memory/2025-11-21.md": "- Was there.\n"})
	d.sync()
	d.close()
	rest()
	log := filepath.Join(d.dir, ".memory/files.log")
	written, err := os.ReadFile(log)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(log, []byte(withoutStamps(t, string(written))), 0o600))
	d.remove("memory/2025-11-21.md")
	d.reopen(false)
	done := d.sync()
	require.Equal(t, [5]int{1, 1, 0, 0, 1}, [5]int{done.Read, done.Removed, done.New, done.Changed, done.Gone})
	require.Zero(t, d.sync().Read)
}

// withoutStamps is the log of an index as it was written before stamps were kept.
func withoutStamps(t *testing.T, log string) string {
	stamp := regexp.MustCompile(`"t":\{[^}]*\},`)
	require.Regexp(t, stamp, log)
	var out strings.Builder
	since := 0
	for line := range strings.Lines(stamp.ReplaceAllString(log, "")) {
		if strings.HasPrefix(line, `{"change"`) {
			mark := map[string]uint64{}
			require.NoError(t, json.Unmarshal([]byte(line), &mark))
			mark["sum"] = xxhash.Sum64String(out.String()[since:])
			again, err := json.Marshal(mark)
			require.NoError(t, err)
			out.WriteString(string(again) + "\n")
			since = out.Len()
			continue
		}
		out.WriteString(line)
	}
	return out.String()
}
