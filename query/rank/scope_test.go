package rank

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	lang "github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// TestReadScope: what names no subject asks for whatever there is, for all records of a kind, or for nothing; by whom it was said is
// told by the words too. What names a subject is about that, whatever else it says (900-05).
func TestReadScope(t *testing.T) {
	t.Parallel()
	type scope struct {
		of       Scope
		kind, by string
	}
	talk := Parties{I: "user", You: "assistant"}
	now := time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)
	for text, want := range map[string]scope{
		"What have I told you so far?": {Whole, "", "user"}, "What do you know about me?": {Whole, "", "user"},
		"What do you remember about me?": {Whole, "", "user"}, "Do you remember me?": {Whole, "", "user"}, "Who am I?": {Whole, "", "user"},
		"What was the last thing you said?": {Whole, "", "assistant"}, "What have you told me?": {Whole, "", "assistant"},
		"What did we talk about so far?": {Whole, "", ""}, "What do you know?": {Whole, "", ""}, "Anything new?": {Whole, "", ""},
		"Tell me everything you know": {Whole, "", ""}, "When did we last talk?": {Whole, "", ""}, "What's new?": {Whole, "", ""},
		"What did Peter say most recently?": {Whole, "", "Peter"},

		"What's my name?": {of: Calling}, "Do you remember what my name is?": {of: Calling}, "so what is your name again?": {of: Calling},
		"What's my name for the boat?": {}, "What is my sister's name?": {}, "wie heiße ich?": {of: Calling}, "我叫什么名字？": {of: Calling},

		"Which decisions did we make?": {Kindred, "decision", ""}, "What did we decide?": {Kindred, "decision", ""},
		"Any open tasks?": {Kindred, "task", ""}, "What's on my to-do list?": {Kindred, "task", ""}, "What do I still have to do?": {Kindred, "task", ""},
		"what are my open todos": {Kindred, "task", ""}, "What did I ask you to do?": {Kindred, "task", ""},
		"What should you remind me of?": {Kindred, "task", ""}, "What did I ask you to remind me of?": {Kindred, "task", ""}, "Any errors last week?": {Kindred, "error", ""},
		"What don't I like?": {Kindred, "preference", ""}, "List all my preferences": {Kindred, "preference", ""},

		"Thanks!": {of: Nothing}, "ok cool": {of: Nothing}, "Good morning": {of: Nothing}, "How are you?": {of: Nothing},
		"Thank you so much for your help": {of: Nothing}, "Can you help me?": {of: Nothing}, "Danke": {of: Nothing}, "gracias": {of: Nothing},
		"谢谢": {of: Nothing}, "What is it?": {of: Nothing}, "Thanks, Peter!": {of: Nothing},

		"What did we decide about the boat?": {}, "Which task did Ana finish?": {}, "Any errors in the export?": {}, "tasks": {},
		"I have a question": {}, "What do you like?": {}, "When did we decide?": {}, "Thanks for the boat": {}, "What is good in Rome?": {},
		"What do you know about Ana?": {}, "What happened to it?": {}, "What did I tell you about the boat?": {}, "What did he say?": {},
		"What happened yesterday?": {}, "What did I tell you yesterday?": {by: "user"}, "Peter?": {}, "I know": {}, "Tell me a joke": {},
		"What do I have to do with it?": {}, "What should I not do?": {}, "What did I not like?": {}, "": {}, "start": {},
		"What did I ask you to remind me about the boat?": {},
	} {
		q := ReadIn(lang.Detect(text, lang.English), text, []string{"Peter"}, talk)
		q.At(now, dates.Find(text, now, lang.Und))
		q.ReadScope(lang.Detect(text, lang.English), talk)
		require.Equal(t, want, scope{q.Scope, q.Kind, q.By}, text)
	}
}
