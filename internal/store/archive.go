package store

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// archiveSuffix is what the name of a backup ends in that is one file: a gzipped
// tar of what a directory would hold.
const archiveSuffix = ".tar.gz"

// backupArchive writes a backup into one file, which must not exist and appears
// when it is complete. It needs room for the copy and the file beside it.
func (s *Store) backupArchive(ctx context.Context, file string) error {
	if err := absent(file); err != nil {
		return unmade("backup", file, err)
	}
	room, err := os.MkdirTemp(filepath.Dir(filepath.Clean(file)), ".backing-up-")
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	packed := filepath.Join(room, "packed")
	err = s.copyTo(ctx, room)
	if err == nil {
		err = pack(ctx, room, packed)
	}
	if err == nil {
		err = publish(packed, file, os.Link)
	}
	if err = errors.Join(err, os.RemoveAll(room)); err != nil {
		return unmade("backup", file, err)
	}
	return nil
}

// publish gives a complete file the name that it is to have, unless another file has it: by a
// second name, as that is never given onto another file, or where the file system knows none, as
// on many a memory stick, by taking the name first with an empty file and moving onto that.
func publish(packed, file string, link func(from, to string) error) error {
	err := link(packed, file)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	mine, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(mine.Close(), os.Rename(packed, file)); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return nil
}

// pack writes a backup that lies in dir into an archive, and syncs it.
func pack(ctx context.Context, dir, file string) (err error) {
	entries, err := os.ReadDir(filepath.Join(dir, "ledger"))
	if err != nil {
		return err
	}
	out, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	zipped := gzip.NewWriter(out)
	w := tar.NewWriter(zipped)
	names := []string{journalForks}
	for _, e := range entries {
		names = append(names, "ledger/"+e.Name())
	}
	for _, name := range names {
		if err := packFile(ctx, w, dir, name); err != nil {
			return err
		}
	}
	return errors.Join(w.Close(), zipped.Close(), out.Sync())
}

func packFile(ctx context.Context, w *tar.Writer, dir, name string) error {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: info.Size(), Mode: 0o600, ModTime: info.ModTime()}
	if err := w.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.Copy(w, heeding{ctx, f})
	return err
}

// unpack writes what an archive holds into a directory. Names that lead elsewhere
// and anything but plain files are refused, and so is an archive that was cut off.
func unpack(ctx context.Context, file, to string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.Mkdir(filepath.Join(to, "ledger"), 0o700); err != nil {
		return err
	}
	zipped, err := gzip.NewReader(heeding{ctx, in})
	if err != nil {
		return notArchive(ctx, file, err)
	}
	for r := tar.NewReader(zipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return notArchive(ctx, file, err)
		}
		if err := unpackFile(r, h, to); err != nil {
			return notArchive(ctx, file, err)
		}
	}
	_, err = io.Copy(io.Discard, zipped) // the checksum stands at the end
	return notArchive(ctx, file, err)
}

func unpackFile(r *tar.Reader, h *tar.Header, to string) error {
	if h.Typeflag != tar.TypeReg || !ofBackup(h.Name) {
		return fmt.Errorf("%w: holds %q", ErrNotBackup, h.Name)
	}
	err := writeNew(filepath.Join(to, h.Name), r)
	if errors.Is(err, fs.ErrExist) { // the directory was empty
		return fmt.Errorf("%w: holds %q twice", ErrNotBackup, h.Name)
	}
	return err
}

// ofBackup tells whether a backup may hold a file of such a name.
func ofBackup(name string) bool {
	dir, file := path.Split(name)
	return name == journalForks || dir == "ledger/" && filepath.IsLocal(file) && !strings.ContainsAny(file, `/\`)
}

// notArchive tells what is wrong with an archive from the end of ctx and from
// failures of the disk.
func notArchive(ctx context.Context, file string, err error) error {
	var disk *fs.PathError
	if err == nil || ctx.Err() != nil || errors.As(err, &disk) || errors.Is(err, ErrNotBackup) {
		return err
	}
	return fmt.Errorf("%w: %s: %w", ErrNotBackup, file, err)
}

// heeding is a reader that ends with its context.
type heeding struct {
	ctx context.Context
	r   io.Reader
}

// Read implements [io.Reader].
func (h heeding) Read(b []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.r.Read(b)
}
