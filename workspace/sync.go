package workspace

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// Synced tells what a sync found and changed.
type Synced struct {
	Files   int `json:"files"`   // pages of the workspace
	Read    int `json:"read"`    // of these, pages read because they had changed
	Removed int `json:"removed"` // pages that are no more, or no pattern names any more
	// Unnamed are those of them that are still there, and that no pattern names any more:
	// see [Options].
	Unnamed int `json:"unnamed,omitempty"`
	Records int `json:"records"` // things told, each once
	experience.Mirrored
	Refused  []*folder.RefusedError `json:"refused,omitempty"`
	Problems int                    `json:"problems"` // malformed lines; see Workspace.Problems
}

// batch is how many records are written at a time: so few that the graph, which
// waits for a pause in the writing and then takes all at once, takes no batch for
// one.
const batch = 500

// Sync brings the store in step with the files. What has not changed is not read.
// When it is interrupted, the next one goes on.
func (w *Workspace) Sync(ctx context.Context) (Synced, error) {
	return alone(w, func() (Synced, error) { return w.sync(ctx) })
}

// syncPages is sync for who knows that since the last one only some pages may
// have changed: it looks at those alone, so that its work follows from the edit
// and not from the size of the workspace. After a sync that failed, before the first, and
// where looking at a name may find another's page, it looks at all.
func (w *Workspace) syncPages(ctx context.Context, names []string) (Synced, error) {
	if w.index == nil || hasAlike(names) {
		return w.sync(ctx)
	}
	if err := w.recover(); err != nil {
		return Synced{}, err
	}
	patterns, err := w.patterns()
	if err != nil {
		return Synced{}, err
	}
	if !slices.Equal(patterns, w.listed) {
		return w.sync(ctx)
	}
	listing, err := w.folder.Look(patterns, names)
	if err != nil {
		return Synced{}, err
	}
	done, err := w.take(ctx, listing, func(r *syncing) []string { return r.missing(names, listing) })
	if w.index != nil { // else it failed, and tells of what it looked at
		done.Files = len(w.index.files)
	}
	return done, err
}

func (w *Workspace) sync(ctx context.Context) (Synced, error) {
	if err := w.recover(); err != nil {
		return Synced{}, err
	}
	patterns, err := w.patterns()
	if err != nil {
		return Synced{}, err
	}
	w.listed = patterns
	listing, err := w.folder.List(patterns)
	if err != nil {
		return Synced{}, err
	}
	return w.take(ctx, listing, func(r *syncing) []string { return r.allMissing(listing) })
}

// recover makes sure that the store is still there, and finishes what a process that died
// while writing has left.
func (w *Workspace) recover() error {
	if err := w.checkStore(); err != nil {
		return err
	}
	return w.folder.Recover()
}

// take brings the store in step with the files of a listing, and forgets those
// that missing names.
func (w *Workspace) take(ctx context.Context, listing folder.Listing, missing func(*syncing) []string) (Synced, error) {
	r := &syncing{w: w, ctx: ctx, late: map[schema.ID]bool{}, lost: map[schema.ID]bool{}, moved: map[schema.ID]bool{}}
	if err := r.open(); err != nil {
		return Synced{}, err
	}
	r.done.Files, r.done.Refused = len(listing.Files), listing.Refused
	r.drop(missing(r))
	err := r.readAll(listing.Files)
	slices.SortFunc(r.done.Refused, func(a, b *folder.RefusedError) int { return strings.Compare(a.Path, b.Path) })
	if err == nil {
		err = r.settle()
	}
	if err != nil {
		w.index = nil // it knows of records that were not written
		return r.done, err
	}
	r.done.Records, r.done.Problems = len(w.index.where), w.index.problems
	return r.done, r.save()
}

// syncing is one running sync.
type syncing struct {
	w    *Workspace
	ctx  context.Context
	done Synced

	whole   bool // nothing is known of what the store holds
	pending []schema.Experience
	late    map[schema.ID]bool // records to be made when all files were read
	lost    map[schema.ID]bool // records that a file does not tell any more
	moved   map[schema.ID]bool // records that a file began or ceased to tell, if opinions may rest on them
	changed []*state           // for the log
}

// open loads the index, if the store is as it was when that was saved.
func (r *syncing) open() error {
	w := r.w
	if w.index != nil {
		return nil
	}
	now, err := w.mark(r.ctx)
	if err != nil {
		return err
	}
	if log, err := w.folder.ReadPrivate(indexFile); err == nil {
		if err := w.isOwn(r.ctx, log); err != nil {
			return err
		}
		w.index = readIndex(log, w.preamble(), now)
	}
	if w.index == nil {
		w.index, r.whole = newIndex(), now.Records > 0
	}
	return nil
}

