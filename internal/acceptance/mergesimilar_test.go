package acceptance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/inside"
)

// TestWhatComesBackIsSimilarAgain: a record that was forgotten, and that others were
// found similar to, has their edges again in the graph when it comes back, by a merge
// or from the source that it mirrors (I2, I3).
func TestWhatComesBackIsSimilarAgain(t *testing.T) {
	for name, back := range map[string]func(t *testing.T, m, fork *lukasa.Memory, e lukasa.Experience){
		"merged": func(t *testing.T, m, fork *lukasa.Memory, e lukasa.Experience) {
			reword(t, fork, e.ID, "the deploy of the billing service failed at noon")
			require.Equal(t, 1, merged(t, m, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs}).New)
		},
		"mirrored": func(t *testing.T, m, _ *lukasa.Memory, e lukasa.Experience) {
			done, err := experience.New(inside.Store(m)).Mirror(t.Context(), m.Agent(), []lukasa.Experience{e}, nil)
			require.NoError(t, err)
			require.Equal(t, experience.Mirrored{New: 1}, done)
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			id := retain(t, m, toldFact("the deploy of the billing service failed"))
			later, err := m.Get(t.Context(), retain(t, m, toldFact("the deploy of the billing service failed again")))
			require.NoError(t, err)
			require.Equal(t, id, later.Similar[0].ID)
			fork := forked(t, m, clock)
			e, err := m.Get(t.Context(), id)
			require.NoError(t, err)
			forget(t, m, false, id)
			require.NoError(t, m.Flush(t.Context()))
			checked(t, m)
			back(t, m, fork, e)
			checked(t, m)
		})
	}
}
