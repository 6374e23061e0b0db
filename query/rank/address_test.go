package rank

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Who is asked about when nobody is named, and what of the question is its subject.
func TestAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		asked, core string
		advice      bool
	}{
		"Which inn did you recommend to me?":              {asked: "it"},
		"What was the toast you gave me?":                 {asked: "it"},
		"What was the toast you just once gave me?":       {asked: "it"},
		"Remind me of your advice on tyres":               {asked: "it", core: "me of your advice on tyres"},
		"What have you told me about Oslo?":               {asked: "it"},
		"What did I tell you about Oslo?":                 {asked: "me"},
		"Where do I live?":                                {asked: "me"},
		"Where did we spend our holidays?":                {asked: "me"},
		"Who came to dinner with us?":                     {asked: "me"},
		"Who won in the US?":                              {},
		"What did we talk about on Monday?":               {},
		"Can you tell me where my key is?":                {asked: "me", core: "Can you me where my key is?"},
		"Can you suggest a hotel in Oslo?":                {asked: "me", core: "Can you a hotel in Oslo?", advice: true},
		"Recommend a dinner":                              {asked: "me", core: "a dinner", advice: true},
		"Any lenses you would recommend?":                 {asked: "me", core: "Any lenses you would ?", advice: true},
		"Any book for Ana's boy?":                         {asked: "Ana", advice: true},
		"Plan a treat for Eva.":                           {asked: "me", advice: true},
		"What would you cook tonight?":                    {asked: "me", advice: true},
		"What did Ben suggest?":                           {asked: "Ben"},
		"Who recommended the inn?":                        {},
		"Would you say the inn that you praised is noisy": {asked: "it", core: "Would you the inn that you praised is noisy"},
		"suggest":                       {asked: "me", advice: true},
		"Any lenses you'd recommend?":   {asked: "me", core: "Any lenses you'd ?", advice: true},
		"Which inn was it you'd found?": {asked: "it"},
		"Can you suggest it again?":     {asked: "it"},
		"Could you repeat that?":        {asked: "it"},
		"Wo habe ich mein Rad gekauft?": {asked: "me"},
		"Wo steht unser Rad?":           {asked: "me"},
		"Où est mon vélo ?":             {asked: "me"},
		"¿Dónde dejé mis llaves?":       {asked: "me"},
		"Bác sĩ của tôi tên là gì?":     {asked: "me"},
		"Где мои ключи?":                {asked: "me"},
		"我的医生叫什么？":                      {asked: "me"},
		"you":                           {},
	} {
		q := Read(text, []string{"Ana", "Ben"}, Parties{I: "me", You: "it"})
		if want.core == "" {
			want.core = text
		}
		require.Equal(t, want.core, q.Core, text)
		require.Equal(t, want.advice, q.Advice, text)
		if want.asked == "" {
			require.Empty(t, q.Asked, text)
		} else {
			require.Equal(t, []string{want.asked}, q.Asked, text)
		}
	}
}

// Of a talk of a user with an agent, a question may be about what either has said, though it has the user in it.
func TestAddressOfEither(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"What were the stretches for my back?":               "",
		"What was that trick for when I'm nervous?":          "",
		"Remind me what the stretches for my back were":      "",
		"Remind me which songs are on the list":              "",
		"What was the name of my dog?":                       "me",
		"What was the suit I wore?":                          "me",
		"What is the plan for my back?":                      "me",
		"Where was the party for my mother?":                 "me",
		"Was the party at my house?":                         "me",
		"How often should I wash it?":                        "",
		"How much may we take?":                              "",
		"How long am I supposed to wait?":                    "",
		"How much can I borrow according to the broker?":     "me",
		"What should I cook?":                                "me",
		"How do I like my eggs?":                             "me",
		"What did we say about my visa?":                     "",
		"I'm back to our last talk of soup: how many beans?": "",
		"What did I say in our last talk?":                   "me",
		"What did we plant in the garden?":                   "me",
		"What did I answer when you recommended the inn?":    "me",
		"Which inn did I say you had found?":                 "me",
		"What was the first choice on your list for us?":     "it",
		"What was the end of your first list?":               "it",
		"How much salt do I need according to you?":          "it",
		"Which stretches did I get from you?":                "it",
		"Which of your soups did I cook?":                    "me",
		"Can you give me your view of soup?":                 "me",
		"What is in your notes on my dog?":                   "me",
		"Can you give me the list again?":                    "it",
		"Show me the list again":                             "it",
		"Can you tell me again where my key is?":             "me",
		"Tell me again where my key is":                      "me",
	} {
		asked := Read(text, nil, Parties{I: "me", You: "it"}).Asked
		if want == "" {
			require.Empty(t, asked, text)
		} else {
			require.Equal(t, []string{want}, asked, text)
		}
	}
}

