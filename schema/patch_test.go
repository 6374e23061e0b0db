package schema_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

func to[T any](v T) *T { return &v }

// 000-18: known fields only; the version and updated_at move with them.
func TestApply(t *testing.T) {
	e := lived()
	before := e
	later := noon.Add(time.Hour)
	require.NoError(t, e.Apply(schema.Patch{Importance: to(9), Outcome: to("lost"), Tags: &[]string{"carrier"}, TTL: to(schema.TTLDay)}, later))
	want := before
	want.Importance, want.Outcome, want.Tags, want.TTL = 9, "lost", []string{"carrier"}, schema.TTLDay
	want.Version, want.Updated, want.ExpiresAt, want.Hash = 2, later, later.Add(24*time.Hour), want.ContentHash()
	require.Equal(t, want, e)
	require.NotEqual(t, before.Hash, e.Hash)

	require.NoError(t, e.Apply(schema.Patch{Tags: &[]string{}, Importance: to(0), TTL: to(schema.TTL(""))}, noon))
	require.Empty(t, e.Tags)
	require.Equal(t, schema.DefaultImportance, e.Importance, "a cleared field has its default again")
	require.Zero(t, e.ExpiresAt)
	require.Equal(t, 3, e.Version)
	require.Equal(t, later, e.Updated, "the clock never runs backwards")
}

func TestApplyIsAllOrNothing(t *testing.T) {
	e := lived()
	before := e
	err := e.Apply(schema.Patch{Importance: to(11), Context: to(""), Summary: to("s")}, noon.Add(1e9))
	require.EqualError(t, err, "schema: invalid experience: context: empty; importance: 11, want 1 to 10")
	require.Equal(t, before, e)
	require.NoError(t, e.Apply(schema.Patch{}, noon.Add(1e9)))
	require.Equal(t, before, e, "nothing to do")
}

// 004-01: what was said stays said.
func TestMessagesAreImmutable(t *testing.T) {
	e := told(schema.KindMessage, "hello")
	err := e.Apply(schema.Patch{Content: to("bye"), Time: to(noon), Importance: to(3)}, noon)
	require.EqualError(t, err, "schema: invalid experience: content: cannot be changed in a message; timestamp: cannot be changed in a message")
	require.NoError(t, e.Apply(schema.Patch{Importance: to(3), Tags: &[]string{"greeting"}}, noon))
	require.Equal(t, "hello", e.Content)
}

func TestDecodePatch(t *testing.T) {
	p, err := schema.DecodePatch([]byte(`{"importance": 7, "summary": null, "valid_to": "2026-02-27", "metadata": {"n": 1}, "quality": 4}`))
	require.NoError(t, err)
	require.Equal(t, schema.Patch{
		Importance: to(7), Summary: to(""), ValidTo: to(time.Date(2026, 2, 27, 0, 0, 0, 0, time.UTC)),
		Metadata: &schema.Metadata{"n": json.Number("1")}, Quality: to(schema.QualityGood),
	}, p)
	data, err := json.Marshal(p)
	require.NoError(t, err)
	again, err := schema.DecodePatch(data)
	require.NoError(t, err)
	require.Equal(t, p, again)
	for doc, want := range map[string]string{
		`{"id": "x", "agent_id": "b", "version": 9, "colour": 1}`: "agent_id: cannot be changed; colour: unknown field; id: cannot be changed; version: cannot be changed",
		`{"importance": "high", "source": {"x": 1}}`:              "importance: is a JSON string, want a whole number; source.x: unknown field",
		`{"valid_to": "soon", "statement": null}`:                 `statement: cannot be removed; valid_to: "soon", want a time such as 2026-02-26T10:00:00Z`,
		`[]`: "json: not a JSON object",
	} {
		_, err := schema.DecodePatch([]byte(doc))
		require.EqualError(t, err, "schema: invalid experience: "+want)
	}
}

// Every field of a record is either in Patch, under the same names, or on the
// list of those that no patch may touch.
func TestPatchKnowsEveryField(t *testing.T) {
	fixed := []string{
		"ID", "Agent", "Kind", "Version", "Hash", "Recorded", "Updated", "Supersedes", "SupersededBy", "Similar", "Tellings", "Usage",
	}
	patch := reflect.TypeFor[schema.Patch]()
	for f := range reflect.TypeFor[schema.Experience]().Fields() {
		p, ok := patch.FieldByName(f.Name)
		if !ok {
			require.Contains(t, fixed, f.Name)
			continue
		}
		require.NotContains(t, fixed, f.Name)
		name := func(f reflect.StructField) string {
			tag := f.Tag.Get("json")
			for i := range tag {
				if tag[i] == ',' {
					return tag[:i]
				}
			}
			return tag
		}
		require.Equal(t, name(f), name(p))
		require.Contains(t, []reflect.Type{f.Type, reflect.PointerTo(f.Type)}, p.Type, f.Name)
	}
	require.Equal(t, reflect.TypeFor[schema.Experience]().NumField(), patch.NumField()+len(fixed))
}
