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
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store: backup: %s: %w", file, errors.Join(err, fs.ErrExist))
	}
	room, err := os.MkdirTemp(filepath.Dir(filepath.Clean(file)), ".backing-up-")
	if err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	copied, packed := filepath.Join(room, "ledger"), filepath.Join(room, "packed")
	err = s.ledger.Backup(ctx, copied)
	if err == nil {
		err = pack(ctx, copied, packed)
	}
	if err == nil {
		err = os.Link(packed, file) // unlike a rename, never onto another file
	}
	if err = errors.Join(err, os.RemoveAll(room)); err != nil {
		return fmt.Errorf("store: backup: %w", closedError(err))
	}
	return nil
}

// pack writes the plain files of dir, which has no others, into an archive, and
// syncs it.
func pack(ctx context.Context, dir, file string) (err error) {
	entries, err := os.ReadDir(dir)
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
	for _, e := range entries {
		if err := packFile(ctx, w, dir, e.Name()); err != nil {
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
	h := &tar.Header{Typeflag: tar.TypeReg, Name: "ledger/" + name, Size: info.Size(), Mode: 0o600, ModTime: info.ModTime()}
	if err := w.WriteHeader(h); err != nil {
		return err
	}
	_, err = io.Copy(w, heeding{ctx, f})
	return err
}

// unpack makes the directory to from an archive. Names that lead elsewhere and
// anything but plain files are refused, and so is an archive that was cut off.
func unpack(ctx context.Context, file, to string) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	zipped, err := gzip.NewReader(heeding{ctx, in})
	if err != nil {
		return notArchive(ctx, err)
	}
	for r := tar.NewReader(zipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return notArchive(ctx, err)
		}
		if err := unpackFile(r, h, to); err != nil {
			return notArchive(ctx, err)
		}
	}
	_, err = io.Copy(io.Discard, zipped) // the checksum stands at the end
	return notArchive(ctx, err)
}

func unpackFile(r *tar.Reader, h *tar.Header, to string) (err error) {
	dir, name := path.Split(h.Name)
	if h.Typeflag != tar.TypeReg || dir != "ledger/" || !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) {
		return fmt.Errorf("%w: holds %q", ErrNotBackup, h.Name)
	}
	out, err := os.OpenFile(filepath.Join(to, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	if _, err := io.Copy(out, r); err != nil {
		return err
	}
	return out.Sync()
}

// notArchive tells what is wrong with an archive from the end of ctx and from
// failures of the disk.
func notArchive(ctx context.Context, err error) error {
	var disk *fs.PathError
	if err == nil || ctx.Err() != nil || errors.As(err, &disk) || errors.Is(err, ErrNotBackup) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNotBackup, err)
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
