package acceptance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// purgeChild purges what sings, says so as soon as it can be seen, and kills itself
// a while after, as it is told.
func purgeChild() {
	ctx := context.Background()
	after, err := time.ParseDuration(os.Getenv("LUKASA_TEST_AFTER"))
	quit(err)
	m, err := lukasa.Open(ctx, os.Getenv("LUKASA_TEST_DIR"), plain)
	quit(err)
	page, err := m.Find(ctx, lukasa.Filter{Tags: []string{canary}, Limit: 1})
	quit(err)
	gone := page.Items[0].ID
	dieOnce(func() bool {
		if _, err := m.Get(ctx, gone); !errors.Is(err, lukasa.ErrNotFound) {
			return false
		}
		fmt.Println("gone")
		time.Sleep(after)
		return true
	})
	_, err = m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{gone}, Purge: true})
	quit(err)
	fmt.Println("done")
	select {} // until the kill comes
}

// TestPurgeKilled kills a process with kill -9 at several moments of a purge. Where
// the forgetting was durable, opening the memory again finishes it: no file holds a
// byte of what went, and the receipt says how that was checked. Where it was not, and
// so not acknowledged, nothing of it was done (I1, I9, 900-07).
func TestPurgeKilled(t *testing.T) {
	t.Parallel()
	midst := 0
	for _, after := range []time.Duration{0, 3 * time.Millisecond, 15 * time.Millisecond, 60 * time.Millisecond} {
		dir := t.TempDir()
		gone, stays := toPurge(t, dir)
		killPurge(t, dir, after)
		left := filesWith(t, dir)

		ctx := context.Background()
		m, err := lukasa.Open(ctx, dir, plain)
		require.NoError(t, err)
		_, err = m.Get(ctx, stays)
		require.NoError(t, err)
		issued, err := m.Receipts()
		require.NoError(t, err)
		_, err = m.Get(ctx, gone)
		finished := err != nil
		if finished {
			require.ErrorIs(t, err, lukasa.ErrNotFound)
			purgedByReceipt(t, m, issued, gone)
		} else {
			require.Empty(t, issued)
			require.NotEmpty(t, left)
		}
		if finished && len(left) > 0 {
			midst++
		}
		checked(t, m)
		require.NoError(t, m.Close())
		if finished {
			require.Empty(t, filesWith(t, dir), "killed after %s", after)
		}
	}
	require.Positive(t, midst, "no kill came in the middle")
}

// toPurge makes a memory with something to purge and something that stays.
func toPurge(t *testing.T, dir string) (gone, stays lukasa.ID) {
	m, err := lukasa.Open(context.Background(), dir, plain)
	require.NoError(t, err)
	retainMany(t, m, "filler")
	gone, stays = sing(t, m, "s"), retain(t, m, lived("something else"))
	require.NoError(t, m.Close()) // the canary reaches the files of the views as well
	return gone, stays
}

// killPurge runs a process that purges, to its violent end.
func killPurge(t *testing.T, dir string, after time.Duration) {
	cmd := child(t, "purge", dir, "LUKASA_TEST_AFTER="+after.String())
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer late.Stop()
	said, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "gone\n", said)
	require.Error(t, cmd.Wait())
	require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself")
}

// purgedByReceipt holds the one receipt to what it must say.
func purgedByReceipt(t *testing.T, m *lukasa.Memory, issued []lukasa.Receipt, gone lukasa.ID) {
	require.Len(t, issued, 1)
	r := issued[0]
	require.True(t, r.Purged)
	require.Contains(t, r.Records, gone)
	require.NotEmpty(t, r.Checks)
	for _, check := range r.Checks {
		require.Zero(t, check.Left, "%s", check.Where)
	}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.NotContains(t, string(text), canary)
	_, err = m.VerifyReceipt(context.Background(), text)
	require.NoError(t, err)
}
