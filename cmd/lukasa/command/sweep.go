package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type sweepOptions struct {
	factory *factory
	sweep   lukasa.Sweep
	ended   string
	yes     bool
}

func newSweep(f *factory, runF func(context.Context, *sweepOptions) error) *cobra.Command {
	opts := &sweepOptions{factory: f}
	if runF == nil {
		runF = sweepRun
	}
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Archive or forget what has expired",
		Long: `Archive, forget or purge the records that have expired, as --expired or the setting
sweep.expired says. Nothing permanent expires, and what a permanent belief rests on is
archived where it would be forgotten. --ended tells that a session is over: what was to
live as long as it has expired then.

What would be forgotten is asked for on a terminal, and wants --yes elsewhere.`,
		Example: "  lukasa sweep --dry-run\n  lukasa sweep --ended chat-7 --expired archive",
		GroupID: groupUpkeep,
		Args:    noWords,
		PreRunE: filled,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.sweep.Expired, "expired", "", "archive, forget or purge (default: the setting)")
	flags.StringVar(&opts.ended, "ended", "", "a session that is over")
	flags.BoolVar(&opts.sweep.DryRun, "dry-run", false, "change nothing")
	flags.BoolVar(&opts.yes, "yes", false, "do not ask")
	return cmd
}

func sweepRun(ctx context.Context, opts *sweepOptions) error {
	if opts.ended != "" && opts.sweep.DryRun {
		return usagef("--ended: not with --dry-run")
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		if opts.ended != "" {
			if _, err := m.EndSession(ctx, opts.ended); err != nil {
				return err
			}
		}
		if err := opts.ask(ctx, m); err != nil {
			return err
		}
		swept, err := m.Sweep(ctx, opts.sweep)
		if err != nil {
			return err
		}
		return showOne(opts.factory, view[lukasa.Swept]{
			columns: []string{"archived", "forgotten", "beliefs", "session", "day", "week", "dated", "dry run"},
			row: func(s lukasa.Swept) []any {
				r := s.Reasons
				return []any{len(s.Archived), len(s.Forgotten), len(s.Beliefs), r.Session, r.Day, r.Week, r.Dated, s.DryRun}
			},
		}, swept)
	})
}

// ask shows how much would be forgotten, and waits for a yes.
func (o *sweepOptions) ask(ctx context.Context, m *lukasa.Memory) error {
	if o.yes || o.sweep.DryRun {
		return nil
	}
	dry := o.sweep
	dry.DryRun = true
	would, err := m.Sweep(ctx, dry)
	if err != nil || len(would.Forgotten) == 0 {
		return err
	}
	f, n := o.factory, len(would.Forgotten)+len(would.Beliefs)
	if !f.attended() {
		return usagef("%d records would be forgotten: say --yes, or --dry-run", n)
	}
	if !f.confirm("Forget %d records?", n) {
		return fmt.Errorf("%w, nothing was changed", errNo)
	}
	return nil
}
