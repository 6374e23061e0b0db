package query

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query/lang"
	"github.com/lukasadb/lukasa/schema"
)

// Whatever a request may say is a condition, unless it is known to be none: a field that is
// new is one until somebody thought about it.
func TestUnconditional(t *testing.T) {
	t.Parallel()
	none := []string{
		"Text", "K", "Agents", "User", "Now", "Except", "AskedIn", "Profile", "Floor", "Deadline", "DatabaseDeadline", "Explain", "fading",
	}
	values := map[reflect.Type]any{
		reflect.TypeFor[schema.ID](): schema.ID{1}, reflect.TypeFor[time.Time](): time.Unix(1, 0), reflect.TypeFor[*float64](): new(float64),
	}
	require.True(t, (&Request{}).unconditional())
	require.False(t, (&Request{where: &lang.Conditions{}}).unconditional())
	for f := range reflect.TypeFor[Request]().Fields() {
		if !f.IsExported() {
			continue
		}
		var r Request
		value, ok := values[f.Type]
		switch {
		case ok:
		case f.Type.Kind() == reflect.Slice:
			value = reflect.MakeSlice(f.Type, 1, 1).Interface()
		case f.Type.Kind() == reflect.String:
			value = "x"
		default:
			value = 1
		}
		set := reflect.ValueOf(value)
		if f.Type.Kind() == reflect.Bool {
			set = reflect.ValueOf(true)
		}
		reflect.ValueOf(&r).Elem().FieldByName(f.Name).Set(set.Convert(f.Type))
		require.Equal(t, slices.Contains(none, f.Name), r.unconditional(), f.Name)
	}
}
