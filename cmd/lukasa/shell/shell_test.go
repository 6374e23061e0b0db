package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// echo is an engine that answers every statement with its text and parameters,
// and fails those that begin with FAIL.
type echo struct {
	closed int
	cancel context.CancelFunc // called by the statement CANCEL
}

func (e *echo) Cypher(ctx context.Context, statement string, params map[string]any) (*Answer, error) {
	if message, fails := strings.CutPrefix(statement, "FAIL "); fails {
		return nil, errors.New(message)
	}
	if statement == "CANCEL" {
		e.cancel()
		return nil, fmt.Errorf("stopped: %w", ctx.Err())
	}
	if statement == "PLAN" {
		return &Answer{
			Table: output.Table{Columns: []string{"explain result"}, Rows: output.Rows([]any{"┌─┐\n└─┘\n"})},
			Close: func() error { return nil },
		}, nil
	}
	return &Answer{
		Table: output.Table{Columns: []string{"text", "x"}, Rows: output.Rows([]any{statement, params["x"]})},
		Close: func() error { e.closed++; return nil },
	}, nil
}

func (e *echo) Catalog(context.Context) (Catalog, error) { return testCatalog(), nil }

func testCatalog() Catalog {
	return Catalog{
		Nodes: []Label{
			{Name: "Experience", Properties: []Property{{"id", "STRING"}, {"importance", "INT64"}}},
			{Name: "Entity", Properties: []Property{{"name", "STRING"}}},
		},
		Edges:     []Label{{Name: "MENTIONED", From: "Experience", To: "Entity", Properties: []Property{{"count", "INT64"}}}},
		Functions: []string{"count", "collect"},
	}
}

type bundle struct {
	*Shell
	engine    *echo
	out, errs *bytes.Buffer
}

func newBundle(input string, change func(*Options)) bundle {
	streams, out, errs := terminal.Test(input)
	options := Options{Streams: streams}
	if change != nil {
		change(&options)
	}
	engine := &echo{}
	return bundle{New(engine, options), engine, out, errs}
}

func TestScriptAnswersAsJSONLines(t *testing.T) {
	t.Parallel()
	b := newBundle("// first\nRETURN 1;\n:param x {\"a\": [1, 2.5]}\nRETURN\n $x", nil)
	require.NoError(t, b.Run(t.Context()))
	require.Equal(t, `{"text":"// first\nRETURN 1","x":null}
{"text":"RETURN\n $x","x":{"a":[1,2.5]}}
`, b.out.String())
	require.Empty(t, b.errs.String())
	require.Equal(t, 2, b.engine.closed, "every answer is closed")
}

func TestScriptStopsAtTheFirstFailure(t *testing.T) {
	t.Parallel()
	script := "RETURN 1;\n\nFAIL no such thing;\n:nonsense\nRETURN 2;"
	b := newBundle(script, nil)
	require.ErrorIs(t, b.Run(t.Context()), ErrFailed)
	require.Equal(t, 1, strings.Count(b.out.String(), "\n"))
	require.Equal(t, "stdin:3: no such thing\n", b.errs.String())

	b = newBundle(script, func(o *Options) { o.KeepGoing = true })
	require.ErrorIs(t, b.Run(t.Context()), ErrFailed)
	require.Equal(t, 2, strings.Count(b.out.String(), "\n"))
	require.Contains(t, b.errs.String(), "stdin:4: shell: bad command: :nonsense")
}

func TestScriptEndsWithQuitAndCancel(t *testing.T) {
	t.Parallel()
	b := newBundle("RETURN 1; RETURN 2;\n:quit\nRETURN 3;", nil)
	require.NoError(t, b.Run(t.Context()))
	require.Equal(t, 2, strings.Count(b.out.String(), "\n"))

	ctx, cancel := context.WithCancel(t.Context())
	b = newBundle("CANCEL; RETURN 2;", func(o *Options) { o.KeepGoing = true })
	b.engine.cancel = cancel
	require.ErrorIs(t, b.Run(ctx), context.Canceled)
	require.Empty(t, b.out.String())
}

func TestCommands(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ line, out, errs string }{
		{":help", ":schema", ""},
		{":schema", "(:Experience)-[:MENTIONED]->(:Entity)", ""},
		{":schema entity", `{"property":"name","type":"STRING"}`, ""},
		{":schema Nobody", "", "no label or edge type is called Nobody"},
		{":param $who Ann Lee\n:params", `{"parameter":"$who","value":"Ann Lee"}`, ""},
		{":param n 12\n:param n\n:params", "", ""},
		{":param\n", "", ""},
		{":mode csv\nRETURN 1;", "text,x\nRETURN 1,\n", ""},
		{":mode", "", "mode jsonl"},
		{":mode yaml", "", "output: unknown mode"},
		{":timer on\nRETURN 1;", "RETURN 1", "3ms"},
		{":timer\n:timer", "", "timer on\ntimer off"},
		{":timer maybe", "", ":timer wants on or off"},
		{":explain MATCH (n) RETURN n", "EXPLAIN MATCH (n) RETURN n", ""},
		{":explain", "", "wants a statement"},
		{":read", "", "wants a file"},
		{":read /no/such/file", "", "no such file"},
		{":frobnicate", "", ":frobnicate is not one, see :help"},
	} {
		t.Run(c.line, func(t *testing.T) {
			t.Parallel()
			clock := time.Unix(0, 0)
			b := newBundle(c.line, func(o *Options) {
				o.Now = func() time.Time { clock = clock.Add(3 * time.Millisecond); return clock }
			})
			err := b.Run(t.Context())
			require.Contains(t, b.out.String(), c.out)
			require.Contains(t, b.errs.String(), c.errs)
			if c.out != "" {
				require.NoError(t, err)
			}
		})
	}
}

func TestReadRunsFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inner, outer := filepath.Join(dir, "in ner.cypher"), filepath.Join(dir, "outer.cypher")
	require.NoError(t, os.WriteFile(inner, []byte("RETURN 'inner';\nFAIL here;"), 0o600))
	require.NoError(t, os.WriteFile(outer, fmt.Appendf(nil, ":read %q\nRETURN 'outer';", inner), 0o600))
	b := newBundle(":read "+outer+"\nRETURN 'after';", func(o *Options) { o.KeepGoing = true })
	require.ErrorIs(t, b.Run(t.Context()), ErrFailed)
	for _, want := range []string{"'inner'", "'outer'", "'after'"} {
		require.Contains(t, b.out.String(), want)
	}
	require.Equal(t, 1, strings.Count(b.errs.String(), "\n"), "told once: %s", b.errs)

	loop := filepath.Join(dir, "loop.cypher")
	require.NoError(t, os.WriteFile(loop, []byte(":read "+loop), 0o600))
	b = newBundle(":read "+loop, nil)
	require.ErrorIs(t, b.Run(t.Context()), ErrFailed)
	require.Contains(t, b.errs.String(), "16 deep")
}

func TestTablesForPeople(t *testing.T) {
	t.Parallel()
	b := newBundle("RETURN 1;\n:params", func(o *Options) { o.Streams.OutTTY = true })
	require.NoError(t, b.Run(t.Context()))
	require.Contains(t, b.out.String(), "│ RETURN 1 │")
	require.Contains(t, b.errs.String(), "0 rows")
}

func TestObeyTellsAndGoesOn(t *testing.T) {
	t.Parallel()
	b := newBundle("", nil)
	require.False(t, b.obey(t.Context(), "FAIL Variable x is not in scope; RETURN 1;"))
	require.Contains(t, b.errs.String(), "error: Variable x")
	require.Empty(t, b.out.String(), "what follows a failure is not run")
	require.True(t, b.obey(t.Context(), ":exit"))
	b.Set("x", int64(7))
	require.False(t, b.obey(t.Context(), "RETURN $x;"))
	require.Contains(t, b.out.String(), `"x":7`)
}

// A statement gets the parameters that it names: the engine refuses others. One without a
// value is told.
func TestParametersOfAStatement(t *testing.T) {
	t.Parallel()
	b := newBundle("", nil)
	b.Set("x", int64(7))
	for statement, want := range map[string]map[string]any{
		"RETURN 1": {}, "RETURN $x, $x": {"x": int64(7)}, "RETURN '$y' // $y": {}, "EXPLAIN RETURN $y": {},
	} {
		got, err := b.bindings(statement)
		require.NoError(t, err, statement)
		require.Equal(t, want, got, statement)
	}
	require.False(t, b.obey(t.Context(), "RETURN $x,\n '日本', $xx;"))
	require.Contains(t, b.errs.String(), "$xx has no value: -P xx=VALUE or :param xx VALUE gives it one\n   '日本', $xx\n"+strings.Repeat(" ", 11)+"^")
	require.Empty(t, b.out.String())
}

func TestComplaint(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		statement    string
		message      string
		line, column int
		want         string
	}{
		{
			"MATC (n) RETURN n", "extraneous input 'MATC' expecting {ALTER, ATTACH, BEGIN, CALL, CHECKPOINT, COMMENT, COMMIT, COPY, CREATE}", 1, 1,
			"extraneous input 'MATC'; did you mean MATCH?\n  MATC (n) RETURN n\n  ^^^^",
		},
		{
			"MATCH (n)\nRETRN n", "Parser exception: Invalid input <MATCH (n)\nRETRN>: expected rule oC_SingleQuery", 2, 1,
			"Parser exception: Invalid input <MATCH (n)\nRETRN>: expected rule oC_SingleQuery; did you mean RETURN?\n  RETRN n\n  ^^^^^",
		},
		{"MATCH (n)\nRETURN 日本 +;", "x", 2, 11, "x\n  RETURN 日本 +;\n              ^"},
		{"MATCH (n)\r\n\tRETURN nn, n2\r\n", "no n2", 2, 13, "no n2\n   RETURN nn, n2\n              ^^"},
		{"RETURN 1", "x", 9, 1, "x"},
		{"RETURN 1", "x", 1, 99, "x\n  RETURN 1\n          ^"},
		{"RETURN 1", "x", 0, 0, "x"},
	} {
		err := fmt.Errorf("wrapped: %w", &StatementError{c.message, c.line, c.column})
		require.Equal(t, c.want, Complaint(c.statement, err))
	}
	require.Equal(t, "disk full", Complaint("RETURN 1", errors.New("disk full")))
}

