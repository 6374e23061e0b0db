package schema

import (
	"bytes"
	"encoding/json"
)

// Metadata is a JSON object of the caller's own. Numbers are kept as
// [json.Number], so that none loses its last digits on the way through the
// store.
type Metadata map[string]any

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Metadata) UnmarshalJSON(data []byte) error {
	if string(data) == "null" { // as most of those that are kept: a decoder costs more than the rest of a small object
		*m = nil
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var plain map[string]any
	if err := d.Decode(&plain); err != nil {
		return err
	}
	*m = plain
	return nil
}

// MarshalBinary implements [encoding.BinaryMarshaler] as JSON: the form in which
// the ledger keeps it.
func (m Metadata) MarshalBinary() ([]byte, error) { return json.Marshal(map[string]any(m)) }

// UnmarshalBinary implements [encoding.BinaryUnmarshaler].
func (m *Metadata) UnmarshalBinary(data []byte) error { return m.UnmarshalJSON(data) }
