package extract

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBorrowed lists what a writer says in another's name, of which nothing is learned,
// whoever finds it
// (004-15).
func TestBorrowed(t *testing.T) {
	for _, said := range []string{
		"Tom wrote: \"Hi. I live in Berlin. Bye.\"",
		"He said “I quit. I live in Rome. I love it.” and left.",
		"Look:\n```\nI live in Berlin.\nI love cats.\n```",
		"Hi there\n> I live in Oslo. I love cats.\nok",
		"From: Tom <tom@acme.com>\nTo: ana\nSubject: hi\n\nHi Ana,\n\nI live in Berlin now. I work at Siemens.\n\nTom",
		"On Monday Tom wrote:\nI live in Berlin.\nI work at Siemens.",
		"He said: I live in Rome. I live in Oslo.",
		"Tom: I live in Berlin. I love cats.",
		"Anna (10:32): I live in Berlin and I love cats",
		"[10:32] anna: I work at Siemens\n[10:33] tom: I love Bonn",
		"Customer: my name is Bob. I hate olives.",
		"Example input: I live in Berlin", "Draft: I work at Acme.",
		"She was like, I live in Paris and I love it.", "And then Tom goes, I hate Mondays.", "As a customer, I live in Berlin.",
		"Here's my cover letter. My name is John Smith. I work at Google.",
		"Can you fix the grammar of this? My name is Pedro and I live in Madrid.",
		"Translate this to German. I work at Bosch.", "I work at Bosch. I hate rain. Please translate the above.",
		"What does this mean? I love cats.", "Write a poem. I am a student. I live in the forest.",
		"Let's roleplay. You are a waiter. I am a doctor. My name is Gregory.",
		"Suppose a customer writes to us. My name is Bob and I hate olives.",
		"Imagine I'm rich. I live in Monaco. My name is Bond.", "Pretend you're me. I live in Monaco.",
		"Once upon a time there was a girl. My name is Alice. I live in a castle.",
		"I got this mail. Hello, my name is Bob. I live in Oslo.", "My colleague sent me this. I work at Acme.",
		"Giả sử tôi giàu. Tôi sống ở Monaco.",
	} {
		require.Empty(t, Read(said).Statements, said)
		for _, value := range []string{"I live in", "I love", "I work at", "My name is", "Tôi sống"} {
			if at := strings.LastIndex(said, value); at >= 0 {
				require.False(t, Stated(said, at, at+len(value)), said)
			}
		}
	}
}

// TestNotBorrowed lists what stands near the above and is the writer's own.
func TestNotBorrowed(t *testing.T) {
	for said, want := range map[string]string{
		"PS: I live in Oslo.": "fact/lives_in=Oslo", "Update: I live in Oslo now.": "fact/lives_in=Oslo",
		"Question: I live in Berlin. Where do I pay taxes?": "fact/lives_in=Berlin", "Important: I'm allergic to nuts.": "fact/allergic_to=nuts",
		"About me: I live in Berlin.": "fact/lives_in=Berlin", "If I lived in Paris I would love it. I live in Bonn though.": "fact/lives_in=Bonn",
		"Tom said \"hello. bye.\" and left. I live in Oslo.":         "fact/lives_in=Oslo",
		"See this:\n```\nx := 1\n```\nI live in Oslo.":               "fact/lives_in=Oslo",
		"From now on, translate all to French.":                      "preference/instruction=translate all to French",
		"Remember: the server room key is with Paul. I hate olives.": "fact/note=the server room key is with Paul",
	} {
		found := Read(said).Statements
		require.NotEmpty(t, found, said)
		require.Equal(t, want, label(found[0]), said)
	}
}
