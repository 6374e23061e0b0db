package lexicalbench_test

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/lexicalbench"
)

// A small run works and its snapshot answers as its index did. LEXICALBENCH=1000000 prints the figures for so many records.
func TestRun(t *testing.T) {
	cfg := lexicalbench.Config{Records: 6000, Queries: 20, Seed: 1}
	if n, err := strconv.Atoi(os.Getenv("LEXICALBENCH")); err == nil {
		cfg = lexicalbench.Config{Records: n, Seed: 1, Chat: os.Getenv("LEXICALBENCH_CHAT")}
	}
	var out strings.Builder
	rep, err := lexicalbench.Run(context.Background(), &out, cfg)
	require.NoError(t, err)
	t.Log("\n" + out.String())
	require.True(t, rep.Equal)
	require.True(t, rep.Chat == nil || rep.Chat.Equal)
	require.Positive(t, rep.Searches[0].Hits)
}
