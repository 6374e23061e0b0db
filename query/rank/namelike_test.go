package rank

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text/traits"
)

// TestNamelikeCapitals: of words in capitals, those that are stop words otherwise are no names,
// as they are never looked up.
func TestNamelikeCapitals(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{"US": true, "IT": false, "WHO": false, "OR": false, "May": false, "Swedish": false, "Thai": false, "Easter": false} {
		require.Equal(t, want, namelike(traits.Tokenize("about "+word), 1), word)
	}
}
