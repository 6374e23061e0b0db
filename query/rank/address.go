package rank

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Parties are those who talk in a question, by the names under which records are spoken; empty where they are not known.
type Parties struct {
	I   string // who asks
	You string // who is asked: the agent itself
}

// The names under which the two sides of a chat with an agent usually speak, the commonest first.
var (
	usualUsers  = spellings("user", "human")
	usualAgents = append(spellings("assistant", "ai", "bot", "chatbot", "agent", "model", "gpt", "chatgpt", "llm"), "ChatGPT")
	// asides are what a chat has beside what its two sides say: its instructions, and what tools gave back.
	asides = spellings("system", "developer", "tool", "function")
	// usualAbroad are such names in other languages.
	usualAbroad = append(spellings("assistent", "asistente", "trợ lý"), "助手", "助理")
	// calls are the English names in lower case: an agent may be called by one wherever it speaks under another.
	calls = text.Set(strings.ToLower(strings.Join(usualAgents, " ")))
)

// spellings returns each name in lower case, with a capital, and in upper case.
func spellings(names ...string) (out []string) {
	for _, name := range names {
		out = append(out, name, strings.ToUpper(name[:1])+name[1:], strings.ToUpper(name))
	}
	return out
}

// Usual finds the parties of a chat with an agent by the names under which they usually speak, in lower case, upper case or with
// a capital. speaks tells whether somebody speaks under a name.
func Usual(speaks func(name string) bool) Parties {
	return Parties{I: firstOf(usualUsers, speaks), You: cmp.Or(firstOf(usualAgents, speaks), firstOf(usualAbroad, speaks))}
}

// IsUser tells whether a name is one under which the user of a chat usually speaks, whoever that is.
func IsUser(name string) bool { return slices.Contains(usualUsers, name) }

// IsAgent tells whether a name is one under which an agent usually speaks.
func IsAgent(name string) bool {
	return slices.Contains(usualAgents, name) || slices.Contains(usualAbroad, name)
}

// IsAside tells whether a name is that of none who takes part in a talk, but of what is written beside it.
func IsAside(name string) bool { return slices.Contains(asides, name) }

func firstOf(names []string, speaks func(name string) bool) string {
	if i := slices.IndexFunc(names, speaks); i >= 0 {
		return names[i]
	}
	return ""
}

// Words by which somebody is addressed. None of them is about a subject.
var (
	addressee  = text.Set("you you'd")
	inverted   = text.Set("did had have were")
	modal      = text.Set("can could would will should")
	advice     = text.Set("advice answer explanation list plan recommendation recommendations suggestion suggestions tip tips")
	giving     = text.Set("give show send list write read repeat")
	suggesting = text.Set("recommend recommended suggest suggested advise advised propose proposed")
	planning   = text.Set("plan pick choose any")
	selves     = text.Set(`i i'm i've i'd i'll my me mine ich mich mir mein meine meinen meinem meiner meines
		je j'ai j'avais j'étais moi mon mes yo mí mi mis conmigo eu meu minha ik mijn
		я мне меня мой моя моё мои tôi mình`)
	// ours speak of the asker and of others. "Nos" and the like are left out: they are other words too.
	ours = text.Set(`we we're we've we'd we'll us our ours ourselves wir uns unser unsere unseren unserem unserer unseres nous notre
		nosotros nosotras nuestro nuestra nuestros nuestras nosso nossa nossos nossas wij onze мы нас нам наш наша наше наши`)
	conversing = text.Set(`talk talked talking discuss discussed discussing speak spoke spoken chat chatted conversation
		conversations discussion discussions`)
	uttering = text.Set("say tell mention answer reply ask write")
	telling  = text.Set("tell told remind reminded say said mention mentioned explain explained remember recall")
)

// ofMyself tells whether the asker speaks of himself, in the languages where a word by itself tells so, beyond the "me" of a
// framing verb ("remind me"). "We" are the asker and his own people, unless it is about a talk, in which the one who is asked
// took part.
func ofMyself(tokens []traits.Token, framed []bool) bool {
	we, talked := false, false
	for i, t := range tokens {
		if t.Word == "me" && i > 0 && framed[i-1] {
			continue
		}
		if selves[t.Word] || strings.ContainsAny(t.Word, "我私") {
			return true
		}
		we = we || ours[t.Word] && !(t.Upper && t.Word == "us") // nor is the US
		talked = talked || conversing[t.Word]
	}
	return we && !talked
}

