package ledger

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// Reading many records at once, in any order, tells what reading each tells:
// those deleted and purged are not there, used ones come with their usage. Of those that
// are asked for by how they are stored, the others are left out.
func TestManyReadsAreSingleReads(t *testing.T) {
	const n = 60
	l := open(t, small(vfs.NewMem()))
	for i := range n {
		put(t, l, record("ana", i))
	}
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return errors.Join(
			tx.Delete(schema.TypeExperience, record("ana", 7).ObjectKey()),
			tx.Purge(schema.TypeExperience, record("ana", 8).ObjectKey()),
			tx.Touch(Touch{ID: idOf(9), At: day0, Accessed: 2}),
			tx.Touch(Touch{ID: idOf(50), Reinforced: 3}),
		)
	}))
	require.NoError(t, l.Touch(Touch{ID: idOf(9), Accessed: 1}, Touch{ID: idOf(10), Accessed: 5})) // not written yet

	rapid.Check(t, func(t *rapid.T) {
		var asked []schema.ID
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, n+20), 0, 3*fewRecords).Draw(t, "asked") {
			asked = append(asked, idOf(i))
		}
		require.NoError(t, l.View(context.Background(), func(r *Reader) error {
			all, err := r.Experiences(asked)
			require.NoError(t, err)
			bare, err := r.Bare(asked)
			require.NoError(t, err)
			holds := make([]bool, len(asked))
			some, err := r.ExperiencesWhere(asked, func(i int, encoded []byte) bool {
				holds[i] = bytes.HasSuffix(asked[i][:], []byte{5}) || bytes.Contains(encoded, []byte("1"))
				return holds[i]
			})
			require.NoError(t, err)
			for i, id := range asked {
				if holds[i] {
					require.Equal(t, all[i], some[i])
				} else {
					require.Nil(t, some[i])
				}
				e, err := r.Experience(id)
				if errors.Is(err, ErrNotFound) {
					require.Nil(t, all[i])
					require.Nil(t, bare[i])
					continue
				}
				require.NoError(t, err)
				require.Equal(t, e, all[i])
				e.Usage = schema.Usage{}
				require.Equal(t, e, bare[i])
			}
			return nil
		}))
	})
}

// Records yields the records of a scan, in its order, whatever its pages; it stops
// where the caller or the context does.
func TestRecordsAreThoseOfTheScan(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	for i := range 2*recordsPage + 3 {
		put(t, l, record("ana", i))
	}
	put(t, l, record("bo", 5000))
	view(t, l, func(r *Reader) {
		for _, s := range []Scan{{}, {OldestFirst: true}} {
			want := ids(t, r, "ana", Everything(), s)
			require.Len(t, want, 2*recordsPage+3)
			for _, most := range []int{len(want), recordsPage, recordsPage + 1, 1} {
				var got []schema.ID
				for e, err := range r.Records("ana", Everything(), s) {
					require.NoError(t, err)
					if got = append(got, e.ID); len(got) == most {
						break
					}
				}
				require.Equal(t, want[:most], got)
			}
		}
		for e, err := range r.Records("cy", Everything(), Scan{}) {
			t.Fatal("a record of nobody's", e, err)
		}
	})
	ctx, cancel := context.WithCancel(context.Background())
	err := l.View(ctx, func(r *Reader) error {
		for _, err := range r.Records("ana", Everything(), Scan{}) {
			cancel()
			if err != nil {
				return err
			}
		}
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
}

func TestGetAll(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	var keys []string
	for i := range 20 {
		e := &schema.Entity{Agent: "ana", Key: schema.EntityKey(fmt.Sprintf("thing:%02d", i)), Name: fmt.Sprint(i)}
		keys = append(keys, e.ObjectKey())
		if i%3 > 0 {
			put(t, l, e)
		}
	}
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error { return tx.Delete(schema.TypeEntity, keys[4]) }))
	view(t, l, func(r *Reader) {
		none, err := r.GetAll(schema.TypeEntity, nil)
		require.NoError(t, err)
		require.Empty(t, none)
		all, err := r.GetAll(schema.TypeEntity, keys)
		require.NoError(t, err)
		for i, key := range keys {
			one, err := r.Get(schema.TypeEntity, key)
			if errors.Is(err, ErrNotFound) {
				require.Nil(t, all[i])
				require.True(t, i%3 == 0 || i == 4)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, one, all[i])
		}
	})
}

