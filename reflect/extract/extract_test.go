package extract

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
)

// TestEvents: each message is one of the five events (004-05), with what it is
// after and its language (004-01).
func TestEvents(t *testing.T) {
	for _, tt := range []struct{ message, event, intent, language string }{
		{"What did we promise Gai Media?", Question, "ask", "en"},
		{"where is the manual for the pump", Question, "ask", "en"},
		{"My name is Ana.", Telling, "tell", "en"},
		{"The pump of dock two is broken again.", Telling, "tell", "en"},
		{"Send me the invoice of March.", Command, "instruct", "en"},
		{"Please remember that the gate code is 4711.", Command, "remember", "en"},
		{"Remind me to call the bank.", Command, "remind", "en"},
		{"From now on, answer in French.", Command, "instruct", "en"},
		{"No, I live in Hamburg.", Corrected, "correct", "en"},
		{"Not Tuesday but Wednesday.", Corrected, "correct", "en"},
		{"No.", Corrected, "deny", "en"},
		{"Yes, exactly.", Confirmation, "confirm", "en"},
		{"Hello there!", Telling, "greet", "en"},
		{"Thanks a lot", Telling, "thank", "en"},
		{"Tôi sống ở đâu?", Question, "ask", "vi"},
		{"Tôi tên là Minh.", Telling, "tell", "vi"},
		{"Vâng, đúng rồi.", Confirmation, "confirm", "vi"},
		{"Không phải thứ ba mà là thứ tư.", Corrected, "correct", "vi"},
		{"Nhớ rằng mã cửa là 4711.", Command, "remember", "vi"},
		{"Merci de corriger les fautes", Command, "instruct", "fr"},
		{"Nein, ich meinte Frankfurt.", Corrected, "correct", "de"},
		{"Passt so", Confirmation, "confirm", "de"},
		{"Remember that I'm allergic to penicillin.", Command, "instruct", "en"},
		{"I meant to say: my name is Ana", Corrected, "correct", "en"},
		{"👍", Confirmation, "confirm", ""},
		{"", Telling, "tell", ""},
	} {
		got := Read(tt.message)
		require.Equal(t, tt.event, got.Event, tt.message)
		require.Equal(t, tt.intent, got.Intent, tt.message)
		require.Equal(t, tt.language, got.Language, tt.message)
	}
}

// TestSentence: what was found reads alone, in the third person and in the
// language it was said in.
func TestSentence(t *testing.T) {
	for message, want := range map[string]string{
		"My name is Ana.":                         "The user's name is Ana.",
		"I work at Siemens.":                      "The user works at Siemens.",
		"Call me Bob.":                            "The user wants to be called Bob.",
		"My dog is called Rex.":                   "The name of the user's dog is Rex.",
		"My favourite book is Dune.":              "The user's favourite book is Dune.",
		"My manager is Petra Vogel.":              "The name of the user's manager is Petra Vogel.",
		"My timezone is CET.":                     "The user's timezone is CET.",
		"Remember that the gate code is 4711.":    "the gate code is 4711.",
		"Not Tuesday but Wednesday.":              "The user corrected it to Wednesday, not Tuesday.",
		"Tôi vẫn chưa hiểu Rule 15 về cắt hướng.": "Người dùng chưa hiểu Rule 15 về cắt hướng.",
	} {
		found := Read(message).Statements
		require.Len(t, found, 1, message)
		require.Equal(t, want, found[0].Sentence(""))
	}
	require.Equal(t, "Minh tên là Minh.", Read("Tôi tên là Minh.").Statements[0].Sentence("Minh"))
}

// TestSpans: a statement quotes the message (X1), also where letters are written
// in another form of Unicode, and a retraction is marked.
func TestSpans(t *testing.T) {
	message := "Hi! Actually, I live in Da Nang now, and I'm allergic to peanuts."
	found := Read(message).Statements
	require.Len(t, found, 2)
	require.Equal(t, "I live in Da Nang", message[found[0].Start:found[0].End])
	require.Equal(t, "I'm allergic to peanuts", message[found[1].Start:found[1].End])
	require.True(t, found[0].Corrects)

	decomposed := "To\u0302i te\u0302n la\u0300 Minh."
	require.Equal(t, "Minh", Read(decomposed).Statements[0].Value)
	require.Equal(t, "Ana", Read("I’m called Ana.").Statements[0].Value)
}

