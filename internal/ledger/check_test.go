package ledger

import (
	"iter"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// Check finds each way in which a ledger can disagree with itself.
func TestCheckFindsWhatIsBroken(t *testing.T) { // I2, I4, I5
	var s keySet
	s.addObject(record("ana", 1))
	var rel keySet
	rel.addObject(&schema.Relation{Agent: "ana", From: "person:a", Type: "knows", To: "person:b"})
	ghost := record("ana", 77)
	exp := func(n int) []byte { id := idOf(n); return objectKey(schema.TypeExperience, string(id[:])) }
	idKey := func(n int) string { id := idOf(n); return string(id[:]) }

	for name, c := range map[string]struct {
		invariant string
		damage    func(b *pebble.Batch) error
	}{
		"index key missing":   {"L5", func(b *pebble.Batch) error { return b.Delete(s.at(3), nil) }},
		"index key of nobody": {"L5", func(b *pebble.Batch) error { return b.Set(accessKey("ana", day0, ghost.ID), nil, nil) }},
		"index key of another": {"L5", func(b *pebble.Batch) error {
			return b.Set(appendPosition(append(indexPrefix(nil, "bob"), idxTime), record("", 1).Time, idOf(1)), nil, nil)
		}},
		"relation key missing": {"L5", func(b *pebble.Batch) error { return b.Delete(rel.at(1), nil) }},
		"relation key too many": {"L5", func(b *pebble.Batch) error {
			return b.Set(append([]byte{}, append(rel.at(0)[:len(rel.at(0))-3], 'z', 0, 1)...), nil, nil)
		}},
		"access key missing":        {"L5", func(b *pebble.Batch) error { return b.Delete(accessKey("ana", day0, idOf(2)), nil) }},
		"malformed index key":       {"L5", func(b *pebble.Batch) error { return b.Set([]byte{spaceIndex, 'x'}, nil, nil) }},
		"object gone, keys there":   {"L5", func(b *pebble.Batch) error { return b.Delete(exp(1), nil) }},
		"gap in the feed":           {"L4", func(b *pebble.Batch) error { return b.Delete(changeKey(2), nil) }},
		"end of the feed gone":      {"L4", func(b *pebble.Batch) error { return b.DeleteRange(changeKey(3), changeKey(99), nil) }},
		"malformed change":          {"L4", func(b *pebble.Batch) error { return b.Set(changeKey(2), []byte{9}, nil) }},
		"a version gone":            {"L3", func(b *pebble.Batch) error { return b.Delete(historyKey(schema.TypeExperience, idKey(2), 2), nil) }},
		"history without an object": {"L3", func(b *pebble.Batch) error { return b.Set(historyKey(schema.TypeExperience, "nobody", 1), nil, nil) }},
		"history of a first":        {"L3", func(b *pebble.Batch) error { return b.Set(historyKey(schema.TypeExperience, idKey(1), 1), nil, nil) }},
		"unreadable object":         {"L3", func(b *pebble.Batch) error { return b.Set(exp(1), []byte{0, 1, 1}, nil) }},
		"object from the future": {"L3", func(b *pebble.Batch) error {
			return b.Set(exp(1), appendHead(nil, head{deleted: true, number: 1, seq: 999, agent: "ana"}), nil)
		}},
		"object under another key": {"L6", func(b *pebble.Batch) error {
			body, err := encodeObject(&schema.Block{Name: "b"})
			require.NoError(t, err)
			return b.Set(objectKey(schema.TypeBlock, "x\x00y"), append(appendHead(nil, head{number: 1, seq: 1, agent: "z"}), body...), nil)
		}},
		"usage of nobody":  {"L5", func(b *pebble.Batch) error { return b.Set(usageKey(ghost.ID), []byte{0, 1, 1}, nil) }},
		"malformed usage":  {"L5", func(b *pebble.Batch) error { return b.Set(usageKey(idOf(1)), nil, nil) }},
		"vector of nobody": {"L5", func(b *pebble.Batch) error { return b.Set(vectorKey("m", ghost.ID), nil, nil) }},
		"malformed trace":  {"L8", func(b *pebble.Batch) error { return b.Set(traceKey(ghost.ID), nil, nil) }},
		"trace of content": {"L8", func(b *pebble.Batch) error {
			return b.Set(traceKey(uuid.NewSHA1(uuid.Nil, []byte("words"))), Trace{Number: 1}.encode(), nil)
		}},
		"counts wrong":     {"L5", func(b *pebble.Batch) error { return b.Set(agentKey("ana"), []byte{9}, nil) }},
		"counts missing":   {"L5", func(b *pebble.Batch) error { return b.Delete(agentKey("ana"), nil) }},
		"counts of nobody": {"L5", func(b *pebble.Batch) error { return b.Set(agentKey("zoe"), []byte{1}, nil) }},
		"alias key missing": {"L5", func(b *pebble.Batch) error {
			return b.DeleteRange(append(indexPrefix(nil, "ana"), idxAlias), append(indexPrefix(nil, "ana"), idxAlias+1), nil)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, small(vfs.NewMem()))
			put(t, l, record("ana", 1), record("ana", 2), &schema.Alias{Agent: "ana", Text: "x", Entity: "person:a"},
				&schema.Relation{Agent: "ana", From: "person:a", Type: "knows", To: "person:b"})
			put(t, l, record("ana", 2))
			require.NoError(t, l.Touch(Touch{ID: idOf(2), At: day0, Accessed: 1}))
			require.NoError(t, l.FlushUsage(t.Context()))
			require.Empty(t, problems(t, l))

			b := l.db.NewBatch()
			require.NoError(t, c.damage(b))
			require.NoError(t, b.Commit(pebble.NoSync))
			found := problems(t, l)
			require.NotEmpty(t, found)
			var invariants []string
			for _, p := range found {
				require.NotEmpty(t, p.Detail)
				invariants = append(invariants, p.Invariant)
			}
			require.Contains(t, invariants, c.invariant, "%v", found)

			next, stop := iter.Pull2(l.Check(t.Context()))
			_, err, ok := next()
			require.NoError(t, err)
			require.True(t, ok)
			stop() // stopping early is fine
		})
	}
}

// Check tells of everything that is wrong, and each time in the same order (I10).
func TestCheckTellsAllInOrder(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("bob", 1), record("ana", 2), record("eve", 3))
	require.NoError(t, l.db.DeleteRange([]byte{spaceAgent}, []byte{spaceAgent + 1}, pebble.NoSync))
	require.NoError(t, l.db.DeleteRange([]byte{spaceIndex}, []byte{spaceIndex + 1}, pebble.NoSync))
	found := problems(t, l)
	var uncounted []string
	for _, p := range found {
		if p.Detail == "has objects but no counts" {
			uncounted = append(uncounted, p.Object)
		}
	}
	require.Equal(t, []string{`agent "ana"`, `agent "bob"`, `agent "eve"`}, uncounted)
	for range 10 {
		require.Equal(t, found, problems(t, l))
	}
}
