package ontology_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

func read(t require.TestingT, text string) []schema.Rule {
	rules, err := ontology.Read(strings.NewReader(text))
	require.NoError(t, err)
	return rules
}

func domain(t testing.TB) []schema.Rule {
	data, err := os.ReadFile("testdata/domain.yaml")
	require.NoError(t, err)
	return read(t, string(data))
}

// TestRead takes all that a rule may say (004-10).
func TestRead(t *testing.T) {
	rules := domain(t)
	require.Len(t, rules, 7)
	at := slices.IndexFunc(rules, func(r schema.Rule) bool { return r.To == "invoice" })
	require.Equal(t, schema.Rule{
		From: "work_order", Relation: "creates", To: "invoice", Cardinality: schema.OneToOne,
		Join:        schema.JoinPath{FromTable: "work_orders", ToTable: "invoices", JoinOn: "work_order_id"},
		Constraints: schema.Metadata{"note": "an invoice is written when the work is done", "after_status": "done"},
	}, rules[at])
	require.True(t, slices.IsSortedFunc(rules, func(a, b schema.Rule) int { return strings.Compare(a.ObjectKey(), b.ObjectKey()) }))
}

// TestReadForms gives one rule in each form that a file may have.
func TestReadForms(t *testing.T) {
	want := []schema.Rule{{
		From: "a", Relation: "has", To: "b", Cardinality: schema.ManyToMany,
		Join: schema.JoinPath{FromTable: "x.a", ToTable: "b", JoinOn: "id = a_id", Filters: map[string]string{"n": "1", "open": "true"}},
		Constraints: schema.Metadata{
			"n": json.Number("12345678901234567890"), "hex": json.Number("31"), "f": json.Number("1.50"), "day": "2026-01-02",
			"list": []any{true, nil, "no"}, "sign": "😀",
		},
	}}
	for name, text := range map[string]string{
		"list": `
- {from: a, relation: has, to: b,
   join: {from_table: x.a, to_table: b, on: id = a_id, filters: {n: 1, open: true}},
   constraints: {n: 12345678901234567890, hex: 0x1F, f: 1.50, day: 2026-01-02, list: [true, ~, "no"], sign: "😀"}}`,
		"json": "\n\t[{\"from_entity_type\": \"a\",\t\"relation_type\": \"has\", \"to_entity_type\": \"b\", \"cardinality\": null," +
			`"join_path": {"from_table": "x.a", "to_table": "b", "join_on": "id = a_id", "optional_filters": {"n": 1, "open": true}},` +
			`"constraints": {"n": 12345678901234567890, "hex": 31, "f": 1.50, "day": "2026-01-02", "list": [true, null, "no"], "sign": "\ud83d\ude00"},` +
			`"agent_id": "somebody", "version": 3, "recorded_at": "2026-01-02T00:00:00Z", "updated_at": "2026-01-02T00:00:00Z"}]`,
	} {
		require.Equal(t, want, read(t, text), name)
	}
	require.Empty(t, read(t, "rules: []"))
}

// TestReadReportsEverything names every problem with its line, not only the
// first (O1).
func TestReadReportsEverything(t *testing.T) {
	data, err := os.ReadFile("testdata/bad.yaml")
	require.NoError(t, err)
	rules, err := ontology.Read(bytes.NewReader(data))
	require.Nil(t, rules)
	require.ErrorIs(t, err, schema.ErrInvalid)
	want, err2 := os.ReadFile("testdata/bad.golden")
	require.NoError(t, err2)
	require.Equal(t, string(want), err.Error()+"\n")
}

// TestReadRefuses tells what is wrong with files that are no list of rules.
func TestReadRefuses(t *testing.T) {
	tests := []struct{ text, problem string }{
		{"", "empty"},
		{"# nothing", "empty"},
		{"rules:", "line 1: rules: want a list"},
		{"other: 1", "line 1: other: unknown; want rules"},
		{"rules: []\n---\nrules: []", "more than one document"},
		{"\n- from: [", "line 2: "},
		{"\xff", "not UTF-8"},
		{"[1,\n2]", "line 2: rules[1]: want a rule"},
		{"- &x {from: a, relation: has, to: b}\n- *x", "line 2: rules[1]: want a rule"},
		{"- {from: a, relation: has, to: b, constraints: {a: &x 1, b: *x}}", "line 1: rules[0].constraints.b: anchors are not followed"},
		{"- {from: a, relation: has, to: b, constraints: {a: .inf}}", "want a finite number"},
		{"- {from: a, from: b, relation: has, to: b}", "line 1: rules[0].from: there twice, first on line 1"},
		{"- {from: a, relation: has, to: b, ? [x] : y}", "want a plain name before the colon"},
		{"[" + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "]", "nested deeper"},
		{strings.Repeat("#", ontology.MaxBytes+1), "longer than 8388608 bytes"},
		{"[" + strings.Repeat("0,", ontology.MaxRules) + "0]", "10001 rules, want at most 10000"},
	}
	for _, tt := range tests {
		_, err := ontology.Read(strings.NewReader(tt.text))
		var file *ontology.FileError
		require.ErrorAs(t, err, &file, "%.40q", tt.text)
		require.ErrorContains(t, err, tt.problem)
		require.Less(t, len(err.Error()), 4000)
	}
	_, err := ontology.Read(iotest.ErrReader(io.ErrUnexpectedEOF))
	require.ErrorIs(t, err, io.ErrUnexpectedEOF)
}

