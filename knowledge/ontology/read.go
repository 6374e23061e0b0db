package ontology

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lukasadb/lukasa/schema"
)

// Bounds of a file.
const (
	MaxBytes = 8 << 20
	MaxRules = 10_000
)

// Read reads a file of rules, YAML or JSON: a list of rules, or a mapping with
// the list under "rules". The rules have no agent yet and come in the order of
// their keys; one without a cardinality is many_to_many. The error is a [*FileError] with everything that is wrong, or the
// reader's own.
func Read(r io.Reader) ([]schema.Rule, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxBytes {
		return nil, &FileError{[]Problem{{Problem: fmt.Sprintf("longer than %d bytes", MaxBytes)}}}
	}
	root, err := parse(data)
	if err != nil {
		return nil, &FileError{[]Problem{syntaxProblem(err)}}
	}
	var l loader
	l.document(root)
	if len(l.problems) > 0 {
		slices.SortStableFunc(l.problems, func(a, b Problem) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Problem, b.Problem))
		})
		return nil, &FileError{l.problems}
	}
	slices.SortFunc(l.rules, compareRules)
	return l.rules, nil
}

// lineOf finds the line in a message of the YAML reader.
var lineOf = regexp.MustCompile(`\bline (\d+): `)

func syntaxProblem(err error) Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	p := Problem{Problem: text}
	if at := lineOf.FindStringSubmatchIndex(text); at != nil {
		p.Line, _ = strconv.Atoi(text[at[2]:at[3]])
		p.Problem = text[:at[0]] + text[at[1]:]
	}
	return p
}

// loader turns a tree into rules and collects what is wrong with it.
type loader struct {
	rules    []schema.Rule
	lines    map[string]int // of the rule with that key
	problems []Problem
	before   int // problems of the rules before this one
}

// bad adds a problem, the first of each field.
func (l *loader) bad(n *yaml.Node, field, format string, args ...any) {
	if slices.ContainsFunc(l.problems[l.before:], func(p Problem) bool { return p.Field == field }) {
		return
	}
	l.problems = append(l.problems, Problem{n.Line, field, fmt.Sprintf(format, args...)})
}

func (l *loader) document(root *yaml.Node) {
	list, field := root, "rules"
	if root.Kind == yaml.MappingNode {
		fields := l.fields(root, "", map[string]string{"rules": "rules"})
		if list = fields["rules"]; list == nil {
			l.bad(root, field, "missing")
			return
		}
	}
	if list.Kind != yaml.SequenceNode {
		l.bad(list, field, "want a list")
		return
	}
	if len(list.Content) > MaxRules {
		l.bad(list, field, "%d rules, want at most %d", len(list.Content), MaxRules)
		return
	}
	l.lines = make(map[string]int, len(list.Content))
	for i, n := range list.Content {
		l.rule(n, fmt.Sprintf("%s[%d]", field, i))
	}
}

// The fields of a rule and of its join, by the names they may have: short ones,
// and those of source design 004. Those that stand for "" are the store's own,
// in rules that were shown by it, and are read over.
var (
	ruleFields = map[string]string{
		"from": "from_entity_type", "from_entity_type": "from_entity_type",
		"relation": "relation_type", "relation_type": "relation_type",
		"to": "to_entity_type", "to_entity_type": "to_entity_type",
		"cardinality": "cardinality",
		"join":        "join_path", "join_path": "join_path",
		"constraints": "constraints",
		"agent_id":    "", "recorded_at": "", "updated_at": "", "version": "",
	}
	joinFields = map[string]string{
		"from_table": "from_table", "to_table": "to_table",
		"on": "join_on", "join_on": "join_on",
		"filters": "optional_filters", "optional_filters": "optional_filters",
	}
)

func (l *loader) rule(n *yaml.Node, at string) {
	if n.Kind != yaml.MappingNode {
		l.bad(n, at, "want a rule: from, relation, to and cardinality")
		return
	}
	l.before = len(l.problems)
	fields := l.fields(n, at, ruleFields)
	r := schema.Rule{
		From:        schema.EntityType(l.text(fields, "from_entity_type", at)),
		Relation:    schema.RelationType(l.text(fields, "relation_type", at)),
		To:          schema.EntityType(l.text(fields, "to_entity_type", at)),
		Cardinality: schema.Cardinality(l.text(fields, "cardinality", at)),
	}
	if r.Cardinality == "" {
		r.Cardinality = schema.ManyToMany
	}
	if join := fields["join_path"]; join != nil {
		r.Join = l.join(join, at+".join_path")
	}
	if constraints := fields["constraints"]; constraints != nil {
		r.Constraints = l.object(constraints, at+".constraints")
	}
	l.check(&r, n, fields, at)
	l.keep(r, n, at)
}

// check judges a rule by the schema's own measure.
func (l *loader) check(r *schema.Rule, n *yaml.Node, fields map[string]*yaml.Node, at string) {
	whole := *r
	whole.Agent = "any"
	whole.SetDefaults(time.Unix(0, 0).UTC(), nil)
	line := func(field string) *yaml.Node {
		top, _, _ := strings.Cut(field, ".")
		if f := fields[top]; f != nil {
			return f
		}
		return n
	}
	for _, f := range fieldErrors(whole.Validate()) {
		name := f.Field
		f.Field = ""
		l.bad(line(name), at+"."+name, "%s", strings.TrimPrefix(f.String(), ": "))
	}
	if _, err := ParseJoin(r.Join); err != nil {
		l.badJoin(line("join_path"), at+".join_path", err)
	}
}

// badJoin adds the problems of a join, each at its own line.
func (l *loader) badJoin(n *yaml.Node, at string, err error) {
	for _, p := range joinProblems(err) {
		line := n
		for i := 0; i+1 < len(n.Content); i += 2 {
			if joinFields[n.Content[i].Value] == p.Field {
				line = n.Content[i+1]
			}
		}
		l.bad(line, at+"."+p.Field, "%s", p.Problem)
	}
}

// keep adds a rule unless it is there already.
func (l *loader) keep(r schema.Rule, n *yaml.Node, at string) {
	key := r.ObjectKey()
	if first, ok := l.lines[key]; ok && r.From != "" {
		l.bad(n, at, "%s %s %s is there already, on line %d", r.From, r.Relation, r.To, first)
		return
	}
	l.lines[key] = n.Line
	l.rules = append(l.rules, r)
}

func (l *loader) join(n *yaml.Node, at string) schema.JoinPath {
	if n.Kind != yaml.MappingNode {
		l.bad(n, at, "want from_table, to_table and join_on")
		return schema.JoinPath{}
	}
	fields := l.fields(n, at, joinFields)
	j := schema.JoinPath{
		FromTable: l.text(fields, "from_table", at), ToTable: l.text(fields, "to_table", at), JoinOn: l.text(fields, "join_on", at),
	}
	if filters := fields["optional_filters"]; filters != nil {
		j.Filters = l.filters(filters, at+".optional_filters")
	}
	return j
}

func (l *loader) filters(n *yaml.Node, at string) map[string]string {
	if n.Kind != yaml.MappingNode {
		l.bad(n, at, "want columns and their values")
		return nil
	}
	var out map[string]string
	for name, value := range l.fields(n, at, nil) {
		if value.Kind != yaml.ScalarNode || value.Tag == "!!null" {
			l.bad(value, at+"."+name, "want a text, a number or a truth value")
			continue
		}
		if out == nil {
			out = map[string]string{}
		}
		out[name] = value.Value
	}
	return out
}
