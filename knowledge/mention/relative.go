package mention

import (
	"github.com/lukasadb/lukasa/internal/text"
)

// Cue is a place in a text where words stand for a time that only its own time
// tells: the few words around "today" or "last week".
type Cue struct {
	Start, End int // bytes
	Lang       text.Lang
}

// Relative returns the first such place in s, and whether its speaker speaks of
// themselves. It costs a look at each word.
func Relative(s string) (when Cue, found, self bool) {
	list := tokens(make([]token, 0, len(s)/5+8), s)
	var key [32]byte
	for i := range list {
		if list[i].kind != word || list[i].end-list[i].start > cap(key) {
			continue
		}
		w := text.AppendFold(key[:0], s[list[i].start:list[i].end])
		self = self || speaking[string(w)]
		if lang, ok := cues[string(w)]; ok && !found && leads(list, i, s) {
			found = true
			from, to := max(0, i-cueWords), min(len(list), i+cueWords+1)
			when = Cue{list[from].start, list[to-1].end, lang}
		}
	}
	return when, found, self
}

// cueWords is how many words on either side of a cue may belong to it: "three
// weeks ago", "the week before last".
const cueWords = 3

// leads tells whether a word such as "last" or "this" is followed by a word for
// a stretch of time; every other cue stands for itself.
func leads(list []token, i int, s string) bool {
	if !leading[text.Fold(s[list[i].start:list[i].end])] {
		return true
	}
	return i+1 < len(list) && stretches[text.Fold(s[list[i+1].start:list[i+1].end])]
}

// cues are the words that stand for a time by when they are said.
var cues = byLang(map[text.Lang]string{
	text.English:    `today yesterday tomorrow tonight ago last next this`,
	text.German:     `heute gestern vorgestern morgen übermorgen letzte letzten letztes nächste nächsten nächstes`,
	text.French:     `aujourd'hui hier demain`,
	text.Vietnamese: `hôm ngày tuần`,
})

func byLang(lists map[text.Lang]string) map[string]text.Lang {
	out := map[string]text.Lang{}
	for _, lang := range []text.Lang{text.Vietnamese, text.French, text.German, text.English} { // the first has the last word
		for w := range set(lists[lang]) {
			out[w] = lang
		}
	}
	return out
}

var leading = set(`last next this letzte letzten letztes nächste nächsten nächstes ngày tuần`)

var stretches = set(`night week weekend month year quarter monday tuesday wednesday thursday friday saturday sunday january february
	march april may june july august september october november december spring summer autumn fall winter morning afternoon
	evening woche wochenende monat jahr montag dienstag mittwoch donnerstag freitag samstag sonntag mai qua trước sau này tới`)

// speaking are the words by which speakers speak of themselves.
var speaking = set(`i me my mine myself i'm i'll i've i'd ich mich mir mein meine meinen tôi mình tớ je moi mon ma`)
