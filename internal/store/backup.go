package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/lukasadb/lukasa/internal/atomicfile"
	"github.com/lukasadb/lukasa/schema"
)

// Backup writes a copy of the store as of the call to a path, which must not
// exist: one file if it ends in ".tar.gz", else a directory. It holds the ledger
// and when it parted from the store, no more: the views are made from the ledger
// when the copy is first used. The store remembers where it wrote: see
// [Store.Backups].
func (s *Store) Backup(ctx context.Context, to string) error {
	if err := s.open(); err != nil {
		return err
	}
	if err := s.Outside("backup", "to", to); err != nil {
		return err
	}
	write := s.backupDir
	if strings.HasSuffix(to, archiveSuffix) {
		write = s.backupArchive
	}
	if err := write(ctx, to); err != nil {
		return err
	}
	path, err := filepath.Abs(to)
	if err == nil {
		err = atomicfile.SyncDir(filepath.Dir(path))
	}
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	line, err := json.Marshal(BackupNote{Path: path, Taken: s.Now()})
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	return s.note(journalBackups, line)
}

// Outside refuses a place within the store, where a copy would go with it and a
// purge would leave what it holds: the error is a [schema.InvalidError] of what is
// written, with the field that names the place. A place that cannot be looked at is left
// to who writes there.
func (s *Store) Outside(what schema.ObjectType, field, to string) error {
	path, err := filepath.Abs(to)
	if err != nil {
		return fmt.Errorf("store: %s: %w", what, err)
	}
	dir, err := filepath.EvalSymlinks(s.dir)
	if err != nil {
		return fmt.Errorf("store: %s: %w", what, err)
	}
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return nil //nolint:nilerr // writing there gives the better error
	}
	if rel, err := filepath.Rel(dir, parent); err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
		return nil //nolint:nilerr // no relation at all is outside as well
	}
	return &schema.InvalidError{Type: what, Fields: []schema.FieldError{{
		Field: field, Value: to, Problem: "want a place outside the memory's own directory",
	}}}
}

func (s *Store) backupDir(ctx context.Context, dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return unmade("backup", dir, err)
	}
	if err := s.copyTo(ctx, dir); err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	return nil
}

// copyTo writes what a backup holds into a directory.
func (s *Store) copyTo(ctx context.Context, dir string) error {
	past, err := partings(s.dir)
	if err != nil {
		return err
	}
	seq := s.Seq() // the copy has it, and perhaps more
	if err := s.ledger.Backup(ctx, filepath.Join(dir, "ledger")); err != nil {
		return err
	}
	if err := part(dir, past, seq); err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	return nil
}

// ErrNotBackup says that a path does not hold a backup.
var ErrNotBackup = errors.New("store: not a backup")

// Restore makes a store in dir, which must not exist, from a backup, be it a
// directory or one file. It appears there when it is complete. A store that is closed
// is as good as a backup; of one that is open, a copy would not be of one moment, and
// it is [ErrLocked].
func Restore(ctx context.Context, backup, dir string) error {
	take := copyBackup
	if info, err := os.Stat(backup); err == nil && info.Mode().IsRegular() {
		take = unpack
	} else if info, err := os.Stat(filepath.Join(backup, "ledger")); err != nil || !info.IsDir() {
		return fmt.Errorf("%w: %s", ErrNotBackup, backup)
	}
	if err := absent(dir); err != nil {
		return unmade("restore", dir, err)
	}
	made, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".restoring-")
	if err != nil {
		return fmt.Errorf("store: restore: %w", err)
	}
	if err := settleTree(ctx, take, backup, made, dir); err != nil {
		return fmt.Errorf("store: restore: %w", errors.Join(err, os.RemoveAll(made)))
	}
	return nil
}

// absent returns why nothing new can have a path: [fs.ErrExist] where something has
// it.
func absent(path string) error {
	_, err := os.Lstat(path)
	switch {
	case err == nil:
		return fs.ErrExist
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return err
}

// unmade says why nothing was made at a path, and what to do where something is there.
func unmade(what, path string, err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("store: %s: %s: %w: name a place where nothing is, or move that away first", what, path, fs.ErrExist)
	}
	return fmt.Errorf("store: %s: %w", what, err)
}

// settleTree takes what a backup holds into made and gives made its name, so that
// it is there after a crash once it has returned.
func settleTree(ctx context.Context, take func(ctx context.Context, from, to string) error, from, made, dir string) error {
	if err := take(ctx, from, made); err != nil {
		return err
	}
	if err := partAgain(made); err != nil {
		return err
	}
	if err := errors.Join(atomicfile.SyncDir(filepath.Join(made, "ledger")), atomicfile.SyncDir(made)); err != nil {
		return err
	}
	if err := os.Rename(made, dir); err != nil {
		return err
	}
	return atomicfile.SyncDir(filepath.Dir(filepath.Clean(dir)))
}

// makeDurably makes a directory that may be there, with those above it, so that a
// loss of power does not take it, and all that was acknowledged in it, away. The
// name of one that is there is synced again: who made it may have died before.
func makeDurably(dir string) error {
	err := os.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrNotExist) {
		if err := makeDurably(filepath.Dir(dir)); err != nil {
			return err
		}
		err = os.Mkdir(dir, 0o700)
	}
	if errors.Is(err, fs.ErrExist) {
		info, err := os.Stat(dir)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return &fs.PathError{Op: "mkdir", Path: dir, Err: unix.ENOTDIR}
		}
	} else if err != nil {
		return err
	}
	err = atomicfile.SyncDir(filepath.Dir(dir))
	if errors.Is(err, fs.ErrPermission) {
		return nil // a directory that we may not list is not for us to sync
	}
	return err
}

// copyBackup copies what a backup holds, whatever else there is beside it.
func copyBackup(ctx context.Context, from, to string) error {
	closed, err := quiet(from)
	if err != nil {
		return err
	}
	defer closed.Close()
	if err := copyTree(ctx, filepath.Join(from, "ledger"), filepath.Join(to, "ledger")); err != nil {
		return err
	}
	err = copyTree(ctx, filepath.Join(from, journalForks), filepath.Join(to, journalForks))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// copyTree copies a plain file, or a directory of such, syncing each. Anything else is
// refused: a link would lead elsewhere, a pipe or a device may never end.
func copyTree(ctx context.Context, from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		if d.IsDir() {
			return os.Mkdir(target, 0o700)
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%w: %s is not a plain file", ErrNotBackup, path)
		}
		return copyFile(path, target)
	})
}

// copyFile copies a file and syncs the copy.
func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return writeNew(to, in)
}

// writeNew makes a file of all that r gives, and syncs it.
func writeNew(path string, r io.Reader) (err error) {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := io.Copy(out, r); err != nil {
		return err
	}
	return out.Sync()
}

// Digest is a hash over everything the ledger holds, history included.
func (s *Store) Digest(ctx context.Context) (string, error) { return s.ledger.Digest(ctx) }
