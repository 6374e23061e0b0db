package names

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// TestGiven: a given name is one in small letters, unless it is as often something else.
func TestGiven(t *testing.T) {
	for _, name := range []string{"melanie", "bobby", "priya", "mateo"} {
		require.True(t, Given(name), name)
	}
	for _, word := range []string{"grace", "bill", "sue", "jo", "smith", "kubernetes", "Melanie", ""} {
		require.False(t, Given(word), word)
	}
	all := text.Set(givenNames)
	for name := range words().full {
		all[name] = true
	}
	for word := range text.Set(alsoWords) {
		require.True(t, all[word] && len(word) >= shortestGiven, "%s would be none anyway", word)
	}
}
