package query_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// Whom the asker calls "my brother" is asked for by the name that the asker has given: not by one that another has said, that is
// one of two, that another agent knows, or that was forgotten.
func TestKinAreAskedForByName(t *testing.T) {
	t.Parallel()
	m, err := lukasa.Open(t.Context(), t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	as := func(agent string) *lukasa.Memory {
		mem, err := m.As(agent)
		require.NoError(t, err)
		return mem
	}
	a := as("a")
	told := map[string]lukasa.ID{}
	for _, r := range [][2]string{
		{"user", "I'd like to see Iceland with my brother Ewan."},
		{"user", "Ewan is vegan, which will be fun."},
		{"assistant", "Your wife Ana might like that. My boss Max says so."},
		{"user", "My wife called."},
		{"user", "My sister Eva sings."},
		{"user", "My sister Mia dances."},
		{"user", "My mum Carol retires."},
		{"ben", "My cousin Tom is here."},
		{"user", "My uncle Hugh has a boat."},
		{"user", "The contract goes to my landlord, Señor Costa, by Friday."},
		{"user", "Costa signed at last."},
	} {
		done, err := a.Retain(t.Context(), lukasa.Experience{Kind: "message", Content: r[1], Speaker: r[0]})
		require.NoError(t, err)
		told[r[1]] = done.ID
	}
	_, err = as("b").Retain(t.Context(), lukasa.Experience{Kind: "message", Content: "My wife Olga is here.", Speaker: "user"})
	require.NoError(t, err)
	_, err = a.Forget(t.Context(), lukasa.Forget{IDs: []lukasa.ID{told["My uncle Hugh has a boat."]}})
	require.NoError(t, err)
	floor := 0.0
	ask := func(question string) *lukasa.Answer {
		answer, err := a.Recall(t.Context(), lukasa.Query{Text: question, Floor: &floor})
		require.NoError(t, err)
		return answer
	}
	answer := ask("What can I serve my brother for supper?")
	require.Equal(t, "What can I serve my brother Ewan for supper?", answer.Understood)
	require.Equal(t, told["Ewan is vegan, which will be fun."], answer.Hits[1].Record.ID, "behind the record that calls him so")
	require.Equal(t, "Is my mother Carol's birthday near my brother Ewan's?", ask("Is my mother's birthday near my brother's?").Understood)
	require.Equal(t, "What did the landlord Costa do?", ask("What did the landlord do?").Understood)
	for _, question := range []string{
		"What does my wife do?", "Does my sister sing?", "Where is my cousin?", "What has my uncle bought?", "Who is my boss?",
		"What does my brother Ewan eat?", "What does the brother eat?",
	} {
		require.Empty(t, ask(question).Understood, question)
	}
}
