package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
)

// cypherOptions are those of the two verbs that run Cypher.
type cypherOptions struct {
	factory   *factory
	statement string
	given     bool   // the statement is, though it may be empty
	file      string // "-" is the standard input
	params    []string
	isolate   bool
	timeout   time.Duration
	keepGoing bool
	timer     bool
}

const cypherHelp = `Statements read and never write: what would change the store, reach files or the network,
or is known to kill the process, is refused. They see the whole store, every agent's part.`

func newCypher(f *factory, runF func(context.Context, *cypherOptions) error) *cobra.Command {
	opts := &cypherOptions{factory: f}
	if runF == nil {
		runF = cypherRun
	}
	cmd := &cobra.Command{
		Use:   "cypher",
		Short: "Run Cypher: -c a statement, -f a file, or the standard input",
		Long: "Run Cypher from -c, from -f or from the standard input, and stop at the first failure.\n" +
			"Statements end with \";\". With --json the answer to each is an array, one a line.\n\n" + cypherHelp,
		Example: `  lukasa cypher -c 'MATCH (e:Experience) WHERE e.importance >= $n RETURN e.id, e.context' -P n=8
  lukasa cypher -f report.cypher --mode markdown
  lukasa cypher -c 'MATCH p = (:Entity)-[:RELATION]->(:Entity) RETURN p' --mode dot | dot -Tsvg > graph.svg`,
		GroupID: groupGraph,
		Args:    noStatement,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts.given = cmd.Flags().Changed("command")
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVarP(&opts.statement, "command", "c", "", "the statements to run")
	opts.addFlags(cmd.Flags())
	return cmd
}

// noStatement refuses a statement that stands behind the verb as it is.
func noStatement(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%q: -c runs a statement", args[0])
	}
	return nil
}

func newShell(f *factory, runF func(context.Context, *cypherOptions) error) *cobra.Command {
	opts := &cypherOptions{factory: f}
	if runF == nil {
		runF = cypherRun
	}
	cmd := &cobra.Command{
		Use:   "shell",
		Short: "Explore the graph in Cypher",
		Long: "Explore the graph in Cypher: statements of many lines that end with \";\", history, colours,\n" +
			"completion (Tab) of labels, edge types, properties and functions, and commands that begin\n" +
			"with \":\" (see :help). From a pipe or -f it runs a script.\n\n" + cypherHelp,
		GroupID: groupGraph,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	opts.addFlags(cmd.Flags())
	cmd.Flags().BoolVar(&opts.timer, "timer", false, "tell how long each statement took")
	return cmd
}

func (o *cypherOptions) addFlags(flags *pflag.FlagSet) {
	flags.StringVarP(&o.file, "file", "f", "", "a file of statements to run, - for the standard input")
	flags.StringArrayVarP(&o.params, "param", "P", nil, "a parameter, name=value, where value is JSON or a text; may be repeated")
	flags.BoolVar(&o.isolate, "isolate", false, "run each statement in a child process, so that a crash costs only it")
	flags.DurationVar(&o.timeout, "timeout", 30*time.Second, "how long a statement may run")
	flags.BoolVar(&o.keepGoing, "keep-going", false, "do not stop at the first failure")
}

func cypherRun(ctx context.Context, opts *cypherOptions) error {
	if opts.given && opts.file != "" {
		return usagef("-c and -f: name one of them")
	}
	if opts.timeout <= 0 {
		return usagef("--timeout: %v, want more than 0", opts.timeout)
	}
	params, err := mapped(opts.params, parseParam)
	if err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		sh, err := opts.factory.newShell(m, opts)
		if err != nil {
			return err
		}
		for _, p := range params {
			sh.Set(p.name, p.value)
		}
		return opts.runIn(ctx, sh)
	})
}

func (o *cypherOptions) runIn(ctx context.Context, sh *shell.Shell) error {
	switch {
	case o.given:
		return sh.Script(ctx, strings.NewReader(o.statement), "-c")
	case o.file == "":
		return sh.Run(ctx)
	case o.file == "-":
		return sh.Script(ctx, o.factory.streams.In, "stdin")
	}
	file, err := os.Open(o.file)
	if err != nil {
		return err
	}
	defer file.Close()
	return sh.Script(ctx, file, o.file)
}

// newShell makes a shell on an open store.
func (f *factory) newShell(m *lukasa.Memory, opts *cypherOptions) (*shell.Shell, error) {
	format, err := f.format()
	if err != nil {
		return nil, err
	}
	streams := *f.streams
	if f.noPager {
		streams.Pager = ""
	}
	return shell.New(newEngine(m, opts.isolate, opts.timeout), shell.Options{
		Streams: &streams, Interrupts: f.interrupts, Mode: format.Mode, History: historyFile(),
		KeepGoing: opts.keepGoing, Timer: opts.timer, Now: f.now,
	}), nil
}

// historyFile is where the shell keeps what was typed; empty where the user has
// no folder for that.
func historyFile() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "lukasa", "history")
}

type param struct {
	name  string
	value any
}

func parseParam(text string) (param, error) {
	name, value, found := strings.Cut(text, "=")
	if !found || name == "" {
		return param{}, usagef("--param: %q, want name=value", text)
	}
	v, err := shell.ParseParam(value)
	if err != nil {
		return param{}, usagef("--param: %s: %v", name, err)
	}
	return param{strings.TrimPrefix(name, "$"), v}, nil
}
