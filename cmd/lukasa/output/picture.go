package output

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// picture is the graph found among the values of an answer, each node and edge
// once, in the order of first appearance (O4).
type picture struct {
	nodes []Node
	edges []Edge
	index map[string]int
	drawn map[string]bool
}

func writePicture(w io.Writer, t Table, mode Mode) error {
	p := picture{index: map[string]int{}, drawn: map[string]bool{}}
	none := true // of no rows the picture is an empty one, as the table is
	for row, err := range t.Rows {
		if err != nil {
			return err
		}
		none = false
		for _, v := range row {
			p.collect(v)
		}
	}
	if len(p.nodes)+len(p.edges) == 0 && !none {
		return fmt.Errorf("%w: mode %s needs nodes, edges or paths among the values", ErrNoGraph, mode)
	}
	p.complete()
	text := p.dot()
	if mode == ModeMermaid {
		text = p.mermaid()
	}
	_, err := io.WriteString(w, text)
	return err
}

func (p *picture) collect(v any) {
	switch v := v.(type) {
	case Node:
		p.node(v)
	case Edge:
		p.edge(v)
	case Path:
		for _, n := range v.Nodes {
			p.node(n)
		}
		for _, e := range v.Edges {
			p.edge(e)
		}
	case []any:
		for _, e := range v {
			p.collect(e)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			p.collect(v[k])
		}
	}
}

func (p *picture) node(n Node) {
	if _, known := p.index[n.ID]; !known {
		p.index[n.ID] = len(p.nodes)
		p.nodes = append(p.nodes, n)
	}
}

func (p *picture) edge(e Edge) {
	id := e.ID
	if id == "" {
		id = strconv.Quote(e.From) + strconv.Quote(e.Label) + strconv.Quote(e.To)
	}
	if !p.drawn[id] {
		p.drawn[id] = true
		p.edges = append(p.edges, e)
	}
}

// complete adds a bare node for each end of an edge that no value named.
func (p *picture) complete() {
	for _, e := range p.edges {
		p.node(Node{ID: e.From})
		p.node(Node{ID: e.To})
	}
}

func (p *picture) dot() string {
	var b strings.Builder
	b.WriteString("digraph lukasa {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n")
	for i, n := range p.nodes {
		fmt.Fprintf(&b, "  n%d [label=%s];\n", i, dotString(nodeLines(n)...))
	}
	for _, e := range p.edges {
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s];\n", p.index[e.From], p.index[e.To], dotString(e.Caption()))
	}
	b.WriteString("}\n")
	return b.String()
}

func (p *picture) mermaid() string {
	var b strings.Builder
	b.WriteString("graph LR\n")
	for i, n := range p.nodes {
		fmt.Fprintf(&b, "  n%d[%s]\n", i, mermaidString(nodeLines(n)...))
	}
	for _, e := range p.edges {
		label := ""
		if e.Caption() != "" {
			label = "|" + mermaidString(e.Caption()) + "|"
		}
		fmt.Fprintf(&b, "  n%d -->%s n%d\n", p.index[e.From], label, p.index[e.To])
	}
	return b.String()
}

func nodeLines(n Node) []string {
	if n.Label == "" {
		return []string{n.Caption()}
	}
	return []string{n.Label, n.Caption()}
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func dotString(lines ...string) string {
	for i, line := range lines {
		lines[i] = dotEscapes.Replace(visible(line, false))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}

// Mermaid reads entities of HTML without their "&".
var mermaidEscapes = strings.NewReplacer(`#`, "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "`", "#96;", `\`, "#92;")

func mermaidString(lines ...string) string {
	for i, line := range lines {
		lines[i] = mermaidEscapes.Replace(visible(line, false))
	}
	return `"` + strings.Join(lines, "<br/>") + `"`
}
