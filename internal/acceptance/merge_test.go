package acceptance

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// held is what an agent holds, by name: the words that tell objects apart.
func held(t require.TestingT, m *lukasa.Memory) map[string]string {
	got := map[string]string{}
	for e, err := range m.All(context.Background(), lukasa.Filter{Statuses: []schema.Status{schema.StatusActive, schema.StatusSuperseded}}) {
		require.NoError(t, err)
		got[e.ID.String()] = e.Content + " " + string(e.Status) + fmt.Sprint(e.Supersedes)
	}
	entities, err := m.Entities(context.Background(), "", 100)
	require.NoError(t, err)
	for _, e := range entities {
		got[string(e.Key)] = e.Name
	}
	return got
}

func merged(t require.TestingT, m, from *lukasa.Memory, how lukasa.Joining) lukasa.Joined {
	done, err := m.Merge(context.Background(), from, how)
	require.NoError(t, err)
	return done
}

// clashes lists the conflicts of a merge by name.
func clashes(done lukasa.Joined) map[string]bool {
	got := map[string]bool{}
	for _, c := range done.Conflicts {
		got[c.Name] = true
	}
	return got
}

// TestMergeWithoutChangesHere makes a memory equal to its fork, so that nothing
// differs any more.
func TestMergeWithoutChangesHere(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	var ids []lukasa.ID
	for n := range 4 {
		ids = append(ids, retain(t, m, toldFact(fmt.Sprint("base ", n))))
	}
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "thing:one", Name: "one"}))
	fork := forked(t, m, clock)
	reword(t, fork, ids[0], "reworded there")
	forget(t, fork, false, ids[1])
	newer, err := fork.Supersede(ctx, ids[2], toldFact("newer"))
	require.NoError(t, err)
	based := toldFact("rests on what is new")
	based.Evidence = []lukasa.Evidence{{ID: newer.ID, Stance: "supports"}}
	retain(t, fork, based)
	retain(t, fork, lukasa.Experience{Kind: "fact", Content: "Ana works for Acme", Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "works_for", Entity: "org:acme"}})
	require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:one", Name: "the one"}))
	done := merged(t, m, fork, lukasa.Joining{Batch: 1})
	require.Empty(t, done.Conflicts)
	require.Equal(t, []lukasa.ID{ids[1]}, done.Forgotten)
	require.Equal(t, 3, done.New)
	require.Empty(t, differences(t, m, fork))
	require.Equal(t, held(t, fork), held(t, m))
	checked(t, m)
}

// TestMergeConflicts leaves what both changed as it is, or takes the other side
// where that is preferred; both told the same is no conflict, and statements that
// contradict each other are settled by policy.
func TestMergeConflicts(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	a, b := retain(t, m, toldFact("a")), retain(t, m, toldFact("b"))
	fork := forked(t, m, clock)
	reword(t, m, a, "a, here")
	reword(t, fork, a, "a, there")
	forget(t, m, false, b)
	reword(t, fork, b, "b, there")
	known, same := toldFact("learned twice"), toldFact("learned twice")
	here := retain(t, m, known)
	there := retain(t, fork, same)
	rests := toldFact("rests on it")
	rests.Evidence = []lukasa.Evidence{{ID: there, Stance: "supports"}}
	belief := retain(t, fork, rests)

	done := merged(t, m, fork, lukasa.Joining{})
	require.Equal(t, map[string]bool{a.String(): true, b.String(): true}, clashes(done))
	require.Equal(t, 1, done.Known)
	require.Equal(t, "a, here", held(t, m)[a.String()][:7])
	led, err := m.Get(ctx, belief)
	require.NoError(t, err)
	require.Equal(t, here, led.Evidence[0].ID, "led to what stands for it here")
	was := digest(t, m)
	again := merged(t, m, fork, lukasa.Joining{})
	require.Equal(t, clashes(done), clashes(again))
	require.Equal(t, was, digest(t, m))

	taken := merged(t, m, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs})
	require.Empty(t, taken.Conflicts)
	for _, id := range []lukasa.ID{a, b} {
		e, err := m.Get(ctx, id)
		require.NoError(t, err)
		require.Contains(t, e.Content, "there")
	}
	checked(t, m)
}

