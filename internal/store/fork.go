package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/lukasadb/lukasa/internal/atomicfile"
	"github.com/lukasadb/lukasa/schema"
)

// journalForks tells of which forks a store comes, oldest first. Nothing else
// remembers what was there when two stores parted, once it is purged in one.
const journalForks = "forks.jsonl"

// parting is one fork that a store comes of.
type parting struct {
	ID  schema.ID `json:"id"`
	Seq uint64    `json:"seq"` // all that was written up to here is in both
}

// Fork writes a copy of the store as of the call into a directory, which must not
// exist, as [Store.Backup] does, to go its own way: it knows when it parted.
func (s *Store) Fork(ctx context.Context, dir string) error {
	line, err := json.Marshal(parting{s.NewID(), s.Seq()})
	if err != nil {
		return fmt.Errorf("store: fork: %w", err)
	}
	var lines bytes.Buffer
	for old, err := range s.journal(journalForks) {
		if err != nil {
			return err
		}
		lines.Write(append(bytes.Clone(old), '\n'))
	}
	lines.Write(append(line, '\n'))
	if err := s.Backup(ctx, dir); err != nil {
		return err
	}
	err = atomicfile.Write(filepath.Join(dir, journalForks), func(f *os.File) error {
		_, err := lines.WriteTo(f)
		return err
	})
	if err != nil {
		return fmt.Errorf("store: fork: %w", errors.Join(err, os.RemoveAll(dir)))
	}
	return nil
}

// partings lists the forks that a store comes of, oldest first.
func (s *Store) partings() (list []parting, err error) {
	for line, err := range s.journal(journalForks) {
		if err != nil {
			return nil, err
		}
		var p parting
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, fmt.Errorf("store: %s: %w", journalForks, err)
		}
		list = append(list, p)
	}
	return list, nil
}

// partedAt is the change up to which two stores were one by what they know of
// forks: false where neither knows of any that the other does not come of.
func partedAt(a, b *Store) (seq uint64, ok bool, err error) {
	ours, err := a.partings()
	if err != nil {
		return 0, false, err
	}
	theirs, err := b.partings()
	if err != nil {
		return 0, false, err
	}
	for len(ours) > 0 && len(theirs) > 0 && ours[0].ID == theirs[0].ID {
		ours, theirs = ours[1:], theirs[1:]
	}
	for _, rest := range [][]parting{ours, theirs} {
		if len(rest) > 0 && (!ok || rest[0].Seq < seq) {
			seq, ok = rest[0].Seq, true
		}
	}
	return seq, ok, nil
}
