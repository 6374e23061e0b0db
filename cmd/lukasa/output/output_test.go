package output

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func sample() Table {
	ann := Node{ID: "0:1", Label: "Entity", Properties: map[string]any{"id": "a|person:ann", "name": "Ann \"the\" <boss>"}}
	deploy := Node{ID: "1:7", Label: "Experience", Properties: map[string]any{"id": "0193", "context": "deploy of\nbilling"}}
	said := Edge{ID: "5:0", From: "1:7", To: "0:1", Label: "MENTIONED", Properties: map[string]any{"count": int64(2)}}
	after := Edge{From: "1:7", To: "1:8", Label: "FOLLOWED_BY"}
	return Table{
		Columns: []string{"n", "text", "when", "list", "x", "x"},
		Rows: Rows(
			[]any{int64(1), "日本 | x", time.Date(2025, 11, 20, 8, 0, 0, 0, time.UTC), []any{int64(1), "b", nil}, ann, nil},
			[]any{int64(12345), "two\nlines, \"quoted\"", nil, map[string]any{"b": true, "a": 1.5}, Path{Nodes: []Node{deploy, ann}, Edges: []Edge{said}}, after},
			[]any{nil, "esc \x1b[31m red \u202e", time.Time{}, []any{}, math.Inf(1), said},
		),
	}
}

// 000-19: every mode is pinned; csv, json and jsonl lose nothing.
func TestModesAgainstGoldens(t *testing.T) {
	t.Parallel()
	for _, mode := range Modes() {
		t.Run(string(mode), func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			n, err := Write(&b, sample(), Format{Mode: mode})
			require.NoError(t, err)
			require.Equal(t, 3, n)
			golden := filepath.Join("testdata", string(mode)+".golden")
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(golden, b.Bytes(), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), b.String())
			require.NotContains(t, b.String(), "<nil>")
			if mode != ModeCSV {
				require.NotContains(t, b.String(), "\x1b")
			}
		})
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(60, 200).Draw(t, "width")
		cell := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z]{0,90}( [a-z日本]{1,12}){0,30}`))
		var rows [][]any
		for range rapid.IntRange(0, 5).Draw(t, "rows") {
			rows = append(rows, []any{cell.Draw(t, "a"), cell.Draw(t, "b"), rapid.Int().Draw(t, "n")})
		}
		var b bytes.Buffer
		_, err := Write(&b, Table{Columns: []string{"a", "b", "n"}, Rows: Rows(rows...)}, Format{Width: width})
		require.NoError(t, err)
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			require.LessOrEqual(t, text.StringWidthWithoutEscSequences(line), width, line)
		}
	})
}

func TestWrapKeepsEveryWord(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[a-z日本 \n]{0,60}`).Draw(t, "s")
		width := rapid.IntRange(2, 30).Draw(t, "width")
		wrapped := wrap(s, width)
		squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
		require.Equal(t, squeeze(s), squeeze(wrapped))
		require.LessOrEqual(t, text.LongestLineLen(wrapped), width)
	})
	require.Equal(t, "one two\nthree\n日本語", wrap("one two three 日本語", 7))
	require.Equal(t, "日\n本", wrap("日本", 3))
}

func TestFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		natural, words []int
		room           int
		want           []int
	}{
		{[]int{5, 10}, []int{5, 10}, 80, []int{5, 10}},
		{[]int{0, 10}, []int{0, 10}, 80, []int{1, 10}},
		{[]int{5, 100}, []int{5, 8}, 50, []int{5, 45}},
		{[]int{100, 5, 100}, []int{5, 5, 5}, 65, []int{30, 5, 30}},
		{[]int{6, 45, 200}, []int{6, 36, 12}, 70, []int{6, 36, 28}},
		{[]int{6, 45, 200}, []int{6, 36, 12}, 40, []int{6, 17, 17}},
		{[]int{100, 100}, []int{9, 9}, 4, []int{6, 6}},
		{nil, nil, 10, []int{}},
	} {
		require.Equal(t, c.want, fit(c.natural, c.words, c.room))
	}
}

