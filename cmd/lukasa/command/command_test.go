package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

// bundle is one pretended run of the command.
type bundle struct {
	factory   *factory
	out, errs *bytes.Buffer
}

func newBundle(input string) bundle {
	streams, out, errs := terminal.Test(input)
	return bundle{newFactory(streams), out, errs}
}

func (b bundle) run(ctx context.Context, args ...string) Code { return run(ctx, b.factory, args) }

// C1
func TestExitCodes(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]Code{
		nil:                                    OK,
		syscall.EPIPE:                          OK,
		errors.New("disk"):                     Failure,
		shell.ErrFailed:                        Failure,
		usagef("--k: empty"):                   Usage,
		fmt.Errorf("mode: %w", output.ErrMode): Usage,
		errNo:                                  No,
		terminal.ErrInterrupted:                Interrupted,
		context.Canceled:                       Interrupted,
		lukasa.ErrInvalid:                      Usage,
		lukasa.ErrQuery:                        Usage,
		lukasa.ErrKnowledge:                    Usage,
		lukasa.ErrResolution:                   Usage,
		lukasa.ErrTurn:                         Usage,
		lukasa.ErrForget:                       Usage,
		lukasa.ErrConfigKey:                    Usage,
		lukasa.ErrBlock:                        Usage,
		lukasa.ErrBlockFull:                    Failure,
		&lukasa.RefusedError{Reason: "short"}:  Usage,
		&lukasa.RefusedError{Reason: lukasa.RefusedFull}: Failure,
	} {
		require.Equal(t, want, codeOf(err), "%v", err)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		code Code
		errs string
	}{
		{[]string{}, OK, ""},
		{[]string{"--help"}, OK, ""},
		{[]string{"--version"}, OK, ""},
		{[]string{"frobnicate"}, Usage, `unknown command "frobnicate" for "lukasa"`},
		{[]string{"forgte"}, Usage, `unknown command "forgte" for "lukasa"; did you mean forget?`},
		{[]string{"memory", "recal"}, Usage, `unknown command "recal" for "lukasa memory"; did you mean recall?`},
		{[]string{"help", "recal"}, Usage, "did you mean recall?"},
		{[]string{"help", "entity", "mrege"}, Usage, "did you mean merge?"},
		{[]string{"help", "entity", "merge"}, OK, ""},
		{[]string{"version", "extra"}, Usage, `See "lukasa version --help"`},
		{[]string{"version", "extra"}, Usage, `"extra": lukasa version takes flags and no words`},
		{[]string{"cypher", "RETURN 1"}, Usage, `"RETURN 1": -c runs a statement`},
		{[]string{"fact", "add", "person:ana"}, Usage, "want lukasa fact add SUBJECT PREDICATE OBJECT, got 1 word\n"},
		{[]string{"chat", "hello", "there"}, Usage, "want lukasa chat [MESSAGE], got 2 words\n"},
		{[]string{"rebuild", "words"}, Usage, `"words", want graph, agents or all`},
		{[]string{"remember"}, Usage, "want a TEXT, or --context, --action and --outcome"},
		{[]string{"find", "--limit", "x"}, Usage, `--limit: "x", want a whole number`},
		{[]string{"recall", "x", "--floor", "high"}, Usage, `--floor: "high", want a number`},
		{[]string{"cypher", "--timeout", "30"}, Usage, `--timeout: "30", want a time such as 90s or 5m`},
		{[]string{"find", "--review=maybe"}, Usage, `--review: "maybe", want true or false`},
		{[]string{"version", "--nope"}, Usage, "unknown flag: --nope"},
		{[]string{"version", "--mode", "yaml"}, Usage, `output: unknown mode "yaml"`},
		{[]string{"version", "--mode", "csv", "--json"}, Usage, "--json and --mode"},
		{[]string{"version", "--mode", "dot"}, Usage, "no graph"},
		{[]string{"fact", "add", "person:ana", "likes", "tea", "--confidence", "0"}, Usage, "--confidence: 0, want above 0 to 1"},
		{[]string{"facts", "Ana", "--type", "name", "--confidence", "0"}, Usage, "--confidence: 0, want above 0 to 1"},
		{[]string{"insights", "Reads late at night, mostly", "--category", "habit", "--confidence", "-1"}, Usage, "--confidence: -1, want"},
	} {
		b := newBundle("")
		require.Equal(t, c.code, b.run(t.Context(), c.args...), "%v: %s", c.args, b.errs)
		require.Contains(t, b.errs.String(), c.errs)
		require.Equal(t, c.errs == "", b.errs.Len() == 0)
	}
}

func TestHelpDocumentsExitCodesAndVerbs(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "help"))
	for _, want := range []string{"Exit status: 0", "LUKASA_STORE", "LUKASA_AGENT", "version", "completion"} {
		require.Contains(t, b.out.String(), want)
	}
}

func TestEveryVerbIsDescribed(t *testing.T) {
	t.Parallel()
	for _, cmd := range newRoot(newBundle("").factory).Commands() {
		require.NotEmpty(t, cmd.Short, cmd.Name())
		require.NotNil(t, cmd.Args, "%s: says how many arguments it wants", cmd.Name())
	}
}

