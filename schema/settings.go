package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ConfigKey documents one key of the configuration. Keys are "group.field"; a
// [Setting] is named for the group, and its value is a JSON object of fields
// (004-12).
type ConfigKey struct {
	Name    string   `json:"key"`
	Default any      `json:"default"`           // an int, a float64 or a string
	Low     float64  `json:"low,omitempty"`     // least number
	High    float64  `json:"high,omitempty"`    // greatest number; for a text, its most bytes
	Choices []string `json:"choices,omitempty"` // of a text that must be one of a few
	About   string   `json:"about"`

	field func(*Config) any // *int, *float64 or *string, as Default is
}

// configKeys is the table of the configuration: type, default and bounds of
// every key, in the order in which they are listed.
var configKeys = []ConfigKey{
	{"retrieval_limits.summaries", 5, 0, 200, nil, "past summaries in a brief", func(c *Config) any { return &c.Retrieval.Summaries }},
	{"retrieval_limits.semantic", 10, 0, 200, nil, "facts, opinions and insights in a context; kept and not heeded, as contexts are filled to their tokens", func(c *Config) any { return &c.Retrieval.Semantic }},
	{"retrieval_limits.episodic", 10, 0, 200, nil, "lived records in a context; kept and not heeded, as contexts are filled to their tokens", func(c *Config) any { return &c.Retrieval.Episodic }},
	{"retrieval_limits.messages", 5, 0, 200, nil, "latest messages of the session in a brief or a turn's context", func(c *Config) any { return &c.Retrieval.Messages }},
	{"confidence_thresholds.high", 0.85, 0, 1, nil, "effective confidence from which a belief, or whom a name means, is sure", func(c *Config) any { return &c.Confidence.High }},
	{"confidence_thresholds.medium", 0.6, 0, 1, nil, "from which it is likely", func(c *Config) any { return &c.Confidence.Medium }},
	{"confidence_thresholds.low", 0.4, 0, 1, nil, "below which it is doubtful", func(c *Config) any { return &c.Confidence.Low }},
	{"decay.default_rate_per_day", DecayPerDay, 0, 10, nil, "rate of the exponential by which confidence fades; 0: never", func(c *Config) any { return &c.Decay.PerDay }},
	{"decay.validation_threshold_days", float64(AgingDays), 0, 36500, nil, "days unconfirmed after which a belief may be aging", func(c *Config) any { return &c.Decay.AgingDays }},
	{"decay.aging_below", AgingBelow, 0, 1, nil, "effective confidence below which it then is", func(c *Config) any { return &c.Decay.AgingBelow }},
	{"facts.limit", 50, 1, 1e6, nil, "facts kept about one user", func(c *Config) any { return &c.Facts.Limit }},
	{"insights.limit", 50, 1, 1e6, nil, "insights kept about one user", func(c *Config) any { return &c.Insights.Limit }},
	{"insights.consolidate_at", 40, 1, 1e6, nil, "insights at which they are consolidated", func(c *Config) any { return &c.Insights.ConsolidateAt }},
	{"insights.consolidate_to", 30, 1, 1e6, nil, "insights left after that", func(c *Config) any { return &c.Insights.ConsolidateTo }},
	{"insights.preserve_days", 7, 0, 36500, nil, "days since its last use in which an insight is left alone", func(c *Config) any { return &c.Insights.PreserveDays }},
	{"insights.least_length", 20, 1, 10_000, nil, "characters of the shortest insight", func(c *Config) any { return &c.Insights.LeastLength }},
	{"sessions.token_limit", 4000, 100, 1e7, nil, "tokens at which a session is summed up", func(c *Config) any { return &c.Sessions.Tokens }},
	{"sessions.messages", "archive", 0, 0, []string{"archive", "keep", "forget"}, "what becomes of the messages of a session that was summed up", func(c *Config) any { return &c.Sessions.Messages }},
	{"duplicates.insight_similarity", 0.85, 0, 1, nil, "cosine from which two insights say the same", func(c *Config) any { return &c.Duplicates.Insight }},
	{"duplicates.fact_similarity", 0.9, 0, 1, nil, "cosine from which two facts say the same", func(c *Config) any { return &c.Duplicates.Fact }},
	{"similar.links", 3, 0, MaxSimilar, nil, "SIMILAR_TO edges of a new record at most", func(c *Config) any { return &c.Similar.Links }},
	{"similar.score", 0.7, 0, 1, nil, "calibrated nearness from which there is one", func(c *Config) any { return &c.Similar.Score }},
	{"grounding.deadline_ms", 200, 1, 600_000, nil, "milliseconds that an answer waits for the user's database", func(c *Config) any { return &c.Grounding.DeadlineMS }},
	{"conflicts.strategy", "auto", 0, 0, []string{"auto", "supersede", "validate", "ask"}, "how memories that disagree are settled; auto: as the rules find", func(c *Config) any { return &c.Conflicts.Strategy }},
	{"sweep.expired", "forget", 0, 0, []string{"archive", "forget", "purge"}, "what a sweep does with records that have expired", func(c *Config) any { return &c.Sweep.Expired }},
	{"core.blocks", 16, 1, 1000, nil, "blocks of core memory", func(c *Config) any { return &c.Core.Blocks }},
	{"core.block_bytes", DefaultBlockLimit, 1, MaxText, nil, "bytes of a new block", func(c *Config) any { return &c.Core.BlockBytes }},
	{"embedding.model", "", 0, MaxID, nil, "name of the embedder that the memory must be opened with; empty: any", func(c *Config) any { return &c.Embedding.Model }},
}

