package schema_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// read decodes a document, sets the defaults and validates.
func read(t *testing.T, doc string) schema.Experience {
	t.Helper()
	e, err := schema.DecodeExperience([]byte(doc), schema.Strict)
	require.NoError(t, err)
	if e.Agent == "" {
		e.Agent = "agent"
	}
	e.SetDefaults(noon, newID)
	require.NoError(t, e.Validate())
	return e
}

// 000-01, 000-03, 000-19: what to_dict of source design 000 writes, read back
// field by field.
const enhancedMemory = `{
	"memory_id": "018f0000-0000-7000-8000-00000000000b",
	"version": 1,
	"content": "I will meet Minh at the office today",
	"summary": "Meeting with Minh",
	"content_hash": null,
	"entities": [
		{"entity_id": "0b0e0000-0000-4000-8000-000000000001", "type": "person", "value": "I", "resolved_value": "dat911zz",
		 "confidence": 0.9, "source_text": "I", "char_start": 0, "char_end": 1, "metadata": {}},
		{"entity_id": "0b0e0000-0000-4000-8000-000000000002", "type": "person", "value": "Minh", "resolved_value": null,
		 "confidence": 1.0, "source_text": null, "char_start": null, "char_end": null, "metadata": {"note": "colleague"},
		 "relations": [{"relation_type": "located_at", "target_entity_id": "0b0e0000-0000-4000-8000-000000000003"}]},
		{"entity_id": "0b0e0000-0000-4000-8000-000000000003", "type": "location", "value": "the  Office"}
	],
	"resolved_date": "2026-02-26T00:00:00",
	"resolved_person": "dat911zz",
	"resolved_location": null,
	"quality_score": 4,
	"confidence": 0.75,
	"quality_reasoning": "clear and dated",
	"persona": "technical",
	"category": "plan",
	"tags": ["work"],
	"created_at": "2026-02-26T10:00:00.123456",
	"updated_at": "2026-02-26T11:00:00",
	"source_session": "s1",
	"message_ids": ["m1", "m2"],
	"message_count": 2,
	"verified": true,
	"verified_by": "tung",
	"verified_at": "2026-02-26T12:00:00+01:00",
	"verification_count": 1,
	"last_accessed": "2026-02-26T11:30:00",
	"access_count": 3,
	"expires_at": null,
	"is_permanent": false,
	"ttl_policy": "week",
	"created_by": "system",
	"embedding_id": "vec-7",
	"embedding_model": "gemini",
	"related_memory_ids": ["018f0000-0000-7000-8000-00000000000c"],
	"parent_id": null,
	"modification_history": [{"at": "2026-02-26", "by": "tung"}]
}`

func TestDecodeEnhancedMemory(t *testing.T) {
	e := read(t, enhancedMemory)
	created := time.Date(2026, 2, 26, 10, 0, 0, 123456000, time.UTC)
	want := schema.Experience{
		ID: idB, Agent: "agent", Session: "s1", Kind: schema.KindPlan, Version: 1, Status: schema.StatusActive,
		Hash: e.ContentHash(), Content: "I will meet Minh at the office today", Summary: "Meeting with Minh",
		Time: created, Recorded: created, Updated: time.Date(2026, 2, 26, 11, 0, 0, 0, time.UTC),
		Importance: 5, Quality: schema.QualityGood, QualityReason: "clear and dated", Confidence: .75,
		Category: schema.CategoryPlan, Persona: schema.PersonaTechnical, Tags: []string{"work"},
		Metadata: schema.Metadata{
			"embedding_id": "vec-7", "embedding_model": "gemini",
			"modification_history": []any{map[string]any{"at": "2026-02-26", "by": "tung"}},
			"entity_metadata":      map[string]any{"person:minh": map[string]any{"note": "colleague"}},
		},
		Source:  schema.Source{CreatedBy: "system", MessageIDs: []string{"m1", "m2"}, MessageCount: 2},
		Related: []schema.ID{uuid.MustParse("018f0000-0000-7000-8000-00000000000c")},
		Mentions: []schema.Mention{
			{Entity: "person:dat911zz", Text: "I", End: 1, Role: schema.RoleMention, Confidence: .9},
			{Entity: "person:minh", Text: "Minh", Role: schema.RoleMention, Confidence: 1},
			{Entity: "location:the office", Text: "the  Office", Role: schema.RoleMention},
		},
		Relations: []schema.Link{{From: "person:minh", Type: schema.RelationLocatedAt, To: "location:the office"}},
		Resolved:  schema.Resolved{Date: time.Date(2026, 2, 26, 0, 0, 0, 0, time.UTC), Person: "dat911zz"},
		Verification: schema.Verification{
			Verified: true, By: "tung", At: time.Date(2026, 2, 26, 11, 0, 0, 0, time.UTC), Count: 1,
		},
		ExpiresAt: created.AddDate(0, 0, 7), TTL: schema.TTLWeek,
		Usage: schema.Usage{LastAccessed: time.Date(2026, 2, 26, 11, 30, 0, 0, time.UTC), AccessCount: 3},
	}
	require.Equal(t, want, e)

	data, err := json.Marshal(&e)
	require.NoError(t, err)
	again, err := schema.DecodeExperience(data, schema.Strict)
	require.NoError(t, err)
	require.Equal(t, e, again)
}

