package rank

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// tongue has the words that tell, in a language other than English, what a question is about and what it wants. Lists are
// separated by bars. They are of whole words, as typed with their marks or without; where words are not spaced, of characters.
type tongue struct {
	unspaced bool
	// mine and yours are who asks, and who is asked.
	mine, yours string
	// Phrases that ask for a time, for how long, for a number, for a name, and for several things.
	time, duration, number, name, several string
	// idle, where words are not spaced, is what is no topic.
	idle string
}

// Understands tells whether questions in a language other than English are understood.
func Understands(lang text.Lang) bool { return tongues[lang] != nil }

// ReadIn is [Read] of a question in a language. Of languages other than English it understands, by lists of words, who is
// asked about and what is wanted. A chat with an agent is weighed there as any talk: the weights of chats count on the
// embedder.
func ReadIn(lang text.Lang, question string, participants []string, talk Parties) Question {
	if t := tongues[lang]; t != nil {
		return t.read(question, participants, talk)
	}
	return Read(question, participants, talk)
}

func (t *tongue) read(question string, participants []string, talk Parties) Question {
	said := t.hear(question)
	q := Question{Text: question, Core: t.withoutIdle(question), Want: t.want(said), List: said.has(t.several)}
	q.Topic = q.Core
	for _, p := range participants {
		if rest, found := t.withoutName(q.Topic, p, said.bare); found {
			q.Asked, q.Topic, q.named = append(q.Asked, p), rest, true
		}
	}
	q.Topic = cmp.Or(strings.TrimSpace(q.Topic), q.Core)
	switch {
	case len(q.Asked) > 0:
	case talk.You != "" && said.has(t.yours):
		q.Asked = []string{talk.You}
	case talk.I != "" && (talk.You != "" || said.has(t.mine)): // what a user asks an agent is mostly of the user's life
		q.Asked = []string{talk.I}
	}
	return q
}

// want is what the first of the phrases that ask wants: "how much did he earn when" is for a number. Of those that begin at one
// place, the longest tells.
func (t *tongue) want(said utterance) Want {
	want, first, longest := Anything, len(said.text), 0
	for _, w := range [...]struct {
		phrases string
		want    Want
	}{{t.time, Time}, {t.duration, Duration}, {t.number, Number}, {t.name, Name}} {
		for phrase := range strings.SplitSeq(w.phrases, "|") {
			if at := said.find(phrase); at >= 0 && (at < first || at == first && len(phrase) > longest) {
				want, first, longest = w.want, at, len(phrase)
			}
		}
	}
	return want
}

// utterance is a question to look for phrases in.
type utterance struct {
	text     string // its words between blanks, or as it is where words are not spaced
	unspaced bool
	bare     bool // typed without marks
}

func (t *tongue) hear(question string) utterance {
	if t.unspaced {
		return utterance{text: question, unspaced: true}
	}
	var b strings.Builder
	b.WriteByte(' ')
	for k := range traits.Tokens(question) {
		b.WriteString(k.Word + " ")
	}
	return utterance{text: b.String(), bare: text.Plain(b.String()) == b.String()}
}

// find returns where a phrase begins, or -1.
func (u *utterance) find(phrase string) int {
	if u.unspaced {
		return strings.Index(u.text, phrase)
	}
	if u.bare {
		phrase = text.Plain(phrase)
	}
	return strings.Index(u.text, " "+phrase+" ")
}

func (u *utterance) has(phrases string) bool {
	for phrase := range strings.SplitSeq(phrases, "|") {
		if u.find(phrase) >= 0 {
			return true
		}
	}
	return false
}

// withoutName cuts a participant's full or first name out of a text, as it is or, where that has no marks, without its marks.
func (t *tongue) withoutName(s, name string, bare bool) (rest string, found bool) {
	if t.unspaced {
		return strings.ReplaceAll(s, name, " "), strings.Contains(s, name)
	}
	if bare {
		name = text.Plain(name)
	}
	tokens := traits.Tokenize(s)
	drop := make([]bool, len(tokens))
	if !markName(tokens, name, drop) {
		return s, false
	}
	return without(s, tokens, drop), true
}

// withoutIdle puts a blank in the place of what is no topic, the longest first, where words are not spaced: the pairs of
// characters that are searched for then lie within words. Words that are spaced are weighed one by one.
func (t *tongue) withoutIdle(s string) string {
	if t.idle == "" {
		return s
	}
	phrases := strings.Split(t.idle, "|")
	slices.SortStableFunc(phrases, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	pairs := make([]string, 0, 2*len(phrases))
	for _, p := range phrases {
		pairs = append(pairs, p, " ")
	}
	return cmp.Or(spaced(strings.NewReplacer(pairs...).Replace(s)), s)
}
