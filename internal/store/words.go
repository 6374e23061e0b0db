package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/schema"
)

// wordView projects records onto the word index.
type wordView struct {
	index *lexical.Index
	path  string
	opts  lexical.Options
}

func openWords(dir, owner string) (*wordView, error) {
	v := &wordView{path: filepath.Join(dir, "words"), opts: lexical.Options{Owner: owner}}
	var err error
	if v.index, err = lexical.Open(v.path, v.opts); err != nil {
		return nil, fmt.Errorf("words: %w", err)
	}
	return v, nil
}

func (v *wordView) label() string       { return "words" }
func (v *wordView) watermark() uint64   { return v.index.Watermark() }
func (v *wordView) bytes() int64        { return v.index.Bytes() }
func (v *wordView) save(w uint64) error { return v.index.Save(w) }
func (v *wordView) close() error        { return v.index.Close() }

// clear starts anew without the file. It is called before anyone has seen the
// index.
func (v *wordView) clear() error {
	if v.index.Len() == 0 && v.watermark() == 0 { // a file may tell of no records, but of a future that was lost (I2)
		return nil
	}
	if err := os.Remove(v.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := v.index.Close(); err != nil {
		return err
	}
	fresh, err := lexical.Open(v.path, v.opts)
	v.index = fresh
	return err
}

// project puts the changed records with their places in their sequences, and
// mends the links of those whose neighbours they were or have become. Nothing stops
// it halfway: done again, records that are gone would no longer tell whose
// neighbours they were.
func (v *wordView) project(ctx context.Context, r *ledger.Reader, changes []change) error {
	records := make([]*schema.Experience, len(changes))
	for i, c := range changes {
		records[i] = c.Record
	}
	at, err := places(r, records)
	if err != nil {
		return err
	}
	around := besides{changed: make(map[recordID]bool, len(changes)), near: map[recordID]beside{}}
	for _, c := range changes {
		around.changed[c.ID] = c.Record != nil
	}
	docs := make([]lexical.Doc, 0, len(changes))
	var gone []lexical.ID
	for _, c := range changes {
		p := at[c.ID] // no place where the record is gone
		if prev, next, err := v.index.Links(c.ID); err == nil {
			around.left(place{prev, next}, p)
		}
		if c.Record == nil {
			gone = append(gone, c.ID)
			continue
		}
		around.joined(c.ID, p)
		docs = append(docs, document(c.Record, p))
	}
	links, err := v.relinked(ctx, r, &around)
	if err != nil {
		return err
	}
	if err := v.index.Delete(gone...); err != nil {
		return err
	}
	if err := v.index.Put(docs...); err != nil {
		return err
	}
	for id, p := range links { // each by itself, so the order does not matter
		if err := v.index.SetLinks(id, p.prev, p.next); err != nil {
			return err
		}
	}
	return nil
}

// besides are the records that did not change themselves and stand beside one that
// did.
type besides struct {
	changed map[recordID]bool // those that did, and whether they are there
	near    map[recordID]beside
}

// beside is what changed beside a record: which neighbours it has got, and whether
// it lost one, so that only the ledger knows who stands there now.
type beside struct {
	got  place
	lost bool
}

// joined notes that a record stands at a place.
func (b *besides) joined(id recordID, at place) {
	b.note(at.prev, func(n *beside) { n.got.next = id })
	b.note(at.next, func(n *beside) { n.got.prev = id })
}

// left notes that a record stands no more where it stood.
func (b *besides) left(was, at place) {
	lost := func(n *beside) { n.lost = true }
	if was.prev != at.prev {
		b.note(was.prev, lost)
	}
	if was.next != at.next {
		b.note(was.next, lost)
	}
}

func (b *besides) note(id recordID, change func(*beside)) {
	if _, changed := b.changed[id]; changed || id == (recordID{}) {
		return
	}
	n := b.near[id]
	change(&n)
	b.near[id] = n
}

// relinked finds the neighbours that records have now which did not change
// themselves.
func (v *wordView) relinked(ctx context.Context, r *ledger.Reader, around *besides) (map[recordID]place, error) {
	known := func(id recordID) bool { return around.changed[id] || v.index.Has(id) }
	links := make(map[recordID]place, len(around.near))
	for id, n := range around.near {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		prev, next, err := v.index.Links(id)
		if errors.Is(err, lexical.ErrNotFound) {
			continue // not projected yet: it will get its links with its words
		}
		p := place{cmp.Or(n.got.prev, prev), cmp.Or(n.got.next, next)}
		if err == nil && n.lost {
			p, err = placeAmong(r, id, known)
		}
		if isNotFound(err) {
			continue // gone: its own change follows in a later batch
		}
		if err != nil {
			return nil, err
		}
		links[id] = p
	}
	return links, nil
}

// placeAmong asks the ledger who stands beside a record, of those that are known:
// others join it when they are projected, should they still be there.
func placeAmong(r *ledger.Reader, id recordID, known func(recordID) bool) (p place, err error) {
	e, err := r.Experience(id)
	if err == nil {
		p.prev, p.next, err = neighbours(r, e, known)
	}
	return p, err
}

// document is what the word index sees of a record.
func document(e *schema.Experience, p place) lexical.Doc {
	d := lexical.Doc{
		ID: e.ID, Body: e.Text(), Title: e.Summary, Caption: metadataText(e.Metadata), Tags: e.Tags,
		Time: e.Time, Session: e.Session, Prev: p.prev, Next: p.next,
	}
	if e.Speaker != "" {
		d.Speakers = []string{e.Speaker}
	}
	if e.Message != nil {
		d.Language = e.Message.Language
	}
	return d
}

// metadataText joins the strings in a record's metadata, wherever they are
// nested, in the order of their keys.
func metadataText(m schema.Metadata) string {
	var parts []string
	collectStrings(map[string]any(m), &parts)
	return strings.Join(parts, "\n")
}

func collectStrings(v any, parts *[]string) {
	switch v := v.(type) {
	case string:
		*parts = append(*parts, v)
	case json.Number:
		*parts = append(*parts, v.String())
	case []any:
		for _, x := range v {
			collectStrings(x, parts)
		}
	case map[string]any:
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			collectStrings(v[k], parts)
		}
	}
}
