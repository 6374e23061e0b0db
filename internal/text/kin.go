package text

import "strings"

// Relatives and Pets are words for those who are somebody's own, each with the words that say the same, the commonest first.
var (
	Relatives = Alike(`brother
		sister
		mother mum mom mama
		father dad papa
		wife
		husband
		partner
		fiance fiancé fiancee fiancée
		girlfriend
		boyfriend
		son
		daughter
		stepson
		stepdaughter
		cousin
		uncle
		aunt auntie
		nephew
		niece
		grandmother grandma gran granny nan
		grandfather grandpa grandad
		grandson
		granddaughter`)
	Pets = Alike(`dog puppy
		cat kitten
		horse pony
		rabbit
		hamster
		parrot
		tortoise`)
)

// Alike reads lines of words that say the same, and finds a line by each of its words.
func Alike(lines string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		for _, w := range words {
			out[w] = words
		}
	}
	return out
}
