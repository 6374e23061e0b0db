//go:build linux && (amd64 || arm64)

package faulttest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// rule decides about calls, one at a time, while they wait.
type rule interface {
	// judge lets a call happen, or returns how it ends instead.
	judge(w *watcher, c *call) (end *ending, err error)
	stop() reply
}

// ending is what a call that does not happen returns.
type ending struct {
	value int64
	errno syscall.Errno
}

// watcher is the parent's side: it answers the calls of a child and its
// commands, in order, on one goroutine.
type watcher struct {
	listener, socket int
	pid              int
	closed           atomic.Bool
	note             int
	rule             rule // nil: all calls happen
}

// serve works until the child is gone.
func (w *watcher) serve() error {
	fds := []unix.PollFd{{Fd: int32(w.listener), Events: unix.POLLIN}, {Fd: int32(w.socket), Events: unix.POLLIN}}
	for !w.closed.Load() {
		_, err := unix.Poll(fds, 100)
		if err != nil && !errors.Is(err, unix.EINTR) {
			return os.NewSyscallError("poll", err)
		}
		if fds[1].Revents&unix.POLLIN != 0 {
			if err := w.answer(w.socket); err != nil && fds[1].Revents&unix.POLLHUP == 0 {
				return err
			}
		}
		if fds[0].Revents&unix.POLLIN != 0 {
			if err := w.decide(); err != nil {
				return err
			}
		}
		if fds[1].Revents&unix.POLLHUP != 0 {
			fds = fds[:1]
			fds = append(fds, unix.PollFd{Fd: -1})
		}
		if fds[0].Revents&unix.POLLHUP != 0 {
			return nil
		}
	}
	return nil
}

// response is struct seccomp_notif_resp.
type response struct {
	id    uint64
	value int64
	errno int32
	flags uint32
}

// decide takes one call that waits and answers it.
func (w *watcher) decide() error {
	var n notice
	if err := w.ioctl(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&n)); err != nil {
		return err
	}
	if n.id == 0 {
		return nil // its process was killed
	}
	r := response{id: n.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	end, err := w.judge(n)
	if err != nil {
		return err
	}
	if end != nil {
		r = response{id: n.id, value: end.value, errno: -int32(end.errno)}
	}
	return w.ioctl(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r))
}

func (w *watcher) judge(n notice) (*ending, error) {
	if w.rule == nil {
		return nil, nil
	}
	c, ok, err := read(n)
	if err != nil || !ok {
		return nil, err
	}
	return w.rule.judge(w, c)
}

// ioctl asks the listener. That the calling process was killed meanwhile is no
// error.
func (w *watcher) ioctl(request uintptr, arg unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(w.listener), request, uintptr(arg))
		switch errno {
		case 0, unix.ENOENT:
			return nil
		case unix.EINTR:
		default:
			return os.NewSyscallError("seccomp ioctl", errno)
		}
	}
}

// failing is the rule that fails calls.
type failing struct {
	Failing
	Failed
}

func (f *failing) judge(w *watcher, c *call) (*ending, error) {
	if !below(f.Dir, c.name) && !below(f.Dir, c.dest) {
		return nil, nil
	}
	n := f.Calls
	if f.Kind != "" {
		n = f.ByKind[f.Kind]
	}
	begins := n == f.Nth && (f.Kind == "" || f.Kind == string(c.kind))
	lasts := f.Hits > 0 && f.Fault.Lasting && f.Fault.fits(c.kind)
	f.Calls++
	f.ByKind[string(c.kind)]++
	if !begins && !lasts {
		return nil, nil
	}
	if f.Hits++; f.Hits == 1 {
		f.First = c.String()
	}
	errno := f.Fault.Errno
	if errno == 0 {
		errno = unix.EIO
	}
	if f.Fault.Short && c.data != 0 && c.arg(c.length) > 1 {
		half, err := w.writeHalf(c)
		return &ending{value: half}, err
	}
	return &ending{errno: errno}, nil
}

func (f *failing) stop() reply { return reply{Failed: f.Failed} }

// below tells whether a path is dir or in it.
func below(dir, name string) bool {
	return name == dir || strings.HasPrefix(name, dir+string(filepath.Separator))
}

// writeHalf does the first half of a write in place of the child, by the child's
// own file descriptor: its offset moves as the child expects.
func (w *watcher) writeHalf(c *call) (int64, error) {
	data, err := c.bytes(c.arg(c.data), int(c.arg(c.length))/2)
	if err != nil {
		return 0, err
	}
	process, err := unix.PidfdOpen(w.pid, 0)
	if err != nil {
		return 0, os.NewSyscallError("pidfd_open", err)
	}
	defer func() { _ = unix.Close(process) }()
	fd, err := unix.PidfdGetfd(process, int(c.arg(c.fd)), 0)
	if err != nil {
		return 0, fmt.Errorf("faulttest: %s: %w", c, os.NewSyscallError("pidfd_getfd", err))
	}
	defer func() { _ = unix.Close(fd) }()
	var n int
	if c.offset != 0 {
		n, err = unix.Pwrite(fd, data, int64(c.arg(c.offset)))
	} else {
		n, err = unix.Write(fd, data)
	}
	return int64(n), os.NewSyscallError("write", err)
}
