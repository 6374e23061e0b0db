package mcp

import (
	"regexp"
	"strconv"
	"strings"
)

// plain takes the steps of a check out of what it found, so that the field comes first.
var plain = strings.NewReplacer(`validating "arguments": `, "", "validating root: ", "", "validating /properties/", "")

// outside is a number out of its bounds, as the check of a schema tells it: a fraction, and a
// bound with six figures behind the point.
var outside = regexp.MustCompile(`\b(minimum|maximum): (-?\d+)(?:/(\d+))? is (?:less|greater) than (-?[\d.]+)`)

// stranger begins what is said of arguments that a tool does not have.
const stranger = "unexpected additional properties "

// readable is what a check found of a tool's arguments, in the words in which other errors
// of this package tell what was given and what is wanted. A name that is not known is told
// with those that are: who guessed one can put it right.
func (s *server) readable(tool, found string) string {
	found = plain.Replace(found)
	if strings.HasPrefix(found, stranger) {
		return "unknown arguments " + strings.TrimPrefix(found, stranger) + ": want some of " + strings.Join(s.fields[tool], ", ")
	}
	return outside.ReplaceAllStringFunc(found, func(text string) string {
		part := outside.FindStringSubmatch(text)
		limit := "at least "
		if part[1] == "maximum" {
			limit = "at most "
		}
		return quotient(part[2], part[3]) + ", want " + limit + decimal(part[4])
	})
}

// quotient writes a fraction as a number.
func quotient(above, below string) string {
	a, errA := strconv.ParseFloat(above, 64)
	b, errB := strconv.ParseFloat(below, 64)
	if errA != nil || errB != nil || b == 0 || below == "1" {
		return above
	}
	return strconv.FormatFloat(a/b, 'g', 6, 64)
}

// decimal writes a number without figures that say nothing.
func decimal(text string) string {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}
