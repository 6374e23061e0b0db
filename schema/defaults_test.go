package schema_test

import (
	"crypto/md5"
	"encoding/hex"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// 000-04 to 000-07, 000-10, 000-13, 000-17, 002-01: what a record is when little was said.
func TestExperienceDefaults(t *testing.T) {
	e := schema.Experience{Agent: "a", Context: "c", Action: "d", Outcome: "o"}
	zoned := time.Date(2026, 2, 26, 14, 0, 0, 1234, time.FixedZone("", 7200))
	e.SetDefaults(zoned, newID)
	at := time.Date(2026, 2, 26, 12, 0, 0, 1000, time.UTC)
	require.Equal(t, schema.Experience{
		ID: idA, Agent: "a", Kind: schema.KindExperience, Version: 1, Status: schema.StatusActive, Hash: e.ContentHash(),
		Context: "c", Action: "d", Outcome: "o", Time: at, Recorded: at, Updated: at,
		Importance: 5, Quality: schema.QualityFair, Confidence: .5, Category: schema.CategoryFact,
		Persona: schema.PersonaPersonal, Source: schema.Source{CreatedBy: "system"},
	}, e)
	require.NoError(t, e.Validate())
}

// 004-06, 004-09
func TestDefaultsFollowTheKind(t *testing.T) {
	tests := []struct {
		kind       schema.Kind
		confidence float64
		category   schema.Category
	}{
		{schema.KindFact, .7, schema.CategoryFact},
		{schema.KindOpinion, .7, schema.CategoryFact},
		{schema.KindSummary, .8, schema.CategoryFact},
		{schema.KindDecision, .5, schema.CategoryDecision},
		{schema.KindError, .5, schema.CategoryError},
		{schema.KindInsight, .5, schema.CategoryInsight},
		{schema.KindMessage, .5, schema.CategoryFact},
	}
	for _, tt := range tests {
		e := told(tt.kind, "x")
		require.Equal(t, tt.confidence, e.Confidence, tt.kind)
		require.Equal(t, tt.category, e.Category, tt.kind)
	}
}

// What nobody filed is filed by what it says and who said it.
func TestDefaultKind(t *testing.T) {
	tests := map[schema.Kind][]schema.Experience{
		schema.KindExperience:  {{Context: "c", Action: "d", Outcome: "o"}, {Content: "x", Action: "d"}, {}},
		schema.KindObservation: {{Content: "Ana prefers tea"}, {Content: "x", Session: "s", Message: &schema.Message{User: "ana"}}},
		schema.KindMessage:     {{Content: "I prefer tea", Speaker: "Ana"}, {Content: "x", Message: &schema.Message{Role: "user"}}},
		schema.KindFact:        {{Content: "Ana prefers tea", Speaker: "Ana", Kind: schema.KindFact}},
	}
	for kind, records := range tests {
		for _, e := range records {
			e.Agent = "a"
			e.SetDefaults(noon, newID)
			require.Equal(t, kind, e.Kind, "%+v", e)
		}
	}
}

// A message that names no speaker is its user's by name, or the side's that its role is; what is no message is nobody's.
func TestDefaultSpeaker(t *testing.T) {
	tests := map[string]schema.Experience{
		"minh":      {Message: &schema.Message{Role: "user", User: "minh"}},
		"user":      {Message: &schema.Message{Role: "user"}},
		"assistant": {Message: &schema.Message{Role: "assistant", User: "minh"}},
		"Ana":       {Speaker: "Ana", Message: &schema.Message{Role: "user", User: "minh"}},
		"":          {Kind: schema.KindFact, Message: &schema.Message{Role: "user", User: "minh"}},
	}
	for want, e := range tests {
		e.Agent, e.Content = "a", "x"
		e.SetDefaults(noon, newID)
		require.Equal(t, want, e.Speaker)
	}
}

// A message that names no session is of its day, in UTC, and of its user, so that one user's talk is not another's.
func TestDefaultSession(t *testing.T) {
	late := time.Date(2026, 2, 25, 23, 30, 0, 0, time.FixedZone("", -2*3600))
	message := func(user string) *schema.Message { return &schema.Message{User: user} }
	tests := []struct {
		record schema.Experience
		want   string
	}{
		{schema.Experience{Kind: schema.KindMessage}, "day 2026-02-26"},
		{schema.Experience{Speaker: "Ana"}, "day 2026-02-26"},
		{schema.Experience{Kind: schema.KindMessage, Message: message("minh")}, "day 2026-02-26 minh"},
		{schema.Experience{Kind: schema.KindMessage, Message: message(strings.Repeat("m", schema.MaxID))}, ""},
		{schema.Experience{Kind: schema.KindMessage, Session: "s"}, "s"},
		{schema.Experience{Kind: schema.KindFact, Speaker: "Ana"}, ""},
		{schema.Experience{}, ""},
	}
	for _, tt := range tests {
		e := tt.record
		e.Agent, e.Content, e.Time = "a", "x", late
		e.SetDefaults(noon, newID)
		require.Equal(t, tt.want, e.Session)
		require.NoError(t, e.Validate())
	}
}

func TestDefaultsKeepWhatWasSaidAndTouchNoSharedValue(t *testing.T) {
	statement := &schema.Statement{Subject: "person:ana", Predicate: "likes", Entity: "object:tea", ValidatedAt: noon.In(time.FixedZone("", 3600))}
	mentions := []schema.Mention{{Entity: "person:ana"}}
	before := *statement
	e := schema.Experience{
		ID: idB, Agent: "a", Kind: schema.KindFact, Content: "Ana likes tea", Statement: statement, Mentions: mentions,
		Importance: 9, Confidence: .2, Category: schema.CategoryEvent, Version: 7,
	}
	e.SetDefaults(noon, func() schema.ID { t.Fatal("an id was set"); return idA })
	require.NoError(t, e.Validate())
	require.Equal(t, before, *statement)
	require.Empty(t, mentions[0].Role)
	require.Equal(t, 1, e.Statement.Reinforced)
	require.Equal(t, schema.RoleMention, e.Mentions[0].Role)
	require.Equal(t, []any{idB, 9, .2, schema.CategoryEvent, 7}, []any{e.ID, e.Importance, e.Confidence, e.Category, e.Version})
	again := e
	again.SetDefaults(noon.Add(time.Hour), newID)
	require.Equal(t, e, again, "defaults are set once")
}

// 000-08: the MD5 of the content, as source design 000 computes it.
func TestContentHash(t *testing.T) {
	md5hex := func(s string) string {
		sum := md5.Sum([]byte(s))
		return hex.EncodeToString(sum[:])
	}
	e := told(schema.KindFact, "hello world")
	require.Equal(t, "5eb63bbbe01eeed093cb22bb8f5acdc3", e.Hash)
	l := schema.Experience{Context: "c", Action: "a", Outcome: "o"}
	require.Equal(t, md5hex("c\x00a\x00o"), l.ContentHash())
	l.Content = "more"
	require.Equal(t, md5hex("c\x00a\x00o\x00more"), l.ContentHash())
	moved := schema.Experience{Context: "ca", Outcome: "o"}
	require.NotEqual(t, md5hex("c\x00a\x00o"), moved.ContentHash())
}

func TestText(t *testing.T) {
	e := schema.Experience{Context: "c", Action: "a", Outcome: "o", Summary: "s"}
	require.Equal(t, "c\na\no", e.Text())
	require.Equal(t, "said", (&schema.Experience{Content: "said"}).Text())
	require.Empty(t, (&schema.Experience{}).Text())
}

// 004-17: confidence · exp(−.01 · days) on read, aging beyond 90 days below one half; I7.
func TestEffectiveConfidenceAndAging(t *testing.T) {
	e := told(schema.KindFact, "x")
	days := func(n int) time.Time { return noon.Add(time.Duration(n) * 24 * time.Hour) }
	require.Equal(t, .7, e.EffectiveConfidence(noon, schema.DecayPerDay))
	require.InDelta(t, .7*math.Exp(-.3), e.EffectiveConfidence(days(30), schema.DecayPerDay), 1e-12)
	require.Equal(t, .7, e.EffectiveConfidence(days(-30), schema.DecayPerDay), "the future does not strengthen")
	require.Equal(t, .7, e.EffectiveConfidence(days(3000), 0))
	require.Equal(t, .7, e.Confidence)
	require.False(t, e.Aging(days(90)), "not beyond 90 days")
	require.True(t, e.Aging(days(91)))
	e.Confidence = 1
	require.False(t, schema.DecayConfig{PerDay: .001, AgingDays: 90, AgingBelow: .5}.Aging(&schema.Experience{Confidence: 1, Time: noon}, days(91)), "still believed")
	e.Statement = &schema.Statement{ValidatedAt: days(80)}
	require.False(t, e.Aging(days(91)), "confirmed since")
}

// 004-17: who somebody is does not become less sure because nobody repeats it.
func TestWhoSomebodyIsDoesNotFade(t *testing.T) {
	years := noon.AddDate(3, 0, 0)
	for name, c := range map[string]struct {
		change func(*schema.Experience)
		lasts  bool
	}{
		"a birthday":     {func(e *schema.Experience) { e.Statement = &schema.Statement{PredicateType: schema.TypeIdentity} }, true},
		"an address":     {func(e *schema.Experience) { e.Statement = &schema.Statement{PredicateType: "state"} }, false},
		"a user's name":  {func(e *schema.Experience) { e.UserFact = &schema.UserFact{Type: "name"} }, true},
		"a user's level": {func(e *schema.Experience) { e.UserFact = &schema.UserFact{Type: "level"} }, false},
		"anything else":  {func(*schema.Experience) {}, false},
	} {
		e := told(schema.KindFact, "x")
		c.change(&e)
		require.Equal(t, c.lasts, e.Enduring(), name)
		require.Equal(t, c.lasts, e.EffectiveConfidence(years, schema.DecayPerDay) == e.Confidence, name)
		require.Equal(t, c.lasts, !e.Aging(years), name)
	}
}

// 000-16, 000-25
func TestExpiry(t *testing.T) {
	policies := map[schema.TTL]time.Time{
		"": {}, schema.TTLNever: {}, schema.TTLSession: {},
		schema.TTLDay: noon.Add(24 * time.Hour), schema.TTLWeek: noon.Add(7 * 24 * time.Hour),
	}
	for ttl, want := range policies {
		e := lived()
		e.TTL = ttl
		e.SetDefaults(noon, newID)
		require.Equal(t, want, e.ExpiresAt, string(ttl))
	}
	e := lived()
	require.False(t, e.Expired(noon.AddDate(100, 0, 0)))
	e.ExpiresAt = noon
	require.False(t, e.Expired(noon))
	require.True(t, e.Expired(noon.Add(1)))
	e.Permanent = true
	require.False(t, e.Expired(noon.Add(1)))
}

// 000-16: each of these lives longer than those after it; what ends with a session is
// outlived by what has no end alone.
func TestOutlives(t *testing.T) {
	endless := []schema.Experience{{}, {TTL: schema.TTLNever, ExpiresAt: noon}, {Permanent: true, TTL: schema.TTLDay, ExpiresAt: noon}}
	dated := []schema.Experience{{ExpiresAt: noon.Add(time.Hour)}, {TTL: schema.TTLDay, ExpiresAt: noon}}
	session := schema.Experience{TTL: schema.TTLSession}
	for _, e := range endless {
		require.True(t, e.Endless())
		for _, other := range append(dated, session) {
			require.True(t, e.Outlives(&other))
			require.False(t, other.Outlives(&e))
		}
		require.False(t, e.Outlives(&endless[0]))
	}
	require.True(t, dated[0].Outlives(&dated[1]))
	require.False(t, dated[1].Outlives(&dated[0]))
	require.False(t, dated[0].Outlives(&dated[0]))
	require.True(t, session.EndsWithSession())
	require.False(t, session.Outlives(&dated[0]) || dated[0].Outlives(&session))
	session.ExpiresAt = noon // it was ended
	require.False(t, session.EndsWithSession())
	require.True(t, dated[0].Outlives(&session))
}

// 000-15
func TestTouch(t *testing.T) {
	e := lived()
	e.Touch(noon)
	e.Touch(noon.Add(time.Hour))
	require.Equal(t, schema.Usage{LastAccessed: noon.Add(time.Hour), AccessCount: 2}, e.Usage)
}
