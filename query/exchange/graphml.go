package exchange

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// quotedKey names the data that lists the properties of an element whose values
// are JSON strings, because XML cannot hold some of their characters.
const quotedKey = "json_quoted"

// GraphML writes a graph as one GraphML document
// (http://graphml.graphdrawing.org). A node's id is its table, ":" and its key,
// percent-encoded; the data "label" has the table, of edges too.
type GraphML struct {
	out    *bufio.Writer
	shapes map[string]shape
}

// NewGraphML begins a document.
func NewGraphML(w io.Writer) (*GraphML, error) {
	all, byName := shapes()
	g := &GraphML{out: bufio.NewWriterSize(w, 1<<16), shapes: byName}
	g.raw(xml.Header + `<graphml xmlns="http://graphml.graphdrawing.org/xmlns">` + "\n")
	for _, about := range []string{"node", "edge"} {
		declared := map[string]bool{}
		g.declare(declared, about, "label", schema.GraphString)
		g.declare(declared, about, quotedKey, schema.GraphString)
		for _, s := range all {
			if s.edge != (about == "edge") {
				continue
			}
			if s.key != "" {
				g.declare(declared, about, s.key, schema.GraphString)
			}
			for _, c := range s.columns {
				g.declare(declared, about, c.Name, c.Type)
			}
		}
	}
	g.raw(`<graph edgedefault="directed">` + "\n")
	return g, g.failed()
}

// failed tells the first error of the writer below, which the buffer keeps.
func (g *GraphML) failed() error {
	_, err := g.out.Write(nil)
	return err
}

func (g *GraphML) raw(s string) { _, _ = g.out.WriteString(s) }

// declare writes the key of a property: one for the nodes, or edges, of every
// table, as columns of one name have one type.
func (g *GraphML) declare(declared map[string]bool, about, name string, typ schema.GraphType) {
	if declared[name] {
		return
	}
	declared[name] = true
	fmt.Fprintf(g.out, `<key id="%s_%s" for="%s" attr.name="%s" attr.type="%s"/>`+"\n", about[:1], name, about, name, graphMLType(typ))
}

func graphMLType(t schema.GraphType) string {
	switch t {
	case schema.GraphInt:
		return "long"
	case schema.GraphFloat:
		return "double"
	case schema.GraphBool:
		return "boolean"
	default:
		return "string"
	}
}

// Node implements [Writer].
func (g *GraphML) Node(e graph.Element) error {
	s := g.shapes[e.Table]
	g.raw(`<node id="` + nodeID(e.Table, e.ID) + `">`)
	values := map[string]any{s.key: e.ID}
	for name, v := range e.Values {
		values[name] = v
	}
	key := schema.GraphColumn{Name: s.key, Type: schema.GraphString}
	g.data("n", s.name, append([]schema.GraphColumn{key}, s.columns...), values)
	g.raw("</node>\n")
	return g.failed()
}

// Edge implements [Writer].
func (g *GraphML) Edge(l graph.Link) error {
	s := g.shapes[l.Edge]
	g.raw(`<edge source="` + nodeID(s.from, l.From) + `" target="` + nodeID(s.to, l.To) + `">`)
	g.data("e", s.name, s.columns, l.Values)
	g.raw("</edge>\n")
	return g.failed()
}

// Close implements [Writer].
func (g *GraphML) Close() error {
	g.raw("</graph>\n</graphml>\n")
	return g.out.Flush()
}

func nodeID(table, key string) string { return table + ":" + url.QueryEscape(key) }

func (g *GraphML) data(prefix, label string, columns []schema.GraphColumn, values map[string]any) {
	g.datum(prefix+"_label", label)
	var quoted []string
	for _, c := range columns {
		v := values[c.Name]
		if absent(v) {
			continue
		}
		s := text(v)
		if !inXML(s) {
			quoted = append(quoted, c.Name)
			s = jsonQuoted(s)
		}
		g.datum(prefix+"_"+c.Name, s)
	}
	if quoted != nil {
		g.datum(prefix+"_"+quotedKey, strings.Join(quoted, " "))
	}
}

func (g *GraphML) datum(key, value string) {
	g.raw(`<data key="` + key + `">`)
	_ = xml.EscapeText(g.out, []byte(value))
	g.raw("</data>")
}

// noncharacters are the two that JSON may hold as they are and XML may not.
var noncharacters = strings.NewReplacer("\ufffe", `\ufffe`, "\uffff", `\uffff`)

// jsonQuoted is a text as a JSON string that XML can hold.
func jsonQuoted(s string) string {
	quoted, _ := json.Marshal(s) // a text always encodes
	return noncharacters.Replace(string(quoted))
}

// inXML reports whether XML 1.0 can hold a text.
func inXML(s string) bool {
	for _, r := range s {
		ok := r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000
		if !ok {
			return false
		}
	}
	return true
}
