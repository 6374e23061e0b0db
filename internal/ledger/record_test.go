package ledger

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

var kinds = []schema.Object{
	&schema.Experience{}, &schema.Entity{}, &schema.Alias{}, &schema.Relation{}, &schema.Rule{},
	&schema.Conflict{}, &schema.Merge{}, &schema.Block{}, &schema.Setting{},
}

// Every type, with every field set or not, is read back as it was written.
func TestObjectsRoundTrip(t *testing.T) {
	for _, kind := range kinds {
		t.Run(string(kind.ObjectType()), rapid.MakeCheck(func(t *rapid.T) {
			v := reflect.New(reflect.TypeOf(kind).Elem())
			fill(t, v.Elem())
			obj := v.Interface().(schema.Object)
			if e, ok := obj.(*schema.Experience); ok {
				e.Usage = schema.Usage{} // kept elsewhere
			}
			ver := Version{Agent: obj.ObjectAgent(), Number: v.Elem().FieldByName("Version").Interface().(int)}
			ver.Stamp = v.Elem().FieldByName("Updated").Interface().(time.Time)

			body, err := encodeObject(obj)
			require.NoError(t, err)
			got, err := decodeObject(obj.ObjectType(), body)
			require.NoError(t, err)
			require.NoError(t, restore(got, obj.ObjectKey(), &ver))
			require.Equal(t, obj, got)
			again, err := encodeObject(got)
			require.NoError(t, err)
			require.Equal(t, body, again, "the encoding is canonical")
		}))
	}
}

// What an entity has not takes no room, and one that was kept with nulls reads the same.
func TestEntityOfNulls(t *testing.T) {
	e := &schema.Entity{Key: "person:ana", Type: "person", Name: "Ana"}
	lean, err := encodeObject(e)
	require.NoError(t, err)
	nulls, err := encMode.Marshal(struct {
		*schema.Entity
		Agent    string  `cbor:"1,keyasint,omitempty"`
		Recorded instant `cbor:"9,keyasint,omitempty"`
		Updated  instant `cbor:"10,keyasint,omitempty"`
	}{Entity: e})
	require.NoError(t, err)
	require.Greater(t, len(nulls), len(lean)+len("null")*2)
	for _, body := range [][]byte{lean, nulls} {
		got, err := decodeObject(schema.TypeEntity, body)
		require.NoError(t, err)
		require.Equal(t, e, got)
	}
}

// fill sets every field that v reaches to something, or leaves it.
func fill(t *rapid.T, v reflect.Value) {
	if !rapid.Bool().Draw(t, "set") {
		return
	}
	switch v.Interface().(type) {
	case time.Time:
		us := rapid.Int64Range(-62_135_596_799_999_999, 253_402_300_799_999_999).Draw(t, "time")
		v.Set(reflect.ValueOf(time.UnixMicro(us).UTC()))
		return
	case schema.ID:
		v.Set(reflect.ValueOf(uuid.UUID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "id"))))
		return
	case schema.Metadata:
		v.Set(reflect.ValueOf(schema.Metadata{"k": []any{json.Number("12345678901234567890.5"), "v", nil, true}}))
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"a":[1,2.50]}`))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Slice:
		n := rapid.IntRange(1, 3).Draw(t, "len")
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(t, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"k": "v"}).Convert(v.Type()))
	case reflect.String:
		v.SetString(rapid.OneOf(rapid.String(), rapid.Just("\xff\xfe")).Draw(t, "text"))
	case reflect.Int:
		v.SetInt(rapid.Int64Range(0, math.MaxInt32).Draw(t, "int"))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, "float"))
	case reflect.Bool:
		v.SetBool(true)
	default:
		t.Fatalf("cannot fill %s", v.Type())
	}
}

func TestInstant(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		us := rapid.Int64Range(math.MinInt64/2, math.MaxInt64/2).Draw(t, "us")
		at := time.UnixMicro(us).UTC()
		require.True(t, at.Equal(instantOf(at).time()))
	})
	require.Zero(t, instantOf(time.Time{}))
	require.True(t, instant(0).time().IsZero())
	require.Equal(t, time.Unix(0, 0).UTC(), instantOf(time.Unix(0, 0)).time())
}

// Damaged values are errors, never panics.
func FuzzDecodeVersion(f *testing.F) {
	body, err := encodeObject(record("ana", 1))
	require.NoError(f, err)
	f.Add(byte(1), append(appendHead(nil, head{number: 1, seq: 1, stamp: 1, agent: "ana"}), body...))
	f.Add(byte(2), appendHead(nil, head{deleted: true, number: 2, seq: 9, stamp: -1, agent: ""}))
	f.Fuzz(func(t *testing.T, code byte, value []byte) {
		typ, ok := codeType(code)
		if !ok {
			return
		}
		v, err := decodeVersion(typ, string(make([]byte, 16)), value)
		if err != nil {
			require.ErrorIs(t, err, ErrCorrupt)
			return
		}
		if v.Object != nil {
			_, err = encodeObject(v.Object)
			require.NoError(t, err)
		}
	})
}