func TestEnvironmentSetsTheGlobalFlags(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	b.factory.streams.Env = func(name string) string { return map[string]string{"LUKASA_STORE": "/s", "LUKASA_AGENT": "ann"}[name] }
	require.Equal(t, OK, b.run(t.Context(), "version"))
	require.Equal(t, "/s", b.factory.store)
	require.Equal(t, OK, b.run(t.Context(), "version", "--agent", "bob"))
	require.Equal(t, "bob", b.factory.agent)
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	ctx, cancel := context.WithCancelCause(t.Context())
	verb := func(*factory) *cobra.Command {
		return &cobra.Command{Use: "wait", RunE: func(cmd *cobra.Command, _ []string) error {
			cancel(terminal.ErrInterrupted)
			return cmd.Context().Err()
		}}
	}
	root := newRoot(b.factory)
	root.AddCommand(verb(b.factory))
	root.SetArgs([]string{"wait"})
	_, err := root.ExecuteContextC(ctx)
	require.Equal(t, Interrupted, codeOf(err))
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// Help that nobody could read is a failure, unless its reader had enough of it.
func TestHelpIsWritten(t *testing.T) {
	t.Parallel()
	for failing, want := range map[error]Code{syscall.ENOSPC: Failure, syscall.EPIPE: OK} {
		for _, args := range [][]string{{"help"}, {"find", "--help"}, {"core"}} {
			b := newBundle("")
			b.factory.streams.Out = failingWriter{failing}
			require.Equal(t, want, b.run(t.Context(), args...), args)
		}
	}
}

// A chat leaves a person's terminal at the beginning of a line, and a program nothing of that.
func TestChatEndsItsLine(t *testing.T) {
	t.Parallel()
	for attended, want := range map[bool]string{true: "> \n", false: ""} {
		b := newBundle("")
		b.factory.streams.InTTY, b.factory.streams.ErrTTY = attended, attended
		require.Equal(t, OK, b.run(t.Context(), "chat", "--store", filepath.Join(t.TempDir(), "m")))
		require.Equal(t, want, b.errs.String())
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "version"))
	require.Contains(t, b.out.String(), `"go":"go1.`)
	b = newBundle("")
	b.factory.streams.OutTTY = true
	require.Equal(t, OK, b.run(t.Context(), "version", "--no-pager"))
	require.Contains(t, b.out.String(), "      go = go1.")
	b = newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "--version"))
	require.Regexp(t, `^lukasa version \S+\n$`, b.out)
	require.Equal(t, "unknown", readVersion(nil, false).Version)
}

func TestManAndCompletion(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "man")
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "man", dir), b.errs)
	page, err := os.ReadFile(filepath.Join(dir, "lukasa-version.1"))
	require.NoError(t, err)
	require.Contains(t, string(page), "lukasa version")
	require.Equal(t, Failure, b.run(t.Context(), "man", filepath.Join(dir, "lukasa-version.1")))
	for _, sh := range []string{"bash", "zsh", "fish", "powershell"} {
		b = newBundle("")
		require.Equal(t, OK, b.run(t.Context(), "completion", sh), b.errs)
		require.Contains(t, b.out.String(), "lukasa")
	}
}

func TestModeIsCompleted(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "__complete", "recent", "--mode", ""))
	require.Contains(t, b.out.String(), "mermaid")
}

// The values of a flag that has a few are offered, and no names of files. Where its help
// lists them, they are those.
func TestChoicesAreOffered(t *testing.T) {
	t.Parallel()
	root := newRoot(newBundle("").factory)
	for path, flags := range choices() {
		cmd, rest, err := root.Find(strings.Fields(path))
		require.NoError(t, err)
		require.Empty(t, rest)
		for name, words := range flags {
			flag := cmd.Flags().Lookup(name)
			require.NotNil(t, flag, "%s --%s", path, name)
			offer, known := cmd.GetFlagCompletionFunc(name)
			require.True(t, known, "%s --%s", path, name)
			got, how := offer(cmd, nil, "")
			require.Equal(t, words, got)
			require.Equal(t, cobra.ShellCompDirectiveNoFileComp, how)
			for _, word := range words {
				if strings.Contains(flag.Usage, words[len(words)-1]) {
					require.Contains(t, flag.Usage, word, "%s --%s", path, name)
				}
			}
		}
	}
}

func TestCompletersAreOfVerbs(t *testing.T) {
	t.Parallel()
	b := newBundle("")
	root := newRoot(b.factory)
	for path := range completers(b.factory) {
		cmd, rest, err := root.Find(strings.Fields(path))
		require.NoError(t, err)
		require.Equal(t, "lukasa "+path, cmd.CommandPath())
		require.Empty(t, rest)
		require.NotNil(t, cmd.ValidArgsFunction, path)
	}
}

