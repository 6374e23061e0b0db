package rank

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Scope is how much of a memory a question is about.
type Scope uint8

// The scopes.
const (
	Particular Scope = iota // what it names
	Kindred                 // all records of a kind: which decisions did we make?
	Calling                 // what one of those who talk is called: what's my name?
	Whole                   // whatever there is: what have I told you so far?
	Nothing                 // it asks nothing: thanks!
)

// ReadScope finds how much of a memory the question is about, by its words beside dates and names. [Question.At] comes before it.
func (q *Question) ReadScope(lang text.Lang, talk Parties) {
	tokens := q.unnamed()
	if len(tokens) == 0 {
		return
	}
	seen := q.cues(tokens)
	kind := kindAsked(tokens, seen)
	subject := hasSubjectBeside(tokens, kind, lang)
	whole := seen&points == 0 && slices.ContainsFunc(wholes[:], func(f form) bool { return seen&f.by == f.by && seen&f.without == 0 })
	q.Called = called(tokens, talk)
	switch {
	case q.Called != "" && (subject || !whole): // who am I asks for all that was told as well
		q.Scope = Calling
	case seen&thanks != 0 && courteous(tokens, lang):
		q.Scope = Nothing
	case subject, kind != "" && seen&(byName|otherwise) != 0:
	case kind != "":
		q.Scope, q.Kind = Kindred, kind
	case len(q.When) > 0:
		q.By, q.Done = q.by(tokens, talk), seen&did != 0
	case whole:
		q.Scope, q.By, q.Core, q.Topic = Whole, q.by(tokens, talk), "", ""
		q.Newest, q.Done = seen&recalls == 0 || seen&told != 0, seen&did != 0 // what is kept has no newest
	case !q.named && saysNothing(tokens, lang):
		q.Scope = Nothing
	}
}

// cues are those of the question's words beside dates and names, and of where they stand.
func (q *Question) cues(tokens []traits.Token) (seen cue) {
	last := len(tokens) - 1
	for i, t := range tokens {
		c := cues[t.Word]
		if i == last {
			c &^= asks
		}
		seen |= c
	}
	also := func(c cue, is bool) {
		if is {
			seen |= c
		}
	}
	also(byName, q.named)
	also(person, hasWord(tokens, persons))
	also(did, wasDone(tokens))
	also(who, tokens[0].Word == "who" && hasWord(tokens, persons))
	also(ofMe, tokens[last].Word == "me")
	also(three, len(tokens) == 3)
	return seen
}

// SaidBy is who said what a question without a subject asks for; empty if it may be anybody.
func (q *Question) SaidBy(talk Parties) string { return q.by(q.unnamed(), talk) }

// unnamed are the words of the question that are neither of a date nor of a participant's name.
func (q *Question) unnamed() []traits.Token {
	all := traits.Tokenize(q.Text)
	drop := make([]bool, len(all))
	if q.named {
		for _, name := range q.Asked {
			markName(all, name, drop)
		}
	}
	var tokens []traits.Token
	for i, t := range all {
		inDate := func(r Range) bool { return r.Span.Start <= t.Start && t.End <= r.Span.End }
		if !drop[i] && !slices.ContainsFunc(q.When, inDate) {
			tokens = append(tokens, t)
		}
	}
	return tokens
}

// idle tells whether a word of a language is a function word, by itself or before its apostrophe.
func idle(word string, lang text.Lang) bool {
	head, _, _ := strings.Cut(word, "'")
	return text.Idle(word, lang) || text.Idle(head, lang)
}

// hasSubjectBeside tells whether words are about more than a kind of records, which may be none.
func hasSubjectBeside(tokens []traits.Token, kind string, lang text.Lang) bool {
	for i, t := range tokens {
		empty := idle(t.Word, lang) || cues[t.Word]&(recalls|tells|vague|settles) != 0 ||
			cues[t.Word]&works != 0 && wordAt(tokens, i+1) == "on"
		if !empty && (kind == "" || kindAt(tokens, i) == "") {
			return true
		}
	}
	return false
}

// courteous tells whether words of which one is thanks or a greeting say no more than thanks or a greeting.
func courteous(tokens []traits.Token, lang text.Lang) bool {
	return !slices.ContainsFunc(tokens, func(t traits.Token) bool {
		return asking[t.Word] || cues[t.Word]&(thanks|kindly) == 0 && !idle(t.Word, lang)
	})
}

// saysNothing tells whether there are none but stop words, and none for the asker: how are you? What should I do is asked of a memory.
func saysNothing(tokens []traits.Token, lang text.Lang) bool {
	return !slices.ContainsFunc(tokens, func(t traits.Token) bool { return !idle(t.Word, lang) || selves[t.Word] || ours[t.Word] })
}

// kindAsked is the kind of records that a question lists, if it names one.
func kindAsked(tokens []traits.Token, seen cue) (kind string) {
	if len(tokens) < 2 || seen&lists == 0 {
		return ""
	}
	for i := range tokens {
		if kind = kindAt(tokens, i); kind != "" {
			return kind
		}
	}
	return ""
}

// kindAt is the kind of records that the word at i names.
func kindAt(tokens []traits.Token, i int) string {
	switch {
	case cues[tokens[i].Word]&likes != 0 && !hasWord(tokens, addressee) && !hasWord(tokens, inverted): // what did I like is of an occasion
		return "preference"
	case toBeDone(tokens, i):
		return "task"
	}
	return kinds[tokens[i].Word]
}

// toBeDone tells whether the word at i ends what is to be done one day, not now: a list to do, what I have to do, what you should, or
// were asked to, remind me of.
func toBeDone(tokens []traits.Token, i int) bool {
	next, before, second := wordAt(tokens, i+1), wordAt(tokens, i-1), wordAt(tokens, i-2)
	switch tokens[i].Word {
	case "do":
		return before == "to" && (next == "list" || next == "lists" || next == "items" || i == len(tokens)-1)
	case "remind":
		return before == "you" && second == "should" || before == "to" && second == "you"
	}
	return false
}

func hasWord(tokens []traits.Token, set map[string]bool) bool {
	return slices.ContainsFunc(tokens, func(t traits.Token) bool { return set[t.Word] })
}

// wasDone tells whether a question is about what one of those who talk did.
func wasDone(tokens []traits.Token) bool {
	for i, t := range tokens {
		next := wordAt(tokens, i+1)
		if (t.Word == "did" || t.Word == "have" || t.Word == "had") && (persons[next] || next == "you") || t.Word == "done" {
			return true
		}
	}
	return false
}

// by is who said what a question without a subject asks for; empty if it may be anybody.
func (q *Question) by(tokens []traits.Token, talk Parties) string {
	for i, t := range tokens {
		next := i + 1
		for traits.Adverbs[wordAt(tokens, next)] || cues[wordAt(tokens, next)]&settles != 0 {
			next++
		}
		before, verb := wordAt(tokens, i-1), wordAt(tokens, next)
		said := telling[verb] || uttering[verb] || verb == "asked"
		switch {
		case cues[verb]&recalls != 0 && t.Word != "me": // do you remember: no word of theirs
		case t.Word == "i" && (said || before == "am"), t.Word == "me" && (before == "about" || cues[before]&recalls != 0):
			return talk.I
		case t.Word == "you" && said && !modal[before]:
			return talk.You
		}
	}
	if q.named && len(q.Asked) == 1 && len(q.When) == 0 {
		return q.Asked[0]
	}
	return ""
}
