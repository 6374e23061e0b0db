//go:build linux && (amd64 || arm64)

package faulttest

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data.
const (
	offsetNr   = 0
	offsetArch = 4
)

// enter puts this thread under the filter, hands the listener to the parent, and
// becomes the test binary again: all threads of that one are under it.
func enter() {
	runtime.LockOSThread()
	listener, err := install()
	if err == nil {
		err = unix.Sendmsg(childSocket, []byte{0}, unix.UnixRights(listener), nil, 0)
	} else {
		err = fmt.Errorf("%w: %w", err, unix.Sendto(childSocket, []byte(err.Error()), 0, nil))
	}
	if err == nil {
		env := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, stageVariable+"=") })
		err = syscall.Exec("/proc/self/exe", os.Args, append(env, stageVariable+"="+stageInside))
	}
	fmt.Fprintln(os.Stderr, "faulttest:", err)
	os.Exit(1)
}

// install makes the calls of this thread that are watched wait for the listener
// it returns. A signal does not interrupt the wait, or a call would come twice.
func install() (listener int, err error) {
	program := filter()
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: unsafe.SliceData(program)}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return 0, err
	}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(program)
	if errno != 0 {
		return 0, os.NewSyscallError("seccomp", errno)
	}
	return int(fd), nil
}

// filter is the program: calls of [watched] wait, all others happen.
func filter() []unix.SockFilter {
	const equal, load, ret = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_RET | unix.BPF_K
	program := []unix.SockFilter{
		{Code: load, K: offsetArch},
		{Code: equal, Jt: 1, K: auditArch},
		{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		{Code: load, K: offsetNr},
	}
	left := uint8(len(watched))
	for nr := range watched {
		program = append(program, unix.SockFilter{Code: equal, Jt: left, K: uint32(nr)})
		left--
	}
	return append(program,
		unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: ret, K: unix.SECCOMP_RET_USER_NOTIF})
}

// receive takes the listener that the child hands over, or its reason for having
// none.
func receive(socket int) (listener int, err error) {
	buf, rights := make([]byte, 1<<10), make([]byte, unix.CmsgSpace(4))
	n, got, _, _, err := unix.Recvmsg(socket, buf, rights, unix.MSG_CMSG_CLOEXEC)
	if err != nil {
		return 0, err
	}
	messages, err := unix.ParseSocketControlMessage(rights[:got])
	if err != nil || len(messages) != 1 {
		return 0, fmt.Errorf("faulttest: no listener: %q", buf[:n])
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil {
		return 0, err
	}
	return fds[0], nil
}
