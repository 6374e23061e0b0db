package workspace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// Reflection says what to reflect on.
type Reflection struct {
	// Since is the first day of what counts as recent. Default: seven days ago.
	Since time.Time
	// DryRun tells what would be written, and writes nothing.
	DryRun bool
	// Accept writes what is proposed for memory.md, which otherwise is a
	// proposal only.
	Accept bool
	// NoInfer leaves days without a Retain section without one.
	NoInfer bool
}

// Reflected tells what a reflection wrote, or on a dry run would write.
type Reflected struct {
	Synced   Synced       `json:"-"`        // what had changed in the pages since the sync before
	Pages    []PageChange `json:"pages"`    // by path; only those that change
	Proposed []PageChange `json:"proposed"` // for memory.md, waiting for a person
	// Left are the pages that were to be written and stay as they are, with the reason.
	Left     []*folder.RefusedError `json:"left,omitempty"`
	Facts    int                    `json:"facts"`    // recent things that were considered
	Entities int                    `json:"entities"` // that they name
	Opinions int                    `json:"opinions"`
	Inferred int                    `json:"inferred"` // bullets inferred, standing or new
	DryRun   bool                   `json:"dry_run,omitempty"`
}

// PageChange is a change of one page.
type PageChange struct {
	Path string `json:"path"`
	Diff string `json:"diff"`
}

// DefaultSince is how far back a reflection looks.
const DefaultSince = 7 * 24 * time.Hour

// Reflect writes what follows from what was told recently: bullets for days whose
// log has none, opinions with their confidence and evidence, pages of the entities
// that recent facts name, and a proposal for memory.md (003-16 to 003-18). Each
// stands in a region of its own; running it again changes nothing (W3).
func (w *Workspace) Reflect(ctx context.Context, how Reflection) (Reflected, error) {
	return alone(w, func() (Reflected, error) { return w.reflect(ctx, how) })
}

func (w *Workspace) reflect(ctx context.Context, how Reflection) (Reflected, error) {
	synced, err := w.sync(ctx)
	if err != nil {
		return Reflected{}, err
	}
	now := w.memory.Now().UTC()
	if how.Since.IsZero() {
		how.Since = now.Add(-DefaultSince)
	}
	r := &reflecting{w: w, ctx: ctx, how: how, since: how.Since.UTC().Truncate(24 * time.Hour)}
	r.done = Reflected{Synced: synced, Pages: []PageChange{}, Proposed: []PageChange{}, DryRun: how.DryRun}
	for _, step := range []func() error{r.load, r.inferBullets, r.load, r.writeOpinions, r.load, r.writeEntities, r.propose} {
		if err := step(); err != nil {
			return r.done, err
		}
	}
	return r.done, nil
}

// reflecting is one running reflection.
type reflecting struct {
	w     *Workspace
	ctx   context.Context
	how   Reflection
	since time.Time
	done  Reflected

	told     []schema.Experience // what the daily logs tell in typed bullets, oldest first
	opinions []schema.Experience // told anywhere, by content
	names    knownNames
}

// load reads all that was told in typed bullets, and how sure opinions are, as
// the pages that were just written say.
func (r *reflecting) load() error {
	if len(r.done.Pages) > 0 && !r.how.DryRun {
		if _, err := r.w.sync(r.ctx); err != nil {
			return err
		}
	}
	r.told, r.opinions, r.done.Facts, r.names = nil, nil, 0, r.w.pageNames()
	f := query.Filter{Agents: []string{r.w.memory.Agent}, Tags: []string{tagRetain}, Limit: query.MaxLimit}
	for e, err := range r.w.memory.Reader.All(r.ctx, f) {
		if err != nil {
			return err
		}
		if e.Source.CreatedBy != createdBy {
			continue
		}
		for _, m := range e.Mentions {
			r.names.add(m.Text)
		}
		if e.Kind == schema.KindOpinion {
			r.opinions = append(r.opinions, e)
		}
		if !daily(e.Source.Path) {
			continue // of no day that stays the same when the page is written
		}
		r.told = append(r.told, e)
		if !e.Time.Before(r.since) {
			r.done.Facts++
		}
	}
	slices.SortFunc(r.told, inOrder)
	slices.SortFunc(r.opinions, func(a, b schema.Experience) int { return strings.Compare(a.Content, b.Content) })
	return nil
}

// inOrder sorts records as they were told.
func inOrder(a, b schema.Experience) int {
	return cmp.Or(
		dayOfRecord(&a).Compare(dayOfRecord(&b)), strings.Compare(a.Source.Path, b.Source.Path),
		a.Source.Line-b.Source.Line, strings.Compare(a.Content, b.Content),
	)
}

func dayOfRecord(e *schema.Experience) time.Time { return e.Time.Truncate(24 * time.Hour) }

// set makes a region of a page say what it should, unless this is a dry run. A page with a
// conflict waits: what is a person's in it, the person has yet to say.
func (r *reflecting) set(name, region, body string) error {
	return r.change(name, func(src []byte) ([]byte, error) {
		out, err := markdown.Set(src, region, body)
		if err != nil || bytes.Equal(out, src) {
			return out, err
		}
		if conflicts := markdown.Parse(src, markdown.Options{}).Conflicts; len(conflicts) > 0 {
			err = fmt.Errorf("%w: line %d begins a conflict of a merge", markdown.ErrSplice, conflicts[0].Line)
		}
		return out, err
	})
}

