package kuzu

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// ErrParam is returned for a parameter that the graph cannot take.
var ErrParam = errors.New("kuzu: invalid parameter")

// ParamError names the parameter and says what is wrong with it. It matches
// [ErrParam].
type ParamError struct {
	Name   string
	Reason error
}

func (e *ParamError) Error() string { return fmt.Sprintf("%v: $%s: %v", ErrParam, e.Name, e.Reason) }

// Unwrap makes the error match [ErrParam] and its reason.
func (e *ParamError) Unwrap() []error { return []error{ErrParam, e.Reason} }

// maxDepth bounds the nesting of a parameter's lists and maps.
const maxDepth = 16

// Params is a set of named parameters, encoded for the bridge. Reset lets one
// buffer serve many statements. It is not safe for concurrent use.
type Params struct{ buf []byte }

// Reset forgets all parameters and keeps the memory.
func (p *Params) Reset() { p.buf = p.buf[:0] }

// Bytes returns the encoded parameters, valid until the next change.
func (p *Params) Bytes() []byte { return p.buf }

// ParamsOf returns the parameters that Bytes has encoded.
func ParamsOf(encoded []byte) *Params { return &Params{buf: encoded} }

// Bind adds a parameter. It takes nil, booleans, integers, finite floats,
// strings of valid UTF-8 without NUL, times of the years 1 to 9999 (truncated to
// the microsecond), durations, UUIDs, and lists and string-keyed maps of those.
// The elements of a list must be of one kind: the library would otherwise refuse
// them or, with maps, put values into the wrong fields.
func (p *Params) Bind(name string, value any) error {
	mark := len(p.buf)
	p.text(name)
	if err := p.value(value, 0); err != nil {
		p.buf = p.buf[:mark]
		return &ParamError{Name: name, Reason: err}
	}
	return nil
}

// BindStrings adds a list of strings, which may be empty.
func (p *Params) BindStrings(name string, values []string) error {
	if len(values) > 0 {
		return p.Bind(name, values)
	}
	p.text(name)
	p.tag(TagEmptyList)
	p.u32(typeString)
	return nil
}

func (p *Params) tag(t byte)  { p.buf = append(p.buf, t) }
func (p *Params) u32(v int)   { p.buf = binary.NativeEndian.AppendUint32(p.buf, uint32(v)) }
func (p *Params) i64(v int64) { p.buf = binary.NativeEndian.AppendUint64(p.buf, uint64(v)) }

func (p *Params) text(s string) {
	p.u32(len(s))
	p.buf = append(p.buf, s...)
	p.buf = append(p.buf, 0)
}

func (p *Params) value(value any, depth int) error {
	switch v := value.(type) {
	case nil:
		p.tag(TagNull)
	case bool:
		p.tag(TagBool)
		p.tag(map[bool]byte{true: 1}[v])
	case int64:
		p.tag(TagInt)
		p.i64(v)
	case float64:
		return p.float(TagDouble, v)
	case string:
		return p.string(v)
	case time.Time:
		return p.time(v)
	case time.Duration:
		p.tag(TagInterval)
		p.u32(0)
		p.u32(0)
		p.i64(v.Microseconds())
	case uuid.UUID:
		return p.string(v.String())
	case map[string]any:
		return p.structure(v, depth)
	default:
		return p.reflected(reflect.ValueOf(value), depth)
	}
	return nil
}

func (p *Params) string(s string) error {
	if err := CheckText(s); err != nil {
		return err
	}
	p.tag(TagString)
	p.text(s)
	return nil
}

// CheckText reports why a string cannot be stored: the library cuts strings at
// NUL, and would store invalid UTF-8 that no statement can then name.
func CheckText(s string) error {
	switch {
	case strings.IndexByte(s, 0) >= 0:
		return errors.New("string with a NUL")
	case !utf8.ValidString(s):
		return errors.New("string that is not UTF-8")
	case len(s) > math.MaxInt32:
		return errors.New("string over 2 GiB")
	}
	return nil
}

func (p *Params) float(tag byte, f float64) error {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return errors.New("number that is not finite")
	}
	p.tag(tag)
	p.i64(int64(math.Float64bits(f)))
	return nil
}

func (p *Params) time(t time.Time) error {
	if y := t.UTC().Year(); y < 1 || y > 9999 {
		return fmt.Errorf("time in the year %d", y)
	}
	p.tag(TagTime)
	p.i64(t.UnixMicro())
	return nil
}

func (p *Params) structure(m map[string]any, depth int) error {
	if depth >= maxDepth {
		return errors.New("nested too deep")
	}
	if len(m) == 0 {
		return errors.New("empty map")
	}
	p.tag(TagStruct)
	p.u32(len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if err := CheckText(k); err != nil {
			return err
		}
		p.text(k)
		if err := p.value(m[k], depth+1); err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
	}
	return nil
}

func (p *Params) reflected(v reflect.Value, depth int) error {
	switch v.Kind() {
	case reflect.Bool:
		return p.value(v.Bool(), depth)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return p.value(v.Int(), depth)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if u := v.Uint(); u <= math.MaxInt64 {
			return p.value(int64(u), depth)
		}
		p.tag(TagUint)
		p.i64(int64(v.Uint()))
		return nil
	case reflect.Float32:
		return p.float(TagFloat, v.Float())
	case reflect.Float64:
		return p.value(v.Float(), depth)
	case reflect.String:
		return p.string(v.String())
	case reflect.Slice, reflect.Array:
		return p.list(v, depth)
	}
	return fmt.Errorf("unsupported type %s", v.Type())
}

func (p *Params) list(v reflect.Value, depth int) error {
	if depth >= maxDepth {
		return errors.New("nested too deep")
	}
	n := v.Len()
	if n == 0 {
		p.tag(TagEmptyList)
		p.u32(typeOf(v.Type().Elem()))
		return nil
	}
	p.tag(TagList)
	p.u32(n)
	var want string
	for i := range n {
		mark := len(p.buf)
		item := v.Index(i).Interface()
		if err := p.value(item, depth+1); err != nil {
			return fmt.Errorf("element %d: %w", i, err)
		}
		got := shape(item, p.buf[mark])
		if i == 0 {
			want = got
		}
		if got != want {
			return fmt.Errorf("element %d: %s in a list of %s", i, got, want)
		}
	}
	return nil
}

// shape names the kind of an encoded value; a map's kind is its keys.
func shape(item any, tag byte) string {
	m, ok := item.(map[string]any)
	if !ok {
		return tagName(tag)
	}
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(m)) {
		fmt.Fprintf(&b, "%s,", k)
	}
	return "map{" + strings.TrimSuffix(b.String(), ",") + "}"
}

// typeOf returns the library's type for the elements of an empty list.
func typeOf(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Bool:
		return typeBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32:
		return typeInt
	case reflect.Float32, reflect.Float64:
		return typeDouble
	}
	return typeString
}
