package reflect

import (
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/reflect/secret"
	"github.com/lukasadb/lukasa/schema"
)

// secretsOf names the kinds of the secrets that a record's texts hold, in the
// order of the alphabet.
func secretsOf(e *schema.Experience) []string {
	kinds := map[string]bool{}
	look := func(text string) {
		for _, s := range secret.Find(text) {
			kinds[string(s.Kind)] = true
		}
	}
	look(e.Text())
	look(e.Summary)
	lookIn(map[string]any(e.Metadata), "", look)
	return slices.Sorted(maps.Keys(kinds))
}

// lookIn looks at every string of metadata, with the name that it is given to.
func lookIn(v any, name string, look func(string)) {
	switch v := v.(type) {
	case string:
		look(name + "=" + v)
	case []any:
		for _, x := range v {
			lookIn(x, name, look)
		}
	case map[string]any:
		for k, x := range v {
			lookIn(x, k, look)
		}
	case schema.Metadata:
		lookIn(map[string]any(v), name, look)
	}
}