// TestUnbroken: whatever a message holds, statements lie inside of it in the
// order of the text, and reading it again finds the same (X1 to X3).
func TestUnbroken(t *testing.T) {
	check := func(t require.TestingT, s string) {
		got := Read(s)
		require.Equal(t, got, Read(s))
		last := 0
		for _, f := range got.Statements {
			require.LessOrEqual(t, last, f.Start)
			last = f.Start
			require.Less(t, f.Start, f.End)
			require.LessOrEqual(t, f.End, len(s))
			require.Contains(t, s, f.Value)
			require.True(t, utf8.ValidString(f.Value) || !utf8.ValidString(s))
			require.Greater(t, f.Confidence, 0.0)
			require.NotEmpty(t, f.Sentence(""))
		}
		for _, f := range got.Others {
			require.Equal(t, f.About.Text, s[f.About.Start:f.About.End])
			require.LessOrEqual(t, f.End, len(s))
			require.Contains(t, s[f.Start:f.End], f.Value)
		}
		require.Contains(t, []string{Question, Telling, Command, Corrected, Confirmation}, got.Event)
	}
	for _, s := range hostile.Strings() {
		check(t, s)
		check(t, "My name is "+s)
		check(t, "Remember that "+s+" is here, and I live in "+s)
		check(t, "My sister "+s+", who lives in "+s+", and she's "+s)
		check(t, "Không phải "+s+" mà là "+s)
	}
	openings := []string{
		"My name is ", "I like ", "Not ", " but ", "remember that ", "tôi là ", "không phải ", " mà là ", ", ", "I'm ", "Hi ", ".",
		"no, ", "can you ", "please", "Emma is ", "Emma's ", "she works at ", "my sister ", " and his ", ", my brother, ", "est-ce que ", "kannst du ", "?", "yes ",
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(1, 8).Draw(t, "parts") {
			b.WriteString(rapid.SampledFrom(openings).Draw(t, "opening"))
			b.WriteString(rapid.StringN(0, 12, 40).Draw(t, "filler"))
		}
		check(t, b.String())
	})
}

// TestLongMessages: a document that was pasted is read up to a bound (X3).
func TestLongMessages(t *testing.T) {
	got := Read("My name is Ana. " + strings.Repeat("The pump is broken. ", 1<<16) + "I live in Bonn.")
	require.Len(t, got.Statements, 1)
	for _, again := range []string{"I like ", "ok ", "not ", "no, ", "is it ", "you said ", "please"} {
		require.NotPanics(t, func() { Read(strings.Repeat(again, 1<<16)) }, again)
	}
}

// BenchmarkRead reads the labelled set, a message at a time. The aim is less than
// a millisecond for a message.
func BenchmarkRead(b *testing.B) {
	set := readLabelled(b)
	for i := 0; b.Loop(); i++ {
		Read(set[i%len(set)].message)
	}
}

// TestStated: what a model found is held to the same judgement as what a rule
// did (004-15).
func TestStated(t *testing.T) {
	for message, want := range map[string]bool{
		"I sail every summer.":              true,
		"Do I sail every summer?":           false,
		"If I sail every summer, I am poor": false,
		"Tom said I sail every summer.":     false,
		"I sail every summer, haha":         false,
		"Tôi thích biển.":                   true,
		"Nếu tôi thích biển thì sao":        false,
	} {
		require.Equal(t, want, Stated(message, 0, len(message)), message)
	}
	require.True(t, Stated("Do you know? I sail.", 13, 20), "the question is another sentence")
	require.False(t, Stated("I sail.", 3, 99))
	require.False(t, Stated("", 0, 0))
}