// 000-19: from_dict of an empty dictionary is all defaults.
func TestDecodeNothingButContent(t *testing.T) {
	e := read(t, `{"content": "hello world", "entities": [], "tags": null, "created_at": null}`)
	require.Equal(t, schema.KindFact, e.Kind)
	require.Equal(t, "5eb63bbbe01eeed093cb22bb8f5acdc3", e.Hash)
	require.Equal(t, noon, e.Time)
	require.Equal(t, "system", e.Source.CreatedBy)
	require.Equal(t, []any{1, schema.QualityFair, .5, schema.PersonaPersonal, schema.CategoryFact},
		[]any{e.Version, e.Quality, .5, e.Persona, e.Category})
}

// 001-01 to 001-04, 001-17: a row of source design 001.
func TestDecodeTutorMemory(t *testing.T) {
	e := read(t, `{
		"id": "018f0000-0000-7000-8000-00000000000b",
		"user_id": "user-123",
		"content": "User con lo hong kien thuc ve Rule 15",
		"memory_type": "insight",
		"importance": 1,
		"embedding": [0.1, 0.2],
		"metadata": {"insight_category": "knowledge_gap", "sub_topic": "Rule 15", "confidence": 0.9,
		             "evolution_notes": ["Merged from #1, #2, #3 on 2025-12-12"], "lang": "vi"},
		"session_id": "s1",
		"created_at": "2025-12-12 08:30:00",
		"updated_at": null,
		"last_accessed": "2025-12-13T00:00:00Z"
	}`)
	require.Equal(t, schema.KindInsight, e.Kind)
	require.Equal(t, &schema.Insight{
		User: "user-123", Category: "knowledge_gap", SubTopic: "Rule 15",
		Notes: []string{"Merged from #1, #2, #3 on 2025-12-12"},
	}, e.Insight)
	require.Equal(t, 10, e.Importance, "a share of 1, whatever way it is written")
	require.Equal(t, .9, e.Confidence)
	require.Equal(t, schema.Metadata{"lang": "vi"}, e.Metadata)
	require.Equal(t, time.Date(2025, 12, 12, 8, 30, 0, 0, time.UTC), e.Time)

	f := read(t, `{"memory_type": "user_fact", "user_id": "u", "content": "Minh", "metadata": {"fact_type": "name"}, "importance": 0.5}`)
	require.Equal(t, &schema.UserFact{User: "u", Type: "name"}, f.UserFact)
	require.Equal(t, 5, f.Importance)
	m := read(t, `{"memory_type": "message", "user_id": "u", "content": "What is Rule 15?"}`)
	require.Equal(t, &schema.Message{User: "u"}, m.Message)
	// What the extractor returns.
	x := read(t, `{"category": "knowledge_gap", "content": "gap in Rule 15", "sub_topic": "Rule 15 - Crossing", "confidence": 0.9}`)
	require.Equal(t, &schema.Insight{Category: "knowledge_gap", SubTopic: "Rule 15 - Crossing"}, x.Insight)
	require.Equal(t, schema.CategoryInsight, x.Category)
}

