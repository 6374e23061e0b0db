package main

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/query/rank"
)

var months = strings.Fields("january february march april may june july august september october november december")

var (
	monthWord = `(` + strings.Join(months, "|") + `)`
	dayFirst  = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?` + monthWord + `,?\s+(\d{4})\b`)
	dayLast   = regexp.MustCompile(`(?i)\b` + monthWord + `\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b`)
	monthYear = regexp.MustCompile(`(?i)\b` + monthWord + `,?\s+(?:of\s+)?(\d{4})\b`)
	justYear  = regexp.MustCompile(`\b((?:19|20)\d\d)\b`)
	justMonth = regexp.MustCompile(`(?i)\b(?:in|on|of|during|this|last)\s+` + monthWord + `\b`)
)

func month(s string) time.Month {
	for i, m := range months {
		if strings.EqualFold(m, s) {
			return time.Month(i + 1)
		}
	}
	return 0
}

func number(s string) int {
	n, _ := strconv.Atoi(s) // digits by the pattern
	return n
}

// asked returns the dates that a question names.
func asked(s string, now time.Time) []rank.Range {
	span := func(y int, m time.Month, d, years, months, days int) []rank.Range {
		from := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		return []rank.Range{{From: from, To: from.AddDate(years, months, days).Add(-1)}}
	}
	if m := dayFirst.FindStringSubmatch(s); m != nil {
		return span(number(m[3]), month(m[2]), number(m[1]), 0, 0, 1)
	}
	if m := dayLast.FindStringSubmatch(s); m != nil {
		return span(number(m[3]), month(m[1]), number(m[2]), 0, 0, 1)
	}
	if m := monthYear.FindStringSubmatch(s); m != nil {
		return span(number(m[2]), month(m[1]), 1, 0, 1, 0)
	}
	if m := justYear.FindStringSubmatch(s); m != nil {
		return span(number(m[1]), 1, 1, 1, 0, 0)
	}
	if m := justMonth.FindStringSubmatch(s); m != nil && !now.IsZero() {
		y := now.Year()
		if month(m[1]) > now.Month() {
			y--
		}
		return span(y, month(m[1]), 1, 0, 1, 0)
	}
	return nil
}

// relative are expressions with the days before the record's own that they stand for, furthest first.
var relative = []struct {
	pattern   *regexp.Regexp
	far, near int
}{
	{regexp.MustCompile(`(?i)\b(yesterday|last night)\b`), 1, 1},
	{regexp.MustCompile(`(?i)\b(today|tonight|this (morning|afternoon|evening)|just now)\b`), 0, 0},
	{regexp.MustCompile(`(?i)\btomorrow\b`), -1, -1},
	{regexp.MustCompile(`(?i)\b(last week|a week ago)\b`), 13, 4},
	{regexp.MustCompile(`(?i)\b(last|past|this) weekend\b`), 9, 1},
	{regexp.MustCompile(`(?i)\btwo (weeks|weekends) ago\b`), 18, 10},
	{regexp.MustCompile(`(?i)\b(few days ago|the other day)\b`), 6, 1},
	{regexp.MustCompile(`(?i)\bnext week\b`), -3, -13},
	{regexp.MustCompile(`(?i)\bnext month\b`), -10, -60},
	{regexp.MustCompile(`(?i)\blast month\b`), 60, 10},
	{regexp.MustCompile(`(?i)\bthis month\b`), 25, -25},
	{regexp.MustCompile(`(?i)\bthis week\b`), 6, -6},
	{regexp.MustCompile(`(?i)\blast (mon|tue|wed|thu|fri|sat|sun)`), 8, 1},
	{regexp.MustCompile(`(?i)\blast year\b`), 600, 180},
	{regexp.MustCompile(`(?i)\b(recently|lately)\b`), 21, 0},
}

// told returns the times that a record tells of.
func told(s string, at time.Time) (out []rank.Range) {
	if at.IsZero() {
		return nil
	}
	for _, r := range relative {
		if r.pattern.MatchString(s) {
			out = append(out, rank.Day(at.AddDate(0, 0, -r.far), r.far-r.near+1))
		}
	}
	return out
}
