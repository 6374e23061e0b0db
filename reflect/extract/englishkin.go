package extract

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// kinsfolk reads the names that stand beside those who belong to the writer: my brother
// Donal; my eldest, Tom, is six.
func (l *language) kinsfolk(m *message, t []token) (out []Statement) {
	for i := 0; i+1 < len(t); i++ {
		if t[i].key != "my" && t[i].key != "our" && !((t[i].key == "a" || t[i].key == "one") && hasAny(t[:i], havings)) || i > 0 && t[i-1].key == "not" {
			continue
		}
		at := i + 1
		if kinTerms[t[at].key] && at+1 < len(t) && kin[t[at+1].key] != "" {
			at++
		}
		who := kin[t[at].key]
		if who == "" {
			continue
		}
		v := before(m, t, i, at+1)
		next := t[at+1:]
		if len(next) > 1 && (next[0].key == "called" || next[0].key == "named") && !breaks(next[1].gap) {
			next = next[1:]
		}
		if v == nil && len(next) > 0 && (!owned[who] || superiors[who] && breaks(next[0].gap)) {
			v = beside(m, next)
		}
		if len(v) > 0 {
			r := rule{kind: Fact, predicate: who + "_name", confidence: .85}
			out = append(out, l.statement(m, &r, v, t[i:], ""))
		}
	}
	return out
}

// havings stand before those whom somebody has.
var havings = text.Set(`got have i've we've`)

// superiors are those of them who have a name of their own.
var superiors = text.Set(`boss manager`)

// before takes a name that stands before whose it is, and nothing else between commas or
// brackets: that's Dusty, my dog, on the rug.
func before(m *message, t []token, at, end int) []token {
	switch {
	case at == 0 || !t[at-1].capital || t[at-1].upper || end < len(t) && !breaks(t[end].gap):
		return nil
	case !strings.HasPrefix(t[at].gap, ",") && !strings.HasPrefix(t[at].gap, " ("):
		return nil
	case at > 1 && !presenting[t[at-2].key] && !breaks(t[at-1].gap):
		return nil
	}
	return properName(m, t[at-1:at])
}

// presenting are words before a name that is given.
var presenting = text.Set(`and called for from is it's meet named that's this to was with`)

// verbOfBrand tells whether a word is what people do with a brand: googled.
func verbOfBrand(key string) bool {
	for _, brand := range []string{"facebook", "facetime", "google", "photoshop", "skype", "uber", "whatsapp", "zoom"} {
		if strings.HasPrefix(key, brand) {
			return true
		}
	}
	return false
}

// owned are those of whom, as with "my company Slack", the next name may be another's.
var owned = text.Set(`band boat boss company farm manager shop`)

// kinTerms stand between "my" and kin.
var kinTerms = text.Set(`baby best big dear elder eldest ex late little lovely older oldest twin younger youngest`)

// beside takes a name that stands beside what it is the name of, at once or between commas.
func beside(m *message, t []token) []token {
	n := 0
	for n < len(t) && n < 2 && t[n].capital && !t[n].upper && (n == 0 || !breaks(t[n].gap)) {
		n++
	}
	if n == 0 || breaks(t[0].gap) && (n == len(t) || !enclosed(t[0].gap, t[n].gap)) {
		return nil
	}
	return properName(m, t[:n])
}

// enclosed tells whether what stands before and behind some words sets them apart.
func enclosed(before, behind string) bool {
	return strings.HasPrefix(before, ",") && strings.HasPrefix(behind, ",") || before == " (" && strings.HasPrefix(behind, ")")
}

// properName are words that are nothing but a name, without the "'s" of the last.
func properName(m *message, v []token) []token {
	v = bareLast(m, v)
	for _, t := range v {
		if verbOfBrand(t.key) || text.Demonym(t.key) || weekdays[t.key] || months[t.key] || text.StopIn(t.key).Has(text.English) || notNames[t.key] {
			return nil
		}
	}
	return v
}
