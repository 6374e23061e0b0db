package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// ErrInvalid says that what is to be retained cannot be a bullet, or that no page can match a
// pattern; its text names the field.
var ErrInvalid = errors.New("workspace: invalid")

// Note is one thing to be retained: a bullet of a daily log.
type Note struct {
	// Kind of the bullet. Default [markdown.Observation].
	Kind markdown.Kind `json:"kind"`
	// Text of the bullet: a sentence or two that can be understood alone. Line
	// breaks become spaces.
	Text string `json:"text"`
	// Entities it is about, without the @. A space becomes a hyphen.
	Entities []string `json:"entities,omitempty"`
	// Confidence of an opinion, 0 to 1, where Rated says that there is one.
	Confidence float64 `json:"confidence,omitempty"`
	Rated      bool    `json:"rated,omitempty"`
	// Day whose log it belongs to. Default: today, by UTC.
	Day time.Time `json:"day,omitzero"`
}

// Noted tells where a note stands.
type Noted struct {
	ID     schema.ID `json:"id"`
	Source string    `json:"source"` // path#Lline
	Bullet string    `json:"bullet"`
	New    bool      `json:"new"` // false: the day's log says so already
	Synced bool      `json:"synced"`
}

// bullet checks a note and makes its block.
func (n Note) bullet() (markdown.Block, error) {
	bad := func(field, problem string) (markdown.Block, error) {
		return markdown.Block{}, fmt.Errorf("%w note: %s: %s", ErrInvalid, field, problem)
	}
	b := markdown.Block{Kind: n.Kind, Text: strings.Join(strings.Fields(n.Text), " "), Confidence: n.Confidence, Rated: n.Rated}
	if b.Kind == "" {
		b.Kind = markdown.Observation
	}
	switch {
	case b.Kind != markdown.World && b.Kind != markdown.Experience && b.Kind != markdown.Opinion && b.Kind != markdown.Observation:
		return bad("kind", fmt.Sprintf("%q, want world, experience, opinion or observation", n.Kind))
	case b.Text == "":
		return bad("text", "empty")
	case n.Rated && b.Kind != markdown.Opinion:
		return bad("confidence", "only an opinion has one")
	case n.Rated && !(n.Confidence >= 0 && n.Confidence <= 1):
		return bad("confidence", fmt.Sprintf("%v, want 0 to 1", n.Confidence))
	case !n.Day.IsZero() && !sensible(n.Day):
		return bad("day", n.Day.Format(time.DateOnly))
	}
	for _, name := range n.Entities {
		slug := strings.Join(strings.Fields(strings.TrimPrefix(name, "@")), "-")
		if !slices.ContainsFunc(b.Subjects, func(have string) bool { return strings.EqualFold(have, slug) }) {
			b.Subjects = append(b.Subjects, slug)
		}
	}
	read := markdown.Parse([]byte("## Retain\n"+markdown.Bullet(b)+"\n"), markdown.Options{})
	isRead := func(read, written string) bool { return read == markdown.Slug(written) }
	if len(read.Blocks) != 1 || !read.Blocks[0].Typed || !slices.EqualFunc(read.Blocks[0].Subjects, b.Subjects, isRead) {
		return bad("entities", fmt.Sprintf("%q, want names of letters, digits, hyphens and underscores", n.Entities))
	}
	if read.Blocks[0].Text != b.Text {
		return bad("text", "holds what no line of Markdown can")
	}
	return read.Blocks[0], nil
}

// Append adds notes to the logs of their days, in the folder alone: it needs no
// store, and works beside a process that has the store open. A log that says the
// same already stays as it is.
func Append(dir string, now time.Time, notes ...Note) ([]Noted, error) {
	f, err := folder.Open(dir, folder.Options{})
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return appendNotes(f, now, notes)
}

func appendNotes(f *folder.Folder, now time.Time, notes []Note) ([]Noted, error) {
	out := make([]Noted, len(notes))
	blocks := make([]markdown.Block, len(notes))
	for i, n := range notes {
		var err error
		if blocks[i], err = n.bullet(); err != nil {
			return nil, err
		}
	}
	for i, n := range notes {
		day := n.Day
		if day.IsZero() {
			day = now.UTC()
		}
		var err error
		if out[i], err = appendNote(f, dayPage(day), &blocks[i]); err != nil {
			return out[:i], err
		}
	}
	return out, nil
}

func appendNote(f *folder.Folder, name string, b *markdown.Block) (Noted, error) {
	done := Noted{ID: idOf(name, b), Bullet: markdown.Bullet(*b)}
	var line int
	_, err := f.Rewrite(name, func(src []byte) ([]byte, error) {
		var found bool
		if line, found = lineOf(src, name, b); found {
			done.New = false
			return src, nil
		}
		text, err := markdown.Append(src, []string{done.Bullet})
		if err == nil {
			done.New = true
			line, _ = lineOf(text, name, b)
		}
		return text, err
	})
	done.Source = fmt.Sprintf("%s#L%d", name, line)
	if errors.Is(err, markdown.ErrSplice) {
		err = fmt.Errorf("workspace: %s: %w", name, err)
	}
	return done, err
}

// lineOf finds where a person told on a page what a bullet says: an opinion, with the
// confidence it has by the last that tells it.
func lineOf(src []byte, name string, bullet *markdown.Block) (line int, found bool) {
	page, id := markdown.Parse(src, role(name)), idOf(name, bullet)
	for i := range page.Blocks {
		b := &page.Blocks[i]
		switch {
		case b.Region != "" || idOf(name, b) != id:
		case bullet.Rated && !b.Rated:
		case bullet.Rated && b.Confidence != bullet.Confidence:
			found = false
		case !found:
			line, found = b.Line, true
		}
	}
	return line, found
}

// Retain adds notes to the logs of their days and brings the store in step.
func (w *Workspace) Retain(ctx context.Context, notes ...Note) ([]Noted, error) {
	if _, err := alone(w, func() (struct{}, error) { return struct{}{}, w.checkOwn(ctx) }); err != nil {
		return nil, err
	}
	out, err := during(w, func() ([]Noted, error) { return appendNotes(w.folder, w.memory.Now(), notes) })
	if err != nil {
		return out, err
	}
	if _, err := w.Sync(ctx); err != nil {
		return out, err
	}
	for i := range out {
		out[i].Synced = true
	}
	return out, nil
}
