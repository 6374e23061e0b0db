package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// Bounds of values, in words.
const (
	longestName  = 5
	longestPlace = 8
	longestThing = 15
)

// cut ends a value at a word that begins something else, and trims it.
func (l *language) cut(v []token, also words) []token {
	for i, t := range v {
		if i > 0 && (l.cuts[t.key] || also[t.key]) {
			v = v[:i]
			break
		}
	}
	return l.trim(v)
}

// particles are small words inside of names.
var particles = wordSet(`de del della di da dos van von der den la le el al bin ibn ter mac mc o st`)

// notNames are words that follow "my name is" and "call me" without being one.
var notNames = wordSet(`mud right wrong funny spelled spelt pronounced written taken misspelled correct important secret common rare
	tomorrow today tonight later soon back now asap anytime sometime crazy old when if maybe sorry done sure fine good great
	looking back new here well afraid glad happy sad confused tired stuck lost ready late early busy free interested curious
	blocked desperate having ok okay vegan vegetarian pescatarian diabetic bus train car bike plane foot
	monday tuesday wednesday thursday friday saturday sunday
	được gì ai lúc vậy thế sao người một cái con fan`)

// nationalities can stand behind "I am" and are not names.
var nationalities = wordSet(`german french english american british italian spanish dutch swedish norwegian danish finnish polish
	russian chinese japanese korean vietnamese thai indian canadian australian brazilian mexican turkish greek portuguese
	irish scottish swiss austrian belgian catholic muslim jewish christian buddhist hindu european african asian`)

var nameCuts = wordSet(`and from at with for who in on but or và ở từ tại còn`)

// name accepts a person's name: capitalised words, or one or two in lower case
// that are no function words.
func name(l *language, v []token) []token {
	v = l.cut(v, nameCuts)
	if len(v) == 0 || len(v) > longestName {
		return nil
	}
	for i, t := range v {
		switch {
		case t.digit || notNames[t.key] || i == 0 && l.vague[t.key]:
			return nil
		case i > 0 && particles[t.key], t.capital:
		case len(v) > 2 || text.StopIn(t.key) != 0:
			return nil
		}
	}
	return v
}

// nameStrict accepts capitalised names alone, which nothing follows that would
// make them something else.
func nameStrict(l *language, v []token) []token {
	v = name(l, v)
	for _, t := range v {
		if !t.capital && !particles[t.key] || nationalities[t.key] || text.StopIn(t.key).Has(text.English) && l.code == "en" {
			return nil
		}
	}
	return v
}

// notPlaces are states that people live, work or come from as well.
var notPlaces = wordSet(`fear hope peace exile doubt night home weekend weekends moment money free fun support meeting team
	office job music today tomorrow work living desk moment bubble terminal timezone same different wrong background proposal nhà đây đó đâu kia`)

var determiners = wordSet(`a an the my our một cái công`)

// place accepts where somebody lives or works: with a capital or a figure in it,
// or with an article.
func place(l *language, v []token) []token {
	v = l.cut(v, wordSetOnce)
	v = dropTime(v)
	if len(v) == 0 || len(v) > longestPlace || l.vague[v[0].key] && !determiners[v[0].key] {
		return nil
	}
	if !anyCapital(v) && (!determiners[v[0].key] || len(v) < 2) || hasAny(v[:min(2, len(v))], notPlaces) || notPlaces[v[len(v)-1].key] {
		return nil
	}
	return v
}

// tools are what people say they live in, come from and moved to beside places.
var tools = wordSet(`linux windows mac macos android ios firefox chrome safari edge slack teams discord zoom aws azure gcp github gitlab
	jira notion excel word outlook gmail vim emacs vscode python java javascript typescript rust go ruby php scala kotlin c++ react
	kubernetes docker postgres mysql premium version plan`)

// home accepts where somebody lives, homeNamed by its name alone.
func home(l *language, v []token) []token { return noTool(place(l, v)) }

func homeNamed(l *language, v []token) []token { return noTool(placeNamed(l, v)) }

func noTool(v []token) []token {
	if hasAny(v[:min(2, len(v))], tools) {
		return nil
	}
	return v
}

// birthplace accepts where somebody was born: not when.
func birthplace(l *language, v []token) []token {
	if v = placeNamed(l, v); len(v) > 0 && months[v[0].key] {
		return nil
	}
	return v
}

// wordSetOnce are the words that end a place.
var wordSetOnce = wordSet(`and or but as with since for from until till là để từ với và`)

// placeNamed accepts places with a name alone.
func placeNamed(l *language, v []token) []token {
	if v = place(l, v); !anyCapital(v) || len(v) > 0 && v[0].key == "the" && !v[min(1, len(v)-1)].capital {
		return nil
	}
	return v
}

// times end a place: "Oslo last year".
var times = wordSet(`last this next since yesterday today years ago năm tháng tuần hôm`)

