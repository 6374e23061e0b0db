package knowledge

import (
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// singleTypes are the types of predicate that have one value at a time without a
// rule that says so: who or what something is, the state that it is in, and what
// its author calls single-valued. Preferences, relations and everything else may
// have many.
var singleTypes = []string{schema.TypeIdentity, "state", "status", "single_valued", "functional"}

// excludes tells whether what a statement says of its subject rules out that
// anything else is true of it under the same predicate (900-03). The rules of
// the agent decide (see [SingleValued]), the one for the type of the object
// before the others of that name. Without a rule the predicate's type decides,
// and without one that is known to be single-valued nothing is ever retired: two
// statements that can both be true are less harm than one that was dropped.
func excludes(r *ledger.Reader, agent string, s *schema.Statement) (bool, error) {
	subject := s.Subject.Type()
	if s.Entity != "" {
		single, known, err := SingleValued(r, agent, subject, s.Predicate, s.Entity.Type())
		if err != nil || known {
			return single, err
		}
	}
	single, known, err := SingleValued(r, agent, subject, s.Predicate, "")
	if err != nil || known {
		return single, err
	}
	return slices.Contains(singleTypes, s.PredicateType), nil
}

// Exclude tells whether of two records only what one states can be true at a time: both state
// something of one subject, under one predicate that is single-valued.
func Exclude(r *ledger.Reader, a, b *schema.Experience) (bool, error) {
	if b.Statement == nil || a.Kind != b.Kind {
		return false, nil
	}
	s := &settling{Reader: r, record: b}
	if err := s.stand(); err != nil || !s.rivals(a) {
		return false, err
	}
	return excludes(r, b.Agent, b.Statement)
}
