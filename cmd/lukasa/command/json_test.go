package command

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// Records of the store that the verbs are run on.
const (
	jsonFirst   = "01900000-0000-7000-8000-000000000001"
	jsonSecond  = "01900000-0000-7000-8000-000000000002"
	jsonOpinion = "01900000-0000-7000-8000-000000000003"
)

// jsonRuns is one run of each verb, in an order in which each finds what it
// needs; DIR is a folder for files, CONFLICT the conflict that is open, and NOTE the
// record that "memory recall" found.
var jsonRuns = []string{
	"remember --id " + jsonFirst + " --session s --context c --action a --outcome done --entity person:ann --relation 'person:ann knows person:bo'",
	"remember --id " + jsonSecond + " --session s --context d --action b --outcome done --entity person:ann --quality 2",
	"remember --id " + jsonOpinion + " --kind opinion --confidence 0.9 'Ann prefers short replies.'",
	"chat --user ana 'I like tea'", "chat --user ana --context 200 'I like tea in the morning'",
	"get " + jsonFirst, "recent", "find --session s", "history " + jsonFirst, "recall 'short replies'", "recall 'short replies' --context 200", "similar 'c and d'",
	"why " + jsonOpinion + " 'short replies'", "follow " + jsonFirst, "path person:ann person:bo",
	"entity add person:ann Ann", "entity add person:anna Anna", "entity alias person:ann 'the boss'", "entity resolve 'the boss'",
	"entity merge person:anna person:ann --force", "entity show person:ann", "entity unmerge person:anna",
	"ontology load DIR/domain.yaml", "ontology show", "ontology paths customer invoice",
	"cypher -c 'MATCH (e:Experience) RETURN e.id'",
	"facts --user minh --type name Minh", "insights --user minh --category habit 'User studies in the evening after work'",
	"fact add customer:gai delivery_day Friday --type state", "fact add customer:gai delivery_day Sunday --type state --confidence 0.1",
	"fact list", "fact history customer:gai delivery_day",
	"conflicts list", "conflicts resolve CONFLICT --outcome both",
	"opinion list", "opinion show " + jsonOpinion, "opinion reinforce " + jsonOpinion + " " + jsonFirst, "opinion contradict " + jsonOpinion + " " + jsonSecond,
	"review", "verify " + jsonSecond + " --by ann", "learn s", "reflect", "consolidate", "summarise s", "sweep", "audit",
	"core set persona 'You are kind.'", "core append human 'Name: Ana'", "core insert human 2 'Lives in Hue'", "core replace human Hue Hanoi",
	"core show human", "core list", "core history human", "core remove human",
	"config set insights.limit 80", "config get insights.limit", "config list", "config history insights.limit", "config reset insights.limit",
	"workspace init DIR/pages", "memory retain --workspace DIR/pages 'Ann likes tea.' --kind world --entity Ann", "memory sync --workspace DIR/pages",
	"memory recall --workspace DIR/pages tea --context 200", "memory recall --workspace DIR/pages tea", "memory reflect --workspace DIR/pages", "memory status --workspace DIR/pages", "memory check --workspace DIR/pages",
	"memory forget --workspace DIR/pages NOTE --yes",
	"export", "export DIR/all.jsonl", "export DIR/tables --format parquet", "import DIR/all.jsonl", "stats", "check", "version",
	"rebuild graph", "backup DIR/copy", "--store DIR/again restore DIR/copy",
	"fork DIR/fork", "diff DIR/again", "merge DIR/fork --dry-run",
	"forget " + jsonSecond + " --yes",
}

// jsonExempt are verbs that have no JSON, each for its reason.
var jsonExempt = map[string]string{
	"shell":                 "a conversation, with a :mode of its own",
	"tour":                  "a story for people, which shows commands with --json",
	"man":                   "writes man pages into a folder",
	"memory watch":          "runs until it is stopped",
	"mcp":                   "speaks a protocol of its own",
	"help":                  "text for people",
	"completion bash":       "a script for a shell",
	"completion fish":       "a script for a shell",
	"completion powershell": "a script for a shell",
	"completion zsh":        "a script for a shell",
}

// ofWorkspace tells whether a verb is about a folder of pages, which has a store of its own.
func ofWorkspace(path string) bool {
	return strings.HasPrefix(path, "memory ") || strings.HasPrefix(path, "workspace ")
}

// TestEveryVerbWritesJSON: each verb takes --json and then writes one JSON document and
// nothing else; "export" to the standard output writes its lines. A verb that is new must
// be run here, or say why it has none.
func TestEveryVerbWritesJSON(t *testing.T) {
	dir := t.TempDir()
	domain, err := os.ReadFile("../../../knowledge/ontology/testdata/domain.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "domain.yaml"), domain, 0o600))
	root := newRoot(newBundle("").factory)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	open := map[string]bool{}
	for _, path := range leaves(root) {
		open[path] = jsonExempt[path] == ""
	}
	note := ""
	for _, line := range jsonRuns {
		args := fillRun(t, dir, strings.ReplaceAll(line, "NOTE", note))
		b := newBundle("")
		cmd, _, err := newRoot(b.factory).Find(withoutStore(args))
		require.NoError(t, err, line)
		path := pathOf(cmd)
		require.Contains(t, open, path, line)
		open[path] = false
		if args[0] != "--store" && !ofWorkspace(path) {
			args = append([]string{"--store", filepath.Join(dir, "store")}, args...)
		}
		require.Contains(t, []Code{OK, No}, b.run(t.Context(), append(args, "--json")...), "%s: %s", line, b.errs)
		if path == "memory recall" {
			note = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`).FindString(b.out.String())
		}
		n, err := documents(b.out)
		require.NoError(t, err, "%s: %s", line, b.out)
		require.True(t, n == 1 || line == "export", "lukasa %s wrote %d documents: %s", line, n, b.out)
	}
	for path, left := range open {
		require.False(t, left, "lukasa %s is not run with --json here", path)
	}
	for path := range jsonExempt {
		require.Contains(t, open, path, "a verb that is gone")
	}
}

// leaves lists the verbs that do something, by their path below the root: those
// without verbs below them, and those that run by themselves.
func leaves(cmd *cobra.Command) (paths []string) {
	for _, sub := range cmd.Commands() {
		if !sub.HasSubCommands() {
			paths = append(paths, pathOf(sub))
		}
		paths = append(paths, leaves(sub)...)
	}
	return paths
}

func pathOf(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

func withoutStore(args []string) []string {
	if args[0] == "--store" {
		return args[2:]
	}
	return args
}

// fillRun splits a line at spaces, but for those between quotes, and fills it in.
func fillRun(t *testing.T, dir, line string) (args []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	for i, arg := range args {
		if arg == "CONFLICT" {
			arg = openConflict(t, filepath.Join(dir, "store"))
		}
		args[i] = strings.ReplaceAll(arg, "DIR", dir)
	}
	return args
}

func openConflict(t *testing.T, store string) string {
	m, err := lukasa.Open(t.Context(), store, lukasa.WithAgent(defaultAgent))
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	list, err := m.Conflicts(t.Context(), lukasa.ConflictQuery{})
	require.NoError(t, err)
	require.NotEmpty(t, list)
	return list[0].ID.String()
}

// documents counts the JSON documents of an output that has nothing else.
func documents(r io.Reader) (n int, err error) {
	for d := json.NewDecoder(r); ; n++ {
		var v any
		if err := d.Decode(&v); err != nil {
			if errors.Is(err, io.EOF) {
				return n, nil
			}
			return n, err
		}
	}
}
