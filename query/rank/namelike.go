package rank

import (
	"strings"
	"unicode"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/knowledge/names"
)

// namelike tells whether a token, not the first, is written like a name. One that is a stop word in lower case (IT, WHO) is never
// looked up, so nobody can tell whether it is known. US is none, and is a name.
func namelike(tokens []traits.Token, i int) bool {
	t := tokens[i]
	return i > 0 && t.Upper && (!t.First || abbreviates(tokens[i-1])) && !traits.Calendar[t.Word] && !titles[t.Word] &&
		!capitalised[possessor(t.Word)] && text.StopIn(t.Word) == 0 && !strings.HasPrefix(t.Word, "i'")
}

// named tells whether a token is written like a name, where the text has small letters to tell so, or is a given name in any letters.
func named(tokens []traits.Token, i int, capitals bool) bool {
	return capitals && namelike(tokens, i) || names.Given(possessor(tokens[i].Word))
}

// small tells whether a text has small letters, so that capitals tell something.
func small(text string) bool { return strings.ContainsFunc(text, unicode.IsLower) }

// abbreviates tells a word whose dot ends no sentence: a title or an initial.
func abbreviates(t traits.Token) bool { return t.Upper && (titles[t.Word] || len(t.Word) == 1) }

var (
	// titles stand before a name and are none.
	titles = text.Set("mr mrs ms miss mister dr prof sir madam st")
	// capitalised are words that English writes like names though they only describe: that no record has Swedish does not mean
	// that none tells of Sweden.
	capitalised = text.Set(`american european african asian australian british english scottish welsh irish french german dutch
		belgian swiss austrian italian spanish portuguese greek turkish polish czech slovak hungarian romanian bulgarian serbian
		croatian ukrainian russian finnish swedish norwegian danish icelandic estonian latvian lithuanian canadian mexican
		brazilian argentinian chilean colombian peruvian cuban egyptian moroccan nigerian kenyan ethiopian israeli arab arabic
		persian iranian iraqi syrian lebanese indian pakistani chinese japanese korean vietnamese thai indonesian filipino
		christian catholic muslim jewish buddhist hindu
		christmas easter halloween thanksgiving hanukkah ramadan diwali`)
)
