package query

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Cursor is where a page ended. It is opaque, safe in a URL, and stays valid
// while others write: what they add before it is not shown, nothing is shown
// twice.
type Cursor = ledger.Cursor

// Page is a run of records and where the next one begins.
type Page struct {
	Items []schema.Experience `json:"items"`
	Next  Cursor              `json:"next,omitempty"` // empty: this was the last page
}

// Find returns a page of the records that a filter selects, newest first unless
// the filter asks for another order.
func (q *Reader) Find(ctx context.Context, f Filter) (Page, error) {
	var page Page
	var last Cursor
	for hit, err := range q.hits(ctx, f) {
		if err != nil {
			return Page{}, err
		}
		if len(page.Items) == f.limit() {
			page.Next = last
			break
		}
		page.Items = append(page.Items, *hit.record)
		last = hit.cursor
	}
	return page, nil
}

// All yields every record that a filter selects, page by page: while the caller
// looks at one page, nothing is held open, and others may write. What they add
// meanwhile may or may not be seen; nothing is seen twice. The filter's Limit
// does not apply. Records are the caller's.
func (q *Reader) All(ctx context.Context, f Filter) iter.Seq2[schema.Experience, error] {
	return func(yield func(schema.Experience, error) bool) {
		f.Limit = allPage
		q.prepare(ctx, &f)
		for {
			page, err := q.Find(ctx, f)
			if err != nil {
				yield(schema.Experience{}, err)
				return
			}
			for _, e := range page.Items {
				if !yield(e, nil) {
					return
				}
			}
			if f.After = page.Next; f.After == "" {
				return
			}
		}
	}
}

// allPage is how many records All reads at a time.
const allPage = 500

// hit is a record and the cursor behind it.
type hit struct {
	record *schema.Experience
	cursor Cursor
}

var errStop = errors.New("query: stopped")

func (q *Reader) hits(ctx context.Context, f Filter) iter.Seq2[hit, error] {
	return func(yield func(hit, error) bool) {
		if err := f.Validate(); err != nil {
			yield(hit{}, err)
			return
		}
		if !f.AccessedSince.IsZero() {
			if err := q.store.FlushUsage(ctx); err != nil { // what was just used is found as well
				yield(hit{}, err)
				return
			}
		}
		q.prepare(ctx, &f)
		err := q.store.View(ctx, func(r *ledger.Reader) (err error) {
			if slices.Contains(f.Statuses, schema.StatusAging) {
				if f.fading, err = readFading(r, f.Agents); err != nil {
					return err
				}
			}
			if err := f.readGroups(r); err != nil {
				return err
			}
			return scan(ctx, r, &f, q.store.Now(), func(h hit) error {
				if !yield(h, nil) {
					return errStop
				}
				return nil
			})
		})
		if errors.Is(err, ledger.ErrCursor) {
			err = fmt.Errorf("%w filter: after: %w", ErrInvalid, err)
		}
		if err != nil && !errors.Is(err, errStop) {
			yield(hit{}, err)
		}
	}
}

// prepare readies a filter for as many pages as are read of it.
func (q *Reader) prepare(ctx context.Context, f *Filter) {
	f.Agents = slices.Compact(slices.Sorted(slices.Values(f.Agents))) // an agent named twice is read once
	q.sift(ctx, f)
}

// readGroups finds, for each agent, the entities that are one with the one asked
// for.
func (f *Filter) readGroups(r *ledger.Reader) error {
	if f.Entity == "" {
		return nil
	}
	f.groups = make(map[string][]schema.EntityKey, len(f.Agents))
	for _, agent := range f.Agents {
		group, err := knowledge.Standing(r, agent, f.Entity)
		if err != nil {
			return err
		}
		f.groups[agent] = group
	}
	return nil
}

