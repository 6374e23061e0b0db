package times

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestParse: each form that Help names, and what is none.
func TestParse(t *testing.T) {
	t.Parallel()
	now := time.Date(2025, 11, 27, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Time{
		"2025-11-27T09:00:00+02:00": time.Date(2025, 11, 27, 7, 0, 0, 0, time.UTC),
		"2025-11-27":                time.Date(2025, 11, 27, 0, 0, 0, 0, time.UTC),
		"90m":                       now.Add(-90 * time.Minute),
		"4w":                        now.AddDate(0, 0, -28),
	} {
		got, ok := Parse(text, now)
		require.True(t, ok, text)
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "yesterday", "-1d", "1e9d", "2025-13-01", "999999999999w", "0001-01-01", "0001-01-01T02:00:00+02:00"} {
		_, ok := Parse(text, now)
		require.False(t, ok, text)
	}
}
