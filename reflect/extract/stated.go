package extract

import "strings"

// Stated tells whether what somebody else found in a message, such as a model,
// may be taken as stated: whether the sentences that hold the bytes from start to
// end are no question, supposition, report, quotation or joke. It is the
// judgement that every rule of this package is under, too.
func Stated(message string, start, end int) bool {
	if start < 0 || end > len(message) || start >= end || end > MaxMessage {
		return false
	}
	m := newMessage(message)
	if m.joking() {
		return false
	}
	held := false
	for _, s := range m.sentences {
		if s.end <= start || s.start >= end {
			continue
		}
		if s.asks || s.stages || quoted(m, s) {
			return false
		}
		for _, l := range languages() {
			if l.spokenIn(m) && (l.questions(m, m.words(s)) || l.doubted(m, m.words(s))) {
				return false
			}
		}
		held = true
	}
	return held
}

// Invents tells whether a text that somebody else made of a message has a name or a
// number that is not in the message, apart from names that are known otherwise. It may
// be a misunderstanding, or the answer to an instruction in the message.
func Invents(text, message string, known ...string) bool {
	said := words{}
	for _, s := range append(known, message) {
		for _, t := range newMessage(s).tokens {
			said[bare(t.key)] = true
		}
	}
	m := newMessage(text)
	for _, s := range m.sentences {
		for i, t := range m.words(s) {
			if (t.digit || t.capital && i > 0) && !said[bare(t.key)] {
				return true
			}
		}
	}
	return false
}

// bare is a word without what makes it a genitive.
func bare(key string) string { return strings.TrimSuffix(strings.TrimSuffix(key, "'s"), "'") }
