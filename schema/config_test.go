package schema_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/schema"
)

// TestConfigDefaults holds the defaults that the source designs name (004-12).
func TestConfigDefaults(t *testing.T) {
	c := schema.DefaultConfig()
	require.Equal(t, schema.RetrievalLimits{Summaries: 5, Semantic: 10, Episodic: 10, Messages: 5}, c.Retrieval)
	require.Equal(t, schema.ConfidenceThresholds{High: .85, Medium: .6, Low: .4}, c.Confidence)
	require.Equal(t, schema.DecayConfig{PerDay: .01, AgingDays: 90, AgingBelow: .5}, c.Decay)
	require.Equal(t, schema.InsightConfig{Limit: 50, ConsolidateAt: 40, ConsolidateTo: 30, PreserveDays: 7, LeastLength: 20}, c.Insights)
	require.Equal(t, schema.DuplicateConfig{Insight: .85, Fact: .9}, c.Duplicates)
	require.Equal(t, 4000, c.Sessions.Tokens)
	require.NoError(t, c.Check())
}

// TestConfigKeysAreWhatConfigIs holds the table to the struct: the same groups
// and fields as its JSON, each default within its bounds and set where the key
// says.
func TestConfigKeysAreWhatConfigIs(t *testing.T) {
	c := schema.DefaultConfig()
	text, err := json.Marshal(c)
	require.NoError(t, err)
	var groups map[string]map[string]any
	require.NoError(t, json.Unmarshal(text, &groups))
	for _, k := range schema.ConfigKeys() {
		require.Contains(t, groups[k.Group()], k.Field(), k.Name)
		require.EqualValues(t, k.Default, groups[k.Group()][k.Field()], k.Name)
		delete(groups[k.Group()], k.Field())
		require.NotEmpty(t, k.About, k.Name)
		value, err := json.Marshal(map[string]any{k.Field(): k.Default})
		require.NoError(t, err)
		s := &schema.Setting{Name: k.Group(), Value: value}
		require.NoError(t, s.Apply(&c), k.Name)
		require.Equal(t, k.Default, k.Value(&c), k.Name)
	}
	for group, fields := range groups {
		require.Empty(t, fields, group)
	}
}

func TestSettingNamesEveryBadKey(t *testing.T) {
	c := schema.DefaultConfig()
	for _, test := range []struct{ group, value, want string }{
		{"decay", `{"default_rate_per_day": -1}`, "decay.default_rate_per_day: -1, want 0 to 10"},
		{"decay", `{"default_rate_per_day": "fast"}`, `decay.default_rate_per_day: "\"fast\"", want a number`},
		{"decay", `{"default_rate_per_day": null}`, `decay.default_rate_per_day: "null", want a number`},
		{"insights", `{"limit": 1.5}`, "insights.limit: 1.5, want a whole number"},
		{"insights", `{"limit": 0, "consolidate_to": 1e99}`, "insights.limit: 0, want 1 to 1000000"},
		{"conflicts", `{"strategy": "fight"}`, `conflicts.strategy: "fight", want auto, supersede, validate or ask`},
		{"conflicts", `{"strategy": 3}`, `conflicts.strategy: "3", want a text`},
		{"decay", `[]`, `decay: "[]", want an object of its fields`},
		{"decay", `{"rate": 1}`, `"decay.rate": no such key`},
	} {
		s := &schema.Setting{Name: test.group, Value: json.RawMessage(test.value)}
		err := s.Apply(&c)
		require.ErrorIs(t, err, schema.ErrInvalid)
		require.ErrorContains(t, err, test.want)
		s.SetDefaults(noon, nil)
		require.ErrorContains(t, s.Validate(), test.want)
	}
	require.Equal(t, schema.DefaultConfig(), c)
	own := &schema.Setting{Name: "my.own", Value: json.RawMessage(`7`)}
	own.SetDefaults(noon, nil)
	require.NoError(t, own.Validate())
	require.NoError(t, own.Apply(&c))
}

func TestConfigCheckFindsContradictions(t *testing.T) {
	for field, change := range map[string]func(*schema.Config){
		"confidence_thresholds.medium": func(c *schema.Config) { c.Confidence.Medium = .9 },
		"confidence_thresholds.low":    func(c *schema.Config) { c.Confidence.Low = .7 },
		"insights.consolidate_at":      func(c *schema.Config) { c.Insights.Limit = 39 },
		"insights.consolidate_to":      func(c *schema.Config) { c.Insights.ConsolidateTo = 41 },
	} {
		c := schema.DefaultConfig()
		change(&c)
		var bad *schema.InvalidError
		require.True(t, errors.As(c.Check(), &bad), field)
		require.Equal(t, field, bad.Fields[0].Field)
	}
}

// TestSettingsSurviveAnything applies any JSON and hostile texts: an error or
// not, the configuration stays inside its bounds.
func TestSettingsSurviveAnything(t *testing.T) {
	texts := hostile.Strings()
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.SampledFrom(schema.ConfigKeys()).Draw(t, "key")
		value := rapid.OneOf(
			rapid.Map(rapid.Float64(), func(f float64) any { return f }),
			rapid.Map(rapid.Int(), func(n int) any { return n }),
			rapid.Map(rapid.SampledFrom(texts), func(s string) any { return s }),
			rapid.Just[any](nil),
		).Draw(t, "value")
		raw, err := json.Marshal(map[string]any{key.Field(): value})
		if err != nil {
			t.Skip(err)
		}
		c := schema.DefaultConfig()
		s := &schema.Setting{Name: key.Group(), Value: raw}
		s.SetDefaults(noon, nil)
		require.Equal(t, s.Apply(&c) == nil, s.Validate() == nil)
		switch v := key.Value(&c).(type) {
		case int:
			require.True(t, float64(v) >= key.Low && float64(v) <= key.High)
		case float64:
			require.True(t, v >= key.Low && v <= key.High)
		case string:
			if len(key.Choices) > 0 {
				require.Contains(t, key.Choices, v)
			}
		}
	})
}
