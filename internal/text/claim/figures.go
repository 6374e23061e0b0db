package claim

import "strings"

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
