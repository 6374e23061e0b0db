package extract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEndings reads what is over, and tells of a sentence whether it is that, and which part
// of it.
func TestEndings(t *testing.T) {
	for _, tt := range []struct{ said, of, part string }{
		{"I no longer run, my knee is bad.", "ana says what they usually do: I run daily.", "I run daily"},
		{"I've quit smoking.", "ana says what they usually do: I smoke every evening.", "I smoke every evening"},
		{"I switched from nights to days.", "ana says what they usually do: I work nights.", "nights"},
		{"I switched from metformin to insulin.", "ana takes metformin.", "metformin"},
		{"I'm off the metformin now.", "ana takes metformin.", "metformin"},
		{"The doctor took me off my statins.", "ana takes statins.", "statins"},
		{"We switched from Go to Rust.", "ana prefers Go.", "Go"},
		{"I got rid of my bike.", "ana has a red bike.", "a red bike"},
		{"We've given up on learning Spanish.", "ana's goal is to learn Spanish by May.", "to learn Spanish by May"},
		{"No more nights for me.", "ana says what they usually do: I work nights.", "I work nights"},
	} {
		var parts []string
		for _, e := range Read(tt.said).Endings {
			if part, ok := e.Of(tt.of); ok {
				parts = append(parts, part)
			}
		}
		require.Equal(t, []string{tt.part}, parts, tt.said)
	}
	for _, said := range []string{
		"", "I run every day.", "I don't run any more?", "Imagine I sold my car.", "I sold", "I gave up", "I no longer", "Forget the limit.",
		"I switched from", "I switched from to", "instead of", "I swim instead of", "now", "No more for me.", "> I sold my car", "I don't any more",
	} {
		require.Empty(t, Read(said).Endings, said)
	}
}
