package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type consolidateOptions struct {
	factory *factory
	want    lukasa.Consolidation
}

func newConsolidate(f *factory, runF func(context.Context, *consolidateOptions) error) *cobra.Command {
	opts := &consolidateOptions{factory: f}
	if runF == nil {
		runF = consolidateRun
	}
	cmd := &cobra.Command{
		Use:   "consolidate",
		Short: "Merge and thin out the insights of users who have many",
		Long: `Merge the insights of each user who has 40 or more until 30 are left: those of one
category and topic become one; of the others the oldest and most repeated are archived,
never one used within seven days, nor the last of a category. What was merged or archived
stays as a source. The numbers are settings: see "lukasa config list".`,
		Example: "  lukasa consolidate --dry-run\n  lukasa consolidate --user minh --now",
		GroupID: groupUpkeep,
		Args:    noWords,
		PreRunE: filled,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.want.User, "user", "", "of this user alone")
	flags.BoolVar(&opts.want.Now, "now", false, "below the threshold as well")
	flags.BoolVar(&opts.want.DryRun, "dry-run", false, "change nothing")
	return cmd
}

func consolidateRun(ctx context.Context, opts *consolidateOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		done, err := m.Consolidate(ctx, opts.want)
		if err != nil {
			return err
		}
		_, err = show(opts.factory, view[lukasa.Consolidated]{
			columns: []string{"user", "before", "after", "merges", "archived", "dry run"},
			row: func(c lukasa.Consolidated) []any {
				return []any{c.User, c.Before, c.After, len(c.Merges), len(c.Archived), c.DryRun}
			},
		}, each(done))
		return err
	})
}

type summariseOptions struct {
	factory *factory
	session lukasa.Session
	across  bool
}

func newSummarise(f *factory, runF func(context.Context, *summariseOptions) error) *cobra.Command {
	opts := &summariseOptions{factory: f}
	if runF == nil {
		runF = summariseRun
	}
	cmd := &cobra.Command{
		Use:   "summarise [SESSION]",
		Short: "Sum up sessions that have grown long",
		Long: `Sum up a session, or every one, whose messages since the last summary come to 4,000 tokens
or more, and put them away under the summary, all but the last five.

--across sums up entities and topics instead, from what several sessions told of them.
The numbers, and what becomes of the messages, are settings: see "lukasa config list".`,
		Example: "  lukasa summarise\n  lukasa summarise 2026-11-22 --now\n  lukasa summarise --across --dry-run",
		GroupID: groupUpkeep,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				if args[0] == "" { // of a script in which a variable was never set: it would mean every session
					return usagef("SESSION: empty")
				}
				opts.session.Name = args[0]
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.session.Now, "now", false, "below the threshold as well")
	flags.BoolVar(&opts.across, "across", false, "entities and topics, across sessions")
	flags.BoolVar(&opts.session.DryRun, "dry-run", false, "change nothing")
	return cmd
}

func summariseRun(ctx context.Context, opts *summariseOptions) error {
	if opts.across && (opts.session.Name != "" || opts.session.Now) {
		return usagef("--across: takes neither a SESSION nor --now")
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		done, err := opts.summarise(ctx, m)
		if err == nil && len(done) == 0 {
			err = opts.known(ctx, m)
		}
		if err != nil {
			return err
		}
		_, err = show(opts.factory, view[lukasa.Summarised]{
			columns: []string{"scope", "identifier", "records", "archived", "forgotten", "topics", "text"},
			row: func(s lukasa.Summarised) []any {
				return []any{s.Scope, s.Identifier, s.Records, s.Archived, s.Forgotten, strings.Join(s.Topics, "\n"), s.Text}
			},
		}, each(done))
		return err
	})
}

func (o *summariseOptions) summarise(ctx context.Context, m *lukasa.Memory) ([]lukasa.Summarised, error) {
	if o.across {
		return m.SummariseAcross(ctx, o.session.DryRun)
	}
	return m.Summarise(ctx, o.session)
}

// known tells whether there is a session of the name that was given: one that is not due, and one
// that there is not, have both nothing to sum up.
func (o *summariseOptions) known(ctx context.Context, m *lukasa.Memory) error {
	if o.session.Name == "" {
		return nil
	}
	page, err := m.Find(ctx, lukasa.Filter{Sessions: []string{o.session.Name}, Statuses: lukasa.Statuses(), Limit: 1})
	if err == nil && len(page.Items) == 0 {
		err = fmt.Errorf("%w session %q", errNo, o.session.Name)
	}
	return err
}
