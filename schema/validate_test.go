package schema_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

var (
	noon = time.Date(2026, 2, 26, 12, 0, 0, 0, time.UTC)
	idA  = uuid.MustParse("018f0000-0000-7000-8000-00000000000a")
	idB  = uuid.MustParse("018f0000-0000-7000-8000-00000000000b")
)

func newID() schema.ID { return idA }

// lived is a valid experience.
func lived() schema.Experience {
	e := schema.Experience{Agent: "support", Context: "a late order", Action: "called the carrier", Outcome: "delivered on Friday"}
	e.SetDefaults(noon, newID)
	return e
}

// told is a valid record of another kind.
func told(kind schema.Kind, content string) schema.Experience {
	e := schema.Experience{Agent: "support", Kind: kind, Content: content}
	switch kind {
	case schema.KindExperience:
		return lived()
	case schema.KindInsight:
		e.Insight = &schema.Insight{Category: "habit"}
	case schema.KindUserFact:
		e.UserFact = &schema.UserFact{Type: "name"}
	}
	e.SetDefaults(noon, newID)
	return e
}

func TestEveryKindIsValidWithItsRequiredFieldsAlone(t *testing.T) {
	for _, k := range schema.Kinds() {
		e := told(k, "Minh studies in the evening")
		require.NoError(t, e.Validate(), k)
	}
}

// The message of the design, to the letter.
func TestInvalidErrorMessage(t *testing.T) {
	e := lived()
	e.Context, e.Importance = "", 11
	e.Hash = ""
	err := e.Validate()
	require.EqualError(t, err, "schema: invalid experience: context: empty; importance: 11, want 1 to 10")
	require.ErrorIs(t, err, schema.ErrInvalid)
	var invalid *schema.InvalidError
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, schema.TypeExperience, invalid.Type)
	require.Equal(t, []schema.FieldError{
		{Field: "context", Problem: "empty"},
		{Field: "importance", Value: "11", Problem: "want 1 to 10"},
	}, invalid.Fields)
}

