package knowledge

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
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

// auto lets the rules of [Policy.decide] find the strategy.
const auto Strategy = "auto"

// SettingConflicts names the setting that holds an agent's [Policy]; where the
// agent has none, the store's counts.
const SettingConflicts = "conflicts"

// Defaults of a policy.
const (
	DefaultMargin = 0.2
	DefaultDoubt  = 0.4 // the low threshold of requirement 004-12
)

// Policy says how disagreements of an agent are settled. Its zero value decides
// by the rules and the defaults.
type Policy struct {
	// Strategy for all of them, or auto, the default.
	Strategy Strategy `json:"strategy,omitempty"`
	// Margin is how much weaker, in confidence after decay, newer evidence may
	// be and still retire the older. Default 0.2.
	Margin *float64 `json:"margin,omitempty"`
}

// loadPolicy reads the policy of an agent.
func loadPolicy(r *ledger.Reader, agent string) (Policy, error) {
	for _, owner := range []string{agent, ""} {
		s, err := ledger.Load[*schema.Setting](r, (&schema.Setting{Agent: owner, Name: SettingConflicts}).ObjectKey())
		if errors.Is(err, ledger.ErrNotFound) {
			continue
		}
		if err != nil {
			return Policy{}, err
		}
		var p Policy
		if err := json.Unmarshal(s.Value, &p); err != nil {
			return Policy{}, fmt.Errorf("knowledge: setting %s: %w", SettingConflicts, err)
		}
		return p, nil
	}
	return Policy{}, nil
}

// decide picks the strategy for two statements that cannot both be true, and
// tells why:
//
//   - a correction by the user retires what it corrects, whatever the policy
//     and the confidences are
//   - a strategy that was configured is taken as it is
//   - newer evidence below the threshold of doubt retires nothing: it is to be
//     validated first
//   - newer evidence no weaker than the older less the margin retires it
//   - else the user is asked
//
// What is newer follows from when each was last known to hold. Confidence is
// what decay leaves of it at now (I7).
func (p Policy) decide(older, newer *schema.Experience, now time.Time) (Strategy, string) {
	if newer.Statement.Provenance == provenanceCorrection {
		return Supersede, "corrected by the user"
	}
	if p.Strategy != "" && p.Strategy != auto {
		return p.Strategy, "as configured"
	}
	margin := DefaultMargin
	if p.Margin != nil {
		margin = *p.Margin
	}
	was, is := older.EffectiveConfidence(now, schema.DecayPerDay), newer.EffectiveConfidence(now, schema.DecayPerDay)
	switch {
	case is < DefaultDoubt:
		return Validate, "the newer evidence is doubtful"
	case is >= was-margin:
		return Supersede, "newer evidence"
	}
	return Ask, "the newer evidence is weaker than the older"
}
