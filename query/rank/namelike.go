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
// Nor is one that only describes: that no record has Swedish does not mean that none tells of Sweden.
func namelike(tokens []traits.Token, i int) bool {
	t, word := tokens[i], possessor(tokens[i].Word)
	return i > 0 && t.Upper && (!t.First || abbreviates(tokens[i-1])) && !traits.Calendar[t.Word] && !title(t.Word) &&
		!text.Demonym(word) && !feasts[word] && text.StopIn(t.Word) == 0 && !strings.HasPrefix(t.Word, "i'")
}

// named tells whether a token is written like a name, where the text has small letters to tell so, or is a given name in any letters.
func named(tokens []traits.Token, i int, capitals bool) bool {
	return capitals && namelike(tokens, i) || names.Given(possessor(tokens[i].Word))
}

// small tells whether a text has small letters, so that capitals tell something.
func small(text string) bool { return strings.ContainsFunc(text, unicode.IsLower) }

// abbreviates tells a word whose dot ends no sentence: a title or an initial.
func abbreviates(t traits.Token) bool { return t.Upper && (title(t.Word) || len(t.Word) == 1) }

// title tells a word before a name, be it a person or a saint.
func title(word string) bool { return text.Title(word) || word == "st" }

// feasts are written like names and are known by others.
var feasts = text.Set("christmas easter halloween thanksgiving hanukkah ramadan diwali")
