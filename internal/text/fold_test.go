package text_test

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/internal/text"
)

// checkFold: the quick ways to fold a string do what the slow ones do.
func checkFold(t require.TestingT, s string) {
	require.Equal(t, text.Decomposed(s), text.Plain(s), "%q", s)
	require.Equal(t, "x"+text.Plain(s), string(text.AppendPlain([]byte("x"), s)), "%q", s)
	require.True(t, !text.Composed(s) || norm.NFC.IsNormalString(s), "%q", s)
}

func TestFoldQuickly(t *testing.T) {
	for r := rune(1); r < 0x3000; r++ {
		checkFold(t, string(r))
		checkFold(t, "a"+string(r)+"ệ")
	}
	for _, s := range hostile.Strings() {
		checkFold(t, s)
	}
	require.True(t, text.Composed("Nguyễn Văn Ön ßé"))
	require.False(t, text.Composed("e\u0301"))
}

func TestFoldQuicklyWhateverStandsTogether(t *testing.T) {
	letter := rapid.OneOf(
		rapid.RuneFrom([]rune("aeiouxß đøłæœþİıǅ")), rapid.Rune(),
		rapid.Map(rapid.Int32Range(0x80, 0x380), func(i int32) rune { return i }),
		rapid.Map(rapid.Int32Range(0x1E00, 0x1F80), func(i int32) rune { return i }),
	)
	rapid.Check(t, func(t *rapid.T) {
		checkFold(t, rapid.StringOfN(letter, 0, 12, -1).Draw(t, "s"))
		checkFold(t, string(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, "bytes")))
	})
	require.Equal(t, string(utf8.RuneError), text.Plain(string(utf8.RuneError)))
}
