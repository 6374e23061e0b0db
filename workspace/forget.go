package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// Struck tells what went from the pages.
type Struck struct {
	Pages []PageChange `json:"pages"` // by path; only those that change
	// Left are the lines (path#Lline) of text that a person wrote and that hold the
	// words still: nothing of a person's is ever written anew, and what such a line
	// tells is told again until the person changes it.
	Left   []string `json:"left"`
	DryRun bool     `json:"dry_run,omitempty"`
}

// Forget takes what records say out of the pages: the bullets that tell it, and
// what Lukasa wrote of it in its regions. Then it calls forget, which forgets the
// records in the store, and brings the store in step. Nobody syncs in between.
// With dry, nothing is changed and forget is not called.
func (w *Workspace) Forget(ctx context.Context, ids []schema.ID, dry bool, forget func() error) (Struck, error) {
	return alone(w, func() (Struck, error) { return w.forget(ctx, ids, dry, forget) })
}

func (w *Workspace) forget(ctx context.Context, ids []schema.ID, dry bool, forget func() error) (Struck, error) {
	if _, err := w.sync(ctx); err != nil {
		return Struck{}, err
	}
	s := &striking{w: w, ctx: ctx, gone: map[schema.ID]bool{}}
	s.done = Struck{Pages: []PageChange{}, Left: []string{}, DryRun: dry}
	for _, id := range ids {
		if err := s.aim(id); err != nil {
			return s.done, err
		}
	}
	if err := s.strikeAll(); err != nil || dry {
		return s.done, err
	}
	if err := forget(); err != nil {
		return s.done, err
	}
	w.index.logged = 0 // to be logged anew: the log quotes lines of pages as they were (I9)
	if _, err := w.sync(ctx); err != nil || !s.weighed {
		return s.done, err
	}
	return s.done, s.reweigh()
}

// reweigh writes the opinions as they stand without what went, and syncs.
func (s *striking) reweigh() error {
	r := &reflecting{w: s.w, ctx: s.ctx}
	for _, step := range []func() error{r.load, r.writeOpinions} {
		if err := step(); err != nil {
			return err
		}
	}
	for _, p := range r.done.Pages {
		if !slices.ContainsFunc(s.done.Pages, func(o PageChange) bool { return o.Path == p.Path }) {
			s.done.Pages = append(s.done.Pages, p)
		}
	}
	_, err := s.w.sync(s.ctx)
	return err
}

// striking is one running Forget.
type striking struct {
	w    *Workspace
	ctx  context.Context
	done Struck

	gone    map[schema.ID]bool
	facts   []string // how regions of facts write what goes
	words   []string // what goes, by its words alone
	weighed bool     // an opinion on the opinions page rests on what goes
}

// aim notes what a record says. One that is there no more is known by its id.
func (s *striking) aim(id schema.ID) error {
	s.gone[id] = true
	e, err := s.w.memory.Reader.Get(s.ctx, []string{s.w.memory.Agent}, id)
	if errors.Is(err, query.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	s.facts = append(s.facts, factBody(&e))
	_, said := subjectsOf(&e)
	if said := plainWords(said); said != "" {
		s.words = append(s.words, said)
	}
	return nil
}

// plainWords is a text without what changes none of its words.
func plainWords(s string) string {
	return strings.TrimRight(strings.Join(strings.Fields(text.Fold(s)), " "), ".!?…")
}

// strikeAll goes through the pages, by path.
func (s *striking) strikeAll() error {
	listing, err := s.w.list()
	if err != nil {
		return err
	}
	refused := folder.Refuses(listing.Refused)
	for _, name := range slices.Sorted(maps.Keys(s.w.index.files)) {
		if refused(name) && s.w.index.files[name].tells(s.gone) {
			return &folder.RefusedError{Path: name, Reason: "may not be read, and would tell it again"}
		}
	}
	for _, file := range listing.Files {
		if err := s.ctx.Err(); err != nil {
			return err
		}
		if err := s.strike(file.Path); err != nil {
			return err
		}
	}
	return nil
}

func (s *striking) strike(name string) error {
	src, _, err := s.w.folder.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	change := func(src []byte) ([]byte, error) { return s.without(name, src) }
	after, err := change(src)
	if errors.Is(err, markdown.ErrSplice) {
		after = src // the lines are told as left
	} else if err != nil {
		return err
	}
	s.weighed = s.weighed || name == OpinionsPage && s.named(src)
	s.leave(name, after)
	diff := markdown.Diff(name, src, after)
	if diff == "" {
		return nil
	}
	s.done.Pages = append(s.done.Pages, PageChange{name, diff})
	if s.done.DryRun {
		return nil
	}
	return s.w.rewrite(name, change)
}

// without is a page without what goes.
func (s *striking) without(name string, src []byte) ([]byte, error) {
	src = markdown.Strike(src, role(name), func(b *markdown.Block) bool {
		return b.Region == "" && b.Typed && s.gone[idOf(name, b)]
	})
	for _, region := range []string{regionFacts, regionOpinions, regionRetain} {
		body, ok := markdown.Body(src, region)
		if !ok {
			continue
		}
		var err error
		if src, err = markdown.Set(src, region, s.regionWithout(name, body)); err != nil {
			return src, err
		}
	}
	return src, nil
}

// regionWithout is the body of a region of a page without the lines of what goes; without any
// line it is empty.
func (s *striking) regionWithout(name, body string) string {
	var b strings.Builder
	left := false
	for line := range strings.Lines(body) {
		if s.tells(name, line) {
			continue
		}
		left = left || strings.HasPrefix(line, "- ")
		b.WriteString(line)
	}
	if !left {
		return ""
	}
	return b.String()
}

// tells tells whether a line of a region of a page says what goes.
func (s *striking) tells(name, line string) bool {
	if slices.ContainsFunc(s.facts, func(body string) bool { return strings.Contains(line, body) }) {
		return true
	}
	read := markdown.Parse([]byte("## Retain\n"+line), markdown.Options{})
	return slices.ContainsFunc(read.Blocks, func(b markdown.Block) bool { return b.Typed && s.gone[idOf(name, &b)] })
}

// named tells whether an opinion of a page rests on what goes.
func (s *striking) named(src []byte) bool {
	for _, b := range markdown.Parse(src, role(OpinionsPage)).Blocks {
		for _, ev := range b.Evidence {
			if id, ok := parseID(ev.ID); ok && s.gone[id] {
				return true
			}
		}
	}
	return false
}

// leave notes the lines of a person that hold the words, and those of a region that a
// conflict keeps from being written.
func (s *striking) leave(name string, src []byte) {
	page := markdown.Parse(src, role(name))
	for i := range page.Blocks {
		b := &page.Blocks[i]
		said := plainWords(b.Text)
		if (b.Region == "" || len(page.Conflicts) > 0) && slices.ContainsFunc(s.words, func(words string) bool { return strings.Contains(said, words) }) {
			s.done.Left = append(s.done.Left, fmt.Sprintf("%s#L%d", name, b.Line))
		}
	}
}
