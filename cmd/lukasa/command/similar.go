package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

type similarOptions struct {
	factory   *factory
	situation lukasa.Situation
	also      []string
}

func newSimilar(f *factory, runF func(context.Context, *similarOptions) error) *cobra.Command {
	opts := &similarOptions{factory: f}
	if runF == nil {
		runF = similarRun
	}
	cmd := &cobra.Command{
		Use:   "similar SITUATION",
		Short: "Find situations like this one, what was done then, and whether it worked",
		Example: `  lukasa similar "a migration waits for a lock and requests queue up"
  lukasa similar "the customer got the invoice twice" --tag billing`,
		GroupID: groupRead,
		Args:    wants(cobra.MinimumNArgs(1)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.situation.Text = strings.Join(args, " ")
			if strings.TrimSpace(opts.situation.Text) == "" && len(opts.situation.Tags)+len(opts.situation.Scopes) == 0 {
				return usagef("SITUATION: empty, and no condition") // as of a script in which a variable was never set
			}
			if err := given(cmd.Flags(), "k"); err != nil {
				return err
			}
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&opts.situation.K, "k", 5, "how many past situations are looked at")
	flags.StringArrayVar(&opts.situation.Tags, "tag", nil, "with this tag; repeated: with all")
	flags.StringArrayVar(&opts.situation.Scopes, "scope", nil, "of this scope, or of none; repeated: of any")
	flags.StringArrayVar(&opts.also, "also", nil, "another agent to ask as well; may be repeated")
	return cmd
}

// precedent is a past situation and the option it speaks for.
type precedent struct {
	worked string
	lukasa.Precedent
}

func similarRun(ctx context.Context, opts *similarOptions) error {
	f := opts.factory
	opts.situation.Agents = append([]string{f.agent}, opts.also...)
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		found, err := m.Similar(ctx, opts.situation)
		if err != nil {
			return err
		}
		format, err := f.format()
		if err != nil {
			return err
		}
		if format.Mode == output.ModeJSON {
			_, err = output.Objects(f.streams.Out, output.ModeJSONL, one(found))
			return err
		}
		if len(found.Options) == 0 {
			f.tell("%s", found.Reason)
			return nil
		}
		_, err = show(f, precedents(), each(flatten(found)))
		return err
	})
}

// flatten lists the precedents of all options, best option first.
func flatten(found *lukasa.Precedents) []precedent {
	var out []precedent
	for _, o := range found.Options {
		for _, p := range o.Precedents {
			out = append(out, precedent{outcome(p), p})
		}
	}
	return out
}

// outcome says in a word whether something worked.
func outcome(p lukasa.Precedent) string {
	switch {
	case !p.Known:
		return "?"
	case p.Worked > 0:
		return "yes"
	case p.Worked < 0:
		return "no"
	}
	return "partly"
}

func precedents() view[precedent] {
	return view[precedent]{
		columns: []string{"worked", "confidence", "id", "time", "text", "next"},
		row: func(p precedent) []any {
			next := ""
			if p.Next != nil {
				next = story(*p.Next)
			}
			return []any{p.worked, p.Confidence, p.Record.ID.String(), clock(p.Record.Time), story(p.Record), next}
		},
		graph: func(p precedent) []any { return recordGraph(p.Record) },
		people: &view[precedent]{
			columns: []string{"worked", "record", "text"},
			row: func(p precedent) []any {
				likely := fmt.Sprintf("likely %.0f%%", 100*p.Confidence)
				return []any{p.worked, p.Record.ID.String() + "\n" + clock(p.Record.Time) + "  " + likely, story(p.Record)}
			},
		},
	}
}
