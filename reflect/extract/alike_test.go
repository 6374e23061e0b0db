package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestAlike: what a text names of the sort of a value, so that a correction finds what it
// is of (001-02).
func TestAlike(t *testing.T) {
	at := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	for _, tt := range []struct{ said, value, bare, alike string }{
		{"My exam is on Monday at 8pm", "on Tuesday", "Tuesday", "Monday"},
		{"My exam is on Monday at 8pm", "at 7pm", "7pm", "8pm"},
		{"My exam is on 4 May at 20:00", "7 pm", "7 pm", "20:00"},
		{"My exam is on 4 May, and 3 more in June", "on 5 May", "5 May", "4 May"},
		{"My exam is on 4 May, and 3 more in June", "in July", "July", "June"},
		{"My exam is on 4 May at 8pm, and 3 more", "2", "2", "3"},
		{"My level is B1", "B2", "B2", "B1"},
		{"The red lamp on the green desk", "blue", "blue", "red|green"},
		{"Answer in French", "German", "German", "French"},
		{"I live in Porto", "Lisbon", "Lisbon", "Porto"},
		{"Ana lives in Porto", "Lisbon", "Lisbon", ""},
		{"My exam is on Monday", "Lisbon", "Lisbon", ""},
		{"I live in Porto", "a big one", "a big one", ""},
		{"", "", "", ""},
	} {
		bare, alike := Alike(tt.said, tt.value, at)
		require.Equal(t, tt.bare, bare)
		require.Equal(t, tt.alike, strings.Join(alike, "|"), "%q for %q", tt.said, tt.value)
	}
	rapid.Check(t, func(t *rapid.T) {
		said, value := rapid.String().Draw(t, "said"), rapid.String().Draw(t, "value")
		bare, alike := Alike(said, value, at)
		require.Contains(t, value, bare)
		for _, s := range alike {
			require.Contains(t, said, s)
		}
	})
}
