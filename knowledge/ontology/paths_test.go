package ontology_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

var testTime = time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)

func drawn(paths []ontology.Path) []string {
	out := make([]string, len(paths))
	for i, p := range paths {
		out[i] = p.String()
	}
	return out
}

// TestPaths walks the domain of the source design both ways (004-10).
func TestPaths(t *testing.T) {
	o := ontology.New(domain(t))
	tests := []struct {
		from, to schema.EntityType
		want     []string
		single   bool
	}{
		{"customer", "invoice", []string{"customer -has-> sales_order -requires-> work_order -creates-> invoice"}, false},
		{"invoice", "customer", []string{"invoice <-creates- work_order <-requires- sales_order <-has- customer"}, true},
		{"reminder", "work_order", []string{"reminder <-reminded_by- invoice <-creates- work_order"}, true},
		{"product", "product", []string{"product -part_of-> product", "product <-part_of- product"}, false},
		{"customer", "customer", nil, false},
		{"customer", "product", nil, false},
		{"customer", "nothing", nil, false},
		{"customer", "value", []string{"customer -delivery_day-> value"}, true},
	}
	for _, tt := range tests {
		paths, all, err := o.Paths(tt.from, tt.to, ontology.Bounds{})
		require.NoError(t, err)
		require.True(t, all)
		require.Equal(t, tt.want, append([]string(nil), drawn(paths)...), "%s to %s", tt.from, tt.to)
		if len(paths) > 0 {
			require.Equal(t, tt.single, paths[0].SingleValued())
		}
	}
	require.Equal(t, []schema.EntityType{
		"customer", "invoice", "location", "product", "reminder", "sales_order", "value", "work_order",
	}, o.Types())
	require.Len(t, o.Steps("sales_order"), 2)
}

// TestValueJoinsNothing keeps two predicates with plain values from making
// their subjects neighbours (O3).
func TestValueJoinsNothing(t *testing.T) {
	o := ontology.New(read(t, "- {from: a, relation: day, to: value}\n- {from: b, relation: due, to: value}"))
	paths, _, err := o.Paths("a", "b", ontology.Bounds{})
	require.NoError(t, err)
	require.Empty(t, paths)
}

// TestPathsAgreeWithBruteForce compares with every sequence of rules there is,
// self-relations, cycles and parallel rules among them.
func TestPathsAgreeWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := ontology.New(generated(t))
		types := append(o.Types(), "elsewhere")
		from, to := rapid.SampledFrom(types).Draw(t, "from"), rapid.SampledFrom(types).Draw(t, "to")
		hops := rapid.IntRange(1, 4).Draw(t, "hops")
		want := drawn(bruteForce(o, from, to, hops))
		got, all, err := o.Paths(from, to, ontology.Bounds{Hops: hops, Limit: ontology.MaxLimit})
		require.NoError(t, err)
		require.True(t, all)
		require.ElementsMatch(t, want, drawn(got))
		require.True(t, slices.IsSortedFunc(got, func(a, b ontology.Path) int { return len(a) - len(b) }))

		shortest, all, err := o.Shortest(from, to, ontology.Bounds{Hops: hops, Limit: ontology.MaxLimit})
		require.NoError(t, err)
		require.True(t, all)
		n := 0
		for n < len(got) && len(got[n]) == len(got[0]) {
			n++
		}
		require.Equal(t, drawn(got[:n]), drawn(shortest))
		if len(got) > 0 {
			limit := rapid.IntRange(1, len(got)).Draw(t, "limit")
			some, all, err := o.Paths(from, to, ontology.Bounds{Hops: hops, Limit: limit})
			require.NoError(t, err)
			require.Equal(t, drawn(got[:limit]), drawn(some))
			require.Equal(t, limit == len(got), all)
		}
	})
}

// bruteForce extends every path by every rule in both directions and keeps
// those that O3 allows.
func bruteForce(o *ontology.Ontology, from, to schema.EntityType, hops int) (found []ontology.Path) {
	paths := []ontology.Path{nil}
	for range hops {
		var longer []ontology.Path
		for _, p := range paths {
			for _, r := range o.Rules() {
				for _, reverse := range []bool{false, true} {
					next := append(slices.Clone(p), ontology.Step{Rule: r, Reverse: reverse})
					switch ends, ok := allowed(next, from, to); {
					case ok && ends:
						found = append(found, next)
					case ok:
						longer = append(longer, next)
					}
				}
			}
		}
		paths = longer
	}
	return found
}

// allowed tells whether a path is one so far, and whether it has arrived.
func allowed(p ontology.Path, from, to schema.EntityType) (arrived, ok bool) {
	at, seen, rules := from, map[schema.EntityType]bool{from: true}, map[string]bool{}
	for i, s := range p {
		start, end := s.Ends()
		if start != at || rules[s.Rule.ObjectKey()] {
			return false, false
		}
		rules[s.Rule.ObjectKey()] = true
		if last := i == len(p)-1; last && end == to {
			return true, true
		}
		if seen[end] || end == to || end == ontology.Value {
			return false, false
		}
		seen[end], at = true, end
	}
	return false, true
}

