package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// belonging takes what somebody has for long, with its name: "two cats, Miso and Tofu".
func belonging(l *language, v []token) []token {
	if len(v) == 0 || !counted(v[0]) && (!belongings[v[0].key] || len(v) > 1 && !breaks(v[1].gap)) {
		return nil
	}
	for i := 0; i < len(v) && i < longestItem+1; i++ {
		if i > 0 && (breaks(v[i].gap) || text.StopIn(v[i].key) != 0 && !counted(v[i])) {
			return nil
		}
		next := i + 1
		single := next == len(v) || breaks(v[next].gap) || text.StopIn(v[next].key) != 0 || times[v[next].key] || v[next].key == "called" || v[next].key == "named" || l.tails[v[next].key]
		if next < len(v) && (v[next].key == "to" || v[next].key == "for") {
			return nil // a car to mend, for sale
		}
		if single && (belongings[v[i].key] || i > 0 && (branded(v[i]) || v[i].capital && belongings[v[i-1].key])) {
			return v[:named(v, next)]
		}
	}
	return nil
}

// counted tells whether a word says how many there are.
func counted(t token) bool {
	return t.digit || counts[t.key] || t.key == "a" || t.key == "an" || t.key == "one"
}

// branded tells whether a word is the name of a make: Dobsonian.
func branded(t token) bool {
	return t.capital && len(t.key) > 3 && !t.digit && !t.upper && !text.Demonym(t.key) && !weekdays[t.key] && !months[t.key] && !events[t.key] && text.StopIn(t.key) == 0
}

// events are what people have with a capital, and not for long.
var events = text.Set(`airbnb christmas covid easter eurostar facebook instagram netflix skype spotify teams twitter uber zoom`)

// named goes on over the name of a belonging, and over what else there is.
func named(v []token, end int) int {
	from := end
	switch {
	case end == len(v):
		return end
	case v[end].key == "and" && end+2 < len(v) && counted(v[end+1]) && belongings[v[end+2].key]:
		return named(v, end+3)
	case v[end].key == "called" || v[end].key == "named":
		from++
	case !strings.Contains(v[end].gap, ",") && !strings.Contains(v[end].gap, ":"):
		return end
	}
	for at := from; at < len(v) && (v[at].capital || v[at].key == "and" && at > from); at++ {
		if v[at].capital {
			end = at + 1
		}
	}
	return end
}

// belongingBare accepts what somebody owns without saying how many: my flat.
func belongingBare(l *language, v []token) []token {
	if v = l.cut(v, wordSetOnce); len(v) == 0 || len(v) > 3 || !belongings[v[len(v)-1].key] {
		return nil
	}
	return v
}

// made accepts what has a year or the name of a make: "1921 Hjorth".
func made(l *language, v []token) []token {
	for i := range v {
		if i > 0 && (breaks(v[i].gap) || text.StopIn(v[i].key) != 0) {
			v = v[:i]
			break
		}
	}
	if last := len(v) - 1; last < 0 || last > 3 || !branded(v[last]) {
		return nil
	}
	return l.trim(v)
}

// belongingsLeft takes what somebody has, behind "it's": it's only two hives now.
func belongingsLeft(l *language, v []token) []token {
	if len(v) < 3 || v[0].key != "it's" && v[0].key != "its" {
		return nil
	}
	for v = v[1:]; len(v) > 0 && (adverbs[v[0].key] || v[0].key == "only"); {
		v = v[1:]
	}
	return herd(l, v)
}

// herd accepts nothing but a number of animals or things.
func herd(_ *language, v []token) []token {
	if len(v) < 2 || len(v) > 3 || !belongings[v[len(v)-1].key] {
		return nil
	}
	return v
}

// property takes what somebody owns, with what it is: "Kapstok, a small coffee bar in Ghent".
func property(l *language, v []token) []token {
	end := clauseEnd(v)
	own := l.cut(v[:end], wordSetOnce)
	if len(own) == 0 || !own[0].capital && !counted(own[0]) || hasAny(own, pointing) {
		return nil
	}
	if own[0].capital && len(own) == end && end+1 < len(v) && (v[end].key == "a" || v[end].key == "an") {
		return l.cut(v[:end+clauseEnd(v[end:])], nil)
	}
	return own
}

// business is property that is a shop or the like.
func business(l *language, v []token) []token {
	v = property(l, v)
	if !hasAny(v, businesses) {
		return nil
	}
	return v
}

// clauseEnd is where the first clause of a phrase ends.
func clauseEnd(v []token) int {
	for i := 1; i < len(v); i++ {
		if breaks(v[i].gap) {
			return i
		}
	}
	return len(v)
}
