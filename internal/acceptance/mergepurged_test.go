package acceptance

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestMergeDoesNotBringBackWhatCameByMerge: what another memory told, and this one
// merged and then lost, does not come back by the next merge, under whatever id it is
// known there; the other memory forgets it as well (I9, 900-10).
func TestMergeDoesNotBringBackWhatCameByMerge(t *testing.T) {
	for name, told := range map[string]lukasa.Experience{"words": toldFact("Ada's secret"), "a statement": says("delivery_day", "Friday")} {
		ofContent := told
		ofContent.ID = uuid.NewSHA1(uuid.Nil, []byte(name)) // which leaves no trace of itself
		for _, here := range []*lukasa.Experience{nil, &told, &ofContent} {
			for _, purge := range []bool{false, true} {
				m, clock := openTest(t)
				fork := forked(t, m, clock)
				there := retain(t, fork, told)
				id := there
				if here != nil {
					id = retain(t, m, *here)
				}
				require.Equal(t, here != nil, merged(t, m, fork, lukasa.Joining{}).Known == 1)
				forget(t, m, purge, id)

				require.Empty(t, merged(t, m, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs}).Conflicts)
				require.Empty(t, everything(t, m, lukasa.Filter{}), "%s, known here: %v, purged: %v", name, here != nil, purge)
				if purge {
					entities, err := m.Entities(t.Context(), "", 10)
					require.NoError(t, err)
					require.Empty(t, entities, "what was known only from it")
				}
				require.Equal(t, []lukasa.ID{there}, merged(t, fork, m, lukasa.Joining{}).Forgotten)
				checked(t, m)
			}
		}
	}
}

// TestMergePurgedAndChanged: what was purged here and changed there since is a
// conflict, whichever id it has there and whichever side is preferred.
func TestMergePurgedAndChanged(t *testing.T) {
	for _, here := range []bool{false, true} {
		m, clock := openTest(t)
		fork := forked(t, m, clock)
		there := retain(t, fork, toldFact("a secret"))
		id := there
		if here {
			id = retain(t, m, toldFact("a secret"))
		}
		merged(t, m, fork, lukasa.Joining{})
		forget(t, m, true, id)
		reword(t, fork, there, "a secret, in other words")
		for range 2 {
			done := merged(t, m, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs})
			require.Equal(t, map[string]bool{there.String(): true}, clashes(done))
			require.Empty(t, everything(t, m, lukasa.Filter{}))
		}
	}
}

// TestMergeKnowsWhatItRecognised: a record that a former merge recognised is nothing
// new, whatever became here of the one that stands for it; what refers to it is led
// there, and what takes its place there takes that one's place here.
func TestMergeKnowsWhatItRecognised(t *testing.T) {
	both := func(t *testing.T) (m, fork *lukasa.Memory, here, there lukasa.ID) {
		m, clock := openTest(t)
		fork = forked(t, m, clock)
		here, there = retain(t, m, toldFact("opens at nine")), retain(t, fork, toldFact("opens at nine"))
		require.Equal(t, 1, merged(t, m, fork, lukasa.Joining{}).Known)
		return m, fork, here, there
	}
	t.Run("changed here", func(t *testing.T) {
		m, fork, here, _ := both(t)
		reword(t, m, here, "opens at ten")
		require.Zero(t, merged(t, m, fork, lukasa.Joining{}).New)
	})
	t.Run("superseded here", func(t *testing.T) {
		m, fork, here, _ := both(t)
		_, err := m.Supersede(t.Context(), here, toldFact("opens at ten"))
		require.NoError(t, err)
		require.Zero(t, merged(t, m, fork, lukasa.Joining{}).New)
	})
	t.Run("referred to there", func(t *testing.T) {
		m, fork, here, there := both(t)
		rests := toldFact("closed before")
		rests.Evidence = []lukasa.Evidence{{ID: there, Stance: schema.StanceSupports}}
		belief := retain(t, fork, rests)
		require.Equal(t, 1, merged(t, m, fork, lukasa.Joining{}).New)
		e, err := m.Get(t.Context(), belief)
		require.NoError(t, err)
		require.Equal(t, here, e.Evidence[0].ID)
	})
	t.Run("superseded there", func(t *testing.T) {
		m, fork, here, there := both(t)
		newer, err := fork.Supersede(t.Context(), there, toldFact("opens at ten"))
		require.NoError(t, err)
		done := merged(t, m, fork, lukasa.Joining{})
		require.Empty(t, done.Conflicts)
		require.Equal(t, 1, done.New)
		e, err := m.Get(t.Context(), here)
		require.NoError(t, err)
		require.Equal(t, newer.ID, e.SupersededBy)
		was := digest(t, m)
		require.Empty(t, merged(t, m, fork, lukasa.Joining{}).Conflicts)
		require.Equal(t, was, digest(t, m))
		checked(t, m)
	})
}

// TestMergeLeadsNames: a name that was learned there in a record which is here under
// another id was learned in the one here: it goes with that when it is purged, and
// does not come back (I9).
func TestMergeLeadsNames(t *testing.T) {
	for _, here := range []bool{false, true} {
		m, clock := openTest(t)
		require.NoError(t, m.PutEntity(t.Context(), lukasa.Entity{Key: "person:ana", Name: "Ana"}))
		fork := forked(t, m, clock)
		there := retain(t, fork, toldFact("ask Annie about it"))
		learned(t, fork, "Annie", there)
		id := there
		if here {
			id = retain(t, m, toldFact("ask Annie about it"))
		}
		merged(t, m, fork, lukasa.Joining{})
		require.Equal(t, []lukasa.ID{id}, taughtBy(t, m))
		was := digest(t, m)
		require.Empty(t, merged(t, m, fork, lukasa.Joining{}).Conflicts)
		require.Equal(t, was, digest(t, m))

		forget(t, m, true, id)
		require.Empty(t, taughtBy(t, m))
		require.Empty(t, merged(t, m, fork, lukasa.Joining{}).Conflicts)
		require.Empty(t, taughtBy(t, m))
		checked(t, m)
	}
}

// taughtBy lists the records in which Ana's names were learned.
func taughtBy(t *testing.T, m *lukasa.Memory) (ids []lukasa.ID) {
	t.Helper()
	require.NoError(t, inside.Store(m).View(t.Context(), func(r *ledger.Reader) error {
		for a, err := range r.AliasesOf("default", "person:ana") {
			require.NoError(t, err)
			ids = append(ids, a.Learned)
		}
		return nil
	}))
	return ids
}
