package ontology

import (
	"encoding/json"
	"io"
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/lukasadb/lukasa/schema"
)

// Write writes rules as a YAML file that [Read] takes, in the order of their
// keys (O2). Agent, times and version are not part of it.
func Write(w io.Writer, rules []schema.Rule) error {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, r := range slices.SortedFunc(slices.Values(rules), compareRules) {
		n, err := ruleNode(&r)
		if err != nil {
			return err
		}
		list.Content = append(list.Content, n)
	}
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	if err := e.Encode(mapping("rules", list)); err != nil {
		return err
	}
	return e.Close()
}

func ruleNode(r *schema.Rule) (*yaml.Node, error) {
	n := mapping(
		"from", text(string(r.From)), "relation", text(string(r.Relation)),
		"to", text(string(r.To)), "cardinality", text(string(r.Cardinality)),
	)
	if j := r.Join; j.FromTable != "" || j.ToTable != "" || j.JoinOn != "" || len(j.Filters) > 0 {
		join := mapping("from_table", text(j.FromTable), "to_table", text(j.ToTable), "join_on", text(j.JoinOn))
		if len(j.Filters) > 0 {
			filters := mapping()
			for _, name := range slices.Sorted(maps.Keys(j.Filters)) {
				filters.Content = append(filters.Content, text(name), text(j.Filters[name]))
			}
			join.Content = append(join.Content, text("optional_filters"), filters)
		}
		n.Content = append(n.Content, text("join"), join)
	}
	if r.Constraints != nil {
		constraints, err := valueNode(r.Constraints)
		if err != nil {
			return nil, err
		}
		n.Content = append(n.Content, text("constraints"), constraints)
	}
	return n, nil
}

// valueNode writes a JSON value by way of its text, whose numbers keep their
// digits.
func valueNode(v any) (*yaml.Node, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	n, err := parse(data)
	if err != nil {
		return nil, err
	}
	quoted(n)
	return n, nil
}

// quoted writes every text of a tree so that no reader takes it for something
// else.
func quoted(n *yaml.Node) {
	if n.Tag == "!!str" {
		*n = *text(n.Value)
	}
	for _, child := range n.Content {
		quoted(child)
	}
}

// mapping makes a node of names and the nodes that follow them.
func mapping(pairs ...any) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for i := 0; i+1 < len(pairs); i += 2 {
		n.Content = append(n.Content, text(pairs[i].(string)), pairs[i+1].(*yaml.Node))
	}
	return n
}

// text is a scalar that is read back as the same text: plain where that is a
// name, in double quotes otherwise.
func text(s string) *yaml.Node {
	n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s}
	if !IsTable(s) || resolved(s) != "!!str" {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// resolved is what YAML takes a plain word for: y, no and null are no texts.
func resolved(s string) string {
	n := yaml.Node{Kind: yaml.ScalarNode, Value: s}
	return n.ShortTag()
}
