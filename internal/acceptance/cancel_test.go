package acceptance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// impatient is a context that is canceled once it was looked at so many times.
type impatient struct {
	context.Context
	looks atomic.Int64 // left
}

func (c *impatient) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return c.Context.Err()
}

// TestCancelledCatchUp gives up a question at each moment of bringing the indexes up
// to date: with the next one they agree with the ledger all the same (I2, 900-01).
func TestCancelledCatchUp(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	said := func(n int) lukasa.ID {
		clock.advance(time.Minute)
		e := lived(fmt.Sprint("said ", n))
		e.Session = "s"
		return retain(t, m, e)
	}
	var ids []lukasa.ID
	for n := range 6 {
		ids = append(ids, said(n))
	}
	_, err := m.Recall(ctx, lukasa.Query{Text: "said"})
	require.NoError(t, err)
	given := 0
	for n := 0; ; n++ {
		require.Less(t, n, 500)
		ids = append(ids, said(10+n))
		forget(t, m, false, ids[2]) // the last change: to retain is to catch up
		ids = slices.Delete(ids, 2, 3)
		hurried := &impatient{Context: ctx}
		hurried.looks.Store(int64(n))
		_, err := m.Recall(hurried, lukasa.Query{Text: "said"})
		checked(t, m)
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		given++
	}
	require.Greater(t, given, 3)
}

// TestCancelledCalls gives up a call of each sort at moments of it, as it looks at
// its context: it fails with that, or is done, and the memory is sound (I1, I2, 900-01).
// With LUKASA_DRILL_CANCEL that is every moment, else the 1st, 2nd, 5th, 14th and so on.
func TestCancelledCalls(t *testing.T) {
	t.Parallel()
	next := func(n int) int { return 3*n + 2 }
	if os.Getenv("LUKASA_DRILL_CANCEL") != "" {
		next = func(n int) int { return n + 1 }
	}
	m, clock := openTest(t)
	for name, call := range everyCall(t, m, clock) {
		for n := 0; ; n = next(n) {
			hurried := &impatient{Context: context.Background()}
			hurried.looks.Store(int64(n))
			err := call(hurried)
			checked(t, m)
			if err == nil {
				break
			}
			require.ErrorIs(t, err, context.Canceled, "%s, at look %d", name, n)
		}
	}
}

// TestCancelledErasure gives up an erasure at each moment of it: it fails and nothing is
// forgotten, or it is finished, with its receipt. Whoever asks again is never told that
// there is nothing to forget (I1).
func TestCancelledErasure(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	id := retain(t, m, lived("doomed"))
	for n := 0; ; n++ {
		hurried := &impatient{Context: ctx}
		hurried.looks.Store(int64(n))
		receipt, err := m.Erase(hurried, lukasa.Erasure{IDs: []lukasa.ID{id}})
		if err == nil {
			require.NotEmpty(t, receipt.Hash)
			break
		}
		require.ErrorIs(t, err, context.Canceled, "at look %d", n)
		_, err = m.Get(ctx, id)
		require.NoError(t, err, "at look %d: given up, and yet forgotten", n)
	}
	issued, err := m.Receipts()
	require.NoError(t, err)
	require.Len(t, issued, 1)
}

// TestCancelledPurgeAskedAgain gives up a purge once what it takes is gone, and asks for it
// again: there is nothing left to purge, and its bytes go all the same (I9).
func TestCancelledPurgeAskedAgain(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, m *lukasa.Memory) (purge func(context.Context) error){
		"record": func(t *testing.T, m *lukasa.Memory) func(context.Context) error {
			doomed := lukasa.Forget{IDs: []lukasa.ID{sing(t, m, "s")}, Purge: true}
			return func(ctx context.Context) error { _, err := m.Forget(ctx, doomed); return err }
		},
		"block": func(t *testing.T, m *lukasa.Memory) func(context.Context) error {
			_, err := m.EditBlock(context.Background(), lukasa.BlockEdit{Block: "persona", Text: "sings like a " + canary})
			require.NoError(t, err)
			return func(ctx context.Context) error { return m.RemoveBlock(ctx, "persona", true) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := openTest(t, plain)
			purge := prepare(t, m)
			require.NoError(t, m.Flush(context.Background())) // all views have it
			again := false
			for n := 0; ; n = n*3/2 + 1 {
				hurried := &impatient{Context: context.Background()}
				hurried.looks.Store(int64(n))
				err := purge(hurried)
				again = again || errors.Is(err, lukasa.ErrNotFound)
				if !errors.Is(err, context.Canceled) {
					break
				}
			}
			require.True(t, again, "it was given up in the middle")
			require.Empty(t, filesWith(t, m.Dir()))
			checked(t, m)
		})
	}
}