// Sequences tells of each session what a scan of it tells, and of no other agent.
func TestSequences(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	sessions := map[string][]schema.ID{}
	for i := range 40 {
		e := record("ana", i)
		e.Session = []string{"", "s", "s1", "s\x00"}[i%4]
		e.Time = day0.Add(time.Duration(i*7%11) * time.Minute)
		put(t, l, e)
	}
	put(t, l, record("an", 100), record("anab", 101))
	view(t, l, func(r *Reader) {
		for _, s := range []string{"s", "s1", "s\x00"} {
			sessions[s] = ids(t, r, "ana", InSession(s), Scan{OldestFirst: true})
			require.Len(t, sessions[s], 10)
		}
		var got [][]schema.ID
		for e, err := range r.Sequences("ana") {
			require.NoError(t, err)
			if e.First {
				got = append(got, nil)
			}
			got[len(got)-1] = append(got[len(got)-1], e.ID)
		}
		require.Len(t, got, 3)
		for _, s := range sessions {
			require.True(t, slices.ContainsFunc(got, func(g []schema.ID) bool { return slices.Equal(g, s) }))
		}
	})
}

func TestHasMergesAndAliases(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	put(t, l, record("ana", 1), &schema.Entity{Agent: "ana", Key: "thing:a"},
		&schema.Entity{Agent: "bo", Key: "thing:a", MergedInto: "thing:b"},
		&schema.Alias{Agent: "cy", Text: "a", Entity: "thing:a"})
	has := func(r *Reader, agent string) [2]bool {
		merges, err := r.HasMerges(agent)
		require.NoError(t, err)
		aliases, err := r.HasAliases(agent)
		require.NoError(t, err)
		return [2]bool{merges, aliases}
	}
	view(t, l, func(r *Reader) {
		require.Equal(t, [2]bool{}, has(r, "ana"))
		require.Equal(t, [2]bool{true, false}, has(r, "bo"))
		require.Equal(t, [2]bool{false, true}, has(r, "cy"))
	})
}

// Similar and Mentioned tell of each record what the whole record tells, and nothing
// of those that are not there.
func TestPartsAreOfTheRecords(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	asked := make([]schema.ID, 0, 30)
	for i := range 30 {
		asked = append(asked, idOf(i))
		e := record("ana", i)
		e.Similar = e.Similar[:i%2]
		e.Mentions = slices.Repeat([]schema.Mention{{Entity: schema.EntityKey(fmt.Sprintf("object:e%d", i))}}, i%3)
		if i%5 > 0 {
			put(t, l, e)
		}
	}
	slices.SortFunc(asked, schema.CompareIDs)
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		return tx.Delete(schema.TypeExperience, record("ana", 7).ObjectKey())
	}))
	view(t, l, func(r *Reader) {
		none, err := r.Similar(nil)
		require.NoError(t, err)
		require.Empty(t, none)
		all, err := r.Similar(asked)
		require.NoError(t, err)
		require.Len(t, all, 23, "of 30, six were never there and one is deleted")
		mentioned, err := r.Mentioned(asked)
		require.NoError(t, err)
		require.Len(t, mentioned, len(all))
		for _, id := range asked {
			e, err := r.Experience(id)
			similar, there := all[id]
			require.Equal(t, err == nil, there)
			if there {
				require.Equal(t, e.Similar, similar)
				require.Len(t, mentioned[id], len(e.Mentions))
				for i, m := range e.Mentions {
					require.Equal(t, m.Entity, mentioned[id][i])
				}
			}
		}
	})
}

// Few records are read without a block of every level of tables: records that came
// later, and whose ids lie between theirs, cost them hardly anything.
func TestFewRecordsAskTheFilters(t *testing.T) {
	ctx, dir := context.Background(), t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	l, err := Open(dir, Options{})
	require.NoError(t, err)
	write := func() (ids []schema.ID) {
		require.NoError(t, l.Update(ctx, func(tx *Tx) error {
			for range 1_000 {
				id := schema.ID(random(16))
				ids = append(ids, id)
				require.NoError(t, tx.Put(&schema.Experience{ID: id, Agent: "a", Kind: schema.KindObservation, Content: hex.EncodeToString(random(250))}))
			}
			return nil
		}))
		require.NoError(t, l.db.Flush())
		return ids
	}
	ids := write()[:40]
	require.NoError(t, l.db.Compact(ctx, []byte{0}, []byte{0xff}, false))
	write()
	require.NoError(t, l.Close())

	l, err = Open(dir, Options{ReadOnly: true})
	require.NoError(t, err)
	defer func() { require.NoError(t, l.Close()) }()
	require.NoError(t, l.View(ctx, func(r *Reader) error {
		_, err := r.Bare(ids[:10]) // the tables' own blocks
		require.NoError(t, err)
		before := l.db.Metrics().BlockCache.Misses
		records, err := r.Bare(ids[10:])
		require.NoError(t, err)
		for i, e := range records {
			require.Equal(t, ids[10+i], e.ID)
		}
		require.LessOrEqual(t, l.db.Metrics().BlockCache.Misses-before, int64(35), "30 records lie in as many blocks at most")
		return nil
	}))
}
