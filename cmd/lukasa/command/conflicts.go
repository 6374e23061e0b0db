package command

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

func newConflicts(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "conflicts",
		Short:   "List and resolve disagreements among memories, or with a database",
		GroupID: groupWrite,
		Args:    noWords,
		RunE:    showHelp,
	}
	cmd.AddCommand(newConflictsList(f), newConflictsResolve(f))
	return cmd
}

func newConflictsList(f *factory) *cobra.Command {
	var q lukasa.ConflictQuery
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the open conflicts, the latest first",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := given(cmd.Flags(), "limit"); err != nil {
				return err
			}
			return f.with(cmd.Context(), false, func(m *lukasa.Memory) error {
				list, err := m.Conflicts(cmd.Context(), q)
				if err != nil {
					return err
				}
				_, err = show(f, conflicts(), each(list))
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&q.Closed, "closed", false, "those that are resolved, instead")
	cmd.Flags().IntVar(&q.Limit, "limit", 0, "conflicts at most, 1 to 1000 (default 20)")
	return cmd
}

func newConflictsResolve(f *factory) *cobra.Command {
	var keep string
	var how lukasa.Resolution
	cmd := &cobra.Command{
		Use:     "resolve CONFLICT",
		Short:   "End a conflict: keep one side, both or neither, or follow the database",
		Example: "  lukasa conflicts resolve CONFLICT --keep RECORD\n  lukasa conflicts resolve CONFLICT --outcome both",
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseID(args[0])
			if err != nil {
				return err
			}
			if keep != "" {
				if how.Keep, err = parseID(keep); err != nil {
					return err
				}
			}
			return f.with(cmd.Context(), true, func(m *lukasa.Memory) error {
				c, err := m.ResolveConflict(cmd.Context(), id, how)
				if err != nil {
					return err
				}
				return showOne(f, conflicts(), c)
			})
		},
	}
	cmd.Flags().StringVar(&keep, "keep", "", "the record that is true")
	cmd.Flags().StringVar(&how.Outcome, "outcome", "", "both, neither or database")
	cmd.Flags().StringVar(&how.Note, "note", "", "why")
	return cmd
}

func conflicts() view[lukasa.Conflict] {
	return view[lukasa.Conflict]{
		columns: []string{"id", "type", "subject", "predicate", "sides", "strategy", "outcome"},
		row: func(c lukasa.Conflict) []any {
			d := lukasa.DisputeOf(c)
			sides := make([]string, len(d.Sides))
			for i, s := range d.Sides {
				sides[i] = (&lukasa.Statement{Entity: s.Entity, Value: s.Value}).Object()
			}
			return []any{c.ID.String(), c.Type, string(d.Subject), d.Predicate, strings.Join(sides, " | "), c.Strategy, c.Outcome}
		},
	}
}
