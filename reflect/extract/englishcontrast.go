package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// englishContrast reads "not Tuesday but Wednesday", "I meant Lisbon, not Porto",
// "no, it's 42", "make that 7pm" and "correction: …".
func englishContrast(l *language, t []token, retracts bool) (wrong, right []token) {
	body := l.open(t, false)
	if n, _, ok := longest(iMeant, body, false); ok {
		return meant(l, body[n:])
	}
	if n, _, ok := longest(contrastHeads, body, false); ok {
		for i := n + 1; i < len(body); i++ {
			if body[i].key == "but" {
				return bothExact(l, body[n:i], body[i+1:])
			}
		}
	}
	if n, _, ok := longest(itIs, body, false); ok && (retracts || len(t) <= shortReply) {
		if wrong, right = meant(l, body[n:]); wrong != nil || right != nil && retracts {
			return wrong, right
		}
	}
	if at, n := putOff.find(body, false); at > 0 {
		if right = pointed(l, body[at+n:]); len(right) > 0 && anyTime(right[:1]) {
			return nil, right
		}
	}
	if wrong, right = notThen(body); right != nil {
		return wrong, right
	}
	for i := 2; i < len(body); i++ {
		if body[i].key == "instead" && (i+1 == len(body) || breaks(body[i+1].gap)) {
			return nil, rescheduled(body[:i])
		}
	}
	if n, _, ok := longest(makeIt, body, false); ok && (body[1].key == "that" || retracts) {
		return meant(l, body[n:])
	}
	if n, _, ok := longest(correctionIs, t, false); ok && len(t) > n+1 {
		return nil, l.trim(t[n:])
	}
	return nil, nil
}

var (
	contrastHeads = en("it's|that's? not", "it|that is not")
	iMeant        = en("i meant", "i mean")
	itIs          = en("it's", "it is", "it should be")
	makeIt        = en("make it|that")
	correctionIs  = en("correction")
)

// putOff stands before another time for what was to be.
var putOff = enPhrases("rescheduled|postponed|pushed back|forward|out? to|until|till",
	"moved|shifted|pushed|changed back|forward? to", "been|got|was|is moved|changed|put to", "brought forward to")

// notThen reads "the call is at 5 now, not 4", of hours, days and months.
func notThen(t []token) (wrong, right []token) {
	for i := 2; i+1 < len(t); i++ {
		if t[i].key != "not" || !strings.Contains(t[i].gap, ",") && t[i-1].key != "and" || !anyTime(t[i+1:i+2]) || i+2 < len(t) && !breaks(t[i+2].gap) {
			continue
		}
		for k := i - 1; k >= max(0, i-3); k-- {
			if anyTime(t[k : k+1]) {
				return t[i+1 : i+2], t[k : k+1]
			}
		}
	}
	return nil, nil
}

// rescheduled takes the time behind the last of the words before one: "the jab is on the 26th".
func rescheduled(t []token) []token {
	for i := len(t) - 1; i > 0; i-- {
		switch v := t[i]; {
		case leads[v.key]:
			return indefinite(t[i+1:])
		case !v.digit && !weekdays[v.key] && !months[v.key] && !dateWords[v.key] && v.key != "noon" && v.key != "midnight":
			return nil
		}
	}
	return nil
}

// meant reads "Lisbon, not Porto".
func meant(l *language, v []token) (wrong, right []token) {
	for i := 1; i+1 < len(v); i++ {
		if v[i].key == "not" {
			return bothExact(l, v[i+1:], v[:i])
		}
	}
	return nil, pointed(l, v)
}

// pointed takes an exact value, a day in small letters, or what tells one of several by
// its colour: the blue one.
func pointed(l *language, v []token) []token {
	if w := exact(l, indefinite(v)); w != nil {
		return w
	}
	v = l.trim(v)
	if len(v) == 3 && v[0].key == "the" && (v[2].key == "one" || v[2].key == "ones") && colours[v[1].key] {
		return v[1:2]
	}
	if last := len(v) - 1; last >= 0 && last <= 1 && (weekdays[v[last].key] || colours[v[last].key]) && (last == 0 || leads[v[0].key]) {
		return v
	}
	return nil
}

var weekdays = text.Set("monday tuesday wednesday thursday friday saturday sunday")

// bothExact accepts two values that may take each other's place: both exact, or a word or
// two each.
func bothExact(l *language, wrong, right []token) ([]token, []token) {
	wrong, right = indefinite(wrong), indefinite(right)
	if w, r := exact(l, wrong), exact(l, right); len(w) > 0 && len(r) > 0 {
		return w, r
	}
	if wrong, right = brief(l, wrong), brief(l, right); len(wrong) == 0 || len(right) == 0 {
		return nil, nil
	}
	return wrong, right
}

// indefinite is a phrase without its article.
func indefinite(v []token) []token {
	if len(v) > 1 && v[0].key == "the" {
		return v[1:]
	}
	return v
}

// brief accepts a thing of a word or two.
func brief(l *language, v []token) []token {
	if v = l.trim(v); len(v) == 0 || len(v) > 2 || text.StopIn(v[0].key) != 0 || text.StopIn(v[len(v)-1].key) != 0 || hasAny(v, pointing) {
		return nil
	}
	return v
}
