package acceptance

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestMergeOfWhatWasToldAnew: what was forgotten there is not what stands here for a
// record that was told there since, nor what that contradicts: the one comes and the
// other goes, and nothing differs any more (I6, I8, 900-10).
func TestMergeOfWhatWasToldAnew(t *testing.T) {
	for name, told := range map[string]struct{ before, anew lukasa.Experience }{
		"the same words":     {toldFact("the shop opens at nine"), toldFact("the shop opens at nine")},
		"the same statement": {says("delivery_day", "Friday"), says("delivery_day", "Friday")},
		"another statement":  {says("delivery_day", "Friday"), says("delivery_day", "Monday")},
	} {
		for _, batch := range []int{0, 1} {
			t.Run(fmt.Sprint(name, " ", batch), func(t *testing.T) {
				m, clock := openTest(t)
				single(t, m, "delivery_day")
				before := retain(t, m, told.before)
				fork := forked(t, m, clock)
				forget(t, fork, false, before)
				clock.advance(time.Hour)
				anew := retain(t, fork, told.anew)
				rests := toldFact("it is known where to go")
				rests.Evidence = []lukasa.Evidence{{ID: anew, Stance: schema.StanceSupports}}
				belief := retain(t, fork, rests)

				done := merged(t, m, fork, lukasa.Joining{Batch: batch})
				require.Empty(t, done.Conflicts)
				require.Equal(t, 2, done.New)
				require.Equal(t, []lukasa.ID{before}, done.Forgotten)
				_, err := m.Get(t.Context(), belief)
				require.NoError(t, err)
				require.Empty(t, differences(t, m, fork))
				checked(t, m)
			})
		}
	}
}

// TestMergeTellsOfWhatWent: a record that was forgotten there and changed here is no
// conflict where it goes all the same, with what it rested on, before or after its turn
// and in whatever batches.
func TestMergeTellsOfWhatWent(t *testing.T) {
	for _, first := range []byte{1, 9} {
		for _, batch := range []int{0, 1} {
			m, clock := openTest(t)
			base, belief := toldFact("it rains"), toldFact("the street is wet")
			base.ID, belief.ID = lukasa.ID{0: first, 6: 0x70, 8: 0x80}, lukasa.ID{0: 5, 6: 0x70, 8: 0x80}
			belief.Evidence = []lukasa.Evidence{{ID: retain(t, m, base), Stance: schema.StanceSupports}}
			retain(t, m, belief)
			fork := forked(t, m, clock)
			forget(t, fork, false, base.ID)
			reword(t, m, belief.ID, "the street is very wet")
			done := merged(t, m, fork, lukasa.Joining{Batch: batch})
			require.ElementsMatch(t, []lukasa.ID{base.ID, belief.ID}, done.Forgotten)
			require.Empty(t, done.Conflicts)
			checked(t, m)
		}
	}
}