// 002-12, 000-01 to 000-17, 001-01 to 001-04, 004-01 to 004-09: each rule, broken alone.
func TestExperienceValidate(t *testing.T) {
	payload := func(kind schema.Kind, change func(*schema.Experience)) func(*schema.Experience) {
		return func(e *schema.Experience) {
			*e = told(kind, "some text")
			change(e)
		}
	}
	statement := func(change func(*schema.Statement)) func(*schema.Experience) {
		return payload(schema.KindFact, func(e *schema.Experience) {
			e.Statement = &schema.Statement{Subject: "person:ana", Predicate: "likes", Value: []byte(`"tea"`), Reinforced: 1}
			change(e.Statement)
		})
	}
	tests := []struct {
		name   string
		change func(*schema.Experience)
		want   string // the message after the prefix
	}{
		{"no id", func(e *schema.Experience) { e.ID = uuid.Nil }, "id: empty"},
		{"no agent", func(e *schema.Experience) { e.Agent = "" }, "agent_id: empty"},
		{"blank agent", func(e *schema.Experience) { e.Agent = " \t" }, "agent_id: blank"},
		{"long agent", func(e *schema.Experience) { e.Agent = strings.Repeat("a", 257) }, "agent_id: 257 bytes, want at most 256"},
		{"NUL in session", func(e *schema.Experience) { e.Session = "a\x00b" }, "session: NUL at byte 1"},
		{"kind", func(e *schema.Experience) { *e = told("fact", "x"); e.Kind = "dream" }, `kind: "dream", want experience, message, episode, fact, opinion, user_fact, insight, summary, observation, decision, event, plan, preference, context, question, task or error`},
		{"version", func(e *schema.Experience) { e.Version = 0 }, "version: 0, want 1 to 9007199254740992"},
		{"status", func(e *schema.Experience) { e.Status = "gone" }, `status: "gone", want active, aging, superseded, invalidated or archived`},
		{"no action", func(e *schema.Experience) { e.Action, e.Hash = "", "" }, "action: empty"},
		{"no outcome", func(e *schema.Experience) { e.Outcome, e.Hash = "\n", "" }, "outcome: blank"},
		{"no content", func(e *schema.Experience) { *e = told(schema.KindMessage, "x"); e.Content, e.Hash = "", "" }, "content: empty"},
		{"text too long", func(e *schema.Experience) { e.Summary = strings.Repeat("x", schema.MaxText+1) }, "summary: 1048577 bytes, want at most 1048576"},
		{"invalid UTF-8", func(e *schema.Experience) { e.Summary = "ab\xffc" }, "summary: invalid UTF-8 at byte 2"},
		{"replacement character is text", func(e *schema.Experience) { e.Summary = "\ufffd" }, ""},
		{"hash form", func(e *schema.Experience) { e.Hash = "md5" }, `content_hash: "md5", want 32 hexadecimal digits`},
		{"hash of other text", func(e *schema.Experience) { e.Summary, e.Context = "", "other" }, "content_hash: c60b4457f04c258011ea8689ad5fd21e, is not the hash of this text"},
		{"no time", func(e *schema.Experience) { e.Time = time.Time{} }, "timestamp: empty"},
		{"absurd year", func(e *schema.Experience) { e.Time = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC) }, "timestamp: year 9999, want 1678 to 2261"},
		{"year too early", func(e *schema.Experience) { e.ValidFrom = time.Date(1677, 12, 31, 0, 0, 0, 0, time.UTC) }, "valid_from: year 1677, want 1678 to 2261"},
		{"local time", func(e *schema.Experience) { e.Time = noon.In(time.FixedZone("", 7200)) }, "timestamp: 2026-02-26T14:00:00+02:00, want UTC in whole microseconds"},
		{"nanoseconds", func(e *schema.Experience) { e.Time = noon.Add(1) }, "timestamp: 2026-02-26T12:00:00.000000001Z, want UTC in whole microseconds"},
		{"ends before it begins", func(e *schema.Experience) { e.TimeEnd = noon.Add(-time.Hour) }, "time_end: before timestamp"},
		{"valid backwards", func(e *schema.Experience) { e.ValidFrom, e.ValidTo = noon, noon.Add(-1e9) }, "valid_to: before valid_from"},
		{"valid for a moment", func(e *schema.Experience) { e.ValidFrom, e.ValidTo = noon, noon }, ""},
		{"updated before recorded", func(e *schema.Experience) { e.Updated = noon.Add(-1e9) }, "updated_at: before recorded_at"},
		{"importance 0", func(e *schema.Experience) { e.Importance = 0 }, "importance: 0, want 1 to 10"},
		{"quality", func(e *schema.Experience) { e.Quality = 6 }, "quality: 6, want 1 to 5"},
		{"confidence NaN", func(e *schema.Experience) { e.Confidence = math.NaN() }, "confidence: NaN, want above 0 to 1"},
		{"confidence infinite", func(e *schema.Experience) { e.Confidence = math.Inf(1) }, "confidence: +Inf, want above 0 to 1"},
		{"confidence negative", func(e *schema.Experience) { e.Confidence = -.5 }, "confidence: -0.5, want above 0 to 1"},
		{"category", func(e *schema.Experience) { e.Category = "gossip" }, `category: "gossip", want decision, fact, event, plan, preference, context, insight, question, task or error`},
		{"persona", func(e *schema.Experience) { e.Persona = "evil" }, `persona: "evil", want personal, technical or social`},
		{"empty tag", func(e *schema.Experience) { e.Tags = []string{"a", ""} }, "tags[1]: empty"},
		{"long tag", func(e *schema.Experience) { e.Tags = []string{strings.Repeat("t", 129)} }, "tags[0]: 129 bytes, want at most 128"},
		{"many tags", func(e *schema.Experience) { e.Tags = strings.Split(strings.Repeat("t,", 64)+"t", ",") }, "tags: 65, want at most 64 elements"},
		{"own parent", func(e *schema.Experience) { e.Parent = e.ID }, "parent_id: 018f0000-0000-7000-8000-00000000000a, is the record itself"},
		{"supersedes itself", func(e *schema.Experience) { e.Supersedes = []schema.ID{e.ID} }, "supersedes[0]: 018f0000-0000-7000-8000-00000000000a, is the record itself"},
		{"superseded by itself", func(e *schema.Experience) { e.SupersededBy = e.ID }, "superseded_by: 018f0000-0000-7000-8000-00000000000a, is the record itself"},
		{"related twice", func(e *schema.Experience) { e.Related = []schema.ID{idB, idB} }, "related_ids[1]: 018f0000-0000-7000-8000-00000000000b, is there twice"},
		{"related to none", func(e *schema.Experience) { e.Related = []schema.ID{uuid.Nil} }, "related_ids[0]: empty"},
		{"evidence stance", func(e *schema.Experience) { e.Evidence = []schema.Evidence{{ID: idB, Stance: "hints"}} }, `evidence[0].stance: "hints", want supports, contradicts or summarises`},
		{"evidence weight", func(e *schema.Experience) {
			e.Evidence = []schema.Evidence{{ID: idB, Stance: schema.StanceSupports, Weight: 2}}
		}, "evidence[0].weight: 2, want 0 to 1"},
		{"similarity", func(e *schema.Experience) { e.Similar = []schema.Similarity{{ID: idB, Score: 1.5}} }, "similar[0].similarity_score: 1.5, want 0 to 1"},
		{"rooted path", func(e *schema.Experience) { e.Source.Path = "/etc/passwd" }, `source.path: "/etc/passwd", want a relative path with slashes`},
		{"lines backwards", func(e *schema.Experience) { e.Source.Line, e.Source.LineEnd = 9, 3 }, "source.line_end: before line"},
		{"entity key", func(e *schema.Experience) {
			e.Mentions = []schema.Mention{{Entity: "Ana", Role: schema.RoleMention}}
		}, `entities[0].entity: "Ana", want type:name`},
		{"mention role and span", func(e *schema.Experience) {
			e.Mentions = []schema.Mention{{Entity: "person:ana", Role: "hero", Start: 5, End: 2}}
		}, `entities[0].char_end: before char_start; entities[0].role: "hero", want mention, subject or object`},
		{"too many mentions", func(e *schema.Experience) {
			e.Mentions = make([]schema.Mention, 1001)
			for i := range e.Mentions {
				e.Mentions[i] = schema.Mention{Entity: "person:ana", Role: schema.RoleMention}
			}
		}, "entities: 1001, want at most 1000 elements"},
		{"relation with itself", func(e *schema.Experience) {
			e.Relations = []schema.Link{{From: "person:ana", Type: "used", To: "person:ana"}}
		}, `relations[0].to: "person:ana", is from itself`},
		{"relation type", func(e *schema.Experience) {
			e.Relations = []schema.Link{{From: "person:ana", Type: "Works For", To: "org:x"}}
		}, `relations[0].type: "Works For", want a lower-case name such as works_for, at most 64 bytes`},
		{"ttl", func(e *schema.Experience) { e.TTL = "month" }, `ttl_policy: "month", want session, day, week or never`},
		{"verified when", func(e *schema.Experience) { e.Verification.At = time.Date(1, 1, 1, 0, 0, 1, 0, time.UTC) }, "verification.verified_at: year 1, want 1678 to 2261"},
		{"usage", func(e *schema.Experience) { e.Usage.AccessCount = -1 }, "usage.access_count: -1, want 0 or more"},
		{"statement of an experience", func(e *schema.Experience) {
			e.Statement = &schema.Statement{Subject: "person:ana", Predicate: "likes", Entity: "object:tea", Reinforced: 1}
		}, `statement: not for kind "experience"`},
		{"statement of a fact", statement(func(*schema.Statement) {}), ""},
		{"statement without object", statement(func(s *schema.Statement) { s.Value = nil }), "statement.object_value: empty, as is object_entity"},
		{"statement with two objects", statement(func(s *schema.Statement) { s.Entity = "object:tea" }), "statement.object_value: set beside object_entity"},
		{"statement without predicate", statement(func(s *schema.Statement) { s.Predicate = "" }), "statement.predicate: empty"},
		{"statement not JSON", statement(func(s *schema.Statement) { s.Value = []byte("tea") }), "statement.object_value: not JSON"},
		{"statement of half a pair", statement(func(s *schema.Statement) { s.Value = []byte(`{"a":"\ud800"}`) }), "statement.object_value: half a surrogate pair at byte 6"},
		{"statement two values", statement(func(s *schema.Statement) { s.Value = []byte("1 2") }), "statement.object_value: not JSON"},
		{"statement source", statement(func(s *schema.Statement) { s.Provenance = "rumour" }), `statement.source_type: "rumour", want episodic, consolidation or correction`},
		{"statement factors", statement(func(s *schema.Statement) { s.Factors.Recency = math.Inf(-1) }), "statement.confidence_factors.recency: -Inf, want a finite number"},
		{"insight without category", func(e *schema.Experience) { *e = told(schema.KindInsight, "x"); e.Insight = nil }, "insight: empty"},
		{"insight category", payload(schema.KindInsight, func(e *schema.Experience) { e.Insight.Category = "mood" }), `insight.insight_category: "mood", want learning_style, knowledge_gap, goal_evolution, habit or preference`},
		{"user fact without type", payload(schema.KindUserFact, func(e *schema.Experience) { e.UserFact = nil }), "user_fact: empty"},
		{"user fact type", payload(schema.KindUserFact, func(e *schema.Experience) { e.UserFact.Type = "shoe_size" }), `user_fact.fact_type: "shoe_size", want name, role, level, goal, preference or weakness`},
		{"message role", payload(schema.KindMessage, func(e *schema.Experience) { e.Message = &schema.Message{Role: "bot"} }), `message.role: "bot", want user, assistant, system or tool`},
		{"message language", payload(schema.KindMessage, func(e *schema.Experience) { e.Message = &schema.Message{Language: "english"} }), `message.language: "english", want two letters such as en`},
		{"event type", payload(schema.KindEpisode, func(e *schema.Experience) { e.Episode = &schema.Episode{EventType: "chat"} }), `episode.event_type: "chat", want question, statement, command, correction or confirmation`},
		{"digest scope", payload(schema.KindSummary, func(e *schema.Experience) { e.Digest = &schema.Digest{} }), `digest.scope_type: "", want entity, topic or session_window`},
		{"digest backwards", payload(schema.KindSummary, func(e *schema.Experience) {
			e.Digest = &schema.Digest{Scope: "topic", From: noon, To: noon.Add(-1e9)}
		}), "digest.to: before from"},
		{
			"content alone", func(e *schema.Experience) {
				e.Context, e.Action, e.Outcome, e.Content, e.Hash = "", "", "", "Ana prefers tea", ""
			},
			"kind: experience, which has context, action and outcome; want fact, observation or another kind for content alone",
		},
		{"metadata type", func(e *schema.Experience) { e.Metadata = schema.Metadata{"at": []any{noon}} }, "metadata.at[0]: Go type time.Time, want a JSON value"},
		{"metadata bytes", func(e *schema.Experience) { e.Metadata = schema.Metadata{"b": []byte("x")} }, "metadata.b: Go type []uint8, want a JSON value"},
		{"metadata NaN", func(e *schema.Experience) { e.Metadata = schema.Metadata{"x": map[string]any{"y": math.NaN()}} }, "metadata.x.y: NaN, want a finite number"},
		{"metadata number", func(e *schema.Experience) { e.Metadata = schema.Metadata{"n": json.Number("1e")} }, `metadata.n: "1e", want a JSON number`},
		{"metadata key", func(e *schema.Experience) { e.Metadata = schema.Metadata{"a\x00": 1} }, `metadata: "a\x00", key with NUL or invalid UTF-8`},
		{"metadata text", func(e *schema.Experience) { e.Metadata = schema.Metadata{"a": "\xc3"} }, "metadata.a: invalid UTF-8 at byte 0"},
		{"metadata size", func(e *schema.Experience) { e.Metadata = schema.Metadata{"a": strings.Repeat("x", schema.MaxMetadata)} }, "metadata: 262152 bytes of JSON, want at most 262144"},
		{"metadata of Go values", func(e *schema.Experience) {
			e.Metadata = schema.Metadata{"n": 3, "f": 1.5, "l": []string{"a"}, "m": map[string]int{"k": 1}, "z": nil}
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := lived()
			tt.change(&e)
			err := e.Validate()
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorIs(t, err, schema.ErrInvalid)
			require.Equal(t, tt.want, strings.TrimPrefix(err.Error(), "schema: invalid experience: "))
		})
	}
}

func TestMetadataThatContainsItselfIsRefused(t *testing.T) {
	loop := map[string]any{}
	loop["self"] = loop
	e := lived()
	e.Metadata = loop
	require.ErrorContains(t, e.Validate(), "nested deeper than 32")
}

// An error neither floods a log nor repeats what a record says.
func TestErrorsStayShortAndQuoteNoText(t *testing.T) {
	e := lived()
	secret := "sk-" + strings.Repeat("s3cr3t", 1000)
	e.Context, e.Session, e.Hash = secret+"\x00", secret, ""
	e.Tags = make([]string, 64)
	err := e.Validate()
	require.Less(t, len(err.Error()), 1000)
	require.NotContains(t, err.Error(), "s3cr3t")
	require.Contains(t, err.Error(), "; and ")
	e = lived()
	e.Status = schema.Status(strings.Repeat("é", 5000))
	require.Less(t, len(e.Validate().Error()), 300)
}

func TestValidateChangesNothing(t *testing.T) {
	var e schema.Experience
	require.Error(t, e.Validate())
	require.Equal(t, schema.Experience{}, e)
}