// TestMergeSettlesStatements settles what is stated on both sides as if it had been
// told here, once.
func TestMergeSettlesStatements(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	fork := forked(t, m, clock)
	home := func(where string) lukasa.Experience {
		return lukasa.Experience{Kind: "fact", Content: "Ana lives in " + where, Confidence: .9, Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "lives_in", Value: []byte(`"` + where + `"`)}}
	}
	older := retain(t, m, home("Hue"))
	clock.advance(24 * time.Hour)
	newer := retain(t, fork, home("Hanoi"))
	done := merged(t, m, fork, lukasa.Joining{})
	require.Empty(t, done.Conflicts)
	direct, directClock := openTest(t)
	told := retain(t, direct, home("Hue"))
	directClock.advance(24 * time.Hour)
	retain(t, direct, home("Hanoi"))
	want, err := direct.Get(ctx, told)
	require.NoError(t, err)
	got, err := m.Get(ctx, older)
	require.NoError(t, err)
	require.Equal(t, want.Status, got.Status)
	_, err = m.Get(ctx, newer)
	require.NoError(t, err)
	was := digest(t, m)
	require.Empty(t, merged(t, m, fork, lukasa.Joining{}).Conflicts)
	require.Equal(t, was, digest(t, m))
	checked(t, m)
}

// TestMergeDoesNotBringBackWhatWasPurged keeps a promise: a copy still has the
// bytes, but its merge is not how they return (I9), whatever way it was made.
func TestMergeDoesNotBringBackWhatWasPurged(t *testing.T) {
	for name, copied := range map[string]func(t testing.TB, m *lukasa.Memory) string{
		"a fork": func(t testing.TB, m *lukasa.Memory) string {
			dir := filepath.Join(t.TempDir(), "fork")
			require.NoError(t, m.Fork(context.Background(), dir))
			return dir
		},
		"a restored directory": func(t testing.TB, m *lukasa.Memory) string { return restored(t, m, "backup") },
		"a restored file":      func(t testing.TB, m *lukasa.Memory) string { return restored(t, m, "backup.tar.gz") },
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			first, secret := retain(t, m, toldFact("first")), retain(t, m, toldFact("a secret"))
			other := reopened(t, copied(t, m), clock, 0xf0)
			forget(t, m, true, secret)
			reword(t, other, first, "first, there")
			done := merged(t, m, other, lukasa.Joining{})
			require.Equal(t, 1, done.Changed)
			require.Zero(t, done.New)
			_, err := m.Get(context.Background(), secret)
			require.ErrorIs(t, err, lukasa.ErrNotFound)
			back := merged(t, other, m, lukasa.Joining{})
			require.Equal(t, []lukasa.ID{secret}, back.Forgotten)
			checked(t, other)
		})
	}
}

// TestMergePrefersNoneToWhatWasPurged: what was purged here and changed there is a
// conflict even where the other side is preferred. What was only forgotten comes back.
func TestMergePrefersNoneToWhatWasPurged(t *testing.T) {
	ctx := context.Background()
	for _, purge := range []bool{true, false} {
		m, clock := openTest(t)
		secret := retain(t, m, toldFact("a secret"))
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "thing:secret", Name: "secret"}))
		fork := forked(t, m, clock)
		forget(t, m, purge, secret)
		forgotten(t, m, lukasa.Forget{Entity: "thing:secret", Purge: purge})
		reword(t, fork, secret, "a secret, in other words")
		require.NoError(t, fork.PutEntity(ctx, lukasa.Entity{Key: "thing:secret", Name: "the secret"}))
		done := merged(t, m, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs})
		_, err := m.Get(ctx, secret)
		_, noEntity := m.Entity(ctx, "thing:secret")
		if purge {
			require.Equal(t, map[string]bool{secret.String(): true, "thing:secret": true}, clashes(done))
			require.ErrorIs(t, err, lukasa.ErrNotFound)
			require.ErrorIs(t, noEntity, lukasa.ErrNotFound)
		} else {
			require.Empty(t, done.Conflicts)
			require.NoError(t, errors.Join(err, noEntity))
		}
		checked(t, m)
	}
}