// quotesMe tells whether a question is about what the asker said: "what did I answer when you asked".
func quotesMe(tokens []traits.Token) bool {
	for i, t := range tokens {
		if t.Word == "i" && inverted[wordAt(tokens, i-1)] && uttering[wordAt(tokens, i+1)] {
			return true
		}
	}
	return false
}

// recallsYou tells whether a question is about what the one who is asked said or did before: "did you", "have you", or
// "you" and the past of a verb. What "you" could, would or should do is not, unless it is to give something again.
func recallsYou(tokens []traits.Token) bool {
	for i, t := range tokens {
		switch {
		case i == 0 && giving[t.Word] && repeats(tokens):
			return true
		case t.Word == "you've", t.Word == "your" && advice[wordAt(tokens, i+1)]:
			return true
		case !addressee[t.Word]:
			continue
		case inverted[wordAt(tokens, i-1)] || modal[wordAt(tokens, i-1)] && repeats(tokens[i+1:]):
			return true
		}
		next := i + 1
		for traits.Adverbs[wordAt(tokens, next)] {
			next++
		}
		if traits.Past(wordAt(tokens, next)) {
			return true
		}
	}
	return false
}

// repeats tells whether words behind "can you", or an order, ask for what there was before: "repeat the list", "give me the list
// again". To tell again is not: what was told may be the asker's.
func repeats(tokens []traits.Token) bool {
	if len(tokens) == 0 || telling[tokens[0].Word] {
		return false
	}
	return tokens[0].Word == "repeat" || slices.ContainsFunc(tokens, func(t traits.Token) bool { return t.Word == "again" })
}

// seeksAdvice tells whether a question is for a suggestion rather than a fact: "suggest", what you would, could or should
// do; but not "can you tell me".
func seeksAdvice(tokens []traits.Token) bool {
	for i, t := range tokens {
		if i == 0 && (suggesting[t.Word] || planning[t.Word]) {
			return true
		}
		if !addressee[t.Word] {
			continue
		}
		verb := i + 1
		switch {
		case t.Word == "you'd":
		case modal[wordAt(tokens, verb)]:
			verb++
		case !modal[wordAt(tokens, i-1)]:
			continue
		}
		if !telling[wordAt(tokens, verb)] {
			return true
		}
	}
	return false
}

// framing marks the words by which a question is put and that are not what it is about: "remind me", "can you tell", "the latest news
// on" and, where advice is sought, "suggest". It tells whether the latest is asked for.
func framing(tokens []traits.Token, sought bool) (out []bool, latest bool) {
	out = make([]bool, len(tokens))
	from, to := newsOf(tokens)
	for i := from; i < to; i++ {
		out[i] = true
	}
	for i, t := range tokens {
		if t.Word == "know" && addressee[wordAt(tokens, i-1)] && wordAt(tokens, i+1) == "about" {
			out[i] = true // what do you know about me?
		}
		if !telling[t.Word] && !(sought && suggesting[t.Word]) {
			continue
		}
		before := i - 1
		for traits.Adverbs[wordAt(tokens, before)] || modal[wordAt(tokens, before)] {
			before--
		}
		asked := before < 0 || addressee[tokens[before].Word] && (sought || before > 0 && modal[tokens[before-1].Word])
		out[i] = asked || t.Word == "remind" && wordAt(tokens, i+1) == "me"
	}
	return out, from < to
}

var (
	news = text.Set("latest newest news update updates development developments new")
	// lately stand before news, or between it and the question word.
	lately = text.Set("the any latest newest recent")
	// newsFrom leads from news to what they are of.
	newsFrom = text.Set("on about from with of regarding")
	anyNew   = text.Set("what's is anything something")
)

// newsOf finds what asks for whatever there is of late on a subject: "the latest on", "any news about", "what's new with"; nothing
// where there is none. It begins behind the question word.
func newsOf(tokens []traits.Token) (from, to int) {
	for i, t := range tokens {
		isNews := news[t.Word] && (t.Word != "new" || anyNew[wordAt(tokens, i-1)])
		if !isNews || !newsFrom[wordAt(tokens, i+1)] || i+2 >= len(tokens) {
			continue
		}
		from, to = i, i+1
		for lately[wordAt(tokens, from-1)] {
			from--
		}
		return from, to
	}
	return 0, 0
}
