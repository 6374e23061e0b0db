package extract

import "github.com/lukasadb/lukasa/internal/text"

// conditioned is what stands behind "when you …", of what is done when answering: it lasts by
// itself. Of anything else it does with always or never.
func (l *language) conditioned(m *message, t []token) []token {
	if m.cues&occasions == 0 {
		return nil
	}
	t = l.open(t, !m.accented)
	if len(t) < 4 || t[0].key != "when" && t[0].key != "whenever" || t[1].key != "you" && !answering[t[1].key] && (t[1].key != "i" || !given[t[2].key]) {
		return nil
	}
	told := answering[t[1].key] || t[1].key == "i" || l.manners[t[2].key] || l.demand.verbs[t[2].key] || answering[t[2].key]
	for i := 2; i < len(t) && i < longestThing; i++ {
		if !breaks(t[i].gap) && !l.demand.switches.opens(t[i:], !m.accented) && !l.demand.steady[t[i].key] && t[i].key != "please" {
			continue
		}
		core := l.wantedOf(l.open(t[i:], !m.accented), !m.accented)
		if core = core[:clauseEnd(core)]; len(core) > 1 && (told || l.demand.steady[core[0].key]) && l.wantsLasting(m, core, true) {
			if t[1].key == "i" {
				return upTo(t, core) // it makes no sense without
			}
			return core
		}
	}
	return nil
}

// given are verbs of what somebody gives to have it answered.
var given = text.Set(`ask paste post share type`)

// unsure is what is to be done where the answer is not known: "if you aren't sure, say so".
// That lasts by itself.
func (l *language) unsure(m *message, t []token) []Statement {
	for i := range t {
		if i > 0 && !breaks(t[i].gap) || !l.demand.doubtful.opens(t[i:], !m.accented) {
			continue
		}
		end := i + clauseEnd(t[i:])
		if end < len(t) && l.demand.imperatives[t[end].key] {
			return l.instructed(m, t[i:end+clauseEnd(t[end:])], t[i:])
		}
	}
	return nil
}

// answering are verbs of what is done when answering, beside those of the manners.
//
//nolint:misspell // people spell in both ways
var answering = text.Set(`answering citing compare comparing describing draft drafting explaining generate giving listing naming
	produce quote quoting recommend recommending replying responding review reviewing see showing suggesting summarising summarizing
	talking translating writing`)
