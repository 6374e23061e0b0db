package query_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// asked is when every question of these tests is put: a Monday morning.
var asked = time.Date(2026, 6, 15, 9, 0, 0, 0, time.UTC)

// life is the memory of an assistant to the office of a freight company: half a
// year of servers, customers, travel and home, in English, German and
// Vietnamese, as testdata/life.jsonl tells it. Its records are known by keys.
type life struct {
	*lukasa.Memory
	ids  map[string]lukasa.ID
	keys map[lukasa.ID]string
}

// told is a line of life.jsonl.
type told struct {
	Key      string `json:"key"`
	Replaces string `json:"replaces"` // key of the record it supersedes
	lukasa.Experience
}

// numbered returns the id of the n-th record: ids in the order of telling, so
// that files made from them stay the same.
func numbered(n int) lukasa.ID {
	id := lukasa.ID{6: 0x70, 8: 0x80}
	binary.BigEndian.PutUint64(id[8:], 0x80<<56|uint64(n))
	return id
}

// inventory hands out numbered ids from a number on.
func inventory(n int) func() lukasa.ID {
	return func() lukasa.ID {
		n++
		return numbered(n)
	}
}

// readLife decodes the lines of life.jsonl.
func readLife(t testing.TB) []told { return readTold(t, "testdata/life.jsonl") }

func readTold(t testing.TB, path string) []told {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var all []told
	lines := bufio.NewScanner(bytes.NewReader(data))
	for lines.Scan() {
		var line told
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		require.NoError(t, d.Decode(&line))
		all = append(all, line)
	}
	require.NoError(t, lines.Err())
	require.GreaterOrEqual(t, len(all), 80)
	return all
}

// openLife opens a memory with a fixed clock, ids and seed. Options come after
// these.
func openLife(t testing.TB, dir string, opts ...lukasa.Option) *lukasa.Memory {
	t.Helper()
	opts = append([]lukasa.Option{
		lukasa.WithAgent("desk"), lukasa.WithSeed(1), lukasa.WithIDs(inventory(1000)),
		lukasa.WithClock(func() time.Time { return asked }),
	}, opts...)
	m, err := lukasa.Open(context.Background(), dir, opts...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// newLife retains the whole life in a new memory.
func newLife(t testing.TB, opts ...lukasa.Option) *life {
	t.Helper()
	return newLifeOf(t, readLife(t), opts...)
}

func newLifeOf(t testing.TB, lines []told, opts ...lukasa.Option) *life {
	t.Helper()
	l := &life{Memory: openLife(t, t.TempDir(), opts...), ids: map[string]lukasa.ID{}, keys: map[lukasa.ID]string{}}
	l.tell(t, lines)
	return l
}

// tell retains lines one after the other, as an agent hears them.
func (l *life) tell(t testing.TB, lines []told) {
	t.Helper()
	for _, line := range lines {
		e := line.Experience
		e.ID = numbered(len(l.ids) + 1)
		l.ids[line.Key], l.keys[e.ID] = e.ID, line.Key
		if line.Replaces != "" {
			require.Contains(t, l.ids, line.Replaces, line.Key)
			e.Supersedes = []lukasa.ID{l.ids[line.Replaces]}
		}
		done, err := l.Retain(context.Background(), e)
		require.NoError(t, err, line.Key)
		require.True(t, done.New, "%s repeats another record", line.Key)
	}
}

// nicknames are what people call things, beside their names.
var nicknames = map[string]lukasa.EntityKey{
	"GM": "customer:gai-media", "HS": "customer:hoa-sen", "JK": "person:jonas-keller", "k8s": "object:kubernetes",
	"PG": "object:postgres", "HCMC": "location:ho-chi-minh-city",
}

// name makes the nicknames known.
func (l *life) name(t testing.TB, nicknames map[string]lukasa.EntityKey) {
	t.Helper()
	for _, text := range slices.Sorted(maps.Keys(nicknames)) {
		require.NoError(t, l.PutAlias(context.Background(), lukasa.Alias{Text: text, Entity: nicknames[text]}))
	}
}

// recall asks, and fails the test on an error.
func (l *life) recall(t testing.TB, q lukasa.Query) *lukasa.Answer {
	t.Helper()
	a, err := l.Recall(context.Background(), q)
	require.NoError(t, err)
	return a
}

// hits lists the keys of an answer's hits, best first.
func (l *life) hits(a *lukasa.Answer) []string {
	out := make([]string, len(a.Hits))
	for i, h := range a.Hits {
		out[i] = l.keys[h.Record.ID]
	}
	return out
}

// contents lists what an answer's hits say, best first.
func contents(a *lukasa.Answer) []string {
	out := make([]string, len(a.Hits))
	for i, h := range a.Hits {
		out[i] = h.Record.Content
	}
	return out
}

// columns cuts a line of a test's table at its bars. Lines that are empty or
// begin with # are none.
func columns(line string) []string {
	if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
		return nil
	}
	cells := strings.Split(line, "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// table reads the rows of a file of such lines.
func table(t testing.TB, path string, width int) [][]string {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var rows [][]string
	for _, line := range strings.Split(string(data), "\n") {
		if cells := columns(line); cells != nil {
			require.Len(t, cells, width, line)
			rows = append(rows, cells)
		}
	}
	return rows
}

// short cuts a text after n runes.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
