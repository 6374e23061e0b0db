package extract

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
		for _, l := range []*language{english, vietnamese} {
			if l.spokenIn(m) && (l.questions(m, m.words(s)) || anywhere(l.doubts, m.words(s), !m.accented)) {
				return false
			}
		}
		held = true
	}
	return held
}
