package text

import (
	"strings"
	"sync"
)

// askLists are the words by which questions ask, of the languages whose lists of function words have them with marks only, or
// not at all. They say little in a question, and are left to count in records as they do.
var askLists = map[Lang]string{
	German: `wann wo wohin woher wen wem wessen welch wieso weshalb wozu womit wofür woran worauf worüber wovon wieviel wieviele viel
		viele gab gibt gibts denn mal eigentlich nochmal hast habt bist seid warst wart wird würde würden gewesen geworden hieß heißt heißen
		hab unserem unseren unserer unseres euer eure eurer jetzt gerade alles ganz`,
	Spanish: `qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde adónde cómo quien cuanto cuanta cuantos cuantas
		cuales adonde hace hizo aún ya vos usted ustedes`,
	Vietnamese: `ai gì nào đâu mấy bao nhiêu sao thế hồi lúc khi hôm ngày ra vậy hả nhỉ nhé ạ à ơi chứ tao tau mày mi mình bạn ta tớ cậu
		chị ấy kia này đấy rồi cứ mới thôi lắm quá luôn còn hiện giờ bây những các cái con chiếc thằng`,
}

// asks has the words of askLists and of the lists of function words as they are typed without marks, by language.
var asks = sync.OnceValue(func() map[string]LangSet {
	m := map[string]LangSet{}
	for lang, list := range askLists {
		for w := range strings.FieldsSeq(list) {
			m[w] |= Langs(lang)
			addBare(m, w, lang)
		}
	}
	for w, langs := range stopWords {
		for lang := range askLists {
			if langs.Has(lang) {
				addBare(m, w, lang)
			}
		}
	}
	return m
})

// addBare adds the forms that a word has where marks are not typed.
func addBare(m map[string]LangSet, word string, lang Lang) {
	m[Plain(word)] |= Langs(lang)
	if t, ok := Transcribed(word); ok && lang == German {
		m[t] |= Langs(lang)
	}
}

// Idle tells whether a folded word says nothing of what a question in a language is about: a function word, or one that asks,
// with its marks or without.
func Idle(word string, lang Lang) bool {
	return StopIn(word).Has(lang) || lang != English && asks()[word].Has(lang)
}

// DetectAsked returns the language of a question to somebody who speaks home: a short question, or one typed without marks, is
// in that one unless more of its words speak for another.
func DetectAsked(s string, home Lang) Lang {
	found := Detect(s, home)
	if found == home || home == English || home == Und {
		return found
	}
	here, there := 0, 0
	var scan Scanner
	scan.Reset(s)
	for scan.Next() {
		key := string(scan.Key())
		if Idle(key, home) {
			here++
		}
		if Idle(key, found) {
			there++
		}
	}
	if here > 0 && here >= there {
		return home
	}
	return found
}
