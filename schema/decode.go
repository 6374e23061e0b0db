package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Mode says what decoding does with a field that has no place in the record.
type Mode int

// The modes.
const (
	Strict  Mode = iota // refuse it, by name
	Lenient             // keep it in Metadata under its own name; inside a nested object, drop it
)

// DecodeExperience reads one record from a JSON object, in Lukasa's own names or
// in those of the designs it serves (see below).
// A missing field and a null are the same: not said, for SetDefaults to fill.
//
// The record is not validated. Whatever cannot be read is refused with an
// [*InvalidError] that names every field at fault: wrong types, a field given
// twice or under two names, text that is not UTF-8, half a surrogate pair.
//
// # Names of other designs
//
// By the requirement that names the fields:
//
//	requirement  field                          becomes
//	000          memory_id                      id (a UUID; see below for numbers)
//	000          quality_score                  quality
//	000          source_session                 session
//	000          created_at                     timestamp, where that is not set, and recorded_at
//	000          message_ids, message_count,    the same in source
//	             created_by
//	000          resolved_date, _person,        the same in resolved
//	             _location
//	000          verified, verified_by,         the same in verification
//	             verified_at, verification_count
//	000          last_accessed, access_count    the same in usage
//	000          related_memory_ids             related_ids
//	000          entities of {type, value,      entities: the key is type:name, the name being
//	             resolved_value, source_text,   resolved_value or else value in lower case, unless
//	             char_start, …, relations}      entity_id is a key already; the text is
//	                                            source_text or else value; relations become relations
//	000          embedding_id, embedding_model, metadata, under their own names (vectors are
//	             modification_history           made anew, history is kept by versions)
//	001          memory_type                    kind
//	001          user_id                        user of the kind's payload, else speaker
//	001          session_id                     session
//	001          insight_category, sub_topic,   the same in insight; at the top or in metadata
//	             evolution_notes
//	001          fact_type                      user_fact.fact_type; at the top or in metadata
//	001          confidence in metadata         confidence
//	001, 004     embedding                      nothing: vectors are made anew
//	002          tags, metadata                 the same; also as a string that holds the JSON
//	004          event_id, memory_id,           id: a number becomes a UUID of version 5 made
//	             summary_id                     from user, table and number, so that references meet
//	004          role                           message.role
//	004          intent, language in metadata   the same in message
//	004          entities_mentioned in metadata entities, where they are keys
//	004          event_type                     episode.event_type
//	004          summary of an episode          content
//	004          domain_context                 episode.queries_run and facts_found
//	004          source_event_ids               evidence, stance summarises
//	004          subject_entity_id, predicate,  statement.subject, and the same in statement
//	             predicate_type, object_value,
//	             confidence_factors,
//	             reinforcement_count,
//	             last_validated_at, source_type
//	004          source_memory_id,              evidence, stance supports
//	             extracted_from_event_id
//	004          superseded_by_memory_id        superseded_by
//	004          summary_text                   content
//	004          scope_type, scope_identifier,  the same in digest
//	             key_facts
//	004          source_data                    digest.session_ids, from and to; evidence, stance
//	                                            summarises
//	004          supersedes_summary_id          supersedes
//	004          entities of {id, name, type,   entities, one per mention
//	             mentions}
//
// Importance in a document of 001 or 004, known by any field above that only
// they have, is a share of 1 and becomes ten times that, rounded, at least 1: .5
// becomes 5. Elsewhere a number written as a whole number is on the scale 1 to
// 10, and one written with a point or exponent is a share of 1 if it is not
// above 1: so 1 stays 1, but 1.0 becomes 10.
//
// Times may lack their zone, which is then UTC, or their time of day, and may
// have a space for the T. A number is of seconds since 1970, from 1973 on, or
// of milliseconds.
//
// A document that does not name its kind has the kind of the payload it
// carries; with content alone, the kind named like its category, else fact; and
// otherwise experience. A semantic memory of 004 gets its triple as content.
func DecodeExperience(data []byte, mode Mode) (Experience, error) {
	e, _, err := decodeExperience(data, mode)
	return e, err
}

// DecodeKeeping is the Lenient [DecodeExperience]. It also returns the names of the fields
// that had no place and were kept in Metadata, in order.
func DecodeKeeping(data []byte) (Experience, []string, error) {
	return decodeExperience(data, Lenient)
}

func decodeExperience(data []byte, mode Mode) (Experience, []string, error) {
	d := decoder{
		mode: mode, out: map[string]json.RawMessage{}, origin: map[string]string{},
		nested: map[string]map[string]json.RawMessage{},
	}
	d.parse(data)
	if len(d.fields) > 0 {
		return Experience{}, nil, d.err(TypeExperience)
	}
	d.translate()
	d.native()
	e := d.finish()
	if err := d.err(TypeExperience); err != nil {
		return Experience{}, nil, err
	}
	return e, slices.Sorted(maps.Keys(d.extra)), nil
}

// decoder turns a document into one in native names, value by value, and then
// into a record.
type decoder struct {
	checker
	mode   Mode
	in     map[string]json.RawMessage            // what is still to be read
	out    map[string]json.RawMessage            // native fields
	origin map[string]string                     // the name under which each native field was given
	nested map[string]map[string]json.RawMessage // fields of native objects
	extra  map[string]json.RawMessage            // fields that Metadata takes in
	own    map[string]json.RawMessage            // the document's metadata

	kind  Kind
	user  string // user_id
	share bool   // importance is a share of 1
}

// parse splits the document into its fields. Those that are null are left out.
func (d *decoder) parse(data []byte) {
	d.in = d.open(data)
	maps.DeleteFunc(d.in, func(_ string, v json.RawMessage) bool { return isNull(v) })
}

