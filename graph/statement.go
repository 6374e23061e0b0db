package graph

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Statement is a Cypher statement with its parameters: what a traversal runs.
type Statement struct {
	Text   string
	Params map[string]any
}

var parameter = regexp.MustCompile(`\$[A-Za-z_][A-Za-z0-9_]*`)

// Cypher returns the statement with its parameters filled in as literals, to be
// shown to people and run in a shell. It is never what the graph itself runs
// (G8). The texts of traversals have no strings in which a $ could stand.
func (s Statement) Cypher() string {
	return parameter.ReplaceAllStringFunc(s.Text, func(name string) string {
		v, ok := s.Params[name[1:]]
		if !ok {
			return name
		}
		return Literal(v)
	})
}

// Literal renders a value as Cypher. Strings are quoted such that they read
// back as themselves, whatever they hold.
func Literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return quote(v)
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case time.Time:
		return "timestamp(" + quote(v.UTC().Format("2006-01-02 15:04:05.000000")) + ")"
	case uuid.UUID:
		return "uuid(" + quote(v.String()) + ")"
	case []string:
		items := make([]string, len(v))
		for i, s := range v {
			items[i] = quote(s)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = Literal(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		items := make([]string, 0, len(v))
		for _, k := range slices.Sorted(maps.Keys(v)) {
			items = append(items, "`"+strings.ReplaceAll(k, "`", "``")+"`: "+Literal(v[k]))
		}
		return "{" + strings.Join(items, ", ") + "}"
	}
	return quote(fmt.Sprint(v))
}

// quote renders a string literal. Of escapes the engine knows those of the quote
// and the backslash; from any other it drops the backslash.
func quote(s string) string { return "'" + escapes.Replace(s) + "'" }

var escapes = strings.NewReplacer(`\`, `\\`, `'`, `\'`)
