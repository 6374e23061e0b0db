package ledger

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// What is remembered of the feed is the feed: whatever part of it is asked for is
// there whole or not at all, and the newest transactions are there.
func TestRecent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		begin := rapid.Uint64Range(0, 3).Draw(t, "begin")
		q := recent{limit: 8}
		q.start(begin)
		var feed []Change // all of it
		for range rapid.IntRange(1, 12).Draw(t, "transactions") {
			var changes []Change
			for range rapid.SampledFrom([]int{1, 2, 5, 8, 9, 20}).Draw(t, "changes") {
				agent := rapid.SampledFrom([]string{"", "ana", "bo"}).Draw(t, "agent")
				changes = append(changes, Change{Seq: begin + uint64(len(feed)+len(changes)+1), Agent: agent})
			}
			q.add(changes)
			feed = append(feed, changes...)
			end := begin + uint64(len(feed))
			if len(changes) <= q.limit {
				_, ok := q.between(end-uint64(len(changes)), end, nil)
				require.True(t, ok, "the newest is there")
			}
			after := rapid.Uint64Range(begin, end).Draw(t, "after")
			upto := rapid.Uint64Range(after, end).Draw(t, "upto")
			for _, of := range []string{"all", "", "ana", "bo", "nobody"} {
				agent := &of
				if of == "all" {
					agent = nil
				}
				want := slices.DeleteFunc(slices.Clone(feed), func(c Change) bool {
					return c.Seq <= after || c.Seq > upto || agent != nil && c.Agent != of
				})
				if got, ok := q.between(after, upto, agent); ok {
					require.Equal(t, want, append([]Change{}, got...))
				}
			}
			_, ok := q.between(after, end+1, nil)
			require.False(t, ok, "nobody knows the future")
		}
		require.LessOrEqual(t, len(q.old.changes), q.limit)
		require.LessOrEqual(t, len(q.new.changes), q.limit)
	})
}

// A view reads the same from memory as from the database, each snapshot as of its
// own moment, and nothing of a transaction that was rolled back.
func TestFeedFromMemory(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	ctx := context.Background()
	both := func(seen int) {
		view(t, l, func(r *Reader) {
			// Written while the snapshot is open, so that memory knows more than it shows; nothing reclaims here.
			require.NoError(t, l.Update(ctx, func(tx *Tx) error { return tx.Put(record("bo", 1000+seen)) }))
			seq, err := r.Seq()
			require.NoError(t, err)
			for after := range seq + 1 {
				fromMemory, fromDisk := changesOf(t, r, after), changesOf(t, forgetful(r), after)
				require.Equal(t, fromDisk, fromMemory, "after %d", after)
			}
			_, ok := r.remembered(0, nil)
			require.True(t, ok, "it was read from memory")
		})
	}
	for n := range 12 {
		agent := []string{"ana", "bo"}[n%2]
		require.NoError(t, l.Update(ctx, func(tx *Tx) error {
			if err := tx.Put(&schema.Entity{Agent: agent, Key: schema.EntityKey(fmt.Sprint("person:", n)), Name: "x"}); err != nil {
				return err
			}
			return tx.Put(record(agent, n))
		}))
		require.Error(t, l.Update(ctx, func(tx *Tx) error {
			require.NoError(t, tx.Put(record(agent, 500+n)))
			return context.Canceled
		}))
		if id := idOf(n - 3); n > 3 {
			require.NoError(t, l.Update(ctx, func(tx *Tx) error { return tx.Delete(schema.TypeExperience, string(id[:])) }))
		}
		both(n)
	}
}

// forgetful is a reader of the same state that asks the database alone.
func forgetful(r *Reader) *Reader {
	other := *r
	other.l = &Ledger{}
	other.l.recent.start(1 << 60)
	return &other
}

// changesOf lists what a reader says of the whole feed and of each agent's.
func changesOf(t *testing.T, r *Reader, after uint64) [][]Change {
	t.Helper()
	var out [][]Change
	for _, feed := range []iter.Seq2[Change, error]{
		r.Changes(after), r.AgentChanges("ana", after), r.AgentChanges("bo", after), r.AgentChanges("nobody", after),
	} {
		list := []Change{}
		for c, err := range feed {
			require.NoError(t, err)
			list = append(list, c)
		}
		out = append(out, list)
	}
	return out
}
