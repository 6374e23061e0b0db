package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// introduction accepts a name where a greeting opens the sentence: "Hi, I'm Ana".
// Elsewhere "I'm Done" and "I'm German" look the same.
func introduction(l *language, v []token) []token {
	if v = l.trim(v); len(v) > 2 {
		return nil
	}
	for _, t := range v {
		if strings.HasSuffix(t.key, "ing") {
			return nil
		}
	}
	return nameStrict(l, v)
}

// introduced accepts a name that is all that is said: "I'm Marta". It has small letters
// behind its capital, and is no word for what people are.
func introduced(l *language, v []token) []token {
	for _, t := range introduction(l, v) {
		if t.upper || signs[t.key] || tongueNames[t.key] || weekdays[t.key] || months[t.key] || events[t.key] || occupations[t.key] || diets[t.key] || afflicted[t.key] || foods[t.key] || adjective(t.key) {
			return nil
		}
	}
	return introduction(l, v)
}

// adjective tells whether a word is formed as those are that say of what sort somebody is,
// and as names seldom are.
func adjective(key string) bool {
	if strings.HasSuffix(key, "ian") && !givenNames[key] {
		return true
	}
	for _, end := range []string{"-based", "-enabled", "-free", "able", "ful", "ible", "less", "ous", "thern", "stern"} {
		if strings.HasSuffix(key, end) {
			return true
		}
	}
	return false
}

// givenNames are the names that are formed so.
var givenNames = text.Set(`adrian bastian brian christian cillian cristian damian dorian fabian florian gillian ian jillian julian kilian lillian
	marian sebastian vivian`)

// justName takes the name behind "just": "just Ben is fine".
func justName(l *language, v []token) []token {
	if len(v) != 2 || v[0].key != "just" {
		return nil
	}
	return nameStrict(l, v[1:])
}

// signs are what people say they are with a capital, beside nations and creeds.
var signs = text.Set(`agnostic aquarius aries atheist batman cancer capricorn gemini gen geordie gryffindor hispanic hufflepuff
	latina latino legend leo libra mormon pisces ravenclaw sagittarius scorpio scouse sikh slytherin spartacus taurus team type
	virgo`)

var greetings = text.Set(`chào hello hey hi xin`)

// tongues takes the names of languages out of a list of them, up to another word.
func tongues(_ *language, v []token) (out []token) {
	for i, t := range v[:min(len(v), longestList)] {
		switch {
		case tongueNames[t.key] || t.capital && !t.upper && (i == 0 || breaks(t.gap)) && text.StopIn(t.key) == 0 && !tools[t.key] && !weekdays[t.key]:
			out = append(out, t)
		case !tongueWords[t.key]:
			return out
		}
	}
	return out
}

// longestList is how many words a list of names or languages is read to.
const longestList = 30

// tonguesToo is tongues, of a phrase in which they are spoken.
func tonguesToo(l *language, v []token) []token {
	if !slices.ContainsFunc(v[:min(len(v), longestThing)], func(t token) bool { return t.key == "speak" }) {
		return nil
	}
	return tongues(l, v)
}

// tonguesKnown is tongues, of languages that are sure to be some.
func tonguesKnown(l *language, v []token) []token {
	for i := 1; i < len(v) && i < longestItem; i++ {
		if tongueNames[v[i-1].key] && !breaks(v[i].gap) && text.StopIn(v[i].key) == 0 && !l.tails[v[i].key] {
			return nil // a little French restaurant
		}
	}
	return slices.DeleteFunc(tongues(l, v), func(t token) bool { return !tongueNames[t.key] })
}

// names takes the names out of a list of them: Jack and Finn.
func names(_ *language, v []token) (out []token) {
	for i, t := range v[:min(len(v), longestList)] {
		switch {
		case t.capital && !t.upper && text.StopIn(t.key) == 0 && !text.Demonym(t.key) && (i == 0 || t.gap != " " || v[i-1].key == "and"):
			out = append(out, t)
		case t.key != "and" && t.key != "called" && t.key != "named":
			return out
		}
	}
	return out
}

// tongueWords are said of how well a language is spoken, and of languages.
var tongueWords = text.Set(`a advanced also and as bad bit both broken conversational decent fluent fluently good i intermediate
	language little mainly mostly my native of okay only or passable poor reasonable some speak well`)

