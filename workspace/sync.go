package workspace

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// Synced tells what a sync found and changed.
type Synced struct {
	Files   int `json:"files"`   // pages of the workspace
	Read    int `json:"read"`    // of these, pages read because they had changed
	Removed int `json:"removed"` // pages that are no more
	Records int `json:"records"` // things told, each once
	experience.Mirrored
	Refused  []*folder.RefusedError `json:"refused,omitempty"`
	Problems int                    `json:"problems"` // malformed lines; see Workspace.Problems
}

// batch is how many records are written at a time.
const batch = 2000

// fresh is how old a file must be for its times to tell a later change.
const fresh = 20 * time.Millisecond

// Sync brings the store in step with the files. What has not changed is not read.
// When it is interrupted, the next one goes on.
func (w *Workspace) Sync(ctx context.Context) (Synced, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sync(ctx)
}

func (w *Workspace) sync(ctx context.Context) (Synced, error) {
	if err := w.folder.Recover(); err != nil {
		return Synced{}, err
	}
	r := &syncing{w: w, ctx: ctx, late: map[schema.ID]bool{}, lost: map[schema.ID]bool{}}
	if err := r.open(); err != nil {
		return Synced{}, err
	}
	listing, err := w.folder.List(w.patterns)
	if err != nil {
		return Synced{}, err
	}
	r.done.Files, r.done.Refused = len(listing.Files), listing.Refused
	if err := r.readAll(listing.Files); err != nil {
		w.index = nil // it knows of records that were not written
		return r.done, err
	}
	if err := r.settle(); err != nil {
		w.index = nil
		return r.done, err
	}
	r.done.Records = len(w.index.where)
	for _, s := range w.index.files {
		r.done.Problems += len(s.Problems)
	}
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
		w.index = readIndex(log, w.preamble(), now)
	}
	if w.index == nil {
		w.index, r.whole = newIndex(), now.Records > 0
	}
	return nil
}

func (w *Workspace) preamble() preamble {
	return preamble{indexVersion, w.memory.Agent, strings.Join(w.patterns, "\n")}
}

// mark is how the store stands, as far as it is the agent's.
func (w *Workspace) mark(ctx context.Context) (mark, error) {
	agents, err := w.memory.Reader.Agents(ctx)
	for _, a := range agents {
		if a.Name == w.memory.Agent {
			return mark{a.LastChange, a.Total}, err
		}
	}
	return mark{}, err
}

// page is a file as it is read.
type page struct {
	file folder.File
	day  time.Time
	markdown.Page
	state  *state
	blocks map[schema.ID]*markdown.Block // the first of each record
}

// readAll reads the files that changed, and forgets those that are gone.
func (r *syncing) readAll(files []folder.File) error {
	there := make(map[string]bool, len(files))
	var todo []folder.File
	for _, f := range files {
		there[f.Path] = true
		if !r.w.index.files[f.Path].unchanged(f) {
			todo = append(todo, f)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.w.index.files)) {
		if !there[name] {
			r.done.Removed++
			r.replace(&page{state: &state{Path: name, Gone: true}})
		}
	}
	for p := range r.readAhead(todo) {
		if p.err != nil {
			return p.err
		}
		if p.page == nil {
			continue
		}
		r.replace(p.page)
		if len(r.pending) >= batch {
			if err := r.flush(); err != nil {
				return err
			}
		}
	}
	return r.flush()
}

type readPage struct {
	page *page
	err  error
}

// readAhead reads and parses files while those before them are written.
func (r *syncing) readAhead(files []folder.File) func(yield func(readPage) bool) {
	return func(yield func(readPage) bool) {
		ctx, stop := context.WithCancel(r.ctx)
		defer stop()
		pages := make(chan readPage, 16)
		known := make([]*state, len(files))
		for i, f := range files {
			known[i] = r.w.index.files[f.Path]
		}
		go func() {
			defer close(pages)
			for i, f := range files {
				p, err := r.w.read(f.Path, known[i])
				select {
				case pages <- readPage{p, err}:
				case <-ctx.Done():
					return
				}
			}
		}()
		for p := range pages {
			if p.page != nil {
				r.done.Read++
			}
			if !yield(p) {
				return
			}
		}
		if err := r.ctx.Err(); err != nil {
			yield(readPage{err: err})
		}
	}
}

// read parses a file, unless it says what it said. One that is gone or refused
// meanwhile has no page; the next sync deals with it.
func (w *Workspace) read(name string, known *state) (*page, error) {
	before := time.Now()
	src, file, err := w.folder.Read(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, folder.ErrRefused) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := w.parse(src, file)
	p.state.Modified = file.Modified.UnixNano()
	if file.Modified.Add(fresh).After(before) {
		p.state.Modified = 0
	}
	if known != nil && known.Sum == p.state.Sum && known.Day.Equal(p.day) && known.Size == p.state.Size {
		known.Modified = p.state.Modified
	}
	return p, nil
}

// parse turns the bytes of a file into blocks and places.
func (w *Workspace) parse(src []byte, file folder.File) *page {
	p := &page{file: file, Page: markdown.Parse(src, role(file.Path)), blocks: map[schema.ID]*markdown.Block{}}
	p.day = dayIn(file, p.Front)
	s := &state{Path: file.Path, Size: int64(len(src)), Sum: xxhash.Sum64(src), Day: p.day, Problems: p.Problems, Names: p.Front.Aliases}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !kept(b.Region) {
			continue
		}
		e := w.record(p, b)
		if err := e.Validate(); err != nil {
			s.Problems = append(s.Problems, markdown.Problem{Line: b.Line, Column: 1, Reason: err.Error()})
			continue
		}
		if p.blocks[e.ID] == nil {
			p.blocks[e.ID] = b
		}
		s.places = append(s.places, place{id: e.ID, line: uint32(b.Line), inferred: b.Region != "", digest: digest(&e, b)})
		if b.Region == regionOpinions && b.Kind == markdown.Opinion && file.Path == OpinionsPage {
			s.Views = append(s.Views, view{e.ID, e.Confidence, b.Updated, b.Evidence})
		}
	}
	p.state = s
	return p
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
		}
	}
}