// members lists the entities of all groups, each once.
func (f *Filter) members() []schema.EntityKey {
	var all []schema.EntityKey
	for _, group := range f.groups {
		all = append(all, group...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// scan calls emit for each record that f selects, in f's order.
func scan(ctx context.Context, r *ledger.Reader, f *Filter, now time.Time, emit func(hit) error) error {
	if f.byResolved() {
		return scanByQuality(ctx, r, f, now, emit)
	}
	p := plan(f, now)
	var met []ledger.Entry
	ahead := f.limit() + 1 // as many as a page needs where all match, and more from there on
	for entry, err := range p.candidates(r, f) {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.few == nil && f.sieve != nil && !f.sieve.has(entry.ID) {
			continue
		}
		if met = append(met, entry); len(met) < ahead {
			continue
		}
		if err := emitMatching(r, f, p, met, now, emit); err != nil {
			return err
		}
		met, ahead = met[:0], min(2*ahead, mostAhead)
	}
	return emitMatching(r, f, p, met, now, emit)
}

// mostAhead is how many records are read together at most.
const mostAhead = 256

// emitMatching reads the records of entries and calls emit for those that f selects.
func emitMatching(r *ledger.Reader, f *Filter, p planned, entries []ledger.Entry, now time.Time, emit func(hit) error) error {
	ids := make([]schema.ID, len(entries))
	for i, entry := range entries {
		ids[i] = entry.ID
	}
	records, lacking, err := f.read(r, ids)
	if err != nil {
		return err
	}
	for i, e := range records {
		switch {
		case lacking[i]:
			continue
		case e == nil && p.few == nil:
			return fmt.Errorf("%w: %s, which an index has", ledger.ErrNotFound, ids[i])
		case e == nil || !f.match(e, now):
			continue
		}
		if err := emit(hit{e, entries[i].Cursor()}); err != nil {
			return err
		}
	}
	return nil
}

// read reads records, without those which lack the text of Contains already as they are stored.
func (f *Filter) read(r *ledger.Reader, ids []schema.ID) (records []*schema.Experience, lacking []bool, err error) {
	lacking = make([]bool, len(ids))
	if f.Contains == "" || strings.Contains(f.Contains, "\n") { // a line's end may be what joins two fields
		records, err = r.Experiences(ids)
		return records, lacking, err
	}
	part := partOf(f.Contains)
	records, err = r.ExperiencesWhere(ids, func(i int, encoded []byte) bool {
		lacking[i] = !part.mayBeIn(encoded)
		return !lacking[i]
	})
	return records, lacking, err
}

// planned is what to scan.
type planned struct {
	index  ledger.Index
	bounds ledger.Scan
	events bool           // ordered and bounded by event time
	few    []ledger.Entry // what is looked at in place of the index, in any order; nil: the index
}

// candidates yields what may be selected, of all agents, in the order of the filter.
func (p planned) candidates(r *ledger.Reader, f *Filter) iter.Seq2[ledger.Entry, error] {
	if p.few == nil {
		return merge(f.Agents, p.bounds.OldestFirst, func(agent string) iter.Seq2[ledger.Entry, error] { return p.entries(r, agent) })
	}
	return func(yield func(ledger.Entry, error) bool) {
		entries, err := p.bounds.Order(slices.Clone(p.few))
		if err != nil {
			yield(ledger.Entry{}, err)
			return
		}
		for _, entry := range entries {
			if !yield(entry, nil) {
				return
			}
		}
	}
}

// entries yields an agent's records of the plan. What was going on where the bounds
// begin belongs to it: that began before all else, and comes first or last. It is
// rare, so that all conditions are left to be checked on each record.
func (p planned) entries(r *ledger.Reader, agent string) iter.Seq2[ledger.Entry, error] {
	within := r.Scan(agent, p.index, p.bounds)
	if !p.events || p.bounds.From.IsZero() {
		return within
	}
	ongoing := r.Ongoing(agent, p.bounds)
	if p.bounds.OldestFirst {
		return chain(ongoing, within)
	}
	return chain(within, ongoing)
}

// chain yields what the first of two scans yields, then what the other does.
func chain(first, other iter.Seq2[ledger.Entry, error]) iter.Seq2[ledger.Entry, error] {
	return func(yield func(ledger.Entry, error) bool) {
		for _, part := range [...]iter.Seq2[ledger.Entry, error]{first, other} {
			for e, err := range part {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// plan picks the ordered keys to scan: those of the condition that usually
// leaves the fewest records. The other conditions are checked on each record.
func plan(f *Filter, now time.Time) planned {
	bounds := ledger.Scan{From: f.Since, To: f.Until, OldestFirst: f.OldestFirst, After: f.After}
	switch {
	case f.Review:
		bounds.OldestFirst = !f.OldestFirst
		return planned{ledger.Graded(ledger.Grade{Max: schema.QualityPoor, Unverified: true}), bounds, true, f.few}
	case !f.AccessedSince.IsZero():
		return planned{ledger.Accessed(), ledger.Scan{From: f.AccessedSince, OldestFirst: f.OldestFirst, After: f.After}, false, nil}
	case f.Expired:
		return planned{ledger.Expiring(), ledger.Scan{To: now, OldestFirst: !f.OldestFirst, After: f.After}, false, nil}
	}
	return planned{narrowest(f), bounds, true, f.few}
}

// narrowest is the index of the condition on a record's fields that usually leaves the
// fewest.
func narrowest(f *Filter) ledger.Index {
	switch {
	case f.Hash != "":
		return ledger.WithHash(f.Hash)
	case f.Parent != schema.ID{}:
		return ledger.Referring(ledger.ByParent, f.Parent)
	case f.Path != "":
		return ledger.FromPath(f.Path)
	case f.Entity != "":
		return ledger.Mentioning(f.members()...)
	case len(f.Sessions) == 1 && f.Sessions[0] != "":
		return ledger.InSession(f.Sessions[0])
	case len(f.Tags) > 0:
		return ledger.Tagged(f.Tags[0])
	case len(f.AnyTags) > 0:
		return ledger.Tagged(f.AnyTags...)
	case f.User != "":
		return ledger.OfUser(f.User)
	case f.MinImportance > 1:
		return ledger.Importance(f.MinImportance, 10)
	case f.MinQuality > 1 || len(f.Personas) > 0:
		return ledger.Graded(ledger.Grade{
			Min: f.MinQuality, Personas: f.Personas, Verified: f.Verified, Unverified: f.Unverified,
		})
	case len(f.Categories) == 1:
		return ledger.InCategory(f.Categories[0])
	case len(f.Kinds) > 0:
		return ledger.OfKind(f.Kinds...)
	}
	return ledger.Everything()
}

// merge yields what several agents' scans yield, in one order.
func merge(agents []string, oldestFirst bool, scan func(agent string) iter.Seq2[ledger.Entry, error]) iter.Seq2[ledger.Entry, error] {
	if len(agents) == 1 {
		return scan(agents[0])
	}
	return func(yield func(ledger.Entry, error) bool) {
		heads := make([]*head, 0, len(agents))
		defer func() {
			for _, h := range heads {
				h.stop()
			}
		}()
		for _, agent := range agents {
			h := &head{}
			h.next, h.stop = iter.Pull2(scan(agent))
			heads = append(heads, h)
			h.advance()
		}
		for {
			best := first(heads, oldestFirst)
			if best == nil || !yield(best.entry, best.err) || best.err != nil {
				return
			}
			best.advance()
		}
	}
}

// head is the next entry of one agent's scan.
type head struct {
	next  func() (ledger.Entry, error, bool)
	stop  func()
	entry ledger.Entry
	err   error
	live  bool
}

func (h *head) advance() { h.entry, h.err, h.live = h.next() }

// first returns the head that comes first, an error before all else; nil when
// all scans have ended.
func first(heads []*head, oldestFirst bool) *head {
	var best *head
	for _, h := range heads {
		if !h.live {
			continue
		}
		if h.err != nil {
			return h
		}
		if best == nil || (h.entry.Compare(best.entry) < 0) == oldestFirst {
			best = h
		}
	}
	return best
}

// scanByQuality answers a range of resolved dates, best quality first and
// newest within it (000-21). The range is read once for each grade.
func scanByQuality(ctx context.Context, r *ledger.Reader, f *Filter, now time.Time, emit func(hit) error) error {
	start, after, err := parseGradeCursor(f.After)
	if err != nil {
		return err
	}
	bounds := ledger.Scan{From: f.ResolvedFrom, To: f.ResolvedTo, OldestFirst: f.OldestFirst}
	for grade := start; grade >= schema.QualityReject; grade-- {
		bounds.After, after = after, ""
		for entry, err := range merge(f.Agents, f.OldestFirst, func(agent string) iter.Seq2[ledger.Entry, error] { return r.Scan(agent, ledger.Resolved(), bounds) }) {
			if err != nil {
				return err
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			e, err := r.Experience(entry.ID)
			if err != nil {
				return err
			}
			if e.Quality != grade || !f.match(e, now) {
				continue
			}
			if err := emit(hit{e, gradeCursor(grade, entry)}); err != nil {
				return err
			}
		}
	}
	return nil
}

// gradeCursor is an entry's cursor with the grade before it.
func gradeCursor(q schema.Quality, e ledger.Entry) Cursor {
	return Cursor(rune('0'+q)) + e.Cursor()
}

func parseGradeCursor(c Cursor) (schema.Quality, Cursor, error) {
	if c == "" {
		return schema.QualityExcellent, "", nil
	}
	q := schema.Quality(c[0] - '0')
	if !q.Valid() {
		return 0, "", ledger.ErrCursor
	}
	return q, c[1:], nil
}
