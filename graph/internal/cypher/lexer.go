package cypher

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind int

// The kinds of token.
const (
	Word   Kind = iota // a keyword or an unquoted name
	Quoted             // a name in backticks
	String
	Number
	Param  // $name
	Symbol // anything else, one character at a time; ".." is one symbol
	Broken // a string, a quoted name or a comment without an end
)

// Token is a piece of a statement.
type Token struct {
	Kind   Kind
	Text   string // as written
	Offset int    // in bytes
	Line   int    // from 1
	Column int    // from 1, in characters
}

// Name returns the name that a word, a quoted name or a parameter stands for.
func (t Token) Name() string {
	switch t.Kind {
	case Quoted:
		return strings.ReplaceAll(strings.Trim(t.Text, "`"), "``", "`")
	case Param:
		return t.Text[1:]
	default:
		return t.Text
	}
}

// Is reports whether the token is the given symbol.
func (t Token) Is(symbol string) bool { return t.Kind == Symbol && t.Text == symbol }

// upper is the name in ASCII upper case, which is how the grammar compares
// keywords and function names.
func (t Token) upper() string { return strings.ToUpper(t.Name()) }

// lexer splits a statement. Its position is counted in three ways at once.
type lexer struct {
	text         string
	at           int
	line, column int
	tokens       []Token
}

// Lex splits text into tokens, without white space and comments. It accepts any
// text; what it cannot make sense of is a symbol or, where an end is missing, a
// Broken token up to the end of the text.
func Lex(text string) []Token {
	l := &lexer{text: text, line: 1, column: 1}
	for l.at < len(l.text) {
		l.next()
	}
	return l.tokens
}

// advance moves past n bytes.
func (l *lexer) advance(n int) {
	for _, r := range l.text[l.at : l.at+n] {
		l.column++
		if r == '\n' {
			l.line++
			l.column = 1
		}
	}
	l.at += n
}

// emit makes a token of the next n bytes.
func (l *lexer) emit(kind Kind, n int) {
	l.tokens = append(l.tokens, Token{Kind: kind, Text: l.text[l.at : l.at+n], Offset: l.at, Line: l.line, Column: l.column})
	l.advance(n)
}

func (l *lexer) next() {
	rest := l.text[l.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsSpace(r) || unicode.Is(unicode.Z, r) || r >= 0x1c && r <= 0x1f:
		l.advance(size)
	case strings.HasPrefix(rest, "//"):
		n := strings.IndexAny(rest, "\r\n")
		if n < 0 {
			n = len(rest)
		}
		l.advance(n)
	case strings.HasPrefix(rest, "/*"):
		l.block(rest)
	case r == '\'' || r == '"':
		l.quoted(rest, String)
	case r == '`':
		l.quoted(rest, Quoted)
	case r == '$' && nameLength(rest[1:]) > 0:
		l.emit(Param, 1+nameLength(rest[1:]))
	case isDigit(r):
		l.emit(Number, numberLength(rest))
	case nameLength(rest) > 0:
		l.emit(Word, nameLength(rest))
	case strings.HasPrefix(rest, ".."):
		l.emit(Symbol, 2)
	default:
		l.emit(Symbol, size)
	}
}

func (l *lexer) block(rest string) {
	end := strings.Index(rest[2:], "*/")
	if end < 0 {
		l.emit(Broken, len(rest))
		return
	}
	l.advance(end + 4)
}

// quoted reads a string, in which a backslash escapes the next character, or a
// quoted name, in which a doubled backtick stands for one.
func (l *lexer) quoted(rest string, kind Kind) {
	quote := rest[0]
	for i := 1; i < len(rest); i++ {
		switch {
		case rest[i] == '\\' && kind == String:
			i++
		case rest[i] != quote:
		case kind == Quoted && i+1 < len(rest) && rest[i+1] == quote:
			i++
		default:
			l.emit(kind, i+1)
			return
		}
	}
	l.emit(Broken, len(rest))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// nameLength returns the length of the name or parameter at the start of s.
func nameLength(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && !unicode.Is(unicode.M, r) && !unicode.Is(unicode.Pc, r) {
			return i
		}
	}
	return len(s)
}

// numberLength returns the length of the number at the start of s: digits, a
// fraction and an exponent, but not the first dot of a range "1..5".
func numberLength(s string) int {
	n := digits(s)
	if n+1 < len(s) && s[n] == '.' && isDigit(rune(s[n+1])) {
		n += 1 + digits(s[n+1:])
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		sign := 0
		if n+1 < len(s) && (s[n+1] == '-' || s[n+1] == '+') {
			sign = 1
		}
		if d := digits(s[n+1+sign:]); d > 0 {
			n += 1 + sign + d
		}
	}
	return n
}

func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(rune(s[n])) {
		n++
	}
	return n
}

// Find returns the line and column of the first word, quoted name or parameter in
// text that stands for name, in any case, or zeros. With a "$" before it, name is
// looked for among the parameters alone.
func Find(text, name string) (line, column int) {
	for _, t := range Lex(text) {
		if t.Kind == Param && strings.EqualFold(t.Text, name) ||
			(t.Kind == Word || t.Kind == Quoted || t.Kind == Param) && strings.EqualFold(t.Name(), name) {
			return t.Line, t.Column
		}
	}
	return 0, 0
}
