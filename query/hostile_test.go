package query_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/schema"
)

// TestHostileQuestions puts every hostile string as a question, a situation and
// a time in words, into a memory that other strings of the kind were told to. It
// gets an answer of its own agent or an error that says what is wrong.
func TestHostileQuestions(t *testing.T) {
	ctx := context.Background()
	l := newLife(t)
	for i, s := range hostile.Valid(200) {
		if i%5 > 0 {
			continue
		}
		_, err := l.Retain(ctx, lukasa.Experience{Kind: "fact", Content: s})
		require.NoError(t, err, "%q", s)
	}
	other, err := l.As("other")
	require.NoError(t, err)
	_, err = other.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "agent_id: other. This is nobody else's."})
	require.NoError(t, err)
	list := hostile.Strings()
	require.GreaterOrEqual(t, len(list), 500)
	for i, s := range list {
		a, err := l.Recall(ctx, lukasa.Query{Text: s, Floor: new(float64), K: 5, Explain: i%7 == 0})
		require.NoError(t, err, "%.80q", s)
		ownAgent(t, a)
		_, err = l.Similar(ctx, lukasa.Situation{Text: s})
		require.NoError(t, err, "%.80q", s)
		for _, q := range []lukasa.Query{{Text: "x", When: s}, {Text: "x", Profile: s}, {Text: "x", Tags: []string{s}, Sessions: []string{s}, User: s}} {
			a, err := l.Recall(ctx, q)
			if err != nil {
				require.ErrorIs(t, err, lukasa.ErrQuery, "%.80q", s)
				continue
			}
			ownAgent(t, a)
		}
	}
}

func ownAgent(t *testing.T, a *lukasa.Answer) {
	t.Helper()
	for _, h := range a.Hits {
		require.Equal(t, "desk", h.Record.Agent)
	}
}

// TestBadQuestions names the field of what cannot be asked.
func TestBadQuestions(t *testing.T) {
	m := openLife(t, t.TempDir())
	for field, q := range map[string]lukasa.Query{
		"k":              {K: -1},
		"min_importance": {MinImportance: 11},
		"min_quality":    {MinQuality: 6},
		"min_confidence": {MinConfidence: 1.5},
		"floor":          {Floor: ptr(-0.1)},
		"until":          {Since: asked, Until: asked.AddDate(0, 0, -1)},
		"when":           {When: "the day the music died"},
		"profile":        {Profile: "no such"},
		"deadline":       {Deadline: -1},
		"kinds":          {Kinds: []schema.Kind{"thought"}},
		"categories":     {Categories: []schema.Category{"gossip"}},
		"personas":       {Personas: []schema.Persona{"public"}},
		"statuses":       {Statuses: []schema.Status{"dead"}},
	} {
		_, err := m.Recall(context.Background(), q)
		require.ErrorIs(t, err, lukasa.ErrQuery, field)
		require.ErrorContains(t, err, field+":", field)
	}
	require.NoError(t, m.Close())
	_, err := m.Recall(context.Background(), lukasa.Query{Text: "x"})
	require.True(t, errors.Is(err, lukasa.ErrClosed), "%v", err)
}

func ptr[T any](v T) *T { return &v }
