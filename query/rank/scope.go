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

// Words of which no question is about a subject, beside stop words and those that ask for whatever there was.
//
//nolint:misspell // people spell in both ways
var (
	// recalling is done with a memory.
	recalling = text.Set(`know knows known remember remembers remembered recall recalled learn learned learnt
		memory memories memorise memorised memorize memorized store stored saved recorded`)
	// totals ask for all of it without a question word; recaps do alone.
	totals = text.Set("everything anything any all")
	recaps = text.Set("recap summary summarise summarize overview")
	// vague are what stands for whatever there was, and tells nothing of what was done with it.
	vague = text.Set("thing things stuff something anything everything give show")
	// places tell which of them, or how they stand.
	places = text.Set(`far yet already ever lately recently recent latest last most first next else still left open pending
		outstanding remaining unfinished current currently upcoming important due list lists get make made take taken kept got
		need ask asked please us me user user's`)
	// unresolved stand for something that was named elsewhere.
	unresolved = text.Set("it he him his she her hers this that these those")
	// otherwise asks for something about what there is.
	otherwise = text.Set("when where who whom why how it")
	// listing asks for the records of a kind.
	listing = text.Set("what what's which any all list show give my our open pending latest recent")
	// courtesies are what people say to somebody of whom they want nothing, and civilities are so beside one of those.
	courtesies = text.Set(`thanks thank thx ty cheers hello hi hey hiya bye goodbye ok okay okey cool great nice good perfect
		awesome wonderful lovely excellent amazing fantastic brilliant yes yeah yep yup nope sure alright fine right please
		sorry welcome lol haha hahaha hehe wow lgtm congrats congratulations help understood exactly
		danke hallo tschüss moin guten gute prima klasse gracias hola adiós buenos buenas vale merci bonjour salut
		谢谢 你好 好的 再见 您好 嗯`)
	civilities = text.Set(`morning evening afternoon night day weekend work job well see later soon much lot mind worries problem go
		ahead done got get appreciate appreciated one quick all everything everyone tag morgen abend nacht días dias tardes noches`)
	// ownKinds are the words by which people call what is kept by kinds; beside these, the kinds have their own names.
	ownKinds = map[string]string{
		"todo": "task", "todos": "task", "errand": "task", "errands": "task", "chore": "task", "chores": "task",
		"reminder": "task", "reminders": "task", "decide": "decision", "decided": "decision",
		"planned": "plan", "planning": "plan", "failures": "error",
	}
	keptKinds = text.Set("fact opinion insight observation decision event plan preference question task error")
	// working on something is doing it.
	working = text.Set("work works worked working")
	// liking is told as a preference.
	liking = text.Set("like likes dislike dislikes love loves hate hates prefer prefers favourites favorites")
)

