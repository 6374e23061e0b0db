package query

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestUnframed leaves out what only speaks to the one who is asked, and nothing else (900-05).
func TestUnframed(t *testing.T) {
	t.Parallel()
	const who, where = "Who called Ana?", "where does Ana live?"
	for _, c := range []struct{ text, want string }{
		{"Based on our chats, can you tell me who called Ana? Answer briefly.", "who called Ana?"},
		{"Question: " + who + " Use the DATE of the conversation to answer with an approximate date.", who},
		{"Hi there! " + who + " Thanks a lot!", who},
		{"Hello! " + who + " Thank you in advance.", who},
		{"From what you know, " + where, where},
		{"What do you know about this: " + where, where},
		{"Do you remember when Ana moved?", "when Ana moved?"},
		{"Hey, quick question - " + where, where},
		{"I’d like to know " + where, where},
		{"I want to know if Ana lives in Hanoi. Where does she live?", "Ana lives in Hanoi. Where does she live?"},
		{"Search the memory for: Ana's house", "Ana's house"},
		{"If you don't know, say so. " + who, who},

		{who, who},
		{"What did I say about the conversation history?", "What did I say about the conversation history?"},
		{"What do I need, and when?", "What do I need, and when?"},
		{"Find the memory leak: which service has it?", "Find the memory leak: which service has it?"},
		{"Can I use it if it rains, or what else?", "Can I use it if it rains, or what else?"},
		{"I forgot my password. What is it?", "I forgot my password. What is it?"},
		{"Did Ana answer? I can't recall.", "Did Ana answer?"},
		{"The disk is full. Check the records.", "The disk is full. Check the records."}, // asks nothing
		{"What can you tell me?", "What can you tell me?"},
		{"Can you help?", "Can you help?"},
		{"thanks", "thanks"},
		{"", ""},
		{": :", ": :"},
	} {
		require.Equal(t, c.want, unframed(c.text), c.text)
	}
}

// TestUnframedKeepsWords: what is left are words of the question in their order, and never none of them.
func TestUnframedKeepsWords(t *testing.T) {
	t.Parallel()
	words := []string{"Hello!", "Answer", "briefly.", "who", "What", "Ana", "disk,", "about", "if", "me", "tell", "Question:", "?", "-", "you", "here."}
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOf(rapid.SampledFrom(words)).Draw(t, "words")
		left := strings.Fields(unframed(strings.Join(all, " ")))
		require.Equal(t, len(all) == 0, len(left) == 0)
		for _, w := range all {
			if len(left) > 0 && left[0] == w {
				left = left[1:]
			}
		}
		require.Empty(t, left)
	})
}
