//go:build linux && (amd64 || arm64)

package faulttest

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// kind is what a call does to files.
type kind string

const (
	create   kind = "create"
	write    kind = "write"
	truncate kind = "truncate"
	syncing  kind = "sync"
	rename   kind = "rename"
	link     kind = "link"
	remove   kind = "remove"
	makeDir  kind = "mkdir"
	clone    kind = "clone"

	opening kind = "open" // of what is there, to read it or to write into it
	reading kind = "read"
	looking kind = "stat"
)

// changes tells whether calls of a kind change what is on the disk.
func (k kind) changes() bool { return k != opening && k != reading && k != looking }

// form says where the arguments of a call are, counted from 1; 0 is for those
// that it does not have.
type form struct {
	kind         kind
	fd           int // of the file
	dir, path    int // the directory's file descriptor, and the name in it
	toDir, to    int
	flags        int
	data, length int // of what is written
	offset       int
}

// watched are the calls that change files or read them, by their numbers.
var watched = func() map[int]form {
	calls := map[int]form{
		unix.SYS_OPENAT:          {kind: create, dir: 1, path: 2, flags: 3},
		unix.SYS_WRITE:           {kind: write, fd: 1, data: 2, length: 3},
		unix.SYS_PWRITE64:        {kind: write, fd: 1, data: 2, length: 3, offset: 4},
		unix.SYS_WRITEV:          {kind: write, fd: 1},
		unix.SYS_PWRITEV:         {kind: write, fd: 1},
		unix.SYS_PWRITEV2:        {kind: write, fd: 1},
		unix.SYS_FALLOCATE:       {kind: write, fd: 1},
		unix.SYS_SENDFILE:        {kind: write, fd: 1},
		unix.SYS_COPY_FILE_RANGE: {kind: write, fd: 3},
		unix.SYS_SPLICE:          {kind: write, fd: 3},
		unix.SYS_IOCTL:           {kind: clone, fd: 1, flags: 2},
		unix.SYS_FTRUNCATE:       {kind: truncate, fd: 1},
		unix.SYS_FSYNC:           {kind: syncing, fd: 1},
		unix.SYS_FDATASYNC:       {kind: syncing, fd: 1},
		unix.SYS_RENAMEAT2:       {kind: rename, dir: 1, path: 2, toDir: 3, to: 4, flags: 5},
		unix.SYS_RENAMEAT:        {kind: rename, dir: 1, path: 2, toDir: 3, to: 4},
		unix.SYS_LINKAT:          {kind: link, dir: 1, path: 2, toDir: 3, to: 4},
		unix.SYS_UNLINKAT:        {kind: remove, dir: 1, path: 2},
		unix.SYS_MKDIRAT:         {kind: makeDir, dir: 1, path: 2},
		unix.SYS_READ:            {kind: reading, fd: 1},
		unix.SYS_PREAD64:         {kind: reading, fd: 1},
		unix.SYS_READV:           {kind: reading, fd: 1},
		unix.SYS_PREADV:          {kind: reading, fd: 1},
		unix.SYS_PREADV2:         {kind: reading, fd: 1},
		unix.SYS_GETDENTS64:      {kind: reading, fd: 1},
		unix.SYS_READLINKAT:      {kind: reading, dir: 1, path: 2},
		unix.SYS_STATX:           {kind: looking, dir: 1, path: 2},
		unix.SYS_FSTAT:           {kind: looking, fd: 1},
	}
	maps.Copy(calls, older)
	return calls
}()

// notice is struct seccomp_notif: a call that waits.
type notice struct {
	id   uint64
	pid  uint32 // of the thread
	bits uint32
	nr   int32
	arch uint32
	ip   uint64
	args [6]uint64
}

// call is a call that changes or reads a file.
type call struct {
	notice
	form
	name string // the path of the file
	dest string // for rename and link
}

// String names a call in the log of a test.
func (c *call) String() string {
	if c.dest != "" {
		return fmt.Sprintf("%s %s to %s", c.kind, c.name, c.dest)
	}
	return fmt.Sprintf("%s %s", c.kind, c.name)
}

// arg returns an argument, or 0 if there is none.
func (n *notice) arg(i int) uint64 {
	if i == 0 {
		return 0
	}
	return n.args[i-1]
}

// read finds out what a call is about. ok is false for one that is about no file.
func read(n notice) (c *call, ok bool, err error) {
	c = &call{notice: n, form: watched[int(n.nr)]}
	flags := c.arg(c.flags)
	if c.kind == create && c.flags != 0 && flags&(unix.O_CREAT|unix.O_TRUNC) == 0 {
		c.kind = opening
	}
	switch {
	case c.path != 0 && flags&unix.O_TMPFILE == unix.O_TMPFILE,
		c.kind == clone && uint32(flags) != unix.FICLONE:
		return nil, false, nil
	case c.fd != 0:
		c.name, err = os.Readlink(c.handle())
		c.name = strings.TrimSuffix(c.name, " (deleted)")
		return c, err == nil && filepath.IsAbs(c.name), ignoreGone(err)
	}
	if c.name, err = c.pathAt(c.dir, c.path); err == nil && c.to != 0 {
		c.dest, err = c.pathAt(c.toDir, c.to)
	}
	return c, err == nil, err
}

// ignoreGone forgives a file descriptor that is none: the call will say so itself.
func ignoreGone(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// handle is a path by which the file of a call can be opened.
func (c *call) handle() string { return fmt.Sprintf("/proc/%d/fd/%d", c.pid, int32(c.arg(c.fd))) }

// pathAt reads a path argument, which is relative to a directory.
func (c *call) pathAt(dir, path int) (string, error) {
	name, err := c.text(c.arg(path))
	if err != nil || filepath.IsAbs(name) {
		return filepath.Clean(name), err
	}
	from := fmt.Sprintf("/proc/%d/cwd", c.pid)
	if fd := int32(c.arg(dir)); dir != 0 && fd != unix.AT_FDCWD {
		from = fmt.Sprintf("/proc/%d/fd/%d", c.pid, fd)
	}
	base, err := os.Readlink(from)
	return filepath.Join(base, name), err
}

// text reads a string of the calling process.
func (c *call) text(at uint64) (string, error) {
	data, err := c.bytes(at, unix.PathMax)
	if text, _, whole := strings.Cut(string(data), "\x00"); whole {
		return text, nil
	}
	return "", fmt.Errorf("faulttest: no path at %x: %w", at, err)
}

// bytes reads from the calling process, fewer if there are no more.
func (c *call) bytes(at uint64, length int) ([]byte, error) {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", c.pid))
	if err != nil {
		return nil, err
	}
	defer memory.Close()
	data := make([]byte, length)
	n, err := memory.ReadAt(data, int64(at))
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return data[:n], err
}

// fits tells whether a call can fail so: only what changes files can find the disk full,
// and only what opens one that the process has no more files to open.
func (f Fault) fits(k kind) bool {
	switch f.Errno {
	case unix.ENOSPC:
		return k.changes()
	case unix.EMFILE:
		return k == create || k == opening
	default:
		return true
	}
}
