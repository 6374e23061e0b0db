package folder_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// schedule lets one of several actors run at a time, chosen by a seed, and no
// other go on until it comes to its next step.
type schedule struct {
	random *rand.Rand
	actors []*actor
}

type actor struct {
	run    chan bool // true: go on; false: die
	at     chan bool // true: at a step; false: done
	mayDie bool
}

// start adds an actor. Its work calls step at each of its steps.
func (s *schedule) start(mayDie bool, work func(step func() error)) {
	a := &actor{run: make(chan bool), at: make(chan bool), mayDie: mayDie}
	s.actors = append(s.actors, a)
	go func() {
		defer close(a.at)
		step := func() error {
			a.at <- true
			if !<-a.run {
				return errDied
			}
			return nil
		}
		if step() == nil {
			work(step)
		}
	}()
	<-a.at
}

// finish runs the actors to their ends, in an order that the seed decides.
func (s *schedule) finish() {
	for len(s.actors) > 0 {
		i := s.random.IntN(len(s.actors))
		a := s.actors[i]
		a.run <- !a.mayDie || s.random.IntN(40) > 0
		if _, more := <-a.at; !more {
			s.actors = append(s.actors[:i], s.actors[i+1:]...)
		}
	}
}

// TestConcurrentEdits runs two processes, one that appends bullets and one that
// sets a region, against an editor that saves in place or by renaming, in a
// thousand interleavings, with deaths among them. No line that was saved or
// acknowledged is lost (003-03).
func TestConcurrentEdits(t *testing.T) {
	rounds := 1000
	if testing.Short() {
		rounds = 100
	}
	dir := t.TempDir()
	if memory, err := os.MkdirTemp("/dev/shm", "lukasa"); err == nil { // where syncing costs nothing
		dir = memory
		t.Cleanup(func() { require.NoError(t, os.RemoveAll(memory)) })
	}
	for seed := range rounds {
		interleave(t, dir, uint64(seed))
	}
}

func interleave(t *testing.T, parent string, seed uint64) {
	dir, err := os.MkdirTemp(parent, "")
	require.NoError(t, err)
	at := filepath.Join(dir, "day.md")
	require.NoError(t, os.WriteFile(at, []byte("# Day\n\nfirst line\n"), 0o644))
	s := &schedule{random: rand.New(rand.NewPCG(seed, 1))}
	var kept []string // lines that must be there in the end

	process := func(work func(f *folder.Folder, i int) (string, error)) {
		s.start(seed%2 == 1, func(step func() error) {
			f, err := folder.Open(dir, folder.Options{Pause: time.Nanosecond, Step: func(string) error { return step() }})
			if err != nil {
				panic(err)
			}
			defer f.Close()
			for i := range 2 {
				line, err := work(f, i)
				if err == nil && line != "" {
					kept = append(kept, line)
				}
			}
		})
	}
	process(func(f *folder.Folder, i int) (string, error) {
		line := fmt.Sprintf("- W @a: retained %d", i)
		_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return markdown.Append(src, []string{line}) })
		return line, err
	})
	process(func(f *folder.Folder, i int) (string, error) {
		_, err := f.Rewrite("day.md", func(src []byte) ([]byte, error) { return markdown.Set(src, "made", fmt.Sprintf("- made %d\n", i)) })
		return "", err
	})
	s.start(false, func(step func() error) {
		for i := range 3 {
			line := fmt.Sprintf("typed by a person %d", i)
			for !save(at, line, (seed+uint64(i))%3 == 0, step) {
			}
			kept = append(kept, line)
		}
	})
	s.finish()

	f, err := folder.Open(dir, folder.Options{})
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Recover())
	text, err := os.ReadFile(at)
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for _, line := range append(kept, "first line") {
		require.Contains(t, lines, line, "seed %d", seed)
	}
}

// save is an editor: it reads, the person types, and it saves unless the file has
// changed on disk since.
func save(at, line string, rename bool, step func() error) bool {
	before, err := os.ReadFile(at)
	if err != nil {
		return false
	}
	if step() != nil {
		return false
	}
	now, err := os.ReadFile(at)
	if err != nil || !bytes.Equal(before, now) {
		return false
	}
	text := []byte(strings.Replace(string(now), "first line\n", "first line\n"+line+"\n", 1))
	if rename {
		return os.WriteFile(at+"~", text, 0o644) == nil && os.Rename(at+"~", at) == nil
	}
	return os.WriteFile(at, text, 0o644) == nil
}
