package shell

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

var (
	position = regexp.MustCompile(`\s*\(line: (\d+), offset: (\d+)\)`)
	carets   = regexp.MustCompile(`(?m)^ *(\^+) *$`)
	culprits = []*regexp.Regexp{
		regexp.MustCompile(`Variable (\S+) is not in scope`),
		regexp.MustCompile(`Cannot find property (\S+) for`),
		regexp.MustCompile(`Table (\S+) does not exist`),
		regexp.MustCompile(`[Ff]unction (\S+) does not exist`),
		regexp.MustCompile(`Parameter (\S+) not found`),
		regexp.MustCompile(`Duplicate (?:variable|column) name (\S+?)[.,]?$`),
	}
)

// Complaint renders an error of a statement: what is wrong, the line it is in,
// and a caret under the column, where the error tells it or names a word that
// stands in the statement.
func Complaint(statement string, err error) string {
	message := err.Error()
	line, column, width := locate(statement, message)
	if at := position.FindStringIndex(message); at != nil {
		message = message[:at[0]] // what follows quotes the statement
	}
	if line == 0 {
		return message
	}
	source := strings.Split(statement, "\n")[line-1]
	runes := []rune(source)
	column = min(column, len(runes))
	before := strings.ReplaceAll(string(runes[:column]), "\t", " ")
	under := text.StringWidthWithoutEscSequences(before)
	source = strings.ReplaceAll(source, "\t", " ")
	return message + "\n  " + source + "\n  " + strings.Repeat(" ", under) + strings.Repeat("^", max(width, 1))
}

// locate returns the line of the statement, from 1, and the column, from 0 and
// in characters, that a message speaks of. Line 0 means that none is known.
func locate(statement, message string) (line, column, width int) {
	lines := strings.Split(statement, "\n")
	if m := position.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1])
		column, _ = strconv.Atoi(m[2])
		if line < 1 || line > len(lines) {
			return 0, 0, 0
		}
		if c := carets.FindStringSubmatch(message); c != nil {
			width = len(c[1])
		}
		return line, column, width
	}
	for _, culprit := range culprits {
		m := culprit.FindStringSubmatch(message)
		if m == nil {
			continue
		}
		word := strings.Trim(m[1], `'"`+"`$.,")
		at := regexp.MustCompile(`(?i)(^|[^\pL\pN_])` + regexp.QuoteMeta(word) + `($|[^\pL\pN_])`)
		for i, l := range lines {
			if found := at.FindStringSubmatchIndex(l); found != nil {
				return i + 1, len([]rune(l[:found[3]])), len([]rune(word))
			}
		}
	}
	return 0, 0, 0
}
