package names

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/text"
)

// TestGenderOf: a given name tells whose it is, with marks or without, unless it is anyone's or no given name.
func TestGenderOf(t *testing.T) {
	for name, want := range map[string]Gender{
		"Priyanka": Female, "Zoë": Female, "Solène": Female, "Tomé": Male, "Bjørn": Male, "GREGOR": Male,
		"Robin": AnyGender, "Andrea": AnyGender, "Israel": NoGender, "table": NoGender, "": NoGender,
	} {
		require.Equal(t, want, GenderOf(name), name)
	}
	require.True(t, Female.Against(Male))
	require.False(t, Female.Against(AnyGender))
	require.False(t, NoGender.Against(Male))
}

// TestOpens: where a sentence begins, a capital makes no name of a word.
func TestOpens(t *testing.T) {
	for _, name := range []string{"priyanka", "oscar", "tobias"} {
		require.True(t, Opens(name), name)
	}
	for _, word := range []string{"will", "mark", "bill", "ben", "grace", "table"} {
		require.False(t, Opens(word), word)
	}
	require.True(t, Family("smith"))
	require.False(t, Family("table"))
}

// TestGenderLists: a name stands in one list, once, in order and without marks; what is no opening would be one.
func TestGenderLists(t *testing.T) {
	seen := map[string]bool{}
	for _, list := range []string{commonWomen, femaleNames, commonMen, maleNames, commonOpen, openNames} {
		all := strings.Fields(list)
		require.True(t, slices.IsSorted(all))
		for _, name := range all {
			require.False(t, seen[name], name)
			require.Equal(t, plain(name), name)
			seen[name] = true
		}
	}
	for word := range text.Set(openingWords) {
		require.True(t, seen[word], "%s would be none anyway", word)
	}
}
