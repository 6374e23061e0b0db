package workspace_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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

// drillRounds is how many interleavings are tried: a number in the environment,
// or the few that fit into every run of the tests.
func drillRounds(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("LUKASA_DRILL_WORKSPACE")); err == nil {
		return n
	}
	if testing.Short() {
		return 10
	}
	return 60
}

// TestConcurrentWorkspace lets processes that sync, reflect, retain and append
// work on the same files as an editor, one step of one of them at a time, in an
// order that a seed decides. In every other round processes die. No line that was
// saved or acknowledged is lost; afterwards reflecting twice changes nothing, and the
// store says what one made anew from the files says (003-03).
func TestConcurrentWorkspace(t *testing.T) {
	dir, err := foldertest.Dir(t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	d := &desk{t: t, dir: dir}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{})
	defer func() { d.close() }()
	rounds := drillRounds(t)
	for seed := range rounds {
		m := &meeting{desk: d, seed: seed, Schedule: foldertest.NewSchedule(uint64(seed))}
		m.begin()
		m.Finish()
		m.check(seed%20 == 19 || seed == rounds-1)
	}
}

// meeting is one round of the drill.
type meeting struct {
	*desk
	*foldertest.Schedule
	seed int

	mu   sync.Mutex
	kept map[string][]string // lines that must be there in the end, by page
	busy bool                // a process has the store
}

func (m *meeting) keep(name string, lines ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.kept[name] = append(m.kept[name], lines...)
}

// begin lays out the pages of a round and starts its actors.
func (m *meeting) begin() {
	m.kept = map[string][]string{}
	for _, dir := range []string{"memory", "bank"} {
		require.NoError(m.t, os.RemoveAll(filepath.Join(m.dir, dir)))
	}
	pages := opinionDays()
	for name, text := range pages {
		m.write(name, text)
		m.keep(name, strings.Split(strings.TrimSpace(text), "\n")...)
	}
	m.process(func(w *workspace.Workspace, _ int) error {
		_, err := w.Sync(ctx)
		return err
	})
	m.process(func(w *workspace.Workspace, i int) error {
		_, err := w.Reflect(ctx, workspace.Reflection{Since: today.AddDate(0, -2, 0), Accept: (m.seed+i)%3 == 0})
		return err
	})
	m.process(func(w *workspace.Workspace, i int) error {
		return m.retain(w, "memory/2025-11-23.md", fmt.Sprintf("Retained in round %d as %d.", m.seed, i))
	})
	m.appends("memory/2025-11-22.md")
	m.editor()
}

// process starts a process that opens the workspace twice, when no other has the
// store, and does something to it each time.
func (m *meeting) process(work func(w *workspace.Workspace, i int) error) {
	m.Start(m.seed%2 == 1, func(step func() error) {
		for i := range 2 {
			err := m.opened(step, func(w *workspace.Workspace) error { return work(w, i) })
			if err != nil && !errors.Is(err, foldertest.ErrDied) && !errors.Is(err, folder.ErrBusy) {
				panic(err)
			}
		}
	})
}

func (m *meeting) opened(step func() error, work func(w *workspace.Workspace) error) error {
	for !m.take() {
		if err := step(); err != nil {
			return err
		}
	}
	defer m.release()
	w, err := workspace.Open(m.dir, m.memory, workspace.Options{Folder: stepped(step)})
	if err != nil {
		return err
	}
	return errors.Join(work(w), w.Close())
}

// take has the store for a process, unless another has it.
func (m *meeting) take() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.busy {
		return false
	}
	m.busy = true
	return true
}

func (m *meeting) release() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.busy = false
}

func stepped(step func() error) folder.Options {
	return folder.Options{Pause: time.Nanosecond, Step: func(string) error { return step() }}
}

// retain notes a bullet, and keeps it once that is acknowledged.
func (m *meeting) retain(w *workspace.Workspace, page, text string) error {
	day, err := time.Parse("memory/2006-01-02.md", page)
	require.NoError(m.t, err)
	noted, err := w.Retain(ctx, workspace.Note{Kind: markdown.World, Text: text, Entities: []string{"Peter"}, Day: day})
	if len(noted) == 1 && noted[0].Bullet != "" && err == nil {
		m.keep(page, noted[0].Bullet)
	}
	return err
}

// appends starts a process that adds bullets without the store.
func (m *meeting) appends(page string) {
	m.Start(m.seed%2 == 1, func(step func() error) {
		f, err := folder.Open(m.dir, stepped(step))
		if err != nil {
			panic(err)
		}
		defer f.Close()
		for i := range 2 {
			line := fmt.Sprintf("- W @Peter: Appended in round %d as %d.", m.seed, i)
			if _, err := f.Rewrite(page, func(src []byte) ([]byte, error) { return markdown.Append(src, []string{line}) }); err == nil {
				m.keep(page, line)
			}
		}
	})
}

// editor starts a person who types a line into some page, wherever in it: between
// the lines of regions too.
func (m *meeting) editor() {
	m.Start(false, func(step func() error) {
		names := []string{"bank/opinions.md", "memory/2025-11-23.md", "bank/entities/Ana.md", "bank/entities/Peter.md", "memory.md"}
		for i := range 6 {
			n := m.seed + 7*i
			name := names[n%len(names)]
			line := fmt.Sprintf("- typed by a person in round %d as %d", m.seed, i)
			typed := func(text string) string {
				lines := strings.SplitAfter(text, "\n")
				return strings.Join(slices.Insert(lines, n*31%len(lines), line+"\n"), "")
			}
			for !foldertest.Save(filepath.Join(m.dir, name), n%3 == 0, typed, step) {
				if _, err := os.Stat(filepath.Join(m.dir, name)); err != nil {
					name = names[0] // not made yet
				}
			}
			m.keep(name, line)
		}
	})
}

// check finds every line where it was kept, and the store in agreement.
func (m *meeting) check(anew bool) {
	require.NoError(m.t, m.Close())
	var err error
	m.Workspace, err = workspace.Open(m.dir, m.memory, workspace.Options{}) // others have written to its store
	require.NoError(m.t, err)
	m.sync()
	for name, lines := range m.kept {
		have := strings.Split(m.read(name), "\n")
		for i := range have {
			have[i] = strings.TrimRight(have[i], "\r")
		}
		for _, line := range lines {
			require.Contains(m.t, have, line, "seed %d: %s", m.seed, name)
		}
	}
	m.reflect(workspace.Reflection{})
	require.Empty(m.t, m.reflect(workspace.Reflection{}).Pages, "seed %d: reflecting twice changes nothing", m.seed)
	if !anew {
		return
	}
	m.sync()
	followed := asJSON(m.t, m.records())
	m.reopen(true)
	m.sync()
	require.Equal(m.t, asJSON(m.t, m.records()), followed, "seed %d", m.seed)
}
