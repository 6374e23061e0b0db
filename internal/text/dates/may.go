package dates

import (
	"slices"
	"strings"
)

// May tells, without reading it, whether a text may name a time by no word for one: in figures (17/3, 2026-03-17, the 5th), in May, at
// Easter. Most figures are none.
func May(s string) bool {
	return hasDate(s) || slices.ContainsFunc(namedTimes, func(name string) bool { return strings.Contains(s, name) })
}

// hasDate tells whether a figure is followed by what joins it to another of a date, or makes a place in a row of it.
func hasDate(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if !isDigit(s[i-1]) {
			continue
		}
		switch s[i] {
		case '-', '/', '.':
			if isDigit(s[i+1]) && (s[i] != '.' || strings.Contains(s[i+1:min(i+4, len(s))], ".")) {
				return true
			}
		case 's', 'n', 'r', 't':
			if slices.Contains(ordinals, s[i:i+2]) {
				return true
			}
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// namedTimes are words for a time that are more often something else, or a time of every year.
var namedTimes = []string{"May", "Easter", "Christmas", "New Year", "Thanksgiving", "Halloween"}
