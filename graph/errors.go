package graph

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/graph/internal/cypher"
	"github.com/lukasadb/lukasa/graph/internal/kuzu"
	"github.com/lukasadb/lukasa/schema"
)

// Errors of a graph. They are wrapped with what was being done.
var (
	// ErrClosed is returned by every call after Close. It wraps [schema.ErrClosed].
	ErrClosed = fmt.Errorf("graph: %w", schema.ErrClosed)
	// ErrLocked is returned by Open for a folder that this process has open.
	ErrLocked = errors.New("graph: already open")
	// ErrBroken is returned after a failed write for as long as the graph cannot
	// go back to its last clean generation, for instance because the disk is
	// full. Each further write tries to; Load replaces the graph in any case.
	ErrBroken = errors.New("graph: a write failed and is not undone yet")
	// ErrEngine is returned for a batch or a load in which the engine failed,
	// though neither the disk nor the batch was at fault. The graph is as before,
	// and may fail again in the same way: Load makes another that need not.
	ErrEngine = errors.New("graph: the engine failed")
	// ErrInvalid is returned for an element or an argument that breaks the
	// schema; its text names the table and the column.
	ErrInvalid = errors.New("graph: invalid")
	// ErrTooMany ends an answer that has more rows than it may.
	ErrTooMany = errors.New("graph: too many rows")
	// ErrCrashed is returned for an isolated query whose process died.
	ErrCrashed = errors.New("graph: the query's process died")
)

// A BlockedError is returned for a statement that the guard refuses to run.
type BlockedError struct {
	Token  string // what is refused; empty for the statement as a whole
	Reason string
	Line   int // from 1
	Column int // from 1, in characters
}

func (e *BlockedError) Error() string {
	if e.Token == "" {
		return "graph: blocked: statement " + e.Reason
	}
	return fmt.Sprintf("graph: blocked: line %d, column %d: %q %s", e.Line, e.Column, clip(e.Token), e.Reason)
}

// clip bounds what of a statement an error repeats: a string without an end is all that
// follows it.
func clip(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// A QueryError is returned for a statement that Kuzu refuses or that fails while
// it runs. Line and Column point at the cause, from 1, in characters; they are 0
// where it is not known.
type QueryError struct {
	Message string
	Line    int
	Column  int
}

func (e *QueryError) Error() string {
	if e.Line == 0 {
		return "graph: query: " + e.Message
	}
	return fmt.Sprintf("graph: query: line %d, column %d: %s", e.Line, e.Column, e.Message)
}

// blocked runs the guard.
func blocked(text string, params map[string]any) error {
	return refusal(cypher.Check(text, params))
}

// unbound refuses a statement of which a parameter was not given: to the engine it
// would be NULL, which finds nothing.
func unbound(text string, params map[string]any) error {
	t, missing := cypher.Unbound(text, params)
	if !missing {
		return nil
	}
	return &QueryError{Message: "parameter " + t.Text + " is not given", Line: t.Line, Column: t.Column}
}

// unfit turns the error of binding a parameter into one that points at it.
func unfit(text string, err error) error {
	var e *kuzu.ParamError
	if !errors.As(err, &e) {
		return err
	}
	q := &QueryError{Message: "parameter $" + e.Name + ": " + e.Reason.Error()}
	q.Line, q.Column = cypher.Find(text, "$"+e.Name)
	return q
}

// separated gives each place of a list in a statement a parameter of its own.
func separated(text string, params map[string]any) (string, map[string]any, error) {
	text, params, refused := cypher.Separate(text, params)
	return text, params, refusal(refused)
}

func refusal(r *cypher.Refusal) error {
	if r == nil {
		return nil
	}
	return &BlockedError{Token: r.Token.Text, Reason: r.Reason, Line: r.Token.Line, Column: r.Token.Column}
}

var (
	errorPosition = regexp.MustCompile(`\s*\(line: (\d+), offset: (\d+)\)`)
	errorName     = regexp.MustCompile(`(?:Table|Variable|function|property|Parameter) (\S+?)(?:\.| |$)`)
)

// queryError turns an error of the library into one that points at its cause.
func queryError(ctx context.Context, text string, err error) error {
	if errors.Is(err, kuzu.ErrParam) { // a value that only the engine could tell does not fit
		return &QueryError{Message: strings.TrimPrefix(err.Error(), kuzu.ErrParam.Error()+": ")}
	}
	var e *kuzu.Error
	if !errors.As(err, &e) {
		return err
	}
	if ctx.Err() != nil && interrupted(e) {
		return fmt.Errorf("graph: query: %w", context.Cause(ctx))
	}
	message, _, _ := strings.Cut(e.Message, "\n\"")
	q := &QueryError{Message: strings.Join(strings.Fields(message), " ")}
	if at := errorPosition.FindStringSubmatch(q.Message); at != nil {
		q.Message = strings.Replace(q.Message, at[0], "", 1)
		q.Line, _ = strconv.Atoi(at[1])
		offset, _ := strconv.Atoi(at[2])
		q.Column = offset + 1
	} else if name := errorName.FindStringSubmatch(q.Message); name != nil {
		q.Line, q.Column = cypher.Find(text, name[1])
	}
	return q
}

// faulted marks what the engine says of a checkpoint that it could not finish,
// unless it was the disk that failed.
func faulted(err error) error {
	var e *kuzu.Error
	if errors.As(err, &e) && !strings.Contains(e.Message, ioFailure) && !interrupted(e) {
		return fmt.Errorf("%w: %w", ErrEngine, err)
	}
	return err
}

// ioFailure begins the engine's message of a failure of the file system.
const ioFailure = "IO exception"

func interrupted(e *kuzu.Error) bool {
	return strings.Contains(strings.ToLower(e.Message), "interrupt")
}

// ended says why a statement of ours failed: because its context ended, or as
// the library says.
func ended(ctx context.Context, err error) error {
	var e *kuzu.Error
	if ctx.Err() != nil && errors.As(err, &e) && interrupted(e) {
		return fmt.Errorf("graph: %w", context.Cause(ctx))
	}
	return err
}
