package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/schema"
)

// described finds what "the captain" or "the boat" means: the one of whom that was said, or the one of the type, or the
// one thing that it may be.
func (a *antecedents) described(p pointer) ([]schema.EntityKey, float64) {
	said := a.where(clueBack, func(h *heard) bool {
		return h.key != "" && (p.noun.group != 0 && a.profile(h).named(p.noun) || p.ref.Type != "" && sameType(p.ref.Type, h.sort()))
	})
	if len(said) > 0 {
		if !alone(said) {
			return nil, 0
		}
		return a.one(said[0], soleScore)
	}
	unnamed := a.where(referBack, func(h *heard) bool { return h.key == "" && h.clues.noun.group == p.noun.group })
	list := a.where(clueBack, func(h *heard) bool { return h.key != "" && a.mayBe(p.noun, h) })
	if !p.noun.loose || len(unnamed) > 0 || len(list) == 0 || !alone(list) {
		return nil, 0
	}
	return a.one(list[0], subjectScore)
}

func (p *profile) named(n noun) bool {
	return slices.ContainsFunc(p.nouns[:p.n], func(x noun) bool { return x.group == n.group })
}

// mayBe tells whether a noun may be said of something of which nobody has said what it is.
func (a *antecedents) mayBe(n noun, h *heard) bool {
	of, t := a.profile(h), h.sort()
	if t != schema.EntityObject && t != schema.EntityOrganization || of.n > 0 && n.sort != firm {
		return false
	}
	switch n.sort {
	case vessel: // ships bear the names of women
		return !of.inside && !of.house && !of.titled && (of.thing || of.several)
	case firm:
		return !of.person(t) && !of.thing && !of.inside && !of.is(area) && !of.is(article)
	case venue:
		return of.house && !of.likely(t) && !of.thing
	case area:
		return of.inside && !of.person(t)
	case article:
		return of.thing && !of.person(t)
	}
	return false
}
