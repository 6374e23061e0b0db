package store

import (
	"context"

	"github.com/lukasadb/lukasa/internal/ledger"
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
			return nil, err
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
			report.Agents++
			report.Records += a.Total
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
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
	if err := v.mu.LockUntil(ctx); err != nil { // nothing is applied while we look
		return err
	}
	defer v.mu.Unlock()
	return s.ledger.ViewDurable(ctx, func(r *ledger.Reader) error {
		if err := v.catchUpTo(ctx, r); err != nil {
			return err
		}
		return v.compare(ctx, r, report)
	})
}
