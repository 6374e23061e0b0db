package store

import (
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/lukasadb/lukasa/internal/atomicfile"
	"github.com/lukasadb/lukasa/schema"
)

// journalForks tells of which copies a store comes, oldest first. Nothing else
// remembers what was there when two stores parted, once it is purged in one.
const journalForks = "forks.jsonl"

// parting is one copy that a store comes of: a backup, or what was restored of it.
type parting struct {
	ID  schema.ID `json:"id"`
	Seq uint64    `json:"seq"` // all that was written up to here is in both
}

// partings lists the copies that the store below dir comes of, oldest first.
func partings(dir string) ([]parting, error) {
	return entries[parting](filepath.Join(dir, journalForks))
}

// part notes, in a copy below dir of a store with such a past, that the two part
// here: at seq.
func part(dir string, past []parting, seq uint64) error {
	return atomicfile.Write(filepath.Join(dir, journalForks), func(f *os.File) error {
		lines := json.NewEncoder(f)
		for _, p := range append(past[:len(past):len(past)], parting{newID(), seq}) {
			if err := lines.Encode(p); err != nil {
				return err
			}
		}
		return nil
	})
}

// partAgain notes that what is restored below dir parts from what else is
// restored of the same backup.
func partAgain(dir string) error {
	past, err := partings(dir)
	if err != nil || len(past) == 0 {
		return err
	}
	return part(dir, past, past[len(past)-1].Seq)
}

// partedAt is the change up to which two stores were one by what they know of
// copies: false where neither knows of any that the other does not come of.
func partedAt(a, b *Store) (seq uint64, ok bool, err error) {
	ours, err := partings(a.dir)
	if err != nil {
		return 0, false, err
	}
	theirs, err := partings(b.dir)
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
