package command

import (
	"context"
	"encoding/json"
	"math"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

func newFact(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "fact",
		Short: "State what is true of an entity, and list it",
		Long: `State what is true of an entity (subject, predicate, object), and list it. A predicate has
many objects at a time unless the ontology, or --type, says that it has one.

"lukasa facts" is about something else: the few basic facts about a user, in plain words.`,
		GroupID: groupWrite,
		Args:    noWords,
		RunE:    showHelp,
	}
	cmd.AddCommand(newFactAdd(f), newFactList(f), newFactHistory(f))
	return cmd
}

type factAddOptions struct {
	kind, content, at  string
	typ                string
	entity, correction bool
	confidence         float64
}

func newFactAdd(f *factory) *cobra.Command {
	opts := &factAddOptions{}
	cmd := &cobra.Command{
		Use:   "add SUBJECT PREDICATE OBJECT",
		Short: "State something: said again it gains confidence, contradicted it is superseded or asked about",
		Example: `  lukasa fact add customer:gai delivery_day Friday
  lukasa fact add person:ana works_for org:acme --entity
  lukasa fact add customer:gai delivery_day Monday --correction`,
		Args: wants(cobra.ExactArgs(3)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := believed(cmd.Flags()); err != nil {
				return err
			}
			return factAddRun(cmd.Context(), f, opts, args)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.kind, "kind", "fact", "fact or opinion")
	flags.StringVar(&opts.content, "text", "", "the words in which it was said")
	flags.StringVar(&opts.at, "time", "", "when it was said: "+whenHelp)
	flags.StringVar(&opts.typ, "type", "", "type of the predicate: state, identity, preference and so on")
	flags.BoolVar(&opts.entity, "entity", false, "the object is an entity, type:name; else JSON or a text")
	flags.BoolVar(&opts.correction, "correction", false, "the user corrects what was known")
	flags.Float64Var(&opts.confidence, "confidence", 0, "how sure it is, above 0 to 1 (default 0.7)")
	return cmd
}

func factAddRun(ctx context.Context, f *factory, opts *factAddOptions, args []string) error {
	e, err := opts.build(f, args)
	if err != nil {
		return err
	}
	return f.with(ctx, true, func(m *lukasa.Memory) error {
		done, err := m.State(ctx, e)
		if err != nil {
			return err
		}
		return showOne(f, view[lukasa.Retained]{
			columns: []string{"id", "version", "new", "conflicts"},
			row:     func(r lukasa.Retained) []any { return []any{r.ID.String(), r.Version, r.New, len(r.Conflicts)} },
		}, done)
	})
}

func (o *factAddOptions) build(f *factory, args []string) (lukasa.Experience, error) {
	subject, err := parseEntity(args[0])
	if err != nil {
		return lukasa.Experience{}, err
	}
	s := &lukasa.Statement{Subject: subject, Predicate: args[1], PredicateType: o.typ}
	if o.correction {
		s.Provenance = "correction"
	}
	if o.entity {
		s.Entity, err = parseEntity(args[2])
	} else if s.Value = json.RawMessage(args[2]); !json.Valid(s.Value) {
		s.Value, err = json.Marshal(args[2])
	}
	e := lukasa.Experience{Content: o.content, Confidence: o.confidence, Statement: s}
	set(&e.Kind, o.kind)
	if err == nil {
		err = parseWhens(f.now(), when{"time", o.at, &e.Time})
	}
	return e, err
}

func newFactList(f *factory) *cobra.Command {
	var trueAt, knownAt string
	var q lukasa.FactQuery
	cmd := &cobra.Command{
		Use:     "list [SUBJECT [PREDICATE]]",
		Short:   "List statements, newest first: as they stand, as of what was true, or as of what was known",
		Args:    wants(cobra.MaximumNArgs(2)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := given(cmd.Flags(), "limit"); err != nil {
				return err
			}
			if q.Subject, q.Predicate, err = topic(args); err != nil {
				return err
			}
			if err := parseWhens(f.now(), when{"true-at", trueAt, &q.TrueAt}, when{"known-at", knownAt, &q.KnownAt}); err != nil {
				return err
			}
			return f.with(cmd.Context(), false, func(m *lukasa.Memory) error {
				facts, err := m.Facts(cmd.Context(), q)
				return showFacts(f, facts, err)
			})
		},
	}
	cmd.Flags().StringVar(&trueAt, "true-at", "", "what was true at this moment: "+whenHelp)
	cmd.Flags().StringVar(&knownAt, "known-at", "", "what the store held at this moment")
	cmd.Flags().BoolVar(&q.All, "all", false, "in every state")
	cmd.Flags().IntVar(&q.Limit, "limit", 0, "statements at most, 1 to 1000 (default 20)")
	return cmd
}

func newFactHistory(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "history SUBJECT PREDICATE",
		Short: "List every statement ever made of a subject with a predicate, the retired ones too",
		Args:  wants(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			subject, predicate, err := topic(args)
			if err != nil {
				return err
			}
			return f.with(cmd.Context(), false, func(m *lukasa.Memory) error {
				facts, err := m.FactHistory(cmd.Context(), subject, predicate)
				return showFacts(f, facts, err)
			})
		},
	}
}

// topic reads what statements are asked for.
func topic(args []string) (subject lukasa.EntityKey, predicate string, err error) {
	if len(args) > 0 {
		subject, err = parseEntity(args[0])
	}
	if len(args) > 1 {
		predicate = args[1]
	}
	return subject, predicate, err
}

func showFacts(f *factory, facts []lukasa.Fact, err error) error {
	if err != nil {
		return err
	}
	rows := func(sure func(float64) float64) view[lukasa.Fact] {
		return view[lukasa.Fact]{
			columns: []string{"id", "subject", "predicate", "object", "confidence", "said", "status", "conflicts"},
			row: func(x lukasa.Fact) []any {
				s := x.Record.Statement
				return []any{
					x.Record.ID.String(), string(s.Subject), s.Predicate, s.Object(), sure(x.Confidence), s.Reinforced, string(x.Status), len(x.Conflicts),
				}
			},
		}
	}
	v, people := rows(func(x float64) float64 { return x }), rows(hundredths)
	v.people = &people
	_, err = show(f, v, each(facts))
	return err
}

// hundredths is as exact as a confidence that decays from day to day is to a person.
func hundredths(x float64) float64 { return math.Round(100*x) / 100 }