func TestTableIsBoundedByBlocks(t *testing.T) {
	t.Parallel()
	rows := func(yield func([]any, error) bool) {
		for i := range 2*tableBlock + 1 {
			if !yield([]any{int64(i)}, nil) {
				return
			}
		}
	}
	var b bytes.Buffer
	n, err := Write(&b, Table{Columns: []string{"i"}, Rows: rows}, Format{})
	require.NoError(t, err)
	require.Equal(t, 2*tableBlock+1, n)
	require.Equal(t, 3, strings.Count(b.String(), "╭"))
}

func TestErrorsEndAnAnswer(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, mode := range Modes() {
		rows := func(yield func([]any, error) bool) {
			_ = yield([]any{Node{ID: "1"}}, nil) && yield(nil, broken)
		}
		n, err := Write(&bytes.Buffer{}, Table{Columns: []string{"n"}, Rows: rows}, Format{Mode: mode})
		require.ErrorIs(t, err, broken, mode)
		require.Equal(t, 1, n)
	}
}

// TestJSONEndsWithAnError reads what was written before an answer failed: a program that
// gets an array gets a whole one, and the error beside it.
func TestJSONEndsWithAnError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	rows := func(yield func([]any, error) bool) {
		_ = yield([]any{1}, nil) && yield([]any{2}, nil) && yield(nil, broken)
	}
	for _, format := range []Format{{Mode: ModeJSON}, {Mode: ModeJSON, OneLine: true}} {
		var b bytes.Buffer
		_, err := Write(&b, Table{Columns: []string{"n"}, Rows: rows}, format)
		require.ErrorIs(t, err, broken)
		require.JSONEq(t, `[{"n":1},{"n":2}]`, b.String())
		require.Equal(t, format.OneLine, strings.Count(b.String(), "\n") == 1)
	}
}

// TestJSONOfSeveralAnswers writes an array a line.
func TestJSONOfSeveralAnswers(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	for _, rows := range [][][]any{{{1}, {2}}, {}, {{3}}} {
		_, err := Write(&b, Table{Columns: []string{"n"}, Rows: Rows(rows...)}, Format{Mode: ModeJSON, OneLine: true})
		require.NoError(t, err)
	}
	require.Equal(t, "[{\"n\":1},{\"n\":2}]\n[]\n[{\"n\":3}]\n", b.String())
}

func TestPicturesNeedAGraph(t *testing.T) {
	t.Parallel()
	for _, mode := range []Mode{ModeDOT, ModeMermaid} {
		_, err := Write(&bytes.Buffer{}, Table{Columns: []string{"n"}, Rows: Rows([]any{int64(1)})}, Format{Mode: mode})
		require.ErrorIs(t, err, ErrNoGraph)
	}
}

// What was asked for is a graph, though nothing was found.
func TestPicturesOfNothing(t *testing.T) {
	t.Parallel()
	for mode, want := range map[Mode]string{
		ModeDOT:     "digraph lukasa {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n}\n",
		ModeMermaid: "graph LR\n",
	} {
		var b bytes.Buffer
		_, err := Write(&b, Table{Columns: []string{"p"}, Rows: Rows()}, Format{Mode: mode})
		require.NoError(t, err)
		require.Equal(t, want, b.String())
	}
}

func TestParseMode(t *testing.T) {
	t.Parallel()
	for _, mode := range Modes() {
		got, err := ParseMode(strings.ToUpper(string(mode)))
		require.NoError(t, err)
		require.Equal(t, mode, got)
	}
	_, err := ParseMode("yaml")
	require.ErrorIs(t, err, ErrMode)
	_, err = Write(&bytes.Buffer{}, Table{}, Format{Mode: "yaml"})
	require.ErrorIs(t, err, ErrMode)
}

