package store

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Problem is one disagreement that Check found.
type Problem struct {
	View      string `json:"view"`      // ledger, words, vectors, columns or graph
	Invariant string `json:"invariant"` // as numbered in docs/design.md, or in the view's package
	Object    string `json:"object"`    // what it is about
	Detail    string `json:"detail"`
}

// Report is the outcome of a check.
type Report struct {
	Agents   int       `json:"agents"`
	Records  int       `json:"records"`
	Problems []Problem `json:"problems,omitempty"` // the first 1,000
	Total    int       `json:"total"`              // problems in all
}

// OK tells whether nothing was found.
func (r *Report) OK() bool { return r.Total == 0 }

const maxProblems = 1000

func (r *Report) add(p Problem) {
	r.Total++
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, p)
	}
}

// Check proves that the ledger is sound and that every view agrees with it,
// after bringing the views up to date. It reads everything once or twice; what
// is written meanwhile waits for the view being checked.
func (s *Store) Check(ctx context.Context) (*Report, error) {
	report := &Report{}
	for p, err := range s.ledger.Check(ctx) {
		if err != nil {
			return nil, closedError(err)
		}
		report.add(Problem{View: "ledger", Invariant: p.Invariant, Object: p.Object, Detail: p.Detail})
	}
	var names []string
	err := s.View(ctx, func(r *ledger.Reader) error {
		for a, err := range r.Agents() {
			if err != nil {
				return err
			}
			names = append(names, a.Name)
			report.Records += a.Total
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	report.Agents = len(names)
	for _, name := range names {
		if err := s.checkAgent(ctx, name, report); err != nil {
			return nil, err
		}
	}
	return report, s.checkGraph(ctx, report)
}

// checkAgent compares an agent's indexes with its records.
func (s *Store) checkAgent(ctx context.Context, name string, report *Report) error {
	a, err := s.Agent(ctx, name)
	if err != nil {
		return err
	}
	defer a.Release()
	v := a.views
	v.mu.Lock() // nothing is applied while we look
	defer v.mu.Unlock()
	return s.viewDurable(ctx, func(r *ledger.Reader) error {
		if err := v.catchUpTo(ctx, r); err != nil {
			return err
		}
		return v.compare(ctx, r, report)
	})
}

func (v *agentViews) compare(ctx context.Context, r *ledger.Reader, report *Report) error {
	found := func(view, id, detail string) {
		report.add(Problem{View: view, Invariant: "I2", Object: fmt.Sprintf("%s of %q", id, v.name), Detail: detail})
	}
	records, embedded := 0, 0
	for entry, err := range r.Scan(v.name, ledger.Everything(), ledger.Scan{}) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		records++
		id := entry.ID.String()
		e, err := r.Experience(entry.ID)
		if err != nil {
			return err
		}
		if e.Agent != v.name {
			report.add(Problem{View: "ledger", Invariant: "I5", Object: id, Detail: fmt.Sprintf("is %q's, listed under %q", e.Agent, v.name)})
		}
		if row, ok := v.columns.table.Row(e.ID); !ok || int(row.Version) != e.Version {
			found("columns", id, "missing or stale")
		}
		if err := v.compareLinks(r, e, found); err != nil {
			return err
		}
		if v.vectors != nil && v.vectors.index.Has(e.ID) {
			embedded++
		}
	}
	if n := v.words.index.Len(); n != records {
		found("words", "count", fmt.Sprintf("%d records in the index, %d in the ledger", n, records))
	}
	if n := v.columns.table.Len(); n != records {
		found("columns", "count", fmt.Sprintf("%d rows, %d records in the ledger", n, records))
	}
	if v.vectors != nil {
		if n := v.vectors.index.Len(); n != embedded {
			found("vectors", "count", fmt.Sprintf("%d vectors, %d of them of records", n, embedded))
		}
	}
	return nil
}

func (v *agentViews) compareLinks(r *ledger.Reader, e *schema.Experience, found func(view, id, detail string)) error {
	if !v.words.index.Has(e.ID) {
		found("words", e.ID.String(), "missing")
		return nil
	}
	prev, next, err := v.words.index.Links(e.ID)
	if err != nil {
		return err
	}
	wantPrev, wantNext, err := neighbours(r, e)
	if err != nil {
		return err
	}
	if prev != wantPrev || next != wantNext {
		found("words", e.ID.String(), "its neighbours in the sequence are not the ledger's")
	}
	return nil
}
