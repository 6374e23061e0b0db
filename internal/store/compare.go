package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/schema"
)

// compareAgent compares an agent's indexes with its records, a batch at a time.
type compareAgent struct {
	*agentViews
	ctx    context.Context
	reader *ledger.Reader
	report *Report

	records, embedded int
}

func (v *agentViews) compare(ctx context.Context, r *ledger.Reader, report *Report) error {
	c := &compareAgent{agentViews: v, ctx: ctx, reader: r, report: report}
	batch := make([]*schema.Experience, 0, batchSize)
	flush := func() error {
		err := c.batch(batch)
		batch = batch[:0]
		return err
	}
	for entry, err := range r.Scan(v.name, ledger.Everything(), ledger.Scan{}) {
		if err != nil {
			return err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return err
		}
		if batch = append(batch, e); len(batch) == batchSize {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if err := flush(); err != nil {
		return err
	}
	c.counts()
	return nil
}

// found reports that a view disagrees with the ledger.
func (c *compareAgent) found(view, id, detail string) {
	c.report.add(Problem{View: view, Invariant: "I2", Object: fmt.Sprintf("%s of %q", id, c.name), Detail: detail})
}

func (c *compareAgent) batch(records []*schema.Experience) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	c.records += len(records)
	for _, e := range records {
		if err := c.record(e); err != nil {
			return err
		}
	}
	if err := c.words(records); err != nil {
		return err
	}
	return c.vectors(records)
}

// record checks what a record refers to and its short facts.
func (c *compareAgent) record(e *schema.Experience) error {
	id := e.ID.String()
	if e.Agent != c.name {
		c.report.add(Problem{View: "ledger", Invariant: "I5", Object: id, Detail: fmt.Sprintf("is %q's, listed under %q", e.Agent, c.name)})
	}
	if !c.columns.table.Agrees(e) {
		c.found("columns", id, "missing or stale")
	}
	if err := c.references(e); err != nil {
		return err
	}
	return c.supersession(e)
}

// references checks I5, that no record refers to another agent's, and I8, that
// what a belief rests on is there.
func (c *compareAgent) references(e *schema.Experience) error {
	ids := slices.Concat(e.Supersedes, e.Related)
	for _, ev := range e.Evidence {
		ids = append(ids, ev.ID)
	}
	for _, s := range e.Similar {
		ids = append(ids, s.ID)
	}
	targets, err := c.reader.Experiences(append(ids, e.Parent))
	if err != nil {
		return err
	}
	for _, ev := range e.Evidence {
		if !slices.ContainsFunc(targets, func(t *schema.Experience) bool { return t != nil && t.ID == ev.ID }) {
			c.report.add(Problem{View: "ledger", Invariant: "I8", Object: e.ID.String(), Detail: fmt.Sprintf("rests on %s, which is gone", ev.ID)})
		}
	}
	for _, t := range targets {
		if t != nil && t.Agent != e.Agent {
			c.report.add(Problem{
				View: "ledger", Invariant: "I5", Object: e.ID.String(), Detail: fmt.Sprintf("refers to %s, which is %q's", t.ID, t.Agent),
			})
		}
	}
	return nil
}

// supersession checks I4: following who superseded a record comes to an end.
func (c *compareAgent) supersession(e *schema.Experience) error {
	seen := map[recordID]bool{}
	for at := e; at.SupersededBy != (recordID{}); {
		if seen[at.ID] {
			c.report.add(Problem{View: "ledger", Invariant: "I4", Object: e.ID.String(), Detail: "was superseded in a circle"})
			return nil
		}
		seen[at.ID] = true
		next, err := c.reader.Experience(at.SupersededBy)
		if err != nil {
			return ignoreNotFound(err) // the correction was forgotten
		}
		at = next
	}
	return nil
}

// words compares the word index with one made of the same records just now.
func (c *compareAgent) words(records []*schema.Experience) error {
	at, err := places(c.reader, records)
	if err != nil {
		return err
	}
	fresh, err := lexical.Open("", lexical.Options{})
	if err != nil {
		return err
	}
	defer fresh.Close()
	docs := make([]lexical.Doc, len(records))
	for i, e := range records {
		docs[i] = document(e, at[e.ID])
	}
	if err := fresh.Put(docs...); err != nil {
		return err
	}
	for _, e := range records {
		if err := c.sameWords(fresh, e.ID); err != nil {
			return err
		}
	}
	return nil
}

func (c *compareAgent) sameWords(fresh *lexical.Index, id recordID) error {
	have := c.agentViews.words.index
	if !have.Has(id) {
		c.found("words", id.String(), "missing")
		return nil
	}
	prev, next, err := have.Links(id)
	if err != nil {
		return err
	}
	wantPrev, wantNext, err := fresh.Links(id)
	if err != nil {
		return err
	}
	if prev != wantPrev || next != wantNext {
		c.found("words", id.String(), "its neighbours in the sequence are not the ledger's")
	}
	same := func(a, b lexical.Term) bool { return a.Text == b.Text && a.Field == b.Field }
	if !slices.EqualFunc(slices.Collect(have.Terms(id)), slices.Collect(fresh.Terms(id)), same) {
		c.found("words", id.String(), "its words are not the ledger's")
	}
	return nil
}

// alike is the cosine of a vector and itself, rounding aside.
const alike = 0.999

// vectors compares the vector index with the records' vectors.
func (c *compareAgent) vectors(records []*schema.Experience) error {
	v := c.agentViews.vectors
	if v == nil {
		return nil
	}
	changes := make([]change, len(records))
	for i, e := range records {
		changes[i] = change{e.ID, e}
	}
	want, err := v.vectors(c.ctx, c.reader, changes)
	if err != nil {
		return err
	}
	for i, e := range records {
		has := v.index.Has(e.ID)
		if has {
			c.embedded++
		}
		if has != (want[i] != nil) {
			c.found("vectors", e.ID.String(), "there is a vector in only one of index and ledger")
			continue
		}
		if !has {
			continue
		}
		scores, err := v.index.Scores(want[i], [][16]byte{e.ID})
		if err != nil {
			return err
		}
		if !(scores[0] >= alike) {
			c.found("vectors", e.ID.String(), "stale")
		}
	}
	return nil
}

// counts checks that the indexes hold nothing but the records.
func (c *compareAgent) counts() {
	if n := c.agentViews.words.index.Len(); n != c.records {
		c.found("words", "count", fmt.Sprintf("%d records in the index, %d in the ledger", n, c.records))
	}
	if n := c.columns.table.Len(); n != c.records {
		c.found("columns", "count", fmt.Sprintf("%d rows, %d records in the ledger", n, c.records))
	}
	if v := c.agentViews.vectors; v != nil && v.index.Len() != c.embedded {
		c.found("vectors", "count", fmt.Sprintf("%d vectors, %d of them of records", v.index.Len(), c.embedded))
	}
}