// TestMergeOfCopiesOfACopy keeps what only one of two stores made that were
// restored of the same backup, or a copy of that one, and what was purged stays
// away from both.
func TestMergeOfCopiesOfACopy(t *testing.T) {
	m, clock := openTest(t)
	secret := retain(t, m, toldFact("a secret"))
	backup := filepath.Join(t.TempDir(), "backup")
	require.NoError(t, m.Backup(context.Background(), backup))
	again := func(salt byte) *lukasa.Memory {
		dir := filepath.Join(t.TempDir(), "again")
		require.NoError(t, lukasa.Restore(context.Background(), backup, dir))
		return reopened(t, dir, clock, salt)
	}
	one, two := again(0xf1), again(0xf2)
	forget(t, one, true, secret)
	retain(t, one, toldFact("of one"))
	made := []lukasa.ID{retain(t, two, toldFact("of two")), retain(t, two, toldFact("of two as well"))}
	three := reopened(t, restored(t, two, "backup"), clock, 0xf3)
	for _, from := range []*lukasa.Memory{two, three} {
		done := merged(t, one, from, lukasa.Joining{})
		require.Empty(t, done.Forgotten)
	}
	for _, id := range made {
		_, err := one.Get(context.Background(), id)
		require.NoError(t, err)
	}
	done := merged(t, three, one, lukasa.Joining{})
	require.Equal(t, 1, done.New)
	require.Equal(t, []lukasa.ID{secret}, done.Forgotten)
	checked(t, one)
	checked(t, three)
}

// restored returns the directory of what is restored of a backup of a memory.
func restored(t testing.TB, m *lukasa.Memory, name string) string {
	t.Helper()
	room := t.TempDir()
	require.NoError(t, m.Backup(context.Background(), filepath.Join(room, name)))
	require.NoError(t, lukasa.Restore(context.Background(), filepath.Join(room, name), filepath.Join(room, "restored")))
	return filepath.Join(room, "restored")
}

// TestMergeKeepsEntitiesInUse deletes what was deleted there, but not an entity
// that a record here speaks of.
func TestMergeKeepsEntitiesInUse(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	for _, key := range []lukasa.EntityKey{"thing:used", "thing:unused"} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
	}
	fork := forked(t, m, clock)
	e := toldFact("speaks of it")
	e.Mentions = []lukasa.Mention{{Entity: "thing:used"}}
	retain(t, m, e)
	for _, key := range []lukasa.EntityKey{"thing:used", "thing:unused"} {
		_, err := fork.Forget(ctx, lukasa.Forget{Entity: key})
		require.NoError(t, err)
	}
	done := merged(t, m, fork, lukasa.Joining{})
	require.Equal(t, map[string]bool{"thing:used": true}, clashes(done))
	require.Equal(t, 1, done.Objects)
	_, err := m.Entity(ctx, "thing:unused")
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	checked(t, m)
}

// TestMergeMakesNoCircle: where each side merged the other's entity, the merge here
// stands (900-02, 900-10).
func TestMergeMakesNoCircle(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	for _, key := range []lukasa.EntityKey{"thing:a", "thing:b"} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
	}
	fork := forked(t, m, clock)
	ours, err := m.MergeEntities(ctx, lukasa.Merging{From: "thing:a", Into: "thing:b", Force: true})
	require.NoError(t, err)
	_, err = fork.MergeEntities(ctx, lukasa.Merging{From: "thing:b", Into: "thing:a", Force: true})
	require.NoError(t, err)
	done := merged(t, m, fork, lukasa.Joining{})
	require.Equal(t, map[string]bool{"thing:b": true}, clashes(done))
	b, err := m.Entity(ctx, "thing:b")
	require.NoError(t, err)
	require.Empty(t, b.MergedInto)
	log, err := m.MergeLog(ctx)
	require.NoError(t, err)
	require.Equal(t, []lukasa.Merge{ours}, log)
	checked(t, m)
}

