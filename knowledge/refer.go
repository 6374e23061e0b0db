package knowledge

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/schema"
)

// A pronoun in a text, or "the customer", is linked as the records are written
// (000-01, 004-04), and more carefully than when it is asked about: the session
// must have spoken of one entity alone that may be meant, and lately.

// How far back a text points.
const (
	referBack = 4 // records of the session, of which one alone may be meant
	thingBack = 1 // for "it", which mostly means what was just said
)

// pointer is a place in a text whose words point back.
type pointer struct {
	start, end int // bytes
	ref        Reference
}

// longestPointer is how many words a phrase that points back has at most: "nhà
// cung cấp này".
const longestPointer = 4

// pointers finds the words of a text that point back at an entity, from left to
// right. Words that as often point at nothing are left out: "this", "that", "our
// team", "khách hàng" without a word behind it that points, and "it" where no
// thing need be meant.
func pointers(s string) []pointer {
	var out []pointer
	words := mention.Words(s)
	for i := 0; i < len(words); i++ {
		if !begins(s[words[i].Start:words[i].End]) {
			continue
		}
		for n := min(longestPointer, len(words)-i); n > 0; n-- {
			last := words[i+n-1]
			phrase := s[words[i].Start:last.End]
			ref, ok := ReadReference(phrase)
			if !ok || !pointsBack(s, words, i, n) {
				continue
			}
			out = append(out, pointer{words[i].Start, last.End, ref})
			i += n - 1
			break
		}
	}
	return out
}

// firstWords are those that a phrase may begin with, folded.
var firstWords = func() map[string]bool {
	first := map[string]bool{"the": true, "this": true, "that": true, "said": true}
	for phrase := range pronouns {
		word, _, _ := strings.Cut(phrase, " ")
		first[word] = true
	}
	for phrase := range roles {
		if word, _, _ := strings.Cut(phrase, " "); !isASCII(phrase) {
			first[word] = true
		}
	}
	return first
}()

func begins(word string) bool {
	var room [16]byte
	return len(word) <= len(room) && firstWords[string(text.AppendFold(room[:0], word))]
}

// pointsBack tells whether n words from i on mean somebody or something that was
// spoken of before.
func pointsBack(s string, words []mention.Span, i, n int) bool {
	for at := i + 1; at < i+n; at++ {
		if strings.TrimSpace(s[words[at-1].End:words[at].Start]) != "" {
			return false // a sign between them
		}
	}
	around := func(at int) string {
		if at < 0 || at >= len(words) {
			return ""
		}
		return text.Fold(s[words[at].Start:words[at].End])
	}
	phrase := s[words[i].Start:words[i+n-1].End]
	folded := strings.Join(strings.Fields(text.Fold(phrase)), " ")
	if _, pronoun := pronouns[folded]; pronoun {
		return n > 1 || meansSomething(phrase, around(i-1), around(i+1))
	}
	_, definite := cutArticle(folded)
	return definite
}

// meansSomething tells whether a pronoun of one word means somebody or something,
// by the words before and behind it.
func meansSomething(word, before, behind string) bool {
	switch text.Fold(word) {
	case "this", "that":
		return false
	case "it":
		return word != "IT" && !impersonal[behind] && !idle[before]
	case "they":
		return behind != "say"
	case "họ":
		return before != "dòng" && behind != "tên" && behind != "hàng" && behind != "và"
	}
	return true
}

// impersonal are words behind an "it" that may mean nothing, as in "it is
// raining", "it seems that", "it takes two", "it's late"; idle are words before
// one, as in "make it", "got it", "worth it". Both are read the careful way.
var (
	impersonal = wordsIn(`is s was were be been will ll would d seems seemed looks looked appears appeared feels felt sounds rains rained
		raining snows snowed snowing takes took turns turned depends happens happened matters might may could can should must has had
		does doesn isn wasn won wouldn makes made gets got goes all self not also really just still`)
	idle = wordsIn(`make makes made making get gets got getting do does did doing love like hate worth call find as about of if whether
		because and but so while when since that think thinks hope guess believe know see this that`)
)

