package folder

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"
)

// Private is the directory, inside the folder, of what is derived from the rest.
const Private = ".memory"

// DefaultMaxSize is the size, in bytes, up to which a file is read.
const DefaultMaxSize = 8 << 20

// Errors of this package. Match them with errors.Is.
var (
	// ErrRefused says that a path is not one of a file that may be touched.
	// The error is a [*RefusedError].
	ErrRefused = errors.New("folder: refused")
	// ErrBusy says that others kept changing a file, or held the folder, for
	// longer than is waited for.
	ErrBusy = errors.New("folder: busy")
)

// RefusedError tells which path was refused, and why.
type RefusedError struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func (e *RefusedError) Error() string { return fmt.Sprintf("folder: refused %q: %s", e.Path, e.Reason) }

// Is makes the error match [ErrRefused].
func (e *RefusedError) Is(target error) bool { return target == ErrRefused }

// Options of a folder. The zero value is usable.
type Options struct {
	// MaxSize of a file, in bytes. Default [DefaultMaxSize].
	MaxSize int64
	// Step is called before the pages are listed, before one is read and before each
	// step of a write, with its name, perhaps by several goroutines. An error ends the work there, as if
	// the process had died. It is for tests.
	Step func(name string) error
	// Pause between two looks at a folder that another writer holds. Default 2 ms.
	Pause time.Duration
}

// Folder is an open workspace directory. It is safe for concurrent use.
type Folder struct {
	root *os.Root
	opts Options
}

// Open opens a directory, which must exist.
func Open(dir string, o Options) (*Folder, error) {
	if o.MaxSize == 0 {
		o.MaxSize = DefaultMaxSize
	}
	if o.Pause == 0 {
		o.Pause = 2 * time.Millisecond
	}
	if o.Step == nil {
		o.Step = func(string) error { return nil }
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("folder: %w", err)
	}
	return &Folder{root: root, opts: o}, nil
}

// Dir returns the path that the folder was opened by.
func (f *Folder) Dir() string { return f.root.Name() }

// Close lets go of the directory.
func (f *Folder) Close() error { return f.root.Close() }

// File is a file of the folder and what tells whether it changed.
type File struct {
	Path     string    `json:"path"`
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Stamp    Stamp     `json:"stamp,omitzero"`
}

// Stamp is what of a file the system alone sets: a copy or a checkout that gives one file the
// time of another leaves it a stamp of its own. So do changes of its rights, and other names
// for it. It is zero where the system does not tell.
type Stamp struct {
	Changed int64  `json:"c,omitempty"` // nanoseconds: when it, or what is known of it, changed last
	Inode   uint64 `json:"i,omitempty"`
}

func fileOf(name string, info fs.FileInfo) File {
	return File{name, info.Size(), info.ModTime(), stampOf(info)}
}

// CheckPath reports, as a [*RefusedError], why a path is not one of a page: it
// must be relative, clean and slash-separated, have no hidden part, and end in
// .md or .markdown.
func CheckPath(name string) error {
	refuse := func(reason string) error { return &RefusedError{name, reason} }
	switch {
	case !utf8.ValidString(name):
		return refuse("its name is not UTF-8")
	case strings.Contains(name, "\\"):
		return refuse("a backslash in its name")
	case !fs.ValidPath(name) || name == "." || strings.Contains(name, "\x00"):
		return refuse("not a clean relative path")
	case len(name) > maxPath:
		return refuse("path too long")
	case !isMarkdown(name):
		return refuse("not a Markdown file")
	}
	for part := range strings.SplitSeq(name, "/") {
		if isHidden(part) {
			return refuse("hidden")
		}
	}
	return nil
}

const maxPath = 1024

// Read returns the bytes of a page.
func (f *Folder) Read(name string) ([]byte, File, error) {
	if err := CheckPath(name); err != nil {
		return nil, File{}, err
	}
	if err := f.opts.Step("look"); err != nil {
		return nil, File{}, err
	}
	return f.read(name)
}

func (f *Folder) read(name string) ([]byte, File, error) {
	if _, link, err := f.reach(strings.Split(name, "/")); err == nil && link != "" {
		return nil, File{}, &RefusedError{name, "in " + link + ", " + linkedDir}
	}
	return f.readUpTo(f.opts.MaxSize, name)
}

// readUpTo opens a file of at most so many bytes without following a link or waiting for
// a pipe, and looks at what it has opened: what the name stood for before does not
// matter.
func (f *Folder) readUpTo(limit int64, name string) ([]byte, File, error) {
	if info, err := f.root.Lstat(name); err != nil {
		return nil, File{}, f.outside(name, err)
	} else if !info.Mode().IsRegular() {
		return nil, File{}, irregular(name, info)
	}
	file, err := f.root.OpenFile(name, os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, File{}, f.outside(name, err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, File{}, err
	case !info.Mode().IsRegular():
		return nil, File{}, &RefusedError{name, "not a regular file"}
	case info.Size() > limit:
		return nil, File{}, tooLarge(name, info.Size(), limit)
	}
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = tooLarge(name, int64(len(data)), limit)
	}
	return data, fileOf(name, info), err
}

