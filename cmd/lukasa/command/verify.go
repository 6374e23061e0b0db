package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

type reviewOptions struct{ factory *factory }

func newReview(f *factory, runF func(context.Context, *reviewOptions) error) *cobra.Command {
	opts := &reviewOptions{factory: f}
	if runF == nil {
		runF = reviewRun
	}
	return &cobra.Command{
		Use:   "review",
		Short: "List what waits for a person: unverified and of low quality",
		Long: `List the records that nobody vouched for and whose quality is below fair, oldest first.
"lukasa verify ID" says what you found.`,
		GroupID: groupRead,
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
}

func reviewRun(ctx context.Context, opts *reviewOptions) error {
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		_, err := show(opts.factory, judged(), m.All(ctx, lukasa.Filter{Review: true}))
		return err
	})
}

// judged shows a record by how far it is trusted.
func judged() view[lukasa.Experience] {
	return view[lukasa.Experience]{
		columns: []string{"id", "version", "quality", "confidence", "verified", "by", "text", "reasons"},
		row: func(e lukasa.Experience) []any {
			return []any{
				e.ID.String(), e.Version, e.Quality.String(), e.Confidence, e.Verification.Verified, e.Verification.By, story(e), e.QualityReason,
			}
		},
	}
}

type verifyOptions struct {
	factory *factory
	id      string
	verdict string
	on      string
	review  lukasa.Review
}

func newVerify(f *factory, runF func(context.Context, *verifyOptions) error) *cobra.Command {
	opts := &verifyOptions{factory: f}
	if runF == nil {
		runF = verifyRun
	}
	cmd := &cobra.Command{
		Use:   "verify ID",
		Short: "Say what you found when you looked at a record",
		Long: `Say what you found when you looked at a record. "confirmed" raises its quality a level and
its confidence half-way; "contradicted" lowers both; "rejected" takes it out of answers.
Who, when, why and each step are kept with the record.

With --version, a record that was changed since you looked is left alone.`,
		Example: `  lukasa verify 01900000-0000-7000-8000-000000000001 --by ana
  lukasa verify 01900000-0000-7000-8000-000000000001 --by ana --verdict rejected --reason "It was Bob"`,
		GroupID: groupWrite,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.review.By, "by", "", "who looked at it; required")
	flags.StringVar(&opts.verdict, "verdict", string(lukasa.Confirmed), "confirmed, contradicted or rejected")
	flags.StringVar(&opts.review.Reason, "reason", "", "why, in a sentence")
	flags.StringVar(&opts.on, "evidence", "", "id of a record that speaks for the verdict")
	flags.IntVar(&opts.review.Version, "version", 0, "the version that you looked at")
	return cmd
}

func verifyRun(ctx context.Context, opts *verifyOptions) (err error) {
	v := opts.review
	if v.By == "" {
		return usagef("--by: say who looked at it")
	}
	v.Verdict = lukasa.Verdict(opts.verdict)
	if v.ID, err = parseID(opts.id); err != nil {
		return err
	}
	if opts.on != "" {
		if v.Evidence, err = parseID(opts.on); err != nil {
			return err
		}
	}
	return opts.factory.with(ctx, false, func(m *lukasa.Memory) error {
		e, err := m.Verify(ctx, v)
		if err != nil {
			return err
		}
		return showOne(opts.factory, judged(), e)
	})
}
