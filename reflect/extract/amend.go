package extract

import (
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
)

// amended are statements with what their message takes back in the same breath put right:
// "green, no wait, blue" states blue. What the slip was is stated by nobody, so it is no
// correction of anything that was learned before.
func (l *language) amended(m *message, list []Statement) []Statement {
	if len(l.amends) == 0 {
		return list
	}
	for i := 0; i < len(list); i++ {
		right, ok := l.amendment(m, list[i])
		if !ok {
			continue
		}
		slip := list[i].End
		list[i] = right
		list = slices.DeleteFunc(list, func(s Statement) bool { return s.Kind == Correction && slip <= s.Start && s.End <= right.End })
	}
	return list
}

// amendment is a statement with the value that takes the place of its own.
func (l *language) amendment(m *message, s Statement) (Statement, bool) {
	behind := since(m.tokens, s.End)
	if s.Kind != Fact && s.Kind != UserFact || s.Predicate == Note || len(behind) == 0 || !breaks(behind[0].gap) || strings.ContainsAny(behind[0].gap, "?？") {
		return s, false
	}
	v, sure := l.instead(m, behind)
	said, slip := since(m.tokens, s.Start), since(m.tokens, s.End-len(s.Value))
	if len(v) == 0 || len(slip)-len(behind) > longestSlip || !sure && !alike(m.text[s.Start:s.End], s.Value, m.between(v)) {
		return s, false
	}
	v[0].gap = " "
	for _, is := range l.clauses(m, slices.Concat(said[:len(said)-len(slip)], v)) {
		if is.Kind == s.Kind && is.Predicate == s.Predicate && is.End == v[len(v)-1].end {
			is.Corrects = s.Corrects
			return is, !strings.EqualFold(is.Value, s.Value)
		}
	}
	return s, false
}

// longestSlip is how many words a value has of which the whole is taken back; of a longer
// one a part may be.
const longestSlip = 3

// instead is the value that stands alone behind words that take the one before them back;
// sure tells that they can mean nothing else.
func (l *language) instead(m *message, t []token) (v []token, sure bool) {
	n, sure := l.amends.at(t, !m.accented)
	if !sure {
		if n = 1; len(t) < 2 || !slips[t[0].key] || !strings.Contains(t[1].gap, ",") {
			return nil, false
		}
	}
	to := n
	for to < len(t) && (to == n || !breaks(t[to].gap) || nameGoesOn(t, to)) {
		to++
	}
	v = slices.Clone(l.trim(t[n:to]))
	if len(v) == 0 || len(v) > longestName || courteous[v[0].key] || adverbs[v[0].key] {
		return nil, false
	}
	if asked := m.text[t[to-1].end:]; strings.HasPrefix(asked, "?") || strings.HasPrefix(asked, "？") {
		return nil, false
	}
	return v, sure
}

// alike tells whether a value may take the place of the one that is stated, by its sort.
func alike(said, value, other string) bool {
	bare, list := Alike(said, other, time.Unix(0, 0))
	return bare == other && slices.Contains(list, value)
}

// slips open what takes back what was said, and much else.
var slips = text.Set(`no nope sorry wait oops`)

// courteous are words that follow these where nothing is taken back.
var courteous = text.Set(`thanks thank please`)

// englishAmends take back the value before them.
func englishAmends() phrases {
	return enPhrases("no|oh|oops|sorry? wait no|sorry?", "no|oops|sorry|wait|actually? scratch|strike that", "no|oops|sorry|wait|actually? i|rather? mean|meant", "or rather",
		"no|nope sorry", "sorry no", "no|sorry|wait|oops make|made that|it", "no|wait|oops|sorry i misspoke")
}
