package rank

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// AsksBefore tells whether a question asks for what was so before, and may hold no more: "my previous address", "where did I live
// before I moved?", "what was it called originally?", "how has the price changed?". It understands English, and the plain words of
// German, French and Vietnamese.
func AsksBefore(text string) bool {
	tokens := traits.Tokenize(text)
	past := false
	for i, t := range tokens {
		second, before, after := wordAt(tokens, i-2), wordAt(tokens, i-1), wordAt(tokens, i+1)
		past = past || traits.Past(t.Word) || t.Word == "has"
		switch {
		case once[t.Word], slices.Contains(formerly, t.Word+" "+after), t.Word == "old" && owner[before], t.Word == "earlier" && !ofToday[after]:
			return true
		case past && (t.Word == "changed" || t.Word == "before" && !traits.Calendar[after] && !startsWithDigit(after)):
			return true
		case t.Word == "use" && after == "to" && past, t.Word == "used" && after == "to" && !beingUsed[before] && !beingUsed[second]:
			return true
		}
	}
	return false
}

// InPast tells whether a text has a verb in the past, in English.
func InPast(text string) bool {
	return slices.ContainsFunc(traits.Tokenize(text), func(t traits.Token) bool { return traits.Past(t.Word) && !alsoPresent[t.Word] })
}

// alsoPresent are verbs whose past is written like their present.
var alsoPresent = text.Set("hit hurt let put quit read set shut")

func startsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

// What tells of former times: words, and two together.
var (
	once = text.Set(`originally initially previously formerly original initial previous former
		ursprünglich ursprüngliche früher frühere früheren früherer vorher vorherige vorherigen ehemals damals
		auparavant autrefois ancien ancienne`)
	formerly = []string{"at first", "back then", "back when", "no longer", "the past", "begin with", "start with", "trước đây", "lúc đầu", "ban đầu", "hồi trước"}
	owner    = text.Set("my our your his her their")
	ofToday  = text.Set("this today on than in")
	// beingUsed stand before "used to" where that means accustomed to, or employed for.
	beingUsed = text.Set("is are was were be been being am i'm get gets got getting it's")
)
