package experience

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// quickBatch is how many drafts are enriched sooner by one goroutine: starting a
// second and waiting for it takes as long as reading what a few texts mention.
const quickBatch = 4

// enrich adds to the drafts of a batch what their texts tell: whom they mention,
// and what they are similar to. The two look at different things and write
// different fields, so for many drafts, or where one of them asks a model
// elsewhere, they are found side by side.
func (w *Writer) enrich(ctx context.Context, batch []*draft) error {
	e := w.store.Embedder()
	if len(batch) > quickBatch || e != nil && !e.Model().Local || w.linker.AsksModel() {
		return w.enrichBeside(ctx, batch)
	}
	if err := w.findEntities(ctx, batch); err != nil {
		return err
	}
	return w.embed(ctx, batch)
}

// enrichBeside does both at a time.
func (w *Writer) enrichBeside(ctx context.Context, batch []*draft) error {
	var beside sync.WaitGroup
	var linking error
	beside.Go(func() { linking = w.findEntities(ctx, batch) })
	err := w.embed(ctx, batch)
	beside.Wait()
	return cmp.Or(linking, err)
}

// findEntities adds the mentions that the texts of a batch hold.
func (w *Writer) findEntities(ctx context.Context, batch []*draft) error {
	records := make([]*schema.Experience, 0, len(batch))
	for _, d := range batch {
		if !d.settled {
			records = append(records, d.record)
		}
	}
	return w.linker.Link(ctx, records)
}

// links are the mentions of a text. The zero value is those of no text.
type links struct {
	text     string
	mentions []schema.Mention
}

// linkChanged finds the mentions of a record whose text a patch changes. Those
// that pointed at words which are gone are gone as well; those without a place
// stay. A patch that says what is mentioned has the last word.
func (w *Writer) linkChanged(ctx context.Context, agent string, id schema.ID, p schema.Patch) (links, error) {
	if p.Context == nil && p.Action == nil && p.Outcome == nil && p.Content == nil || p.Mentions != nil {
		return links{}, nil
	}
	var e schema.Experience
	err := w.store.View(ctx, func(r *ledger.Reader) error {
		before, err := ownRecord(r, agent, id)
		if err != nil {
			return err
		}
		e = *before
		return e.Apply(p, w.store.Now())
	})
	if err != nil {
		return links{}, err
	}
	s := e.Text()
	e.Mentions = slices.DeleteFunc(slices.Clone(e.Mentions), func(m schema.Mention) bool {
		return m.End > m.Start && m.Text != "" && (m.End > len(s) || s[m.Start:m.End] != m.Text)
	})
	if err := w.linker.Link(ctx, []*schema.Experience{&e}); err != nil {
		return links{}, err
	}
	return links{s, e.Mentions}, nil
}

// keep gives a changed record the mentions of its text, if it still is that text.
func (l *links) keep(e *schema.Experience) {
	if l.text != "" && l.text == e.Text() {
		e.Mentions = l.mentions
	}
}
