package acceptance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// partedOverOne returns a memory and its fork, which knows an entity, thing:one, that was
// forgotten in the memory since.
func partedOverOne(t *testing.T) (m, fork *lukasa.Memory) {
	t.Helper()
	ctx := context.Background()
	m, clock := openTest(t)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "thing:one", Name: "one"}))
	fork = forked(t, m, clock)
	_, err := m.Forget(ctx, lukasa.Forget{Entity: "thing:one"})
	require.NoError(t, err)
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:one", Name: "the one"}))
	return m, fork
}

// TestMergeOfAnEntityWithoutItsTarget: where there an entity was merged into one that was
// forgotten here, it stays as it is here, and the memory can be read (900-10, 002-16).
func TestMergeOfAnEntityWithoutItsTarget(t *testing.T) {
	ctx := context.Background()
	m, fork := partedOverOne(t)
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:two", Name: "two"}))
	_, err := fork.MergeEntities(ctx, lukasa.Merging{From: "thing:two", Into: "thing:one", Force: true})
	require.NoError(t, err)
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:five", Name: "five"}))
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:four", Name: "four"}))
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:six", Name: "six"}))
	for from, into := range map[lukasa.EntityKey]lukasa.EntityKey{"thing:five": "thing:four", "thing:four": "thing:six"} {
		_, err = fork.MergeEntities(ctx, lukasa.Merging{From: from, Into: into, Force: true})
		require.NoError(t, err)
	}

	done := merged(t, m, fork, lukasa.Joining{Batch: 1})
	got := clashes(done)
	require.Equal(t, map[string]bool{"thing:one": true, "thing:two": true}, got)
	entities, err := m.Entities(ctx, "", 10)
	require.NoError(t, err)
	require.Len(t, entities, 1, "six, which two stand for")
	checked(t, m)
	again := merged(t, m, fork, lukasa.Joining{})
	require.Zero(t, again.Objects)

	done = merged(t, m, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs})
	require.Empty(t, done.Conflicts)
	checked(t, m)
}

// TestMergeOfAForgottenEntityThatIsSpokenOf: what was forgotten here comes back with a
// record there that speaks of it, as it is there and at once: merging again changes
// nothing (900-10).
func TestMergeOfAForgottenEntityThatIsSpokenOf(t *testing.T) {
	ctx := context.Background()
	m, fork := partedOverOne(t)
	e := toldFact("of the one")
	e.Mentions = []lukasa.Mention{{Entity: "thing:one"}}
	retain(t, fork, e)

	done := merged(t, m, fork, lukasa.Joining{})
	require.Empty(t, done.Conflicts)
	one, err := m.Entity(ctx, "thing:one")
	require.NoError(t, err)
	require.Equal(t, "the one", one.Name)
	was := digest(t, m)
	again := merged(t, m, fork, lukasa.Joining{})
	require.Zero(t, again.Objects)
	require.Equal(t, was, digest(t, m))
	checked(t, m)
}
