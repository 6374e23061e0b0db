package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// place accepts where somebody lives or works: with a capital or a figure in it,
// or with an article.
func place(l *language, v []token) []token {
	v = l.cut(v, wordSetOnce)
	v = dropTime(v)
	if len(v) == 0 || len(v) > longestPlace || l.vague[v[0].key] && !determiners[v[0].key] {
		return nil
	}
	if !anyCapital(v) && (!determiners[v[0].key] || len(v) < 2) && !typed(v) || hasAny(v[:min(2, len(v))], notPlaces) || notPlaces[v[len(v)-1].key] {
		return nil
	}
	return v
}

// homeAhead accepts where somebody will live, up to when; workAhead where they will work, and
// joinAhead where they will join, which is no call.
func homeAhead(l *language, v []token) []token { return homeNamed(l, l.cut(v, whens)) }

func workAhead(l *language, v []token) []token {
	if v = l.cut(v, whens); !anyCapital(v[:min(len(v), 2)]) || weekdays[v[0].key] || months[v[0].key] {
		return nil
	}
	return placeNamed(l, v)
}

func joinAhead(l *language, v []token) []token {
	if v = workAhead(l, v); hasAny(v, events) {
		return nil
	}
	return noTool(v)
}

// whens are words behind which it is said when, or that it is so after all.
var whens = text.Set(`after as at before by come during from in on once`)

// postal accepts where letters come to: a name and a number, up to what else is said.
func postal(l *language, v []token) []token {
	v = l.cut(v[:min(len(v), longestAddress)], addressEnds)
	if !anyCapital(v) || !slices.ContainsFunc(v, func(t token) bool { return t.digit }) || slices.ContainsFunc(v, func(t token) bool { return strings.Contains(t.key, "@") }) {
		return nil
	}
	return v
}

// longestAddress is how many words an address has.
const longestAddress = 12

// addressEnds are words behind an address.
var addressEnds = text.Set(`and as but for from if in please since so starting until where which`)

// notPlaces are states that people live, work or come from as well.
var notPlaces = text.Set(`beginning bottom start top fear hope peace exile doubt night home weekend weekends moment money free fun support meeting team
	office job music today tomorrow work living desk moment bubble terminal timezone same different wrong background proposal nhà đây đó đâu kia`)

var determiners = text.Set(`a an the my our một cái công`)

// typed tells whether a phrase is the name of a place as who writes no capitals types it.
func typed(v []token) bool {
	if len(v) == 0 || len(v) > 2 {
		return false
	}
	for _, t := range v {
		if !t.small || t.digit || text.StopIn(t.key) != 0 || conditionsOfLife[t.key] || strings.HasSuffix(t.key, "ing") || strings.HasSuffix(t.key, "ly") {
			return false
		}
	}
	return true
}

// conditionsOfLife are what people live in and work for as well.
var conditionsOfLife = text.Set(`change heaven hell limbo charity chaos commission constant darkness debt denial height interest isolation luxury minimum misery pace pain peanuts pennies
	pleasure poverty profit progress random retail school shorts silence sin speed squalor tips town uni university wages war work
	it hr finance sales tech marketing healthcare hospitality education insurance law politics accounting engineering logistics media publishing`)

// home accepts where somebody lives, homeNamed by its name alone.
func home(l *language, v []token) []token { return noTool(place(l, v)) }

func homeNamed(l *language, v []token) []token { return noTool(placeNamed(l, v)) }

func noTool(v []token) []token {
	if hasAny(v[:min(2, len(v))], tools) {
		return nil
	}
	return v
}

// tools are what people say they live in, come from and moved to beside places.
var tools = text.Set(`linux windows mac macos android ios firefox chrome safari edge slack teams discord zoom aws azure gcp github gitlab
	jira notion excel word outlook gmail vim emacs vscode python java javascript typescript rust go ruby php scala kotlin c++ react
	amazon google microsoft netflix trash inbox spam archive kubernetes docker postgres mysql premium version plan`)

// birthplace accepts where somebody was born: not when.
func birthplace(l *language, v []token) []token {
	if v = placeNamed(l, v); len(v) > 0 && months[v[0].key] {
		return nil
	}
	return v
}

// placeNamed accepts places with a name alone.
func placeNamed(l *language, v []token) []token {
	if v = place(l, v); !anyCapital(v) && !typed(v) || len(v) > 0 && v[0].key == "the" && !v[min(1, len(v)-1)].capital && (len(v) < 4 || v[2].key != "of") {
		return nil
	}
	return v
}

// wordSetOnce are the words that end a place.
var wordSetOnce = text.Set(`and or but as with since for from until till là để từ với và`)

func dropTime(v []token) []token {
	i := slices.IndexFunc(v, func(t token) bool { return times[t.key] })
	if i < 0 {
		i = len(v)
	}
	if i > 2 && i == len(v) && v[i-2].key == "in" && (months[v[i-1].key] || v[i-1].digit) {
		i -= 2 // Austin in May
	}
	return v[:i]
}

// times end a place: "Oslo last year".
var times = text.Set(`last this next since yesterday today years ago năm tháng tuần hôm`)