// ReadScope finds how much of a memory the question is about, by its words beside dates and names. [Question.At] comes before it.
func (q *Question) ReadScope(lang text.Lang, talk Parties) {
	tokens := q.unnamed()
	if len(tokens) == 0 {
		return
	}
	q.Called = called(tokens, talk)
	kind, subject := kindAsked(tokens), false
	for i, t := range tokens {
		empty := aboutNothing(t.Word, lang) || working[t.Word] && wordAt(tokens, i+1) == "on"
		subject = subject || !empty && (kind == "" || kindAt(tokens, i) == "")
	}
	dated := len(q.When) > 0
	switch {
	case q.Called != "" && (subject || !asksForAll(tokens, q.named)): // who am I asks for all that was told as well
		q.Scope = Calling
	case courteous(tokens, lang):
		q.Scope = Nothing
	case subject, kind != "" && (q.named || hasWord(tokens, otherwise)):
	case kind != "":
		q.Scope, q.Kind = Kindred, kind
	case dated:
		q.By, q.Done = q.by(tokens, talk), wasDone(tokens)
	case asksForAll(tokens, q.named):
		q.Scope, q.By, q.Core, q.Topic = Whole, q.by(tokens, talk), "", ""
		q.Newest, q.Done = !asksWhatIsKept(tokens), wasDone(tokens)
	case !q.named && saysNothing(tokens, lang):
		q.Scope = Nothing
	}
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

// aboutNothing tells whether a word is about no subject.
func aboutNothing(word string, lang text.Lang) bool {
	return idle(word, lang) || occurring[word] || recalling[word] || places[word] || recaps[word]
}

// courteous tells whether words say no more than thanks or a greeting.
func courteous(tokens []traits.Token, lang text.Lang) bool {
	return hasWord(tokens, courtesies) && !slices.ContainsFunc(tokens, func(t traits.Token) bool {
		return asking[t.Word] || !courtesies[t.Word] && !civilities[t.Word] && !idle(t.Word, lang)
	})
}

// saysNothing tells whether there are none but stop words, and none for the asker: how are you? What should I do is asked of a memory.
func saysNothing(tokens []traits.Token, lang text.Lang) bool {
	return !slices.ContainsFunc(tokens, func(t traits.Token) bool { return !idle(t.Word, lang) || selves[t.Word] || ours[t.Word] })
}

// kindAsked is the kind of records that a question lists, if it names one.
func kindAsked(tokens []traits.Token) (kind string) {
	if len(tokens) < 2 || !hasWord(tokens, listing) {
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
	w := tokens[i].Word
	one := strings.TrimSuffix(w, "s")
	switch {
	case keptKinds[one]:
		return one
	case liking[w] && !hasWord(tokens, addressee) && !hasWord(tokens, inverted): // what did I like is of an occasion
		return "preference"
	case w == "do" && wordAt(tokens, i-1) == "to" && toBeDone(tokens, i):
		return "task"
	case w == "remind" && remindedLater(tokens, i):
		return "task"
	}
	return ownKinds[w]
}

// remindedLater tells whether "remind" at i is what is to be done one day, not now: you should, or were asked to.
func remindedLater(tokens []traits.Token, i int) bool {
	switch before := wordAt(tokens, i-1); before {
	case "you":
		return wordAt(tokens, i-2) == "should"
	case "to":
		return wordAt(tokens, i-2) == "you"
	default:
		return false
	}
}

// toBeDone tells whether "to do" up to the word at i is what is to be done: a list of that, or what I have to do.
func toBeDone(tokens []traits.Token, i int) bool {
	next := wordAt(tokens, i+1)
	return next == "list" || next == "lists" || next == "items" || i == len(tokens)-1
}

func hasWord(tokens []traits.Token, set map[string]bool) bool {
	return slices.ContainsFunc(tokens, func(t traits.Token) bool { return set[t.Word] })
}

// told are words for what was said or happened.
func told(word string) bool { return occurring[word] && !vague[word] }

// asksWhatIsKept tells whether a question is about what is kept, not about when that came.
func asksWhatIsKept(tokens []traits.Token) bool {
	return hasWord(tokens, recalling) && !slices.ContainsFunc(tokens, func(t traits.Token) bool { return told(t.Word) && t.Word != "tell" })
}

// asksForAll tells whether words without a subject ask for whatever there is: what have I told you, what do you know, anything new?
func asksForAll(tokens []traits.Token, named bool) bool {
	if hasWord(tokens, unresolved) {
		return false
	}
	tells, knows, asks := false, false, false
	for i, t := range tokens {
		tells = tells || told(t.Word)
		knows = knows || recalling[t.Word]
		asks = asks || (listHeads[t.Word] || t.Word == "what's" || t.Word == "when") && i < len(tokens)-1
	}
	switch {
	case hasWord(tokens, recaps):
		return true
	case named:
		return asks && tells
	case asks:
		return tells || knows || wasDone(tokens)
	case knows && !hasWord(tokens, persons):
		return hasWord(tokens, totals) || wordAt(tokens, len(tokens)-1) == "me"
	case wordAt(tokens, 0) == "who" && hasWord(tokens, persons):
		return len(tokens) == 3 // who am I?
	}
	return tells && hasWord(tokens, totals)
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
		for next < len(tokens) && (traits.Adverbs[tokens[next].Word] || places[tokens[next].Word]) {
			next++
		}
		said := telling[wordAt(tokens, next)] || uttering[wordAt(tokens, next)] || wordAt(tokens, next) == "asked"
		switch {
		case recalling[wordAt(tokens, next)] && t.Word != "me": // do you remember: no word of theirs
		case t.Word == "i" && (said || wordAt(tokens, i-1) == "am"), t.Word == "me" && (wordAt(tokens, i-1) == "about" || recalling[wordAt(tokens, i-1)]):
			return talk.I
		case t.Word == "you" && said && !modal[wordAt(tokens, i-1)]:
			return talk.You
		}
	}
	if q.named && len(q.Asked) == 1 && len(q.When) == 0 {
		return q.Asked[0]
	}
	return ""
}
