package prompt

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ErrForm is matched by errors that say a text is not a context as Build writes
// them.
var ErrForm = errors.New("prompt: not a context")

// Quoted is a record as it stands in a context.
type Quoted struct {
	Section string
	Ref     string
	Head    []string // what the head says of it, in order: `from "Ana"`
	Text    string
	Cut     bool
}

var headPattern = regexp.MustCompile(`^\[([A-Za-z0-9._:-]+)\](?: (.+))?$`)

// Parse reads a context back: every record in order. It refuses a text that has
// anything else in it, so a context that was tampered with is found out unless
// what was added has the form of a record. The error is [ErrForm] and names the
// line.
func Parse(context string) ([]Quoted, error) {
	if context == "" {
		return nil, nil
	}
	lines := strings.Split(strings.TrimSuffix(context, "\n"), "\n")
	known := titles()
	var list []Quoted
	section := ""
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		match := headPattern.FindStringSubmatch(line)
		switch {
		case line == "":
		case i == 0 && isPreamble(line):
		case known[line] != "":
			section = known[line]
		case match != nil && section != "":
			first := i + 1
			for i+1 < len(lines) && strings.HasPrefix(lines[i+1], ">") {
				i++
			}
			if i < first {
				return nil, fmt.Errorf("%w: line %d: a head without a text", ErrForm, first)
			}
			q := Quoted{Section: section, Ref: match[1], Text: Unquote(strings.Join(lines[first:i+1], "\n"))}
			q.Head = splitHead(match[2])
			q.Cut = slices.Contains(q.Head, cutMark)
			list = append(list, q)
		default:
			return nil, fmt.Errorf("%w: line %d", ErrForm, i+1)
		}
	}
	return list, nil
}

// titles maps every heading line to its title.
func titles() map[string]string {
	known := map[string]string{}
	for _, language := range headings {
		for _, heading := range language {
			known[heading] = title(heading)
		}
	}
	return known
}

func isPreamble(line string) bool {
	for _, p := range preambles {
		if rest, ok := strings.CutPrefix(line, p); ok && (rest == "" || strings.HasPrefix(rest, " Now: ")) {
			return true
		}
	}
	return false
}

// splitHead cuts at semicolons outside of quotes.
func splitHead(s string) []string {
	if s == "" {
		return nil
	}
	var parts []string
	start, quoted := 0, false
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ';' && !quoted:
			parts = append(parts, strings.TrimSpace(s[start:i]))
			start = i + 1
		}
	}
	return append(parts, strings.TrimSpace(s[start:]))
}
