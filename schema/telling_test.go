package schema_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/schema"
)

// TestTellings tells and forgets sessions at random: below the bound a record stays as
// long as one that told it, each is noted once and as of its first time, and the earliest
// that is left has the record (I6).
func TestTellings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := schema.Experience{Session: "0", Time: noon}
		told := map[string]time.Time{"0": noon}
		for step := range rapid.IntRange(1, 40).Draw(t, "steps") {
			session := fmt.Sprint(rapid.IntRange(0, schema.MaxTellings-1).Draw(t, "session"))
			_, known := told[session]
			if rapid.Bool().Draw(t, "tell") {
				at := noon.Add(time.Duration(step+1) * time.Minute)
				before := slices.Clone(e.Tellings)
				shared := e.Tellings
				require.Equal(t, !known, e.Tell(schema.Telling{Session: session, Time: at}))
				require.Equal(t, before, slices.Clone(shared), "written into")
				if !known {
					told[session] = at
				}
				continue
			}
			if len(told) == 1 && known {
				before := e
				require.False(t, e.Untell(session))
				require.Equal(t, before, e)
				continue
			}
			moved := e.Session == session
			require.True(t, e.Untell(session))
			delete(told, session)
			if moved {
				for _, at := range told {
					require.False(t, at.Before(e.Time))
				}
			}
			require.False(t, e.ToldBy(session))
			require.Equal(t, told[e.Session], e.Time)
		}
		for session := range told {
			require.True(t, e.ToldBy(session))
		}
	})
}

// TestTellingsAreBounded: beyond the bound one telling a day is remembered in the place of
// the oldest, a record's own is kept, and nothing is written for the rest.
func TestTellingsAreBounded(t *testing.T) {
	e := schema.Experience{Session: "own", Time: noon, Evidence: []schema.Evidence{{ID: idB}}}
	at := func(n int) schema.Telling {
		return schema.Telling{Session: fmt.Sprint(n), Time: noon.Add(time.Duration(n) * time.Minute)}
	}
	n := 1
	for ; len(e.Tellings) < schema.MaxTellings; n++ {
		require.True(t, e.Tell(at(n)))
	}
	require.Equal(t, schema.Telling{Session: "own", Time: noon, Founded: true}, e.Tellings[0])
	require.False(t, e.Tell(at(n)))
	later := schema.Telling{Session: "later", Time: at(n - 1).Time.Add(24 * time.Hour)}
	require.True(t, e.Tell(later))
	require.Len(t, e.Tellings, schema.MaxTellings)
	require.Equal(t, "own", e.Tellings[0].Session)
	require.False(t, e.ToldBy("1"))
	require.True(t, e.ToldBy("2"))
	require.Equal(t, later, e.Tellings[schema.MaxTellings-1])
}
