package static

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWordsAreSpansOfTheText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                    "",
		" \t\n":               "",
		"Ask O'Neil":          "Ask|O|'|Neil",
		"xin chào, Đà Nẵng!":  "xin|chào|,|Đà|Nẵng|!",
		"绿茶 15%":              "绿|茶|15|%",
		"한국어":                 "한국어",
		"a\u200bb c\u00adde":  "a\u200bb|c\u00adde",
		"ERR_0x1F":            "ERR|_|0x1F",
		"bad \xff\xfe bytes":  "bad|bytes",
		"e\u0301t\u00e9":      "e\u0301t\u00e9",
		"\u0301":              "",
		"greek\u037equestion": "greek|\u037e|question",
	} {
		var w words
		var got []string
		for w.reset(text); w.next(); {
			got = append(got, text[w.start:w.end])
		}
		require.Equal(t, want, strings.Join(got, "|"), "%q", text)
	}
}

// Whatever the text: words come in order, inside it, none empty, valid UTF-8
// and never longer than the buffer.
func TestWordsOfAnyText(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		var w words
		last := 0
		for w.reset(text); w.next(); {
			require.LessOrEqual(t, last, w.start)
			require.Less(t, w.start, w.end)
			require.LessOrEqual(t, w.end, len(text))
			require.NotEmpty(t, w.word())
			require.True(t, utf8.Valid(w.word()))
			last = w.end
		}
	})
}

// S1, S4.
func TestAnyTextEmbeds(t *testing.T) {
	t.Parallel()
	e := New()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var first, second [Dim]float32
		has := e.Embed(&first, text)
		require.Equal(t, has, e.Embed(&second, text))
		require.Equal(t, first, second)
		require.Equal(t, len(e.Pieces(nil, text)) > 0, has)
		if has {
			require.InDelta(t, 1, dotFloat(&first, &first), 1e-5)
		}
	})
}

func TestWordLimit(t *testing.T) {
	t.Parallel()
	e := New()
	require.NotContains(t, e.Pieces(nil, strings.Repeat("a", maxWord)), unknown)
	require.Equal(t, []int32{unknown}, e.Pieces(nil, strings.Repeat("a", maxWord+1)))
}

// Every piece of letters is found again by its own spelling.
func TestVocabularyFindsEveryPiece(t *testing.T) {
	t.Parallel()
	v := load().vocab
	for id, piece := range v.pieces {
		tail, isTail := strings.CutPrefix(piece, "##")
		if !isTail || tail == "" {
			tail, isTail = piece, false
		}
		got, size := v.longest([]byte(tail), !isTail)
		require.Equal(t, int32(id), got, piece)
		require.Equal(t, len(tail), size, piece)
	}
}

func TestPieceOutOfRange(t *testing.T) {
	t.Parallel()
	e := New()
	require.Equal(t, "[UNK]", e.Piece(unknown))
	require.Empty(t, e.Piece(-1))
	require.Empty(t, e.Piece(rows))
}

func dotFloat(a, b *[Dim]float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
