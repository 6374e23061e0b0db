package claim

import (
	"math"
	"slices"
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

var ordinalEnds = []string{"st", "nd", "rd", "th"}

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
	if n := len(w.key); n > 2 && slices.Contains(ordinalEnds, w.key[n-2:]) {
		if value, whole, _ := digits(w.key[:n-2]); whole {
			return value, at + 1
		}
	}
	return 0, at
}
