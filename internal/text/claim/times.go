package claim

import (
	"strconv"
	"strings"
)

// clockTime reads a time of the day that begins at a word, in minutes, and where it ends; else it ends at the word.
func (b *builder) clockTime(at int) (minutes int64, end int) {
	if b.role(at) == clock {
		return b.words[at].known.value, at + 1
	}
	minutes, next, exact := b.hourAndMinute(at)
	if next == at || minutes > 24*60 {
		return 0, at
	}
	later, end := b.halfOfDay(next, minutes/60)
	switch {
	case end == next && !exact:
		return 0, at
	case end > next && minutes < 13*60:
		return minutes%(12*60) + later*60, end
	}
	return minutes, end
}

// hourAndMinute reads "7", "7:30" or "half past seven"; exact tells that it can be nothing but a time.
func (b *builder) hourAndMinute(at int) (minutes int64, end int, exact bool) {
	for _, spoken := range [...]struct {
		minutes   int64
		key, from string
	}{{30, "half", "past"}, {15, "quarter", "past"}, {-15, "quarter", "to"}} {
		if b.reads(at, spoken.key, spoken.from) && at+2 < len(b.words) {
			if hour, whole, end := b.number(at + 2); whole && hour > 0 {
				return hour*60 + spoken.minutes, end, true
			}
		}
	}
	hour, minute, ok := strings.Cut(b.words[at].key, ":")
	if !ok {
		hour, minute, ok = strings.Cut(b.words[at].key, ".")
		ok = ok && (b.role(at+1) == half || b.reads(at+1, "am"))
	}
	if ok {
		h, err := strconv.ParseUint(hour, 10, 8)
		m, err2 := strconv.ParseUint(minute, 10, 8)
		if err != nil || err2 != nil || len(minute) != 2 || h > 24 || m > 59 {
			return 0, at, false
		}
		return int64(h*60 + m), at + 1, true //nolint:gosec // less than a day
	}
	h, whole, end := b.number(at)
	if !whole || h > 24 {
		return 0, at, false
	}
	return h * 60, end, false
}

// halfOfDay reads "pm" or "in the afternoon" behind an hour: how many hours it adds to those up to noon, and where it ends.
func (b *builder) halfOfDay(at int, hour int64) (hours int64, end int) {
	switch {
	case b.role(at) == half:
		return b.words[at].known.value, at + 1
	case b.reads(at, "am"):
		return 0, at + 1
	}
	next := at
	if b.reads(next, "o'clock") {
		next++
	}
	switch {
	case b.reads(next, "in", "the", "morning"):
		return 0, next + 3
	case b.reads(next, "in", "the", "afternoon"), b.reads(next, "in", "the", "evening"):
		return 12, next + 3
	case b.reads(next, "at", "night") && hour >= 6 && hour < 12:
		return 12, next + 2
	}
	return 0, at
}

// date reads a day of a month that begins at a word: "3 May", "the 3rd of May", "May 3rd".
func (b *builder) date(at int) (in, day int64, end int) {
	if b.role(at) == month {
		next := at + 1
		if b.reads(next, "the") {
			next++
		}
		if day, end := b.day(next); end > next && !b.reads(end, "percent") {
			return b.words[at].known.value, day, end
		}
		return 0, 0, at
	}
	day, next := b.day(at)
	if next == at {
		return 0, 0, at
	}
	if b.reads(next, "of") {
		next++
	}
	if b.role(next) != month {
		return 0, 0, at
	}
	return b.words[next].known.value, day, next + 1
}

// day reads the number of a day.
func (b *builder) day(at int) (day int64, end int) {
	if at >= len(b.words) {
		return 0, at
	}
	day, end = b.ordinal(at)
	if end == at {
		day, _, end = b.number(at)
	}
	if day < 1 || day > 31 {
		return 0, at
	}
	return day, end
}
