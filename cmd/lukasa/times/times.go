// Package times reads moments as people and programs write them: a time, a day, or
// how long ago. It is pure, and any package of the command may import it.
package times

import (
	"strconv"
	"strings"
	"time"
)

// Help tells what [Parse] takes.
const Help = HelpMoment + " or how long ago (90m, 12h, 30d, 4w)"

// HelpMoment tells which of these are not seen from now.
const HelpMoment = "a time (2025-11-27T09:00:00Z), a day (2025-11-27, in UTC)"

// maxSpan bounds how long ago a moment may be: about 270 years.
const maxSpan = 100_000 * 24 * time.Hour

// Parse reads a moment as [Help] tells, in UTC; what is relative is seen from now.
func Parse(text string, now time.Time) (t time.Time, ok bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC(), !t.IsZero() // which is no moment to whoever takes one: it would mean now
		}
	}
	if d, ok := Span(text); ok {
		return now.Add(-d).UTC(), true
	}
	return time.Time{}, false
}

// Span reads a length of time: those of Go, and days and weeks.
func Span(text string) (d time.Duration, ok bool) {
	for unit, length := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		if n, found := strings.CutSuffix(text, unit); found {
			count, err := strconv.Atoi(n)
			ok := err == nil && count >= 0 && count <= int(maxSpan/length)
			return time.Duration(count) * length, ok
		}
	}
	d, err := time.ParseDuration(text)
	return d, err == nil && d >= 0 && d <= maxSpan
}
