package digest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/digest"
)

// lesson is the session of source design 001, section 6.2, with more of the
// small talk that real ones have.
var lesson = []digest.Passage{
	{Label: "user", Text: "Hello! What is Rule 15?"},
	{Label: "assistant", Text: "Rule 15 covers the crossing situation between two power-driven vessels. The vessel which has the other on her own starboard side shall keep out of the way."},
	{Label: "user", Text: "So which vessel gives way?"},
	{Label: "assistant", Text: "The give-way vessel is the one which has the other on her starboard side. She shall avoid crossing ahead of the other vessel."},
	{Label: "user", Text: "Can you give me an example?"},
	{Label: "assistant", Text: "Imagine two vessels approaching at 90 degrees. In this crossing situation your vessel sees the other to starboard, so you are the give-way vessel under Rule 15."},
	{Label: "user", Text: "Thanks. I learn better from real examples than from theory."},
	{Label: "assistant", Text: "You are welcome!"},
	{Label: "user", Text: "Next time I want to review Rule 13 and Rule 15 before my captain's exam."},
}

func texts(list []digest.Sentence) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.Text)
	}
	return out
}

// TestLesson sums up the session of source design 001 (001-14): what it was
// about stays, within the budget; greetings and questions go.
func TestLesson(t *testing.T) {
	got, err := digest.Make(lesson, digest.Options{Tokens: 120})
	require.NoError(t, err)
	require.LessOrEqual(t, got.Tokens, 120)
	require.Contains(t, got.Text, "starboard side")
	require.NotContains(t, got.Text, "Hello")
	require.NotContains(t, got.Text, "welcome")
	require.NotContains(t, got.Text, "example?")
	require.Contains(t, got.Topics, "Rule 15")
	require.Contains(t, strings.ToLower(strings.Join(got.Topics, "|")), "crossing situation")
	require.Contains(t, strings.Join(texts(got.Facts), " "), "I want to review Rule 13 and Rule 15 before my captain's exam.")
}

// TestLanguages finds the sentence that the others turn on, and cuts sentences,
// in each language that is promised.
func TestLanguages(t *testing.T) {
	tests := map[string]struct{ text, kept, dropped string }{
		"en": {
			"The server in Berlin crashed at noon. Good grief! The crash of the Berlin server came from a full disk. The full disk of the server was cleaned by Ana. Dr. Weber said hello.",
			"The crash of the Berlin server came from a full disk.", "Good grief!",
		},
		"vi": {
			"Thuyền trưởng uống cà phê lúc sáng. Trời ơi! Tàu chở hàng từ cảng Hải Phòng gặp bão lớn. Bão lớn làm tàu chở hàng phải quay lại cảng.",
			"Tàu chở hàng từ cảng Hải Phòng gặp bão lớn.", "Trời ơi!",
		},
		"de": {
			"Der Server in Berlin fiel am Mittag aus. Ach je! Der Ausfall des Servers in Berlin kam von einer vollen Festplatte. Die volle Festplatte des Servers hat Ana geleert.",
			"Der Ausfall des Servers in Berlin kam von einer vollen Festplatte.", "Ach je!",
		},
		"fr": {
			"Le serveur de Lyon est tombé en panne. Eh bien! La panne du serveur de Lyon venait d'un disque plein. Le disque plein du serveur a été vidé par Anne.",
			"La panne du serveur de Lyon venait d'un disque plein.", "Eh bien!",
		},
		"zh": {
			"柏林的服务器中午崩溃。谢谢！柏林的服务器崩溃因为磁盘满。服务器的磁盘由安娜清理。",
			"柏林的服务器崩溃因为磁盘满。", "谢谢！",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := digest.Make([]digest.Passage{{Text: tt.text}}, digest.Options{Tokens: prompt.Estimate(tt.kept) + 2})
			require.NoError(t, err)
			require.Contains(t, got.Text, tt.kept)
			require.NotContains(t, got.Text, tt.dropped)
			require.NotEmpty(t, got.Topics)
		})
	}
}

// TestRepetition says once what was said three times.
func TestRepetition(t *testing.T) {
	got, err := digest.Make([]digest.Passage{
		{Text: "The pump of line three leaks oil."},
		{Text: "Line three: the pump leaks oil!"},
		{Text: "Maria orders a new valve on Monday."},
		{Text: "The pump of line three leaks oil."},
	}, digest.Options{})
	require.NoError(t, err)
	require.Len(t, got.Sentences, 2)
	require.Contains(t, got.Text, "Maria orders a new valve on Monday.")
}

