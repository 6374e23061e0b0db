package acceptance

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// sound requires that no agent's settings contradict each other, and returns what m's
// are about insights.
func sound(t *testing.T, memories ...*lukasa.Memory) schema.InsightConfig {
	t.Helper()
	for _, m := range memories {
		c, err := m.Config(context.Background())
		require.NoError(t, err)
		require.NoError(t, c.Check(), m.Agent())
	}
	c, err := memories[0].Config(context.Background())
	require.NoError(t, err)
	return c.Insights
}

// TestStoreConfigContradictsAnAgents: what the store says counts for an agent's keys
// that it has none of its own for, so it is refused where it contradicts those it has,
// by a change or by its end; whose they are is told, and nothing is changed (004-12).
func TestStoreConfigContradictsAnAgents(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	refused := func(err error) {
		t.Helper()
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "insights.consolidate_at", invalid.Fields[0].Field)
		require.ErrorContains(t, err, `"other"`)
	}
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"insights.limit": 60}))
	require.NoError(t, other.SetConfig(ctx, map[string]any{"insights.consolidate_at": 55}))
	before := sound(t, other, m)
	refused(m.SetStoreConfig(ctx, map[string]any{"facts.limit": 9, "insights": map[string]any{"limit": 20, "consolidate_at": 10, "consolidate_to": 5}}))
	refused(m.ResetStoreConfig(ctx, "facts", "insights"))
	require.Equal(t, before, sound(t, other, m))

	require.NoError(t, other.SetConfig(ctx, map[string]any{"insights.consolidate_at": 45}))
	require.NoError(t, m.ResetStoreConfig(ctx, "insights"))
	require.Equal(t, 50, sound(t, other, m).Limit)
}

// TestSettingsOfOldThatContradict each other hinder no change of others.
func TestSettingsOfOldThatContradict(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	require.NoError(t, inside.Store(m).Update(ctx, func(tx *ledger.Tx) error {
		return tx.Put(&schema.Setting{Agent: m.Agent(), Name: "insights", Value: []byte(`{"limit":20}`)})
	}))
	require.NoError(t, m.SetConfig(ctx, map[string]any{"similar.links": 2}))
	require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"facts.limit": 9}))
	require.ErrorIs(t, m.SetConfig(ctx, map[string]any{"insights.least_length": 9}), lukasa.ErrInvalid)
	require.NoError(t, m.ResetConfig(ctx, "insights"))
	sound(t, m)
}

// TestMergedStoreSettingContradicts an agent's own: it is a conflict, also where the
// store's was taken back there (900-10).
func TestMergedStoreSettingContradicts(t *testing.T) {
	ctx := context.Background()
	narrow := map[string]any{"insights": map[string]any{"limit": 20, "consolidate_at": 10, "consolidate_to": 5}}
	for name, there := range map[string]func(fork *lukasa.Memory) error{
		"changed":    func(fork *lukasa.Memory) error { return fork.SetStoreConfig(ctx, narrow) },
		"taken back": func(fork *lukasa.Memory) error { return fork.ResetStoreConfig(ctx, "insights") },
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t, lukasa.WithEmbedder(nil))
			other, err := m.As("other")
			require.NoError(t, err)
			require.NoError(t, m.SetStoreConfig(ctx, map[string]any{"insights.limit": 60}))
			fork := forked(t, m, clock)
			require.NoError(t, other.SetConfig(ctx, map[string]any{"insights.consolidate_at": 55}))
			require.NoError(t, there(fork))
			for range 2 {
				done, err := m.MergeAll(ctx, fork, lukasa.Joining{Prefer: lukasa.PreferTheirs})
				require.NoError(t, err)
				require.Equal(t, map[string]bool{"insights": true}, clashes(done))
				require.Equal(t, 60, sound(t, other, m).Limit)
			}
			require.NoError(t, other.ResetConfig(ctx, "insights"))
			done, err := m.MergeAll(ctx, fork, lukasa.Joining{})
			require.NoError(t, err)
			require.Empty(t, done.Conflicts)
			require.Equal(t, sound(t, fork), sound(t, m))
			checked(t, m)
		})
	}
}

// TestMergedSettingsAreJudgedTogether: where the store's and an agent's were changed
// there, each may need the other first, and both are merged, in however small batches
// (900-10).
func TestMergedSettingsAreJudgedTogether(t *testing.T) {
	ctx := context.Background()
	for name, first := range map[string]func(fork *lukasa.Memory) error{
		"changed": func(fork *lukasa.Memory) error {
			return fork.SetConfig(ctx, map[string]any{"insights.consolidate_at": 15, "insights.consolidate_to": 10})
		},
		"taken back": func(fork *lukasa.Memory) error { return fork.ResetConfig(ctx, "insights") },
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t, lukasa.WithEmbedder(nil))
			require.NoError(t, m.SetConfig(ctx, map[string]any{"insights.consolidate_at": 45}))
			fork := forked(t, m, clock)
			require.NoError(t, first(fork))
			require.NoError(t, fork.SetStoreConfig(ctx, map[string]any{"insights": map[string]any{"limit": 20, "consolidate_at": 10, "consolidate_to": 5}}))
			done, err := m.MergeAll(ctx, fork, lukasa.Joining{Batch: 1})
			require.NoError(t, err)
			require.Empty(t, done.Conflicts)
			require.Equal(t, 2, done.Objects)
			require.Equal(t, sound(t, fork), sound(t, m))
			checked(t, m)
		})
	}
}

// TestImportedStoreSettingContradicts an agent's own: its line is refused.
func TestImportedStoreSettingContradicts(t *testing.T) {
	ctx := context.Background()
	from, _ := openTest(t, lukasa.WithEmbedder(nil))
	require.NoError(t, from.SetStoreConfig(ctx, map[string]any{"insights": map[string]any{"limit": 20, "consolidate_at": 10, "consolidate_to": 5}}))
	var out bytes.Buffer
	_, err := from.ExportAll(ctx, &out)
	require.NoError(t, err)
	m, _ := openTest(t, lukasa.WithEmbedder(nil))
	require.NoError(t, m.SetConfig(ctx, map[string]any{"insights.consolidate_at": 45}))
	done, err := m.Import(ctx, &out, lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, 1, done.Failed, done)
	require.Equal(t, "insights.consolidate_at", done.Errors[0].Field)
	require.Equal(t, 50, sound(t, m).Limit)
}
