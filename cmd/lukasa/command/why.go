package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

// whyDepth is how many hits of a question are searched for the record.
const whyDepth = 200

type whyOptions struct {
	factory *factory
	id      string
	query   lukasa.Query
}

func newWhy(f *factory, runF func(context.Context, *whyOptions) error) *cobra.Command {
	opts := &whyOptions{factory: f}
	if runF == nil {
		runF = whyRun
	}
	cmd := &cobra.Command{
		Use:   "why ID QUESTION",
		Short: "Show why a record is, or is not, an answer to a question",
		Long: `Show how the score of a record for a question came about, as a tree: what each way of
searching gave, what that was calibrated to, and the weight it has; and its place among
all that bears on the question, whether or not it is likely enough to be recalled.`,
		GroupID: groupRead,
		Args:    wants(cobra.MinimumNArgs(2)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id, opts.query.Text = args[0], strings.Join(args[1:], " ")
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.query.Profile, "profile", "", profileHelp)
	cmd.Flags().StringVar(&opts.query.User, "user", "", "who asks: \"I\" in the question")
	return cmd
}

// reason is why a record stands where it does.
type reason struct {
	Place int `json:"place"` // among the hits, from 1
	lukasa.Hit
}

func whyRun(ctx context.Context, opts *whyOptions) error {
	id, err := parseID(opts.id)
	if err != nil {
		return err
	}
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		if _, err := m.Get(ctx, id); err != nil {
			return err
		}
		q, always := opts.query, 0.0
		q.K, q.Floor, q.Explain = whyDepth, &always, true
		answer, err := m.Recall(ctx, q)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(answer.Hits, func(h lukasa.Hit) bool { return h.Record.ID == id })
		if at < 0 {
			return fmt.Errorf("%w reason: the record is not among the first %d that bear on the question", errNo, whyDepth)
		}
		return showReason(f, reason{at + 1, answer.Hits[at]})
	})
}

func showReason(f *factory, r reason) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	if format.Mode != output.ModeTable {
		return showOne(f, view[reason]{
			columns: []string{"place", "confidence", "score", "why"},
			row:     func(r reason) []any { return []any{r.Place, r.Confidence, r.Score, tree(*r.Why, wholeTree)} },
		}, r)
	}
	_, err = fmt.Fprintf(f.streams.Out, "place %d, likely %.0f%%\n%s\n", r.Place, 100*r.Confidence, tree(*r.Why, wholeTree))
	return err
}
