package acceptance

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestCoreMemory edits a block in every way, against its version and its limit,
// and finds it in the context of any answer (003-24).
func TestCoreMemory(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	b, err := m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: "Name: Ana", Append: true, Limit: 40})
	require.NoError(t, err)
	b, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: "From Hue", Line: 1, Version: b.Version})
	require.NoError(t, err)
	require.Equal(t, "From Hue\nName: Ana", b.Text)
	_, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: "late", Version: 1})
	require.ErrorIs(t, err, lukasa.ErrVersion)
	_, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: strings.Repeat("x", 23), Append: true})
	var full *lukasa.BlockFullError
	require.ErrorAs(t, err, &full)
	require.ErrorIs(t, err, lukasa.ErrBlockFull)
	require.Equal(t, lukasa.BlockFullError{Block: "human", Size: 42, Limit: 40, Available: 22}, *full)
	for _, bad := range []lukasa.BlockEdit{
		{Block: "human", Old: "nobody"},
		{Block: "human", Old: "a"},
		{Block: "human", Line: 4},
		{Block: "human", Line: -1},
		{Block: "human", Line: 1, Append: true},
		{Block: "human", Limit: -1},
	} {
		_, err = m.EditBlock(ctx, bad)
		require.ErrorIs(t, err, lukasa.ErrBlock, "%+v", bad)
	}
	_, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: "a\x00b"})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	_, err = m.EditBlock(ctx, lukasa.BlockEdit{Text: "no name"})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	b, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Old: "Ana", Text: "Anna"})
	require.NoError(t, err)
	require.Equal(t, "From Hue\nName: Anna", b.Text)
	history, err := m.BlockHistory(ctx, "human")
	require.NoError(t, err)
	require.Len(t, history, 3)

	require.NoError(t, m.SetConfig(ctx, map[string]any{"core.blocks": 1}))
	_, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "second", Text: "x"})
	require.ErrorIs(t, err, lukasa.ErrBlock)
	other, err := m.As("other")
	require.NoError(t, err)
	answer, err := other.Recall(ctx, lukasa.Query{Text: "who?"})
	require.NoError(t, err)
	require.Empty(t, answer.Core) // I5
	retain(t, m, lived("the deploy failed"))
	answer, err = m.Recall(ctx, lukasa.Query{Text: "what about the deploy?"})
	require.NoError(t, err)
	require.Contains(t, answer.Context(400), "Name: Anna")
}

// TestPurgedBlockLeavesNoByte removes a block with every version of it (I9).
func TestPurgedBlockLeavesNoByte(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	for _, text := range []string{canary, canary + " again"} {
		_, err = m.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: text})
		require.NoError(t, err)
	}
	require.NoError(t, m.RemoveBlock(ctx, "human", true))
	require.Empty(t, filesWith(t, dir))
	require.ErrorIs(t, m.RemoveBlock(ctx, "human", true), lukasa.ErrNotFound)
	require.NoError(t, m.Close())
	require.Empty(t, filesWith(t, dir))
}
