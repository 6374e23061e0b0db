//go:build linux && (amd64 || arm64)

package faulttest

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// stageVariable tells a process what it is: not there in the parent.
const (
	stageVariable = "LUKASA_FAULTTEST"
	stageEnter    = "enter"  // it has yet to give the parent the say
	stageInside   = "inside" // it has
)

// childSocket is the file descriptor of the child's end.
const childSocket = 3

// hangs is how long a test may take in its child; past that it hangs.
func hangs(t *testing.T) time.Duration {
	if deadline, ok := t.Deadline(); ok {
		return max(time.Second, time.Until(deadline)-10*time.Second)
	}
	return 4 * time.Hour
}

// Run runs body in a process whose calls the test has the say over. What body
// logs, and whether it fails, is the test's. Nothing that the test did before
// Run is known to body but what it does again: Run comes first in a test.
func Run(t *testing.T, body func(t *testing.T, l *Lab)) {
	t.Helper()
	if raced {
		t.Skip("skipped: one call at a time shows no races, and the detector makes it slow")
	}
	switch os.Getenv(stageVariable) {
	case stageEnter:
		enter()
	case stageInside:
		body(t, &Lab{t: t, parent: childSocket})
	default:
		watch(t)
	}
}

// watch starts the child and watches it to its end.
func watch(t *testing.T) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	require.NoError(t, err)
	theirs := os.NewFile(uintptr(ends[1]), "socket")
	require.NoError(t, unix.SetsockoptInt(ends[0], unix.SOL_SOCKET, unix.SO_SNDBUF, maxMessage))
	defer func() { _ = unix.Close(ends[0]) }()
	self, err := os.Executable()
	require.NoError(t, err)
	only := "^" + strings.ReplaceAll(regexp.QuoteMeta(t.Name()), "/", "$/^") + "$"
	cmd := exec.Command(self, "-test.run="+only, "-test.v", "-test.count=1", "-test.timeout="+hangs(t).String())
	if testing.Short() {
		cmd.Args = append(cmd.Args, "-test.short")
	}
	cmd.Env = append(os.Environ(), stageVariable+"="+stageEnter, "TMPDIR="+room(t))
	cmd.ExtraFiles = []*os.File{theirs}
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	require.NoError(t, cmd.Start())
	require.NoError(t, theirs.Close())
	limit := time.AfterFunc(hangs(t), func() { _ = cmd.Process.Kill() })
	defer limit.Stop()
	listener, err := receive(ends[0])
	if err != nil {
		_ = cmd.Wait()
		t.Skip("skipped: calls cannot be watched here:", err)
	}
	w := &watcher{listener: listener, socket: ends[0], pid: cmd.Process.Pid}
	over := make(chan error, 1)
	go func() {
		err := w.serve()
		if err != nil {
			_ = cmd.Process.Kill() // its calls would wait for ever
		}
		over <- err
	}()
	err = cmd.Wait()
	w.closed.Store(true) // also where a process of the child's lives on
	err = errors.Join(err, <-over)
	t.Log(said.String())
	if f, ok := w.rule.(*failing); ok {
		t.Logf("the child ended while calls failed: %s, call %d: %s", f.Fault, f.Nth, f.First)
	}
	require.NoError(t, err)
}

// room is where the child keeps its files: in memory where that can be had, as
// nobody but the child's parent says what is synced.
func room(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "faulttest-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	return dir
}
