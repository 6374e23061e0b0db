package output

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Node is a node of the graph.
type Node struct {
	ID         string // unique among the nodes of one answer
	Label      string
	Properties map[string]any
}

// Edge is an edge of the graph. From and To are ids of nodes, which need not be
// part of the answer.
type Edge struct {
	ID         string // may be empty: then From, Label and To identify it
	From, To   string
	Label      string
	Properties map[string]any
}

// Path is a walk through the graph: Edges[i] joins Nodes[i] and Nodes[i+1], in
// either direction.
type Path struct {
	Nodes []Node
	Edges []Edge
}

// captions are the properties that may name a node to a reader, best first.
var captions = []string{"name", "canonical_name", "title", "context", "content", "summary", "text", "agent_id", "id", "key"}

// Caption is a short text that tells the node from others: its name, else the
// beginning of its text, else its id.
func (n Node) Caption() string {
	for _, name := range captions {
		if s, ok := n.Properties[name].(string); ok && strings.TrimSpace(s) != "" {
			return snip(strings.Join(strings.Fields(s), " "), 48)
		}
	}
	return n.ID
}

// Caption is what tells the edge from others of its label: its predicate, where
// it has one, else its label.
func (e Edge) Caption() string {
	if s, ok := e.Properties["predicate"].(string); ok && s != "" {
		return s
	}
	return e.Label
}

// Text renders a value for people. Nil is empty.
func Text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case time.Time:
		return formatTime(v)
	case Node:
		return "(:" + v.Label + literalProperties(v.Properties) + ")"
	case Edge:
		return "[:" + v.Label + literalProperties(v.Properties) + "]"
	case Path:
		return v.text()
	case []any, map[string]any:
		return literal(v)
	}
	return scalar(v)
}

func (p Path) text() string {
	p = p.whole()
	var b strings.Builder
	for i, n := range p.Nodes {
		if i > 0 {
			e := p.Edges[i-1]
			if e.From == n.ID && e.To != n.ID {
				b.WriteString("<-[:" + e.Caption() + "]-")
			} else {
				b.WriteString("-[:" + e.Caption() + "]->")
			}
		}
		if n.Label == "" {
			b.WriteString("()")
			continue
		}
		b.WriteString("(:" + n.Label + " " + quote(n.Caption()) + ")")
	}
	return b.String()
}

// whole returns the path with a node at each end of each edge: what a pattern
// of variable length matched comes without the nodes at its two ends.
func (p Path) whole() Path {
	known := map[string]Node{}
	for _, n := range p.Nodes {
		known[n.ID] = n
	}
	node := func(id string) Node {
		if n, ok := known[id]; ok {
			return n
		}
		return Node{ID: id}
	}
	if len(p.Nodes) == len(p.Edges)+1 || len(p.Edges) == 0 {
		return p
	}
	at := p.Edges[0].From
	if len(p.Edges) > 1 && (at == p.Edges[1].From || at == p.Edges[1].To) && p.Edges[0].To != at {
		at = p.Edges[0].To // the first edge is walked against its arrow
	}
	nodes := []Node{node(at)}
	for _, e := range p.Edges {
		if e.From == at {
			at = e.To
		} else {
			at = e.From
		}
		nodes = append(nodes, node(at))
	}
	return Path{Nodes: nodes, Edges: p.Edges}
}

// literal renders a value as it would be written in Cypher.
func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return quote(v)
	case time.Time:
		return quote(formatTime(v))
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = literal(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		return "{" + literalPairs(v) + "}"
	}
	return Text(v)
}

func literalProperties(properties map[string]any) string {
	if len(properties) == 0 {
		return ""
	}
	return " {" + literalPairs(properties) + "}"
}

func literalPairs(m map[string]any) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if m[k] != nil {
			parts = append(parts, k+": "+literal(m[k]))
		}
	}
	return strings.Join(parts, ", ")
}

func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func scalar(v any) string {
	switch v := v.(type) {
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case json.RawMessage:
		return string(v)
	}
	return fmt.Sprint(v)
}

func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.RFC3339Nano)
}

// plain turns a value into one that encoding/json writes faithfully. Numbers
// that JSON cannot write become strings; the parts of nodes, edges and paths
// that are not properties begin with "_".
func plain(v any) any {
	switch v := v.(type) {
	case float64:
		return finite(v)
	case float32:
		return finite(float64(v))
	case time.Time:
		if v.IsZero() {
			return nil
		}
		return v.Format(time.RFC3339Nano)
	case time.Duration:
		return v.String()
	case []any:
		return plainList(v)
	case map[string]any:
		return plainMap(v, len(v))
	case Node:
		m := plainMap(v.Properties, len(v.Properties)+2)
		m["_id"], m["_label"] = v.ID, v.Label
		return m
	case Edge:
		m := plainMap(v.Properties, len(v.Properties)+3)
		m["_from"], m["_to"], m["_label"] = v.From, v.To, v.Label
		return m
	case Path:
		return map[string]any{"_nodes": plainList(v.Nodes), "_edges": plainList(v.Edges)}
	}
	return v
}

func plainList[T any](list []T) []any {
	out := make([]any, len(list))
	for i, e := range list {
		out[i] = plain(e)
	}
	return out
}

func plainMap(m map[string]any, size int) map[string]any {
	out := make(map[string]any, size)
	for k, e := range m {
		out[k] = plain(e)
	}
	return out
}

func finite(f float64) any {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	return f
}

// snip cuts s to at most n runes, the last of which tells that it was cut.
func snip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	count := 0
	for i := range s {
		if count == n-1 {
			if rest := s[i:]; len([]rune(rest)) > 1 {
				return s[:i] + "…"
			}
			return s
		}
		count++
	}
	return s
}

// visible makes s safe to show on a terminal (O2): control characters become
// their pictures, and so do the marks that reverse the direction of writing.
// Line breaks are kept where keepLines is set.
func visible(s string, keepLines bool) string {
	clean := true
	for _, r := range s {
		if hidden(r) && !(keepLines && r == '\n') {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case keepLines && r == '\n':
			b.WriteRune(r)
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case r < 0x20:
			b.WriteRune(0x2400 + r)
		case r == 0x7f:
			b.WriteRune('␡')
		case hidden(r):
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hidden(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	}
	return false
}

// Indent puts prefix before each line of s.
func Indent(s, prefix string) string {
	return prefix + strings.ReplaceAll(strings.TrimRight(s, "\n"), "\n", "\n"+prefix)
}
