package shell

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode"
)

// maxStatement bounds the length of one statement, in bytes.
const maxStatement = 4 << 20

const byteOrderMark = '\ufeff'

// ErrTooLong says that a statement is longer than 4 MiB: as a rule, a quote that
// was never closed.
var ErrTooLong = errors.New("shell: statement too long")

// Statement is one thing to run.
type Statement struct {
	Text    string // without its ";" and without what stands before it
	Line    int    // where it begins, from 1
	Command bool   // for the shell itself: it begins with ":"
	Ended   bool   // by ";", or by the end of the line for a command; else by the end of the input
}

// Statements reads the statements of r one by one (H1). What stands after the
// last ";" is a statement too, if it is more than space and comments.
func Statements(r io.Reader) iter.Seq2[Statement, error] {
	return func(yield func(Statement, error) bool) {
		s := scanner{in: bufio.NewReader(r), line: 1}
		for {
			st, err := s.next()
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield(Statement{}, err)
				}
				return
			}
			if !yield(st, nil) {
				return
			}
		}
	}
}

// Finished reports whether text has a statement's end for all that it has begun:
// what a person typed may then be run.
func Finished(text string) bool {
	finished := true
	for st, err := range Statements(strings.NewReader(text)) {
		if err != nil {
			return true // running it tells what is wrong
		}
		finished = st.Ended
	}
	return finished
}

// zone is what the scanner is within.
type zone byte

const (
	plain        zone = 0
	lineComment  zone = '/'
	blockComment zone = '*'
	single       zone = '\''
	double       zone = '"'
	backtick     zone = '`'
)

type scanner struct {
	in    *bufio.Reader
	line  int
	text  strings.Builder
	began int  // the line of the first character that counts, 0 before it
	zone  zone // where the next character stands
	last  rune // the character before it, 0 after one that cannot begin a pair
}

// next returns the next statement, or io.EOF after the last one.
func (s *scanner) next() (Statement, error) {
	s.text.Reset()
	s.began, s.zone, s.last = 0, plain, 0
	for {
		r, _, err := s.in.ReadRune()
		if err != nil {
			return s.end(err)
		}
		if r == '\n' {
			s.line++
		}
		if r == byteOrderMark && s.text.Len() == 0 {
			continue // some editors begin a file with it
		}
		if s.began == 0 && s.zone == plain && r == ':' {
			return s.command()
		}
		if s.zone == plain && r == ';' {
			if s.began != 0 {
				return s.statement(true), nil
			}
			s.text.Reset()
			s.last = 0
			continue
		}
		s.text.WriteRune(r)
		if s.text.Len() > maxStatement {
			return Statement{}, fmt.Errorf("%w: it begins in line %d", ErrTooLong, max(s.began, 1))
		}
		s.step(r)
	}
}

// step moves to the zone in which the character after r stands.
func (s *scanner) step(r rune) {
	switch s.zone {
	case plain:
		s.stepPlain(r)
		return
	case lineComment:
		if r == '\n' {
			s.leave()
		}
	case blockComment:
		if s.last == '*' && r == '/' {
			s.leave()
			return
		}
	case single, double, backtick:
		if r == '\\' && s.last == '\\' && s.zone != backtick {
			s.last = 0 // an escaped backslash escapes nothing
			return
		}
		if r == rune(s.zone) && (s.last != '\\' || s.zone == backtick) {
			s.leave()
			return
		}
	}
	s.last = r
}

func (s *scanner) stepPlain(r rune) {
	switch {
	case s.last == '/' && (r == '/' || r == '*'):
		s.zone, s.last = zone(r), 0
		return
	case r == '\'' || r == '"' || r == '`':
		s.zone = zone(r)
		s.begin()
		s.last = 0
		return
	case r == '/':
		// A slash may begin a comment: the next character tells.
	case !unicode.IsSpace(r):
		s.begin()
	}
	if s.last == '/' {
		s.begin()
	}
	s.last = r
}

func (s *scanner) begin() {
	if s.began == 0 {
		s.began = s.line
	}
}

func (s *scanner) leave() { s.zone, s.last = plain, 0 }

func (s *scanner) end(err error) (Statement, error) {
	if s.last == '/' && s.zone == plain {
		s.begin()
	}
	if s.began == 0 && (s.zone == plain || s.zone == lineComment || !errors.Is(err, io.EOF)) {
		return Statement{}, err
	}
	if s.began == 0 { // a block comment that was never closed
		s.began = s.line
	}
	return s.statement(false), nil
}

func (s *scanner) statement(ended bool) Statement {
	return Statement{Text: strings.TrimSpace(s.text.String()), Line: s.began, Ended: ended}
}

// command reads the rest of the line.
func (s *scanner) command() (Statement, error) {
	began := s.line
	rest, err := s.in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return Statement{}, err
	}
	if err == nil {
		s.line++
	}
	text := strings.TrimRight(strings.TrimSpace(rest), "; \t")
	return Statement{Text: ":" + text, Line: began, Command: true, Ended: true}, nil
}
