package cypher

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func kinds(tokens []Token) (out []string) {
	names := map[Kind]string{Word: "w", Quoted: "q", String: "s", Number: "n", Param: "p", Symbol: "", Broken: "!"}
	for _, t := range tokens {
		out = append(out, names[t.Kind]+t.Text)
	}
	return out
}

func TestLex(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"RETURN 1":                       "wRETURN n1",
		"RETURN/* x' */1//y\n2":          "wRETURN n1 n2",
		`RETURN 'it\'s' "a\"b" 'x\\'`:    `wRETURN s'it\'s' s"a\"b" s'x\\'`,
		"`a b` `c``d`":                   "q`a b` q`c``d`",
		"$id $1 $ x":                     "p$id p$1 $ wx",
		"*1..5 *..3 1.5 1.e 2e-3 3e+x .": "* n1 .. n5 * .. n3 n1.5 n1 . we n2e-3 n3 we + wx .",
		"a.b<-[:R|S]-(c)":                "wa . wb < - [ : wR | wS ] - ( wc )",
		"RETURN\u00a0\u20281":            "wRETURN n1",
		"'open":                          "!'open",
		"/* open":                        "!/* open",
		"`open":                          "!`open",
		"été \u0130 数":                   "wété w\u0130 w数",
		"'a' // 'b":                      "s'a'",
		"'/* no */' /* 'yes */ x":        "s'/* no */' wx",
	} {
		require.Equal(t, want, strings.Join(kinds(Lex(text)), " "), text)
	}
}

func TestPositions(t *testing.T) {
	t.Parallel()
	tokens := Lex("MATCH (é)\n  RETURN `ü` /* a\nb */ x")
	last := tokens[len(tokens)-1]
	require.Equal(t, Token{Kind: Word, Text: "x", Offset: 35, Line: 3, Column: 6}, last)
	line, column := Find("MATCH (a)\nRETURN b.Name", "name")
	require.Equal(t, []int{2, 10}, []int{line, column})
}

// Every byte of a statement is in a token, in white space or in a comment, in
// order, whatever the text.
func TestLexKeepsEverything(t *testing.T) {
	t.Parallel()
	pieces := rapid.SampledFrom([]string{"'", `"`, "`", `\`, "/*", "*/", "//", "\n", " ", "a", "LOAD", "1", ".", "..", "$", "é", "\u00a0", "\xff", "(", "|"})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(pieces).Draw(t, "pieces"), "")
		end := 0
		for _, token := range Lex(text) {
			require.GreaterOrEqual(t, token.Offset, end)
			require.Equal(t, token.Text, text[token.Offset:token.Offset+len(token.Text)])
			require.NotEmpty(t, token.Text)
			end = token.Offset + len(token.Text)
		}
		if utf8.ValidString(text) {
			_ = Check(text, nil)
		}
	})
}
