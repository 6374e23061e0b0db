package ledger

import (
	"context"
	"fmt"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// TestChangedAfterNeverMissesOne: whatever the feed tells behind a sequence,
// ChangedAfter says as well, and it says no where the feed tells nothing and the
// ledger has been open since.
func TestChangedAfterNeverMissesOne(t *testing.T) {
	agents, types := []string{"a", "b", "c"}, []schema.ObjectType{schema.TypeExperience, schema.TypeEntity}
	rapid.Check(t, func(rt *rapid.T) {
		l, err := Open("db", small(vfs.NewMem()))
		require.NoError(rt, err)
		defer func() { require.NoError(rt, l.Close()) }()
		for range rapid.IntRange(1, 12).Draw(rt, "transactions") {
			require.NoError(rt, l.Update(context.Background(), func(tx *Tx) error {
				for range rapid.IntRange(0, 3).Draw(rt, "writes") {
					agent, n := rapid.SampledFrom(agents).Draw(rt, "agent"), rapid.IntRange(1, 4).Draw(rt, "n")
					key := schema.EntityKey(fmt.Sprint("object:", n))
					switch rapid.IntRange(0, 2).Draw(rt, "what") {
					case 0:
						e := record(agent, int(agent[0])*10+n)
						require.NoError(rt, tx.Put(e))
					case 1:
						require.NoError(rt, tx.Put(&schema.Entity{Agent: agent, Key: key, Name: "n"}))
					default:
						if err := tx.Delete(schema.TypeEntity, (&schema.Entity{Agent: agent, Key: key}).ObjectKey()); err != nil {
							require.ErrorIs(rt, err, ErrNotFound)
						}
					}
				}
				return nil
			}))
		}
		for _, agent := range agents {
			for _, typ := range types {
				for seq := range l.Seq() + 1 {
					require.Equal(rt, changedInFeed(rt, l, agent, typ, seq), l.ChangedAfter(context.Background(), agent, seq, typ), "%s %s behind %d", agent, typ, seq)
				}
			}
		}
	})
}

func changedInFeed(t require.TestingT, l *Ledger, agent string, typ schema.ObjectType, after uint64) (found bool) {
	require.NoError(t, l.View(context.Background(), func(r *Reader) error {
		for c, err := range r.AgentChanges(agent, after) {
			if err != nil {
				return err
			}
			found = found || c.Type == typ
		}
		return nil
	}))
	return found
}

// TestChangedAfterSaysYesWhereItCannotKnow: of what was written before the ledger
// was opened, of agents that were forgotten for want of room, and when nothing can
// be read.
func TestChangedAfterSaysYesWhereItCannotKnow(t *testing.T) {
	opts := small(vfs.NewMem())
	l := open(t, opts)
	put(t, l, record("a", 1))
	first := l.Seq()
	require.True(t, l.ChangedAfter(t.Context(), "a", 0, schema.TypeExperience))
	require.False(t, l.ChangedAfter(t.Context(), "a", first, schema.TypeExperience))
	require.NoError(t, l.Close())
	require.True(t, l.ChangedAfter(t.Context(), "a", first, schema.TypeExperience), "closed")

	l = open(t, opts)
	require.True(t, l.ChangedAfter(t.Context(), "a", first-1, schema.TypeExperience), "before it was opened")
	require.False(t, l.ChangedAfter(t.Context(), "a", first, schema.TypeExperience))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	require.True(t, l.ChangedAfter(ended, "a", first, schema.TypeExperience))

	var n newest
	n.start(0)
	for i := range mostRemembered + 1 {
		n.add(map[string]*changed{fmt.Sprint(i): {1: uint64(i + 1)}})
	}
	require.Less(t, len(n.agents), mostRemembered)
	require.True(t, n.after("0", 0, []schema.ObjectType{schema.TypeEntity}), "forgotten")
	require.True(t, n.after("never seen", mostRemembered-1, []schema.ObjectType{schema.TypeEntity}), "for all it knows")
	require.False(t, n.after("0", mostRemembered+1, []schema.ObjectType{schema.TypeEntity}))
}

// TestNewer: a version that the caller knows is not read again, any other is.
func TestNewer(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	e := record("a", 1)
	put(t, l, e)
	var seq uint64
	view(t, l, func(r *Reader) {
		v, newer, err := r.Newer(schema.TypeExperience, e.ObjectKey(), 0)
		require.NoError(t, err)
		require.True(t, newer)
		require.Equal(t, e.ID, v.Object.(*schema.Experience).ID)
		seq = v.Seq
		_, newer, err = r.Newer(schema.TypeExperience, e.ObjectKey(), seq)
		require.NoError(t, err)
		require.False(t, newer)
	})
	e.Tags = []string{"changed"}
	put(t, l, e)
	view(t, l, func(r *Reader) {
		require.False(t, r.Untouched("a", schema.TypeExperience, e.ObjectKey(), seq))
		v, newer, err := r.Newer(schema.TypeExperience, e.ObjectKey(), seq)
		require.NoError(t, err)
		require.True(t, newer)
		require.Equal(t, []string{"changed"}, v.Object.(*schema.Experience).Tags)
		_, _, err = r.Newer(schema.TypeExperience, "none", 0)
		require.ErrorIs(t, err, ErrNotFound)
	})
}

// TestUntouchedIsAsItWas: an object that is said to be untouched has the version it
// had, in each snapshot as of its own moment; of what is not in memory that is not
// said, nor in a transaction, which may change what it reads.
func TestUntouchedIsAsItWas(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	l.recent.limit = 8
	var keys []string
	var said int
	for n := range 12 {
		e := record("a", n%3)
		e.Tags = []string{fmt.Sprint("t", n)}
		put(t, l, e, record("b", 50+n))
		keys = append(keys, e.ObjectKey())
		view(t, l, func(r *Reader) {
			put(t, l, record("a", 100+n)) // while the snapshot is open
			for since := range r.Least() + 4 {
				for _, key := range keys {
					if !r.Untouched("a", schema.TypeExperience, key, since) {
						continue
					}
					said++
					then, noneThen := r.At(schema.TypeExperience, key, since)
					now, none := r.Current(schema.TypeExperience, key)
					require.Equal(t, noneThen, none)
					require.Equal(t, then.Seq, now.Seq)
				}
			}
			require.True(t, r.Untouched("a", schema.TypeExperience, e.ObjectKey(), r.Least()))
			require.False(t, r.Untouched("a", schema.TypeExperience, e.ObjectKey(), r.Least()+1))
		})
	}
	require.Positive(t, said)
	view(t, l, func(r *Reader) {
		require.False(t, r.Untouched("a", schema.TypeExperience, keys[11], 1), "not in memory")
	})
	require.NoError(t, l.Update(context.Background(), func(tx *Tx) error {
		require.False(t, tx.Untouched("a", schema.TypeExperience, keys[11], l.Seq()))
		return nil
	}))
}

// TestAgentChangesAreThoseOfTheFeed: an agent's list, however long, names what the
// feed tells of it, in the same order.
func TestAgentChangesAreThoseOfTheFeed(t *testing.T) {
	l := open(t, small(vfs.NewMem()))
	for i := range 60 {
		put(t, l, record([]string{"a", "b", "a"}[i%3], i), record("c", 100+i))
	}
	view(t, l, func(r *Reader) {
		for _, after := range []uint64{0, 1, 50, l.Seq() - 20, l.Seq()} {
			var want, got []Change
			for c, err := range r.Changes(after) {
				require.NoError(t, err)
				if c.Agent == "a" {
					want = append(want, c)
				}
			}
			for c, err := range r.AgentChanges("a", after) {
				require.NoError(t, err)
				got = append(got, c)
			}
			require.Equal(t, want, got, "behind %d", after)
		}
	})
}
