package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type reflectOptions struct {
	factory *factory
	since   string
	want    lukasa.Reflection
}

func newReflect(f *factory, runF func(context.Context, *reflectOptions) error) *cobra.Command {
	opts := &reflectOptions{factory: f}
	if runF == nil {
		runF = reflectRun
	}
	cmd := &cobra.Command{
		Use:   "reflect",
		Short: "Look the memory over: merge, sum up, and propose core memory",
		Long: `Move opinions by what was told for and against them, merge the insights of users who have
many, sum up sessions that have grown long and entities and topics of which enough was
said, and propose for core memory what is verified about a user and not in it. Each change
comes with its reason; proposals change nothing. With --since, what nothing new was told of
stays as it is. Running it twice changes nothing the second time.`,
		Example: "  lukasa reflect --since 7d --dry-run",
		GroupID: groupUpkeep,
		Args:    noWords,
		PreRunE: filled,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	cmd.Flags().StringVar(&opts.since, "since", "", "what is new: "+whenHelp+" (default all)")
	cmd.Flags().BoolVar(&opts.want.DryRun, "dry-run", false, "change nothing")
	return cmd
}

// reflected is a change or a proposal, as one row.
type reflected struct {
	What   string `json:"what"` // as in a change, or "propose"
	ID     string `json:"id,omitempty"`
	Block  string `json:"block,omitempty"`
	Text   string `json:"text,omitempty"`
	Reason string `json:"reason"`
}

func reflectRun(ctx context.Context, opts *reflectOptions) error {
	if err := parseWhens(opts.factory.now(), when{"since", opts.since, &opts.want.Since}); err != nil {
		return err
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		done, err := m.Reflect(ctx, opts.want)
		if err != nil {
			return err
		}
		var rows []reflected
		for _, c := range done.Changes {
			row := reflected{What: c.What, Text: c.Text, Reason: c.Reason}
			if c.ID != (lukasa.ID{}) {
				row.ID = c.ID.String()
			}
			rows = append(rows, row)
		}
		for _, p := range done.Proposals {
			rows = append(rows, reflected{What: "propose", ID: p.Source.String(), Block: p.Block, Text: p.Append, Reason: p.Reason})
		}
		_, err = show(opts.factory, view[reflected]{
			columns: []string{"what", "id", "block", "text", "reason"},
			row:     func(r reflected) []any { return []any{r.What, r.ID, r.Block, r.Text, r.Reason} },
		}, each(rows))
		return err
	})
}