// touch makes the record anew of something that a page tells: now, if the page
// is where it is cited, else when all pages were read.
func (r *syncing) touch(p *page, id schema.ID) {
	at, _ := r.w.index.first(id)
	b := p.blocks[id]
	if at.state != p.state || b.Kind == markdown.Opinion || b.Line != int(at.place().line) {
		r.late[id] = true
		return
	}
	r.pending = append(r.pending, r.w.record(p, b))
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

// settle forgets what no file tells any more, and makes what had to wait: records
// cited in other files than those that changed, and opinions, whose evidence must
// be there first.
func (r *syncing) settle() error {
	if r.whole {
		if err := r.strays(); err != nil {
			return err
		}
	}
	var gone []schema.ID
	for id := range r.lost {
		if _, ok := r.w.index.first(id); ok {
			r.late[id] = true
		} else {
			gone = append(gone, id)
			delete(r.late, id)
		}
	}
	slices.SortFunc(gone, func(a, b schema.ID) int { return bytes.Compare(a[:], b[:]) })
	for part := range slices.Chunk(gone, batch) {
		if err := r.mirror(part); err != nil {
			return err
		}
	}
	r.reweigh()
	return r.makeLate()
}

// strays finds records in the store that came from files and are in none.
func (r *syncing) strays() error {
	f := query.Filter{Agents: []string{r.w.memory.Agent}, Limit: query.MaxLimit}
	for e, err := range r.w.memory.Reader.All(r.ctx, f) {
		if err != nil {
			return err
		}
		if e.Source.CreatedBy == createdBy {
			r.lost[e.ID] = true
		}
	}
	maps.DeleteFunc(r.lost, func(id schema.ID, _ bool) bool { return len(r.w.index.where[id]) > 0 })
	return nil
}

// reweigh makes opinions anew whose grounds may have come or gone.
func (r *syncing) reweigh() {
	for id, v := range r.w.index.views() {
		if len(v.Evidence) > 0 && len(r.changed) > 0 && len(r.w.index.where[id]) > 0 {
			r.late[id] = true
		}
	}
}

// makeLate makes the records that waited, file by file.
func (r *syncing) makeLate() error {
	byFile := map[string][]schema.ID{}
	for id := range r.late {
		if at, ok := r.w.index.first(id); ok {
			byFile[at.state.Path] = append(byFile[at.state.Path], id)
		}
	}
	views := r.w.index.views()
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		p, err := r.w.read(name, nil)
		if err != nil {
			return err
		}
		if p == nil {
			continue
		}
		ids := byFile[name]
		slices.SortFunc(ids, func(a, b schema.ID) int { return bytes.Compare(a[:], b[:]) })
		for _, id := range ids {
			b := p.blocks[id]
			if b == nil {
				continue // edited this moment: the next sync sees it
			}
			e := r.w.record(p, b)
			if v, ok := views[id]; ok {
				r.stand(&e, v)
			}
			r.pending = append(r.pending, e)
		}
	}
	return r.flushGrounded()
}

// flushGrounded writes opinions. Grounds that a person wrote so that they cannot
// be, such as two opinions resting on each other, are left out.
func (r *syncing) flushGrounded() error {
	again := slices.Clone(r.pending)
	err := r.flush()
	if !errors.Is(err, schema.ErrInvalid) {
		return err
	}
	for i := range again {
		again[i].Evidence = nil
	}
	r.pending = again
	return r.flush()
}

// stand gives an opinion the confidence and the grounds that the opinions page
// gives it (003-19).
func (r *syncing) stand(e *schema.Experience, v view) {
	e.Confidence = max(v.Confidence, leastConfidence)
	if sensible(v.Updated) {
		e.Verification.At = v.Updated // its fading counts from then
	}
	for _, g := range v.Evidence {
		id, ok := parseID(g.ID)
		if !ok || id == e.ID || len(r.w.index.where[id]) == 0 {
			continue
		}
		stance := schema.StanceSupports
		if g.Against {
			stance = schema.StanceContradicts
		}
		if !slices.ContainsFunc(e.Evidence, func(have schema.Evidence) bool { return have.ID == id }) {
			e.Evidence = append(e.Evidence, schema.Evidence{ID: id, Stance: stance})
		}
	}
}

// save logs what changed; when most of the log is out of date, it is written anew.
func (r *syncing) save() error {
	w := r.w
	now, err := w.mark(r.ctx)
	if err != nil || len(r.changed) == 0 {
		return err
	}
	var log []byte
	x := w.index
	whole := x.logged == 0 || x.logged+len(r.changed) > 2*len(x.files)+1000
	if whole {
		first, err := json.Marshal(w.preamble())
		if err != nil {
			return err
		}
		log = slices.Concat(first, []byte{'\n'})
		x.logged = 0
		for _, name := range slices.Sorted(maps.Keys(x.files)) {
			log = append(log, x.files[name].pack()...)
			x.logged++
		}
	} else {
		for _, s := range r.changed {
			log = append(log, s.pack()...)
			x.logged++
		}
	}
	end, err := json.Marshal(now)
	if err != nil {
		return err
	}
	log = append(append(log, end...), '\n')
	if whole {
		return w.folder.WritePrivate(indexFile, log)
	}
	return w.folder.AppendPrivate(indexFile, log)
}
