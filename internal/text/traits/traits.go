package traits

import (
	"strings"
	"unicode"

	"github.com/lukasadb/lukasa/internal/text"
)

// Traits are what can be seen of a record's text without knowing the question.
type Traits struct {
	Asks        bool // ends with a question
	Questions   bool // holds a question
	FirstPerson bool // I, we, my, our
	Told        bool // I or we did something
	HasTime     bool
	HasNumber   bool
	HasName     bool // a capital inside a sentence, not of a weekday or month
	Introduces  bool // says what whoever writes is called
}

// Of reads a text once; its cost is linear. It knows English words, and some of four other
// languages; punctuation and digits count in every one.
func Of(text string) Traits {
	var t Traits
	trimmed := strings.TrimRightFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '"' || r == ')' || r == '\'' })
	t.Asks = strings.HasSuffix(trimmed, "?") || strings.HasSuffix(trimmed, "？")
	t.Questions = t.Asks || strings.Contains(text, "?") || strings.Contains(text, "？")
	subject := 0 // words left in which a verb may follow I or we
	figure := false
	for k := range Tokens(text) {
		is := classOf(k.Word) // one look, as most words are in no class
		if isRun(k.Word) {
			is |= classOfRun(k.Word)
		}
		t.FirstPerson = t.FirstPerson || is&firstPerson != 0
		t.HasTime = t.HasTime || is&timeWord != 0 || lasts(k, figure)
		t.HasNumber = t.HasNumber || is&numberWord != 0
		if figure = k.Digits; figure {
			t.HasNumber = true
			t.HasTime = t.HasTime || len(k.Word) == 4 && (k.Word[:2] == "19" || k.Word[:2] == "20")
		}
		if k.Upper && !k.First && is&(firstPerson|timeWord) == 0 {
			t.HasName = true
		}
		switch {
		case is&subjectWord != 0:
			subject = 3
		case subject > 0 && Past(k.Word):
			t.Told, subject = true, 0
		case is&adverb != 0:
			subject--
		default:
			subject = 0
		}
	}
	t.Introduces = (t.FirstPerson || strings.Contains(text, "user's name")) && introduces(text)
	return t
}

// lasts tells whether a word is a length of time as machines write it: a unit behind a figure (410 ms), or of figures and a unit
// (90s).
func lasts(k Token, behindFigure bool) bool {
	if behindFigure && !k.First && brief[k.Word] {
		return true
	}
	unit := strings.TrimLeft(k.Word, "0123456789")
	return len(unit) < len(k.Word) && brief[unit]
}

// Past tells whether a word, in lower case, is the past of an English verb.
func Past(word string) bool { return pastVerbs[word] || len(word) > 3 && strings.HasSuffix(word, "ed") }

// Closed classes of English words; none of them is about a subject.
var (
	subjects     = text.Set("i we i've we've i'd we'd")
	firstPersons = text.Set("i i'm i've i'd i'll my mine me we we're we've we'd we'll our ours us")
	// Adverbs may stand between somebody and what they did.
	Adverbs   = text.Set("just also recently finally even actually have had once really usually already both all never always")
	pastVerbs = text.Set(`went got took made bought did was were had saw met found gave told said began became came left lost won
		wrote read ran sang sat spent taught thought felt kept knew heard held built brought grew drove ate drank chose fell flew
		forgot hung paid put quit rode sold sent set slept spoke stood swam wore caught broke drew hid hit hurt led lent let
		lit meant sought shot shook showed shut sold stole stuck struck threw understood woke`)
	Calendar = text.Set(`january february march april may june july august september october november december monday tuesday
		wednesday thursday friday saturday sunday`)
	timeWords = with(Calendar, `yesterday today tonight tomorrow ago last next recently since minute hour day week weekend month year
		decade century minutes hours days weeks weekends fortnight fortnights months years decades morning noon afternoon evening night midnight
		mornings afternoons evenings nights jan feb apr jun jul aug sep sept oct nov dec tue tues wed thu thurs fri`)
	// brief are units of time behind figures. An m may be a metre, and a d a dimension.
	brief       = text.Set("ms s sec secs min mins h hr hrs")
	numberWords = text.Set(`one two three four five six seven eight nine ten twice once dozen couple first second third several many`)
)

// class is a set of the closed classes, of which a word may be in several.
type class uint8

const (
	subjectWord class = 1 << iota
	firstPerson
	adverb
	timeWord
	numberWord
)

var classes = classify(map[class][]map[string]bool{
	subjectWord: {subjects}, firstPerson: {firstPersons, otherPersons}, adverb: {Adverbs}, timeWord: {timeWords, otherTimes},
	numberWord: {numberWords, otherNumbers},
})

// known has the classes too: most words are seen to be in none without looking them up.
var known = text.NewWordMap(classes)

func classOf(word string) class {
	c, _ := known.Get(word)
	return c
}

func classify(lists map[class][]map[string]bool) map[string]class {
	out := map[string]class{}
	for c, sets := range lists {
		for _, words := range sets {
			for w := range words {
				out[w] |= c
			}
		}
	}
	return out
}

func with(m map[string]bool, words string) map[string]bool {
	out := text.Set(words)
	for w := range m {
		out[w] = true
	}
	delete(out, "may") // far more often a verb
	return out
}

// Bits packs the traits into one byte, the first field being the lowest bit.
func (t Traits) Bits() uint8 {
	var b uint8
	for i, on := range [...]bool{t.Asks, t.Questions, t.FirstPerson, t.Told, t.HasTime, t.HasNumber, t.HasName, t.Introduces} {
		if on {
			b |= 1 << i
		}
	}
	return b
}

// FromBits is the inverse of [Traits.Bits].
func FromBits(b uint8) Traits {
	on := func(i int) bool { return b>>i&1 == 1 }
	return Traits{on(0), on(1), on(2), on(3), on(4), on(5), on(6), on(7)}
}
