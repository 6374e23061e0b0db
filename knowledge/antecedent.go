package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/schema"
)

// How far back a text points, in records of the session.
const (
	clueBack    = 8 // that are read: what an entity is, is known for longer
	referBack   = 4 // of which one alone may be meant
	severalBack = 2 // for "they", which may be anyone
	thingBack   = 1 // for "it", which mostly means what was just said, and for who has no name
)

// How sure a link is, where one alone may be meant, and where the subject is taken of several.
const (
	soleScore    = .9
	subjectScore = .75
)

// antecedents chooses whom the words of a text mean, one after the other, of what was heard before each.
type antecedents struct {
	at   *heard // the word itself
	past scene  // what was heard before it, as far as it matters
	keys []schema.EntityKey
	who  []profile // what is known of each of them, by all that was heard before
}

// hear takes in what was heard at a place.
func (a *antecedents) hear(h *heard) {
	if h.key == "" || len(h.others) > 0 {
		return
	}
	at := slices.Index(a.keys, h.key)
	if at < 0 {
		at = len(a.keys)
		a.keys, a.who = append(a.keys, h.key), append(a.who, profile{})
	}
	h.who = int16(at) //nolint:gosec // a text holds few
	a.who[at].add(h.clues)
}

// meant finds whom a pointer means, or several that are named together; empty where that is in doubt.
func (a *antecedents) meant(p pointer) (keys []schema.EntityKey, score float64) {
	switch {
	case p.described():
		return a.described(p)
	case p.ref.Person:
		return a.somebody(p)
	case p.ref.Thing:
		return a.something(p)
	}
	return a.they(p)
}

// profile is what is known of who or what was heard, by all that was heard of it.
func (a *antecedents) profile(h *heard) *profile {
	if h.key == "" || len(h.others) > 0 {
		p := &profile{}
		p.add(h.clues)
		return p
	}
	return &a.who[h.who]
}

// where lists the places, latest first, of what fits and was heard at most so many records ago.
func (a *antecedents) where(back int16, fits func(*heard) bool) (out []*heard) {
	for i := len(a.past) - 1; i >= 0 && a.past[i].back <= back; i-- {
		if h := &a.past[i]; len(h.others) == 0 && fits(h) {
			out = append(out, h)
		}
	}
	return out
}

// ever tells whether something of a kind was heard before.
func (s scene) ever(is func(*heard) bool) bool {
	for i := range s {
		if is(&s[i]) {
			return true
		}
	}
	return false
}

// one returns the link to something heard, if it is surely it.
func (a *antecedents) one(h *heard, score float64) ([]schema.EntityKey, float64) {
	if h.key == "" || a.past.ever(func(x *heard) bool { return x.key == h.key && x.unsure }) {
		return nil, 0
	}
	return []schema.EntityKey{h.key}, score - perRecord*float64(h.back)
}

// same tells whether two places speak of the same. Of what has no name, each is its own.
func same(a, b *heard) bool {
	if a.key != "" || b.key != "" {
		return a.key == b.key
	}
	return a.clues.noun.group == b.clues.noun.group && a.clues.gender == b.clues.gender
}

// alone tells whether all places speak of the same.
func alone(list []*heard) bool {
	return !slices.ContainsFunc(list, func(h *heard) bool { return !same(h, list[0]) })
}

// somebody finds whom "he" or "she" means: the one person that fits, or the subject of the sentence in which
// one was heard last, if no other that fits is in it.
func (a *antecedents) somebody(p pointer) ([]schema.EntityKey, float64) {
	list := a.where(referBack, func(h *heard) bool { return a.fitsPerson(p, h) })
	if len(list) == 0 {
		list = a.where(referBack, func(h *heard) bool { return sameType("customer", h.key.Type()) && !(p.object && a.actsHere(h)) })
	}
	if len(list) == 0 {
		return nil, 0
	}
	if alone(list) {
		return a.one(list[0], soleScore)
	}
	last := slices.DeleteFunc(slices.Clone(list), func(h *heard) bool { return h.back != list[0].back || h.sentence != list[0].sentence })
	if !alone(last) {
		return nil, 0
	}
	known := slices.DeleteFunc(slices.Clone(list), func(h *heard) bool { return a.profile(h).told() != p.ref.Gender })
	switch of := len(known); {
	case of > 0 && alone(known) && same(known[0], list[0]), // the only one of whom it is known
		slices.ContainsFunc(last, func(h *heard) bool { return h.subject }) && (of == 0 || slices.ContainsFunc(known, func(h *heard) bool { return same(h, list[0]) })):
		return a.one(list[0], subjectScore)
	}
	return nil, 0
}

// fitsPerson tells whether "he" or "she" may mean somebody heard.
func (a *antecedents) fitsPerson(p pointer, h *heard) bool {
	of := a.profile(h)
	if h.clues.many || of.they || of.told().Against(p.ref.Gender) {
		return false
	}
	if h.key == "" {
		return h.back <= thingBack && (of.is(someone) || of.is(creature)) && !a.saidOfSome(h.clues.noun)
	}
	return of.likely(h.sort()) && !(p.object && a.actsHere(h))
}

// saidOfSome tells whether a noun was said of something that has a name, so that "a dog" is nobody beside it.
func (a *antecedents) saidOfSome(n noun) bool {
	return n.group != 0 && a.past.ever(func(h *heard) bool { return h.key != "" && h.clues.noun.group == n.group })
}

// actsHere tells whether something heard is the subject of the clause of the word, and so not what is done to.
func (a *antecedents) actsHere(h *heard) bool {
	return h.subject && h.back == 0 && h.sentence == a.at.sentence && h.clause == a.at.clause
}

// something finds what "it" means: the one thing that was named, where nothing without a name was spoken of since, unless
// both that and "it" are what their sentences are about.
func (a *antecedents) something(p pointer) ([]schema.EntityKey, float64) {
	list := a.where(thingBack, func(h *heard) bool {
		return h.key != "" && a.fitsThing(h) && !(h.clues.inside && !h.clues.goal) && !(p.object && a.actsHere(h))
	})
	if len(list) > 0 && list[0].back == 0 && list[0].sentence == a.at.sentence {
		list = slices.DeleteFunc(list, func(h *heard) bool { return h.back > 0 || h.sentence != a.at.sentence })
	}
	if len(list) == 0 || !alone(list) {
		return nil, 0
	}
	if a.rivalSince(list[0]) && !(a.at.subject && list[0].subject && a.near(list[0])) {
		return nil, 0
	}
	return a.one(list[0], soleScore)
}

// rivalSince tells whether a thing without a name was heard since a place.
func (a *antecedents) rivalSince(last *heard) bool {
	for i := len(a.past) - 1; i >= 0 && &a.past[i] != last; i-- {
		if h := &a.past[i]; h.key == "" && !h.clues.many && !a.profile(h).is(someone) {
			return true
		}
	}
	return false
}

// near tells whether something was heard in the sentence of the word, or in the one before it.
func (a *antecedents) near(h *heard) bool {
	if h.back > 0 {
		return a.at.sentence == 0 && !a.past.ever(func(x *heard) bool { return x.back < h.back || x.back == h.back && x.sentence > h.sentence })
	}
	return h.sentence >= a.at.sentence-1
}

func (a *antecedents) fitsThing(h *heard) bool {
	t := h.sort()
	return !people[t] && !a.profile(h).likely(t)
}