func TestComplete(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, word string
		want       []string
	}{
		{"MAT", "MAT", []string{"MATCH"}},
		{"mat", "mat", []string{"match"}},
		{"MATCH (e:", "", []string{"Experience", "Entity"}},
		{"MATCH (e:exp", "exp", []string{"Experience"}},
		{"MATCH (e)-[:", "", []string{"MENTIONED"}},
		{"MATCH (e)-[r:ME", "ME", []string{"MENTIONED"}},
		{"MATCH (e:Experience) WHERE e.", "", []string{"id", "importance"}},
		{"MATCH (e:Experience) WHERE e.im", "im", []string{"importance"}},
		{"MATCH ()-[r:MENTIONED]->() RETURN r.", "", []string{"count"}},
		{"RETURN z.", "", []string{"id", "importance", "name", "count"}},
		{"MATCH (e:Entity {", "", []string{"name"}},
		{"MATCH (e:Experience {id: 'x', ", "", []string{"id", "importance"}},
		{"RETURN $", "", []string{"who"}},
		{"MATCH (event:Entity) RETURN ev", "ev", []string{"event"}},
		{"RETURN coll", "coll", []string{"collect"}},
		{"RETURN 'MAT", "MAT", nil},
		{"// MAT", "MAT", nil},
		{"RETURN 1; UNW", "UNW", []string{"UNWIND"}},
		{":he", "he", []string{"help"}},
		{":mode js", "js", []string{"json", "jsonl"}},
		{":timer o", "o", []string{"on", "off"}},
		{":schema Ent", "Ent", []string{"Entity"}},
		{":quit x", "x", nil},
	} {
		word, got := complete(c.text, testCatalog(), map[string]any{"who": "Ann"})
		var texts []string
		for _, s := range got {
			texts = append(texts, s.Text)
		}
		require.Equal(t, c.word, word, c.text)
		require.Equal(t, c.want, texts, c.text)
	}
}

func TestSuggestForTheEditor(t *testing.T) {
	t.Parallel()
	b := newBundle("", nil)
	require.Equal(t, "Ex", b.suggest(t.Context(), "MATCH (e:Ex").PREFIX)
	require.Equal(t, "(e:", b.suggest(t.Context(), "MATCH (e:").PREFIX)
	require.Empty(t, b.suggest(t.Context(), "MATCH ").PREFIX)
}

func TestHighlightKeepsTheText(t *testing.T) {
	t.Parallel()
	plainText := func(s string) string {
		var b strings.Builder
		for {
			before, rest, found := strings.Cut(s, "\x1b[")
			b.WriteString(before)
			if !found {
				return b.String()
			}
			_, s, _ = strings.Cut(rest, "m")
		}
	}
	for _, text := range []string{
		"MATCH (e:Experience)-[r:MENTIONED|RELATION*1..3]-(n) WHERE e.x > 3.5 AND n.y CONTAINS $q RETURN count(e) AS n; // hi",
		"RETURN 'open", "MATCH (a)--(b) RETURN a /* open", "`quoted name` \"日本\" \\ \x01", "",
	} {
		require.Equal(t, text, plainText(Highlight(text)))
	}
	require.Contains(t, Highlight("MATCH"), "\x1b[")
	require.NotContains(t, Highlight("(a)--(b)"), newHighlighter().colour("// x"))
	require.Equal(t, ":mode csv", Highlight(":mode csv"))
}

// H4
func TestHistoryIsTheOwnersAlone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a", "history")
	require.NoError(t, prepareHistory(path))
	require.NoError(t, os.Chmod(path, 0o644))
	require.NoError(t, prepareHistory(path))
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.Error(t, prepareHistory(filepath.Join(path, "below a file")))
}

func TestParseParam(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		"1": int64(1), "9007199254740993": int64(9007199254740993), "1.5": 1.5, "true": true, "null": nil, `"a"`: "a",
		"Ann Lee": "Ann Lee", "[1, {\"a\": 2}]": []any{int64(1), map[string]any{"a": int64(2)}}, "1 2": "1 2", "": "",
	} {
		got, err := ParseParam(text)
		require.NoError(t, err)
		require.Equal(t, want, got, text)
	}
	_, err := ParseParam("1e999")
	require.Error(t, err)
}

func TestNear(t *testing.T) {
	t.Parallel()
	for _, b := range []string{"MATC", "MATTCH", "MATHC", "MXTCH", "ATCH", "MATCHH"} {
		require.True(t, near("MATCH", b), b)
	}
	for _, b := range []string{"MATCH", "", "MA", "MXXCH", "CATCHY"} {
		require.False(t, near("MATCH", b), b)
	}
}

func TestPlansAreShownAsTheyAre(t *testing.T) {
	t.Parallel()
	b := newBundle("PLAN;", func(o *Options) { o.Streams.OutTTY = true })
	require.NoError(t, b.Run(t.Context()))
	require.Equal(t, "┌─┐\n└─┘\n", b.out.String())
}