// open checks the document as a whole and returns its members.
func (d *decoder) open(data []byte) map[string]json.RawMessage {
	if !utf8.Valid(data) {
		d.bad("json", "", "invalid UTF-8 at byte "+strconv.Itoa(invalidUTF8(string(data))))
		return nil
	}
	if i := loneSurrogate(data); i >= 0 {
		d.bad("json", "", "half a surrogate pair at byte "+strconv.Itoa(i))
		return nil
	}
	members, err := d.members(data)
	if err != nil {
		d.bad("json", "", err.Error())
	}
	return members
}

// members reads a JSON object, in which no name may stand twice.
func (d *decoder) members(data []byte) (map[string]json.RawMessage, error) {
	var probe json.RawMessage
	if err := json.Unmarshal(data, &probe); err != nil {
		return nil, notJSON(err)
	}
	if probe[0] != '{' {
		return nil, errNotObject
	}
	fields := make(map[string]json.RawMessage, 16)
	for rest := probe[1:]; ; {
		name, value, after, more := nextMember(rest)
		if !more {
			return fields, nil
		}
		rest = after
		if _, twice := fields[name]; twice {
			d.bad(shortKey(name), "", "is there twice")
		}
		fields[name] = value
	}
}

var errNotObject = errors.New("not a JSON object")

func notJSON(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return fmt.Errorf("not JSON at byte %d: %w", syntax.Offset, err)
	}
	return fmt.Errorf("not JSON: %w", err)
}

// take removes a field from what is still to be read.
func (d *decoder) take(name string) (json.RawMessage, bool) {
	v, ok := d.in[name]
	delete(d.in, name)
	return v, ok
}

// put sets a native field, given as "field" or "object.field".
func (d *decoder) put(from, to string, v json.RawMessage) {
	if v == nil {
		return
	}
	if other, set := d.origin[to]; set {
		d.bad(from, "", "set beside "+other)
		return
	}
	d.origin[to] = from
	fields := d.out
	if object, field, ok := strings.Cut(to, "."); ok {
		if d.nested[object] == nil {
			d.nested[object] = map[string]json.RawMessage{}
		}
		fields, to = d.nested[object], field
	}
	fields[to] = v
}

// native takes over the fields that bear a native name and sorts out the rest.
func (d *decoder) native() {
	known := nativeNames()
	for _, name := range slices.Sorted(maps.Keys(d.in)) {
		switch {
		case known[name]:
			d.put(name, name, d.in[name])
		case d.mode == Lenient:
			d.keep(name, d.in[name])
		default:
			d.unknown(name)
		}
	}
	d.findText()
}

// keep stores a field that has no place of its own in Metadata.
func (d *decoder) keep(name string, v json.RawMessage) {
	if d.extra == nil {
		d.extra = map[string]json.RawMessage{}
	}
	d.extra[name] = v
}

// finish joins the native fields into one object and reads it.
func (d *decoder) finish() Experience {
	for _, object := range slices.Sorted(maps.Keys(d.nested)) {
		d.join(object, d.nested[object])
	}
	if d.own == nil {
		d.own = d.extra
	}
	for name, v := range d.extra {
		if _, set := d.own[name]; !set {
			d.own[name] = v
		}
	}
	if len(d.own) > 0 {
		d.out["metadata"] = assemble(d.own)
	}
	var e Experience
	if len(d.fields) > 0 {
		return e
	}
	r := json.NewDecoder(bytes.NewReader(assemble(d.out)))
	if d.mode == Strict {
		r.DisallowUnknownFields()
	}
	if err := r.Decode(&e); err != nil {
		d.report(err)
	}
	return e
}

// join merges translated fields with a native object of the same document.
func (d *decoder) join(object string, fields map[string]json.RawMessage) {
	if own, ok := d.out[object]; ok {
		given, err := d.members(own)
		if err != nil {
			d.bad(object, "", err.Error()+hint(object, own))
			return
		}
		for name, v := range given {
			if _, set := fields[name]; set {
				d.bad(object+"."+name, "", "set beside "+d.origin[object+"."+name])
			}
			fields[name] = v
		}
	}
	d.out[object] = assemble(fields)
}

// report turns an error of encoding/json into the field that caused it.
func (d *decoder) report(err error) {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		d.bad(wrong.Field, "", "is a JSON "+wrong.Value+", want "+jsonKind(wrong.Type)+hint(wrong.Field, d.out[wrong.Field]))
		return
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		if plain, err := strconv.Unquote(name); err == nil {
			name = plain
		}
		d.bad(shortKey(name), "", "unknown field")
		return
	}
	if len(d.path) > 0 { // which names it
		d.bad("", "", formProblem(err))
		return
	}
	field, problem := d.unreadable(err)
	d.bad(field, "", problem)
}

// jsonKind says what JSON a Go type is read from.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	case reflect.Struct, reflect.Map, reflect.Pointer:
		return "an object"
	}
	return "a string"
}

// assemble writes an object with its values as they are and its names in order.
func assemble(fields map[string]json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, name := range slices.Sorted(maps.Keys(fields)) {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(name))
		b.WriteByte(':')
		b.Write(fields[name])
	}
	b.WriteByte('}')
	return b.Bytes()
}

// encode returns the JSON of a string, number or list of them, none of which
// can fail to encode.
func encode(v any) json.RawMessage {
	data, _ := json.Marshal(v)
	return data
}

func isNull(v json.RawMessage) bool { return string(v) == "null" }

// nativeNames returns the JSON names of the fields of an Experience.
var nativeNames = sync.OnceValue(func() map[string]bool { return jsonNames(reflect.TypeFor[Experience]()) })

func jsonNames(t reflect.Type) map[string]bool {
	names := make(map[string]bool, t.NumField())
	for f := range t.Fields() {
		names[jsonName(f)] = true
	}
	return names
}
