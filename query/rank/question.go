package rank

import (
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Want is what kind of answer a question wants.
type Want uint8

// The kinds of answer.
const (
	Anything Want = iota
	Time          // when, how long, which year
	Number        // how many, how much, how heavy, which price
	Name          // who, where, which city, what it is called
	Duration      // how many days, how much time, how old: told by a time or by a number
)

// answeredBy tells whether a text has what may be the answer.
func (w Want) answeredBy(t traits.Traits) bool {
	switch w {
	case Time:
		return t.HasTime
	case Number:
		return t.HasNumber
	case Name:
		return t.HasName
	case Duration:
		return t.HasTime || t.HasNumber
	}
	return false
}

// Word is a word of the question that carries meaning.
type Word struct {
	Text string
	// IDF is its weight among the agent's records; that of an unknown word is the greatest.
	IDF float64
	// Rarity is its weight as evidence that there is an answer, which a young memory does not make much of. 0: as IDF.
	Rarity float64
	// Known tells that some record of the agent has the word.
	Known bool
}

// Question is what is asked. [Read] fills Text to Names; the rest comes from the engines.
type Question struct {
	Text string
	// Core is the text without the words that only put the question, such as "can you suggest".
	Core string
	// Topic is the core without the names of participants: what the question is about.
	Topic string
	Want  Want
	// List tells that several things are asked for.
	List bool
	// Asked are the participants whom the question is about.
	Asked []string
	// Mine tells that the asker asks of himself: those asked about are the asker alone, and not "we".
	Mine bool
	// NameRarity is the weight as evidence of the name of the one whom the question names. 0: it names none, or several.
	NameRarity float64
	// Chat tells that a user asks the agent that the user talks with: both are known.
	Chat bool
	// Advice tells that the one who is asked shall suggest something: what the memory knows of the asker bears on it, and
	// what it asks about may be new.
	Advice bool
	// Names are the other words that look like names, or are given names in any letters.
	Names []string
	// Words of the topic without stop words, in order; Candidate.Best refers to them.
	Words []Word
	// When are the dates that the question names, and DateAlone that it names nothing else: what happened last week? Records of
	// these dates then answer it, whatever they say. Ahead tells that it is whatever lies ahead: what's coming up?
	When             []Range
	DateAlone, Ahead bool
	named            bool // it names a participant
	// Scope is how much of the memory it is about; Kind is that of the records of a Kindred one. By is who said what a question
	// without a subject asks for, under the name by which records are spoken; empty: anybody.
	// Called is whose name a Calling one asks for.
	Scope            Scope
	Kind, By, Called string
	// Newest tells that the newest answer first: of a Whole, or of what is likely where the latest on a subject is asked for.
	Newest bool
	// Done tells that what somebody did is asked for, so that of what answers alike events answer first.
	Done bool
	// Now is the time of asking, for recency. Zero: recency is neutral.
	Now time.Time
}

// Read analyses a question. Participants are the names under which records are spoken. It understands English questions; of
// others it finds the participants, and the asker.
func Read(text string, participants []string, talk Parties) Question {
	q := Question{Text: text, Chat: talk.I != "" && talk.You != ""}
	tokens := traits.Tokenize(text)
	drop := make([]bool, len(tokens))
	for _, p := range participants {
		if markName(tokens, p, drop) {
			q.Asked, q.named = append(q.Asked, p), true
		}
	}
	recalled := recallsYou(tokens) && !quotesMe(tokens)
	q.Advice = !recalled && seeksAdvice(tokens)
	frame, latest := framing(tokens, q.Advice)
	q.Newest = latest
	mine := ofMyself(tokens, frame)
	switch {
	case len(q.Asked) > 0:
	case talk.You != "" && (recalled || !q.Advice && isYours(tokens)):
		q.Asked = []string{talk.You}
	case talk.I != "" && (q.Advice || mine && !(talk.You != "" && eitherSaid(tokens)) || q.Chat && !mine && ofMyPeople(text, tokens)):
		q.Asked = []string{talk.I}
		q.Mine = mine && slices.ContainsFunc(tokens, func(t traits.Token) bool { return selves[t.Word] })
	}
	q.Core = without(text, tokens, frame)
	for i, framed := range frame {
		drop[i] = drop[i] || framed
	}
	q.Topic = without(text, tokens, drop)
	q.Want, q.List = want(tokens), list(tokens)
	capitals := small(text)
	for i, t := range tokens {
		if !drop[i] && named(tokens, i, capitals) {
			q.Names = append(q.Names, t.Word)
		}
	}
	return q
}

// At tells when the question is asked and which dates it names, found in its text. That a date is the present one (today, this
// year) is no subject: the records that answer do not say so, and others do.
func (q *Question) At(now time.Time, when []Range) {
	if len(when) == 0 && !q.named {
		if span, ok := ahead(q.Text); ok {
			q.Ahead, when = true, []Range{{From: now.Add(time.Microsecond), Span: span}} // what is said now is not ahead
		}
	}
	q.Now, q.When = now, when
	beside := q.Topic
	for _, r := range slices.Backward(when) { // so that what stands before a date is as it was
		said := spaced(q.Text[r.Span.Start:r.Span.End])
		nth := strings.Count(spaced(q.Text[:r.Span.Start]), said)
		if r.Present {
			q.Core, q.Topic = leaving(q.Core, said, nth), leaving(q.Topic, said, nth)
		}
		if before, after, found := cutNth(beside, said, nth); found {
			beside = before + " " + after
		}
	}
	q.DateAlone = len(when) > 0 && !hasSubject(beside, tells|vague)
}

// ahead finds what asks for whatever lies ahead, and nothing else: what's coming up, anything upcoming?
func ahead(s string) (text.Span, bool) {
	tokens := traits.Tokenize(s)
	for i, t := range tokens {
		span := text.Span{Start: t.Start, End: t.End}
		switch {
		case t.Word == "upcoming":
		case t.Word == "coming" && wordAt(tokens, i+1) == "up":
			span.End = tokens[i+1].End
		case t.Word == "ahead" && lying[wordAt(tokens, i-1)]:
			span.Start = tokens[i-1].Start
		default:
			continue
		}
		return span, !hasSubject(s[:span.Start]+s[span.End:], tells|vague)
	}
	return text.Span{}, false
}

// lying is what is ahead of somebody.
var lying = text.Set("what's is are lies lie have lying")

// hasSubject tells whether a text has a word that is neither a stop word nor one by which something may be asked for.
func hasSubject(s string, by cue) bool {
	return slices.ContainsFunc(traits.Tokenize(s), func(t traits.Token) bool { return text.StopIn(t.Word) == 0 && cues[t.Word]&by == 0 })
}

// spaced is a text with one space in the place of each gap.
func spaced(s string) string { return strings.Join(strings.Fields(s), " ") }

// cutNth is [strings.Cut] around the nth of the places of a phrase, from 0: the same letters may be a part of another word.
func cutNth(s, phrase string, nth int) (before, after string, found bool) {
	at := 0
	for range nth + 1 {
		i := strings.Index(s[at:], phrase)
		if i < 0 {
			return s, "", false
		}
		at += i + len(phrase)
	}
	return s[:at-len(phrase)], s[at:], true
}

// leaving cuts the nth of a phrase out of a text, unless nothing but stop words is left then.
func leaving(s, phrase string, nth int) string {
	before, after, found := cutNth(s, phrase, nth)
	left := spaced(before + after)
	if !found || !hasSubject(left, 0) {
		return s
	}
	return left
}

// markName marks the tokens that are a participant's full or first name, and tells whether there are any.
func markName(tokens []traits.Token, name string, drop []bool) bool {
	parts := traits.Tokenize(name)
	if len(parts) == 0 {
		return false
	}
	found := false
	for i, t := range tokens {
		if possessor(t.Word) != parts[0].Word {
			continue
		}
		found, drop[i] = true, true
		for j := 1; j < len(parts) && i+j < len(tokens) && possessor(tokens[i+j].Word) == parts[j].Word; j++ {
			drop[i+j] = true
		}
	}
	return found
}

// possessor drops a possessive 's.
func possessor(word string) string { return strings.TrimSuffix(word, "'s") }

// without cuts the marked tokens out of the text; a text of nothing else stays whole.
func without(text string, tokens []traits.Token, drop []bool) string {
	if !slices.Contains(drop, true) {
		return text
	}
	var b strings.Builder
	at, left := 0, false
	for i, t := range tokens {
		if drop[i] {
			b.WriteString(text[at:t.Start])
			at = t.End
		} else {
			left = true
		}
	}
	b.WriteString(text[at:])
	if !left {
		return text
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

var (
	timeNouns  = text.Set("year month day date time weekday week")
	units      = text.Set("seconds minutes hours days nights weeks weekends fortnights months years decades time")
	placeNouns = text.Set(`city country place state location town area street village
		cities countries places states locations towns areas streets villages`)
	measures    = text.Set("big close deep far fast heavy high large low tall thick thin wide")
	nameNouns   = text.Set("name names nickname surname")
	determiners = text.Set("the a an my your his her its our their")
	numberNouns = text.Set(`number price amount percentage sum score size temperature speed salary wage rent cost fee premium
		budget weight height income`)
	spending    = text.Set("cost pay earn charge weigh")
	auxiliaries = text.Set("do does did has have had is are was were can could would will might should must may")
	heads       = text.Set("what what's which how how's why")
	asking      = text.Set("what what's which how how's why when who whose whom where who's")
	listHeads   = text.Set("what which")
)

// want finds the kind of answer from the question word and the noun or adjective that it asks for.
func want(tokens []traits.Token) Want {
	asked := false // by another word: a when behind it only says of what time is spoken
	isClosed := false
	for i, t := range tokens {
		if t.First && (closing[t.Word] || openers[t.Word] || asking[t.Word]) {
			isClosed = closed(tokens[i:])
		}
		if !asking[t.Word] || isClosed && !puts(tokens, i) {
			continue
		}
		if w := wordWant(tokens, i, asked); w != Anything {
			return w
		}
		asked = asked || heads[t.Word]
	}
	return wantNoun(tokens)
}

// wordWant is what the question word at i asks for. asked tells that another one stands before it.
func wordWant(tokens []traits.Token, i int, asked bool) Want {
	next := wordAt(tokens, i+1)
	switch tokens[i].Word {
	case "when":
		if !asked || tokens[i-1].Word == "and" {
			return Time
		}
	case "how":
		switch {
		case asksDuration(tokens[i:]), next == "old", next == "often":
			return Duration
		case next == "long":
			return Time
		case next == "many", next == "much", measures[next]:
			return Number
		}
	case "what", "which", "what's":
		rest := tokens[i+1:]
		switch w := nounWant(askedNoun(rest)); {
		case w != Anything:
			return w
		case namesThing(rest):
			return Name
		case costs(rest):
			return Number
		}
	case "who", "whose", "whom", "where", "who's":
		return Name
	}
	return Anything
}

// nounWant is what a question wants that asks for a noun.
func nounWant(noun string) Want {
	switch {
	case timeNouns[noun]:
		return Time
	case placeNouns[noun], nameNouns[noun]:
		return Name
	case noun == "age":
		return Duration
	case numberNouns[noun]:
		return Number
	}
	return Anything
}

// askedNoun is the noun that is asked for, by the words behind what: "city did", "is the name of", "was her sister's age".
func askedNoun(tokens []traits.Token) string {
	i := 0
	if copulas[wordAt(tokens, 0)] || wordAt(tokens, 0) == "is" {
		i++
	}
	for i < 3 && (determiners[wordAt(tokens, i)] || strings.HasSuffix(wordAt(tokens, i), "'s")) {
		i++
	}
	return wordAt(tokens, i)
}

// costs tells whether what is asked of is a sum, by the words behind what: "does it cost", "did we pay for it"; what one
// pays for is a thing.
func costs(tokens []traits.Token) bool {
	if !auxiliaries[wordAt(tokens, 0)] || wordAt(tokens, len(tokens)-1) == "for" {
		return false
	}
	return hasWord(tokens, spending)
}

// namesThing tells whether a question ends with what somebody or something is called.
func namesThing(tokens []traits.Token) bool {
	last := wordAt(tokens, len(tokens)-1)
	return last == "called" || last == "named"
}

// asksDuration tells whether a question begins with how many days, or how much time.
func asksDuration(tokens []traits.Token) bool {
	return len(tokens) > 2 && tokens[0].Word == "how" && (tokens[1].Word == "many" || tokens[1].Word == "much") && units[tokens[2].Word]
}

// list tells a question for several things: both, how many, what are, or a plural noun after what or which. How many days is
// one thing.
func list(tokens []traits.Token) bool {
	for i, t := range tokens {
		next := wordAt(tokens, i+1)
		switch {
		case t.Word == "both", t.Word == "how" && next == "many" && !asksDuration(tokens[i:]):
			return true
		case listHeads[t.Word] && (next == "are" || next == "were" || pluralHead(tokens[i+1:])):
			return true
		}
	}
	return false
}

// pluralHead tells whether a plural noun stands before the verb, which is at most five words away.
func pluralHead(tokens []traits.Token) bool {
	plural := false
	for i, t := range tokens {
		if auxiliaries[t.Word] {
			return plural
		}
		if i == 5 {
			return false
		}
		w := t.Word
		plural = plural || irregular[w] ||
			len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "'s") && !singular[w]
	}
	return false
}

// irregular are plurals that do not end in s.
var irregular = text.Set("people children men women feet teeth mice")

// singular are common words that end like plurals.
var singular = text.Set("this his news always perhaps does sports focus status lens class")
