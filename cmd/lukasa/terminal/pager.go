package terminal

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

// defaultPager cuts long lines (S), keeps colours (R), and leaves at once what
// fits on one screen (F, X).
const defaultPager = "less -SRFX"

func pagerFrom(lookup func(string) (string, bool)) string {
	if p, ok := lookup("PAGER"); ok {
		if p == "cat" {
			return ""
		}
		return p
	}
	if name, _ := lookup("TERM"); name == "" || name == "dumb" {
		return "" // less would warn of such a terminal, and wait for a key
	}
	return defaultPager
}

// Page puts the pager behind Out until done is called, which waits for the reader
// to quit it. See [Streams.PageOn] for where it does nothing.
func (s *Streams) Page() (done func()) {
	end, quit := s.PageOn()
	if quit == nil {
		return end
	}
	return func() {
		end()
		quit()
	}
}

// PageOn puts the pager behind Out until end is called, where Out is a terminal and
// a pager is set and can be started; else it does nothing, and quit is nil. The reader may read on after end; quit waits until they have left. When
// they leave before end, writes to Out fail with an error that [Gone] knows.
func (s *Streams) PageOn() (end, quit func()) {
	nothing := func() {}
	args := strings.Fields(s.Pager)
	if !s.OutTTY || len(args) == 0 {
		return nothing, nil
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		return nothing, nil
	}
	cmd := exec.Command(path, args[1:]...)
	cmd.Stdout, cmd.Stderr = s.Out, s.Err
	cmd.Env = append(os.Environ(), "LESSCHARSET=utf-8")
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nothing, nil
	}
	if err := cmd.Start(); err != nil {
		return nothing, nil
	}
	terminal := s.Out
	s.Out = pipe
	return func() {
		s.Out = terminal
		_ = pipe.Close()
	}, func() { _ = cmd.Wait() }
}

// Gone reports whether err says that the reader of a stream has left: a pager
// that was quit, or a pipe whose other end is closed. That is no failure.
func Gone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
