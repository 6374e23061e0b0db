package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
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
	since := e.Holder.Since.Format(time.RFC3339)
	switch e.Holder.PID {
	case 0:
		return fmt.Sprintf("store: already open: %s: one process at a time has it; wait for that one, or end it", e.Dir)
	case os.Getpid():
		return fmt.Sprintf("store: already open: %s, by process %d, which is this one, since %s: use what it has open, or close that first",
			e.Dir, e.Holder.PID, since)
	}
	return fmt.Sprintf("store: already open: %s, by process %d on %s since %s: one process at a time has it; wait for that one, or end it",
		e.Dir, e.Holder.PID, e.Holder.Host, since)
}

// Unwrap makes the error match [ErrLocked].
func (e *LockedError) Unwrap() error { return ErrLocked }

// lock is an advisory lock on the store's directory. The kernel releases it when
// the process dies, however it dies.
type lock struct {
	file *os.File
	path string
}

// acquire makes the directory, if need be, and takes its lock, for which it waits as o has it.
// It returns a [LockedError] when it was not let in, and ctx's error when that ended first.
func acquire(ctx context.Context, dir string, o Options) (*lock, error) {
	p := patience{began: time.Now(), o: o}
	for makes := os.O_CREATE; ; {
		if makes != 0 {
			if err := makeDurably(dir); err != nil {
				return nil, fmt.Errorf("store: %w", err)
			}
		}
		l, err := tryAcquire(dir, o.Clock(), makes)
		var locked *LockedError
		switch {
		case errors.Is(err, schema.ErrGone), makes == 0 && errors.Is(err, fs.ErrNotExist):
			makes, err = os.O_CREATE, sleep(ctx, removing)
		case !errors.As(err, &locked) || !p.has():
			return l, err
		default: // nothing is made while it waits: whoever removes the directory is not to find it filled
			makes, err = 0, p.pause(ctx, locked.Holder)
		}
		if err != nil {
			return nil, err
		}
	}
}

// removing is how long a directory that is being removed is left alone.
const removing = 100 * time.Millisecond

// patience is how somebody waits for a store.
type patience struct {
	o     Options
	began time.Time
	told  int // how often it was told for whom
}

// has tells whether there is any left.
func (p *patience) has() bool { return p.o.Wait < 0 || time.Since(p.began) < p.o.Wait }

// Between two looks at a lock passes a part of the time that it was waited for: who holds it
// for a moment is soon followed, and hours of waiting cost next to nothing.
const (
	pauseShare = 50
	pauseLeast = 5 * time.Millisecond
	pauseMost  = time.Second
)

func (p *patience) pause(ctx context.Context, holder Holder) error {
	waited := time.Since(p.began)
	if p.o.Waiting != nil && waited > time.Duration(p.told+1)*time.Second {
		p.told = int(waited / time.Second)
		p.o.Waiting(holder)
	}
	pause := min(max(waited/pauseShare, pauseLeast), pauseMost)
	if p.o.Wait > 0 {
		pause = min(pause, max(p.o.Wait-waited, 0)) // a last look when it is over
	}
	return sleep(ctx, pause)
}

// sleep waits, or returns ctx's error when that ended first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tryAcquire takes the lock of dir or returns a [LockedError]. flock locks belong
// to the open file, so a second Open in this process is refused as well. makes is
// os.O_CREATE for who makes the file if it is not there.
func tryAcquire(dir string, now time.Time, makes int) (*lock, error) {
	path := filepath.Join(dir, "LOCK")
	f, err := os.OpenFile(path, os.O_RDWR|makes, 0o600)
	if err != nil {
		return nil, fmt.Errorf("store: lock: %w", err)
	}
	if err := flock(f, dir, unix.LOCK_EX); err != nil {
		return nil, err
	}
	l := &lock{f, path}
	err = l.check() // whoever had it may have removed it before this one got it
	if err == nil {
		err = writeHolder(f, now)
	}
	if err != nil {
		_ = f.Close() // the error before is the one to report
		return nil, err
	}
	return l, nil
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

// check tells, by [schema.ErrGone], whether the file was removed, or another one took its
// name: the lock then keeps nobody out any more.
func (l *lock) check() error {
	mine, err := l.file.Stat()
	if err != nil {
		return fmt.Errorf("store: lock: %w", err)
	}
	switch is, err := ledger.IsStill(l.path, mine); {
	case err != nil:
		return fmt.Errorf("store: lock: %w", err)
	case !is:
		return fmt.Errorf("store: %w", schema.ErrGone)
	}
	return nil
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