// isOwn refuses a folder that is kept as another agent's: the ids of its records are made of
// what they say, and no two agents share one.
func (w *Workspace) isOwn(ctx context.Context, log []byte) error {
	made, ok := preambleOf(log)
	if !ok || made.Agent == w.memory.Agent {
		return nil
	}
	agents, err := w.memory.Reader.Agents(ctx)
	for _, a := range agents {
		if a.Name == made.Agent && a.Total > 0 {
			return fmt.Errorf("workspace: %w: agent: %q, want %q, as whose this folder is kept until its %s is removed", schema.ErrInvalid, w.memory.Agent, made.Agent, folder.Private)
		}
	}
	return err
}

// checkOwn is isOwn for who is about to write a page before it syncs.
func (w *Workspace) checkOwn(ctx context.Context) error {
	if w.index != nil {
		return nil
	}
	if log, err := w.folder.ReadPrivate(indexFile); err == nil {
		return w.isOwn(ctx, log)
	}
	return nil // what is not there is nobody's
}

func (w *Workspace) preamble() preamble { return preamble{indexVersion, w.memory.Agent} }

// mark is how the store stands, as far as it is the agent's.
func (w *Workspace) mark(ctx context.Context) (mark, error) {
	agents, err := w.memory.Reader.Agents(ctx)
	for _, a := range agents {
		if a.Name == w.memory.Agent {
			return mark{Change: a.LastChange, Records: a.Total}, err
		}
	}
	return mark{}, err
}

// replace takes the new state of a file into the index and notes what follows
// from it.
func (r *syncing) replace(p *page) {
	x := r.w.index
	old := x.set(p.state)
	r.changed = append(r.changed, p.state)
	had := map[schema.ID][]uint64{}
	if old != nil {
		for _, q := range old.places {
			had[q.id] = append(had[q.id], q.digest)
		}
	}
	has := map[schema.ID][]uint64{}
	for _, q := range p.state.places {
		has[q.id] = append(has[q.id], q.digest)
	}
	for _, q := range p.state.places {
		if digests, ok := has[q.id]; ok && !slices.Equal(digests, had[q.id]) {
			r.touch(p, q.id)
			r.note(q.id, len(had[q.id]) == 0)
		}
		delete(has, q.id)
		delete(had, q.id)
	}
	if old == nil {
		return
	}
	for _, q := range old.places {
		if _, ok := had[q.id]; ok {
			r.lost[q.id] = true
			r.note(q.id, true)
		}
	}
}

// note notes of a record whether a file began or ceased to tell it.
func (r *syncing) note(id schema.ID, moved bool) {
	if moved && len(r.w.index.views) > 0 {
		r.moved[id] = true
	}
}

// touch makes the record anew of something that a page tells: now, if the page
// is where it is cited, else when all pages were read.
func (r *syncing) touch(p *page, id schema.ID) {
	at, _ := r.w.index.first(id)
	t := p.told[id]
	if _, weighed := r.w.index.views[id]; weighed || at.state != p.state || t.block.Line != int(at.place().line) {
		r.late[id] = true
		return
	}
	r.pending = append(r.pending, r.asLastTold(t.record))
}

// asLastTold is a record of the place that it is cited at, with the confidence that its last
// teller gives it, and known to hold on the day when it was told last: its fading counts from
// then, however long ago it was cited for.
func (r *syncing) asLastTold(e schema.Experience) schema.Experience {
	if e.Kind == schema.KindOpinion { // of others none is as sure as somebody says
		if last, ok := r.w.index.lastTold(e.ID); ok {
			e.Confidence = max(last.Confidence, leastConfidence)
		}
	}
	if day := r.w.index.lastDay(e.ID); day.After(e.Time) {
		e.Verification.At = day
	}
	return e
}

func (r *syncing) flush() error { return r.mirror(nil) }

// mirror writes what is pending, and forgets what is gone.
func (r *syncing) mirror(gone []schema.ID) error {
	if len(r.pending) == 0 && len(gone) == 0 {
		return nil
	}
	done, err := r.w.memory.Writer.Mirror(r.ctx, r.w.memory.Agent, r.pending, gone)
	r.done.New += done.New
	r.done.Changed += done.Changed
	r.done.Gone += done.Gone
	r.pending = r.pending[:0]
	return err
}

// save logs what changed; when most of the log is out of date, it is written anew.
func (r *syncing) save() error {
	w := r.w
	now, err := w.mark(r.ctx)
	x := w.index
	if err != nil || len(r.changed) == 0 && !x.unweighed && x.logged > 0 {
		return err
	}
	if x.unweighed { // a process that starts anew is to know nothing
		x.logged = 0
		return nil
	}
	if x.logged == 0 || x.logged+len(r.changed) > 2*len(x.files)+1000 {
		x.logged = len(x.files)
		return w.folder.WritePrivate(indexFile, func(to io.Writer) error { return x.writeLog(to, w.preamble(), now) })
	}
	x.logged += len(r.changed)
	return w.folder.AppendPrivate(indexFile, func(to io.Writer) error { return logStates(to, xxhash.New(), slices.Values(r.changed), now) })
}
