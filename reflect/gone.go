package reflect

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// mostWalked is how many records the graph is asked for one by one;
// [store.Store.Check] compares all of it.
const mostWalked = 1000

// checkGone looks for records in every view: they must not be there. Of those
// that were purged the ledger holds no history either.
func (s *Steward) checkGone(ctx context.Context, agent string, ids []schema.ID, purged bool) ([]ReceiptCheck, error) {
	inLedger, err := s.leftInLedger(ctx, ids, purged)
	if err != nil {
		return nil, err
	}
	inIndexes, err := s.leftInIndexes(ctx, agent, ids)
	if err != nil {
		return nil, err
	}
	inGraph, err := s.leftInGraph(ctx, agent, ids[:min(len(ids), mostWalked)])
	if err != nil {
		return nil, err
	}
	return slices.Concat(inLedger, inIndexes, []ReceiptCheck{inGraph}), nil
}

// sought is the check of a place in which records are looked for.
func sought(ids []schema.ID, where string) ReceiptCheck {
	return ReceiptCheck{Where: where, Sought: len(ids)}
}

// see counts a record that is still there.
func (c *ReceiptCheck) see(there bool) {
	if there {
		c.Left++
	}
}

// leftInLedger looks for records, and for the history of what was purged: else that stays, as promised.
func (s *Steward) leftInLedger(ctx context.Context, ids []schema.ID, purged bool) ([]ReceiptCheck, error) {
	current, history := sought(ids, "ledger"), sought(ids, "history")
	err := s.store.View(ctx, func(r *ledger.Reader) error {
		for _, id := range ids {
			v, err := r.Current(schema.TypeExperience, string(id[:]))
			if err != nil && !errors.Is(err, ledger.ErrNotFound) {
				return err
			}
			current.see(err == nil && !v.Deleted)
			history.see(err == nil)
		}
		return ctx.Err()
	})
	if !purged {
		return []ReceiptCheck{current}, err
	}
	return []ReceiptCheck{current, history}, err
}

func (s *Steward) leftInIndexes(ctx context.Context, agent string, ids []schema.ID) ([]ReceiptCheck, error) {
	a, err := s.store.Agent(ctx, agent)
	if err != nil {
		return nil, err
	}
	defer a.Release()
	words, vectors, columns := sought(ids, "words"), sought(ids, "vectors"), sought(ids, "columns")
	for _, id := range ids {
		words.see(a.Words().Has(id))
		vectors.see(a.Vectors() != nil && a.Vectors().Has(id))
		_, row := a.Columns().Row(id)
		columns.see(row)
	}
	return []ReceiptCheck{words, vectors, columns}, nil
}

func (s *Steward) leftInGraph(ctx context.Context, agent string, ids []schema.ID) (ReceiptCheck, error) {
	nodes := sought(ids, "graph")
	g, err := s.store.Graph(ctx)
	if err != nil {
		return nodes, err
	}
	for _, id := range ids {
		steps, err := g.ChainAround(ctx, []string{agent}, id.String(), 0, 0)
		if err != nil {
			return nodes, err
		}
		nodes.see(len(steps) > 0)
	}
	return nodes, nil
}

// pieces are distinctive parts of what goes, to be looked for in the files.
type pieces []string

// Bounds of the search in files: pieces are long enough to mean something, and
// few enough to be sought at the speed of reading.
const (
	leastPiece = 12
	mostPiece  = 64
	mostPieces = 64
)

// add takes the beginnings of a record's texts.
func (p *pieces) add(e *schema.Experience) {
	for _, text := range textsOf(e) {
		if len(text) < leastPiece {
			continue
		}
		piece := strings.Clone(text[:min(len(text), mostPiece)])
		if !slices.Contains(*p, piece) {
			*p = append(*p, piece)
		}
	}
	if len(*p) > 2*mostPieces {
		p.trim()
	}
}

// trim keeps the longest.
func (p *pieces) trim() {
	slices.SortFunc(*p, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	*p = (*p)[:min(len(*p), mostPieces)]
}

// checkFiles searches every file of the store, byte by byte. A piece that a
// record which stays has as well does not count, nor does one that another of the agent's
// had which was forgotten without purge: the history of that stays, as promised.
func (s *Steward) checkFiles(ctx context.Context, agent string, p pieces) (ReceiptCheck, error) {
	p.trim()
	c := ReceiptCheck{Where: "files", Sought: len(p)}
	found, files, read, err := s.store.SearchBytes(ctx, p)
	c.Files, c.Bytes = files, read
	if err != nil {
		return c, err
	}
	var suspects []string
	for i, there := range found {
		if there {
			suspects = append(suspects, strings.ToLower(p[i]))
		}
	}
	if len(suspects) == 0 {
		return c, nil
	}
	c.Left, err = s.unexplained(ctx, agent, suspects)
	return c, err
}

// unexplained counts the pieces that neither a record in the store has nor the history of
// one of the agent's that was forgotten.
func (s *Steward) unexplained(ctx context.Context, agent string, suspects []string) (int, error) {
	explain := func(e *schema.Experience) {
		words := strings.ToLower(strings.Join(textsOf(e), "\x00"))
		suspects = slices.DeleteFunc(suspects, func(piece string) bool { return strings.Contains(words, piece) })
	}
	err := s.store.View(ctx, func(r *ledger.Reader) error {
		for obj, err := range r.Objects(schema.TypeExperience, "") {
			if err != nil || len(suspects) == 0 {
				return err
			}
			if e, ok := obj.(*schema.Experience); ok {
				explain(e)
			}
		}
		for e, err := range r.Earlier(agent) {
			if err != nil || len(suspects) == 0 {
				return err
			}
			if _, err = r.Experience(e.ID); errors.Is(err, ledger.ErrNotFound) {
				explain(e)
			} else if err != nil {
				return err
			}
		}
		return nil
	})
	return len(suspects), err
}

// textsOf lists the texts of a record.
func textsOf(e *schema.Experience) []string {
	return []string{e.Context, e.Action, e.Outcome, e.Content, e.Summary}
}