// standing accepts a state that somebody is in for long.
func standing(l *language, v []token) []token {
	n, ok := standings.at(v, false)
	if !ok || n < len(v) && !breaks(v[n].gap) && (text.StopIn(v[n].key) == 0 && !l.tails[v[n].key] || leaving[v[n].key] && (n+1 == len(v) || !months[v[n+1].key])) {
		return nil
	}
	return l.cut(v, nil)
}

// standingBare accepts such a state that stands for itself: "Retired, two dogs".
func standingBare(l *language, v []token) []token {
	n, ok := standings.at(v, false)
	if !ok || n < len(v) && !breaks(v[n].gap) && !apart[v[n].key] {
		return nil
	}
	return v[:n]
}

// childrenBare accepts nothing but how many children somebody has.
func childrenBare(l *language, v []token) []token {
	out := children(l, v)
	if len(out) < len(v) && len(out) > 0 && v[len(out)].key != "under" {
		return nil
	}
	return out
}

// elsewhere are words behind children that are not the writer's: two boys on the team.
var elsewhere = text.Set(`at from in on who`)

// leaving are words behind what is then no state of somebody's life: engaged in talks.
var leaving = text.Set(`by from in off out up`)

var standings = enPhrases("a? mum|mom|dad|mother|father|parent|grandparent|grandmother|grandfather of|to one|two|three|four|five|#",
	"sober", "a carer", "on maternity|paternity|parental|sick|adoption|compassionate|garden|gardening leave", "on a? sabbatical",
	"on disability", "semi-retired", "retired",
	"unemployed", "self-employed", "between|out of? jobs|work", "married", "engaged", "divorced", "separated", "widowed",
	"single", "a? widow|widower", "getting married|remarried|divorced", "expecting twins|_? _? baby|child", "having a baby",
	"a? single|new|stay-at-home|working|foster mum|mom|dad|parent|mother|father")

// children accepts how many children or siblings somebody has.
func children(l *language, v []token) []token {
	v = l.cut(v, wordSetOnce)
	for i, t := range v {
		if i == 0 && (t.key == "twins" || t.key == "triplets") {
			return v[:1]
		}
		if i > 0 && i <= 3 && offspring[t.key] && (v[0].digit || counts[v[0].key] || v[0].key == "a" || v[0].key == "one") && (i+1 == len(v) || breaks(v[i+1].gap) || text.StopIn(v[i+1].key) != 0 && !elsewhere[v[i+1].key]) {
			return v[:i+1]
		}
	}
	return nil
}

var offspring = text.Set(`baby boys brother brothers children daughter daughters girls grandchild grandchildren granddaughter
	grandkids grandson kids siblings sister sisters son sons stepchildren toddler toddlers twins`)

// addressWithin takes the e-mail address behind "is" or a colon, of a phrase that says whose.
func addressWithin(_ *language, v []token) []token {
	mail := false
	for i, t := range v[:min(len(v), longestThing)] {
		mail = mail || mails[strings.TrimSuffix(t.key, "'s")]
		switch {
		case denying[t.key]:
			return nil
		case strings.Contains(t.key, "@") && (mail || i == 0):
			return v[i : i+1]
		}
	}
	return nil
}

// mails are words for an address, or for what is sent there.
var mails = text.Set(`address e-mail email gmail inbox mail`)

var denying = text.Set(`dead isn't never no not old was wasn't`)

// zone takes a time zone by its short name.
func zone(_ *language, v []token) []token {
	if len(v) > 0 && (strings.HasPrefix(v[0].key, "utc+") || strings.HasPrefix(v[0].key, "gmt+")) {
		return v[:1]
	}
	if len(v) > 0 && zones[v[0].key] && (len(v) == 1 || text.StopIn(v[1].key) != 0 || v[1].key == "time" || strings.HasPrefix(v[1].gap, "+")) {
		return v[:1]
	}
	return nil
}

var zones = text.Set(`aedt aest akst bst cdt cest cet cst edt eest eet est gmt hkt ict ist jst kst mdt msk mst nzdt nzst pdt pst
	sgt utc wet`)
