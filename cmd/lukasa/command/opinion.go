package command

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

func newOpinion(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "opinion",
		Short:   "Show an opinion with its evidence, and weigh new evidence",
		GroupID: groupWrite,
		Args:    noWords,
		RunE:    showHelp,
	}
	cmd.AddCommand(newOpinionList(f), newOpinionShow(f),
		newWeigh(f, "reinforce", "Take a record as evidence for an opinion", (*lukasa.Memory).Reinforce),
		newWeigh(f, "contradict", "Take a record as evidence against an opinion", (*lukasa.Memory).Contradict))
	return cmd
}

func newOpinionList(f *factory) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the agent's opinions, newest first",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := given(cmd.Flags(), "limit"); err != nil {
				return err
			}
			return f.with(cmd.Context(), false, func(m *lukasa.Memory) error {
				filter := lukasa.Filter{Limit: limit}
				assign(&filter.Kinds, []string{"opinion"})
				page, err := m.Find(cmd.Context(), filter)
				if err != nil {
					return err
				}
				_, err = show(f, opinionRecords(), each(page.Items))
				return err
			})
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "opinions at most, 1 to 1000 (default 20)")
	return cmd
}

func newOpinionShow(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "show OPINION",
		Short: "Show an opinion, its confidence now, and what speaks for and against it",
		Args:  wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseID(args[0])
			if err != nil {
				return err
			}
			return f.with(cmd.Context(), false, func(m *lukasa.Memory) error {
				o, err := m.ShowOpinion(cmd.Context(), id)
				if err != nil {
					return err
				}
				return showOne(f, view[lukasa.Opinion]{
					columns: []string{"id", "confidence", "for", "against", "updated", "text"},
					row: func(o lukasa.Opinion) []any {
						return []any{o.Record.ID.String(), o.Confidence, len(o.For), len(o.Against), o.Record.Updated, story(o.Record)}
					},
				}, o)
			})
		},
	}
}

func newWeigh(f *factory, verb, short string, weigh func(*lukasa.Memory, context.Context, lukasa.ID, lukasa.ID, float64) (lukasa.Experience, error)) *cobra.Command {
	var weight float64
	cmd := &cobra.Command{
		Use:   verb + " OPINION RECORD",
		Short: short,
		Args:  wants(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			ids, err := parseIDs(args)
			if err != nil {
				return err
			}
			return f.with(cmd.Context(), true, func(m *lukasa.Memory) error {
				e, err := weigh(m, cmd.Context(), ids[0], ids[1], weight)
				if err != nil {
					return err
				}
				return showOne(f, opinionRecords(), e)
			})
		},
	}
	cmd.Flags().Float64Var(&weight, "weight", 0, "how much it counts, above 0 to 1 (default 1)")
	return cmd
}

func opinionRecords() view[lukasa.Experience] {
	return view[lukasa.Experience]{
		columns: []string{"id", "confidence", "evidence", "updated", "text"},
		row: func(e lukasa.Experience) []any {
			return []any{e.ID.String(), e.Confidence, len(e.Evidence), e.Updated, story(e)}
		},
	}
}
