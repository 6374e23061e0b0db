package reflect

import (
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// How much a source counts, 0 to 1.
const (
	weightVerified = 1.0 // somebody vouched for it
	weightTold     = 0.8 // somebody said it
	weightInferred = 0.5 // it was concluded
)

// maxTrust is the most that agreement alone can make of a confidence: beyond it,
// somebody has to vouch (001, section 5.3).
const maxTrust = 0.95

// sourceWeight is how much what a record says counts for other records.
func sourceWeight(e *schema.Experience) float64 {
	switch {
	case e.Verification.Verified:
		return weightVerified
	case e.Source.Inferred:
		return weightInferred
	}
	return weightTold
}

// raised is a confidence after another record said the same:
//
//	1 − (1 − c) · (1 − w · other / 2), at most .95
//
// with w the weight of that record's source. It never falls, and one step closes
// at most half of what was missing.
func raised(c, other float64, by *schema.Experience) float64 {
	return max(c, min(maxTrust, 1-(1-c)*(1-sourceWeight(by)*other/2)))
}

// agreed is the confidence in what several records say together, the first of
// them raised by the others one after the other.
func agreed(records []schema.Experience) float64 {
	c := 0.0
	for i := range records {
		c = max(c, records[i].Confidence)
	}
	for i := range records[1:] {
		c = raised(c, records[1+i].Confidence, &records[1+i])
	}
	return c
}

// maxReasons is how many lines of reasons a record keeps: its history has them
// all.
const maxReasons = 20

// reasoned appends a line to the reasons of a record's quality and confidence
// (000-10).
func reasoned(reasons, line string) string {
	lines := strings.Split(reasons, "\n")
	if reasons == "" {
		lines = nil
	}
	lines = append(lines, clip(line, 400))
	lines = lines[max(0, len(lines)-maxReasons):]
	for len(lines) > 1 && len(strings.Join(lines, "\n")) > schema.MaxShortText {
		lines = slices.Delete(lines, 0, 1)
	}
	return strings.Join(lines, "\n")
}

// day writes the day of a moment.
func day(t time.Time) string { return t.UTC().Format(time.DateOnly) }
