package shell

import (
	"errors"
	"regexp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// StatementError says what is wrong with a statement and where: engines return
// one where they can.
type StatementError struct {
	Message string
	Line    int // of the statement, from 1; 0: not known
	Column  int // from 1, in characters
}

// Error implements error.
func (e *StatementError) Error() string { return e.Message }

var (
	wishes = regexp.MustCompile(`,? expecting \{[^}]{60,}\}`)
	stray  = regexp.MustCompile(`(?:extraneous|mismatched) input '(\w+)'|Invalid input <[^>]*?(\w+)>`)
)

// Complaint renders an error of a statement: what is wrong, the line it is in,
// and a caret under the column, where these are known.
func Complaint(statement string, err error) string {
	var e *StatementError
	if !errors.As(err, &e) {
		return err.Error()
	}
	message := wishes.ReplaceAllString(e.Message, "") + meant(e.Message)
	lines := strings.Split(statement, "\n")
	if e.Line < 1 || e.Line > len(lines) {
		return message
	}
	source := []rune(strings.ReplaceAll(strings.TrimSuffix(lines[e.Line-1], "\r"), "\t", " "))
	at := min(max(e.Column-1, 0), len(source))
	indent := text.StringWidthWithoutEscSequences(string(source[:at]))
	return message + "\n  " + string(source) + "\n  " + strings.Repeat(" ", indent) + strings.Repeat("^", wordWidth(source[at:]))
}

// wordWidth is how many columns the word takes that begins here; 1 where none
// does.
func wordWidth(source []rune) int {
	n := 0
	for n < len(source) && source[n] < 0x80 && isWord(byte(source[n])) {
		n++
	}
	return max(n, 1)
}

// meant guesses the keyword that a word which the parser did not expect was
// meant to be.
func meant(message string) string {
	m := stray.FindStringSubmatch(message)
	if m == nil {
		return ""
	}
	word := strings.ToUpper(m[1] + m[2])
	for _, k := range keywords {
		if k != word && near(k, word) {
			return "; did you mean " + k + "?"
		}
	}
	return ""
}

// near tells whether one letter put in, left out or changed, or two neighbours
// that changed places, make a of b.
func near(a, b string) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	switch {
	case len(a) == len(b)+1:
		return a[1:] == b
	case len(b) == len(a)+1:
		return b[1:] == a
	case len(a) != len(b) || len(a) == 0:
		return false
	case a[1:] == b[1:]:
		return true
	}
	return len(a) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
}
