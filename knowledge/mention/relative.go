package mention

import (
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// Cue is a place in a text where words stand for a time that only its own time
// tells: the few words around "today" or "last week".
type Cue struct {
	Start, End int // bytes
	Lang       text.Lang
}

// Relative returns the first such place in a text, and whether its speaker speaks
// of themselves. It costs a look at each word.
func Relative(t *Text) (when Cue, found, self bool) {
	const longestWord = 32 // bytes; no cue is as long
	for i, at := range t.list {
		if at.kind != word || at.end-at.start > longestWord {
			continue
		}
		key := t.keys[i]
		self = self || speaking.Has(key)
		if found {
			continue
		}
		if lang, ok := cues.Get(key); ok && t.leads(i) {
			found = true
			from, to := max(0, i-cueWords), min(len(t.list), i+cueWords+1)
			when = Cue{t.list[from].start, t.list[to-1].end, lang}
		}
	}
	return when, found, self
}

// cueWords is how many words on either side of a cue may belong to it: "three
// weeks ago", "the week before last".
const cueWords = 3

// leads tells whether a word such as "last" or "this" is followed by a word for
// a stretch of time; every other cue stands for itself.
func (t *Text) leads(i int) bool {
	return !leading.Has(t.keys[i]) || i+1 < len(t.list) && stretches.Has(t.keys[i+1])
}

// cues are the words that stand for a time by when they are said.
var cues = byLang(map[text.Lang]string{
	text.English:    `today yesterday tomorrow tonight ago last next this`,
	text.German:     `heute gestern vorgestern morgen übermorgen letzte letzten letztes nächste nächsten nächstes`,
	text.French:     `aujourd'hui hier demain`,
	text.Vietnamese: `hôm ngày tuần`,
})

func byLang(lists map[text.Lang]string) *text.WordMap[text.Lang] {
	out := map[string]text.Lang{}
	for _, lang := range []text.Lang{text.Vietnamese, text.French, text.German, text.English} { // the first has the last word
		for w := range strings.FieldsSeq(lists[lang]) {
			out[w] = lang
		}
	}
	return text.NewWordMap(out)
}

var leading = text.Words(`last next this letzte letzten letztes nächste nächsten nächstes ngày tuần`)

var stretches = text.Words(`night week weekend month year quarter monday tuesday wednesday thursday friday saturday sunday january february
	march april may june july august september october november december spring summer autumn fall winter morning afternoon
	evening woche wochenende monat jahr montag dienstag mittwoch donnerstag freitag samstag sonntag mai qua trước sau này tới`)

// speaking are the words by which speakers speak of themselves.
var speaking = text.Words(`i me my mine myself i'm i'll i've i'd ich mich mir mein meine meinen tôi mình tớ je moi mon ma`)