func (r *reflecting) change(name string, change func([]byte) ([]byte, error)) error {
	diff, err := r.diff(name, change)
	if err == nil && diff != "" && !r.how.DryRun {
		err = r.w.rewrite(name, change)
	}
	if r.leave(name, err) {
		return nil
	}
	if err == nil && diff != "" {
		r.done.Pages = append(r.done.Pages, PageChange{name, diff})
	}
	return err
}

// rewrite changes a page that the index knows as it stands. One that has no day but that of its last
// change keeps it: what is told there, a person told then (W6).
func (w *Workspace) rewrite(name string, change folder.Change) error {
	write := w.folder.Rewrite
	if s := w.index.files[name]; s != nil && s.Undated {
		write = w.folder.Amend
	}
	_, err := write(name, change)
	return err
}

// leave tells whether a page is to stay as it is, and notes it then: it takes nothing, or
// may not be read or written.
func (r *reflecting) leave(name string, err error) bool {
	left := &folder.RefusedError{Path: name}
	switch {
	case errors.As(err, &left):
	case errors.Is(err, markdown.ErrSplice):
		left.Reason = err.Error()
	default:
		return false
	}
	r.w.log.Warn("workspace: page left as it is", "path", name, "error", err)
	if !slices.ContainsFunc(r.done.Left, func(have *folder.RefusedError) bool { return have.Path == name }) {
		r.done.Left = append(r.done.Left, left)
	}
	return true
}

// diff tells what a change would do to a page as it stands.
func (r *reflecting) diff(name string, change func([]byte) ([]byte, error)) (string, error) {
	src, _, err := r.w.folder.Read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	after, err := change(src)
	return markdown.Diff(name, src, after), err
}

// daily tells whether a page is the log of a day.
func daily(name string) bool {
	_, ok := dayOfLog(name)
	return ok
}

// maxFacts is how many facts the page of an entity shows, newest first.
const maxFacts = 30

// writeEntities writes the pages of the entities that recent facts name, and those that say
// what is told no more, or elsewhere.
func (r *reflecting) writeEntities() error {
	about := map[schema.EntityKey][]*schema.Experience{} // oldest first
	recent := map[schema.EntityKey]string{}              // as it is written first
	for i := range r.told {
		e := &r.told[i]
		for _, m := range e.Mentions {
			about[m.Entity] = append(about[m.Entity], e)
			if !e.Time.Before(r.since) && recent[m.Entity] == "" {
				recent[m.Entity] = m.Text
			}
		}
	}
	r.done.Entities = len(recent)
	bodies := map[string]string{} // by page
	for _, key := range slices.Sorted(maps.Keys(recent)) {
		name := r.pageOf(key, recent[key])
		bodies[name] = factsIn(about[key], name)
	}
	for name, s := range r.w.index.files {
		subject := role(name).Subject
		if _, due := bodies[name]; due || s.Facts == 0 || subject == "" {
			continue
		}
		if body := factsIn(about[EntityKey(subject)], name); xxhash.Sum64String(body) != s.Facts {
			bodies[name] = body
		}
	}
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		if err := r.set(name, regionFacts, bodies[name]); err != nil {
			return err
		}
	}
	return nil
}

// pageOf is the page of an entity: the one that is there, in whatever case its
// name is written, else a new one.
func (r *reflecting) pageOf(key schema.EntityKey, slug string) string {
	own := entityPage(slug)
	var found []string
	for name := range r.w.index.files {
		if subject := role(name).Subject; subject != "" && EntityKey(subject) == key {
			found = append(found, name)
		}
	}
	if len(found) == 0 || slices.Contains(found, own) {
		return own
	}
	return slices.Min(found)
}

// factsIn lists the newest of what is told of an entity, elsewhere than on its page: what was done
// on several days, as of the last.
func factsIn(told []*schema.Experience, page string) string {
	var lines []string
	said := map[string]bool{}
	for _, e := range slices.Backward(told) {
		if e.Source.Path == page || e.Kind == schema.KindEvent && said[e.Content] {
			continue
		}
		said[e.Content] = true
		if lines = append(lines, factLine(e)); len(lines) == maxFacts {
			break
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return "## Recent\n\n" + strings.Join(lines, "")
}

// factLine writes a record as a line of an entity's page, with a link to where it
// was told.
func factLine(e *schema.Experience) string {
	letter := blockKind(e.Kind).Prefix()
	if e.Kind == schema.KindOpinion {
		letter = fmt.Sprintf("O(c=%.2f)", e.Confidence)
	}
	if e.Source.Inferred {
		letter += " (inferred)"
	}
	return fmt.Sprintf("- %s %s%s[%s](../../%s))\n", e.Time.Format(time.DateOnly), letter, factBody(e),
		markdown.LinkText(query.Cite(e)), markdown.LinkPath(query.Cite(e)))
}

// factBody is the part of such a line that tells what the record says.
func factBody(e *schema.Experience) string { return ": " + markdown.Escape(e.Content) + " (" }
