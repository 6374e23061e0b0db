package experience

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/schema"
)

// Line is one line of an export: an object and what it is. A line that holds a
// record alone, without this frame, can be imported as well.
type Line struct {
	Type schema.ObjectType `json:"type"`
	Data json.RawMessage   `json:"data"`
}

// decodeLine reads a framed object or a bare record, and names the fields of that which
// have no place in it.
func decodeLine(text []byte, strict bool) (schema.Object, []string, error) {
	var line Line
	if err := json.Unmarshal(text, &line); err != nil {
		return nil, nil, notObject(err)
	}
	if line.Data == nil {
		return decodeRecord(text, strict)
	}
	obj := schema.NewObject(line.Type)
	switch {
	case line.Type == schema.TypeExperience:
		return decodeRecord(line.Data, strict)
	case obj == nil:
		return nil, nil, fmt.Errorf("type: %q, want an object type; a record has neither type nor data", line.Type)
	}
	if err := json.Unmarshal(line.Data, obj); err != nil {
		return nil, nil, fmt.Errorf("data: %w", err)
	}
	return obj, nil, nil
}

// notObject says in the words of JSON what stands where an object is wanted.
func notObject(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case !errors.As(err, &wrong):
		return fmt.Errorf("not a JSON object: %w", err)
	case wrong.Field != "":
		return badField(wrong.Field, fmt.Errorf("is a JSON %s, want a string", wrong.Value))
	}
	return fmt.Errorf("not a JSON object: is a JSON %s", wrong.Value)
}

func decodeRecord(text []byte, strict bool) (schema.Object, []string, error) {
	if strict {
		e, err := schema.DecodeExperience(text, schema.Strict)
		return &e, nil, err
	}
	e, kept, err := schema.DecodeKeeping(text)
	return &e, kept, err
}
