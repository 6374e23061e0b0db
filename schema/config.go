package schema

import (
	"errors"
	"strings"
	"time"
)

// Config is the configuration of one agent, typed and complete: what the
// settings of the store and of the agent do not say has its default. The table
// of [ConfigKeys] documents every field. The zero value is not a configuration;
// begin with [DefaultConfig].
type Config struct {
	Retrieval  RetrievalLimits      `json:"retrieval_limits"`
	Confidence ConfidenceThresholds `json:"confidence_thresholds"`
	Decay      DecayConfig          `json:"decay"`
	Facts      FactConfig           `json:"facts"`
	Insights   InsightConfig        `json:"insights"`
	Sessions   SessionConfig        `json:"sessions"`
	Duplicates DuplicateConfig      `json:"duplicates"`
	Similar    SimilarConfig        `json:"similar"`
	Grounding  GroundingConfig      `json:"grounding"`
	Conflicts  ConflictConfig       `json:"conflicts"`
	Sweep      SweepConfig          `json:"sweep"`
	Core       CoreConfig           `json:"core"`
	Embedding  EmbeddingConfig      `json:"embedding"`
}

// RetrievalLimits bound, by layer, what an answer brings into a context (004-12).
type RetrievalLimits struct {
	Summaries int `json:"summaries"`
	Semantic  int `json:"semantic"`
	Episodic  int `json:"episodic"`
	Messages  int `json:"messages"`
}

// ConfidenceThresholds cut effective confidence into bands (004-12).
type ConfidenceThresholds struct {
	High   float64 `json:"high"`
	Medium float64 `json:"medium"`
	Low    float64 `json:"low"`
}

// DecayConfig says how confidence fades when it is read (004-12, 004-17).
type DecayConfig struct {
	PerDay     float64 `json:"default_rate_per_day"`
	AgingDays  float64 `json:"validation_threshold_days"`
	AgingBelow float64 `json:"aging_below"`
}

// FactConfig bounds what is kept about a user (001-04).
type FactConfig struct {
	Limit int `json:"limit"`
}

// InsightConfig bounds insights and says when they are consolidated (001-05).
type InsightConfig struct {
	Limit         int `json:"limit"`
	ConsolidateAt int `json:"consolidate_at"`
	ConsolidateTo int `json:"consolidate_to"`
	PreserveDays  int `json:"preserve_days"`
	LeastLength   int `json:"least_length"`
}

// SessionConfig says when a session is summed up, and what becomes of its
// messages then (001-14).
type SessionConfig struct {
	Tokens   int    `json:"token_limit"`
	Messages string `json:"messages"`
}

// DuplicateConfig says how near two texts must be to say the same (001-09), as
// cosines of the embedder of the design that set them; a calibrated embedder
// translates.
type DuplicateConfig struct {
	Insight float64 `json:"insight_similarity"`
	Fact    float64 `json:"fact_similarity"`
}

// SimilarConfig governs the SIMILAR_TO edges of a new record.
type SimilarConfig struct {
	Links int     `json:"links"`
	Score float64 `json:"score"`
}

// GroundingConfig bounds questions to the user's own database.
type GroundingConfig struct {
	DeadlineMS int `json:"deadline_ms"`
}

// ConflictConfig says how two memories that disagree are settled (004-14).
type ConflictConfig struct {
	Strategy string `json:"strategy"`
}

// SweepConfig says what a sweep does with records that have expired.
type SweepConfig struct {
	Expired string `json:"expired"`
}

// CoreConfig bounds core memory (003-24).
type CoreConfig struct {
	Blocks     int `json:"blocks"`
	BlockBytes int `json:"block_bytes"`
}

// EmbeddingConfig says which embedder the memory is meant for.
type EmbeddingConfig struct {
	Model string `json:"model"`
}

// Aging reports whether e should be confirmed anew: unconfirmed for longer than
// AgingDays, and its effective confidence below AgingBelow.
func (d DecayConfig) Aging(e *Experience, now time.Time) bool {
	return e.unconfirmedDays(now) > d.AgingDays && e.EffectiveConfidence(now, d.PerDay) < d.AgingBelow
}

// DefaultConfig returns the configuration where nobody set anything.
func DefaultConfig() Config {
	var c Config
	for i := range configKeys {
		configKeys[i].reset(&c)
	}
	return c
}

// Check reports every pair of values that contradict each other, as an
// [*InvalidError]. Each value by itself was checked when it was set.
func (c *Config) Check() error {
	var k checker
	atMost := func(field string, v float64, other string, bound float64) {
		if v > bound {
			k.bad(field, formatFloat(v), "more than "+other+", "+formatFloat(bound))
		}
	}
	atMost("confidence_thresholds.medium", c.Confidence.Medium, "confidence_thresholds.high", c.Confidence.High)
	atMost("confidence_thresholds.low", c.Confidence.Low, "confidence_thresholds.medium", c.Confidence.Medium)
	atMost("insights.consolidate_at", float64(c.Insights.ConsolidateAt), "insights.limit", float64(c.Insights.Limit))
	atMost("insights.consolidate_to", float64(c.Insights.ConsolidateTo), "insights.consolidate_at", float64(c.Insights.ConsolidateAt))
	return k.err(TypeSetting)
}

// CheckGroup is Check of the keys of one group. No key contradicts one of another.
func (c *Config) CheckGroup(group string) error {
	all, contradicts := errors.AsType[*InvalidError](c.Check())
	if !contradicts {
		return nil
	}
	var k checker
	for _, f := range all.Fields {
		if strings.HasPrefix(f.Field, group+".") {
			k.fields = append(k.fields, f)
		}
	}
	return k.err(TypeSetting)
}