// TestPicturesAreRefusedFirst: a verb whose answer is no graph refuses the pictures
// before it does anything, and is not offered them by the Tab key.
func TestPicturesAreRefusedFirst(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"remember", "a text"},
		{"config", "set", "insights.limit", "80"},
		{"core", "set", "persona", "You are kind."},
		{"recall", "a question", "--context", "200"},
		{"history", jsonFirst},
	} {
		for _, mode := range []string{"dot", "mermaid"} {
			dir := filepath.Join(t.TempDir(), "store")
			b := newBundle("")
			require.Equal(t, Usage, b.run(t.Context(), append(args, "--store", dir, "--mode", mode)...), "%v", args)
			require.Contains(t, b.errs.String(), "--mode "+mode+": this answer is no graph")
			require.NoDirExists(t, dir)
		}
	}
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "__complete", "remember", "--mode", ""))
	require.Contains(t, b.out.String(), "markdown")
	require.NotContains(t, b.out.String(), "mermaid")
}

// TestDrawingVerbsDraw runs each verb that says it draws. A new one must be run here.
func TestDrawingVerbsDraw(t *testing.T) {
	dir := t.TempDir()
	rules := filepath.Join(dir, "rules.yaml")
	require.NoError(t, os.WriteFile(rules, []byte("rules:\n  - {from: person, relation: knows, to: person}\n"), 0o600))
	told := "remember --session s --context c --action a --outcome done --relation 'person:ann knows person:bo' --id "
	open := map[string]bool{}
	for _, path := range leaves(newRoot(newBundle("").factory)) {
		open[path] = true
	}
	for _, line := range []string{
		told + jsonFirst, "ontology load " + rules,
		"get " + jsonFirst, "recent", "find --session s", "history " + jsonFirst + " --as-of 0s", "recall 'c and a' --floor 0", "similar 'c and a'",
		"follow " + jsonFirst, "path person:ann person:bo", "ontology show", "ontology paths person person",
		"cypher -c 'MATCH (e:Experience) RETURN e'",
		"entity add person:ann Ann", "entity add person:anna Anna", "entity alias person:ann boss", "entity resolve boss",
		"entity merge person:anna person:ann --force", "entity show person:ann", "entity unmerge person:anna",
	} {
		b := newBundle("")
		args := fillRun(t, dir, line)
		cmd, _, err := newRoot(b.factory).Find(args)
		require.NoError(t, err)
		args = append(args, "--store", filepath.Join(dir, "store"))
		if draws(cmd) {
			args = append(args, "--mode", "mermaid")
		}
		require.Equal(t, OK, b.run(t.Context(), args...), "%s: %s", line, b.errs)
		require.Equal(t, draws(cmd), strings.HasPrefix(b.out.String(), "graph LR"), "%s: %s", line, b.out)
		open[pathOf(cmd)] = false
	}
	for path, left := range open {
		cmd, _, err := newRoot(newBundle("").factory).Find(strings.Fields(path))
		require.NoError(t, err)
		require.False(t, left && draws(cmd) && path != "shell", "lukasa %s is not run here", path)
	}
}

type pair struct {
	A int    `json:"a"`
	B string `json:"b"`
}

func TestShow(t *testing.T) {
	t.Parallel()
	v := view[pair]{columns: []string{"a", "b"}, row: func(p pair) []any { return []any{p.A, p.B} }}
	pairs := each([]pair{{1, "x"}, {2, "<y>"}})
	for _, c := range []struct {
		change func(*factory)
		want   string
	}{
		{func(*factory) {}, "{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"<y>\"}\n"},
		{func(f *factory) { f.json = true }, "[\n  {\"a\":1,\"b\":\"x\"},\n  {\"a\":2,\"b\":\"<y>\"}\n]\n"},
		{func(f *factory) { f.mode = "csv" }, "a,b\n1,x\n2,<y>\n"},
		{func(f *factory) { f.streams.OutTTY = true }, "╭───┬─────╮\n│ a │ b   │\n├───┼─────┤\n│ 1 │ x   │\n│ 2 │ <y> │\n╰───┴─────╯\n"},
	} {
		b := newBundle("")
		c.change(b.factory)
		n, err := show(b.factory, v, pairs)
		require.NoError(t, err)
		require.Equal(t, 2, n)
		require.Equal(t, c.want, b.out.String())
	}
	broken := errors.New("broken")
	_, err := show(newBundle("").factory, v, iter.Seq2[pair, error](func(yield func(pair, error) bool) { yield(pair{}, broken) }))
	require.ErrorIs(t, err, broken)
}

func TestShowOne(t *testing.T) {
	t.Parallel()
	v := view[pair]{columns: []string{"a", "b"}, row: func(p pair) []any { return []any{p.A, p.B} }}
	b := newBundle("")
	b.factory.json = true
	require.NoError(t, showOne(b.factory, v, pair{1, "x"}))
	require.Equal(t, "{\"a\":1,\"b\":\"x\"}\n", b.out.String())
	b = newBundle("")
	b.factory.mode = "markdown"
	require.NoError(t, showOne(b.factory, v, pair{1, "x"}))
	require.Contains(t, b.out.String(), "| 1 | x |")
	require.True(t, strings.HasPrefix(b.out.String(), "| a"))
}