// Whom a question to an agent names is somebody of the asker's life, of whom the asker has told; where the name only says for whom
// or about what a thing was, or the question is about the talk, either side may have said it.
func TestAddressOfMyPeople(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"What does Gran sell?":                 "me",
		"When was Ana's son born?":             "me",
		"Which came first, Oslo or the hills?": "me",
		"How did the toast for Ana go?":        "",
		"Which inn in Oslo was cheap?":         "",
		"What is the end of Moby?":             "",
		"Which inn was for Mr. Li Wong?":       "",
		"Which Danish sweet has crumbs?":       "",
		"Who won the match?":                   "",
		"Hey ChatGPT, which songs were there?": "",
		"What did we say Ana should ask?":      "",
		"What did you say Ana should ask?":     "it",
		"Was war das Rezept?":                  "",
	} {
		asked := Read(text, nil, Parties{I: "me", You: "it"}).Asked
		if want == "" {
			require.Empty(t, asked, text)
		} else {
			require.Equal(t, []string{want}, asked, text)
		}
		require.NotContains(t, Read(text, nil, Parties{You: "it"}).Asked, "me", text)
	}
}

// Where the agent is no party to the talk, there is nobody else to have said it.
func TestAddressOfTheOnlySide(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"What were the stretches for my back?", "How often should I wash it?", "What was on your list for us?"} {
		require.Equal(t, []string{"me"}, Read(text, nil, Parties{I: "me"}).Asked, text)
	}
}

// Where nobody is known to be "I" or "you", nobody is asked about.
func TestAddressOfNobody(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"Which inn did you recommend?", "Where do I live?", "Can you suggest an inn?"} {
		require.Empty(t, Read(text, nil, Parties{}).Asked, text)
	}
}

// Advice may be sought on what the memory has never heard of; a question for a fact may not.
func TestAdviceOnTheUnknown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{"Can you suggest a hotel in Oslo?": 0, "Which hotel is in Oslo?": 1} {
		q := Read(text, nil, Parties{})
		require.InDelta(t, want, unknownNames(&q), 0, text)
	}
}

// The sides of a chat are known by the names that such chats have, however they are written; the commonest name wins.
func TestUsual(t *testing.T) {
	t.Parallel()
	for want, speakers := range map[Parties][]string{
		{I: "user", You: "assistant"}:  {"assistant", "user", "User", "bot"},
		{I: "Human", You: "AI"}:        {"AI", "Human"},
		{I: "USER", You: "Assistant"}:  {"USER", "Assistant"},
		{I: "human", You: "gpt"}:       {"human", "gpt"},
		{I: "User", You: "ChatGPT"}:    {"User", "ChatGPT"},
		{You: "Chatbot"}:               {"Chatbot", "Ana"},
		{}:                             {"Ana", "Ben", "uSer", ""},
		{I: "human", You: "assistant"}: {"human", "assistant", "model"},
	} {
		require.Equal(t, want, Usual(func(name string) bool { return slices.Contains(speakers, name) }), speakers)
	}
}
