package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// Code is the exit status of the command.
type Code int

// The exit codes (C1).
const (
	OK          Code = 0   // done
	Failure     Code = 1   // it failed: the store, the disk, a statement, some lines of an import
	Usage       Code = 2   // the command line is wrong, or a value in it is
	No          Code = 3   // the answer is no: nothing of that name, or views that disagree
	Interrupted Code = 130 // by Ctrl-C or SIGTERM
)

const exitHelp = `Exit status: 0 done; 1 it failed; 2 the command line, or a value in it, is wrong;
3 the answer is no (nothing of that name; check found views that disagree); 130 interrupted.`

var (
	errNo   = errors.New("no")   // the answer is no
	errTold = errors.New("told") // with another cause: nothing more need be said
)

// theirs are errors of the library that say of a value what is wrong with it.
var theirs = []error{
	output.ErrMode, lukasa.ErrInvalid, lukasa.ErrQuery, lukasa.ErrKnowledge, lukasa.ErrResolution, lukasa.ErrTurn, lukasa.ErrForget,
	lukasa.ErrConfigKey, lukasa.ErrBlock,
}

// usageError says that the command line is wrong.
type usageError struct{ err error }

// Error implements error.
func (e usageError) Error() string { return e.err.Error() }

// Unwrap implements the interface of [errors.Is].
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// wants checks how many words stand behind a verb, and shows which it takes.
func wants(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		_, words, _ := strings.Cut(cmd.Use, " ")
		return usagef("want %s %s, got %s", cmd.CommandPath(), words, count(len(args), "word"))
	}
}

// wrongFlag says what a flag wants whose value cannot be read.
func wrongFlag(_ *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return usageError{err}
	}
	flag := invalid.GetFlag()
	var want string
	switch flag.Value.Type() {
	case "int":
		want = "a whole number"
	case "float64":
		want = "a number"
	case "duration":
		want = "a time such as 90s or 5m"
	case "bool":
		want = "true or false"
	default:
		return usageError{err}
	}
	return usagef("--%s: %q, want %s", flag.Name, invalid.GetValue(), want)
}

// filled refuses conditions that are given and empty, as those of a script are in which a variable
// was never set: without them a command takes more than was meant.
func filled(cmd *cobra.Command, _ []string) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		if err == nil && (len(values) == 0 || slices.Contains(values, "")) {
			err = usagef("--%s: empty", flag.Name)
		}
	})
	return err
}

// noWords refuses words behind a verb that takes none. Behind one that has verbs below it,
// such a word is a verb that there is not.
func noWords(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasAvailableSubCommands():
		return unknownVerb(cmd, args[0])
	}
	return usagef("%q: %s takes flags and no words", args[0], cmd.CommandPath())
}

// unknownVerb refuses a verb that there is not, and names those that are like it.
func unknownVerb(cmd *cobra.Command, word string) error {
	cmd.SuggestionsMinimumDistance = 2
	hint := ""
	if like := cmd.SuggestionsFor(word); word != "" && len(like) > 0 { // every verb begins with an empty word
		hint = "; did you mean " + strings.Join(like, " or ") + "?"
	}
	return usagef("unknown command %q for %q%s", word, cmd.CommandPath(), hint)
}

// codeOf returns the exit code that an error stands for.
func codeOf(err error) Code {
	switch {
	case err == nil, terminal.Gone(err):
		return OK
	case errors.Is(err, terminal.ErrInterrupted), errors.Is(err, context.Canceled):
		return Interrupted
	case wrong(err):
		return Usage
	case errors.Is(err, errNo), errors.Is(err, lukasa.ErrNotFound):
		return No
	}
	return Failure
}

// wrong tells whether the command line, or a value in it, is wrong.
func wrong(err error) bool {
	var usage usageError
	var refused *lukasa.RefusedError
	switch {
	case errors.As(err, &usage):
		return true
	case errors.As(err, &refused):
		return refused.Reason != lukasa.RefusedFull // then nothing that is kept may go
	}
	return slices.ContainsFunc(theirs, func(known error) bool { return errors.Is(err, known) })
}

// silent reports whether an error has been told already, or needs no words.
func silent(err error) bool {
	return err == nil || terminal.Gone(err) || errors.Is(err, errTold) || errors.Is(err, shell.ErrFailed)
}
