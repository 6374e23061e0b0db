package knowledge

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// Reference is what a pronoun or a phrase such as "the customer" may stand for.
// Its gender rules out others where a text is linked; [Antecedents] infers none.
type Reference struct {
	Type   schema.EntityType // of this type or a kindred one; empty: as the others say
	Person bool              // a human being
	Thing  bool              // not a human being
	Gender names.Gender      // of the word itself
}

var (
	she = Reference{Person: true, Gender: names.Female}
	he  = Reference{Person: true, Gender: names.Male}
	it  = Reference{Thing: true}
)

// pronouns and what they may stand for. "They" may be anyone, one or many.
var pronouns = map[string]Reference{
	"he": he, "him": he, "his": he, "she": she, "her": she, "hers": she,
	"they": {}, "them": {}, "their": {}, "theirs": {}, "it": it, "its": it, "this": it, "that": it,
	"họ": {}, "chúng nó": {}, "nó": it, "anh ấy": he, "cô ấy": she, "chị ấy": she,
	"ông ấy": he, "bà ấy": she, "em ấy": {Person: true}, "anh ta": he, "cô ta": she,
}

// roles are words for a type of entity, in English and Vietnamese.
var roles = map[string]schema.EntityType{
	"customer": "customer", "client": "customer", "khách hàng": "customer", "khách": "customer",
	"company": "company", "công ty": "company", "supplier": "supplier", "vendor": "vendor", "nhà cung cấp": "supplier",
	"order": "order", "đơn hàng": "order", "invoice": "invoice", "hóa đơn": "invoice", "hoá đơn": "invoice",
	"project": "project", "dự án": "project", "team": "team", "service": "service", "product": "product", "sản phẩm": "product",
	"person": "person", "user": "user", "người dùng": "user", "guy": "person", "woman": "person", "man": "person",
	"city": "city", "thành phố": "city", "place": "place",
}

// ReadReference reads a pronoun or "the" with a word for a type. ok is false for
// anything else, so for every name.
func ReadReference(mention string) (ref Reference, ok bool) {
	s := strings.Join(strings.Fields(text.Fold(mention)), " ")
	if ref, ok = pronouns[s]; ok {
		return ref, true
	}
	rest, definite := cutArticle(s)
	if t, known := roles[rest]; known && (definite || !isASCII(rest)) {
		return Reference{Type: t}, true
	}
	return Reference{}, false
}

// cutArticle removes what points back: "the", "this", "that"; in Vietnamese what
// stands behind.
func cutArticle(s string) (rest string, cut bool) {
	for _, front := range []string{"the ", "this ", "that ", "our ", "said "} {
		if rest, ok := strings.CutPrefix(s, front); ok {
			return rest, true
		}
	}
	for _, back := range []string{" này", " đó", " ấy", " kia", " trên"} {
		if rest, ok := strings.CutSuffix(s, back); ok {
			return rest, true
		}
	}
	return s, false
}

// people and inanimate are types that a pronoun tells apart; a customer may be
// either.
var (
	people    = typeSet("person user contact employee speaker author human patient member lead")
	inanimate = typeSet(`order invoice product item file url path date amount service project document ticket code city place
		country email system version money number`)
)

func typeSet(list string) map[schema.EntityType]bool {
	set := map[schema.EntityType]bool{}
	for t := range strings.FieldsSeq(list) {
		set[schema.EntityType(t)] = true
	}
	return set
}

// Fits tells whether an entity of a type may be meant.
func (r Reference) Fits(t schema.EntityType) bool {
	switch {
	case r.Type != "":
		return sameType(r.Type, t)
	case r.Person:
		return people[t] || t == "customer" || t == "client"
	case r.Thing:
		return !people[t]
	}
	return !inanimate[t] // they
}

// Spoken is an entity that was spoken of, latest first; Back is how many records
// ago, 0 for the latest.
type Spoken struct {
	Entity schema.EntityKey
	Back   int
	Role   schema.MentionRole
}

// Scores of an antecedent: of the latest that fits, for each record further
// back, and where the record names another that fits as well.
const (
	latestScore  = .9
	perRecord    = .06
	rivalScore   = .7
	subjectBonus = .15
)

// Antecedents scores who may be meant, best first: the latest that fits, the
// subject of its record before others. Merged entities are given as one by the
// caller.
func Antecedents(ref Reference, spoken []Spoken) []Candidate {
	var out []Candidate
	fitting := fittingOnce(ref, spoken)
	for _, s := range fitting {
		score := latestScore - perRecord*float64(s.Back)
		if slices.ContainsFunc(fitting, func(o Spoken) bool { return o.Back == s.Back && o.Entity != s.Entity }) {
			score -= latestScore - rivalScore
			if s.Role == schema.RoleSubject {
				score += subjectBonus
			}
		}
		if len(out) > 0 {
			score = min(score, rivalScore) // the latest comes first
		}
		if score > 0 {
			out = append(out, Candidate{Entity: s.Entity, Score: score, Stage: StageSession})
		}
	}
	sortByScore(out)
	return out
}

// fittingOnce lists the entities that may be meant, each where it was spoken of
// last.
func fittingOnce(ref Reference, spoken []Spoken) []Spoken {
	var out []Spoken
	for _, s := range spoken {
		if ref.Fits(s.Entity.Type()) && !slices.ContainsFunc(out, func(o Spoken) bool { return o.Entity == s.Entity }) {
			out = append(out, s)
		}
	}
	return out
}
