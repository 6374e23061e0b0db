package ontology

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// parse reads a document as a tree whose nodes know their lines. A document that
// is JSON is read as JSON: YAML takes most of it, but neither tabs between its
// words nor pairs of surrogates.
func parse(data []byte) (*yaml.Node, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8")
	}
	if text := bytes.TrimLeft(data, " \t\r\n"); len(text) > 0 && (text[0] == '{' || text[0] == '[') && json.Valid(text) {
		r := jsonReader{data: data, line: 1, tokens: json.NewDecoder(bytes.NewReader(data))}
		r.tokens.UseNumber()
		return r.node(0)
	}
	return parseYAML(data)
}

func parseYAML(data []byte) (*yaml.Node, error) {
	d := yaml.NewDecoder(bytes.NewReader(data))
	var document, second yaml.Node
	switch err := d.Decode(&document); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("empty")
	case err != nil:
		return nil, err
	}
	if err := d.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document")
	}
	if len(document.Content) != 1 {
		return nil, errors.New("empty")
	}
	return document.Content[0], nil
}

// maxDepth bounds the nesting of a JSON document: rules need little, and their
// constraints are bounded by the schema.
const maxDepth = 64

// jsonReader turns the tokens of a JSON document into a tree.
type jsonReader struct {
	data   []byte
	tokens *json.Decoder
	at     int64 // up to where lines are counted
	line   int
}

// next returns the next token and the line it ends on.
func (r *jsonReader) next() (json.Token, int, error) {
	token, err := r.tokens.Token()
	if err != nil {
		return nil, 0, err
	}
	to := r.tokens.InputOffset()
	r.line += bytes.Count(r.data[r.at:to], []byte{'\n'})
	r.at = to
	return token, r.line, nil
}

func (r *jsonReader) node(depth int) (*yaml.Node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("line %d: nested deeper than %d", r.line, maxDepth)
	}
	token, line, err := r.next()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case json.Delim:
		n := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: line}
		if token == '{' {
			n.Kind, n.Tag = yaml.MappingNode, "!!map"
		}
		for r.tokens.More() {
			child, err := r.node(depth + 1)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, child)
		}
		_, _, err := r.next()
		return n, err
	case string:
		return scalar(line, "!!str", token), nil
	case json.Number:
		tag := "!!int"
		if strings.ContainsAny(token.String(), ".eE") {
			tag = "!!float"
		}
		return scalar(line, tag, token.String()), nil
	case bool:
		return scalar(line, "!!bool", fmt.Sprint(token)), nil
	}
	return scalar(line, "!!null", "null"), nil
}

func scalar(line int, tag, value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value, Line: line}
}
