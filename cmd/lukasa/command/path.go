package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

type pathOptions struct {
	factory  *factory
	from, to string
	hops     int
	cypher   bool
}

func newPath(f *factory, runF func(context.Context, *pathOptions) error) *cobra.Command {
	opts := &pathOptions{factory: f}
	if runF == nil {
		runF = pathRun
	}
	cmd := &cobra.Command{
		Use:     "path FROM TO",
		Short:   "Show how two entities are connected, by the fewest relations that hold now",
		Example: "  lukasa path person:ana customer:gai-media",
		GroupID: groupGraph,
		Args:    wants(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.from, opts.to = args[0], args[1]
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().IntVar(&opts.hops, "hops", 10, "how many relations long it may be, 1 to 10")
	cypherFlag(cmd, &opts.cypher)
	return cmd
}

func pathRun(ctx context.Context, opts *pathOptions) error {
	from, err := parseEntity(opts.from)
	if err != nil {
		return err
	}
	to, err := parseEntity(opts.to)
	if err != nil {
		return err
	}
	if opts.hops < 1 || opts.hops > 10 {
		return usagef("--hops: %d, want 1 to 10", opts.hops)
	}
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		path, err := m.Path(ctx, from, to, opts.hops)
		if err != nil {
			return err
		}
		if opts.cypher {
			f.tellCypher(path.Cypher)
		}
		if len(path.Entities) == 0 {
			return fmt.Errorf("%w path of at most %d relations from %s to %s", errNo, opts.hops, from, to)
		}
		_, err = show(f, relations(), each(path.Relations))
		return err
	})
}

// cypherFlag adds the flag that shows the Cypher behind an answer.
func cypherFlag(cmd *cobra.Command, on *bool) {
	cmd.Flags().BoolVar(on, "cypher", false, "tell the Cypher behind the answer, on the standard error")
}

// tellCypher shows statements that can be run in the shell as they are.
func (f *factory) tellCypher(statements ...string) {
	for _, s := range statements {
		s = strings.TrimRight(s, ";\n") + ";"
		f.tell("%s", output.Indent(f.highlight(s), "  "))
	}
}