// 002-01: tags and metadata as lists and objects, or as strings of JSON.
func TestDecodeGraphExperience(t *testing.T) {
	for _, forms := range []string{
		`"tags": ["late", "carrier"], "metadata": {"order": 17}`,
		`"tags": "[\"late\", \"carrier\"]", "metadata": "{\"order\": 17}"`,
	} {
		e := read(t, `{"id": "018f0000-0000-7000-8000-00000000000b", "agent_id": "support", "context": "a late order",
			"action": "called the carrier", "outcome": "delivered", "timestamp": "2026-02-26T10:00:00Z", "importance": 8, `+forms+`}`)
		require.Equal(t, schema.KindExperience, e.Kind)
		require.Equal(t, []any{idB, "support", "a late order", "called the carrier", "delivered", 8},
			[]any{e.ID, e.Agent, e.Context, e.Action, e.Outcome, e.Importance})
		require.Equal(t, []string{"late", "carrier"}, e.Tags)
		require.Equal(t, schema.Metadata{"order": json.Number("17")}, e.Metadata)
	}
	e := read(t, `{"agent_id": "a", "context": "c", "action": "d", "outcome": "o", "tags": "", "metadata": "null"}`)
	require.Nil(t, e.Tags)
	require.Nil(t, e.Metadata)
}

// 004-01 to 004-09: the rows of source design 004, whose numbers refer to each other.
func TestDecodeSimplifiedSystem(t *testing.T) {
	event := read(t, `{"event_id": 7, "session_id": "6f1c0000-0000-4000-8000-000000000000", "user_id": "u1", "role": "user",
		"content": "Gai Media prefers Friday", "metadata": {"intent": "statement", "entities_mentioned": ["customer:xxx"], "language": "en"},
		"created_at": "2026-01-02 03:04:05.5+00"}`)
	require.Equal(t, schema.KindMessage, event.Kind)
	require.Equal(t, &schema.Message{User: "u1", Role: "user", Intent: "statement", Language: "en"}, event.Message)
	require.Equal(t, []schema.Mention{{Entity: "customer:xxx", Role: schema.RoleMention}}, event.Mentions)
	require.Empty(t, event.Metadata)
	named := read(t, `{"event_id": 8, "role": "user", "content": "Hello", "metadata": {"entities_mentioned": ["Gai Media"]}}`)
	require.Empty(t, named.Mentions)
	require.Equal(t, schema.Metadata{"entities_mentioned": []any{"Gai Media"}}, named.Metadata, "names are no keys")
	require.Equal(t, time.Date(2026, 1, 2, 3, 4, 5, 5e8, time.UTC), event.Time)

	episode := read(t, `{"memory_id": 3, "user_id": "u1", "session_id": "6f1c0000-0000-4000-8000-000000000000",
		"summary": "They told the delivery day", "event_type": "statement", "source_event_ids": [7],
		"entities": {"entities": [{"id": "customer:xxx", "name": "Gai Media", "type": "customer", "mentions": [
			{"text": "Gai Media", "position": 15}, {"text": "they", "position": 45, "coreference": true}]}]},
		"domain_context": {"queries_run": ["SELECT 1"], "facts_found": [{"n": 1}]}, "importance": 0.5}`)
	require.Equal(t, "They told the delivery day", episode.Content)
	require.Equal(t, &schema.Episode{
		User: "u1", EventType: "statement", Queries: []string{"SELECT 1"}, Facts: []string{`{"n": 1}`},
	}, episode.Episode)
	require.Equal(t, []schema.Evidence{{ID: event.ID, Stance: schema.StanceSummarises}}, episode.Evidence)
	require.Equal(t, []schema.Mention{
		{Entity: "customer:xxx", Text: "Gai Media", Start: 15, End: 24, Role: schema.RoleMention},
		{Entity: "customer:xxx", Text: "they", Start: 45, End: 49, Role: schema.RoleMention, Coreference: true},
	}, episode.Mentions)

	fact := read(t, `{"memory_id": 3, "user_id": "u1", "subject_entity_id": "customer:xxx", "predicate": "delivery_day_preference",
		"predicate_type": "preference", "object_value": "Friday", "confidence": 0.7, "confidence_factors": {"base": 0.6, "source": 0.1},
		"reinforcement_count": 2, "last_validated_at": "2026-01-03T00:00:00+00:00", "source_type": "episodic", "source_memory_id": 3,
		"extracted_from_event_id": 7, "status": "superseded", "superseded_by_memory_id": 4, "importance": 0.8}`)
	require.Equal(t, schema.KindFact, fact.Kind)
	require.NotEqual(t, episode.ID, fact.ID, "each table counts for itself")
	require.Equal(t, &schema.Statement{
		Subject: "customer:xxx", Predicate: "delivery_day_preference", PredicateType: "preference", Value: []byte(`"Friday"`),
		Factors: schema.Factors{Base: .6, Source: .1}, Reinforced: 2, ValidatedAt: time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC),
		Provenance: "episodic",
	}, fact.Statement)
	require.Equal(t, "customer:xxx delivery day preference: Friday", fact.Content)
	require.Equal(t, []schema.Evidence{
		{ID: episode.ID, Stance: schema.StanceSupports}, {ID: event.ID, Stance: schema.StanceSupports},
	}, fact.Evidence)
	require.Equal(t, []any{8, schema.StatusSuperseded, "u1"}, []any{fact.Importance, fact.Status, fact.Speaker})
	next := read(t, `{"memory_id": 4, "user_id": "u1", "subject_entity_id": "customer:xxx", "predicate": "p", "object_value": {"a": 1}}`)
	require.Equal(t, next.ID, fact.SupersededBy)

	summary := read(t, `{"summary_id": 2, "user_id": "u1", "scope_type": "entity", "scope_identifier": "customer:xxx",
		"summary_text": "Gai Media wants Fridays", "key_facts": ["Friday", {"k": 1}], "confidence": 0.8,
		"source_data": {"episodic_ids": [3], "semantic_ids": [3], "session_ids": ["s"],
		                "time_range": {"start": "2026-01-01", "end": "2026-01-31T00:00:00Z"}}, "supersedes_summary_id": 1}`)
	require.Equal(t, &schema.Digest{
		User: "u1", Scope: "entity", Identifier: "customer:xxx", KeyFacts: []string{"Friday", `{"k": 1}`}, Sessions: []string{"s"},
		From: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), To: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC),
	}, summary.Digest)
	require.Equal(t, []schema.Evidence{
		{ID: episode.ID, Stance: schema.StanceSummarises}, {ID: fact.ID, Stance: schema.StanceSummarises},
	}, summary.Evidence)
	require.Len(t, summary.Supersedes, 1)
}

