package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type statsOptions struct {
	factory *factory
	agents  bool
}

func newStats(f *factory, runF func(context.Context, *statsOptions) error) *cobra.Command {
	opts := &statsOptions{factory: f}
	if runF == nil {
		runF = statsRun
	}
	cmd := &cobra.Command{
		Use:     "stats",
		Short:   "Show how large the store is, and whose memories it has",
		GroupID: groupUpkeep,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	cmd.Flags().BoolVar(&opts.agents, "agents", false, "each agent of the store, by name, with how much it has")
	return cmd
}

func statsRun(ctx context.Context, opts *statsOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		if opts.agents {
			return showAgents(ctx, opts.factory, m)
		}
		s, err := m.Stats(ctx)
		if err != nil {
			return err
		}
		return showOne(opts.factory, view[lukasa.Stats]{
			columns: []string{"store", "agents", "records", "changes", "embedder", "searching", "ledger", "graph", "indexes"},
			row: func(s lukasa.Stats) []any {
				return []any{
					s.Dir, s.Agents, s.Records, s.Seq, s.Embedder, s.Searching,
					size(s.Disk.Ledger), size(s.Disk.Graph), size(s.Disk.Agents),
				}
			},
		}, s)
	})
}

// showAgents lists whose memories the store has, for its owner.
func showAgents(ctx context.Context, f *factory, m *lukasa.Memory) error {
	agents, err := m.Agents(ctx)
	if err != nil {
		return err
	}
	_, err = show(f, view[lukasa.AgentInfo]{
		columns: []string{"agent", "records", "first", "last"},
		row: func(a lukasa.AgentInfo) []any {
			return []any{a.Name, a.Total, clock(a.FirstSeen), clock(a.LastActive)}
		},
	}, each(agents))
	return err
}
