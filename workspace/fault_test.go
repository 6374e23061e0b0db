package workspace_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/faulttest"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/workspace"
)

// pagesIn writes the pages of a workspace that is not opened yet.
func pagesIn(t *testing.T) func(dir string) {
	return func(dir string) {
		d := &desk{t: t, dir: dir}
		for name, text := range opinionDays() {
			d.write(name, text)
		}
	}
}

// workIn does a day's work, whatever fails, and tells what was acknowledged.
func workIn(t *testing.T, dir string, acknowledged func(line string)) {
	w, _, s, err := openIn(dir, store.Options{Embedder: static.New()}, workspace.Options{})
	if err == nil {
		_ = daysWork(t.Context(), w, acknowledged) // a failure ends it
		_ = w.Close()
	}
	if s != nil {
		_ = s.Close()
	}
}

// workFound holds what is left to what TestKilledWorkspace holds it to.
func workFound(t *testing.T, where, dir string, whole course, acknowledged []string) {
	d := &desk{t: t, dir: dir}
	after := d.pages()
	for name, text := range after {
		require.Contains(t, whole.texts[name], text, "%s: %s is whole", where, name)
	}
	for _, line := range acknowledged {
		if line != "reflected" {
			require.Contains(t, after["memory/2025-12-03.md"], line, "%s: what was acknowledged is there", where)
		}
	}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{})
	defer func() { d.close() }()
	d.sync()
	followed := asJSON(t, d.records())
	d.reopen(true)
	d.sync()
	require.Equal(t, asJSON(t, d.records()), followed, where)
	require.NoError(t, daysWork(t.Context(), d.Workspace, func(string) {}), where)
	require.Equal(t, whole.final, d.pages(), where)
}

// TestFaults fails calls on any file of a workspace and its store, once and for
// good: pages are whole and hold what was acknowledged, the next sync agrees with
// a store made anew, and doing the work again ends where it should (003-03, I3;
// 900-01). LUKASA_DRILL_FAULT fails more of them.
func TestFaults(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		whole := unkilled(t)
		l.Prepare = pagesIn(t)
		l.EachFault(1, func(dir string) func() {
			var lines []string
			workIn(t, dir, func(line string) { lines = append(lines, line) })
			return func() { workFound(t, l.Where(), dir, whole, lines) }
		})
	})
}

// TestPowerLoss takes the power away before calls on any file of a workspace and
// its store.
func TestPowerLoss(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		whole := unkilled(t)
		l.Prepare = pagesIn(t)
		var lines []string
		l.EachPicture(15, 199, func(dir string) {
			lines = nil
			workIn(t, dir, func(line string) {
				lines = append(lines, line)
				l.Note(len(lines))
			})
		}, func(p faulttest.Picture) { workFound(t, l.Where(), p.Dir, whole, lines[:p.Note]) })
	})
}
