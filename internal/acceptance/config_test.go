package acceptance

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// TestConfigIsTheAgentsOverTheStores sets a key at both levels: each agent sees
// its own, or the store's, and never another agent's (004-12, I5).
func TestConfigIsTheAgentsOverTheStores(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	const key = "decay.default_rate_per_day"
	rate := func(m *lukasa.Memory) float64 {
		c, err := m.Config(ctx)
		require.NoError(t, err)
		return c.Decay.PerDay
	}
	require.Equal(t, 0.01, rate(m))
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{key: 0.02}))
	clock.advance(time.Minute)
	require.NoError(t, m.SetConfig(ctx, map[string]any{key: 0.03}))
	require.Equal(t, 0.03, rate(m))
	require.Equal(t, 0.02, rate(other))
	clock.advance(time.Minute)
	require.NoError(t, m.ResetConfig(ctx, "decay"))
	require.Equal(t, 0.02, rate(m))
	require.NoError(t, m.ResetStoreConfig(ctx, key))
	require.Equal(t, 0.01, rate(m))
	changes, err := m.ConfigHistory(ctx, key)
	require.NoError(t, err)
	var seen []any
	for _, c := range changes {
		seen = append(seen, c.From, c.Value)
	}
	require.Equal(t, []any{"store", nil, "agent", nil, "agent", 0.03, "store", 0.02}, seen)
	changes, err = other.ConfigHistory(ctx, key)
	require.NoError(t, err)
	require.Len(t, changes, 2)
	checked(t, m)
}

// TestConfigChangesAllOrNothing refuses a bad value among good ones.
func TestConfigChangesAllOrNothing(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	before, err := m.Config(ctx)
	require.NoError(t, err)
	for name, value := range map[string]any{
		"sessions.token_limit": 1,
		"insights.limit":       39,
		"insights":             "many",
		"sweep.expired":        func() {},
		"decay.aging_below":    math.NaN(),
		"similar":              map[string]any{"score": math.Inf(1)},
	} {
		err := m.SetConfig(ctx, map[string]any{"facts.limit": 60, name: value})
		require.ErrorIs(t, err, lukasa.ErrInvalid, name)
		require.ErrorContains(t, err, name)
	}
	require.ErrorIs(t, m.SetConfig(ctx, map[string]any{"facts.limit": 60, "facts.size": 1}), lukasa.ErrConfigKey)
	require.ErrorIs(t, m.SetConfig(ctx, map[string]any{"facts": map[string]any{"limit": 60, "size": 1}}), lukasa.ErrConfigKey)
	require.ErrorIs(t, m.ResetConfig(ctx, "nothing"), lukasa.ErrConfigKey)
	after, err := m.Config(ctx)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// TestConfigNamesTheEmbedder opens a memory with another embedder than the one
// it is configured for (I11).
func TestConfigNamesTheEmbedder(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"embedding.model": inside.Store(m).Embedder().Model().Name}))
	require.NoError(t, m.Close())
	_, err = lukasa.Open(ctx, dir, lukasa.WithEmbedder(nil))
	require.ErrorIs(t, err, lukasa.ErrEmbedder)
	m, err = lukasa.Open(ctx, dir)
	require.NoError(t, err)
	require.NoError(t, m.Close())
}

// TestConfigNamesNoOtherEmbedder: the name of an embedder that the memory is not open
// with is refused, by a call and by an import, as nobody who has the open one could open
// the memory again to take it back (I11).
func TestConfigNamesNoOtherEmbedder(t *testing.T) {
	ctx := context.Background()
	far := (&farEmbedder{name: "far", dim: 64}).embedder()
	from, _ := openTest(t, lukasa.WithEmbedder(far))
	require.NoError(t, from.SetConfig(ctx, map[string]any{"embedding.model": "far"}))
	var exported bytes.Buffer
	_, err := from.ExportAll(ctx, &exported)
	require.NoError(t, err)

	m, _ := openTest(t)
	imported, err := m.Import(ctx, &exported, lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, 1, imported.Failed)
	require.Equal(t, "embedding.model", imported.Errors[0].Field)
	for _, values := range []map[string]any{{"embedding.model": "far"}, {"embedding": map[string]any{"model": "far"}}} {
		for _, set := range []func(context.Context, map[string]any) error{m.SetConfig, m.SetStoreConfig} {
			var invalid *lukasa.InvalidError
			require.ErrorAs(t, set(ctx, values), &invalid)
			require.Equal(t, "embedding.model", invalid.Fields[0].Field)
		}
	}
	c, err := m.Config(ctx)
	require.NoError(t, err)
	require.Empty(t, c.Embedding.Model)
	require.NoError(t, m.SetConfig(ctx, map[string]any{"embedding.model": ""}))
}

