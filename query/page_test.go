package query_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// 003-10, 003-12: the page of an entity and the evidence of an opinion.
func TestEntityPageAndOpinions(t *testing.T) {
	ctx := context.Background()
	m, ids := conversation(t)
	_, err := m.Retain(ctx, lukasa.Experience{
		Kind: "fact", Content: "Acme delivers disks on Fridays", Mentions: []lukasa.Mention{{Entity: "org:acme"}},
	})
	require.NoError(t, err)
	page, err := m.EntityPage(ctx, "ACME")
	require.NoError(t, err)
	require.Len(t, page.Facts, 1)
	require.Len(t, page.Events, 1)
	_, err = m.EntityPage(ctx, "nobody")
	require.ErrorIs(t, err, lukasa.ErrNotFound)

	_, err = m.Retain(ctx, lukasa.Experience{
		Kind: "opinion", Content: "Our disks are too small", Confidence: 0.8,
		Evidence: []lukasa.Evidence{{ID: ids["ana"], Stance: "supports"}, {ID: ids["entity"], Stance: "contradicts"}},
	})
	require.NoError(t, err)
	opinions, err := m.Opinions(ctx, lukasa.Query{Text: "are the disks too small?", Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, opinions, 1)
	require.Equal(t, ids["ana"], opinions[0].For[0].ID)
	require.Equal(t, ids["entity"], opinions[0].Against[0].ID)
	require.Less(t, opinions[0].Confidence, 0.8000001)
}

// 004-18: an answer becomes a context within its budget, pinned records in a
// section of their own.
func TestAnswerContext(t *testing.T) {
	ctx := context.Background()
	m, _ := conversation(t)
	_, err := m.Retain(ctx, lukasa.Experience{Kind: "preference", Content: "Always answer in English", Pinned: true})
	require.NoError(t, err)
	answer, err := m.Recall(ctx, lukasa.Query{Text: "which disk is full?", Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, answer.Pinned, 1)
	text := answer.Context(500)
	require.Contains(t, text, "Always answer in English")
	require.Contains(t, text, "web-3")
	small, err := answer.Prompt(lukasa.Prompt{Tokens: 60})
	require.NoError(t, err)
	require.LessOrEqual(t, small.Tokens, 60)
	require.Less(t, strings.Count(small.Text, "\n"), strings.Count(text, "\n"))
}
