package store

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestIdle: an agent rests once after each use, when others were used for a while
// and nobody is at it (900-12).
func TestIdle(t *testing.T) {
	s := &Store{agents: map[string]*agentViews{}}
	use := func(name string) *agentViews {
		v := s.agents[name]
		if v == nil {
			v = newAgentViews(s, name)
			s.agents[name] = v
		}
		v.used.Store(s.tick.Add(1))
		return v
	}
	names := func() (out []string) {
		for _, v := range s.idle() {
			out = append(out, v.name)
		}
		return out
	}
	use("idle")
	use("held").pins.Add(1)
	require.Empty(t, names(), "just used")
	for range restAfter {
		use("busy")
	}
	require.Equal(t, []string{"idle"}, names())
	require.Empty(t, names(), "it rests already")
	use("idle")
	s.agents["held"].pins.Add(-1)
	require.Equal(t, []string{"held"}, names())
	for range restAfter + 1 {
		use("busy")
	}
	require.Equal(t, []string{"idle"}, names(), "used again, and idle again")
}

// TestSettingsAreNoAgent: what belongs to the store alone has no indexes.
func TestSettingsAreNoAgent(t *testing.T) {
	ctx := t.Context()
	s, err := Open(ctx, t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
		return tx.Put(&schema.Setting{Name: "linking", Value: []byte(`{}`)})
	}))
	require.NoError(t, s.Flush(ctx))
	st, err := s.Stats(ctx)
	require.NoError(t, err)
	require.Zero(t, st.Loaded)
}
