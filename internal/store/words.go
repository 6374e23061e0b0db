package store

import (
	"context"
	"encoding/json"
	"errors"
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
	v.index, err = lexical.Open(v.path, v.opts)
	return v, err
}

func (v *wordView) label() string       { return "words" }
func (v *wordView) watermark() uint64   { return v.index.Watermark() }
func (v *wordView) bytes() int64        { return v.index.Bytes() }
func (v *wordView) save(w uint64) error { return v.index.Save(w) }
func (v *wordView) close() error        { return v.index.Close() }

// clear starts anew without the file. It is called before anyone has seen the
// index.
func (v *wordView) clear() error {
	if v.index.Len() == 0 {
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
// mends the links of those whose neighbours they were or have become.
func (v *wordView) project(ctx context.Context, r *ledger.Reader, changes []change) error {
	relink := map[recordID]bool{} // neighbours to mend
	changed := make(map[recordID]bool, len(changes))
	for _, c := range changes {
		changed[c.ID] = true
	}
	mend := func(ids ...recordID) {
		for _, id := range ids {
			if id != (recordID{}) && !changed[id] {
				relink[id] = true
			}
		}
	}
	records := make([]*schema.Experience, len(changes))
	for i, c := range changes {
		records[i] = c.Record
	}
	at, err := places(r, records)
	if err != nil {
		return err
	}
	docs := make([]lexical.Doc, 0, len(changes))
	var gone []lexical.ID
	for _, c := range changes {
		if prev, next, err := v.index.Links(c.ID); err == nil {
			mend(prev, next)
		}
		if c.Record == nil {
			gone = append(gone, c.ID)
			continue
		}
		p := at[c.ID]
		mend(p.prev, p.next)
		docs = append(docs, document(c.Record, p))
	}
	if err := v.index.Delete(gone...); err != nil {
		return err
	}
	if err := v.index.Put(docs...); err != nil {
		return err
	}
	return v.relink(ctx, r, relink)
}

// relink gives records that did not change themselves their new neighbours.
func (v *wordView) relink(ctx context.Context, r *ledger.Reader, which map[recordID]bool) error {
	for id := range which { // each is set from the ledger, so the order does not matter
		if err := ctx.Err(); err != nil {
			return err
		}
		if !v.index.Has(id) {
			continue // not projected yet: it will get its links with its words
		}
		e, err := r.Experience(id)
		if isNotFound(err) {
			continue // gone: its own change follows in a later batch
		}
		if err != nil {
			return err
		}
		prev, next, err := neighbours(r, e)
		if err != nil {
			return err
		}
		if err := v.index.SetLinks(id, prev, next); err != nil {
			return err
		}
	}
	return nil
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
