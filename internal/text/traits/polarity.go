package traits

import "github.com/lukasadb/lukasa/internal/text"

// negations turn a sentence round without changing much of its words.
var negations = text.Set(`not no never none nothing without don't doesn't didn't isn't wasn't aren't weren't won't can't cannot
	couldn't shouldn't không chưa chẳng đừng nicht kein keine nie pas jamais ne`)

// aversions say the opposite of what liking or going on would say.
var aversions = text.Set("stopped hate hates dislike dislikes ghét thôi")

// Negates tells whether a word, as [Tokenize] gives it, turns a sentence round,
// in English, Vietnamese, German or French.
func Negates(word string) bool { return negations[word] }

// Denies tells whether a text turns round what its other words say: by an odd number
// of negations and of words such as "dislikes".
func Denies(text string) bool {
	odd := false
	for t := range Tokens(text) {
		if negations[t.Word] || aversions[t.Word] {
			odd = !odd
		}
	}
	return odd
}
