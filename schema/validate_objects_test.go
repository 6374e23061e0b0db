package schema_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// objects returns one valid object of every type.
func objects() []schema.Object {
	e := lived()
	entity := &schema.Entity{Agent: "a", Key: "customer:6f1c"}
	alias := &schema.Alias{Agent: "a", Text: "Gai", Entity: "customer:6f1c"}
	relation := &schema.Relation{Agent: "a", From: "person:ana", Type: schema.RelationWorksFor, To: "org:gai"}
	rule := &schema.Rule{
		Agent: "a", From: "customer", Relation: "has", To: "sales_order", Cardinality: schema.OneToMany,
		Join: schema.JoinPath{FromTable: "domain.customers", ToTable: "domain.sales_orders", JoinOn: "customer_id"},
	}
	conflict := &schema.Conflict{Agent: "a", Type: "memory_vs_memory", Records: []schema.ID{idB, {1}}}
	merge := &schema.Merge{Agent: "a", From: "person:anna", Into: "person:ana"}
	block := &schema.Block{Agent: "a", Name: "persona", Text: "You are kind."}
	setting := &schema.Setting{Name: "decay", Value: []byte(`{"default_rate_per_day": 0.01}`)}
	entity.SetDefaults(noon, newID)
	alias.SetDefaults(noon, newID)
	relation.SetDefaults(noon, newID)
	rule.SetDefaults(noon, newID)
	conflict.SetDefaults(noon, newID)
	merge.SetDefaults(noon, newID)
	block.SetDefaults(noon, newID)
	setting.SetDefaults(noon, newID)
	return []schema.Object{&e, entity, alias, relation, rule, conflict, merge, block, setting}
}

func TestEveryObjectTypeHasAValidExample(t *testing.T) {
	var types []schema.ObjectType
	for _, o := range objects() {
		require.NoError(t, o.Validate(), o.ObjectType())
		types = append(types, o.ObjectType())
	}
	require.Equal(t, schema.ObjectTypes(), types)
	for _, typ := range types {
		empty := schema.NewObject(typ)
		require.Equal(t, typ, empty.ObjectType())
		require.ErrorIs(t, empty.Validate(), schema.ErrInvalid, typ)
	}
	require.Nil(t, schema.NewObject("dream"))
}

// 004-02, 004-03, 004-10, 004-12, 004-13, 003-24, 900-02
func TestObjectValidate(t *testing.T) {
	get := func(typ schema.ObjectType) schema.Object {
		for _, o := range objects() {
			if o.ObjectType() == typ {
				return o
			}
		}
		return nil
	}
	tests := []struct {
		typ    schema.ObjectType
		change func(schema.Object)
		want   string
	}{
		{schema.TypeEntity, func(o schema.Object) { o.(*schema.Entity).Type = "person" }, `type: "person", is not the type in entity_id`},
		{schema.TypeEntity, func(o schema.Object) { o.(*schema.Entity).Key = "customer:" }, `entity_id: "customer:", want type:name`},
		{schema.TypeEntity, func(o schema.Object) { o.(*schema.Entity).MergedInto = "customer:6f1c" }, `merged_into: "customer:6f1c", is the entity itself`},
		{schema.TypeEntity, func(o schema.Object) { o.(*schema.Entity).Properties = schema.Metadata{"x": make(chan int)} }, "properties.x: Go type chan int, want a JSON value"},
		{schema.TypeAlias, func(o schema.Object) { o.(*schema.Alias).Text = "a\x00" }, "alias_text: NUL at byte 1"},
		{schema.TypeAlias, func(o schema.Object) { o.(*schema.Alias).Confidence = 1.01 }, "confidence: 1.01, want 0 to 1"},
		{schema.TypeRelation, func(o schema.Object) { o.(*schema.Relation).To = "person:ana" }, `to: "person:ana", is from itself`},
		{schema.TypeRelation, func(o schema.Object) { o.(*schema.Relation).Type = "" }, `type: "", want a lower-case name such as works_for, at most 64 bytes`},
		{schema.TypeRule, func(o schema.Object) { o.(*schema.Rule).Cardinality = "some" }, `cardinality: "some", want one_to_one, one_to_many, many_to_one or many_to_many`},
		{schema.TypeRule, func(o schema.Object) { o.(*schema.Rule).Join.Filters = map[string]string{"a": "\xff"} }, "join_path.optional_filters.a: invalid UTF-8 at byte 0"},
		{schema.TypeConflict, func(o schema.Object) { o.(*schema.Conflict).Records = []schema.ID{idB} }, "records: 1, want at least 2 elements"},
		{schema.TypeConflict, func(o schema.Object) { o.(*schema.Conflict).Strategy = "guess" }, `resolution_strategy: "guess", want supersede, validate or ask`},
		{schema.TypeMerge, func(o schema.Object) { o.(*schema.Merge).Into = "person:anna" }, `into: "person:anna", is from itself`},
		{schema.TypeMerge, func(o schema.Object) { o.(*schema.Merge).Undo = []byte("{") }, "undo: not JSON"},
		{schema.TypeBlock, func(o schema.Object) { o.(*schema.Block).Text = strings.Repeat("x", 2001) }, "text: 2001 bytes, want at most 2000"},
		{schema.TypeSetting, func(o schema.Object) { o.(*schema.Setting).Value = nil }, "config_value: empty"},
		{schema.TypeSetting, func(o schema.Object) { o.(*schema.Setting).Version = -1 }, "version: -1, want 1 to 9007199254740992"},
	}
	for _, tt := range tests {
		o := get(tt.typ)
		tt.change(o)
		require.EqualError(t, o.Validate(), "schema: invalid "+string(tt.typ)+": "+tt.want)
	}
}

func TestEntityKeys(t *testing.T) {
	k := schema.MakeEntityKey(schema.EntityPerson, "  Ana \n Maria ")
	require.Equal(t, schema.EntityKey("person:ana maria"), k)
	require.Equal(t, schema.EntityPerson, k.Type())
	require.Equal(t, "a:b", schema.EntityKey("url:a:b").Name())
	for _, bad := range []schema.EntityKey{"", "person", "person: ", "Person:ana", ":ana"} {
		require.False(t, bad.Valid(), bad)
	}
	require.Equal(t, "a%7Cb%25|person:ana", schema.NodeKey("a|b%", "person:ana"))
}