// ConfigKeys returns the table of the configuration. The slice is the caller's.
func ConfigKeys() []ConfigKey { return slices.Clone(configKeys) }

// FindConfigKey returns the key of that name, and whether there is one.
func FindConfigKey(name string) (ConfigKey, bool) {
	at := slices.IndexFunc(configKeys, func(k ConfigKey) bool { return k.Name == name })
	if at < 0 {
		return ConfigKey{}, false
	}
	return configKeys[at], true
}

// Group is the name of the setting that holds the key.
func (k ConfigKey) Group() string { g, _, _ := strings.Cut(k.Name, "."); return g }

// Field is the key's name inside its group.
func (k ConfigKey) Field() string { _, f, _ := strings.Cut(k.Name, "."); return f }

// Value returns what a configuration holds under the key: an int, a float64 or
// a string.
func (k ConfigKey) Value(c *Config) any {
	switch p := k.field(c).(type) {
	case *int:
		return *p
	case *float64:
		return *p
	case *string:
		return *p
	}
	return nil
}

func (k ConfigKey) reset(c *Config) {
	switch p := k.field(c).(type) {
	case *int:
		*p = k.Default.(int)
	case *float64:
		*p = k.Default.(float64)
	case *string:
		*p = k.Default.(string)
	}
}

// set decodes a value into a configuration and reports what is wrong with it.
func (k ConfigKey) set(check *checker, c *Config, raw json.RawMessage) {
	switch p := k.field(c).(type) {
	case *int:
		if n, ok := k.number(check, raw); ok {
			if n != float64(int(n)) {
				check.bad(k.Name, formatFloat(n), "want a whole number")
				return
			}
			*p = int(n)
		}
	case *float64:
		if n, ok := k.number(check, raw); ok {
			*p = n
		}
	case *string:
		k.setText(check, p, raw)
	}
}

func (k ConfigKey) number(check *checker, raw json.RawMessage) (float64, bool) {
	var n float64
	if err := json.Unmarshal(raw, &n); err != nil || string(raw) == "null" {
		check.bad(k.Name, quote(string(raw)), "want a number")
		return 0, false
	}
	if n < k.Low || n > k.High {
		check.bad(k.Name, formatFloat(n), "want "+formatFloat(k.Low)+" to "+strconv.FormatFloat(k.High, 'f', -1, 64))
		return 0, false
	}
	return n, true
}

func (k ConfigKey) setText(check *checker, p *string, raw json.RawMessage) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil || string(raw) == "null" {
		check.bad(k.Name, quote(string(raw)), "want a text")
		return
	}
	before := len(check.fields)
	if len(k.Choices) > 0 {
		check.oneOf(k.Name, s, false, k.Choices...)
	} else {
		check.text(k.Name, s, int(k.High))
	}
	if len(check.fields) == before {
		*p = s
	}
}

// IsNote reports whether an object is a note of a store on its own work, such as how
// far turns were learned from: a setting that is no group of the table. It says
// nothing in another store.
func IsNote(obj Object) bool {
	s, ok := obj.(*Setting)
	return ok && !s.configures()
}

func (s *Setting) configures() bool {
	return slices.ContainsFunc(configKeys, func(k ConfigKey) bool { return k.Group() == s.Name })
}

// Apply writes into c what a setting says. A setting of a group that is not in
// the table says nothing; of one that is, every bad or unknown field is
// reported in an [*InvalidError], and the good ones are applied.
func (s *Setting) Apply(c *Config) error {
	var k checker
	s.apply(&k, c)
	return k.err(TypeSetting)
}

func (s *Setting) apply(check *checker, c *Config) {
	if !s.configures() {
		return
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(s.Value, &fields); err != nil {
		check.bad(s.Name, quote(string(s.Value)), "want an object of its fields")
		return
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		name := s.Name + "." + field
		if k, ok := FindConfigKey(name); ok {
			k.set(check, c, bytes.TrimSpace(fields[field]))
		} else {
			check.bad(quote(name), "", "no such key")
		}
	}
}
