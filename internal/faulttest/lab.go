//go:build linux && (amd64 || arm64)

package faulttest

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// Lab is the say that a test has over its own system calls. It is not safe for
// concurrent use.
type Lab struct {
	t      *testing.T
	parent int // a socket
	where  string

	// Prepare, if set, fills the directory of each attempt and of each film before
	// calls are counted. What it leaves there counts as synced.
	Prepare func(dir string)
}

// Fail makes calls fail from now on.
func (l *Lab) Fail(f Failing) { l.ask(command{Fail: &f}) }

// Film takes pictures from now on.
func (l *Lab) Film(f Filming) { l.ask(command{Film: &f}) }

// Note is what pictures carry from now on.
func (l *Lab) Note(n int) { l.ask(command{Note: &n}) }

// Stop lets all calls happen again.
func (l *Lab) Stop() (Failed, Film) {
	r := l.ask(command{Stop: true})
	return r.Failed, r.Film
}

func (l *Lab) ask(c command) reply {
	l.t.Helper()
	data, err := json.Marshal(c)
	require.NoError(l.t, err)
	require.NoError(l.t, unix.Sendto(l.parent, data, 0, nil))
	buf := make([]byte, maxMessage)
	n, _, err := unix.Recvfrom(l.parent, buf, 0)
	require.NoError(l.t, err)
	var r reply
	require.NoError(l.t, json.Unmarshal(buf[:n], &r))
	require.NoError(l.t, r.error())
	return r
}

const maxMessage = 4 << 20

// answer is the parent's end of ask.
func (w *watcher) answer(socket int) error {
	buf := make([]byte, maxMessage)
	n, _, err := unix.Recvfrom(socket, buf, 0)
	if err != nil || n == 0 {
		return fmt.Errorf("faulttest: the child is gone: %w", os.NewSyscallError("recv", err))
	}
	var c command
	var r reply
	if err := json.Unmarshal(buf[:n], &c); err != nil {
		return err
	}
	switch {
	case c.Fail != nil:
		w.rule = &failing{Failing: *c.Fail, Failed: Failed{ByKind: map[string]int{}}}
	case c.Film != nil:
		camera, err := newCamera(*c.Film)
		if err != nil {
			r.Err = err.Error()
		} else {
			w.rule = camera
		}
	case c.Note != nil:
		w.note = *c.Note
	case c.Stop && w.rule != nil:
		r = w.rule.stop()
		w.rule = nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return unix.Sendto(socket, data, 0, nil)
}