func TestDecodeImportance(t *testing.T) {
	native := `{"context": "c", "action": "a", "outcome": "o", "importance": %}`
	tutor := `{"memory_type": "message", "content": "c", "importance": %}`
	tests := []struct {
		form, number string
		want         int // 0: refused
	}{
		{native, "1", 1},
		{native, "10", 10},
		{native, "1.0", 10},
		{native, "0.5", 5},
		{native, "0.0", 1},
		{native, "5e-1", 5},
		{native, "7.0", 7},
		{native, "7.5", 0},
		{native, "0", 0},
		{native, "11", 0},
		{native, "-0.5", 0},
		{native, `"5"`, 0},
		{native, "1e999", 0},
		{tutor, "1", 10},
		{tutor, "0", 1},
		{tutor, "0.94", 9},
		{tutor, "5", 0},
	}
	for _, tt := range tests {
		doc := tt.form[:len(tt.form)-2] + tt.number + "}"
		e, err := schema.DecodeExperience([]byte(doc), schema.Strict)
		if tt.want == 0 {
			require.ErrorIs(t, err, schema.ErrInvalid, doc)
			require.ErrorContains(t, err, "importance", doc)
			continue
		}
		require.NoError(t, err, doc)
		require.Equal(t, tt.want, e.Importance, doc)
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := []struct{ name, doc, want string }{
		{"nothing", ``, "json: not JSON at byte 0: unexpected end of JSON input"},
		{"a list", `[]`, "json: not a JSON object"},
		{"null", ` null `, "json: not a JSON object"},
		{"half an object", `{"content": "x"`, "json: not JSON at byte 15: unexpected end of JSON input"},
		{"two objects", `{} {}`, "json: not JSON at byte 4: invalid character '{' after top-level value"},
		{"invalid UTF-8", "{\"content\": \"a\xff\"}", "json: invalid UTF-8 at byte 14"},
		{"half a surrogate pair", `{"content": "\\\ud83d!"}`, "json: half a surrogate pair at byte 15"},
		{"unknown fields", `{"content": "x", "colour": 1, "Summary": "y"}`, "Summary: unknown field; colour: unknown field"},
		{"unknown nested field", `{"content": "x", "source": {"colour": 1}}`, "colour: unknown field"},
		{"unknown entity field", `{"content": "x", "entities": [{"value": "v", "colour": 1}]}`, "entities[0].colour: unknown field"},
		{"unknown context", `{"event_type": "question", "domain_context": {"rows": 1}}`, "domain_context.rows: unknown field"},
		{"a name twice", `{"content": "x", "content": "y"}`, "content: is there twice"},
		{"two names", `{"content": "x", "id": "018f0000-0000-7000-8000-00000000000b", "memory_id": 5}`, "id: set beside memory_id"},
		{"two kinds", `{"content": "x", "kind": "fact", "memory_type": "message"}`, "kind: set beside memory_type"},
		{"two names, one nested", `{"content": "x", "created_by": "a", "source": {"created_by": "b"}}`, "source.created_by: set beside created_by"},
		{"wrong types", `{"content": 5}`, "content: is a JSON number, want a string"},
		{"wrong nested type", `{"content": "x", "verified": "yes"}`, "verification.verified: is a JSON string, want true or false"},
		{
			"time", `{"content": "x", "created_at": "yesterday", "expires_at": 5}`,
			`created_at: "yesterday", want a time such as 2026-02-26T10:00:00Z; expires_at: want a time such as 2026-02-26T10:00:00Z`,
		},
		{"id", `{"content": "x", "memory_id": "seven"}`, "memory_id: want a UUID or a whole number"},
		{"id of elsewhere", `{"content": "x", "id": "msg_7"}`, "id: want a UUID"},
		{"ids of elsewhere", `{"content": "x", "related_ids": ["msg_7"]}`, "related_ids: want a UUID"},
		{"time of evidence", `{"content": "x", "evidence": [{"timestamp": "soon"}]}`, "evidence: want a time such as 2026-02-26T10:00:00Z"},
		{"text of elsewhere", `{"text": "x", "date": "2026-02-26"}`, "date: unknown field, want timestamp; text: unknown field, want content"},
		{"text in parts", `{"role": "user", "content": [{"type": "text", "text": "x"}]}`, "content: is a JSON array, want a string; of parts, want their text"},
		{"text in an object", `{"content": {"parts": ["x"]}}`, "content: is a JSON object, want a string; of parts, want their text"},
		{"text as the message", `{"message": "x"}`, "message: is a JSON string, want an object; its text is content"},
		{"text as the message of a role", `{"message": "x", "role": "user"}`, "message: not a JSON object; its text is content"},
		{"tags", `{"content": "x", "tags": "a, b"}`, "tags: want a list, or a string that holds one in JSON"},
		{"metadata", `{"content": "x", "metadata": [1]}`, "metadata: not a JSON object"},
		{
			"relation to nobody", `{"content": "x", "entities": [{"value": "v", "relations": [{"relation_type": "used", "target_entity_id": "q"}]}]}`,
			`entities[0].relations[0].target_entity_id: "q", names no entity of this record`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := schema.DecodeExperience([]byte(tt.doc), schema.Strict)
			require.EqualError(t, err, "schema: invalid experience: "+tt.want)
			require.ErrorIs(t, err, schema.ErrInvalid)
			require.Equal(t, schema.Experience{}, e)
		})
	}
}

