package workspace

import (
	"context"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// Status tells how a workspace stands.
type Status struct {
	Pages    int                    `json:"pages"`
	Records  int                    `json:"records"`
	Behind   int                    `json:"behind"` // pages changed since the last sync
	Problems int                    `json:"problems"`
	Refused  []*folder.RefusedError `json:"refused,omitempty"`
}

// Status looks at the files and at what is known of them, and changes nothing.
func (w *Workspace) Status(ctx context.Context) (Status, error) {
	return alone(w, func() (Status, error) { return w.status(ctx) })
}

func (w *Workspace) status(ctx context.Context) (Status, error) {
	r := &syncing{w: w, ctx: ctx}
	if err := r.open(); err != nil {
		return Status{}, err
	}
	listing, err := w.list()
	if err != nil {
		return Status{}, err
	}
	out := Status{Pages: len(listing.Files), Records: len(w.index.where), Refused: listing.Refused}
	for _, f := range listing.Files {
		if s := w.index.files[f.Path]; s == nil || !s.is(f) {
			out.Behind++
		}
	}
	out.Behind += len(r.allMissing(listing))
	for _, s := range w.index.files {
		out.Problems += len(s.Problems)
	}
	if r.whole {
		w.index = nil // nothing was known: the next sync is to find that out too
	}
	return out, nil
}

// Problem is a malformed line of a page or of the [folder.PatternsFile], or a page that may
// not be read or whose name is taken for another's on some systems, and has no line.
type Problem struct {
	Path string `json:"path"`
	markdown.Problem
}

// Problems brings the index up to date, tells what [Workspace.Sync] would, and lists the
// lines that do not follow the format, the pages that the folder refuses to read, and
// those with names that are the same on some systems, by path and line.
func (w *Workspace) Problems(ctx context.Context) (synced Synced, out []Problem, err error) {
	_, err = alone(w, func() (_ struct{}, err error) {
		if synced, err = w.sync(ctx); err == nil {
			out, err = w.problemsNow(synced)
		}
		return struct{}{}, err
	})
	return synced, out, err
}

// problemsNow lists the problems as of a sync.
func (w *Workspace) problemsNow(synced Synced) ([]Problem, error) {
	out, err := w.patternProblems()
	if err != nil {
		return nil, err
	}
	for _, r := range synced.Refused {
		out = append(out, Problem{r.Path, markdown.Problem{Reason: r.Reason}})
	}
	out = append(out, w.index.alikeProblems()...)
	for name, file := range w.index.files {
		for _, p := range file.Problems {
			out = append(out, Problem{name, p})
		}
	}
	slices.SortStableFunc(out, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}
