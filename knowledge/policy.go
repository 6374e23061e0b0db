package knowledge

import (
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// Strategy is how a disagreement is settled (004-14).
type Strategy string

// The strategies.
const (
	Supersede Strategy = "supersede" // the newer evidence retires the older
	Validate  Strategy = "validate"  // both stay until one is confirmed
	Ask       Strategy = "ask"       // both stay until the user says
)

// auto lets the rules of policy.decide find the strategy.
const auto Strategy = "auto"

// Margin is how much weaker, in confidence after decay, newer evidence may be and
// still retire the older.
const Margin = 0.2

// policy is how disagreements of an agent are settled: its configuration
// (004-12), of which conflicts, confidence and decay count here.
type policy schema.Config

// effective is what decay leaves of the confidence in a statement (I7).
func (p policy) effective(e *schema.Experience, now time.Time) float64 {
	return e.EffectiveConfidence(now, p.Decay.PerDay)
}

// decide picks the strategy for two statements that cannot both be true, and
// tells why:
//
//   - a correction by the user retires what it corrects, whatever the policy
//     and the confidences are
//   - a strategy that was configured is taken as it is
//   - newer evidence below the low threshold of confidence retires nothing: it is
//     to be validated first
//   - newer evidence no weaker than the older less [Margin] retires it
//   - else the user is asked
//
// What is newer follows from when each was last known to hold. Confidence is
// what decay left of it when the newer was: two that are told long after are settled
// as they would have been then (I7).
func (p policy) decide(older, newer *schema.Experience, now time.Time) (Strategy, string) {
	if newer.Statement.Provenance == provenanceCorrection {
		return Supersede, "corrected by the user"
	}
	if s := Strategy(p.Conflicts.Strategy); s != auto {
		return s, "as configured"
	}
	if at := newer.Confirmed(); at.Before(now) {
		now = at
	}
	was, is := p.effective(older, now), p.effective(newer, now)
	switch {
	case is < p.Confidence.Low:
		return Validate, "the newer evidence is doubtful"
	case is >= was-Margin:
		return Supersede, "newer evidence"
	}
	return Ask, "the newer evidence is weaker than the older"
}
