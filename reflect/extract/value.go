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
var particles = text.Set(`de del della di da dos van von der den la le el al bin ibn ter mac mc o st`)

// notNames are words that follow "my name is" and "call me" without being one.
var notNames = text.Set(`mud right wrong funny spelled spelt pronounced written taken misspelled correct important secret common rare
	tomorrow today tonight later soon back now asap anytime sometime crazy old when if maybe sorry done sure fine good great
	looking back new here well afraid glad happy sad confused tired stuck lost ready late early busy free interested curious
	blocked desperate having ok okay vegan vegetarian pescatarian diabetic bus train car bike plane foot
	monday tuesday wednesday thursday friday saturday sunday
	được gì ai lúc vậy thế sao người một cái con fan`)

var nameCuts = text.Set(`and from at with for who in on but or và ở từ tại còn`)

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
		if !t.capital && !particles[t.key] || text.Demonym(t.key) || text.StopIn(t.key).Has(text.English) && l.code == "en" {
			return nil
		}
	}
	return v
}

func anyCapital(v []token) bool {
	return slices.ContainsFunc(v, func(t token) bool { return t.capital })
}

// pointing are words that mean something only where they were said.
var pointing = text.Set(`it them him her you your one ones here there this that these those này option version variant kia đó đấy ấy`)

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
var lesser = text.Set(`less neither`)

// deed is thing for "to" and a verb of undertakings that last.
func deed(l *language, v []token) []token {
	if len(v) > 2 && v[0].key == "to" && (undertakings[v[1].key] || ambitions.opens(v[1:], false)) && !interrogatives[v[2].key] {
		if rest := thing(l, v[1:]); rest != nil {
			return v[:len(rest)+1]
		}
	}
	return nil
}

// ambitions are those that only several words tell from what is wanted for the moment.
var ambitions = enPhrases("get better|fit|fitter|healthy|healthier|into|promoted|certified|qualified", "run a|my marathon|half|ultra|10k|5k|10k", "stop|quit|give|cut up|down|out? on? smoking|drinking|procrastinating|sugar|alcohol|meat|nicotine",
	"lose weight", "lose # kilos|kg|pounds|stone", "move abroad", "write|publish a|my novel|book|thesis|memoir|screenplay", "start|open|launch|run|have a|an|my own? business|company|shop|café|cafe|restaurant|studio|bakery|farm|gallery|practice|salon|school",
	"buy a|my|our own? house|flat|home|boat|farm", "work as", "save up? for", "read more", "speak better", "sell up", "get my _ _? under|below|down", "go|run|swim|cycle|row|finish|get under|below|sub #", "break #", "get back to # _", "get back into running|shape|work|cycling|swimming|climbing|teaching",
	"get my _? _? licence|license|degree|certificate|diploma|belt|papers|citizenship|teeth", "quit|stop|give up? smoking|drinking|vaping|sugar", "retire|move|emigrate|relocate to")

// undertakings open a goal; other wants are mostly of the moment.
var undertakings = text.Set(`become learn pass master study graduate qualify improve quit speak retire trở học thi thành đỗ đậu luyện giỏi`)

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
	dateLeads = text.Set(`on the là vào`)
	dateWords = text.Set(`the of st nd rd th monday tuesday wednesday thursday friday saturday sunday ngày tháng năm mùng ngay thang nam mung`)
	months    = text.Set(`january february march april may june july august september october november december jan feb mar apr jun jul
		aug sep sept oct nov dec`)
)

// years accepts "34 years old" and takes the figure.
func years(_ *language, v []token) []token {
	if len(v) > 3 && (v[2].key == "of" && v[3].key != "age" || v[3].key == "in" || v[3].key == "at") {
		return nil // in their head, at heart
	}
	if len(v) > 0 && lifetime(v[0]) && (len(v) == 1 || breaks(v[1].gap) || ageEnds[v[1].key] || len(v) > 2 && v[1].key == "in" && months[v[2].key]) {
		return v[:1]
	}
	if len(v) >= 3 && v[0].digit && (v[1].key == "years" || v[1].key == "yrs") && (v[2].key == "old" || v[2].key == "of") || len(v) >= 2 && v[0].digit && v[1].key == "tuổi" ||
		len(v) >= 2 && v[0].digit && v[1].key == "tuoi" {
		return v[:1]
	}
	return nil
}

