package shell

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func split(t require.TestingT, text string) (texts []string, lines []int) {
	for st, err := range Statements(strings.NewReader(text)) {
		require.NoError(t, err)
		texts, lines = append(texts, st.Text), append(lines, st.Line)
	}
	return texts, lines
}

// H1
func TestStatements(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string
		lines      []int
	}{
		{"empty", "", nil, nil},
		{"blank", " \n ;; ; \n", nil, nil},
		{"byte order mark", "\ufeffRETURN 1;\r\n:help\r\n", []string{"RETURN 1", ":help"}, []int{1, 2}},
		{"one", "RETURN 1;", []string{"RETURN 1"}, []int{1}},
		{"no end", "RETURN 1", []string{"RETURN 1"}, []int{1}},
		{"two lines", "\nMATCH (n)\nRETURN n;\nRETURN 2;", []string{"MATCH (n)\nRETURN n", "RETURN 2"}, []int{2, 4}},
		{"strings", `RETURN ';', "a;'b";RETURN 'it\';s \\';RETURN 2`, []string{`RETURN ';', "a;'b"`, `RETURN 'it\';s \\'`, "RETURN 2"}, []int{1, 1, 1}},
		{"quoted name", "RETURN 1 AS `a;\\`;RETURN 2;", []string{"RETURN 1 AS `a;\\`", "RETURN 2"}, []int{1, 1}},
		{"comments", "// a;b\nRETURN 1 /* ; ' */ + 2; // done;\n", []string{"// a;b\nRETURN 1 /* ; ' */ + 2"}, []int{2}},
		{"only comments", "// nothing\n/* here */\n", nil, nil},
		{"edge is no comment", "MATCH (a)--(b) RETURN a;RETURN 2;", []string{"MATCH (a)--(b) RETURN a", "RETURN 2"}, []int{1, 1}},
		{"division", "RETURN 4/2;RETURN /x/;", []string{"RETURN 4/2", "RETURN /x/"}, []int{1, 1}},
		{"quote after slash", "RETURN 4/';';RETURN 2;", []string{"RETURN 4/';'", "RETURN 2"}, []int{1, 1}},
		{"star after comment", "RETURN /**/ 1;RETURN 2", []string{"RETURN /**/ 1", "RETURN 2"}, []int{1, 1}},
		{"slash star slash", "/*/ ; */ RETURN 1;", []string{"/*/ ; */ RETURN 1"}, []int{1}},
		{"commands", ":mode csv\nRETURN 1;\n  :timer on ;\nMATCH (a:X) RETURN a;", []string{":mode csv", "RETURN 1", ":timer on", "MATCH (a:X) RETURN a"}, []int{1, 2, 3, 4}},
		{"command without a line end", ":help", []string{":help"}, []int{1}},
		{"open string", "RETURN 'a;b", []string{"RETURN 'a;b"}, []int{1}},
		{"open comment", "/* never closed;", []string{"/* never closed;"}, []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			texts, lines := split(t, c.text)
			require.Equal(t, c.want, texts)
			require.Equal(t, c.lines, lines)
		})
	}
}

func TestFinished(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, "  ": true, "// note": true, ":help": true, "RETURN 1;": true, "RETURN 1; // done": true,
		"RETURN 1": false, "RETURN ';": false, "RETURN 1; RETURN": false, "/* ;": false, "RETURN `;": false,
	} {
		require.Equal(t, want, Finished(text), "%q", text)
	}
}

// H1: any statements, joined by ";", are found again.
func TestStatementsRoundTrip(t *testing.T) {
	t.Parallel()
	part := rapid.OneOf(
		rapid.StringMatching(`[A-Za-z0-9 ()\[\].,=<>-]{1,12}`),
		rapid.StringMatching(`'([^'\\]|\\.){0,8}'`),
		rapid.StringMatching(`"([^"\\]|\\.){0,8}"`),
		rapid.StringMatching("`[^`]{0,8}`"),
		rapid.StringMatching(`/\*[^*]{0,8}\*/`),
		rapid.StringMatching(`//[^\n]{0,8}\n`),
	)
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		for range rapid.IntRange(1, 4).Draw(t, "statements") {
			want = append(want, "RETURN "+strings.Join(rapid.SliceOfN(part, 0, 5).Draw(t, "parts"), " ")+"x")
		}
		got, _ := split(t, strings.Join(want, ";")+";")
		require.Equal(t, want, got)
		require.True(t, Finished(strings.Join(want, ";")+";"))
		require.False(t, Finished(strings.Join(want, ";")))
	})
}

// Whatever is typed, nothing is lost but ends, space and comments, and nothing panics.
func FuzzStatements(f *testing.F) {
	f.Add("RETURN ';' /* ; */ // ;\n; :mode csv\n `")
	f.Fuzz(func(t *testing.T, text string) {
		for st, err := range Statements(strings.NewReader(text)) {
			require.NoError(t, err)
			require.NotEmpty(t, st.Text)
			require.Positive(t, st.Line)
		}
	})
}

func TestStatementsFailures(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, err := range Statements(iotest.ErrReader(broken)) {
		require.ErrorIs(t, err, broken)
	}
	for _, err := range Statements(strings.NewReader("RETURN '" + strings.Repeat("a", maxStatement))) {
		require.ErrorIs(t, err, ErrTooLong)
	}
}
