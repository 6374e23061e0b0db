package extract

import "strings"

// cue is a bit for words that decide from anywhere in a message what a clause of it means.
type cue uint8

const (
	dreams    cue = 1 << iota // what is tried or wanted is a goal
	moving                    // somebody has a new home
	mistaken                  // what was said before is put right
	among                     // somebody speaks of those they live with
	allergies                 // what somebody reacts to
	occasions                 // when something is to be done
)

// cues tells of a word which cues it gives.
var cues = cuesOf(map[cue]string{
	dreams: `ambition dream goal`, moving: `moved moving relocated`,
	mistaken:  `actually correction meant misspelled misspelt mistake mistyped mixed oops sorry typo wrong`,
	among:     `divorced here i'm married me my our single we we're widow widower`,
	occasions: `when whenever`,
	allergies: `allergic allergies allergy intolerance intolerant react`,
})

func cuesOf(lists map[cue]string) map[string]cue {
	out := map[string]cue{}
	for c, list := range lists {
		for w := range strings.FieldsSeq(list) {
			out[w] |= c
		}
	}
	return out
}
