package acceptance

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query/prompt"
)

// TestCoreIsAlwaysInContext: core memory stands in every context, first and whole,
// whether anything bears on what was said or not, and whatever the door: an answer,
// a turn, a brief. A brief, and a turn in the tutor's profile, have all facts about
// the user beside it, and of no other (003-24, 001-15). Nothing of another agent is
// in any.
func TestCoreIsAlwaysInContext(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	for agent, text := range map[*lukasa.Memory]string{m: "Speak as a ship's master.", other: "Speak as a pirate."} {
		_, err := agent.EditBlock(ctx, lukasa.BlockEdit{Block: "persona", Text: text})
		require.NoError(t, err)
	}
	for user, name := range map[string]string{"minh": "Minh Anh", "bo": "Bo Lind"} {
		_, err := m.AddUserFact(ctx, lukasa.Experience{Content: "The user's name is " + name, UserFact: &lukasa.UserFact{User: user, Type: "name"}})
		require.NoError(t, err)
	}
	recalled := func(text string) string {
		answer, err := m.Recall(ctx, lukasa.Query{Text: text, User: "minh"})
		require.NoError(t, err)
		return answer.Context(400)
	}
	turned := func(profile prompt.Profile) func(string) string {
		return func(text string) string {
			turn, err := m.Turn(ctx, lukasa.Message{User: "minh", Session: "s", Text: text, Prompt: lukasa.Prompt{Profile: profile}})
			require.NoError(t, err)
			return turn.Context.Text
		}
	}
	briefed := func(text string) string {
		brief, err := m.Brief(ctx, lukasa.Briefing{User: "minh", Session: "s", Text: text})
		require.NoError(t, err)
		return brief.Text
	}
	for name, door := range map[string]struct {
		context func(text string) string
		facts   bool
	}{
		"recall":         {recalled, false},
		"turn":           {turned(""), false},
		"turn, domain":   {turned(prompt.ProfileDomain), false},
		"turn as tutor":  {turned(prompt.ProfileTutor), true},
		"brief":          {briefed, true},
		"brief, nothing": {func(string) string { return briefed("") }, true},
	} {
		for _, text := range []string{"qwxz", "What did we say of the harbour?"} {
			got := door.context(text)
			require.Contains(t, got, "Speak as a ship's master.", "%s: %s", name, text)
			require.NotContains(t, got, "pirate", "%s: %s", name, text)
			if door.facts {
				require.Contains(t, got, "Minh Anh", "%s: %s", name, text)
				require.NotContains(t, got, "Bo Lind", "%s: %s", name, text)
			}
		}
	}
	require.NoError(t, m.Flush(ctx))
}
