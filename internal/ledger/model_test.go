package ledger

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// model is what a ledger should be, in maps.
type model struct {
	past    map[objectName][]Version // oldest first
	feed    []Change
	trimmed uint64
	usage   map[schema.ID]schema.Usage
	vectors map[schema.ID]string
}

type objectName struct {
	t   schema.ObjectType
	key string
}

func newModel() *model {
	return &model{past: map[objectName][]Version{}, usage: map[schema.ID]schema.Usage{}, vectors: map[schema.ID]string{}}
}

func (m *model) clone() *model {
	c := *m
	c.past, c.usage, c.vectors = maps.Clone(m.past), maps.Clone(m.usage), maps.Clone(m.vectors)
	c.feed = slices.Clone(m.feed)
	return &c
}

func (m *model) seq() uint64 { return m.trimmed + uint64(len(m.feed)) }

func (m *model) change(op Op, n objectName, agent string) {
	m.feed = append(m.feed, Change{m.seq() + 1, op, n.t, n.key, agent})
}

func (m *model) current(n objectName) (Version, bool) {
	vs := m.past[n]
	if len(vs) == 0 {
		return Version{}, false
	}
	return vs[len(vs)-1], true
}

func (m *model) live(n objectName) bool {
	v, ok := m.current(n)
	return ok && !v.Deleted
}

func (m *model) forget(n objectName) {
	if n.t == schema.TypeExperience {
		id := schema.ID([]byte(n.key))
		delete(m.usage, id)
		delete(m.vectors, id)
	}
}

// clone copies an object, as a reader would get it.
func clone(t require.TestingT, obj schema.Object, v Version) schema.Object {
	body, err := encodeObject(obj)
	require.NoError(t, err)
	out, err := decodeObject(obj.ObjectType(), body)
	require.NoError(t, err)
	require.NoError(t, restore(out, obj.ObjectKey(), &v))
	return out
}

func nameOf(obj schema.Object) objectName { return objectName{obj.ObjectType(), obj.ObjectKey()} }

// drawObject draws from few keys, so that they are written again and again.
func drawObject(t *rapid.T) schema.Object {
	agent := rapid.SampledFrom([]string{"ana", "bob"}).Draw(t, "agent")
	n := rapid.IntRange(0, 5).Draw(t, "n")
	entity := schema.EntityKey(fmt.Sprintf("person:%d", n))
	switch rapid.IntRange(0, 5).Draw(t, "type") {
	case 0:
		return &schema.Entity{Agent: agent, Key: entity, Name: rapid.StringN(0, 3, -1).Draw(t, "name")}
	case 1:
		return &schema.Relation{Agent: agent, From: entity, Type: "knows", To: "person:x", Reinforced: rapid.IntRange(0, 9).Draw(t, "r")}
	case 2:
		return &schema.Alias{Agent: agent, Text: "x", Entity: entity, UseCount: rapid.IntRange(0, 9).Draw(t, "u")}
	}
	e := record(agent, n)
	if agent == "bob" {
		e.ID = idOf(100 + n)
	}
	e.Importance = rapid.IntRange(1, 10).Draw(t, "importance")
	e.Tags = rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 0, 3).Draw(t, "tags")
	if len(e.Tags) == 0 {
		e.Tags = nil
	}
	e.Time = day0.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "time")) * time.Hour)
	if rapid.Bool().Draw(t, "bare") {
		e.Mentions, e.Statement, e.Digest, e.Evidence, e.Resolved.Date = nil, nil, nil, nil, time.Time{}
	}
	return e
}

// step does one random thing to both; the same error is expected of both.
func (m *model) step(t *rapid.T, tx *Tx) error {
	obj := drawObject(t)
	n := nameOf(obj)
	cur, known := m.current(n)
	switch rapid.IntRange(0, 9).Draw(t, "op") {
	case 0:
		if !m.live(n) {
			require.ErrorIs(t, tx.Delete(n.t, n.key), ErrNotFound)
			return nil
		}
		require.NoError(t, tx.Delete(n.t, n.key))
		m.forget(n)
		m.change(OpDelete, n, cur.Agent)
		m.past[n] = append(slices.Clip(m.past[n]), Version{
			Agent: cur.Agent, Number: cur.Number + 1, Seq: m.seq(), Stamp: tx.head.stamp.time(), Deleted: true,
		})
	case 1:
		if !known {
			require.ErrorIs(t, tx.Purge(n.t, n.key), ErrNotFound)
			return nil
		}
		require.NoError(t, tx.Purge(n.t, n.key))
		m.forget(n)
		delete(m.past, n)
		m.change(OpPurge, n, cur.Agent)
	case 2:
		require.ErrorIs(t, tx.PutVersion(obj, cur.Number+1), ErrVersion)
	case 3:
		if n.t != schema.TypeExperience {
			return nil
		}
		id := schema.ID([]byte(n.key))
		touch := Touch{ID: id, At: day0.Add(time.Duration(rapid.IntRange(0, 99).Draw(t, "at")) * time.Minute), Accessed: 1, Reinforced: 1}
		if !m.live(n) {
			require.ErrorIs(t, tx.Touch(touch), ErrNotFound)
			require.ErrorIs(t, tx.PutVector("m", id, nil), ErrNotFound)
			return nil
		}
		require.NoError(t, tx.Touch(touch))
		m.usage[id] = schema.Usage(counters(m.usage[id]).plus(touch))
		m.vectors[id] = fmt.Sprint(touch.At)
		require.NoError(t, tx.PutVector("m", id, []byte(m.vectors[id])))
	case 4:
		return errOops
	default:
		require.NoError(t, tx.Put(obj))
		m.change(OpPut, n, obj.ObjectAgent())
		v := Version{Agent: obj.ObjectAgent(), Number: cur.Number + 1, Seq: m.seq(), Stamp: tx.head.stamp.time()}
		v.Object = clone(t, obj, v)
		m.past[n] = append(slices.Clip(m.past[n]), v)
	}
	return nil
}