func TestLenientKeepsUnknownFieldsInMetadata(t *testing.T) {
	doc := `{"content": "x", "colour": "red", "size": 3, "metadata": {"size": null}, "source": {"shape": "round"}}`
	e, err := schema.DecodeExperience([]byte(doc), schema.Lenient)
	require.NoError(t, err)
	require.Equal(t, schema.Metadata{"colour": "red", "size": nil}, e.Metadata)
	_, err = schema.DecodeExperience([]byte(doc), schema.Strict)
	require.ErrorContains(t, err, "colour: unknown field; size: unknown field")
}

func TestDecodeKeepingNamesWhatItKeeps(t *testing.T) {
	e, kept, err := schema.DecodeKeeping([]byte(`{"content": "x", "role": "user", "thread_id": "t", "date": "2026-02-26"}`))
	require.NoError(t, err)
	require.Equal(t, []string{"date", "thread_id"}, kept)
	require.Equal(t, schema.Metadata{"date": "2026-02-26", "thread_id": "t"}, e.Metadata)
	require.Equal(t, "timestamp", schema.Meant("date"))
	require.Equal(t, "session", schema.Meant("thread_id"))
	require.Empty(t, schema.Meant("colour"))
}

// TestLenientFindsNoTextUnderOtherNames: a document that has its text under the name of
// another system is not told to be empty, but what to name it.
func TestLenientFindsNoTextUnderOtherNames(t *testing.T) {
	for doc, want := range map[string]string{
		`{"memory": "Likes tea.", "user_id": "ana"}`:         "content: missing; of memory, want the text as content",
		`{"namespace": ["a"], "key": "k", "value": {}}`:      "content: missing; of value, want the text as content",
		`{"messages": [{"role": "user", "content": "x"}]}`:   "content: missing; messages has several records, of which each is a document of its own",
		`{"title": "Trip", "mapping": {}, "text": "a trip"}`: "content: missing; mapping has several records, of which each is a document of its own",
	} {
		_, err := schema.DecodeExperience([]byte(doc), schema.Lenient)
		require.EqualError(t, err, "schema: invalid experience: "+want, doc)
	}
	e, err := schema.DecodeExperience([]byte(`{"content": "x", "text": "y"}`), schema.Lenient)
	require.NoError(t, err)
	require.Equal(t, schema.Metadata{"text": "y"}, e.Metadata)
}