// TestConfigFollowsTheEmbedder: whoever's configuration named the old embedder can
// open the memory with the new one, and it is still refused with the old.
func TestConfigFollowsTheEmbedder(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	old := map[string]any{"embedding.model": inside.Store(m).Embedder().Model().Name}
	ana, err := m.As("ana")
	require.NoError(t, err)
	require.NoError(t, m.SetConfig(ctx, old))
	require.NoError(t, ana.SetConfig(ctx, old))
	far := (&farEmbedder{name: "far", dim: 64}).embedder()
	_, err = m.Reembed(ctx, far, lukasa.Reembedding{})
	require.NoError(t, err)
	require.NoError(t, m.Close())
	for _, agent := range []string{lukasa.DefaultAgent, "ana"} {
		_, err = lukasa.Open(ctx, dir, lukasa.WithAgent(agent))
		require.ErrorIs(t, err, lukasa.ErrEmbedder)
		m, err = lukasa.Open(ctx, dir, lukasa.WithAgent(agent), lukasa.WithEmbedder(far))
		require.NoError(t, err)
		require.NoError(t, m.Close())
	}
	m, err = lukasa.Open(ctx, dir, lukasa.WithAgent("bob"))
	require.NoError(t, err, "nobody named an embedder for bob")
	require.NoError(t, m.Close())
}

// TestConfigGovernsFadingAndLinks changes how confidence fades and how many
// neighbours a record gets, for one agent (004-12, 004-17).
func TestConfigGovernsFadingAndLinks(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	belief := retain(t, m, lukasa.Experience{Kind: "opinion", Content: "the deploy pipeline is slow on mondays", Confidence: 0.8})
	clock.advance(50 * 24 * time.Hour)
	now := func() float64 {
		found, err := m.Opinions(ctx, lukasa.Query{Text: "is the deploy pipeline slow?"})
		require.NoError(t, err)
		require.Len(t, found, 1)
		require.Equal(t, belief, found[0].Record.ID)
		return found[0].Confidence
	}
	require.InDelta(t, 0.8*math.Exp(-0.5), now(), 1e-6)
	aging := lukasa.Filter{Statuses: []schema.Status{schema.StatusAging}}
	require.Empty(t, all(t, m, aging))
	require.NoError(t, m.SetConfig(ctx, map[string]any{"decay": map[string]any{
		"default_rate_per_day": 0.001, "validation_threshold_days": 30, "aging_below": 0.79,
	}}))
	require.InDelta(t, 0.8*math.Exp(-0.05), now(), 1e-6)
	require.Len(t, all(t, m, aging), 1)
	require.Empty(t, everyConfident(t, m, 0.77))
	require.NoError(t, m.SetConfig(ctx, map[string]any{"decay.default_rate_per_day": 0}))
	require.Len(t, everyConfident(t, m, 0.77), 1)

	similar := func(words string) int {
		e, err := m.Get(ctx, retain(t, m, lived(words)))
		require.NoError(t, err)
		return len(e.Similar)
	}
	similar("the deploy of the billing service failed")
	require.Equal(t, 1, similar("the deploy of the billing service failed again"))
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"similar.links": 0}))
	require.Zero(t, similar("the deploy of the billing service failed once more"))
}

// everyConfident lists what recall admits at a least confidence.
func everyConfident(t *testing.T, m *lukasa.Memory, least float64) []lukasa.Hit {
	answer, err := m.Recall(context.Background(), lukasa.Query{Text: "is the deploy pipeline slow?", MinConfidence: least})
	require.NoError(t, err)
	return answer.Hits
}

