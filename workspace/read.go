package workspace

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// How old a file must be for its times to tell a later change: longer where a file system
// keeps whole seconds, of which some keep every other one.
const (
	fresh       = 20 * time.Millisecond
	freshCoarse = 2 * time.Second
)

// tooFresh tells whether a change made later than a look at a file may leave it as it was to
// see: with the same time, or, by one who gives it that time, with the same stamp.
func tooFresh(f folder.File, look time.Time) bool {
	return sameTick(f.Modified, look) || sameTick(time.Unix(0, f.Stamp.Changed), look)
}

// sameTick tells whether what is changed at a look, or later, may get a time that was seen.
func sameTick(seen, look time.Time) bool {
	if seen.Nanosecond() == 0 {
		return seen.Add(freshCoarse).After(look)
	}
	return seen.Add(fresh).After(look)
}

// page is a file as it is read.
type page struct {
	file folder.File
	day  time.Time
	markdown.Page
	state *state
	told  map[schema.ID]told // the block that each record is cited at, if it is on this page
}

// told is a block with its record.
type told struct {
	block  *markdown.Block
	record schema.Experience
}

// readAll reads those of some files that changed.
func (r *syncing) readAll(files []folder.File) error {
	var todo []folder.File
	for _, f := range files {
		switch {
		case r.w.index.files[f.Path].unchanged(f):
		case f.Path == OpinionsPage: // first: it says how opinions stand that others tell
			todo = slices.Insert(todo, 0, f)
		default:
			todo = append(todo, f)
		}
	}
	for p, err := range r.readAhead(todo) {
		if err != nil {
			return err
		}
		r.replace(p)
		if len(r.pending) >= batch {
			if err := r.flush(); err != nil {
				return err
			}
		}
	}
	return r.flush()
}

// allMissing lists the pages known that are not in the folder.
func (r *syncing) allMissing(listing folder.Listing) []string {
	known := r.w.index.files
	there := 0
	for _, f := range listing.Files {
		if known[f.Path] != nil {
			there++
		}
	}
	if there == len(known) {
		return nil
	}
	return r.missing(slices.Sorted(maps.Keys(known)), listing)
}

// missing lists the pages known, of those named, that are not in a listing. One that is
// refused is there, and what it said stays until it can be read again.
func (r *syncing) missing(names []string, listing folder.Listing) (out []string) {
	there := make(map[string]bool, len(listing.Files))
	for _, f := range listing.Files {
		there[f.Path] = true
	}
	refused := folder.Refuses(listing.Refused)
	for _, name := range names {
		if r.w.index.files[name] != nil && !there[name] && !refused(name) {
			out = append(out, name)
		}
	}
	return out
}

// drop forgets pages that are not there any more.
func (r *syncing) drop(names []string) {
	for _, name := range names {
		r.done.Removed++
		if r.w.unnamed(name) {
			r.done.Unnamed++
		}
		r.replace(&page{state: &state{Path: name, Gone: true}})
	}
}

// readAhead reads and parses files, some at a time, while those before them are
// written, and yields them in order. No goroutine of it is left when it ends.
func (r *syncing) readAhead(files []folder.File) iter.Seq2[*page, error] {
	type result struct {
		page *page
		err  error
	}
	return func(yield func(*page, error) bool) {
		ctx, stop := context.WithCancel(r.ctx)
		var readers sync.WaitGroup
		defer readers.Wait()
		defer stop()
		order := make(chan chan result, 2*runtime.GOMAXPROCS(0)) // bounds how many pages are in memory
		readers.Go(func() {
			defer close(order)
			for _, f := range files {
				one := make(chan result, 1)
				select {
				case order <- one:
					readers.Go(func() {
						p, err := r.w.read(f.Path)
						one <- result{p, err}
					})
				case <-ctx.Done():
					return
				}
			}
		})
		for one := range order {
			got := <-one
			var refused *folder.RefusedError
			if errors.As(got.err, &refused) {
				r.done.Refused = append(r.done.Refused, refused)
				continue
			}
			if got.page == nil && got.err == nil {
				continue
			}
			r.done.Read++
			if !yield(got.page, got.err) || got.err != nil {
				return
			}
		}
		if err := r.ctx.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// read parses a file. One that is gone meanwhile has no page; the next sync deals with
// it.
func (w *Workspace) read(name string) (*page, error) {
	before := time.Now()
	src, file, err := w.folder.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := w.parse(src, file)
	p.state.Modified, p.state.Stamp = file.Modified.UnixNano(), file.Stamp
	if tooFresh(file, before) {
		p.state.Modified = 0
	}
	return p, nil
}

// readAgain reads a page that was read before; one that is refused since has no page
// either.
func (w *Workspace) readAgain(name string) (*page, error) {
	p, err := w.read(name)
	if errors.Is(err, folder.ErrRefused) {
		return nil, nil
	}
	return p, err
}

// takeView notes how the opinions page says that an opinion stands: a line of the region,
// or one of a person that gives it a confidence.
func (s *state) takeView(b *markdown.Block, v view) {
	switch {
	case b.Region == regionOpinions:
		s.Views = append(s.Views, v)
	case b.Region == "" && b.Rated:
		s.Held = append(s.Held, v)
	}
}

// parse turns the bytes of a file into records and places.
func (w *Workspace) parse(src []byte, file folder.File) *page {
	p := &page{file: file, Page: markdown.Parse(src, role(file.Path)), told: map[schema.ID]told{}}
	day, dated := dayIn(file, p.Front)
	p.day = day
	s := &state{
		Path: file.Path, Size: int64(len(src)), Sum: xxhash.Sum64(src), Day: day, Undated: !dated, Problems: p.Problems, Names: p.Front.Aliases,
	}
	s.places = make([]place, 0, len(p.Blocks)) // most stay as long as the workspace is open
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
		if have, ok := p.told[e.ID]; !ok || have.record.Source.Inferred && !e.Source.Inferred {
			p.told[e.ID] = told{b, e}
		}
		rated := float64(unrated)
		if b.Kind == markdown.Opinion && b.Rated {
			rated = b.Confidence
		}
		s.places = append(s.places, place{e.ID, uint32(b.Line), e.Source.Inferred, b.Quotes != "", digest(&e, b, day), rated})
		if file.Path == OpinionsPage && b.Kind == markdown.Opinion {
			s.takeView(b, view{e.ID, e.Confidence, b.Updated, b.Evidence})
		}
	}
	if body, ok := p.Body(src, regionFacts); ok {
		s.Facts = xxhash.Sum64String(body)
	}
	p.state = s
	return p
}
