package command

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/mcp"
)

type mcpOptions struct {
	factory  *factory
	readOnly bool
	cypher   bool
	forget   bool
}

func newMCP(f *factory, runF func(context.Context, *mcpOptions) error) *cobra.Command {
	opts := &mcpOptions{factory: f}
	if runF == nil {
		runF = mcpRun
	}
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the agent's memory to a model's client (Model Context Protocol)",
		Long: `Serve the memory of --agent to the client of a language model, as tools of the Model Context
Protocol on the standard input and output: recall, similar, entity, history and core read;
retain keeps a text, state a fact as subject, predicate and object, turn and reply a
conversation that is learned from; edit_core and reflect look after it. No tool can name another
agent. The client starts this command; it ends with its input or at SIGTERM, and has the store to
itself until then; for one that another process has open it waits up to ten seconds. What goes
wrong is told on the standard error.

--cypher adds read-only statements, which see every agent of the store; --allow-forget
adds forgetting by id.`,
		Example: `  lukasa mcp --store agent.mem --agent support-bot
  {"command": "lukasa", "args": ["mcp", "--store", "/home/me/agent.mem", "--agent", "support-bot"]}`,
		GroupID: groupWrite,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	cmd.Flags().BoolVar(&opts.readOnly, "read-only", false, "leave out what writes; the store must exist")
	cmd.Flags().BoolVar(&opts.cypher, "cypher", false, "offer read-only Cypher, which sees every agent of the store")
	cmd.Flags().BoolVar(&opts.forget, "allow-forget", false, "offer forgetting records, by id")
	return cmd
}

// statementTime is how long a model's statement may run.
const statementTime = 30 * time.Second

func mcpRun(ctx context.Context, opts *mcpOptions) error {
	if opts.readOnly && opts.forget {
		return usagef("--allow-forget: forgetting writes, and --read-only leaves out what does")
	}
	f := opts.factory
	if f.streams.InTTY {
		f.tell("mcp speaks to the client of a model, not to people: see lukasa mcp --help")
	}
	return f.with(ctx, !opts.readOnly, func(m *lukasa.Memory) error {
		return mcp.Serve(ctx, f.streams.In, f.streams.Out, mcp.Options{
			Memory: m, Engine: newEngine(m, true, statementTime), Version: readVersion(debug.ReadBuildInfo()).Version,
			ReadOnly: opts.readOnly, Cypher: opts.cypher, Forget: opts.forget,
			Now: f.now, Log: slog.New(slog.NewTextHandler(f.streams.Err, &slog.HandlerOptions{Level: slog.LevelWarn})),
		})
	}, lukasa.WithWait(defaultWait, f.tellHolder())) // a client starts a server anew while the last is still ending
}
