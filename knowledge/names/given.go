package names

import "unicode/utf8"

// shortestGiven is how many letters a word needs to be a given name by itself: shorter ones are words of some language.
const shortestGiven = 3

// Given tells whether a word, in lower case, is a person's given name, or a short form of one, and hardly ever anything
// else, so that it is a name even where nobody wrote a capital. "melanie" is; "grace", "bill" and "paris" are not.
// It knows some 1,000 names that are common in Europe, the Americas, India and the Arab world.
func Given(word string) bool {
	return utf8.RuneCountInString(word) >= shortestGiven && words().given[word]
}
