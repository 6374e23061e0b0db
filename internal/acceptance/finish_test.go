package acceptance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// cutShort purges a record with a context that ends once the forgetting is
// durable, and returns it and a record that stays.
func cutShort(t *testing.T, m *lukasa.Memory) (gone, stays lukasa.ID) {
	t.Helper()
	gone, stays = sing(t, m, "s"), retain(t, m, lived("something else"))
	ctx, cancel := context.WithCancel(context.Background())
	seen := func() {
		if _, err := m.Get(context.Background(), gone); err != nil {
			cancel() // in the middle: it is forgotten, and nothing is rewritten yet
		}
	}
	defer cancel()
	go func() {
		for tick := time.NewTicker(200 * time.Microsecond); ctx.Err() == nil; <-tick.C {
			seen()
		}
	}()
	_, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{gone}, Purge: true})
	require.Error(t, err)
	return gone, stays
}

// TestPurgeCutShortHasItsReceipt ends a purge in the middle, by an error or with
// the process: the next forgetting, or the next opening, finishes it, and either
// way the chain of receipts tells of it (I9, 900-07).
func TestPurgeCutShortHasItsReceipt(t *testing.T) {
	for _, reopen := range []bool{false, true} {
		ctx := context.Background()
		dir, clock := t.TempDir(), newClock()
		open := func() *lukasa.Memory {
			m, err := lukasa.Open(ctx, dir, plain, lukasa.WithClock(clock.now))
			require.NoError(t, err)
			return m
		}
		m := open()
		gone, stays := cutShort(t, m)
		issued, err := m.Receipts()
		require.NoError(t, err)
		require.Empty(t, issued)
		want := 1
		if reopen {
			require.NoError(t, m.Close())
			torn, err := os.OpenFile(filepath.Join(dir, "receipts.jsonl"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
			require.NoError(t, err)
			_, err = torn.WriteString(`{"format":1,"ag`) // the process died as it wrote the receipt
			require.NoError(t, err)
			require.NoError(t, torn.Close())
			m = open()
		} else {
			other := retain(t, m, lived("another thing"))
			_, err = m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{other}})
			require.NoError(t, err)
			want = 2
		}
		issued, err = m.Receipts()
		require.NoError(t, err)
		require.Len(t, issued, want)
		r := issued[0]
		require.Contains(t, r.Records, gone)
		require.True(t, r.Purged)
		require.False(t, r.Finished.IsZero())
		require.NotEmpty(t, r.Checks)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		require.NotContains(t, string(text), canary)
		_, err = m.VerifyReceipt(ctx, text)
		require.NoError(t, err)
		require.Empty(t, filesWith(t, dir))
		_, err = m.Get(ctx, stays)
		require.NoError(t, err)
		require.NoError(t, m.Close())
		m = open() // nothing is owed any more
		again, err := m.Receipts()
		require.NoError(t, err)
		require.Len(t, again, want)
		checked(t, m)
		require.NoError(t, m.Close())
	}
}
