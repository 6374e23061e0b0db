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

// TellsOf is [Tells] of a whole name, which may have several words.
func TellsOf(text, name string) bool {
	words := strings.Fields(strings.ToLower(name))
	return len(words) > 0 && hasWords(text, words) && Tells(text, words[len(words)-1])
}

// Foreign tells whether a text in the first person, which somebody else than the asker says, is of the one who says it alone:
// it speaks neither to anybody nor of the asker.
func Foreign(text, asker string) bool {
	for _, t := range traits.Tokenize(text) {
		if yours[t.Word] {
			return false
		}
	}
	words := strings.Fields(strings.ToLower(asker))
	return len(words) == 0 || !hasWords(text, words)
}

// hasWords tells whether a text has the words of a name, in lower case, one behind the other.
func hasWords(text string, name []string) bool {
	tokens := traits.Tokenize(text)
	for i := range tokens {
		n := 0
		for n < len(name) && i+n < len(tokens) && possessor(tokens[i+n].Word) == name[n] {
			n++
		}
		if n == len(name) {
			return true
		}
	}
	return false
}

// yours are the words that speak to somebody, in the languages in which the asker is known by a word.
var yours = text.Set(`you you'd you're you've you'll your yours yourself du dich dir dein deine deinen deinem deiner ihr euch
	tu te ti tus tú usted ustedes vous votre vos toi você vocês jij jou jouw bạn anh chị em`)

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