func (m *model) agree(t *rapid.T, r *Reader) {
	seq, err := r.Seq()
	require.NoError(t, err)
	require.Equal(t, m.seq(), seq)
	var feed []Change
	for c, err := range r.Changes(m.trimmed) {
		require.NoError(t, err)
		feed = append(feed, c)
	}
	require.Equal(t, append([]Change{}, m.feed...), append([]Change{}, feed...))
	for n, vs := range m.past {
		var got []Version
		for v, err := range r.History(n.t, n.key) {
			require.NoError(t, err)
			got = append(got, v)
		}
		slices.Reverse(got)
		require.Equal(t, vs, got)
		for i, v := range vs {
			at, err := r.At(n.t, n.key, v.Seq)
			require.NoError(t, err)
			require.Equal(t, v.Number, at.Number)
			if i+1 < len(vs) && vs[i+1].Stamp.Equal(v.Stamp) {
				continue // the later one of the same transaction
			}
			at, err = r.AsOf(n.t, n.key, v.Stamp)
			require.NoError(t, err)
			require.Equal(t, v.Number, at.Number)
		}
	}
	for _, agent := range []string{"ana", "bob"} {
		m.agreeOn(t, r, agent)
	}
}

// agreeOn compares scans with filters over the model's current records.
func (m *model) agreeOn(t *rapid.T, r *Reader, agent string) {
	var all []*schema.Experience
	for n := range m.past {
		if v, _ := m.current(n); !v.Deleted && n.t == schema.TypeExperience && v.Agent == agent {
			all = append(all, v.Object.(*schema.Experience))
		}
	}
	slices.SortFunc(all, func(a, b *schema.Experience) int {
		if c := b.Time.Compare(a.Time); c != 0 {
			return c
		}
		return slices.Compare(b.ID[:], a.ID[:])
	})
	for _, c := range []struct {
		in   Index
		keep func(*schema.Experience) bool
	}{
		{Everything(), func(*schema.Experience) bool { return true }},
		{Tagged("a", "b"), func(e *schema.Experience) bool { return slices.Contains(e.Tags, "a") || slices.Contains(e.Tags, "b") }},
		{Importance(4, 8), func(e *schema.Experience) bool { return e.Importance >= 4 && e.Importance <= 8 }},
		{Mentioning("person:ana"), func(e *schema.Experience) bool { return e.Mentions != nil }},
	} {
		var want, got []schema.ID
		for _, e := range all {
			if c.keep(e) {
				want = append(want, e.ID)
			}
		}
		for e, err := range r.Scan(agent, c.in, Scan{}) {
			require.NoError(t, err)
			got = append(got, e.ID)
		}
		require.Equal(t, want, got)
	}
	for _, e := range all {
		got, err := r.Experience(e.ID)
		require.NoError(t, err)
		require.Equal(t, m.usage[e.ID], got.Usage)
		v, err := r.Vector("m", e.ID)
		require.Equal(t, m.vectors[e.ID], string(v))
		require.Equal(t, m.vectors[e.ID] == "", errors.Is(err, ErrNotFound))
	}
	info, err := r.Agent(agent)
	if err == nil {
		require.Equal(t, len(all), info.Total)
	} else {
		require.Empty(t, all)
	}
}

// The ledger and the model agree after any series of transactions, roll-backs,
// reopenings, trims and reclaims.
func TestLedgerIsItsModel(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		fs := vfs.NewMem()
		opts := small(fs)
		l, err := Open("store", opts)
		require.NoError(t, err)
		defer func() { require.NoError(t, l.Close()) }()
		m := newModel()
		t.Repeat(map[string]func(*rapid.T){
			"update": func(t *rapid.T) {
				next := m.clone()
				err := l.Update(ctx, func(tx *Tx) error {
					for range rapid.IntRange(1, 5).Draw(t, "steps") {
						if err := next.step(t, tx); err != nil {
							return err
						}
					}
					return nil
				})
				if err == nil {
					m = next
				} else {
					require.ErrorIs(t, err, errOops)
				}
			},
			"reopen": func(t *rapid.T) {
				require.NoError(t, l.Close())
				l, err = Open("store", opts)
				require.NoError(t, err)
			},
			"trim": func(t *rapid.T) {
				upto := rapid.Uint64Range(0, m.seq()+2).Draw(t, "upto")
				require.NoError(t, l.TrimFeed(ctx, upto))
				for upto := min(upto, m.seq()); m.trimmed < upto; m.trimmed++ {
					m.feed = m.feed[1:]
				}
			},
			"reclaim": func(t *rapid.T) { require.NoError(t, l.Reclaim(ctx)) },
			"": func(t *rapid.T) {
				require.NoError(t, l.View(ctx, func(r *Reader) error {
					m.agree(t, r)
					return nil
				}))
				for p, err := range l.Check(ctx) {
					require.NoError(t, err)
					t.Fatalf("problem: %s", p)
				}
			},
		})
	})
}
