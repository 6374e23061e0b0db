package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// Main runs the command line of this process and returns its exit status.
func Main() int {
	interrupts, stop := terminal.Listen()
	defer stop()
	f := newFactory(terminal.System())
	f.interrupts = interrupts
	ctx, release := interrupts.Scope(context.Background())
	defer release()
	f.streams.In = terminal.Interruptible(ctx, f.streams.In)
	return int(run(ctx, f, os.Args[1:]))
}

// run runs one command line.
func run(ctx context.Context, f *factory, args []string) Code {
	root := newRoot(f)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	f.settle()
	err = cmp.Or(err, f.written.err)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	var usage usageError
	switch {
	case silent(err):
	case errors.Is(err, terminal.ErrInterrupted):
		fmt.Fprintln(f.streams.Err, "lukasa: interrupted")
	case errors.As(err, &usage):
		fmt.Fprintf(f.streams.Err, "lukasa: %s\nSee \"%s --help\".\n", said(err), cmd.CommandPath())
	default:
		fmt.Fprintf(f.streams.Err, "lukasa: %s\n", said(err))
	}
	return codeOf(err)
}

// said is what an error says behind the name of the command, which is also that of the library.
func said(err error) string { return strings.TrimPrefix(err.Error(), "lukasa: ") }
