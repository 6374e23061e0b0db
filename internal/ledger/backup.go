package ledger

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/cockroachdb/pebble/v2"
)

// Backup writes a copy of the ledger as of one moment into dir, which must not
// exist while its parent must. Tables are linked where the file system allows,
// so a backup is quick and at first takes little room; it may be taken at any
// time, and opened like any ledger.
func (l *Ledger) Backup(ctx context.Context, dir string) error {
	if !l.opts.ReadOnly {
		if err := l.FlushUsage(ctx); err != nil {
			return err
		}
	}
	if err := l.enter(ctx); err != nil {
		return err
	}
	defer l.leave()
	err := l.await(func() error {
		if err := l.db.Checkpoint(dir, pebble.WithFlushedWAL()); err != nil {
			return err
		}
		return l.attestCopy(dir)
	})
	if err != nil {
		return fmt.Errorf("ledger: back up to %s: %w", dir, err)
	}
	return nil
}

// Digest is the SHA-256, in hexadecimal, over every version of every object
// with its history, in the order of their keys. Two ledgers have the same digest
// exactly if they hold the same objects with the same past.
func (l *Ledger) Digest(ctx context.Context) (string, error) {
	sum := sha256.New()
	err := l.View(ctx, func(r *Reader) error {
		for _, space := range []byte{spaceHistory, spaceObject} {
			for kv, err := range r.keys([]byte{space}, []byte{space + 1}) {
				if err != nil {
					return err
				}
				sum.Write(appendSized(nil, string(kv.key)))
				sum.Write(appendSized(nil, string(kv.value)))
			}
		}
		return nil
	})
	if err != nil {
		return "", err // what was read until then is no hash of anything
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
