package acceptance

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
)

// side is one of two memories under random changes.
type side struct {
	m    *lukasa.Memory
	name string
	n    int
	ids  []lukasa.ID
	// touched are the entities that were forgotten or joined, which their words do not tell.
	touched map[string]bool
}

// step makes one random change, in words that no other change uses.
func (s *side) step(t *rapid.T) {
	ctx := context.Background()
	s.n++
	words := fmt.Sprintf("%s change %d", s.name, s.n)
	pick := func() lukasa.ID { return rapid.SampledFrom(s.ids).Draw(t, "record") }
	pickEntity := func() lukasa.EntityKey {
		return rapid.SampledFrom([]lukasa.EntityKey{"thing:one", "thing:two", "thing:three"}).Draw(t, "entity")
	}
	switch rapid.SampledFrom([]string{"retain", "reword", "supersede", "forget", "entity", "join", "part", "forget entity", "relate", "both"}).Draw(t, "change") {
	case "retain":
		s.ids = append(s.ids, retain(t, s.m, toldFact(words)))
	case "reword":
		_, err := s.m.Update(ctx, pick(), 0, lukasa.Patch{Content: &words})
		s.may(t, err)
	case "supersede":
		done, err := s.m.Supersede(ctx, pick(), toldFact(words))
		s.may(t, err)
		if err == nil {
			s.ids = append(s.ids, done.ID)
		}
	case "forget":
		_, err := s.m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{pick()}, Purge: rapid.Bool().Draw(t, "purge")})
		s.may(t, err)
	case "entity":
		require.NoError(t, s.m.PutEntity(ctx, lukasa.Entity{Key: pickEntity(), Name: words}))
	case "join":
		from := pickEntity()
		_, err := s.m.MergeEntities(ctx, lukasa.Merging{From: from, Into: pickEntity(), Force: true})
		s.may(t, err)
		s.touched[string(from)] = true
	case "part":
		_, err := s.m.UnmergeEntity(ctx, pickEntity())
		s.may(t, err)
	case "forget entity":
		key := pickEntity()
		_, err := s.m.Forget(ctx, lukasa.Forget{Entity: key})
		s.may(t, err)
		s.touched[string(key)] = true
	case "relate":
		e := toldFact(words)
		e.Related, e.Mentions = []lukasa.ID{pick()}, []lukasa.Mention{{Entity: pickEntity()}}
		done, err := s.m.Retain(ctx, e)
		s.may(t, err)
		if err == nil {
			s.ids = append(s.ids, done.ID)
		}
	case "both":
		retain(t, s.m, toldFact("learned on both sides"))
	}
}

// may lets a change be refused because its record is gone or superseded.
func (s *side) may(t *rapid.T, err error) {
	if err != nil && !errors.Is(err, lukasa.ErrNotFound) && !errors.Is(err, lukasa.ErrSuperseded) && !errors.Is(err, lukasa.ErrInvalid) && !errors.Is(err, lukasa.ErrMerge) {
		t.Fatal(err)
	}
}

// TestMergeProperty changes a memory and its fork at random and merges (900-10):
// what only the fork changed is as the fork has it, what only the memory changed as
// the memory had it, what both changed is a conflict and stays; the memory is
// sound, and merging again changes nothing.
func TestMergeProperty(t *testing.T) {
	fewer(t, 15)
	rapid.Check(t, func(rt *rapid.T) {
		in := draw{T: rt, root: t.TempDir()}
		m, clock := openTest(in)
		var ids []lukasa.ID
		for n := range 5 {
			ids = append(ids, retain(rt, m, toldFact(fmt.Sprint("base ", n))))
		}
		require.NoError(rt, m.PutEntity(context.Background(), lukasa.Entity{Key: "thing:one", Name: "one"}))
		fork := forked(in, m, clock)
		base := held(rt, m)
		ours, theirs := &side{m: m, name: "ours", ids: ids, touched: map[string]bool{}}, &side{m: fork, name: "theirs", ids: ids, touched: map[string]bool{}}
		for range rapid.IntRange(0, 8).Draw(rt, "changes here") {
			ours.step(rt)
		}
		for range rapid.IntRange(0, 8).Draw(rt, "changes there") {
			theirs.step(rt)
		}
		checkMerge(rt, m, theirs, base)
	})
}

func checkMerge(t *rapid.T, m *lukasa.Memory, theirs *side, base map[string]string) {
	fork := theirs.m
	before, there := held(t, m), held(t, fork)
	differ := differences(t, m, fork)
	was := digest(t, m)
	dry := merged(t, m, fork, lukasa.Joining{DryRun: true})
	require.Equal(t, was, digest(t, m), "a dry run changes nothing")
	done := merged(t, m, fork, lukasa.Joining{Batch: rapid.IntRange(1, 4).Draw(t, "batch")})
	require.Equal(t, clashes(dry), clashes(done))
	after, clash := held(t, m), clashes(done)
	for name, by := range differ {
		switch {
		case by == lukasa.ChangedByBoth && before[name] == "" && hasMentions(t, m, name):
			// Forgotten here, it came back with what speaks of it: as it is there, unless what it was merged into did not.
			require.True(t, clash[name] || there[name] == after[name], "%s: both changed it", name)
		case by == lukasa.ChangedByBoth:
			require.True(t, clash[name], "%s: both changed it", name)
			require.Equal(t, before[name], after[name])
		case clash[name]:
			// What both made alike may have come by a merge: forgetting it there is a change.
			require.True(t, base[name] != there[name] || theirs.touched[name], "%s: nothing to merge", name)
			require.Equal(t, before[name], after[name])
		case by == lukasa.ChangedThere && !knownHere(after, there[name]):
			require.Equal(t, there[name], after[name], name)
		}
	}
	require.Equal(t, dry.Forgotten, done.Forgotten)
	if len(differ) == len(done.Conflicts) {
		require.Equal(t, before, after)
	}
	checked(t, m)
	was = digest(t, m)
	again := merged(t, m, fork, lukasa.Joining{})
	require.Equal(t, was, digest(t, m), "merged twice")
	require.Equal(t, clash, clashes(again))
	require.Zero(t, again.New+again.Changed+again.Objects+len(again.Forgotten))
}

// hasMentions tells whether a record mentions an entity of that name: then there is one,
// whatever became of it before.
func hasMentions(t require.TestingT, m *lukasa.Memory, name string) bool {
	if !strings.HasPrefix(name, "thing:") {
		return false
	}
	found, err := m.Mentioning(context.Background(), lukasa.EntityKey(name), 1)
	if errors.Is(err, lukasa.ErrNotFound) {
		return false
	}
	require.NoError(t, err)
	return len(found.Records) > 0
}

// knownHere tells whether the words of a record are here under some id.
func knownHere(here map[string]string, words string) bool {
	for _, w := range here {
		if w == words {
			return true
		}
	}
	return false
}
