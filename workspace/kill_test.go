package workspace_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/workspace"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/folder/foldertest"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// What tells the child of TestKilledWorkspace where to work, and before which
// step to die.
const (
	killDirEnv  = "LUKASA_TEST_WORKSPACE"
	killStepEnv = "LUKASA_TEST_STEP"
)

// looks is the step whose number depends on the time: a page that is old enough needs one less.
const looks = "look"

// moment is before a step: the one that comes after some others that are no looks, or before
// that the next look, if there is one.
type moment struct {
	others int
	look   bool
}

// moments lists those of a course, but for looks when all else is done.
func moments(steps []string) (out []moment) {
	others := 0
	for _, name := range steps {
		out = append(out, moment{others, name == looks})
		if name != looks {
			others++
		}
	}
	return slices.DeleteFunc(out, func(m moment) bool { return m.others == others })
}

func TestMain(m *testing.M) {
	if dir := os.Getenv(killDirEnv); dir != "" {
		if err := workUntilKilled(dir, os.Getenv(killStepEnv)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// workUntilKilled does a day's work and dies, as the system kills, before the
// step that it is told.
func workUntilKilled(dir, at string) error {
	var when moment
	if _, err := fmt.Sscanf(at, "%d,%t", &when.others, &when.look); err != nil {
		return err
	}
	var others atomic.Int64
	step := func(name string) error {
		if name == looks && (!when.look || int(others.Load()) < when.others) {
			return nil
		}
		if name != looks && int(others.Add(1)) <= when.others {
			return nil
		}
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		time.Sleep(time.Minute) // it comes at once
		return err
	}
	w, _, _, err := openIn(dir, store.Options{Embedder: static.New()}, workspace.Options{Folder: folder.Options{Step: step}})
	if err != nil {
		return err
	}
	return daysWork(ctx, w, func(s string) { fmt.Println(s) })
}

// daysWork goes through every write of a workspace: the log of a day, inferred
// bullets, opinions, pages of entities, memory.md, and the log of the index,
// whole and appended. It tells what was acknowledged.
func daysWork(ctx context.Context, w *workspace.Workspace, acknowledged func(string)) error {
	if _, err := w.Sync(ctx); err != nil {
		return err
	}
	for _, note := range []workspace.Note{
		{Kind: markdown.World, Text: "Keeps bees behind the house.", Entities: []string{"Peter"}, Day: today},
		{Kind: markdown.Experience, Text: "Ordered two new frames for the hive.", Entities: []string{"Ana"}, Day: today},
	} {
		noted, err := w.Retain(ctx, note)
		if err != nil {
			return err
		}
		acknowledged(noted[0].Bullet)
	}
	_, err := w.Reflect(ctx, workspace.Reflection{Since: today.AddDate(0, -2, 0), Accept: true})
	if err != nil {
		return err
	}
	acknowledged("reflected")
	_, err = w.Sync(ctx)
	return err
}

// killStride is between the steps before which a process is killed: every run of
// the tests takes a few, the long one all.
func killStride(steps int) int {
	if os.Getenv("LUKASA_DRILL_WORKSPACE") != "" {
		return 1
	}
	return max(1, steps/12)
}

// TestKilledWorkspace kills a process before a step of its writes: of the log of a
// day, of inferred bullets, opinions, pages of entities, memory.md and the index.
// Each page is then as it was at some step of a process that was not killed, and
// holds what was acknowledged; the next sync agrees with a store made anew; and
// doing the work again ends where the other process ended (003-03, I3).
func TestKilledWorkspace(t *testing.T) {
	whole := unkilled(t)
	kinds := map[string]bool{}
	for _, name := range whole.steps {
		kinds[name] = true
	}
	for _, kind := range []string{"look", "prepare", "intent", "link", "exchange", "verify", "finish", "rename private", "append private"} {
		require.True(t, kinds[kind], "%s is a step of the work", kind)
	}
	all := moments(whole.steps)
	for at := 0; at < len(all); at += killStride(len(all)) {
		t.Run(fmt.Sprintf("%d-%s", at, whole.steps[at]), func(t *testing.T) { killedAt(t, all[at], whole) })
	}
}

// course is how a day's work goes when nobody interferes.
type course struct {
	steps []string
	texts map[string][]string // that each page has had; "" before it was made
	final map[string]string
}

func unkilled(t *testing.T) course {
	d := layOut(t)
	c := course{texts: map[string][]string{}}
	var mu sync.Mutex
	look := func() {
		c.final = d.pages()
		for name, text := range c.final {
			if !slices.Contains(c.texts[name], text) {
				c.texts[name] = append(c.texts[name], text)
			}
		}
	}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{Folder: folder.Options{Step: func(name string) error {
		mu.Lock()
		defer mu.Unlock()
		c.steps = append(c.steps, name)
		look()
		return nil
	}}})
	require.NoError(t, daysWork(ctx, d.Workspace, func(string) {}))
	d.close()
	look()
	return c
}

// layOut makes the pages of a workspace that is not opened yet.
func layOut(t *testing.T) *desk {
	dir, err := foldertest.Dir(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	d := &desk{t: t, dir: dir}
	for name, text := range opinionDays() {
		d.write(name, text)
	}
	rest()
	return d
}

// pages are the texts of all pages, by path.
func (d *desk) pages() map[string]string {
	out := map[string]string{}
	for _, pattern := range []string{"*.md", "*/*.md", "*/*/*.md"} {
		names, err := filepath.Glob(filepath.Join(d.dir, pattern))
		require.NoError(d.t, err)
		for _, at := range names {
			name, err := filepath.Rel(d.dir, at)
			require.NoError(d.t, err)
			out[filepath.ToSlash(name)] = d.read(name)
		}
	}
	return out
}

func killedAt(t *testing.T, at moment, whole course) {
	d := layOut(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), killDirEnv+"="+d.dir, killStepEnv+"="+fmt.Sprintf("%d,%t", at.others, at.look))
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	require.Error(t, err)
	require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself: %s", complaint.String())

	after := d.pages()
	for name, text := range after {
		require.Contains(t, whole.texts[name], text, "%s is whole", name)
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "- ") {
			require.Contains(t, after["memory/2025-12-03.md"], line, "what was acknowledged is there")
		}
	}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{})
	defer func() { d.close() }()
	d.sync()
	left, err := os.ReadDir(filepath.Join(d.dir, ".memory/swap"))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	require.Empty(t, left)
	followed := asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, asJSON(t, d.records()), followed)
	require.NoError(t, daysWork(ctx, d.Workspace, func(string) {}))
	require.Equal(t, whole.final, d.pages())
}
