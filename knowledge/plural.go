package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// they finds whom "they" means: those who were named together last, or the one firm or the like, or the one person
// of whom nobody knows whether it is a man.
func (a *antecedents) they(p pointer) ([]schema.EntityKey, float64) {
	for i := len(a.past) - 1; i >= 0; i-- {
		h := &a.past[i]
		switch {
		case h.back > severalBack:
			return nil, 0
		case a.unnamedMany(p, h):
			return nil, 0
		case len(h.others) > 0:
			return append([]schema.EntityKey{h.key}, h.others...), subjectScore - perRecord*float64(h.back)
		case h.key == "" && h.clues.noun.house():
			return nil, 0
		case h.follows:
			return a.together(i)
		case h.key != "" && a.fitsThey(h):
			return a.theyOne(p, h)
		case h.key != "" && (h.back > 0 || h.sentence != a.at.sentence):
			if keys := a.two(h); keys != nil {
				return keys, subjectScore - perRecord*float64(h.back)
			}
		}
	}
	return nil, 0
}

// unnamedMany tells whether something heard are several without a name, whom "they" may mean: no things, where it does what people do.
func (a *antecedents) unnamedMany(p pointer, h *heard) bool {
	return h.key == "" && h.clues.many && !(p.human && h.clues.noun.sort == article)
}

// two are the only two people that were named lately, if the sentence of one heard speaks of both.
func (a *antecedents) two(h *heard) []schema.EntityKey {
	var keys []schema.EntityKey
	for _, x := range a.where(referBack, func(x *heard) bool { return x.key != "" && (a.fitsThey(x) || a.profile(x).person(x.sort())) }) {
		if !slices.Contains(keys, x.key) {
			keys = append(keys, x.key)
		}
	}
	if len(keys) != 2 {
		return nil
	}
	slices.Reverse(keys) // as they were named
	for _, key := range keys {
		if !a.past.ever(func(x *heard) bool { return x.key == key && x.back == h.back && x.sentence == h.sentence && !x.unsure }) {
			return nil
		}
	}
	return keys
}

// theyOne judges the latest that "they" may mean: it must be the only one, or what the sentence of the word is about.
func (a *antecedents) theyOne(p pointer, h *heard) ([]schema.EntityKey, float64) {
	list := a.where(referBack, func(h *heard) bool { return h.key != "" && a.fitsThey(h) })
	if a.manyBeside(p, h) {
		return nil, 0
	}
	if alone(list) {
		return a.one(h, soleScore)
	}
	here := slices.DeleteFunc(list, func(x *heard) bool { return x.back > 0 || x.sentence != a.at.sentence })
	if len(here) > 0 && here[0].subject && alone(here) {
		return a.one(h, subjectScore)
	}
	return nil, 0
}

// manyBeside tells whether the sentence of something heard speaks of several that have no name, or of whoever it may be.
func (a *antecedents) manyBeside(p pointer, h *heard) bool {
	return a.past.ever(func(x *heard) bool { return a.unnamedMany(p, x) && x.back == h.back && x.sentence == h.sentence })
}

// together finds those who were named with the one at i of what was heard, if all are somebody.
func (a *antecedents) together(i int) ([]schema.EntityKey, float64) {
	from := i
	for from > 0 && a.past[from].follows {
		from--
	}
	var keys []schema.EntityKey
	for ; from <= i; from++ {
		h := &a.past[from]
		if h.unsure || h.key == "" || !a.profile(h).likely(h.sort()) || slices.Contains(keys, h.key) {
			return nil, 0
		}
		keys = append(keys, h.key)
	}
	return keys, subjectScore - perRecord*float64(a.past[i].back)
}

// fitsThey tells whether "they" may mean one heard.
func (a *antecedents) fitsThey(h *heard) bool {
	of, t := a.profile(h), h.sort()
	if of.person(t) {
		return of.they || of.told() == names.NoGender || of.told() == names.AnyGender
	}
	return of.crowd || !inanimate[t] && !of.thing && !of.inside && !of.is(area) && !of.is(article) && !of.is(vessel)
}
