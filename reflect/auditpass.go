package reflect

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// An audit reads every record once: pages of ids go to as many workers as there
// are processors, and come back in order. A worker reads a few records at a time
// and keeps nothing of their texts, so what is held at once does not grow with
// the memory.
const (
	auditPage  = 512 // ids
	auditChunk = 32  // records with their texts, for each worker
)

// seen is what is kept of a record that was read.
type seen struct {
	id      schema.ID
	kind    schema.Kind
	secrets []string // kinds of them
	live    bool
	print   print
	aged    aged
}

// aged is a belief that nobody confirmed for long; its id is zero where a record
// is none.
type aged struct {
	id        schema.ID
	kind      schema.Kind
	was, now  float64 // confidence
	confirmed time.Time
}

// page is a run of records in the hands of a worker.
type page struct {
	ids  []schema.ID
	done chan struct{} // closed when the others may be read
	seen []seen
	err  error
}

// pass reads all records, oldest first, tells of secrets as it goes, and keeps
// what the other findings are made of.
func (a *audit) pass() error {
	ctx, cancel := context.WithCancel(a.ctx)
	pages := make(chan *page, runtime.GOMAXPROCS(0)-1)
	go a.turnPages(ctx, pages)
	defer func() {
		cancel()
		for p := range pages { // nothing reads the store any more when the audit is over
			<-p.done
		}
	}()
	for p := range pages {
		<-p.done
		if p.err != nil {
			return p.err
		}
		for i := range p.seen {
			if err := a.take(&p.seen[i]); err != nil {
				return err
			}
		}
	}
	return a.ctx.Err()
}

// turnPages hands out the records of every state, page by page, and closes pages
// after the last.
func (a *audit) turnPages(ctx context.Context, pages chan<- *page) {
	defer close(pages)
	var after ledger.Cursor
	for {
		p := &page{done: make(chan struct{})}
		after, p.err = a.pageAfter(ctx, p, after)
		last := p.err != nil || after == ""
		select {
		case pages <- p:
		case <-ctx.Done():
			return
		}
		go func() {
			defer close(p.done)
			if p.err == nil {
				p.err = a.look(ctx, p)
			}
		}()
		if last {
			return
		}
	}
}

// pageAfter finds the next records, and where to go on.
func (a *audit) pageAfter(ctx context.Context, p *page, after ledger.Cursor) (next ledger.Cursor, err error) {
	err = a.s.store.View(ctx, func(r *ledger.Reader) error {
		for entry, err := range r.Scan(a.how.Agent, ledger.Everything(), ledger.Scan{OldestFirst: true, After: after}) {
			if err != nil {
				return err
			}
			if p.ids = append(p.ids, entry.ID); len(p.ids) == auditPage {
				next = entry.Cursor()
				return nil
			}
		}
		return nil
	})
	return next, err
}

// look reads the records of a page.
func (a *audit) look(ctx context.Context, p *page) error {
	p.seen = make([]seen, 0, len(p.ids))
	return a.s.store.View(ctx, func(r *ledger.Reader) error {
		for ids := range slices.Chunk(p.ids, auditChunk) {
			if err := a.s.store.StepAside(ctx); err != nil {
				return err
			}
			records, err := r.Experiences(ids)
			if err != nil {
				return err
			}
			for _, e := range records {
				if e != nil { // forgotten since
					p.seen = append(p.seen, a.see(e))
				}
			}
		}
		return nil
	})
}

// see looks at one record.
func (a *audit) see(e *schema.Experience) seen {
	s := seen{id: e.ID, kind: e.Kind, live: e.Status.Live() && !e.Expired(a.now)}
	if a.how.wants(FindingSecret) { // in every state: what nobody recalls is still on the disk
		s.secrets = secretsOf(e)
	}
	if !s.live {
		return s
	}
	if a.how.wants(FindingDuplicate, FindingNearDuplicate) && e.Kind != schema.KindMessage { // what was said twice was said twice
		s.print = printOf(e)
	}
	if a.how.wants(FindingStale) && belief(e) && a.decay.Aging(e, a.now) {
		s.aged = aged{e.ID, e.Kind, e.Confidence, e.EffectiveConfidence(a.now, a.decay.PerDay), e.Confirmed()}
	}
	return s
}

// take keeps what was seen of a record, and tells of its secrets.
func (a *audit) take(s *seen) error {
	if a.read++; a.how.Progress != nil && a.read%progressEvery == 0 {
		a.how.Progress(a.read)
	}
	if s.print.id == s.id {
		a.prints = append(a.prints, s.print)
	}
	if s.aged.id == s.id {
		a.aged = append(a.aged, s.aged)
	}
	if len(s.secrets) == 0 {
		return nil
	}
	ids := []schema.ID{s.id}
	return a.tell(Finding{
		Kind: FindingSecret, IDs: ids, Count: 1,
		Detail: string(s.kind) + " with " + strings.Join(s.secrets, ", "), Fix: forgetting(ids, " --purge"),
	})
}

const progressEvery = 1000

// stale tells the beliefs that have aged.
func (a *audit) stale() error {
	for _, b := range a.aged {
		err := a.tell(Finding{
			Kind: FindingStale, IDs: []schema.ID{b.id}, Count: 1,
			Detail: fmt.Sprintf("%s of confidence %.2f, now %.2f, last confirmed %s", b.kind, b.was, b.now, b.confirmed.Format(time.DateOnly)),
			Fix:    "lukasa verify " + b.id.String() + " --by NAME",
		})
		if err != nil {
			return err
		}
	}
	return nil
}
