package command

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lukasadb/lukasa"
)

type historyOptions struct {
	factory *factory
	id      string
	knownAt string
}

func newHistory(f *factory, runF func(context.Context, *historyOptions) error) *cobra.Command {
	opts := &historyOptions{factory: f}
	if runF == nil {
		runF = historyRun
	}
	cmd := &cobra.Command{
		Use:     "history ID",
		Short:   "Show the versions of a record, or how it stood once",
		GroupID: groupRead,
		Args:    wants(cobra.ExactArgs(1)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.knownAt, "known-at", "", "the record as the store knew it at this moment: "+whenHelp)
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "as-of" { // as it was called when the other verbs had another name for it
			name = "known-at"
		}
		return pflag.NormalizedName(name)
	})
	return cmd
}

func historyRun(ctx context.Context, opts *historyOptions) error {
	id, err := parseID(opts.id)
	if err != nil {
		return err
	}
	if opts.knownAt != "" {
		return historyKnown(ctx, opts, id)
	}
	if err := opts.factory.undrawn(); err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		versions, err := m.History(ctx, id)
		if err != nil {
			return err
		}
		_, err = show(opts.factory, view[lukasa.Version]{
			columns: []string{"version", "written", "status", "imp", "text"},
			row: func(v lukasa.Version) []any {
				status := string(v.Record.Status)
				if v.Deleted {
					status = "forgotten"
				}
				return []any{v.Number, v.Written, status, v.Record.Importance, story(v.Record)}
			},
		}, each(versions))
		return err
	})
}

func historyKnown(ctx context.Context, opts *historyOptions, id lukasa.ID) error {
	at, err := parseWhen("known-at", opts.knownAt, opts.factory.now())
	if err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		e, err := m.AsOf(ctx, id, at)
		if err != nil {
			return err
		}
		return showOne(opts.factory, record(), e)
	})
}
