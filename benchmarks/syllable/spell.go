package syllable

import "strings"

// Spell spells a number in syllables, so that different numbers are different
// words, and small numbers short ones of two syllables at least.
func Spell(n int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for n += 70; n > 0; n /= 70 {
		b.WriteByte(consonants[n%14])
		b.WriteByte(vowels[n/14%5])
	}
	return b.String()
}
