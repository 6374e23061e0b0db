package ontology

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// Value is the type to name as a rule's end where the objects of a predicate are
// plain values and no entities: "customer delivery_day value, many_to_one" makes
// delivery_day single-valued. Paths do not lead through it.
const Value schema.EntityType = "value"

// Step is a rule taken in one of its directions.
type Step struct {
	Rule    schema.Rule `json:"rule"`
	Reverse bool        `json:"reverse,omitempty"` // from the rule's To to its From
}

// Ends returns the types that the step leaves and reaches.
func (s Step) Ends() (from, to schema.EntityType) {
	if s.Reverse {
		return s.Rule.To, s.Rule.From
	}
	return s.Rule.From, s.Rule.To
}

// SingleValued reports whether the step leads from an entity to one other at
// most.
func (s Step) SingleValued() bool {
	if s.Reverse {
		return s.Rule.Cardinality == schema.OneToOne || s.Rule.Cardinality == schema.OneToMany
	}
	return s.Rule.Cardinality.SingleValued()
}

// Path leads from a type to another: each step begins where the one before it
// ends.
type Path []Step

// String writes the path as in "customer -has-> sales_order <-for- invoice".
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		from, to := s.Ends()
		if i == 0 {
			b.WriteString(string(from))
		}
		if s.Reverse {
			fmt.Fprintf(&b, " <-%s- %s", s.Rule.Relation, to)
		} else {
			fmt.Fprintf(&b, " -%s-> %s", s.Rule.Relation, to)
		}
	}
	return b.String()
}

// SingleValued reports whether the path leads from an entity to one other at
// most.
func (p Path) SingleValued() bool {
	return !slices.ContainsFunc(p, func(s Step) bool { return !s.SingleValued() })
}

// Ontology is the graph of types that a set of rules makes. It does not change.
type Ontology struct {
	rules []schema.Rule
	steps map[schema.EntityType][]Step // that leave a type, in the order of paths
}

// New makes the ontology of rules. Of two rules with the same ends and relation
// the later one counts.
func New(rules []schema.Rule) *Ontology {
	byKey := make(map[string]schema.Rule, len(rules))
	for _, r := range rules {
		byKey[(&schema.Rule{From: r.From, Relation: r.Relation, To: r.To}).ObjectKey()] = r
	}
	o := &Ontology{
		rules: slices.SortedFunc(maps.Values(byKey), compareRules),
		steps: map[schema.EntityType][]Step{},
	}
	for _, reverse := range []bool{false, true} { // forward steps come first
		for _, r := range o.rules {
			s := Step{r, reverse}
			from, _ := s.Ends()
			o.steps[from] = append(o.steps[from], s)
		}
	}
	return o
}

// Rules returns the rules by from-type, relation and to-type. The slice is the
// caller's.
func (o *Ontology) Rules() []schema.Rule { return slices.Clone(o.rules) }

// Types lists the types that rules speak of, by name.
func (o *Ontology) Types() []schema.EntityType { return slices.Sorted(maps.Keys(o.steps)) }

// Steps returns the steps that leave a type, those in the direction of their
// rules first. The slice is the caller's.
func (o *Ontology) Steps(from schema.EntityType) []Step { return slices.Clone(o.steps[from]) }

// SingleValued tells whether a subject of a type has at most one object of a
// predicate at a time, and whether the rules say so at all (900-03). With an
// object type only rules that end there count; with none the predicate is
// single-valued where every rule of that name is.
func (o *Ontology) SingleValued(subject schema.EntityType, predicate string, object schema.EntityType) (single, known bool) {
	single = true
	for _, r := range o.rules {
		if r.From != subject || string(r.Relation) != predicate || object != "" && r.To != object {
			continue
		}
		known = true
		single = single && r.Cardinality.SingleValued()
	}
	return single && known, known
}

func compareRules(a, b schema.Rule) int {
	return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.Relation, b.Relation), cmp.Compare(a.To, b.To))
}
