package query_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query/rank"
)

// TestParties: who "I" and "you" are in a question follows from the names under which the two sides of a chat speak; the caller's
// user and the agent's own name come before the usual ones, and without a user nobody is "you". Whoever is alone with an assistant is
// its user, and a user is known by their name in other letters and by an account under which their messages are filed.
func TestParties(t *testing.T) {
	t.Parallel()
	const mine, yours = "Where do I keep the spare key to the cellar?", "Where did you tell me to keep the spare key to the cellar?"
	for name, c := range map[string]struct {
		speakers    [3]string // of the same words; the last one is neither side
		user        string
		account     string // the user of the first two
		mine, yours string // who is asked about
	}{
		"as APIs have it":       {speakers: [3]string{"user", "assistant", "Ana"}, mine: "user", yours: "assistant"},
		"as others have it":     {speakers: [3]string{"Human", "AI", "Ana"}, mine: "Human", yours: "AI"},
		"the agent by its name": {speakers: [3]string{"user", "default", "assistant"}, mine: "user", yours: "default"},
		"the caller says who":   {speakers: [3]string{"Minh", "Assistant", "Ana"}, user: "Minh", mine: "Minh", yours: "Assistant"},
		"people among people":   {speakers: [3]string{"Minh", "assistant", "Ana"}},
		"alone with an agent":   {speakers: [3]string{"Minh", "assistant", "system"}, mine: "Minh", yours: "assistant"},
		"alone with it by name": {speakers: [3]string{"Minh", "default", "tool"}, mine: "Minh", yours: "default"},
		"in other letters":      {speakers: [3]string{"Minh", "assistant", "Ana"}, user: "minh", mine: "Minh", yours: "assistant"},
		"by an account":         {speakers: [3]string{"Minh", "assistant", "Ana"}, user: "u-42", account: "u-42", mine: "Minh", yours: "assistant"},
		"by another account":    {speakers: [3]string{"Minh", "assistant", "Ana"}, user: "u-43", account: "u-42", yours: "assistant"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, err := lukasa.Open(t.Context(), t.TempDir())
			require.NoError(t, err)
			defer func() { require.NoError(t, m.Close()) }()
			for i, speaker := range c.speakers {
				e := lukasa.Experience{
					Kind: "message", Speaker: speaker, Session: "1", Content: "The spare key to the cellar hangs behind the clock of " + speaker + ".",
				}
				if c.account != "" && i < 2 {
					e.Message = &lukasa.Utterance{User: c.account, Role: []string{"user", "assistant"}[i]}
				}
				_, err := m.Retain(t.Context(), e)
				require.NoError(t, err)
			}
			for question, want := range map[string]string{mine: c.mine, yours: c.yours} {
				a, err := m.Recall(t.Context(), lukasa.Query{Text: question, User: c.user, Explain: true, Floor: new(float64)})
				require.NoError(t, err)
				require.Len(t, a.Hits, 3)
				for _, h := range a.Hits {
					require.Equal(t, h.Record.Speaker == want, weighs(h.Why, rank.Said), "%s: %s", question, h.Record.Speaker)
				}
			}
		})
	}
}

// weighs tells whether a feature is part of a score.
func weighs(why *rank.Explanation, f rank.Feature) bool {
	return why.Name == f.String() && why.Value != 0 ||
		slices.ContainsFunc(why.Parts, func(p rank.Explanation) bool { return weighs(&p, f) })
}
