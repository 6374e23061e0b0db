package command

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type learnOptions struct {
	factory *factory
	want    lukasa.Learning
}

func newLearn(f *factory, runF func(context.Context, *learnOptions) error) *cobra.Command {
	opts := &learnOptions{factory: f}
	if runF == nil {
		runF = learnRun
	}
	return &cobra.Command{
		Use:   "learn [SESSION]...",
		Short: "Learn from messages that were imported",
		Long: `Learn from the messages of sessions, or of all, what they would have taught as turns of a
chat: facts about their users, wishes, insights and corrections, in the order in which they
were said. They are messages that were imported, and whose role is user.

What was learned from is not learned from again.`,
		Example: "  lukasa import messages.jsonl\n  lukasa learn\n  lukasa facts --user ana",
		GroupID: groupUpkeep,
		Args:    wants(cobra.ArbitraryArgs),
		RunE: func(cmd *cobra.Command, args []string) error {
			if slices.Contains(args, "") { // of a script in which a variable was never set
				return usagef("SESSION: empty")
			}
			opts.want.Sessions = args
			return runF(cmd.Context(), opts)
		},
	}
}

func learnRun(ctx context.Context, opts *learnOptions) error {
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		done := f.working("learning")
		learned, err := m.Learn(ctx, opts.want)
		done()
		if err != nil {
			return err
		}
		return showOne(f, view[lukasa.Learned]{
			columns: []string{"messages", "known", "skipped", "lessons"},
			row:     func(l lukasa.Learned) []any { return []any{l.Messages, l.Known, l.Skipped, l.Lessons} },
		}, learned)
	})
}
