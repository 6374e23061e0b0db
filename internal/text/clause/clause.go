package clause

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Clause is a stretch of words, in lower case, that says one thing.
type Clause struct {
	Words      []string
	Contrast   bool // it takes back what was said before it
	Concession bool // it grants what does not count
	Asks       bool // it ends with a question mark
}

// contrasts begin a clause that takes back what was said before it.
var contrasts = text.Set("but however yet except until then unfortunately sadly alas nevertheless whereas")

// concessions begin a clause that grants what does not count: "slower, though it works".
var concessions = text.Set("though although albeit")

// subordinate begin a clause that says something of its own.
var subordinate = text.Set("because while which who")

// topics are words of which another clause speaks that "so" begins: "so we left", not "so good".
var topics = text.Set("a an he her his i it its my no nobody now our she that the their there they this we you your")

// Cut cuts a text at its marks and before words that begin another clause.
func Cut(s string) []Clause {
	var out []Clause
	var now Clause
	end := 0
	flush := func() {
		if len(now.Words) > 0 {
			out = append(out, now)
		}
		now = Clause{}
	}
	for t := range traits.Tokens(s) {
		if between := s[end:t.Start]; parted(between) {
			now.Asks = strings.Contains(between, "?")
			flush()
		}
		switch last := len(now.Words) - 1; {
		case last > 0 && now.Words[last] == "so" && topics[t.Word]:
			now.Words = now.Words[:last]
			flush()
			now.Words = append(now.Words, "so")
		case begins(t.Word, last >= 0):
			flush()
			now.Contrast, now.Concession = contrasts[t.Word], concessions[t.Word]
		}
		now.Words = append(now.Words, t.Word)
		end = t.End
	}
	now.Asks = strings.Contains(s[end:], "?")
	flush()
	return out
}

// begins tells whether a word begins a clause, be there words before it or not: "not yet" is one.
func begins(word string, within bool) bool {
	return contrasts[word] && !(word == "yet" && within) || subordinate[word] || concessions[word]
}

// parted tells whether what stands between two words parts clauses; a point or a comma within a figure does not.
func parted(between string) bool {
	if strings.ContainsAny(between, ";:!?()\n—–\"") {
		return true
	}
	return strings.Contains(between, " - ") || strings.ContainsAny(between, ".,") && strings.ContainsAny(between, " \t")
}

// negators turn what follows them.
var negators = text.Set("no not never none nobody nothing without zero 0 neither nor hardly cannot")

// Denies tells whether a word is a negation.
func Denies(word string) bool { return negators[word] || strings.HasSuffix(word, "n't") }

// ends are words of the end of what is named.
var ends = text.Set("gone vanished disappeared stopped ceased ended subsided cleared eased fewer rarer cut halved reduced lower")

// Ends tells whether a word says that what is named is over, or less.
func Ends(word string) bool { return ends[word] }
