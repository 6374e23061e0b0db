package lukasa

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
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
// to date: with the next one they agree with the ledger all the same (I2).
func TestCancelledCatchUp(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	said := func(n int) ID {
		clock.advance(time.Minute)
		e := lived(fmt.Sprint("said ", n))
		e.Session = "s"
		return retain(t, m, e)
	}
	var ids []ID
	for n := range 6 {
		ids = append(ids, said(n))
	}
	_, err := m.Recall(ctx, Query{Text: "said"})
	require.NoError(t, err)
	given := 0
	for n := 0; ; n++ {
		require.Less(t, n, 500)
		ids = append(ids, said(10+n))
		forget(t, m, false, ids[2]) // the last change: to retain is to catch up
		ids = slices.Delete(ids, 2, 3)
		hurried := &impatient{Context: ctx}
		hurried.looks.Store(int64(n))
		_, err := m.Recall(hurried, Query{Text: "said"})
		checked(t, m)
		if err == nil {
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		given++
	}
	require.Greater(t, given, 3)
}
