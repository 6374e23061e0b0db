package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// ErrFailed says that a script had a statement that failed; what was wrong with
// it has been told on Err.
var ErrFailed = errors.New("shell: a statement failed")

// Options says how a shell behaves. The zero value is a shell for scripts.
type Options struct {
	Streams    *terminal.Streams
	Interrupts *terminal.Interrupts // nil: Ctrl-C ends the whole command
	Mode       output.Mode          // default table on a terminal, else jsonl
	Prompt     string               // default "lukasa> "
	History    string               // the file that keeps what was typed; empty: none is kept
	KeepGoing  bool                 // do not stop a script at its first failure
	Timer      bool                 // tell how long each statement took
	Now        func() time.Time     // default time.Now
}

// Shell runs statements of Cypher and commands of its own. It is not safe for
// concurrent use.
type Shell struct {
	engine  Engine
	options Options
	streams *terminal.Streams
	params  map[string]any
	mode    output.Mode
	timer   bool
	paging  bool
	depth   int // of files that :read one another
}

// New returns a shell that asks the engine.
func New(engine Engine, options Options) *Shell {
	if options.Mode == "" {
		options.Mode = output.ModeJSONL
		if options.Streams.OutTTY {
			options.Mode = output.ModeTable
		}
	}
	if options.Prompt == "" {
		options.Prompt = "lukasa> "
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Shell{
		engine: engine, options: options, streams: options.Streams, params: map[string]any{},
		mode: options.Mode, timer: options.Timer, paging: true,
	}
}

// Set gives a parameter its value.
func (s *Shell) Set(name string, value any) { s.params[name] = value }

// Run reads from a person where In and Out are terminals, and else runs In as a
// script.
func (s *Shell) Run(ctx context.Context) error {
	if s.streams.InTTY && s.streams.OutTTY {
		return s.converse(ctx)
	}
	return s.Script(ctx, s.streams.In, "stdin")
}

// Script runs the statements of r, and tells of each failure with the name and
// the line. It stops at the first one, unless told to keep going, and then
// returns [ErrFailed]; or the cause, where ctx was cancelled.
func (s *Shell) Script(ctx context.Context, r io.Reader, name string) error {
	err := s.script(ctx, r, name)
	if errors.Is(err, errQuit) {
		return nil
	}
	return err
}

func (s *Shell) script(ctx context.Context, r io.Reader, name string) error {
	failed := false
	for st, err := range Statements(r) {
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		err = s.run(ctx, st)
		switch {
		case err == nil:
			continue
		case errors.Is(err, errQuit), errors.Is(err, terminal.ErrInterrupted), terminal.Gone(err), ctx.Err() != nil:
			return err
		case !errors.Is(err, ErrFailed): // of a file it read, which was told already
			s.tell("%s:%d: %s", name, st.Line, Complaint(st.Text, err))
		}
		failed = true
		if !s.options.KeepGoing {
			return ErrFailed
		}
	}
	if failed {
		return ErrFailed
	}
	return nil
}

func (s *Shell) run(ctx context.Context, st Statement) error {
	if st.Command {
		return s.command(ctx, st.Text)
	}
	return s.query(ctx, st.Text)
}

// query runs one statement. Ctrl-C stops it, and the shell goes on.
func (s *Shell) query(ctx context.Context, statement string) error {
	ctx, release := s.options.Interrupts.Scope(ctx)
	defer release()
	began := s.options.Now()
	params, err := s.bindings(statement)
	if err != nil {
		return err
	}
	answer, err := s.engine.Cypher(ctx, statement, params)
	if err != nil {
		return interrupted(ctx, err)
	}
	if isPlan(answer.Columns) && s.streams.OutTTY {
		err = s.plan(answer.Table)
	} else {
		err = s.print(answer.Table)
	}
	if closed := answer.Close(); err == nil {
		err = closed
	}
	if s.timer && err == nil {
		s.tell("%v", round(s.options.Now().Sub(began)))
	}
	return interrupted(ctx, err)
}

// isPlan tells the answers of EXPLAIN and PROFILE: one text that is a drawing.
func isPlan(columns []string) bool {
	return len(columns) == 1 && (columns[0] == "explain result" || columns[0] == "profile result")
}

func (s *Shell) plan(t output.Table) error {
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(s.streams.Out, strings.TrimRight(output.Text(row[0]), "\n")); err != nil {
			return err
		}
	}
	return nil
}

// interrupted tells a failure from the answer to a Ctrl-C.
func interrupted(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// print writes a table in the present mode, to a person through the pager.
func (s *Shell) print(t output.Table) error {
	f := output.Format{Mode: s.mode, Colour: s.streams.Colour, OneLine: !s.streams.OutTTY}
	done := func() {}
	if s.streams.OutTTY {
		f.Width = s.streams.Width()
		if s.paging {
			done = s.streams.Page()
		}
	}
	rows, err := output.Write(s.streams.Out, t, f)
	done()
	if terminal.Gone(err) && s.streams.OutTTY {
		err = nil // the reader quit the pager
	}
	if err == nil && s.streams.OutTTY && s.mode == output.ModeTable && rows != 1 {
		s.tell("%d rows", rows)
	}
	return err
}

func (s *Shell) tell(format string, args ...any) {
	fmt.Fprintln(s.streams.Err, strings.TrimRight(fmt.Sprintf(format, args...), "\n"))
}