// generated draws rules among few types, so that they meet.
func generated(t *rapid.T) []schema.Rule {
	types := rapid.SampledFrom([]schema.EntityType{"a", "b", "c", "d", ontology.Value})
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) schema.Rule {
		return schema.Rule{
			From: types.Draw(t, "from"), To: types.Draw(t, "to"),
			Relation: rapid.SampledFrom([]schema.RelationType{"has", "used"}).Draw(t, "relation"),
			Cardinality: rapid.SampledFrom([]schema.Cardinality{
				schema.OneToOne, schema.OneToMany, schema.ManyToOne, schema.ManyToMany,
			}).Draw(t, "cardinality"),
		}
	}), 0, 7).Draw(t, "rules")
}

// TestBounds refuses what is out of them, and a dense ontology does not take
// for ever.
func TestBounds(t *testing.T) {
	var dense []schema.Rule
	for i := range 30 {
		for j := range i {
			dense = append(dense, schema.Rule{
				From: schema.EntityType(fmt.Sprintf("t%d", i)), Relation: "has", To: schema.EntityType(fmt.Sprintf("t%d", j)), Cardinality: schema.ManyToMany,
			})
		}
	}
	o := ontology.New(dense)
	paths, all, err := o.Paths("t0", "t29", ontology.Bounds{Hops: 10, Limit: 50})
	require.NoError(t, err)
	require.False(t, all)
	require.Len(t, paths, 50)
	far := ontology.New(append(dense, schema.Rule{From: "x", Relation: "has", To: "y", Cardinality: schema.OneToOne}))
	_, all, err = far.Paths("t0", "t0", ontology.Bounds{Hops: 10, Limit: ontology.MaxLimit})
	require.NoError(t, err)
	require.False(t, all)
	for _, b := range []ontology.Bounds{{Hops: -1}, {Hops: 11}, {Limit: -1}, {Limit: 10_001}} {
		_, _, err := o.Paths("t0", "t1", b)
		require.ErrorIs(t, err, schema.ErrInvalid)
		_, _, err = o.Shortest("t0", "t1", b)
		require.ErrorIs(t, err, schema.ErrInvalid)
	}
}

// TestSingleValued is what decides whether a newer statement retires an older
// one (900-03).
func TestSingleValued(t *testing.T) {
	o := ontology.New(read(t, `
- {from: customer, relation: has, to: order, cardinality: one_to_many}
- {from: customer, relation: has, to: account_manager, cardinality: many_to_one}
- {from: customer, relation: delivery_day, to: value, cardinality: many_to_one}
- {from: customer, relation: knows, to: customer}`))
	tests := []struct {
		subject       schema.EntityType
		predicate     string
		object        schema.EntityType
		single, known bool
	}{
		{"customer", "has", "order", false, true},
		{"customer", "has", "account_manager", true, true},
		{"customer", "has", "", false, true},
		{"customer", "delivery_day", "", true, true},
		{"customer", "delivery_day", "value", true, true},
		{"customer", "knows", "customer", false, true},
		{"customer", "likes", "", false, false},
		{"order", "has", "", false, false},
	}
	for _, tt := range tests {
		single, known := o.SingleValued(tt.subject, tt.predicate, tt.object)
		require.Equal(t, []bool{tt.single, tt.known}, []bool{single, known}, "%+v", tt)
	}
}

// TestParseJoin takes join paths apart, and refuses what is no identifier (O5).
func TestParseJoin(t *testing.T) {
	j, err := ontology.ParseJoin(schema.JoinPath{
		FromTable: "domain.customers", ToTable: "orders", JoinOn: "id = customer_id, region AND shop=store",
		Filters: map[string]string{"status": "open'; --", "kind": "x"},
	})
	require.NoError(t, err)
	require.Equal(t, ontology.Join{
		From: "domain.customers", To: "orders", On: []ontology.Pair{{"id", "customer_id"}, {"region", "region"}, {"shop", "store"}},
		Filters: []ontology.Filter{{"kind", "x"}, {"status", "open'; --"}},
	}, j)
	none, err := ontology.ParseJoin(schema.JoinPath{})
	require.NoError(t, err)
	require.Empty(t, none)
	for _, p := range []schema.JoinPath{
		{FromTable: "a"},
		{FromTable: "a", ToTable: "b", JoinOn: ""},
		{FromTable: "a b", ToTable: "b", JoinOn: "c"},
		{FromTable: "a", ToTable: "b;", JoinOn: "c"},
		{FromTable: "a", ToTable: "a.b.c.d", JoinOn: "c"},
		{FromTable: "a", ToTable: "b", JoinOn: "c = d = e"},
		{FromTable: "a", ToTable: "b", JoinOn: "1"},
		{FromTable: "a", ToTable: "b", JoinOn: "c OR d"},
		{FromTable: "a", ToTable: "b", JoinOn: "c", Filters: map[string]string{"d=1 or d": "x"}},
		{FromTable: strings.Repeat("a", 64), ToTable: "b", JoinOn: "c"},
		{FromTable: "a\n", ToTable: "b", JoinOn: "c"},
	} {
		_, err := ontology.ParseJoin(p)
		require.Error(t, err, "%+v", p)
	}
}
