package folder_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/faulttest"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// pagesOf are two pages, one of them in a directory that is yet to be made.
var pagesOf = []string{"day.md", "bank/world.md"}

const lastRound = 4

// textAfter is a page's text after some rounds; there is none after none.
func textAfter(round int) string { return strings.Repeat("a line of a page\n", 100*round) }

// work rewrites both pages a few times; what fails is tried once more. It returns
// how many rewrites were acknowledged.
func work(dir string, acknowledged func(n int)) (done int) {
	f, err := folder.Open(dir, folder.Options{})
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	for round := 1; round <= lastRound; round++ {
		for _, page := range pagesOf {
			change := func([]byte) ([]byte, error) { return []byte(textAfter(round)), nil }
			_, err := f.Rewrite(page, change)
			if err != nil {
				_, err = f.Rewrite(page, change)
			}
			if err != nil {
				return done
			}
			done++
			acknowledged(done)
		}
	}
	return done
}

// foundPages opens what is left: each page has all that was acknowledged, or what
// was under way, and nothing is left beside them.
func foundPages(t *testing.T, l *faulttest.Lab, dir string, done int) {
	f, err := folder.Open(dir, folder.Options{})
	require.NoError(t, err, l.Where())
	defer func() { require.NoError(t, f.Close()) }()
	require.NoError(t, f.Recover(), l.Where())
	for i, page := range pagesOf {
		have, err := os.ReadFile(filepath.Join(dir, page))
		if !os.IsNotExist(err) {
			require.NoError(t, err, l.Where())
		}
		round := (done + 1 - i) / len(pagesOf) // that was acknowledged
		require.Contains(t, []string{textAfter(round), textAfter(round + 1)}, string(have), "%s: %s", l.Where(), page)
	}
	left, err := os.ReadDir(filepath.Join(dir, ".memory/swap"))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	require.Empty(t, left, l.Where())
	_, err = f.Rewrite("day.md", func([]byte) ([]byte, error) { return []byte("it lives on\n"), nil })
	require.NoError(t, err, l.Where())
}

// TestFaults fails every call by which pages are written, once and for good (F2,
// F3; 900-01).
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		l.EachFault(20, func(dir string) func() {
			done := work(dir, func(int) {})
			return func() { foundPages(t, l, dir, done) }
		})
	})
}

// TestPowerLoss takes the power away before any of those calls (F2).
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		l.EachPicture(400, 1, func(dir string) { work(dir, l.Note) }, func(p faulttest.Picture) {
			foundPages(t, l, p.Dir, p.Note)
		})
	})
}
