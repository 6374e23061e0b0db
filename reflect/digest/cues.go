package digest

import (
	"cmp"
	"slices"
	"strings"
)

// A sense is what phrases tell of the sentence that they stand in. A phrase may have several.
type sense uint16

const (
	settles  sense = 1 << iota // something is decided, agreed or ordered
	binds                      // it holds as a rule, is demanded, or is said to matter
	promises                   // somebody will do something, or by when
	finds                      // a result or a cause
	harms                      // something is wrong, or may do harm
	wavers                     // a guess, a wish, a proposal: not decided
	chats                      // greets, thanks, praises, laughs, bridges: nothing that lasts
	asks                       // a word of a question, or two that a question turns round
	agrees                     // opens a reply that takes up what was said before it
	refuses                    // opens one that does not
	revokes                    // something said before holds no more
)

// cue is a sequence of words with its senses.
type cue struct {
	words []string
	says  sense
}

// cues by their first word, the longest first.
var cues = func() map[string][]cue {
	says := map[string]sense{}
	for s, list := range phrasesOf {
		for p := range strings.SplitSeq(strings.ReplaceAll(list, "\n", "|"), "|") {
			says[strings.TrimSpace(p)] |= s
		}
	}
	out := map[string][]cue{}
	for p, s := range says {
		words := strings.Fields(p)
		out[words[0]] = append(out[words[0]], cue{words, s})
	}
	for _, of := range out {
		slices.SortFunc(of, func(a, b cue) int {
			return cmp.Or(cmp.Compare(len(b.words), len(a.words)), slices.Compare(a.words, b.words))
		})
	}
	return out
}()

// cueAt is the longest cue that words begin with; without one it has no words and no sense.
func cueAt(words []word) cue {
	for _, c := range cues[words[0].key] {
		if len(c.words) <= len(words) && slices.EqualFunc(c.words, words[:len(c.words)], func(s string, w word) bool { return s == w.key }) {
			return c
		}
	}
	return cue{}
}
