package generation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/lukasadb/lukasa/internal/atomicfile"
)

const (
	current  = "CURRENT"
	dataFile = "data"
	workGlob = "work-*"
)

// ErrDamaged is returned when a generation is not what its manifest says, or
// when the manifest itself cannot be read.
var ErrDamaged = errors.New("generation: damaged")

// Folder is an open folder of generations. It is not safe for concurrent use,
// except that a Work may be used while another is made.
type Folder struct {
	dir  string
	last uint64 // the highest number in use
}

// Open opens or creates a folder and removes what crashes have left in it.
func Open(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	f := &Folder{dir: dir}
	m, err := f.Current()
	keep := ""
	if err == nil {
		keep = m.folder()
		f.last = m.Number
	}
	return f, f.sweep(keep)
}

// sweep removes every generation and work folder but one.
func (f *Folder) sweep(keep string) error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		ours := strings.HasPrefix(name, "gen-") || strings.HasPrefix(name, "work-") || name == current+atomicfile.Suffix
		if !ours || name == keep {
			continue
		}
		if err := os.RemoveAll(filepath.Join(f.dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// Current reads the manifest of the current generation. The error is
// fs.ErrNotExist when there is none and ErrDamaged when it cannot be trusted.
func (f *Folder) Current() (Manifest, error) {
	data, err := os.ReadFile(filepath.Join(f.dir, current))
	if errors.Is(err, fs.ErrNotExist) {
		return Manifest{}, err
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	m, err := decode(data)
	if err != nil {
		return Manifest{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return m, nil
}

// Discard removes the current generation.
func (f *Folder) Discard() error {
	if err := os.RemoveAll(filepath.Join(f.dir, current)); err != nil {
		return err
	}
	return errors.Join(atomicfile.SyncDir(f.dir), f.sweep(""))
}

// Work is a private copy of a database, for a session to write to.
type Work struct {
	dir string
}

// Path is the database file. Files whose names begin with it belong to the copy.
func (w Work) Path() string { return filepath.Join(w.dir, dataFile) }

// Dir is the copy's folder, which may hold other temporary files too.
func (w Work) Dir() string { return w.dir }

// Remove deletes the copy.
func (w Work) Remove() error { return os.RemoveAll(w.dir) }

// Empty cuts the copy's files to nothing, whoever has them open.
func (w Work) Empty() error {
	names, err := w.files()
	for _, name := range names {
		err = errors.Join(err, os.Truncate(filepath.Join(w.dir, name), 0))
	}
	return err
}

// Restrict makes the copy's files their owner's alone: the engine makes new ones as
// the process's umask has it.
func (w Work) Restrict() error {
	names, err := w.files()
	for _, name := range names {
		err = errors.Join(err, os.Chmod(filepath.Join(w.dir, name), 0o600))
	}
	return err
}

// files names the database file and those that belong to it.
func (w Work) files() ([]string, error) {
	entries, err := os.ReadDir(w.dir)
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), dataFile) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// Fresh makes a work folder without a database.
func (f *Folder) Fresh() (Work, error) {
	dir, err := os.MkdirTemp(f.dir, workGlob)
	return Work{dir: dir}, err
}

// Checkout makes a copy of the current generation and verifies every byte of
// it. It returns ErrDamaged if they are not the bytes that were published. Between
// megabytes it calls between, so that others can go first.
func (f *Folder) Checkout(ctx context.Context, m Manifest, between func(context.Context)) (Work, error) {
	w, err := f.Fresh()
	if err != nil {
		return w, err
	}
	size, sum, err := copyFile(ctx, filepath.Join(f.dir, m.folder(), dataFile), w.Path(), between)
	switch {
	case err == nil && size != m.Size:
		err = fmt.Errorf("%w: generation %d has %d bytes, want %d", ErrDamaged, m.Number, size, m.Size)
	case err == nil && sum != m.Sum:
		err = fmt.Errorf("%w: generation %d does not match its checksum", ErrDamaged, m.Number)
	}
	if err != nil {
		return w, errors.Join(err, w.Remove())
	}
	return w, nil
}

// Link makes a work folder that holds a generation itself, not a copy of it: for
// reading only.
func (f *Folder) Link(m Manifest) (Work, error) {
	w, err := f.Fresh()
	if err != nil {
		return w, err
	}
	if err := os.Link(filepath.Join(f.dir, m.folder(), dataFile), w.Path()); err != nil {
		return w, errors.Join(err, w.Remove())
	}
	return w, nil
}

// alone lets nobody go first.
func alone(context.Context) {}

// Clone copies a work folder's database, with the files beside it, into a new
// one. The original must not be written meanwhile.
func (f *Folder) Clone(ctx context.Context, from Work) (Work, error) {
	w, err := f.Fresh()
	if err != nil {
		return w, err
	}
	names, err := from.files()
	for _, name := range names {
		if err == nil {
			_, _, err = copyFile(ctx, filepath.Join(from.dir, name), filepath.Join(w.dir, name), alone)
		}
	}
	if err != nil {
		return w, errors.Join(err, w.Remove())
	}
	return w, nil
}

// Publish makes a closed work copy the current generation and removes the one
// before. The copy's folder is gone afterwards. On an error the generation
// before stays current.
func (f *Folder) Publish(w Work, schema int, watermark uint64) (Manifest, error) {
	m := Manifest{Number: f.last + 1, Schema: schema, Watermark: watermark}
	if err := onlyData(w); err != nil {
		return m, err
	}
	var err error
	if m.Size, m.Sum, err = sumAndSync(w.Path()); err != nil {
		return m, err
	}
	gen := filepath.Join(f.dir, m.folder())
	if err := errors.Join(atomicfile.SyncDir(w.dir), os.RemoveAll(gen), os.Rename(w.dir, gen), atomicfile.SyncDir(f.dir)); err != nil {
		return m, err
	}
	f.last = m.Number
	err = atomicfile.Write(filepath.Join(f.dir, current), func(file *os.File) error {
		_, err := file.Write(m.encode())
		return err
	})
	if err != nil {
		return m, err
	}
	return m, f.removeOlder(m.Number)
}

// removeOlder deletes the generations before number.
func (f *Folder) removeOlder(number uint64) error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		var n uint64
		if _, scanErr := fmt.Sscanf(e.Name(), "gen-%d", &n); scanErr == nil && n < number {
			err = errors.Join(err, os.RemoveAll(filepath.Join(f.dir, e.Name())))
		}
	}
	return err
}

// onlyData refuses a copy that still has a log beside it: its database was not
// closed cleanly.
func onlyData(w Work) error {
	names, err := w.files()
	for _, name := range names {
		if err != nil || name == dataFile {
			continue
		}
		var info fs.FileInfo
		if info, err = os.Stat(filepath.Join(w.dir, name)); err == nil && info.Size() > 0 {
			return fmt.Errorf("generation: %s was not closed cleanly", name)
		}
		err = errors.Join(err, os.Remove(filepath.Join(w.dir, name)))
	}
	return err
}

func sumAndSync(path string) (size int64, sum uint64, err error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := errors.Join(file.Chmod(0o600), file.Sync()); err != nil {
		return 0, 0, err
	}
	hash := xxhash.New()
	size, err = io.CopyBuffer(hash, onlyReader{file}, make([]byte, 1<<20))
	return size, hash.Sum64(), err
}
