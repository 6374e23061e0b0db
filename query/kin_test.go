package query

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKinNames reads the name that somebody's own are given, and no other word for one.
func TestKinNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"I fly with my brother Ewan.":                 {"Ewan"},
		"My little brother Ewan sings":                {"Ewan"},
		"Our brother Ewan's van broke down":           {"Ewan"},
		"My brother is called Ewan.":                  {"Ewan"},
		"My brother’s name is Ewan":                   {"Ewan"},
		"I asked Ewan, my brother, to come":           {"Ewan"},
		"My brother Ewan and my brother Tom":          {"Ewan", "Tom"},
		"my brother's wife Ana":                       nil,
		"your brother Ewan":                           nil,
		"my brother, Tom said, is late":               nil,
		"my brother Monday sent a card":               nil,
		"my brother Mr. Li":                           nil,
		"my brother came. Ewan left":                  nil,
		"a letter to my brother, Dr. Ewan, by Friday": {"Ewan"},
		"I live with my brother, Ewan.":               {"Ewan"},
		"my brother, Ewan and I":                      nil,
		"I told my brother, Mr.":                      nil,
		"Sorry, my brother is late":                   nil,
		"I saw Ewan, my brother and Tom":              nil,
		"I saw Ewan, my brother, and Tom":             nil,
		"It was Ewan, my brother.":                    {"Ewan"},
		"Ewan, my brother's friend":                   nil,
		"my friend's brother Ewan":                    nil,
		"my brother I told you of":                    nil,
		"my brother":                                  nil,
		"\xff my brother Ewan\xff":                    {"Ewan"},
		"the brother Ewan of my friend and neighbour": nil,
	} {
		require.Equal(t, want, kinNames(text, kinOf("brother")), text)
	}
}