// TestMergeKeepsMergesTakenBack: where an entity that was parted there has changed here,
// it stays merged, and its merge can still be taken back (900-02, 900-10).
func TestMergeKeepsMergesTakenBack(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	for _, key := range []lukasa.EntityKey{"thing:a", "thing:b"} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
	}
	_, err := m.MergeEntities(ctx, lukasa.Merging{From: "thing:a", Into: "thing:b", Force: true})
	require.NoError(t, err)
	fork := forked(t, m, clock)
	_, err = fork.UnmergeEntity(ctx, "thing:a")
	require.NoError(t, err)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "thing:a", Name: "renamed"}))
	require.Equal(t, map[string]bool{"thing:a": true}, clashes(merged(t, m, fork, lukasa.Joining{})))
	done, err := m.UnmergeEntity(ctx, "thing:a")
	require.NoError(t, err)
	require.True(t, done.Undone)
	checked(t, m)
}

// TestMergedSettingContradicts what stands here, where each alone is in order: it is a
// conflict, and what it would replace stays (900-10).
func TestMergedSettingContradicts(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithEmbedder(nil))
	require.NoError(t, m.SetConfig(ctx, map[string]any{"similar.links": 2}))
	fork := forked(t, m, clock)
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"insights.limit": 60, "insights.consolidate_at": 55}))
	require.NoError(t, fork.SetConfig(ctx, map[string]any{"insights.limit": 45, "similar.links": 1}))
	for range 2 {
		done := merged(t, m, fork, lukasa.Joining{})
		require.Equal(t, map[string]bool{"insights": true}, clashes(done))
		c, err := m.Config(ctx)
		require.NoError(t, err)
		require.NoError(t, c.Check())
		require.Equal(t, [2]int{60, 1}, [2]int{c.Insights.Limit, c.Similar.Links})
	}
	require.NoError(t, fork.SetConfig(ctx, map[string]any{"insights.limit": 70}))
	require.Empty(t, merged(t, m, fork, lukasa.Joining{}).Conflicts)
	checked(t, m)
}

// TestMergeRefuses names what is wrong, and keeps agents apart (I5).
func TestMergeRefuses(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	fork := forked(t, m, clock)
	for field, call := range map[string]func() (lukasa.Joined, error){
		"from":   func() (lukasa.Joined, error) { return m.Merge(ctx, nil, lukasa.Joining{}) },
		"prefer": func() (lukasa.Joined, error) { return m.Merge(ctx, fork, lukasa.Joining{Prefer: "ours"}) },
		"batch":  func() (lukasa.Joined, error) { return m.Merge(ctx, fork, lukasa.Joining{Batch: -1}) },
	} {
		_, err := call()
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, field, invalid.Fields[0].Field)
	}
	_, err := m.Merge(ctx, m, lukasa.Joining{})
	require.ErrorIs(t, err, lukasa.ErrInvalid)

	other, err := fork.As("other")
	require.NoError(t, err)
	id := retain(t, other, toldFact("of another"))
	require.Zero(t, merged(t, m, fork, lukasa.Joining{}).New)
	done, err := m.MergeAll(ctx, fork, lukasa.Joining{})
	require.NoError(t, err)
	require.Equal(t, 1, done.New)
	here, err := m.As("other")
	require.NoError(t, err)
	_, err = here.Get(ctx, id)
	require.NoError(t, err)
	_, err = m.Get(ctx, id)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
}
