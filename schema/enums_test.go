package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// names joins the values of an enumeration.
func names[T ~string](list []T) string {
	parts := make([]string, len(list))
	for i, v := range list {
		parts[i] = string(v)
	}
	return strings.Join(parts, " ")
}

// 000-02 to 000-06, 001-01, 004-08: the words of the designs, to the letter.
func TestVocabulary(t *testing.T) {
	require.Equal(t, "person location org date time action object event concept metric code file url", names(schema.EntityTypes()))
	require.Equal(t, "part_of located_at works_for created used mentioned related_to", names(schema.RelationTypes()))
	require.Equal(t, "decision fact event plan preference context insight question task error", names(schema.Categories()))
	for grade, name := range []string{"unknown", "reject", "poor", "fair", "good", "excellent", "unknown"} {
		q := schema.Quality(grade)
		require.Equal(t, name, q.String())
		require.Equal(t, name != "unknown", q.Valid())
	}
	for _, k := range []schema.Kind{"user_fact", "insight", "message", "summary"} {
		require.True(t, k.Valid())
	}
	for _, p := range []schema.Persona{"personal", "technical", "social"} {
		require.True(t, p.Valid())
	}
	for s, live := range map[schema.Status]bool{"active": true, "aging": true, "superseded": false, "invalidated": false, "archived": false} {
		require.True(t, s.Valid())
		require.Equal(t, live, s.Live())
	}
	require.False(t, schema.Kind("").Valid() || schema.Category("").Valid() || schema.Persona("").Valid() || schema.Status("").Valid())
	require.True(t, schema.TTL("").Valid())
	require.True(t, schema.KindMessage.Episodic())
	require.False(t, schema.KindFact.Episodic())
	require.True(t, schema.ManyToOne.SingleValued() && schema.OneToOne.SingleValued())
	require.False(t, schema.OneToMany.SingleValued() || schema.ManyToMany.SingleValued())
}

// A domain names its own types: lower-case words, at most 64 bytes.
func TestTypeNames(t *testing.T) {
	for name, valid := range map[string]bool{
		"sales_order": true, "a1": true, strings.Repeat("a", 64): true,
		"": false, "1a": false, "_a": false, "Sales": false, "sales order": false, "é": false, "a-b": false, strings.Repeat("a", 65): false,
	} {
		require.Equal(t, valid, schema.EntityType(name).Valid(), name)
		require.Equal(t, valid, schema.RelationType(name).Valid(), name)
	}
}
