package terminal

import (
	"bytes"
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"golang.org/x/term"
)

// Streams are the standard streams of one run of the command. They are not safe
// for concurrent use.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer

	// InTTY, OutTTY and ErrTTY tell which of the streams are terminals.
	InTTY, OutTTY, ErrTTY bool

	// Colour allows colour on Out. Set from OutTTY, NO_COLOR and TERM.
	Colour bool

	// Pager is the command line of the pager, empty for none. Default: $PAGER,
	// else "less -SRFX", but none where TERM is empty or dumb.
	Pager string

	// Env reads the environment; nil means an empty one.
	Env func(string) string

	width int
}

// System returns the streams of this process.
func System() *Streams {
	tty := func(f *os.File) bool { return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()) }
	s := &Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		InTTY: tty(os.Stdin), OutTTY: tty(os.Stdout), ErrTTY: tty(os.Stderr),
		Env: os.Getenv,
	}
	s.Colour = s.OutTTY && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	s.Pager = pagerFrom(os.LookupEnv)
	return s
}

// Test returns streams over the given input that write to the two buffers, and
// that are no terminals. Tests change the fields to pretend otherwise.
func Test(input string) (s *Streams, out, errs *bytes.Buffer) {
	out, errs = &bytes.Buffer{}, &bytes.Buffer{}
	return &Streams{In: bytes.NewBufferString(input), Out: out, Err: errs, width: 80}, out, errs
}

// Width is the width of Out in columns: 80 where it cannot be known.
func (s *Streams) Width() int {
	if s.width > 0 {
		return s.width
	}
	if f, ok := s.Out.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 0 {
			return w
		}
	}
	if w, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && w > 0 {
		return w
	}
	return 80
}

// Getenv reads a variable of the environment.
func (s *Streams) Getenv(name string) string {
	if s.Env == nil {
		return ""
	}
	return s.Env(name)
}
