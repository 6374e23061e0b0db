package ledger

import (
	"bytes"
	"cmp"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// hostile draws strings that try to look like the end of another.
func hostile() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringOfN(rapid.SampledFrom([]rune{0, 1, 'a', 0xff, 'b'}), 0, 6, -1),
		rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]byte{0, 1, 2, 'a', 0xfe, 0xff}), 0, 6), func(b []byte) string { return string(b) }),
	)
}

func TestStringsKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := hostile().Draw(t, "a"), hostile().Draw(t, "b")
		ka, kb := appendString(nil, a), appendString(nil, b)
		require.Equal(t, cmp.Compare(a, b), bytes.Compare(ka, kb))
		if a != b {
			require.False(t, bytes.HasPrefix(ka, kb), "no string's form begins another's")
		}
		tail := hostile().Draw(t, "tail")
		got, rest, err := cutString(append(ka, tail...))
		require.NoError(t, err)
		require.Equal(t, a, got)
		require.Equal(t, tail, string(rest))
	})
}

func TestTuplesKeepTheirOrder(t *testing.T) {
	type tuple struct {
		agent, field string
		at           time.Time
		id           schema.ID
	}
	draw := func(t *rapid.T) tuple {
		return tuple{
			hostile().Draw(t, "agent"), hostile().Draw(t, "field"),
			time.UnixMicro(rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64Range(-1<<55, 1<<55)).Draw(t, "time")).UTC(),
			uuid.UUID{15: rapid.Byte().Draw(t, "id")},
		}
	}
	encode := func(v tuple) []byte {
		var s keySet
		s.open(v.agent, idxTag)
		s.text(v.field)
		s.closeAt(v.at, v.id)
		return s.at(0)
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw(t), draw(t)
		want := cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.field, b.field), a.at.Compare(b.at), bytes.Compare(a.id[:], b.id[:]))
		require.Equal(t, want, bytes.Compare(encode(a), encode(b)))

		agent, rest, err := cutString(encode(a)[1:])
		require.NoError(t, err)
		require.Equal(t, a.agent, agent)
		field, _, err := cutString(rest[1:])
		require.NoError(t, err)
		require.Equal(t, a.field, field)
		e, err := cutPosition(rest)
		require.NoError(t, err)
		require.Equal(t, Entry{a.id, a.at}, e)
	})
}

func TestKeysDecode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := rapid.SampledFrom(objectTypes[:]).Draw(t, "type")
		key, seq := hostile().Draw(t, "key"), rapid.Uint64().Draw(t, "seq")
		gotType, gotKey, err := splitObjectKey(objectKey(typ, key))
		require.NoError(t, err)
		require.Equal(t, typ, gotType)
		require.Equal(t, key, gotKey)

		gotType, gotKey, gotSeq, err := splitHistoryKey(historyKey(typ, key, seq))
		require.NoError(t, err)
		require.Equal(t, typ, gotType)
		require.Equal(t, key, gotKey)
		require.Equal(t, seq, gotSeq)

		gotSeq, err = splitChangeKey(changeKey(seq))
		require.NoError(t, err)
		require.Equal(t, seq, gotSeq)

		id := uuid.UUID{3: rapid.Byte().Draw(t, "id")}
		gotGen, gotID, err := splitVectorKey(vectorKey(key, id))
		require.NoError(t, err)
		require.Equal(t, key, gotGen)
		require.Equal(t, id, gotID)
	})
}

func TestKeyAfter(t *testing.T) {
	require.Equal(t, []byte{2}, keyAfter([]byte{1}))
	require.Equal(t, []byte{2}, keyAfter([]byte{1, 0xff, 0xff}))
	require.Nil(t, keyAfter([]byte{0xff}))
}

func FuzzKeys(f *testing.F) {
	f.Add(objectKey(schema.TypeEntity, "ana\x00person:x"))
	f.Add(historyKey(schema.TypeExperience, "k", 7))
	f.Add(vectorKey("m", idOf(1)))
	f.Add(appendString([]byte{spaceIndex}, "a\x00b"))
	f.Fuzz(func(t *testing.T, k []byte) {
		if typ, key, err := splitObjectKey(k); err == nil {
			require.Equal(t, k, objectKey(typ, key))
		}
		if typ, key, seq, err := splitHistoryKey(k); err == nil {
			require.Equal(t, k, historyKey(typ, key, seq))
		}
		if g, id, err := splitVectorKey(k); err == nil {
			require.Equal(t, k, vectorKey(g, id))
		}
		if s, rest, err := cutString(k); err == nil {
			require.Equal(t, k, append(appendString(nil, s), rest...))
		}
	})
}

// No agent reads a key of another's, whatever they are called (I5).
func TestHostileAgentsStayApart(t *testing.T) {
	names := []string{
		"", "a", "a\x01", "a\xff", "a\xff\xff", "aa", "ab", "A", "á", "a\u0301", "\x01", "a|b", "a%7Cb", "a/b", " a", "a ",
		"i", "\xff", strings.Repeat("a", 300),
	}
	l := open(t, small(vfs.NewMem()))
	for i, name := range names {
		put(t, l, record(name, i), &schema.Entity{Agent: name, Key: "person:ana"},
			&schema.Relation{Agent: name, From: "person:ana", Type: "knows", To: "person:bo"},
			&schema.Alias{Agent: name, Text: "ana", Entity: "person:ana"})
	}
	view(t, l, func(r *Reader) {
		for i, name := range names {
			for _, in := range []Index{Everything(), Tagged("all"), Mentioning("person:ana"), Importance(0, 10), InSession("s1")} {
				require.Equal(t, []schema.ID{idOf(i)}, ids(t, r, name, in, Scan{}), "%q", name)
			}
			for rel, err := range r.Relations(name, "person:ana", Either) {
				require.NoError(t, err)
				require.Equal(t, name, rel.Agent)
			}
			for a, err := range r.AliasesFor(name, "ana") {
				require.NoError(t, err)
				require.Equal(t, name, a.Agent)
			}
		}
	})
	require.Empty(t, problems(t, l))
}
