package rank

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// Tells tells whether a text speaks of somebody by a name, in lower case, rather than to them: "Ana moved", "Ana's
// cat", and not "Ana, can you" or "I saw Ana". It does without punctuation, which word indexes do not keep, and knows English.
func Tells(text, name string) bool {
	tokens := traits.Tokenize(text)
	for i, t := range tokens {
		if possessor(t.Word) != name {
			continue
		}
		if t.Word != name || doesSomething(tokens[i+1:]) {
			return true
		}
	}
	return false
}

// doesSomething tells whether words begin with what somebody does or did, as a third person: not "did you".
func doesSomething(tokens []traits.Token) bool {
	for len(tokens) > 0 && traits.Adverbs[tokens[0].Word] && !traits.Past(tokens[0].Word) {
		tokens = tokens[1:]
	}
	if len(tokens) == 0 || len(tokens) > 1 && addressed[tokens[1].Word] {
		return false
	}
	w := tokens[0].Word
	third := len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "'s") && !noVerb[w]
	return thirdPerson[w] || third || traits.Past(w)
}

var (
	thirdPerson = text.Set("is isn't was wasn't has hasn't does doesn't says will would")
	addressed   = text.Set("you i we it that this your my our")
	noVerb      = text.Set("thanks congrats guys always perhaps this yours ours news cheers sometimes besides")
)
