package store

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/schema"
)

// graphItem is a node or an edge of the graph, with its properties.
type graphItem struct {
	name    string
	columns []schema.GraphColumn
	values  graph.Values
}

// comparedItems is how many items that differ are held to tell how; of further ones
// only that they differ is told.
const comparedItems = 10_000

// differences tells how the items that differ do. Those of the ledger come first.
type differences struct {
	report *Report
	ledger map[string][]graphItem // by name; edges of one name there may be several of
	held   int
}

func (d *differences) add(item graphItem, sign int) {
	if sign > 0 {
		if d.held++; d.held > comparedItems {
			item.values = nil
		}
		d.ledger[item.name] = append(d.ledger[item.name], item)
		return
	}
	want := d.ledger[item.name]
	if len(want) == 0 {
		d.problem(item.name, "in the graph, not in the ledger")
		return
	}
	if d.ledger[item.name] = want[1:]; len(want) == 1 {
		delete(d.ledger, item.name)
	}
	d.properties(want[0], item)
}

// missing reports what of the ledger the graph has nothing for.
func (d *differences) missing() {
	for _, name := range slices.Sorted(maps.Keys(d.ledger)) {
		for range d.ledger[name] {
			d.problem(name, "in the ledger, not in the graph")
		}
	}
}

// properties names the properties in which two items differ.
func (d *differences) properties(want, got graphItem) {
	if want.values == nil {
		d.problem(want.name, "differs in its properties")
		return
	}
	for _, c := range want.columns {
		if x, y := canonical(want.values[c.Name]), canonical(got.values[c.Name]); !sameValue(x, y) {
			d.problem(want.name, fmt.Sprintf("property %s: the ledger has %s, the graph has %s", c.Name, shown(x), shown(y)))
		}
	}
}

func (d *differences) problem(name, detail string) {
	d.report.add(Problem{View: "graph", Invariant: "I2", Object: name, Detail: detail})
}

// canonical gives values that are one in the graph one form: integers are int64,
// times are UTC, and an empty list is null.
func canonical(v any) any {
	switch v := v.(type) {
	case int:
		return int64(v)
	case time.Time:
		return v.UTC().Truncate(time.Microsecond)
	case []string:
		if len(v) == 0 {
			return nil
		}
	case uuid.UUID:
		return v.String()
	}
	return v
}

func sameValue(x, y any) bool {
	a, listed := x.([]string)
	b, too := y.([]string)
	if listed || too {
		return listed && too && slices.Equal(a, b)
	}
	return x == y
}

// shown is a value for people, of at most some characters.
func shown(v any) string {
	const most = 60
	if v == nil {
		return "none"
	}
	text := []rune(fmt.Sprintf("%q", fmt.Sprint(v)))
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// writeValue hashes a value with its kind and length, so that no two run together.
func writeValue(h *maphash.Hash, v any) {
	number := func(kind byte, n uint64) {
		var b [9]byte
		b[0] = kind
		binary.LittleEndian.PutUint64(b[1:], n)
		_, _ = h.Write(b[:])
	}
	text := func(s string) {
		number('s', uint64(len(s)))
		_, _ = h.WriteString(s)
	}
	switch v := canonical(v).(type) {
	case nil:
		_ = h.WriteByte(0)
	case string:
		text(v)
	case bool:
		_ = h.WriteByte(map[bool]byte{false: 'f', true: 't'}[v])
	case int64:
		number('i', uint64(v)) //nolint:gosec // the bits, whatever the sign
	case float64:
		number('d', math.Float64bits(v+0)) // 0 and -0 are one
	case time.Time:
		number('m', uint64(v.UnixMicro())) //nolint:gosec // the bits, whatever the sign
	case []string:
		number('l', uint64(len(v)))
		for _, s := range v {
			text(s)
		}
	default:
		text(fmt.Sprint(v))
	}
}
