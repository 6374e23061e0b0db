package acceptance

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// toldFact is a fact with nothing but its words.
func toldFact(words string) lukasa.Experience { return lukasa.Experience{Kind: "fact", Content: words} }

// differences lists what differs, by name, with who changed it.
func differences(t require.TestingT, m, other *lukasa.Memory, agents ...string) map[string]lukasa.ChangedBy {
	got := map[string]lukasa.ChangedBy{}
	for d, err := range m.Diff(context.Background(), other, agents...) {
		require.NoError(t, err)
		got[d.Name] = d.Changed
	}
	return got
}

func reword(t require.TestingT, m *lukasa.Memory, id lukasa.ID, words string) {
	_, err := m.Update(context.Background(), id, 0, lukasa.Patch{Content: &words})
	require.NoError(t, err)
}

func forget(t require.TestingT, m *lukasa.Memory, purge bool, ids ...lukasa.ID) {
	_, err := m.Forget(context.Background(), lukasa.Forget{IDs: ids, Purge: purge})
	require.NoError(t, err)
}

// TestDiffTellsWhoChanged compares a memory with its fork (900-10): each object
// that says something else is told once, with the side that changed it and what
// both had before; what a purge took here was changed here.
func TestDiffTellsWhoChanged(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	var ids []lukasa.ID
	for _, what := range []string{"zero", "one", "two", "three", "four", "five", "six"} {
		ids = append(ids, retain(t, m, toldFact(what)))
	}
	fork := forked(t, m, clock)
	require.Empty(t, differences(t, m, fork))
	require.Empty(t, differences(t, m, m))

	reword(t, m, ids[0], "here")
	reword(t, fork, ids[1], "there")
	reword(t, m, ids[2], "two, here")
	reword(t, fork, ids[2], "two, there")
	reword(t, m, ids[3], "the same")
	reword(t, fork, ids[3], "the same")
	forget(t, m, true, ids[4])
	forget(t, fork, false, ids[5])
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "person:ana", Name: "Ana"}))
	added := retain(t, fork, toldFact("new there"))
	want := map[string]lukasa.ChangedBy{
		ids[0].String(): lukasa.ChangedHere, ids[1].String(): lukasa.ChangedThere, ids[2].String(): lukasa.ChangedByBoth,
		ids[4].String(): lukasa.ChangedHere, ids[5].String(): lukasa.ChangedThere, added.String(): lukasa.ChangedThere, "person:ana": lukasa.ChangedThere,
	}
	require.Equal(t, want, differences(t, m, fork))
	for d, err := range fork.Diff(ctx, m) {
		require.NoError(t, err)
		if d.Name == ids[2].String() {
			require.Equal(t, "two, there", d.Ours.(*lukasa.Experience).Content)
			require.Equal(t, "two", d.Base.(*lukasa.Experience).Content)
			require.Equal(t, "two, here", d.Theirs.(*lukasa.Experience).Content)
		}
	}
}

// TestDiffKeepsAgentsApart shows nothing of an agent that was not named (I5).
func TestDiffKeepsAgentsApart(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	fork := forked(t, m, clock)
	other, err := fork.As("other")
	require.NoError(t, err)
	theirs := retain(t, other, toldFact("of another agent"))
	require.NoError(t, other.PutEntity(ctx, lukasa.Entity{Key: "person:ana"}))
	mine := retain(t, fork, toldFact("mine"))
	require.Equal(t, map[string]lukasa.ChangedBy{mine.String(): lukasa.ChangedThere}, differences(t, m, fork))
	require.Equal(t, map[string]lukasa.ChangedBy{theirs.String(): lukasa.ChangedThere, "person:ana": lukasa.ChangedThere}, differences(t, m, fork, "other"))
	n := 0
	for d, err := range m.DiffAll(ctx, fork) {
		require.NoError(t, err)
		require.Contains(t, []string{"default", "other"}, d.Agent)
		n++
	}
	require.Equal(t, 3, n)
}

// TestDiffRefuses names what is missing, and says that a memory is closed.
func TestDiffRefuses(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	for _, err := range m.Diff(ctx, nil) {
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "other", invalid.Fields[0].Field)
	}
	gone, err := lukasa.Open(ctx, filepath.Join(t.TempDir(), "gone"))
	require.NoError(t, err)
	require.NoError(t, gone.Close())
	for _, err := range m.Diff(ctx, gone) {
		require.ErrorIs(t, err, lukasa.ErrClosed)
	}
}
