package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type forgetOptions struct {
	factory *factory
	ids     []string
	forget  lukasa.Forget
}

func newForget(f *factory, runF func(context.Context, *forgetOptions) error) *cobra.Command {
	opts := &forgetOptions{factory: f}
	if runF == nil {
		runF = forgetRun
	}
	cmd := &cobra.Command{
		Use:   "forget [ID...]",
		Short: "Forget records, a session or all of an agent",
		Long: `Forget records by id, or a whole --session, or --all that the agent has, together with
their edges and with the beliefs that rest on nothing else.

--purge also removes their history and rewrites the files that held their bytes.
--dry-run tells what would go and changes nothing.`,
		GroupID: groupWrite,
		Args:    wants(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.forget.Session, "session", "", "every record of this session")
	cmd.Flags().BoolVar(&opts.forget.All, "all", false, "everything of the agent, entities and settings too")
	cmd.Flags().BoolVar(&opts.forget.Purge, "purge", false, "remove history and bytes as well")
	cmd.Flags().BoolVar(&opts.forget.DryRun, "dry-run", false, "change nothing")
	return cmd
}

func forgetRun(ctx context.Context, opts *forgetOptions) error {
	ids, err := parseIDs(opts.ids)
	if err != nil {
		return err
	}
	opts.forget.Agent, opts.forget.IDs = opts.factory.agent, ids
	if err := opts.forget.Validate(); err != nil {
		return usageError{err}
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		receipt, err := m.Forget(ctx, opts.forget)
		if err != nil {
			return err
		}
		return showOne(opts.factory, view[lukasa.Forgotten]{
			columns: []string{"records", "beliefs", "relations", "purged", "dry run"},
			row: func(r lukasa.Forgotten) []any {
				return []any{len(r.Records), len(r.Beliefs), r.Relations, r.Purged, r.DryRun}
			},
		}, receipt)
	})
}