// lifetime tells whether a figure alone is an age.
func lifetime(t token) bool { return !t.part && len(t.key) == 2 && t.key >= "10" && t.key <= "99" }

// ageEnds are words behind an age.
var ageEnds = text.Set(`and btw but by last next now so this today tomorrow yesterday`)

// address accepts an e-mail address, phone a telephone number.
func address(_ *language, v []token) []token {
	if len(v) == 1 && strings.Contains(v[0].key, "@") {
		return v
	}
	return nil
}

func phone(_ *language, v []token) []token {
	digits, end := 0, 0
	for end < len(v) && v[end].digit {
		digits += len(v[end].key)
		end++
	}
	if digits < 5 || end < len(v) && text.StopIn(v[end].key) == 0 {
		return nil
	}
	return v[:end]
}

// occupation accepts what ends in the word of an occupation, up to where the
// employer or the place begins.
func occupation(l *language, v []token) []token {
	v = l.cut(v, occupationCuts)
	for i := 1; i < len(v); i++ {
		if l.code == "en" && (counted(v[i]) || numerals[v[i].key]) {
			v = v[:i] // a farrier thirty years
			break
		}
	}
	if len(v) == 0 || len(v) > 6 || strings.HasSuffix(v[0].key, "ing") && !callings[v[0].key] && len(v) != 2 || hasAny(v[:len(v)-1], unlike) || len(v) > 1 && determiners[v[1].key] {
		return nil
	}
	for i := range v {
		if l.code == "vi" && i > 0 {
			break
		}
		for n := 1; n <= 2 && i+n <= len(v); n++ {
			if (occupations[joined(v[i:i+n])] || n == 1 && l.code == "en" && professional(v[i].key)) && (l.code == "vi" && i == 0 || l.code == "en" && i+n == len(v)) {
				return v
			}
		}
	}
	return nil
}

// professional tells whether a word is formed as those are for who does something for a living.
func professional(key string) bool {
	if leanings[key] {
		return false
	}
	for _, end := range professions {
		if len(key) > len(end)+2 && strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

var (
	// professions end the words for those who have one.
	professions = []string{"grapher", "herder", "ician", "ist", "keeper", "logist", "maker", "monger", "smith", "worker", "wright"}
	// leanings are formed so, and are what people are beside their work.
	leanings = text.Set(`absolutist activist alarmist altruist anarchist antagonist atheist authoritarian bigamist buddhist capitalist
		centrist chauvinist communist conformist copyist cyclist defeatist dualist egoist elitist environmentalist exhibitionist
		extremist fascist fatalist feminist finalist fundamentalist hedonist homemaker humanist idealist imperialist individualist
		leftist list loyalist marxist masochist materialist matchmaker methodist minimalist misogynist monarchist motorcyclist
		motorist narcissist nationalist naturist nihilist non-conformist nudist opportunist optimist pacemaker pacifist peacemaker
		perfectionist pessimist populist protagonist purist racist rationalist realist recordkeeper royalist sadist scorekeeper
		separatist sexist sceptic socialist soloist specialist survivalist terrorist timekeeper tourist traditionalist troublemaker
		twist unionist utopist vocalist wist zionist`)
)

// callings are what is done by those who have an occupation, and part of its name.
var callings = text.Set(`acting banking building catering cleaning clothing dancing engineering farming fencing fishing lighting marketing mining nursing
	pricing printing riding roofing sailing singing skiing swimming teaching training visiting wedding welding working`)

// unlike are words before an occupation that say it is none, or not theirs now.
var unlike = text.Set(`former ex wannabe would-be aspiring future failed bad terrible lousy fake no not never hard only good great decent better fast slow quick struggling budding failing starving making being getting growing losing big huge keen avid amateur designated heavy`)

func joined(v []token) string {
	keys := make([]string, len(v))
	for i, t := range v {
		keys[i] = t.key
	}
	return strings.Join(keys, " ")
}

var occupationCuts = text.Set(`at in for from with who and of on by here now since as over too again living working near out outside up down ở tại của và cho`)
