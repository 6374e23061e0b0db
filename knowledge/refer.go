package knowledge

import (
	"context"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
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

// refer links the words of a text that point back. A session is read only when
// there are any.
func (l *linking) refer(ctx context.Context, names *Names, p *places, e *schema.Experience, t *mention.Text) error {
	here := spokenHere{places: p, names: names, e: e}
	list := slices.DeleteFunc(pointers(t), func(at pointer) bool {
		return p.taken(at.start, at.end) || severalMeant(at.ref, here.until(at.start))
	})
	if len(list) == 0 {
		return nil
	}
	before, err := l.before(ctx, e)
	if err != nil {
		return err
	}
	earlier := spokenBefore(names, e, before)
	for _, at := range list {
		if c, ok := soleAntecedent(at.ref, append(here.until(at.start), earlier...)); ok {
			p.add(schema.Mention{
				Entity: c.Entity, Text: t.String()[at.start:at.end], Start: at.start, End: at.end, Role: schema.RoleMention,
				Confidence: c.Score, Coreference: true, Unsure: c.Score < unsureBelow,
			})
		}
	}
	return nil
}

// before lists up to referBack records of the session of e before it, latest
// first. They are read once for a record, whoever asks.
func (l *linking) before(ctx context.Context, e *schema.Experience) ([]*uttered, error) {
	if l.askedFor == e {
		return l.earlier, nil
	}
	list, err := l.sessionBefore(ctx, e)
	if err == nil {
		l.askedFor, l.earlier = e, list
	}
	return list, err
}

func (l *linking) sessionBefore(ctx context.Context, e *schema.Experience) (list []*uttered, err error) {
	if e.Session == "" {
		return nil, nil
	}
	if list = l.sessions.latest(e); len(list) == referBack {
		return list, nil
	}
	err = l.book.store.View(ctx, func(r *ledger.Reader) (err error) {
		list, err = l.book.said.before(r, e, list)
		return err
	})
	return list, err
}

// unsureBelow is the score from which on a link is sure (source design 004).
const unsureBelow = .85

// soleAntecedent finds the one entity that a reference may mean, if it is one alone. A
// person comes before a customer, who may be a firm.
func soleAntecedent(ref Reference, spoken []Spoken) (Candidate, bool) {
	if ref.Thing {
		spoken = slices.DeleteFunc(spoken, func(s Spoken) bool { return s.Back > thingBack })
	}
	surely := func(s Spoken) bool { return people[s.Entity.Type()] }
	if !ref.Person || !slices.ContainsFunc(spoken, surely) {
		surely = func(s Spoken) bool { return ref.Fits(s.Entity.Type()) }
	}
	sole, n := distinct(spoken, surely)
	if n != 1 || slices.ContainsFunc(spoken, func(s Spoken) bool { return s.Unsure && s.Entity == sole }) {
		return Candidate{}, false
	}
	list := Antecedents(ref, spoken)
	at := slices.IndexFunc(list, func(c Candidate) bool { return c.Entity == sole })
	if at < 0 {
		return Candidate{}, false
	}
	return list[at], true
}

// severalMeant tells whether what a text itself speaks of leaves a doubt already,
// which nothing that was said before it can take away.
func severalMeant(ref Reference, spoken []Spoken) bool {
	_, n := distinct(spoken, func(s Spoken) bool {
		t := s.Entity.Type()
		return ref.Fits(t) && (!ref.Person || people[t])
	})
	return n > 1
}

// distinct returns the first entity that was spoken of and fits, and how many do,
// up to two.
func distinct(spoken []Spoken, fits func(Spoken) bool) (first schema.EntityKey, n int) {
	for _, s := range spoken {
		if n > 0 && s.Entity == first || !fits(s) {
			continue
		}
		if n++; n > 1 {
			return first, n
		}
		first = s.Entity
	}
	return first, n
}

// spokenBefore lists what earlier records of a session mention, latest first.
// Whoever speaks in it is left out: they say "I", and are spoken to as "you".
func spokenBefore(names *Names, e *schema.Experience, before []*uttered) []Spoken {
	var out []Spoken
	for back, x := range before {
		if !x.live {
			continue
		}
		for _, m := range inRank(x.mentions) {
			if m.Coreference { // what was meant before by a pronoun is no more than likely
				continue
			}
			key := names.Survivor(m.Entity)
			if !speaks(e.Speaker, key) && !slices.ContainsFunc(before, func(x *uttered) bool { return speaks(x.speaker, key) }) {
				out = append(out, Spoken{key, back + 1, m.Role, m.Unsure})
			}
		}
	}
	return out
}

func speaks(speaker string, key schema.EntityKey) bool {
	return speaker != "" && strings.EqualFold(speaker, key.Name())
}

// spokenHere lists what a text mentions, the caller's mentions before those that
// were found, anew whenever more are found.
type spokenHere struct {
	*places
	names *Names
	e     *schema.Experience

	list []spokenAt
	of   int // mentions found when it was listed
}

type spokenAt struct {
	Spoken
	end int
}

// until lists what the text mentions before a place in it, the caller's mentions
// without a place among them. The list is the caller's.
func (h *spokenHere) until(place int) []Spoken {
	if h.list == nil || h.of != len(h.found) {
		h.look()
	}
	out := make([]Spoken, 0, len(h.list)+4*referBack)
	for _, s := range h.list {
		if s.end <= place {
			out = append(out, s.Spoken)
		}
	}
	return out
}

func (h *spokenHere) look() {
	h.list, h.of = make([]spokenAt, 0, len(h.e.Mentions)+len(h.found)+1), len(h.found)
	for _, list := range [][]schema.Mention{h.e.Mentions, h.found} {
		for _, m := range inRank(list) {
			if key := h.names.Survivor(m.Entity); !speaks(h.e.Speaker, key) {
				h.list = append(h.list, spokenAt{Spoken{key, 0, m.Role, m.Unsure}, m.End})
			}
		}
	}
}
