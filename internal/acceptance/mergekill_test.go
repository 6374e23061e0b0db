package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

const (
	mergedTag     = "learned-there" // of what the other side of a killed merge learned
	mergedAtATime = 2
)

// mergeChild merges another memory into one in small steps, and kills itself once
// so many of its records have come.
func mergeChild() {
	ctx := context.Background()
	after, err := strconv.Atoi(os.Getenv("LUKASA_TEST_AFTER"))
	quit(err)
	m, err := lukasa.Open(ctx, os.Getenv("LUKASA_TEST_DIR"), plain)
	quit(err)
	from, err := lukasa.Open(ctx, os.Getenv("LUKASA_TEST_FROM"), plain)
	quit(err)
	dieOnce(func() bool {
		n, err := arrived(ctx, m)
		return err == nil && n >= after
	})
	_, err = m.Merge(ctx, from, lukasa.Joining{Batch: mergedAtATime})
	quit(err)
	select {} // until the kill comes
}

// arrived counts what a merge has brought.
func arrived(ctx context.Context, m *lukasa.Memory) (int, error) {
	page, err := m.Find(ctx, lukasa.Filter{Tags: []string{mergedTag}, Limit: 1000})
	return len(page.Items), err
}

// TestMergeKilled kills a process with kill -9 in the middle of a merge. The memory
// is sound, has what the steps brought that were committed, and merging again brings
// the rest (I1, 900-10).
func TestMergeKilled(t *testing.T) {
	t.Parallel()
	const learned = 60
	ctx := context.Background()
	midst := 0
	for _, after := range []int{1, learned / 2, learned} {
		dir, other := toMerge(t, learned)
		cmd := child(t, "merge", dir, "LUKASA_TEST_FROM="+other, fmt.Sprint("LUKASA_TEST_AFTER=", after))
		late := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
		require.Error(t, cmd.Run())
		late.Stop()
		require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself")

		m, err := lukasa.Open(ctx, dir, plain)
		require.NoError(t, err)
		from, err := lukasa.Open(ctx, other, plain)
		require.NoError(t, err)
		n, err := arrived(ctx, m)
		require.NoError(t, err)
		require.GreaterOrEqual(t, n, after-mergedAtATime, "a step is seen before it is durable, but not the one after")
		checked(t, m)
		if differs := differences(t, m, from); len(differs) > 0 {
			midst++
			for name, by := range differs {
				require.Equal(t, lukasa.ChangedThere, by, name)
			}
		}
		done := merged(t, m, from, lukasa.Joining{})
		require.Empty(t, done.Conflicts)
		require.Empty(t, differences(t, m, from))
		require.Equal(t, held(t, from), held(t, m))
		checked(t, m)
		require.NoError(t, from.Close())
		require.NoError(t, m.Close())
	}
	require.Positive(t, midst, "no kill came in the middle")
}

// toMerge makes a memory and a fork of it that learned, changed, superseded and
// forgot something.
func toMerge(t *testing.T, learned int) (dir, other string) {
	ctx := context.Background()
	dir, other = t.TempDir(), filepath.Join(t.TempDir(), "fork")
	m, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	var ids []lukasa.ID
	for n := range 4 {
		ids = append(ids, retain(t, m, toldFact(fmt.Sprint("base ", n))))
	}
	require.NoError(t, m.Fork(ctx, other))
	require.NoError(t, m.Close())
	fork, err := lukasa.Open(ctx, other, plain)
	require.NoError(t, err)
	for n := range learned {
		e := toldFact(fmt.Sprint("learned ", n))
		e.Tags = []string{mergedTag}
		if n%5 == 0 {
			e.Statement = &lukasa.Statement{Subject: "person:ana", Predicate: "lives_in", Value: json.RawMessage(fmt.Sprintf("%q", fmt.Sprint("town ", n)))}
		}
		retain(t, fork, e)
	}
	reword(t, fork, ids[0], "reworded there")
	_, err = fork.Supersede(ctx, ids[1], toldFact("newer"))
	require.NoError(t, err)
	forget(t, fork, false, ids[2])
	forget(t, fork, true, ids[3])
	require.NoError(t, fork.Close())
	return dir, other
}
