package command

import (
	"time"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
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

	store   string
	agent   string
	mode    string
	json    bool
	noPager bool
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

// page puts the pager behind the answers, where a person reads them.
func (f *factory) page() (done func()) {
	if f.noPager {
		return func() {}
	}
	return f.streams.Page()
}
