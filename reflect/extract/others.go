package extract

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// others finds what a message states of others, in English. It is read as they would say it
// of themselves, "Emma's a nurse" as "I'm a nurse" and "her birthday" as "my birthday", so that
// all ways of speaking of oneself are ways of speaking of somebody. Whom a name or "she" means is
// for callers to tell.
func (m *message) others() (out []Statement) {
	if m.joking() {
		return nil
	}
	l := english()
	m.prior, m.mistaken, m.demanding = nil, false, false
	for _, s := range m.sentences {
		for t := range l.asserted(m, s) {
			out = append(out, l.ofOthers(m, t)...)
		}
	}
	return out
}

// ofOthers reads what a run states, of each of whom it speaks up to where it speaks of the next.
func (l *language) ofOthers(m *message, t []token) (out []Statement) {
	var of []bearer
	first := len(t) - len(l.open(t, !m.accented))
	for i := first; i < len(t); i++ {
		if i > first && !parted(t, i) && !l.joints[t[i-1].key] && !joining[t[i-1].key] {
			continue // in the midst of a clause
		}
		if b, ok := bearerAt(m, t, i); ok {
			of = append(of, b)
			i = b.to - 1
		}
	}
	for i, b := range of {
		end := len(t)
		if i+1 < len(of) {
			end = of[i+1].from
		}
		if b.to < end { // else nothing is said of them: Tom and Ana
			out = append(out, l.ofOne(m, b, t[:end])...)
		}
	}
	return out
}

// joining are words before a clause beside those of a language.
var joining = text.Set(`although because since though whereas while`)

// ofOne reads what a run states, and denies, of one of whom it speaks last.
func (l *language) ofOne(m *message, b bearer, t []token) (out []Statement) {
	said := l.inTheirWords(b, t)
	add := func(found []Statement, denied bool) {
		for _, s := range found {
			if ofAnybody(&s) {
				s.Kind, s.Type, s.About, s.Denied = Fact, "", &b.person, denied
				out = append(out, s)
			}
		}
	}
	c := setting{run: said, clauses: l.split(said)}
	for c.at = range c.clauses {
		if c.clauses[c.at][0].start == said[0].start { // else it has another subject
			add(l.clause(m, &c), false)
		}
	}
	add(l.denials(m, said), true)
	return out
}

// ofAnybody tells whether a statement is learned of others than the writer, too: it is a lasting
// fact, its value is no sentence in the first person, and it does not say what they are to the writer.
func ofAnybody(s *Statement) bool {
	first, _, _ := strings.Cut(strings.ToLower(s.Value), " ")
	return (s.Kind == Fact || s.Kind == UserFact) && writers[first] == "" &&
		(lasting[s.Predicate] || strings.HasSuffix(s.Predicate, "_name") || strings.HasPrefix(s.Predicate, "favourite_"))
}

var lasting = text.Set(`address afraid_of age allergic_to birthday born_in diet dislikes email family from health likes lives_in owns
	phone_number prefers role speaks status studies takes timezone works_at`)

// inTheirWords is a run from whom it speaks of on, as they would say it: "I" or "my" in their place,
// verbs in the first person, and what is the writer's is somebody else's.
func (l *language) inTheirWords(b bearer, t []token) []token {
	self := t[b.from]
	self.key, self.end, self.capital = "i", t[b.to-1].end, false
	out := append([]token{self}, t[b.to:]...)
	if b.owns {
		out[0].key = "my"
		return l.firstPerson(out, false)
	}
	if b.is {
		out = slices.Insert(out, 1, verbWithin(out))
	}
	if out[1].key == "who" && len(out) > 2 && strings.HasPrefix(out[1].gap, ",") {
		out = slices.Delete(out, 1, 2) // "Tom, who lives in Leeds, is a baker"
	}
	out[1].gap = " " // "Tom, my boss, likes"
	return l.firstPerson(out, true)
}

// verbWithin is the verb in "she's".
func verbWithin(t []token) token {
	is := t[0]
	is.key = "is"
	if next := t[1].key; next == "been" || next == "got" || strings.HasSuffix(next, "ed") && next != "retired" {
		is.key = "has"
	}
	return is
}

// firstPerson turns what follows a subject into the first person, in its place; verb tells that it
// begins with one.
func (l *language) firstPerson(t []token, verb bool) []token {
	for i := 1; i < len(t); i++ {
		key := t[i].key
		switch verb = verb || parted(t, i); {
		case writers[key] != "":
			t[i].key = writers[key]
		case verb && (adverbs[key] || key == "always" || key == "also"):
			continue
		case verb && ofSeveral[key]:
			t[i].key = "they" // no form for one: "Sounds like a plan", "Rex is a star - love him"
		case verb && key == "isn't":
			t[i].key = "am"
			not := t[i]
			not.key, not.gap = "not", " "
			t = slices.Insert(t, i+1, not)
			i++
		case verb:
			t[i].key = ofFirst(key)
		case key == "his" || key == "her":
			t[i].key = "my"
		}
		verb = l.joints[key]
	}
	return t
}

// writers are the words for who writes, in the mouth of somebody else.
var writers = map[string]string{
	"i": "they", "i'm": "they're", "i've": "they've", "i'd": "they'd", "i'll": "they'll", "me": "them", "my": "their", "mine": "theirs",
	"we": "they", "we're": "they're", "we've": "they've", "us": "them", "our": "their", "ours": "theirs",
}

// ofSeveral are verbs in a form that is not that behind "she".
var ofSeveral = text.Set(`adore am are detest do don't drive eat enjoy get go grow hate have haven't keep know like live love move own
	play prefer run speak study take teach understand use want work`)

// ofFirst is the form of a verb behind "I" for the one behind "she".
func ofFirst(verb string) string {
	if form := firstForms[verb]; form != "" {
		return form
	}
	for _, ending := range []string{"ches", "shes", "sses", "xes", "zzes"} {
		if strings.HasSuffix(verb, ending) {
			return verb[:len(verb)-2]
		}
	}
	if stem, ok := strings.CutSuffix(verb, "ies"); ok && len(stem) > 1 {
		return stem + "y"
	}
	if strings.HasSuffix(verb, "ss") {
		return verb
	}
	return strings.TrimSuffix(verb, "s")
}

var firstForms = map[string]string{
	"is": "am", "has": "have", "does": "do", "doesn't": "don't", "hasn't": "haven't", "goes": "go", "was": "was",
}
