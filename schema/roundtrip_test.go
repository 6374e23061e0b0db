package schema_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/schema"
)

// 000-01, 000-19 and S1: whatever is valid comes back from JSON as it was, through
// encoding/json and through the decoder alike.
func TestExperienceRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := generator{t}.experience()
		require.NoError(t, e.Validate())
		data, err := json.Marshal(&e)
		require.NoError(t, err)
		read, err := schema.DecodeExperience(data, schema.Strict)
		require.NoError(t, err, string(data))
		require.Equal(t, e, read)
		var plain schema.Experience
		require.NoError(t, json.Unmarshal(data, &plain))
		require.Equal(t, e, plain)
		again := read
		again.SetDefaults(noon, newID)
		require.Equal(t, e, again, "defaults change nothing that is complete")
	})
}

func TestObjectsRoundTrip(t *testing.T) {
	for _, o := range objects() {
		data, err := json.Marshal(o)
		require.NoError(t, err)
		read := schema.NewObject(o.ObjectType())
		require.NoError(t, json.Unmarshal(data, read))
		if s, ok := read.(*schema.Setting); ok {
			require.JSONEq(t, `{"default_rate_per_day": 0.01}`, string(s.Value))
			s.Value = o.(*schema.Setting).Value // S1: equal as JSON
		}
		require.Equal(t, o, read)
		require.NoError(t, read.Validate())
	}
}

// Metadata of Go's own types comes back equal as JSON.
func TestMetadataKeepsEveryDigit(t *testing.T) {
	e := lived()
	e.Metadata = schema.Metadata{"n": 9007199254740993, "f": 0.1, "list": []string{"a"}}
	data, err := json.Marshal(&e)
	require.NoError(t, err)
	read, err := schema.DecodeExperience(data, schema.Strict)
	require.NoError(t, err)
	require.Equal(t, schema.Metadata{"n": json.Number("9007199254740993"), "f": json.Number("0.1"), "list": []any{"a"}}, read.Metadata)
	binary, err := e.Metadata.MarshalBinary()
	require.NoError(t, err)
	var stored schema.Metadata
	require.NoError(t, stored.UnmarshalBinary(binary))
	require.Equal(t, read.Metadata, stored)
}

// stringFields returns every string within v that can be set, by path.
func stringFields(path string, v reflect.Value, found map[string]reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		found[path] = v
	case reflect.Pointer:
		if !v.IsNil() {
			stringFields(path, v.Elem(), found)
		}
	case reflect.Slice:
		for i := range v.Len() {
			stringFields(path+"[]", v.Index(i), found)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[schema.Metadata]() || v.Type().PkgPath() == "time" {
			return
		}
		for f, field := range v.Fields() {
			stringFields(path+"."+f.Name, field, found)
		}
	}
}

// whole returns a valid record of the kind with at least one element in every
// list.
func whole(kind schema.Kind) schema.Experience {
	e := told(kind, "text")
	e.Tags, e.Scopes, e.Source.MessageIDs = []string{"t"}, []string{"s"}, []string{"m"}
	e.Mentions = []schema.Mention{{Entity: "person:ana", Role: schema.RoleMention}}
	e.Relations = []schema.Link{{From: "person:ana", Type: "used", To: "object:tea"}}
	e.Evidence = []schema.Evidence{{ID: idB, Stance: schema.StanceSupports}}
	e.Tellings = []schema.Telling{{Session: "s", Time: noon}}
	switch kind {
	case schema.KindFact:
		e.Statement = &schema.Statement{Subject: "person:ana", Predicate: "likes", Value: []byte(`1`), Reinforced: 1}
	case schema.KindMessage:
		e.Message = &schema.Message{}
	case schema.KindEpisode:
		e.Episode = &schema.Episode{Queries: []string{"q"}, Facts: []string{"f"}}
	case schema.KindInsight:
		e.Insight.Notes = []string{"n"}
	case schema.KindSummary:
		e.Digest = &schema.Digest{Scope: "topic", KeyFacts: []string{"k"}, Sessions: []string{"s"}}
	}
	return e
}

// 002-12: five hundred hostile strings and more through every string field: an
// exact round trip or a typed error that names the field and stays short.
func TestHostileStringsInEveryField(t *testing.T) {
	kinds := []schema.Kind{
		schema.KindExperience, schema.KindFact, schema.KindMessage, schema.KindEpisode,
		schema.KindInsight, schema.KindUserFact, schema.KindSummary,
	}
	tried := map[string]bool{}
	for _, kind := range kinds {
		e := whole(kind)
		require.NoError(t, e.Validate(), kind)
		fields := map[string]reflect.Value{}
		stringFields("", reflect.ValueOf(&e), fields)
		for path, field := range fields {
			if tried[path] {
				continue
			}
			tried[path] = true
			before := field.String()
			for _, s := range hostile.Strings() {
				field.SetString(s)
				e.Hash = e.ContentHash()
				tryHostile(t, e, s)
			}
			field.SetString(before)
			e.Hash = e.ContentHash()
		}
	}
	require.Greater(t, len(tried), 50)
}

func TestHostileStringsInMetadata(t *testing.T) {
	for _, s := range hostile.Strings() {
		e := lived()
		e.Metadata = schema.Metadata{s: map[string]any{"list": []any{s}}}
		tryHostile(t, e, s)
	}
}

func tryHostile(t *testing.T, e schema.Experience, s string) {
	t.Helper()
	if err := e.Validate(); err != nil {
		require.ErrorIs(t, err, schema.ErrInvalid)
		if len(err.Error()) > 600 {
			t.Fatalf("the error has %d bytes: %.700s", len(err.Error()), err)
		}
		return
	}
	data, err := json.Marshal(&e)
	require.NoError(t, err)
	read, err := schema.DecodeExperience(data, schema.Strict)
	if err != nil || !reflect.DeepEqual(e, read) {
		t.Fatalf("%.80q came back different: %v", s, err)
	}
}

// A text field takes whatever is text, up to its bound.
func TestHostileTextIsAcceptedWhereTextIsMeant(t *testing.T) {
	for _, s := range hostile.Valid(schema.MaxText) {
		e := told(schema.KindMessage, s)
		require.NoError(t, e.Validate(), "%.80q", s)
	}
}

func FuzzDecodeExperience(f *testing.F) {
	f.Add([]byte(enhancedMemory))
	f.Add([]byte(`{"event_id": 7, "role": "user", "content": "\u0041\ud83d\ude00", "importance": 0.5}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, mode := range []schema.Mode{schema.Strict, schema.Lenient} {
			e, err := schema.DecodeExperience(data, mode)
			if err != nil {
				require.ErrorIs(t, err, schema.ErrInvalid)
				continue
			}
			e.SetDefaults(noon, newID)
			if e.Validate() != nil {
				continue
			}
			out, err := json.Marshal(&e)
			require.NoError(t, err)
			again, err := schema.DecodeExperience(out, schema.Strict)
			require.NoError(t, err, string(out))
			third, err := json.Marshal(&again)
			require.NoError(t, err)
			require.Equal(t, string(out), string(third))
		}
	})
}
