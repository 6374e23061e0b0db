package rank

import (
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Words that tell which side of a talk with an agent a question is about. None of them is about a subject.
var (
	// remembered is what of the one who is asked is only where to look.
	remembered = text.Set("memory memories notes records record knowledge history log logs files data")
	persons    = text.Set("i we")
	obliging   = text.Set("can may must should")
	obliged    = text.Set("allowed permitted supposed meant")
	copulas    = text.Set("was were")
	definite   = text.Set("the that those these there")
	saying     = text.Set("say said mention mentioned")
	talks      = text.Set("talk talks chat chats conversation conversations discussion discussions")
	// turning words begin what only says more of a thing. "Of" is none: what is of me is mine.
	turning = text.Set("about against after at before by for from if in on since to when where while with")
)

// wordAt is the word at a place, which may be outside.
func wordAt(tokens []traits.Token, i int) string {
	if i < 0 || i >= len(tokens) {
		return ""
	}
	return tokens[i].Word
}

// isYours tells whether a question is about what comes from the one who is asked: "your list", "according to you". What the asker
// did with it is not ("which of your recipes did I cook").
func isYours(tokens []traits.Token) bool {
	yours, mine := false, false
	for i, t := range tokens {
		before, next := wordAt(tokens, i-1), wordAt(tokens, i+1)
		switch {
		case t.Word == "you" && (before == "by" || before == "from" || before == "to" && wordAt(tokens, i-2) == "according"):
			return true
		case persons[t.Word]:
			mine = mine || inverted[before] || traits.Past(next)
		case t.Word == "your":
			yours = yours || next != "" && !remembered[next]
		}
	}
	return yours && !mine
}

// eitherSaid tells whether a question that has the asker in it is as much about what he was told as about what he said: of their
// talk ("did we say"), of how he is to do something, or of a thing that has to do with him but is not called his ("the
// exercises for my back").
func eitherSaid(tokens []traits.Token) bool {
	return ofOurTalk(tokens) || asksHowTo(tokens) || onlyConcernsMe(tokens)
}

// ofOurTalk tells whether a question is about what was said in a talk, and not about what the asker said or did.
func ofOurTalk(tokens []traits.Token) bool {
	ours := false
	for i, t := range tokens {
		next := wordAt(tokens, i+1)
		switch t.Word {
		case "i":
			if inverted[wordAt(tokens, i-1)] || saying[next] || next == "told" {
				return false
			}
		case "we":
			ours = ours || saying[next] || conversing[next]
		case "our":
			ours = ours || talks[next] || talks[wordAt(tokens, i+2)]
		}
	}
	return ours
}

// asksHowTo tells whether a question is how, or how much, the asker can or should do something, and not whose word it is about
// ("according to the broker"): of that the asker has told.
func asksHowTo(tokens []traits.Token) bool {
	how, to := false, false
	for i, t := range tokens {
		if t.Word == "according" {
			return false
		}
		to = to || how && persons[wordAt(tokens, i+1)] && (obliging[t.Word] || obliged[wordAt(tokens, i+2)])
		how = how || t.Word == "how"
	}
	return to
}

// ofMyPeople tells whether a question names somebody or something, and not only as whom or what a thing is for or about ("the toast
// for Ana"). In a talk with an agent those are of the asker's life: what he told of them answers, seldom what he was told. It knows
// English, where a capital is a name's.
func ofMyPeople(s string, tokens []traits.Token) bool {
	capitals := small(s)
	for i, t := range tokens {
		if i == 0 || !t.Upper || calls[t.Word] || !named(tokens, i, capitals) {
			continue
		}
		before := i - 1
		for before > 0 && (tokens[before].Upper || determiners[tokens[before].Word]) {
			before--
		}
		if w := tokens[before].Word; w != "of" && !turning[w] {
			return text.Detect(s, text.English) == text.English
		}
	}
	return false
}

// onlyConcernsMe tells whether a question is what a thing was, and the first word for the asker stands where more is said of it:
// not "the suit I wore" nor "the name of my dog". What a thing is may be asked for the first time.
func onlyConcernsMe(tokens []traits.Token) bool {
	if !hasWord(tokens, copulas) {
		return false
	}
	what, thing, turned := false, false, false
	for i, t := range tokens {
		before := wordAt(tokens, i-1)
		switch {
		case t.Word == "me" && telling[before]:
		case selves[t.Word] || ours[t.Word]:
			return turned
		case thing:
			turned = turned || turning[t.Word]
		default:
			thing = what && definite[t.Word] && (copulas[before] || listHeads[before])
		}
		what = what || listHeads[t.Word]
	}
	return false
}