// TestWeights prefers what counts more.
func TestWeights(t *testing.T) {
	passages := []digest.Passage{{Text: "Ana paints the red door today."}, {Text: "Bob mends the blue fence today."}}
	for i := range passages {
		weighed := append([]digest.Passage{}, passages...)
		weighed[1-i].Weight = .5
		got, err := digest.Make(weighed, digest.Options{Tokens: 14})
		require.NoError(t, err)
		require.Equal(t, passages[i].Text, got.Text)
	}
}

// TestNoSentenceFits takes the beginning of a sentence rather than nothing.
func TestNoSentenceFits(t *testing.T) {
	got, err := digest.Make([]digest.Passage{{Text: "The harbour master closes the northern gate at nightfall because of the storm."}}, digest.Options{Tokens: 6})
	require.NoError(t, err)
	require.LessOrEqual(t, got.Tokens, 6)
	require.True(t, strings.HasPrefix(got.Text, "The harbour"), got.Text)
}

func TestOptions(t *testing.T) {
	for _, o := range []digest.Options{{Tokens: -1}, {Facts: -1}, {Topics: -1}} {
		_, err := digest.Make(nil, o)
		require.ErrorIs(t, err, digest.ErrInvalid)
	}
	got, err := digest.Make([]digest.Passage{{Text: " \n\t"}, {Text: "?!"}}, digest.Options{})
	require.NoError(t, err)
	require.Equal(t, digest.Summary{}, got)
}

// holds fails unless the invariants D1 to D4 hold for a summary.
func holds(t require.TestingT, passages []digest.Passage, o digest.Options) {
	got, err := digest.Make(passages, o)
	require.NoError(t, err)
	require.LessOrEqual(t, prompt.Estimate(got.Text), o.Tokens)
	last := digest.Sentence{Passage: -1}
	for _, s := range got.Sentences {
		require.Equal(t, passages[s.Passage].Text[s.Start:s.End], s.Text)
		require.Contains(t, got.Text, s.Text)
		require.True(t, s.Passage > last.Passage || s.Passage == last.Passage && s.Start >= last.End, "out of order")
		require.True(t, s.Score >= 0 && s.Score <= 1)
		last = s
	}
	for _, s := range got.Facts {
		require.Equal(t, passages[s.Passage].Text[s.Start:s.End], s.Text)
	}
	for _, topic := range got.Topics {
		found := false
		for _, p := range passages {
			found = found || strings.Contains(p.Text, topic)
		}
		require.True(t, found, "topic %q is in no passage", topic)
	}
	again, err := digest.Make(passages, o)
	require.NoError(t, err)
	require.Equal(t, got, again)
}

func TestProperties(t *testing.T) {
	words := strings.Fields("ship harbour Rule 15 the a leaves not storm Hải Phòng bão 服务器 崩溃 Übung école 3.5 don't x")
	rapid.Check(t, func(t *rapid.T) {
		sentence := rapid.Custom(func(t *rapid.T) string {
			list := rapid.SliceOfN(rapid.SampledFrom(words), 1, 12).Draw(t, "words")
			return strings.Join(list, " ") + rapid.SampledFrom([]string{". ", "? ", "!\n", "。", " "}).Draw(t, "end")
		})
		var passages []digest.Passage
		for range rapid.IntRange(0, 6).Draw(t, "passages") {
			passages = append(passages, digest.Passage{
				Text:   strings.Join(rapid.SliceOfN(sentence, 0, 8).Draw(t, "text"), ""),
				Label:  rapid.SampledFrom([]string{"", "user", "assistant"}).Draw(t, "label"),
				Weight: rapid.SampledFrom([]float64{0, .5, 2}).Draw(t, "weight"),
			})
		}
		holds(t, passages, digest.Options{Tokens: rapid.IntRange(1, 200).Draw(t, "tokens")})
	})
}

func TestHostile(t *testing.T) {
	for _, s := range hostile.Strings() {
		if len(s) > 50_000 {
			s = s[:50_000]
		}
		holds(t, []digest.Passage{{Text: s}, {Text: "Ana keeps the key of the harbour."}}, digest.Options{Tokens: 60})
	}
}

func BenchmarkMake(b *testing.B) {
	var passages []digest.Passage
	for range 12 {
		passages = append(passages, lesson...)
	}
	for b.Loop() {
		if _, err := digest.Make(passages, digest.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
