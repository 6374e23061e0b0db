package schema_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// The ledger keeps objects as CBOR maps with the numbers of these tags as keys:
// within a struct they are positive and no two are the same, and every field
// that is stored has one. JSON names are unique too.
// And as stores hold the numbers, none ever changes its meaning: the list in
// testdata only grows.
func TestTagsAreUniqueAndStable(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var list []string
	for _, typ := range schema.ObjectTypes() {
		checkTags(t, reflect.TypeOf(schema.NewObject(typ)), seen, &list)
	}
	require.Greater(t, len(seen), 20)
	golden := filepath.Join("testdata", "tags.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(strings.Join(list, "\n")+"\n"), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), strings.Join(list, "\n")+"\n")
}

var update = flag.Bool("update", false, "write the golden files anew")

func checkTags(t *testing.T, typ reflect.Type, seen map[reflect.Type]bool, list *[]string) {
	switch typ.Kind() {
	case reflect.Pointer, reflect.Slice:
		checkTags(t, typ.Elem(), seen, list)
	case reflect.Struct:
		if seen[typ] || !strings.HasSuffix(typ.PkgPath(), "/schema") || typ == reflect.TypeFor[schema.Usage]() {
			return
		}
		seen[typ] = true
		numbers, names := map[int]bool{}, map[string]bool{}
		for f := range typ.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			require.NotEmpty(t, name, "%v.%s", typ, f.Name)
			require.False(t, names[name], "%v has two fields %s", typ, name)
			names[name] = true
			tag, options, _ := strings.Cut(f.Tag.Get("cbor"), ",")
			if tag == "-" {
				require.Equal(t, "Usage", f.Name, "%v leaves out a field", typ)
				continue
			}
			number, err := strconv.Atoi(tag)
			require.NoError(t, err, "%v.%s", typ, f.Name)
			require.Positive(t, number)
			require.True(t, strings.HasPrefix(options, "keyasint"), "%v.%s", typ, f.Name)
			require.False(t, numbers[number], "%v uses %d twice", typ, number)
			numbers[number] = true
			*list = append(*list, fmt.Sprintf("%s %d %s", typ.Name(), number, name))
			checkTags(t, f.Type, seen, list)
		}
	}
}