func wordsIn(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// threads are the sessions of a batch: what its records so far were linked to,
// which no reader of the ledger sees yet.
type threads map[[2]string][]*schema.Experience

func (t threads) add(e *schema.Experience) {
	if e.Session == "" {
		return
	}
	at := [2]string{e.Agent, e.Session}
	t[at] = append(t[at], e)
	if n := len(t[at]); n > 4*referBack { // those handed in late must find some before them
		t[at] = slices.Clone(t[at][n-2*referBack:])
	}
}

// before lists up to referBack records of the session of e before it, latest
// first, those of the batch and of the ledger.
func (t threads) before(r *ledger.Reader, e *schema.Experience) ([]*schema.Experience, error) {
	var out []*schema.Experience
	for _, x := range slices.Backward(t[[2]string{e.Agent, e.Session}]) {
		if !x.Time.After(e.Time) && len(out) < referBack {
			out = append(out, x)
		}
	}
	if len(out) == referBack {
		return out, nil
	}
	seen := 0
	for entry, err := range r.Scan(e.Agent, ledger.InSession(e.Session), ledger.Scan{To: e.Time.Add(time.Microsecond)}) {
		if err != nil {
			return nil, err
		}
		if entry.ID == e.ID {
			continue
		}
		if seen++; seen > referBack {
			break
		}
		x, err := r.Experience(entry.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b *schema.Experience) int { return b.Time.Compare(a.Time) })
	return out[:min(len(out), referBack)], nil
}

// refer links the words of a text that point back. A session is read only when
// there are any.
func (l *linking) refer(ctx context.Context, names *Names, p *places, e *schema.Experience, s string) error {
	list := slices.DeleteFunc(pointers(s), func(at pointer) bool {
		return p.taken(at.start, at.end) || severalMeant(at.ref, p.spokenUntil(names, e, at.start))
	})
	if len(list) == 0 {
		return nil
	}
	var before []*schema.Experience
	if e.Session != "" {
		err := l.book.store.View(ctx, func(r *ledger.Reader) (err error) {
			before, err = l.sessions.before(r, e)
			return err
		})
		if err != nil {
			return err
		}
	}
	earlier := spokenBefore(names, e, before)
	for _, at := range list {
		spoken := append(p.spokenUntil(names, e, at.start), earlier...)
		if c, ok := soleAntecedent(at.ref, spoken); ok {
			p.add(schema.Mention{
				Entity: c.Entity, Text: s[at.start:at.end], Start: at.start, End: at.end, Role: schema.RoleMention,
				Confidence: c.Score, Coreference: true, Unsure: c.Score < unsureBelow,
			})
		}
	}
	return nil
}

// unsureBelow is the score from which on a link is sure (source design 004).
const unsureBelow = .85

// soleAntecedent finds the one entity that a reference may mean, if it is one alone. A
// person comes before a customer, who may be a firm.
func soleAntecedent(ref Reference, spoken []Spoken) (Candidate, bool) {
	if ref.Thing {
		spoken = slices.DeleteFunc(slices.Clone(spoken), func(s Spoken) bool { return s.Back > thingBack })
	}
	list := Antecedents(ref, spoken)
	if ref.Person {
		surely := slices.DeleteFunc(slices.Clone(list), func(c Candidate) bool { return !people[c.Entity.Type()] })
		if len(surely) > 0 {
			list = surely
		}
	}
	if len(list) != 1 || slices.ContainsFunc(spoken, func(s Spoken) bool { return s.Unsure && s.Entity == list[0].Entity }) {
		return Candidate{}, false
	}
	return list[0], true
}

// severalMeant tells whether what a text itself speaks of leaves a doubt already,
// which nothing that was said before it can take away.
func severalMeant(ref Reference, spoken []Spoken) bool {
	fitting := fittingOnce(ref, spoken)
	if ref.Person {
		fitting = slices.DeleteFunc(fitting, func(s Spoken) bool { return !people[s.Entity.Type()] })
	}
	return len(fitting) > 1
}

// spokenBefore lists what earlier records of a session mention, latest first.
// Whoever speaks in it is left out: they say "I", and are spoken to as "you".
func spokenBefore(names *Names, e *schema.Experience, before []*schema.Experience) []Spoken {
	var out []Spoken
	for back, x := range before {
		if !x.Status.Live() {
			continue
		}
		for _, m := range inRank(x.Mentions) {
			if !m.Coreference { // what was meant before by a pronoun is no more than likely
				out = append(out, Spoken{names.Survivor(m.Entity), back + 1, m.Role, m.Unsure})
			}
		}
	}
	return slices.DeleteFunc(out, func(s Spoken) bool {
		return speaks(e, s.Entity) || slices.ContainsFunc(before, func(x *schema.Experience) bool { return speaks(x, s.Entity) })
	})
}

func speaks(e *schema.Experience, key schema.EntityKey) bool {
	return e.Speaker != "" && strings.EqualFold(e.Speaker, key.Name())
}

// spokenUntil lists what a text mentions before a place in it, the caller's
// mentions without a place among them.
func (p *places) spokenUntil(names *Names, e *schema.Experience, until int) []Spoken {
	var out []Spoken
	for _, list := range [][]schema.Mention{e.Mentions, p.found} {
		for _, m := range inRank(list) {
			if key := names.Survivor(m.Entity); m.End <= until && !speaks(e, key) {
				out = append(out, Spoken{key, 0, m.Role, m.Unsure})
			}
		}
	}
	return out
}
