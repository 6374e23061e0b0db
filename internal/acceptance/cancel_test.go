package acceptance

import (
	"context"
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
