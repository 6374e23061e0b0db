package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type statsOptions struct{ factory *factory }

func newStats(f *factory, runF func(context.Context, *statsOptions) error) *cobra.Command {
	opts := &statsOptions{factory: f}
	if runF == nil {
		runF = statsRun
	}
	return &cobra.Command{
		Use:     "stats",
		Short:   "Show how large the store is",
		GroupID: groupUpkeep,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
}

func statsRun(ctx context.Context, opts *statsOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
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
