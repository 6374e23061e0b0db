package hostile_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
)

func TestCorpus(t *testing.T) {
	list := hostile.Strings()
	require.GreaterOrEqual(t, len(list), 500)
	require.Equal(t, list, hostile.Strings(), "always the same")
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(list))), len(list), "all different")
	require.True(t, slices.ContainsFunc(list, func(s string) bool { return !utf8.ValidString(s) }))
	require.True(t, slices.ContainsFunc(list, func(s string) bool { return len(s) >= 1_000_000 }))
	for _, s := range hostile.Valid(64) {
		require.True(t, utf8.ValidString(s) && len(s) <= 64 && !strings.Contains(s, "\x00"), "%q", s)
	}
}
