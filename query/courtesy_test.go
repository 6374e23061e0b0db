package query_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/query"
)

// hooked is an embedder that calls a function when it is given a question.
type hooked struct {
	embed.Embedder
	asked func()
}

func (h *hooked) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	h.asked()
	return h.Embedder.EmbedQueries(ctx, texts)
}

// While a question is being answered, work behind agents steps aside; afterwards
// it does not.
func TestWorkStepsAsideForRecall(t *testing.T) {
	h := &hooked{Embedder: static.New()}
	s, err := store.Open(t.Context(), t.TempDir(), store.Options{Embedder: h, Patience: time.Hour})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	asked := 0
	h.asked = func() {
		asked++
		ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
		defer stop()
		require.ErrorIs(t, s.StepAside(ctx), context.DeadlineExceeded)
	}
	_, err = query.New(s).Recall(t.Context(), query.Request{Agents: []string{"a"}, Text: "Where does Ana live?"})
	require.NoError(t, err)
	require.Equal(t, 1, asked)
	require.NoError(t, s.StepAside(t.Context()))
}
