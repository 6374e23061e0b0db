package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
)

// bound is what a field of a tool's input may hold. What its schema says is checked before
// the tool is called.
type bound struct {
	field     string
	min, max  float64 // of a number
	otherwise any     // the default
	items     int     // of a list, at most
	choice    []string
}

// schemaOf describes a type, whose fields' tags tell what they are.
func schemaOf[T any](bounds []bound) *jsonschema.Schema {
	s, err := jsonschema.For[T](&jsonschema.ForOptions{TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[lukasa.ID](): {Type: "string"},
		reflect.TypeFor[value]():     {Types: []string{"string", "number", "boolean"}},
	}})
	if err != nil {
		panic(err) // no type of this package is one that cannot be described
	}
	tidy(s)
	for _, b := range bounds {
		b.apply(s.Properties[b.field])
	}
	return s
}

// tidy takes out that a list may be null, which none of ours is.
func tidy(s *jsonschema.Schema) {
	if slices.Equal(s.Types, []string{"null", "array"}) {
		s.Types, s.Type = nil, "array"
	}
	for _, p := range s.Properties {
		tidy(p)
	}
	if s.Items != nil {
		tidy(s.Items)
	}
}

func (b bound) apply(s *jsonschema.Schema) {
	if b.max > 0 {
		s.Minimum, s.Maximum = &b.min, &b.max
	}
	if b.items > 0 {
		s.MaxItems = &b.items
	}
	for _, c := range b.choice {
		s.Enum = append(s.Enum, c)
	}
	if b.otherwise != nil {
		s.Default, _ = json.Marshal(b.otherwise)
	}
}

const schemaURI = "lukasa://schema"

// addSchema offers the schema of the graph as a text.
func (s *server) addSchema() {
	s.sdk.AddResource(&sdk.Resource{
		URI: schemaURI, Name: "schema", Title: "Schema of the graph", MIMEType: "text/plain",
		Description: "Node labels, edge types and their properties: what a Cypher statement may name.",
	}, func(ctx context.Context, _ *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		catalog, err := s.Engine.Catalog(ctx)
		if err != nil {
			return nil, s.told(schemaURI, err)
		}
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{
			{URI: schemaURI, MIMEType: "text/plain", Text: schemaText(catalog)},
		}}, nil
	})
}

func schemaText(c shell.Catalog) string {
	var b strings.Builder
	for _, n := range c.Nodes {
		fmt.Fprintf(&b, "(:%s {%s})\n", n.Name, properties(n))
	}
	for _, e := range c.Edges {
		fmt.Fprintf(&b, "(:%s)-[:%s {%s}]->(:%s)\n", e.From, e.Name, properties(e), e.To)
	}
	return b.String()
}

func properties(l shell.Label) string {
	list := make([]string, len(l.Properties))
	for i, p := range l.Properties {
		list[i] = p.Name + " " + p.Type
	}
	return strings.Join(list, ", ")
}