// 900-11: what is written as CSV or JSON lines is read back unchanged.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "s")
		i := rapid.Int64().Draw(t, "i")
		table := func() Table { return Table{Columns: []string{"s", "i"}, Rows: Rows([]any{s, i})} }

		var jsonl bytes.Buffer
		_, err := Write(&jsonl, table(), Format{Mode: ModeJSONL})
		require.NoError(t, err)
		var back struct {
			S string
			I int64
		}
		require.NoError(t, json.Unmarshal(jsonl.Bytes(), &back))
		require.Equal(t, s, back.S)
		require.Equal(t, i, back.I)

		if strings.Contains(s, "\r") || !utf8.ValidString(s) {
			return // RFC 4180 readers fold CRLF within a field
		}
		var sheet bytes.Buffer
		_, err = Write(&sheet, table(), Format{Mode: ModeCSV})
		require.NoError(t, err)
		records, err := csv.NewReader(&sheet).ReadAll()
		require.NoError(t, err)
		require.Equal(t, s, records[1][0])
	})
}

func TestVisibleLeavesNoControls(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringOfN(rapid.RuneFrom([]rune("a日\x00\x1b\n\t\x7f\u0085\u202e\u2066")), 0, 20, -1).Draw(t, "s")
		for _, r := range visible(s, false) {
			require.False(t, hidden(r), "%q", r)
		}
		for _, r := range visible(s, true) {
			require.True(t, r == '\n' || !hidden(r), "%q", r)
		}
	})
	require.Equal(t, "␀␛␡<U+0085> <U+202E>", visible("\x00\x1b\x7f\u0085\t\u202e", false))
}

func TestSnip(t *testing.T) {
	t.Parallel()
	require.Equal(t, "日本語", snip("日本語", 3))
	require.Equal(t, "日…", snip("日本語", 2))
	require.Equal(t, "ab", snip("ab", 2))
	require.Equal(t, "", snip("", 0))
}

func TestPathTextFollowsTheArrows(t *testing.T) {
	t.Parallel()
	a, b := Node{ID: "1", Label: "A"}, Node{ID: "2", Label: "B"}
	there := Path{Nodes: []Node{a, b}, Edges: []Edge{{From: "1", To: "2", Label: "X"}}}
	back := Path{Nodes: []Node{a, b}, Edges: []Edge{{From: "2", To: "1", Label: "X"}}}
	require.Equal(t, "(:A '1')-[:X]->(:B '2')", Text(there))
	require.Equal(t, "(:A '1')<-[:X]-(:B '2')", Text(back))
	there.Edges[0].Properties = map[string]any{"predicate": "works_for"}
	require.Equal(t, "(:A '1')-[:works_for]->(:B '2')", Text(there))
}

func TestObjects(t *testing.T) {
	t.Parallel()
	values := func(yield func(Mode, error) bool) { _ = yield("a<b", nil) && yield("c", nil) }
	var b bytes.Buffer
	n, err := Objects(&b, ModeJSON, values)
	require.NoError(t, err)
	require.Equal(t, 2, n)
	require.Equal(t, "[\n  \"a<b\",\n  \"c\"\n]\n", b.String())
	b.Reset()
	_, err = Objects(&b, ModeJSONL, values)
	require.NoError(t, err)
	require.Equal(t, "\"a<b\"\n\"c\"\n", b.String())
	_, err = Objects(&b, ModeJSON, func(yield func(Mode, error) bool) { yield("", ErrNoGraph) })
	require.ErrorIs(t, err, ErrNoGraph)
}

func TestPathsWithoutTheirEnds(t *testing.T) {
	t.Parallel()
	mid := Node{ID: "2", Label: "B"}
	forth := Path{Nodes: []Node{mid}, Edges: []Edge{{From: "1", To: "2", Label: "X"}, {From: "2", To: "3", Label: "Y"}}}
	require.Equal(t, "()-[:X]->(:B '2')-[:Y]->()", Text(forth))
	back := Path{Nodes: []Node{mid}, Edges: []Edge{{From: "2", To: "1", Label: "X"}, {From: "2", To: "3", Label: "Y"}}}
	require.Equal(t, "()<-[:X]-(:B '2')-[:Y]->()", Text(back))
	require.Equal(t, "()-[:X]->()", Text(Path{Edges: []Edge{{From: "1", To: "2", Label: "X"}}}))
	require.Empty(t, Text(Path{}))
}
