package schema

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// metadata checks a JSON object of the caller's own: JSON values only, all text
// valid, all numbers finite, bounded in depth and size.
func (c *checker) metadata(field string, m Metadata) {
	if len(m) == 0 {
		return
	}
	found := len(c.fields)
	c.in(field, func() { c.object(reflect.ValueOf(map[string]any(m)), 1) })
	if len(c.fields) > found {
		return // too deep, perhaps without end: not to be encoded
	}
	data, err := json.Marshal(m)
	if err != nil {
		c.bad(field, "", "not a JSON object")
		return
	}
	c.jsonSize(field, len(data), MaxMetadata)
}

func (c *checker) jsonSize(field string, n, limit int) {
	if n > limit {
		c.bad(field, strconv.Itoa(n)+" bytes of JSON", "want at most "+strconv.Itoa(limit))
	}
}

func (c *checker) object(v reflect.Value, depth int) {
	if depth > MaxDepth {
		c.bad("", "", "nested deeper than "+strconv.Itoa(MaxDepth))
		return
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return bytes.Compare([]byte(a.String()), []byte(b.String())) })
	for _, k := range keys {
		key := k.String()
		if !utf8.ValidString(key) || bytes.IndexByte([]byte(key), 0) >= 0 {
			c.bad("", quote(key), "key with NUL or invalid UTF-8")
			continue
		}
		c.in(shortKey(key), func() { c.value(v.MapIndex(k), depth) })
	}
}

var numberType = reflect.TypeFor[json.Number]()

// value checks one JSON value. Go's own numbers, strings, slices and maps of
// strings to values are welcome: they come back as JSON values.
func (c *checker) value(v reflect.Value, depth int) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return // null
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return
	case reflect.Float32, reflect.Float64:
		c.finite("", v.Float())
		return
	case reflect.String:
		if v.Type() == numberType {
			c.number(v.String())
			return
		}
		c.text("", v.String(), MaxMetadata)
		return
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			c.array(v, depth+1)
			return
		}
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			c.object(v, depth+1)
			return
		}
	}
	c.bad("", "Go type "+v.Type().String(), "want a JSON value")
}

func (c *checker) array(v reflect.Value, depth int) {
	if depth > MaxDepth {
		c.bad("", "", "nested deeper than "+strconv.Itoa(MaxDepth))
		return
	}
	for i := range v.Len() {
		c.at("", i, func() { c.value(v.Index(i), depth) })
	}
}

func (c *checker) number(s string) {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') || s[len(s)-1] < '0' || s[len(s)-1] > '9' || !json.Valid([]byte(s)) {
		c.bad("", quote(s), "want a JSON number")
	}
}

// raw checks a JSON value kept as text.
func (c *checker) raw(field string, data json.RawMessage, limit int) {
	if len(data) == 0 {
		return
	}
	if len(data) > limit {
		c.jsonSize(field, len(data), limit)
		return
	}
	if !utf8.Valid(data) {
		c.bad(field, "", "invalid UTF-8 at byte "+strconv.Itoa(invalidUTF8(string(data))))
		return
	}
	if at := loneSurrogate(data); at >= 0 { // what is exported is to be imported as well
		c.bad(field, "", "half a surrogate pair at byte "+strconv.Itoa(at))
		return
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || !json.Valid(data) {
		c.bad(field, "", "not JSON")
		return
	}
	c.in(field, func() { c.value(reflect.ValueOf(v), 0) })
}

func shortKey(key string) string {
	if len(key) <= shownValue {
		return key
	}
	return quote(key)
}