func tooLarge(name string, size, limit int64) *RefusedError {
	return &RefusedError{name, fmt.Sprintf("%d bytes, more than %d", size, limit)}
}

// irregular refuses what is no regular file, by the name of what it is.
func irregular(name string, info fs.FileInfo) *RefusedError {
	what := "something else"
	switch t := info.Mode().Type(); {
	case t == fs.ModeSymlink:
		what = "a link, which is not followed"
	case t == fs.ModeDir:
		what = "a directory"
	case t == fs.ModeNamedPipe:
		what = "a pipe"
	case t == fs.ModeSocket:
		what = "a socket"
	case t&fs.ModeDevice != 0:
		what = "a device"
	}
	return &RefusedError{name, "not a regular file: " + what}
}

// outside tells a path that leads out of the folder, or to what is not ours to read, from
// one that is not there or cannot be read just now. os.Root has no error to match for
// the first.
func (f *Folder) outside(name string, err error) error {
	var at *fs.PathError
	if !errors.As(err, &at) || errors.Is(err, fs.ErrClosed) {
		return err
	}
	if errno := syscall.Errno(0); errors.As(err, &errno) && !slices.Contains(notOurs, errno) {
		return err
	}
	return &RefusedError{name, at.Err.Error()}
}

// notOurs are how the system says that a path is not one of a file, or of somebody else's.
var notOurs = []syscall.Errno{
	syscall.ELOOP, syscall.ENOTDIR, syscall.EISDIR, syscall.ENAMETOOLONG, syscall.EINVAL, syscall.ENXIO, syscall.EACCES, syscall.EPERM, syscall.EROFS,
}

// Stat returns a page as it stands.
func (f *Folder) Stat(name string) (File, error) {
	if err := CheckPath(name); err != nil {
		return File{}, err
	}
	info, err := f.root.Lstat(name)
	if err != nil {
		return File{}, f.outside(name, err)
	}
	if !info.Mode().IsRegular() {
		return File{}, irregular(name, info)
	}
	return fileOf(name, info), nil
}

// MakeDirs makes directories of the folder, with those above them. The private
// one is its owner's alone.
func (f *Folder) MakeDirs(names ...string) error {
	for _, name := range names {
		if err := f.root.MkdirAll(name, modeOf(name)); err != nil {
			return fmt.Errorf("folder: %w", err)
		}
	}
	return nil
}

func modeOf(dir string) fs.FileMode {
	if dir == Private {
		return 0o700
	}
	return 0o755
}

// Ignore keeps what is derived out of git.
func (f *Folder) Ignore() error {
	name := Private + "/.gitignore"
	if _, err := f.root.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return f.writeSynced(name, []byte("*\n"), 0o600)
}

// ReadPrivate returns a file of the private directory, and WritePrivate replaces
// one, as a whole but without syncing: it must be no more than a cache.
func (f *Folder) ReadPrivate(name string) ([]byte, error) {
	return f.root.ReadFile(Private + "/" + name)
}

// WritePrivate replaces a file of the private directory: see ReadPrivate.
func (f *Folder) WritePrivate(name string, write func(io.Writer) error) error {
	if err := f.root.MkdirAll(Private, modeOf(Private)); err != nil {
		return err
	}
	if err := f.opts.Step("replace private"); err != nil {
		return err
	}
	temp := Private + "/" + name + ".new"
	if err := f.writePrivate(temp, os.O_TRUNC, write); err != nil {
		return err
	}
	if err := f.opts.Step("rename private"); err != nil {
		return err
	}
	return f.root.Rename(temp, Private+"/"+name)
}

// StatPrivate returns what is known of a file or directory of the private directory.
func (f *Folder) StatPrivate(name string) (fs.FileInfo, error) {
	return f.root.Lstat(Private + "/" + name)
}

// AppendPrivate adds to a file of the private directory.
func (f *Folder) AppendPrivate(name string, write func(io.Writer) error) error {
	if err := f.opts.Step("append private"); err != nil {
		return err
	}
	return f.writePrivate(Private+"/"+name, os.O_APPEND|openFlags, write)
}

// writePrivate writes to a file as it is opened with these flags. Little is written all at once.
func (f *Folder) writePrivate(path string, flags int, write func(io.Writer) error) error {
	file, err := f.root.OpenFile(path, os.O_WRONLY|os.O_CREATE|flags, 0o600)
	if err != nil {
		return err
	}
	to := bufio.NewWriterSize(file, 1<<16)
	if err = write(to); err == nil {
		err = to.Flush()
	}
	return errors.Join(err, file.Close())
}
