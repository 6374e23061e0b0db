package acceptance

import (
	"context"
	"io/fs"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// forked forks a memory and opens the fork, which is closed with the test. Both
// have the clock; the ids of the fork are its own.
func forked(t scope, m *lukasa.Memory, clock *testClock) *lukasa.Memory {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "fork")
	require.NoError(t, m.Fork(context.Background(), dir))
	return reopened(t, dir, clock, 0xf0)
}

// reopened opens a copy of a memory, which is closed with its scope, with ids that
// have a salt.
func reopened(t scope, dir string, clock *testClock, salt byte) *lukasa.Memory {
	t.Helper()
	m, err := lukasa.Open(context.Background(), dir, lukasa.WithClock(clock.now), lukasa.WithIDs(saltedIDs(salt)), lukasa.WithSeed(1))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

// saltedIDs makes ids that count up and are no other memory's.
func saltedIDs(salt byte) func() lukasa.ID {
	ids := countedIDs()
	return func() lukasa.ID {
		id := ids()
		id[11] = salt
		return id
	}
}

func digest(t require.TestingT, m *lukasa.Memory) string {
	d, err := m.Digest(context.Background())
	require.NoError(t, err)
	return d
}

// TestForkStandsAlone forks a memory (900-10): whatever is written, forgotten and
// purged in one of the two, the other is as it was and sound.
func TestForkStandsAlone(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	secret := retain(t, m, lived("the party is a secret"))
	for _, what := range []string{"one", "two"} {
		retain(t, m, lived(what))
	}
	fork := forked(t, m, clock)
	require.Equal(t, digest(t, m), digest(t, fork))
	noted, err := m.Backups()
	require.NoError(t, err)
	require.Len(t, noted, 1)
	require.Equal(t, fork.Dir(), noted[0].Path)

	for _, pair := range [][2]*lukasa.Memory{{m, fork}, {fork, m}} {
		changed, still := pair[0], pair[1]
		before := digest(t, still)
		for _, what := range []string{"three", "four"} {
			retain(t, changed, lived(what))
		}
		_, err := changed.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{secret}, Purge: true})
		require.NoError(t, err)
		require.Equal(t, before, digest(t, still))
		checked(t, changed)
		checked(t, still)
	}
	require.NoError(t, fork.Close())
	checked(t, m)
	again, err := lukasa.Open(ctx, fork.Dir(), lukasa.WithClock(clock.now))
	require.NoError(t, err)
	_, err = again.Get(ctx, secret)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	require.NoError(t, again.Close())
}

// TestForkRefuses names what is wrong with the place of a fork.
func TestForkRefuses(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "fork.tar.gz")} {
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, m.Fork(ctx, dir), &invalid)
		require.Equal(t, "dir", invalid.Fields[0].Field)
	}
	require.ErrorIs(t, m.Fork(ctx, t.TempDir()), fs.ErrExist)
}

// TestNoPlace: a place that nobody named is none, and never the working directory.
func TestNoPlace(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	backup := filepath.Join(t.TempDir(), "backup")
	require.NoError(t, m.Backup(ctx, backup))
	_, err := lukasa.Open(ctx, "")
	for field, err := range map[string]error{"dir": err, "to": m.Backup(ctx, ""), "dir:": lukasa.Restore(ctx, backup, "")} {
		require.ErrorIs(t, err, lukasa.ErrInvalid)
		require.ErrorContains(t, err, field)
	}
}

// TestOptionsThatSayNothing: an option that has no meaning is refused by its name, before a file is made.
func TestOptionsThatSayNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory")
	for _, linking := range []lukasa.Linking{lukasa.LinkOff + 1, -1} {
		_, err := lukasa.Open(context.Background(), dir, lukasa.WithLinking(linking))
		require.ErrorIs(t, err, lukasa.ErrInvalid)
		require.ErrorContains(t, err, "linking: ")
	}
	require.NoDirExists(t, dir)
}
