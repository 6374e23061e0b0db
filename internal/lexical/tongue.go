package lexical

import "github.com/lukasadb/lukasa/internal/text"

// Tongue returns the language of a question: where that is not clear, the one that most records are in.
func (x *Index) Tongue(question string) text.Lang { return text.DetectAsked(question, x.home()) }

// home is the language that most records are in, or else the default.
func (x *Index) home() text.Lang {
	x.mu.RLock()
	defer x.mu.RUnlock()
	home := x.lang
	if x.st == nil {
		return home
	}
	for l, n := range x.st.totals.langs {
		if n > x.st.totals.langs[home] {
			home = text.Lang(l)
		}
	}
	return home
}
