package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// ErrLocked is matched by the error of opening a store that is open elsewhere,
// in this process or in another.
var ErrLocked = errors.New("store: already open")

// Holder tells who has a store open.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
}

// LockedError names the holder of a locked store. It matches [ErrLocked].
type LockedError struct {
	Dir    string
	Holder Holder
}

func (e *LockedError) Error() string {
	if e.Holder.PID == 0 {
		return fmt.Sprintf("store: already open: %s", e.Dir)
	}
	return fmt.Sprintf("store: already open: %s, by process %d on %s since %s",
		e.Dir, e.Holder.PID, e.Holder.Host, e.Holder.Since.Format(time.RFC3339))
}

// Unwrap makes the error match [ErrLocked].
func (e *LockedError) Unwrap() error { return ErrLocked }

// lock is an advisory lock on the store's directory. The kernel releases it when
// the process dies, however it dies.
type lock struct{ file *os.File }

// acquire takes the lock of dir or returns a [LockedError]. flock locks belong
// to the open file, so a second Open in this process is refused as well.
func acquire(dir string, now time.Time) (*lock, error) {
	path := filepath.Join(dir, "LOCK")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: lock: %w", err)
	}
	if err := flock(f, dir, unix.LOCK_EX); err != nil {
		return nil, err
	}
	if err := writeHolder(f, now); err != nil {
		_ = f.Close() // the write's error is the one to report
		return nil, err
	}
	return &lock{f}, nil
}

// quiet keeps the store in dir closed until the file is, and writes nothing there; a
// [LockedError] says that it is open. A backup has no lock, and nil is returned.
func quiet(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "LOCK"), os.O_RDONLY|unix.O_NONBLOCK, 0) // a pipe must not hold us up
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: lock: %w", err)
	}
	return f, flock(f, dir, unix.LOCK_SH)
}

// flock takes the lock that a file stands for, or closes the file.
func flock(f *os.File, dir string, how int) error {
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if err == nil {
		return nil
	}
	holder := readHolder(f)
	_ = f.Close() // nothing was written through it
	if errors.Is(err, unix.EWOULDBLOCK) {
		return &LockedError{Dir: dir, Holder: holder}
	}
	return fmt.Errorf("store: lock: %w", err)
}

// release lets the next one in. The file stays: removing it would let two
// openers lock two different files of the same name.
func (l *lock) release() error {
	if err := l.file.Truncate(0); err != nil {
		return errors.Join(err, l.file.Close())
	}
	return l.file.Close()
}

func readHolder(f *os.File) Holder {
	var h Holder
	if err := json.NewDecoder(f).Decode(&h); err != nil {
		return Holder{} // the holder is just writing it, or died before it did
	}
	return h
}

func writeHolder(f *os.File, now time.Time) error {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown host"
	}
	data, err := json.Marshal(Holder{PID: os.Getpid(), Host: host, Since: now.UTC()})
	if err != nil {
		return fmt.Errorf("store: lock: %w", err)
	}
	if err := f.Truncate(0); err != nil {
		return fmt.Errorf("store: lock: %w", err)
	}
	if _, err := f.WriteAt(data, 0); err != nil {
		return fmt.Errorf("store: lock: %w", err)
	}
	return nil
}
