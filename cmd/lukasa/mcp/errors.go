package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
	"github.com/lukasadb/lukasa/cmd/lukasa/times"
)

// errInternal is all that a client is told of an error that is not its own (M3).
var errInternal = errors.New("internal error; the log of the server has the cause")

// errLate is told of a statement that ran too long.
var errLate = errors.New("it took too long and was stopped: ask for less")

// inputError says that an argument is wrong.
type inputError struct{ field, problem string }

// Error implements error.
func (e *inputError) Error() string { return e.field + ": " + e.problem }

func wrong(field, format string, args ...any) error {
	return &inputError{field, fmt.Sprintf(format, args...)}
}

// theirs are errors of the library that speak of what was asked, in words for who asked.
var theirs = []error{
	lukasa.ErrQuery, lukasa.ErrKnowledge, lukasa.ErrNotFound, lukasa.ErrForget, lukasa.ErrExists, lukasa.ErrSuperseded,
	lukasa.ErrRefused, lukasa.ErrTurn, lukasa.ErrBlock, lukasa.ErrBlockFull, lukasa.ErrVersion, context.Canceled,
}

// told is what a client is told of an error (M2, M3).
func (s *server) told(what string, err error) error {
	var input *inputError
	var invalid *lukasa.InvalidError
	var statement *shell.StatementError
	switch {
	case errors.As(err, &input):
		return input
	case errors.As(err, &invalid):
		return invalid
	case errors.As(err, &statement):
		return statement
	case errors.Is(err, context.DeadlineExceeded):
		return errLate
	}
	for _, known := range theirs {
		if errors.Is(err, known) {
			return err
		}
	}
	s.Log.Error("a call failed", "call", what, "error", err)
	return errInternal
}

// coded gives an error of a request that is no tool's the code by which clients tell what it is.
func coded(err error) error {
	var has *jsonrpc.Error
	var input *inputError
	switch {
	case err == nil, errors.As(err, &has), errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &input):
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()}
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: err.Error()}
}

// shorten cuts a text to a number of bytes, at a character, and tells whether it did.
func shorten(s string, most int) (short string, cut bool) {
	if len(s) <= most {
		return s, false
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…", true
}

// within checks a text that must say something.
func within(field, text string, most int) error {
	switch {
	case strings.TrimSpace(text) == "":
		return wrong(field, "empty")
	case len(text) > most:
		return wrong(field, "%d bytes, want at most %d", len(text), most)
	}
	return nil
}

// moment reads a time, if one was given.
func (s *server) moment(field, text string, to *time.Time) error {
	if text == "" {
		return nil
	}
	t, ok := times.Parse(text, s.Now())
	if !ok {
		return wrong(field, "want %s", times.Help)
	}
	*to = t
	return nil
}

// parseKey reads the key of an entity.
func parseKey(field, text string) (lukasa.EntityKey, error) {
	key := lukasa.EntityKey(text)
	if !key.Valid() {
		return "", wrong(field, "want type:name such as person:ana")
	}
	return key, nil
}

// parseID reads the id of a record.
func parseID(field, text string) (lukasa.ID, error) {
	id, err := uuid.Parse(text)
	if err != nil || len(text) != 36 {
		return lukasa.ID{}, wrong(field, "want 36 characters such as 0193f0a6-5c1e-7000-8000-000000000001")
	}
	return id, nil
}