// TestHostile puts every hostile string into every place of a rule: it is kept
// as it is, or refused with the place named, and joins take no identifier that
// could end one.
func TestHostile(t *testing.T) {
	for _, s := range hostile.Strings() {
		quoted, err := json.Marshal(s)
		require.NoError(t, err)
		for _, place := range []string{
			`{"from": %, "relation": "has", "to": "b"}`,
			`{"from": "a", "relation": %, "to": "b"}`,
			`{"from": "a", "relation": "has", "to": "b", "cardinality": %}`,
			`{"from": "a", "relation": "has", "to": "b", "join": {"from_table": %, "to_table": "b", "join_on": "c"}}`,
			`{"from": "a", "relation": "has", "to": "b", "join": {"from_table": "a", "to_table": "b", "join_on": %}}`,
			`{"from": "a", "relation": "has", "to": "b", "join": {"from_table": "a", "to_table": "b", "join_on": "c", "filters": {"c": %}}}`,
			`{"from": "a", "relation": "has", "to": "b", "constraints": {"c": %}}`,
			`{"from": "a", "relation": "has", "to": "b", "constraints": {%: 1}}`,
		} {
			rules, err := ontology.Read(strings.NewReader("[" + strings.Replace(place, "%", string(quoted), 1) + "]"))
			var file *ontology.FileError
			if err != nil {
				require.ErrorAs(t, err, &file)
				continue
			}
			again(t, rules)
			for _, r := range rules {
				j, err := ontology.ParseJoin(r.Join)
				require.NoError(t, err)
				require.True(t, j.From == "" || ontology.IsTable(j.From))
			}
		}
	}
}

// again checks that rules that are written are read back the same (O2).
func again(t require.TestingT, rules []schema.Rule) {
	var b bytes.Buffer
	require.NoError(t, ontology.Write(&b, rules))
	back, err := ontology.Read(&b)
	require.NoError(t, err)
	if len(rules) == 0 {
		require.Empty(t, back)
		return
	}
	require.Equal(t, rules, back)
}

// TestWrite writes what Read gave, whatever its texts are (O2).
func TestWrite(t *testing.T) {
	again(t, domain(t))
	rapid.Check(t, func(t *rapid.T) {
		rules := generated(t)
		for i := range rules {
			if rapid.Bool().Draw(t, "constraints") {
				rules[i].Constraints = schema.Metadata{
					rapid.String().Draw(t, "key"): rapid.String().Draw(t, "value"), "n": json.Number("1e400"), "no": "yes", "nil": nil,
				}
			}
			if rapid.Bool().Draw(t, "join") {
				rules[i].Join = schema.JoinPath{
					FromTable: "no", ToTable: "a.null", JoinOn: "y = n",
					Filters: map[string]string{"y": strings.ReplaceAll(rapid.String().Draw(t, "filter"), "\x00", "")},
				}
			}
			whole := rules[i]
			whole.Agent = "any"
			whole.SetDefaults(testTime, nil)
			if whole.Validate() != nil {
				rules[i].Constraints = nil
			}
		}
		again(t, ontology.New(rules).Rules())
	})
}

// FuzzRead takes any bytes: they are read or refused with a typed error, and
// what was read is written and read back the same.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"testdata/domain.yaml", "testdata/bad.yaml"} {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte(`[{"from":"a","relation":"b","to":"c","constraints":{"x":[1,{"y":null}]}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rules, err := ontology.Read(bytes.NewReader(data))
		var file *ontology.FileError
		if err != nil {
			require.True(t, errors.As(err, &file) && len(file.Problems) > 0)
			return
		}
		again(t, rules)
	})
}
