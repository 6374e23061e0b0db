package claim

import (
	"math"
	"strconv"
	"strings"
)

// number reads the number that begins at a word, in digits or words, and where it ends. One that is not whole, or that is written as no
// number is ("007"), has no value and counts as it stands.
func (b *builder) number(at int) (value int64, whole bool, end int) {
	if at >= len(b.words) {
		return 0, false, at
	}
	key := b.words[at].key
	value, whole, ok := digits(key)
	if !ok {
		return b.numberWords(at)
	}
	end = at + 1
	for ; b.role(end) == multiplier && value < 1e9; end++ {
		times := b.words[end].known.value
		if part, err := strconv.ParseFloat(key, 64); !whole && err == nil {
			value, whole = int64(math.Round(part*float64(times))), true
			continue
		}
		value *= times
	}
	return value, whole, end
}

// digits reads a word of digits. ok tells whether it is one.
func digits(key string) (value int64, whole, ok bool) {
	if key == "" || !isDigit(key[0]) || strings.Trim(key, "0123456789.,") != "" {
		return 0, false, false
	}
	if strings.Contains(key, ",") {
		if key, ok = ungrouped(key); !ok {
			return 0, false, true
		}
	}
	value, err := strconv.ParseInt(key, 10, 64)
	return value, err == nil && (key[0] != '0' || len(key) == 1), true
}

// ungrouped takes the commas out of "1,450", if they stand in front of groups of three.
func ungrouped(key string) (string, bool) {
	for i, group := range strings.Split(key, ",") {
		if i > 0 && len(group) != 3 {
			return key, false
		}
	}
	return strings.ReplaceAll(key, ",", ""), true
}

// numberWords reads a number in words: "two hundred and fifty".
func (b *builder) numberWords(at int) (value int64, whole bool, end int) {
	var total, part int64
	least := int64(1_000) // what the last word counted: what follows is less
	for end = at; end < len(b.words); end++ {
		e := b.words[end].known
		switch {
		case e == nil:
			return total + part, end > at, end
		case e.role == number && fits(e.value, least):
			part, least = part+e.value, e.value
		case e.role == multiplier && e.value == 100 && part < 10:
			part, least = max(part, 1)*100, 100
		case e.role == multiplier && e.value > 100 && total == 0 && (part > 0 || end > at):
			total, part, least = part*e.value, 0, 1_000
		case e.role == and && end > at && least >= 100 && end+1 < len(b.words) && b.role(end+1) == number:
		default:
			return total + part, end > at, end
		}
	}
	return total + part, end > at, end
}

// fits tells whether a number word goes on with a number: "five" does with "twenty" and "a hundred".
func fits(value, least int64) bool {
	return least >= 100 || least >= 20 && value < 10 && value > 0
}

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

// ordinal reads "3rd", "third" or "twenty-third".
func (b *builder) ordinal(at int) (value int64, end int) {
	if at >= len(b.words) {
		return 0, at
	}
	w := &b.words[at]
	if w.known != nil {
		switch {
		case w.known.role == ordinal:
			return w.known.value, at + 1
		case w.known.role == number && w.known.value >= 20 && b.role(at+1) == ordinal && b.words[at+1].known.value < 10:
			return w.known.value + b.words[at+1].known.value, at + 2
		}
		return 0, at
	}
	if n := len(w.key); n > 2 && strings.Contains(" st nd rd th ", " "+w.key[n-2:]+" ") {
		if value, whole, _ := digits(w.key[:n-2]); whole {
			return value, at + 1
		}
	}
	return 0, at
}

// reads tells whether words stand at a place.
func (b *builder) reads(at int, keys ...string) bool {
	for i, key := range keys {
		if at < 0 || at+i >= len(b.words) || b.words[at+i].key != key {
			return false
		}
	}
	return true
}

// role is that of the word at a place.
func (b *builder) role(at int) role {
	if at >= len(b.words) || b.words[at].known == nil {
		return content
	}
	return b.words[at].known.role
}

// figure takes in a figure, with the unit that it counts, if one begins at the word in hand.
func (b *builder) figure() bool {
	if !b.counting() {
		return false
	}
	if minutes, end := b.clockTime(b.at); end > b.at {
		b.counts(valueID('t', minutes), dated, end)
		return true
	}
	if in, day, end := b.date(b.at); end > b.at {
		b.counts(valueID('d', in*100+day), dated, end)
		return true
	}
	if b.role(b.at) == unit && b.at+1 < len(b.words) && isSign(b.words[b.at].key) { // "€ 5"
		if _, _, end := b.number(b.at + 1); end > b.at+1 {
			sign := b.words[b.at].known.id
			b.at++
			b.amount(end)
			b.put(token{id: sign})
			return true
		}
	}
	if value, end := b.ordinal(b.at); end > b.at {
		b.counts(valueID('o', value), 0, end)
		return true
	}
	if _, _, end := b.number(b.at); end > b.at {
		b.amount(end)
		b.units()
		if b.reads(b.at, "o'clock") {
			b.at++
		}
		return true
	}
	return false
}

// counting tells whether a figure may begin at the word in hand.
func (b *builder) counting() bool {
	w := &b.words[b.at]
	switch b.role(b.at) {
	case multiplier, unit:
		return true
	}
	return w.key == "half" || w.key == "quarter" || b.tells(b.at)
}

func isSign(key string) bool { return key[0] < 'a' || key[0] > 'z' }

// amount takes in the number up to end.
func (b *builder) amount(end int) {
	value, whole, _ := b.number(b.at)
	id := valueID('n', value)
	if !whole {
		id = identify(decimal(b.words[b.at].key, b.role(end) == unit || b.role(end) == short))
	}
	b.counts(id, b.hour(end), end)
}

// hour is how a number tells when, as "at eight" does.
func (b *builder) hour(end int) flags {
	if b.reads(b.at-1, "at") && b.role(end) != unit && b.role(end) != short {
		return dated
	}
	return 0
}

// decimal is a number that is not whole: "1,5" is "1.5", and "1.70" is "1.7" where it counts something; a version it may be else.
func decimal(key string, counts bool) string {
	if strings.Count(key, ",") == 1 && !strings.Contains(key, ".") {
		key = strings.Replace(key, ",", ".", 1)
	}
	if counts && strings.Count(key, ".") == 1 {
		key = strings.TrimRight(key, "0")
	}
	return key
}

// counts takes in the figure up to end.
func (b *builder) counts(id uint64, is flags, end int) {
	b.put(token{id: id, is: figure | is})
	b.at, b.counted = end, end
}

// units takes in what a figure counts, in short or at length.
func (b *builder) units() {
	for ; b.at < len(b.words); b.at++ {
		w := &b.words[b.at]
		e := w.known
		if e == nil || w.ends || w.comma {
			return
		}
		switch {
		case e.role == unit, w.key == "second":
			b.put(token{id: e.id})
		case e.role == short, e.role == scale:
			if e.role == scale && !b.reads(b.at-1, "degrees") && !b.reads(b.at-1, "°") {
				return
			}
			b.put(token{id: e.short})
		default:
			return
		}
		b.counted = b.at + 1
	}
}

// valueID is the id of a number, a time, a date or an ordinal.
func valueID(of byte, value int64) uint64 {
	return spread(uint64(value)*31 + uint64(of)) //nolint:gosec // a hash
}