func dropTime(v []token) []token {
	if i := slices.IndexFunc(v, func(t token) bool { return times[t.key] }); i >= 0 {
		v = v[:i]
	}
	return v
}

func anyCapital(v []token) bool {
	return slices.ContainsFunc(v, func(t token) bool { return t.capital })
}

// pointing are words that mean something only where they were said.
var pointing = wordSet(`it them him her you your one ones here there this that these those này option version variant kia đó đấy ấy`)

// thing accepts what somebody likes, wants or is bad at, in any words, unless it
// points at something that only the conversation knows.
func thing(l *language, v []token) []token {
	v = l.cut(v, nil)
	if len(v) == 0 || len(v) > longestThing || l.vague[v[0].key] || hasAny(v, pointing) || hasAny(v, lesser) {
		return nil
	}
	return v
}

// lesser are words by which what is named first is liked less, or not.
var lesser = wordSet(`less neither`)

// deed is thing for "to" and a verb of undertakings that last.
func deed(l *language, v []token) []token {
	if len(v) > 2 && v[0].key == "to" && undertakings[v[1].key] && !interrogatives[v[2].key] {
		if rest := thing(l, v[1:]); rest != nil {
			return v[:len(rest)+1]
		}
	}
	return nil
}

// undertakings open a goal; other wants are mostly of the moment.
var undertakings = wordSet(`become learn pass master study graduate qualify improve quit speak retire trở học thi thành đỗ đậu luyện giỏi`)

// capitalised or figures: what an exact correction names.
func exact(l *language, v []token) []token {
	v = l.cut(v, nil)
	if len(v) == 0 || len(v) > longestName || l.vague[v[0].key] {
		return nil
	}
	if !anyCapital(v) && !slices.ContainsFunc(v, func(t token) bool { return t.digit }) {
		return nil
	}
	return v
}

// date accepts a day of the year: its figures, with a month's name or another figure,
// and nothing that would make it a span of time or an hour.
func date(l *language, v []token) []token {
	v = l.cut(v, nil)
	if len(v) > 0 && dateLeads[v[0].key] {
		v = v[1:]
	}
	figures, named := 0, false
	for _, t := range v {
		switch {
		case t.digit:
			figures += len(strings.FieldsFunc(t.key, func(r rune) bool { return r < '0' || r > '9' }))
		case months[t.key]:
			named = true
		case !dateWords[t.key]:
			return nil
		}
	}
	if len(v) > 6 || figures == 0 || figures < 2 && !named {
		return nil
	}
	return v
}

var (
	dateLeads = wordSet(`on the là vào`)
	dateWords = wordSet(`the of st nd rd th monday tuesday wednesday thursday friday saturday sunday ngày tháng năm mùng ngay thang nam mung`)
	months    = wordSet(`january february march april may june july august september october november december jan feb mar apr jun jul
		aug sep sept oct nov dec`)
)

// years accepts "34 years old" and takes the figure.
func years(_ *language, v []token) []token {
	if len(v) > 3 && (v[3].key == "in" || v[3].key == "at") {
		return nil // in their head, at heart
	}
	if len(v) >= 3 && v[0].digit && v[1].key == "years" && v[2].key == "old" || len(v) >= 2 && v[0].digit && v[1].key == "tuổi" ||
		len(v) >= 2 && v[0].digit && v[1].key == "tuoi" {
		return v[:1]
	}
	return nil
}

// address accepts an e-mail address, phone a telephone number.
func address(_ *language, v []token) []token {
	if len(v) == 1 && strings.Contains(v[0].key, "@") {
		return v
	}
	return nil
}

func phone(_ *language, v []token) []token {
	digits := 0
	for _, t := range v {
		if !t.digit {
			return nil
		}
		digits += len(t.key)
	}
	if digits < 5 {
		return nil
	}
	return v
}

// occupation accepts what ends in the word of an occupation, up to where the
// employer or the place begins.
func occupation(l *language, v []token) []token {
	v = l.cut(v, occupationCuts)
	if len(v) == 0 || len(v) > 6 || hasAny(v[:len(v)-1], unlike) {
		return nil
	}
	for i := range v {
		if l.code == "vi" && i > 0 {
			break
		}
		for n := 1; n <= 2 && i+n <= len(v); n++ {
			if occupations[joined(v[i:i+n])] && (l.code == "vi" && i == 0 || l.code == "en" && i+n == len(v)) {
				return v
			}
		}
	}
	return nil
}

// unlike are words before an occupation that say it is none, or not theirs now.
var unlike = wordSet(`former retired ex wannabe would-be aspiring future failed bad terrible lousy fake no not never`)

func joined(v []token) string {
	keys := make([]string, len(v))
	for i, t := range v {
		keys[i] = t.key
	}
	return strings.Join(keys, " ")
}

var occupationCuts = wordSet(`at in for from with who and of on by living working near ở tại của và cho`)