// TestDecodeReadsNumbersAsTimes: seconds and milliseconds since 1970, but no number that
// may be anything.
func TestDecodeReadsNumbersAsTimes(t *testing.T) {
	for number, want := range map[string]time.Time{
		"1700000000":     time.Date(2023, 11, 14, 22, 13, 20, 0, time.UTC),
		"1700000000.123": time.Date(2023, 11, 14, 22, 13, 20, 123_000_000, time.UTC),
		"1700000000123":  time.Date(2023, 11, 14, 22, 13, 20, 123_000_000, time.UTC),
	} {
		e, err := schema.DecodeExperience([]byte(`{"content": "x", "timestamp": `+number+`}`), schema.Strict)
		require.NoError(t, err, number)
		require.Equal(t, want, e.Time, number)
	}
	for _, number := range []string{"5", "-1700000000", "1e300", "true", "[1700000000]"} {
		_, err := schema.DecodeExperience([]byte(`{"content": "x", "timestamp": `+number+`}`), schema.Strict)
		require.EqualError(t, err, "schema: invalid experience: timestamp: want a time such as 2026-02-26T10:00:00Z", number)
	}
}

func TestDecodeInfersTheKind(t *testing.T) {
	for doc, want := range map[string]schema.Kind{
		`{}`:                                      schema.KindExperience,
		`{"content": "x"}`:                        schema.KindFact,
		`{"content": "x", "context": "c"}`:        schema.KindExperience,
		`{"content": "x", "category": "task"}`:    schema.KindTask,
		`{"content": "x", "category": "insight"}`: schema.KindObservation,
		`{"content": "x", "message": {}}`:         schema.KindMessage,
		`{"content": "x", "kind": "opinion"}`:     schema.KindOpinion,
		`{"memory_type": "episodic"}`:             schema.KindEpisode,
		`{"memory_type": "semantic"}`:             schema.KindFact,
		`{"content": "x", "fact_type": "name"}`:   schema.KindUserFact,
	} {
		e, err := schema.DecodeExperience([]byte(doc), schema.Strict)
		require.NoError(t, err, doc)
		require.Equal(t, want, e.Kind, doc)
	}
}
