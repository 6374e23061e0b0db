package knowledge

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// How saying a statement again strengthens it.
const (
	ReinforceStep = 0.15 // part of what is missing to the cap that full support adds
	ReinforceCap  = 0.99 // confidence that repetition approaches and never passes
)

// sourceWeight is how much a statement counts as support, by where it comes from
// (004-07): what the user corrects most, what was concluded from memories that
// are counted already half.
func sourceWeight(provenance string) float64 {
	switch provenance {
	case provenanceCorrection:
		return 1
	case provenanceConsolidation:
		return 0.4
	}
	return 0.8
}

// Strengthen is the confidence c of a statement after it was said once more:
//
//	c' = c + ReinforceStep · support · (ReinforceCap − c)
//
// with support, 0 to 1, the product of the new saying's own confidence and the
// weight of its source. It never falls and never passes the cap; a confidence
// stated above the cap stays. The order of several sayings does not matter.
// Source: the exponential approach to a bound, for "confidence++" of
// requirement 004-15.
func Strengthen(c, support float64) float64 {
	return c + ReinforceStep*min(max(support, 0), 1)*max(0, ReinforceCap-c)
}

// Repeats tells whether e, which says what have says, is a new reason to believe
// it. It is not where it is the same record handed in again, or where all the
// evidence and messages that it comes from are known: then the same source is
// heard twice (R4).
func Repeats(have, e *schema.Experience) bool {
	if have.ID == e.ID {
		return false
	}
	return len(e.Evidence)+len(e.Source.MessageIDs) == 0 || bringsEvidence(have, e)
}

// bringsEvidence tells whether e rests on something that have does not rest on.
func bringsEvidence(have, e *schema.Experience) bool {
	known := func(ev schema.Evidence) bool {
		return ev.ID == have.ID || slices.ContainsFunc(have.Evidence, func(x schema.Evidence) bool { return x.ID == ev.ID })
	}
	return slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return !known(ev) }) ||
		slices.ContainsFunc(e.Source.MessageIDs, func(id string) bool { return !slices.Contains(have.Source.MessageIDs, id) })
}

// BringsEvidence tells whether e names evidence or messages at all, and some
// that have does not know: support that counts even where its words were just
// read out of the memory itself (900-09).
func BringsEvidence(have, e *schema.Experience) bool {
	return have.ID != e.ID && bringsEvidence(have, e)
}

// Reinforce changes have, a statement that e says again, in place: its count,
// when it was last known to hold, its confidence with what that is made of, and
// the messages it comes from (004-06, 004-15). Nested values are copied first.
// Evidence is added by the caller, who checks references.
//
// The factors explain the confidence: Base is what was first stated,
// Reinforcement what saying it again has added, Source the weight of the last
// source. Recency is 1, because the statement was just confirmed; what time
// takes from it is worked out when it is read, and never stored (I7).
func Reinforce(have, e *schema.Experience) {
	s := *have.Statement
	if s.Factors.Base == 0 {
		s.Factors.Base = have.Confidence
	}
	weight := sourceWeight(provenance(e))
	have.Confidence = Strengthen(have.Confidence, e.Confidence*weight)
	s.Factors.Reinforcement = max(0, have.Confidence-s.Factors.Base)
	s.Factors.Recency, s.Factors.Source = 1, weight
	s.Reinforced = min(max(s.Reinforced, 1)+1, schema.MaxCount)
	s.ValidatedAt = later(have.Confirmed(), e.Time)
	have.Statement = &s
	addMessages(have, e)
}

// provenance is where a record's statement comes from; of one found by its words
// alone, an episode.
func provenance(e *schema.Experience) string {
	if e.Statement == nil {
		return ""
	}
	return e.Statement.Provenance
}

func addMessages(have, e *schema.Experience) {
	for _, id := range e.Source.MessageIDs {
		if !slices.Contains(have.Source.MessageIDs, id) && len(have.Source.MessageIDs) < schema.MaxRefs {
			have.Source.MessageIDs = append(slices.Clip(have.Source.MessageIDs), id)
			have.Source.MessageCount++
		}
	}
}

// SameClaim tells whether e may stand in for have as far as what they state goes:
// e states nothing, or the same with the same object. A statement and a text
// that states nothing are two things, however alike their words.
func SameClaim(have, e *schema.Experience) bool {
	if e.Statement == nil {
		return true
	}
	return have.Statement != nil && have.Statement.Subject == e.Statement.Subject &&
		have.Statement.Predicate == e.Statement.Predicate && have.Statement.SameObject(e.Statement)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Agree changes have, a fact that another store states too, in place: it is as sure as
// the surer of the two and was last known to hold when either was. Where something else
// took the place of the older in between, the newer counts alone. It reports whether that
// changed it. Unlike [Reinforce] it gives the same in either order and however often.
func Agree(r *ledger.Reader, have, e *schema.Experience) (changed bool, err error) {
	if have.Kind != schema.KindFact || have.Statement == nil || e.Statement == nil {
		return false, nil
	}
	at := e.Confirmed()
	newer := at.After(have.Confirmed())
	if e.Confidence != have.Confidence {
		apart, err := retiredBetween(r, have, e)
		if err != nil {
			return false, err
		}
		if newer && apart || !apart && e.Confidence > have.Confidence {
			have.Confidence, changed = e.Confidence, true
		}
	}
	if newer {
		s := *have.Statement
		s.ValidatedAt = at
		have.Statement, changed = &s, true
	}
	return changed, nil
}

// retiredBetween tells whether, of two records that state the same, what was told between
// when they were last known to hold takes the place of the older.
func retiredBetween(r *ledger.Reader, a, b *schema.Experience) (bool, error) {
	older, newer := a, b
	if newer.Confirmed().Before(older.Confirmed()) {
		older, newer = newer, older
	}
	from, to := older.Confirmed().Add(time.Microsecond), newer.Confirmed()
	single, err := excludes(r, a.Agent, a.Statement)
	if err != nil || !single || !from.Before(to) {
		return false, err
	}
	config, err := store.Config(r, a.Agent)
	if err != nil {
		return false, err
	}
	s := &settling{Reader: r, record: older}
	if err := s.stand(); err != nil {
		return false, err
	}
	for _, subject := range s.subjects {
		for other, err := range s.stated(subject, ledger.Scan{From: from, To: to}) {
			if err != nil {
				return false, err
			}
			if other.Kind != a.Kind || other.Statement.SameObject(a.Statement) {
				continue
			}
			if how, _ := policy(config).decide(older, other, other.Confirmed()); how == Supersede {
				return true, nil
			}
		}
	}
	return false, nil
}
