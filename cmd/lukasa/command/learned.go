package command

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

// learnedOptions are those of facts and insights: what is known about a user,
// shown or added to.
type learnedOptions struct {
	factory               *factory
	user, text            string
	kind, category, topic string
	confidence            float64
}

func newFacts(f *factory, runF func(context.Context, *learnedOptions) error) *cobra.Command {
	opts := &learnedOptions{factory: f}
	if runF == nil {
		runF = factsRun
	}
	cmd := &cobra.Command{
		Use:   "facts [TEXT]",
		Short: "Show the basic facts about a user, or take one in",
		Long: `Show the basic facts about a --user, or take in a TEXT as one of a --type: name, role,
level, goal, preference or weakness.

Of a name, a role and a level one holds at a time: a new one replaces it. Of the others,
one that says the same is brought up to date. "lukasa forget ID" removes one.

"lukasa fact" states what is true of any entity, as subject, predicate and object.`,
		Example: `  lukasa facts --user minh
  lukasa facts --user minh --type preference "Learns best from examples"`,
		GroupID: groupRead,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE:    opts.run(runF),
	}
	opts.addFlags(cmd)
	cmd.Flags().StringVar(&opts.kind, "type", "", "of a TEXT: name, role, level, goal, preference or weakness")
	return cmd
}

func newInsights(f *factory, runF func(context.Context, *learnedOptions) error) *cobra.Command {
	opts := &learnedOptions{factory: f}
	if runF == nil {
		runF = insightsRun
	}
	cmd := &cobra.Command{
		Use:   "insights [TEXT]",
		Short: "Show the insights about a user, or take one in",
		Long: `Show the insights about a --user, or take in a TEXT of 20 characters or more as one of a
--category: learning_style, knowledge_gap, goal_evolution, habit or preference.

One that says the same is brought up to date, with a dated note. "lukasa consolidate"
merges them when there are many; "lukasa forget ID" removes one.`,
		Example: `  lukasa insights --user minh
  lukasa insights --user minh --category knowledge_gap --topic "Rule 15" "Confuses Rule 13 and Rule 15"`,
		GroupID: groupRead,
		Args:    wants(cobra.MaximumNArgs(1)),
		RunE:    opts.run(runF),
	}
	opts.addFlags(cmd)
	cmd.Flags().StringVar(&opts.category, "category", "", "of a TEXT: learning_style, knowledge_gap, goal_evolution, habit or preference")
	cmd.Flags().StringVar(&opts.topic, "topic", "", "of a TEXT: what it is about")
	return cmd
}

func (o *learnedOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.user, "user", lukasa.DefaultUser, "whom it is about; empty: nobody in particular")
	cmd.Flags().Float64Var(&o.confidence, "confidence", 0, "of a TEXT, above 0 to 1 (default .5)")
}

func (o *learnedOptions) run(runF func(context.Context, *learnedOptions) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			if o.text = args[0]; strings.TrimSpace(o.text) == "" {
				return usagef("TEXT: empty")
			}
			if err := believed(cmd.Flags()); err != nil {
				return err
			}
			return runF(cmd.Context(), o)
		}
		for _, name := range []string{"type", "category", "topic", "confidence"} {
			if cmd.Flags().Changed(name) {
				return usagef("--%s: says what a TEXT is, and there is none", name)
			}
		}
		return runF(cmd.Context(), o)
	}
}

func factsRun(ctx context.Context, opts *learnedOptions) error {
	if opts.text == "" {
		return opts.list(ctx, (*lukasa.Memory).UserFacts, func(e lukasa.Experience) string { return e.UserFact.Type })
	}
	return opts.add(ctx, (*lukasa.Memory).AddUserFact, lukasa.Experience{
		UserFact: &lukasa.UserFact{User: opts.user, Type: opts.kind},
	})
}

func insightsRun(ctx context.Context, opts *learnedOptions) error {
	if opts.text == "" {
		return opts.list(ctx, (*lukasa.Memory).Insights, func(e lukasa.Experience) string {
			return strings.TrimSpace(e.Insight.Category + "\n" + e.Insight.SubTopic)
		})
	}
	return opts.add(ctx, (*lukasa.Memory).AddInsight, lukasa.Experience{
		Insight: &lukasa.Insight{User: opts.user, Category: opts.category, SubTopic: opts.topic},
	})
}

func (o *learnedOptions) list(
	ctx context.Context, read func(*lukasa.Memory, context.Context, string) ([]lukasa.Experience, error), sort func(lukasa.Experience) string,
) error {
	return o.factory.with(ctx, false, func(m *lukasa.Memory) error {
		known, err := read(m, ctx, o.user)
		if err != nil {
			return err
		}
		_, err = show(o.factory, view[lukasa.Experience]{
			columns: []string{"id", "type", "text", "confidence", "quality"},
			row: func(e lukasa.Experience) []any {
				return []any{e.ID.String(), sort(e), e.Content, e.Confidence, e.Quality.String()}
			},
		}, each(known))
		return err
	})
}

func (o *learnedOptions) add(
	ctx context.Context, take func(*lukasa.Memory, context.Context, lukasa.Experience) (lukasa.Noted, error), e lukasa.Experience,
) error {
	e.Content, e.Confidence = o.text, o.confidence
	return o.factory.with(ctx, true, func(m *lukasa.Memory) error {
		noted, err := take(m, ctx, e)
		if err != nil {
			return err
		}
		err = showOne(o.factory, view[lukasa.Noted]{
			columns: []string{"id", "outcome", "similarity", "evicted"},
			row: func(n lukasa.Noted) []any {
				return []any{n.ID.String(), string(n.Outcome), n.Similarity, len(n.Evicted)}
			},
		}, noted)
		if err == nil && noted.Due {
			o.factory.tell("many insights: lukasa consolidate --user %s", o.user)
		}
		return err
	})
}
