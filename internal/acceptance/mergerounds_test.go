package acceptance

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
)

// rounds are two memories that change and merge again and again.
type rounds struct {
	sides  [2]*side
	purged [2]map[string]bool    // words that were purged in each
	met    [2]map[lukasa.ID]bool // records of the other that each has merged
	copies int
}

// tell makes one of the sides say what one of both may have said before.
func (r *rounds) tell(t *rapid.T, at int) {
	s := r.sides[at]
	words := rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "words")
	if r.purged[0][words] || r.purged[1][words] {
		return // told anew it would be back by right
	}
	s.ids = append(s.ids, retain(t, s.m, toldFact(words)))
}

// purge purges one of the records of a side, or only forgets it.
func (r *rounds) purge(t *rapid.T, at int, purge bool) {
	s := r.sides[at]
	live := everything(t, s.m, lukasa.Filter{})
	if len(live) == 0 {
		return
	}
	words := rapid.SampledFrom(live).Draw(t, "goes").Content
	_, err := s.m.Forget(context.Background(), lukasa.Forget{IDs: r.saying(t, at, words), Purge: purge})
	require.NoError(t, err)
	if !purge {
		return
	}
	for _, id := range r.saying(t, 1-at, words) {
		if !r.met[at][id] {
			return // the other said it by itself, and nobody knows here
		}
	}
	r.purged[at][words] = true
}

// saying lists the records of a side that say something.
func (r *rounds) saying(t *rapid.T, at int, words string) (ids []lukasa.ID) {
	for _, e := range everything(t, r.sides[at].m, lukasa.Filter{}) {
		if e.Content == words {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// join merges one side into the other.
func (r *rounds) join(t *rapid.T, at int) {
	how := lukasa.Joining{Batch: rapid.IntRange(0, 2).Draw(t, "batch")}
	if rapid.Bool().Draw(t, "theirs") {
		how.Prefer = lukasa.PreferTheirs
	}
	into, from := r.sides[at].m, r.sides[1-at].m
	merged(t, into, from, how)
	for _, id := range idsOf(everything(t, from, lukasa.Filter{})) {
		r.met[at][id] = true
	}
	was := digest(t, into)
	again := merged(t, into, from, how)
	require.Equal(t, was, digest(t, into), "merged twice: %+v", again)
}

// restore puts what is restored of a side's backup in its place.
func (r *rounds) restore(t *rapid.T, in draw, clock *testClock, at int) {
	r.copies++
	dir := filepath.Join(in.TempDir(), "backup")
	require.NoError(t, r.sides[at].m.Backup(context.Background(), dir))
	to := filepath.Join(in.TempDir(), "again")
	require.NoError(t, lukasa.Restore(context.Background(), dir, to))
	r.sides[at].m = reopened(in, to, clock, byte(0x10+r.copies))
}

// TestMergeRounds changes two memories, merges them and restores them of backups, over
// and over: what was purged in one never comes back to it, nor does a merge do anything
// the second time (I9, 900-10).
func TestMergeRounds(t *testing.T) {
	fewer(t, 10)
	rapid.Check(t, func(rt *rapid.T) {
		in := draw{T: rt, root: t.TempDir()}
		m, clock := openTest(in)
		fork := forked(in, m, clock)
		r := &rounds{purged: [2]map[string]bool{{}, {}}, met: [2]map[lukasa.ID]bool{{}, {}}, sides: [2]*side{{m: m, name: "ours"}, {m: fork, name: "theirs"}}}
		for range rapid.IntRange(1, 12).Draw(rt, "steps") {
			at := rapid.IntRange(0, 1).Draw(rt, "side")
			switch rapid.SampledFrom([]string{"tell", "tell", "supersede", "forget", "purge", "merge", "merge", "restore"}).Draw(rt, "step") {
			case "tell":
				r.tell(rt, at)
			case "supersede":
				r.supersede(rt, at)
			case "forget":
				r.purge(rt, at, false)
			case "purge":
				r.purge(rt, at, true)
			case "merge":
				r.join(rt, at)
			case "restore":
				r.restore(rt, in, clock, at)
			}
			for i, s := range r.sides {
				for _, e := range everything(rt, s.m, lukasa.Filter{}) {
					require.False(rt, r.purged[i][e.Content], "%q was purged on side %d", e.Content, i)
				}
			}
		}
		for _, s := range r.sides {
			checked(rt, s.m)
		}
	})
}

// supersede lets new words take the place of a record.
func (r *rounds) supersede(t *rapid.T, at int) {
	s := r.sides[at]
	live := everything(t, s.m, lukasa.Filter{})
	if len(live) == 0 {
		return
	}
	s.n++
	_, err := s.m.Supersede(context.Background(), rapid.SampledFrom(live).Draw(t, "goes").ID, toldFact(fmt.Sprint(s.name, " ", s.n)))
	s.may(t, err)
}
