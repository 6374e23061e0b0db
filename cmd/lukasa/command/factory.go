package command

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

const (
	defaultStore = "lukasa.mem"
	defaultAgent = "default"
)

// factory is what all verbs share: the streams, the global flags and the way to
// a store. One run of the command has one.
type factory struct {
	streams    *terminal.Streams
	interrupts *terminal.Interrupts
	now        func() time.Time
	memory     *lukasa.Memory // open already; nil: each verb opens and closes the store

	store   string
	agent   string
	mode    string
	json    bool
	noPager bool

	written faithful // what cobra writes

	reading func() // waits for who reads the last answer in the pager; nil: nobody does
	unsaid  []string
}

// faithful remembers that something could not be written, for who does not ask.
type faithful struct {
	to  io.Writer
	err error
}

// Write implements [io.Writer].
func (w *faithful) Write(b []byte) (int, error) {
	n, err := w.to.Write(b)
	w.err = cmp.Or(w.err, err)
	return n, err
}

func newFactory(streams *terminal.Streams) *factory {
	return &factory{streams: streams, now: time.Now}
}

// format settles how answers are written: as --mode or --json say, else as a
// table on a terminal and as JSON lines in a pipe.
func (f *factory) format() (output.Format, error) {
	format := output.Format{Mode: output.ModeJSONL, Colour: f.streams.Colour}
	if f.streams.OutTTY {
		format.Mode, format.Width = output.ModeTable, f.streams.Width()
	}
	switch {
	case f.json && f.mode != "":
		return format, usagef("--json and --mode: name one of them")
	case f.json:
		format.Mode = output.ModeJSON
	case f.mode != "":
		mode, err := output.ParseMode(f.mode)
		if err != nil {
			return format, err
		}
		format.Mode = mode
	}
	return format, nil
}

// page puts the pager behind the answers, where a person reads them. It does not
// wait for the reader: an answer may be read for hours, and the store is to be
// closed meanwhile, for others to open it. Who needs the terminal calls settle.
func (f *factory) page() (done func()) {
	if f.noPager {
		return func() {}
	}
	f.settle()
	end, quit := f.streams.PageOn()
	return func() {
		end()
		f.reading = quit
	}
}

// settle waits until the pager has gone from the terminal, and says what was to
// be said meanwhile.
func (f *factory) settle() {
	if f.reading != nil {
		f.reading()
		f.reading = nil
	}
	for _, line := range f.unsaid {
		fmt.Fprintln(f.streams.Err, line)
	}
	f.unsaid = nil
}

// working shows that work whose size is not known goes on, until done is called.
func (f *factory) working(title string) (done func()) {
	f.settle()
	p := f.streams.Progress(title, -1, terminal.Items)
	stop := p.Pulse()
	return func() {
		stop()
		p.Close()
	}
}

// count writes a number of things.
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// size writes a number of bytes for people.
func size(bytes int64) string {
	const unit = 1000
	if bytes < unit {
		return fmt.Sprintf("%d B", bytes)
	}
	value, prefix := float64(bytes)/unit, 0
	for value >= unit && prefix < 4 {
		value, prefix = value/unit, prefix+1
	}
	return fmt.Sprintf("%.1f %cB", value, "kMGTP"[prefix])
}

// highlight colours Cypher where colours are shown.
func (f *factory) highlight(statement string) string {
	if !f.streams.Colour || !f.streams.ErrTTY {
		return statement
	}
	return shell.Highlight(statement)
}
