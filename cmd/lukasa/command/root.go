package command

import (
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

const rootHelp = `Lukasa is a memory for AI agents: durable, typed, searchable by time, by word, by
meaning and by graph. A store is a directory; this command reads and writes it.

The store is --store, else $LUKASA_STORE, else ./` + defaultStore + `. The agent whose
memory it is, is --agent, else $LUKASA_AGENT, else "` + defaultAgent + `".

Answers are tables on a terminal and JSON lines in a pipe; --mode and --json choose.

` + exitHelp

// The groups of the help text.
const (
	groupWrite  = "write"
	groupRead   = "read"
	groupGraph  = "graph"
	groupUpkeep = "upkeep"
)

// newRoot makes the command with all its verbs.
func newRoot(f *factory) *cobra.Command {
	root := &cobra.Command{
		Use:           "lukasa",
		Short:         "A graph-native memory for AI agents",
		Long:          rootHelp,
		Args:          noWords,
		Version:       readVersion(debug.ReadBuildInfo()).Version, // for --version, which all commands have
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          showHelp,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return f.answerable(cmd) // a wrong --mode is told before any work is done
		},
	}
	root.SetIn(f.streams.In)
	f.written.to = f.streams.Out
	root.SetOut(&f.written) // cobra writes help and the like, and does not tell that it could not
	root.SetErr(f.streams.Err)
	root.SetFlagErrorFunc(wrongFlag)
	root.AddGroup(
		&cobra.Group{ID: groupRead, Title: "Reading:"},
		&cobra.Group{ID: groupWrite, Title: "Writing:"},
		&cobra.Group{ID: groupGraph, Title: "The graph:"},
		&cobra.Group{ID: groupUpkeep, Title: "Upkeep:"},
	)
	globalFlags(root, f)
	root.AddCommand(verbs(f)...)
	addCompletions(root, f)
	strictCompletion(root)
	strictHelp(root)
	return root
}

// showHelp is what a verb does that only has verbs below it.
func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// strictCompletion has cobra's own verb refuse a shell that it does not know, as the
// other verbs refuse words that they do not know.
func strictCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil {
		return
	}
	cmd.Args = noWords
	cmd.RunE = showHelp
	for _, sh := range cmd.Commands() {
		sh.Args = noWords
	}
}

// strictHelp has cobra's own verb refuse a verb that it does not know: it showed the help
// of the one above.
func strictHelp(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	cmd, _, err := root.Find([]string{"help"})
	if err != nil {
		return
	}
	cmd.Args = func(_ *cobra.Command, args []string) error {
		about, rest, err := root.Find(args)
		if err == nil && len(rest) > 0 {
			err = unknownVerb(about, rest[0])
		}
		return err
	}
}

func globalFlags(root *cobra.Command, f *factory) {
	env := func(name, otherwise string) string {
		if v := f.streams.Getenv(name); v != "" {
			return v
		}
		return otherwise
	}
	flags := root.PersistentFlags()
	flags.StringVar(&f.store, "store", env("LUKASA_STORE", defaultStore), "directory of the store (LUKASA_STORE)")
	flags.StringVar(&f.agent, "agent", env("LUKASA_AGENT", defaultAgent), "agent whose memory it is (LUKASA_AGENT)")
	flags.StringVar(&f.mode, "mode", "", "table, line, csv, json, jsonl or markdown; of a graph also dot or mermaid")
	flags.BoolVar(&f.json, "json", false, "write one JSON document")
	_ = root.RegisterFlagCompletionFunc("mode", func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, m := range output.Modes() {
			if draws(cmd) || !m.Picture() {
				names = append(names, string(m))
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	flags.BoolVar(&f.noPager, "no-pager", f.noPager, "never start the pager")
}

// verbs makes all verbs.
func verbs(f *factory) []*cobra.Command {
	return []*cobra.Command{
		newChat(f, nil),
		newMCP(f, nil),
		newRemember(f, nil),
		newImport(f, nil),
		newExport(f, nil),
		newForget(f, nil),
		drawing(newGet(f, nil)),
		drawing(newRecent(f, nil)),
		drawing(newFind(f, nil)),
		drawing(newHistory(f, nil)),
		drawing(newRecall(f, nil)),
		drawing(newSimilar(f, nil)),
		newWhy(f, nil),
		newTour(f, nil),
		drawing(newFollow(f, nil)),
		newEntity(f, nil),
		drawing(newPath(f, nil)),
		newOntology(f, nil),
		drawing(newCypher(f, nil)),
		drawing(newShell(f, nil)),
		newFacts(f, nil),
		newInsights(f, nil),
		newReview(f, nil),
		newVerify(f, nil),
		newReflect(f, nil),
		newLearn(f, nil),
		newConsolidate(f, nil),
		newSummarise(f, nil),
		newSweep(f, nil),
		newAudit(f, nil),
		newCore(f, nil),
		newConfig(f, nil),
		newWorkspace(f),
		newMemory(f),
		newStats(f, nil),
		newCheck(f, nil),
		newRebuild(f, nil),
		newBackup(f, nil),
		newRestore(f, nil),
		newFork(f, nil),
		newDiff(f, nil),
		newMerge(f, nil),
		newFact(f),
		newOpinion(f),
		newConflicts(f),
		newVersion(f, nil),
		newMan(f, nil),
	}
}