// TestCancelledTurn gives up a turn at each moment of it and tries it again: the message is
// stored once (004-01, I6).
func TestCancelledTurn(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	given := 0
	for n := 0; ; n++ {
		hurried := &impatient{Context: ctx}
		hurried.looks.Store(int64(n))
		text := fmt.Sprint("I like tea number ", n)
		turn, err := m.Turn(hurried, lukasa.Message{User: "u", Session: "s", Text: text})
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled, "at look %d", n)
		clock.advance(time.Minute)
		if turn == nil {
			continue // it had not begun
		}
		given++
		again, err := m.Turn(ctx, turn.Message)
		require.NoError(t, err)
		said := slices.DeleteFunc(all(t, m, lukasa.Filter{Kinds: []lukasa.Kind{lukasa.KindMessage}}), func(e lukasa.Experience) bool { return e.Content != text })
		require.Equal(t, []lukasa.ID{again.ID}, idsOf(said), "at look %d", n)
	}
	require.Greater(t, given, 5)
}

// TestCancelledReembedding gives up a change of the embedder at each moment of it: it
// fails and the embedder is the one before, or the change is made as a whole (I11).
func TestCancelledReembedding(t *testing.T) {
	far, near := (&farEmbedder{name: "far", dim: 8}).embedder(), (&farEmbedder{name: "near", dim: 8}).embedder()
	m, _ := openTest(t, lukasa.WithEmbedder(far))
	before, err := m.Stats(context.Background())
	require.NoError(t, err)
	for n := 0; ; n++ {
		retain(t, m, lived(fmt.Sprint("walk ", n))) // what was embedded by a call that was given up stays so
		hurried := &impatient{Context: context.Background()}
		hurried.looks.Store(int64(n))
		if _, err = m.Reembed(hurried, near, lukasa.Reembedding{}); err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		after, err := m.Stats(context.Background())
		require.NoError(t, err)
		require.Equal(t, before.Embedder, after.Embedder, "at look %d", n)
	}
	checked(t, m)
}

// everyCall is calls of each sort, which say and change something else each time.
func everyCall(t *testing.T, m *lukasa.Memory, clock *testClock) map[string]func(ctx context.Context) error {
	said := 0
	say := func() lukasa.Experience {
		said++
		clock.advance(time.Minute)
		e := lived(fmt.Sprint("said ", said))
		e.Session, e.Mentions = "s", []lukasa.Mention{{Entity: lukasa.EntityKey(fmt.Sprint("person:p", said%3))}}
		return e
	}
	kept, doomed := retain(t, m, say()), retain(t, m, say())
	toForget := func() []lukasa.ID {
		if _, err := m.Get(context.Background(), doomed); err != nil { // a call that was given up came as far
			doomed = retain(t, m, say())
		}
		return []lukasa.ID{doomed}
	}
	return map[string]func(ctx context.Context) error{
		"retain": func(ctx context.Context) error { _, err := m.Retain(ctx, say()); return err },
		"retain several": func(ctx context.Context) error {
			_, err := m.RetainAll(ctx, []lukasa.Experience{say(), say()})
			return err
		},
		"update": func(ctx context.Context) error {
			words := say().Outcome + fmt.Sprint(said)
			_, err := m.Update(ctx, kept, 0, lukasa.Patch{Outcome: &words})
			return err
		},
		"forget": func(ctx context.Context) error {
			_, err := m.Forget(ctx, lukasa.Forget{IDs: toForget()})
			return err
		},
		"purge": func(ctx context.Context) error {
			_, err := m.Erase(ctx, lukasa.Erasure{IDs: toForget(), Purge: true})
			return err
		},
		"chain": func(ctx context.Context) error {
			_, err := m.Chain(ctx, retain(t, m, say()), 2, 2)
			return err
		},
		"turn": func(ctx context.Context) error {
			_, err := m.Turn(ctx, lukasa.Message{User: "u", Text: fmt.Sprint("I like tea number ", said)})
			return err
		},
		"entity": func(ctx context.Context) error {
			name := say().Context
			return m.PutEntity(ctx, lukasa.Entity{Key: lukasa.EntityKey("thing:" + name), Name: name})
		},
		// What reads everything has as many looks as there are records: it adds none.
		"reflect": func(ctx context.Context) error { _, err := m.Reflect(ctx, lukasa.Reflection{}); return err },
		"sweep":   func(ctx context.Context) error { _, err := m.Sweep(ctx, lukasa.Sweep{}); return err },
		"rebuild": func(ctx context.Context) error { return m.Rebuild(ctx, "all") },
	}
}
