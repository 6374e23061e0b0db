package extract

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDenials reads what is said not to be so, as what it denies, and nothing of the
// kind where it is only asked, supposed, reported or said of somebody else.
func TestDenials(t *testing.T) {
	for said, want := range map[string]string{
		"I'm not vegetarian any more.":                  "fact/diet=vegetarian",
		"I am no longer vegan.":                         "fact/diet=vegan",
		"I no longer work at Nokia.":                    "fact/works_at=Nokia",
		"I don't live in Berlin anymore.":               "fact/lives_in=Berlin",
		"I do not work for Acme.":                       "fact/works_at=Acme",
		"I'm not allergic to nuts.":                     "fact/allergic_to=nuts",
		"My name is not Ana.":                           "user_fact/name=Ana",
		"My name isn't Ana.":                            "user_fact/name=Ana",
		"I'm no longer a nurse.":                        "user_fact/role=nurse",
		"I'm not a beginner any more.":                  "user_fact/level=beginner",
		"My favourite color is not green.":              "fact/favourite_color=green",
		"I don't want to become a pilot any more.":      "user_fact/goal=to become a pilot",
		"Actually, I don't work at Nokia now.":          "fact/works_at=Nokia",
		"Tôi không còn sống ở Huế.":                     "fact/lives_in=Huế",
		"I don't live in Berlin, I live in Hamburg now": "fact/lives_in=Berlin",
	} {
		found := Read(said).Denials
		require.Len(t, found, 1, said)
		require.Equal(t, want, label(found[0]), said)
	}
	for _, said := range []string{
		"I live in Berlin.", "I don't live in Berlin?", "Don't I live in Berlin?", "If I don't live in Berlin, where do I?", "Tom says I'm not vegan.",
		"I don't like olives.", "I'm not only allergic to nuts but to milk.", "I'm not sure I work at Nokia.", "My friend is not vegan.",
		"Translate this: I don't live in Berlin.", "> I'm not vegan", "I don't not live in Berlin.", "Never mind.",
		"I'm allergic to nuts, not to milk.", "I don't think I live in a simulation.", "I never work at night.",
	} {
		require.Empty(t, Read(said).Denials, said)
	}
}