// TestDoubtIsTheAgents: what a conflict says of its sides, and what is to be
// validated, follow from the agent's configuration (004-12, 004-14).
func TestDoubtIsTheAgents(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	require.NoError(t, m.SetConfig(ctx, map[string]any{"decay.default_rate_per_day": 0.1, "conflicts.strategy": "ask"}))
	friday := says("delivery_day", "Friday")
	friday.Confidence = 0.8
	stated(t, m, friday)
	clock.advance(10 * 24 * time.Hour)
	stated(t, m, says("delivery_day", "Monday"))
	open := conflictsOf(t, m, lukasa.ConflictQuery{})
	require.Len(t, open, 1)
	require.InDelta(t, 0.8*math.Exp(-1), knowledge.DisputeOf(&open[0]).Sides[0].Confidence, 1e-6)

	colour := says("colour", "blue")
	colour.Confidence = 0.3
	id := stated(t, m, colour).ID
	note := func() string {
		answer, err := m.Recall(ctx, lukasa.Query{Text: "colour of Gai Media", Floor: new(float64)})
		require.NoError(t, err)
		for _, item := range answer.Items() {
			if item.ID == id.String() {
				return item.Note
			}
		}
		require.Fail(t, "not recalled")
		return ""
	}
	require.Equal(t, "validate", note())
	require.NoError(t, m.SetConfig(ctx, map[string]any{"confidence_thresholds.low": 0.2}))
	require.Empty(t, note())
}

// TestBriefFades shows how far a fact about a user is believed as the agent is
// configured: where confidence never fades, a year takes nothing, and nothing anyway from
// a name. What faded says how sure it once was (004-17).
func TestBriefFades(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	for typ, content := range map[string]string{"name": "Minh", "role": "plumber"} {
		_, err := m.AddUserFact(ctx, lukasa.Experience{Content: content, Confidence: 0.9, UserFact: &schema.UserFact{Type: typ, User: "minh"}})
		require.NoError(t, err)
	}
	clock.advance(365 * 24 * time.Hour)
	confidences := func() []string {
		brief, err := m.Brief(ctx, lukasa.Briefing{User: "minh", Text: "hello"})
		require.NoError(t, err)
		return regexp.MustCompile(`confidence 0\.\d\d(?:, 0\.\d\d when last confirmed)?`).FindAllString(brief.Text, -1)
	}
	require.ElementsMatch(t, []string{"confidence 0.90", "confidence 0.02, 0.90 when last confirmed"}, confidences())
	require.NoError(t, m.SetConfig(ctx, map[string]any{"decay.default_rate_per_day": 0}))
	require.Equal(t, []string{"confidence 0.90", "confidence 0.90"}, confidences())
}

// TestStoreIsNoAgent: settings of the store make nobody an agent.
func TestStoreIsNoAgent(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t, lukasa.WithEmbedder(nil))
	retain(t, m, lived("the pump"))
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"similar.links": 0}))
	agents, err := m.Agents(ctx)
	require.NoError(t, err)
	require.Len(t, agents, 1)
	stats, err := m.Stats(ctx)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 1}, [2]int{stats.Agents, stats.Records})
	report, err := m.Check(ctx)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 1}, [2]int{report.Agents, report.Records})
}

// TestImportedSettingContradicts what stands here: it is refused with the name of its
// key, and the lines around it are imported.
func TestImportedSettingContradicts(t *testing.T) {
	ctx := context.Background()
	from, _ := openTest(t, lukasa.WithEmbedder(nil))
	require.NoError(t, from.SetConfig(ctx, map[string]any{"confidence_thresholds.high": 0.7, "similar.links": 1, "insights.limit": 45}))
	var out bytes.Buffer
	_, err := from.Export(ctx, &out)
	require.NoError(t, err)

	to, _ := openTest(t, lukasa.WithEmbedder(nil))
	require.NoError(t, to.SetStoreConfig(ctx, map[string]any{"confidence_thresholds.high": 0.9, "insights.consolidate_at": 49}))
	done, err := to.Import(ctx, bytes.NewReader(out.Bytes()), lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, [2]int{2, 1}, [2]int{done.Objects, done.Failed})
	require.Equal(t, "insights.consolidate_at", done.Errors[0].Field)
	require.Contains(t, done.Errors[0].Reason, "more than insights.limit, 45")
	c, err := to.Config(ctx)
	require.NoError(t, err)
	require.NoError(t, c.Check())
	require.Equal(t, 0.7, c.Confidence.High)
	require.Equal(t, 1, c.Similar.Links)
	require.Equal(t, 50, c.Insights.Limit)
}
