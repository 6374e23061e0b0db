package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
)

// tending are the verbs below entity.
func tending(f *factory) []*cobra.Command {
	return []*cobra.Command{
		drawing(entityAdd(f)), drawing(entityAlias(f)), drawing(entityMerge(f)), drawing(entityUnmerge(f)), drawing(entityResolve(f)),
	}
}

func entityAdd(f *factory) *cobra.Command {
	return &cobra.Command{
		Use: "add KEY [NAME]", Short: "Add an entity, type:name, or give it another canonical name",
		Example: "  lukasa entity add customer:gai 'Gai Media'", Args: wants(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			e := lukasa.Entity{Key: lukasa.EntityKey(args[0])}
			if len(args) > 1 {
				e.Name = args[1]
			}
			return f.with(cmd.Context(), true, func(m *lukasa.Memory) error {
				if err := m.PutEntity(cmd.Context(), e); err != nil {
					return err
				}
				return showEntity(cmd.Context(), f, m, e.Key)
			})
		},
	}
}

func showEntity(ctx context.Context, f *factory, m *lukasa.Memory, key lukasa.EntityKey) error {
	e, err := m.Entity(ctx, key)
	if err != nil {
		return err
	}
	return showOne(f, view[lukasa.Entity]{
		columns: []string{"entity", "name"},
		row:     func(e lukasa.Entity) []any { return []any{string(e.Key), e.Name} },
		graph:   func(e lukasa.Entity) []any { return []any{entityNode(e.Key)} },
	}, e)
}

func entityAlias(f *factory) *cobra.Command {
	a := lukasa.Alias{Source: "command line"}
	cmd := &cobra.Command{
		Use: "alias NAME TEXT", Short: "Give an entity another name, for everyone or for one user",
		Example: "  lukasa entity alias customer:gai 'the boss' --user ana", Args: wants(cobra.ExactArgs(2)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), true, func(m *lukasa.Memory) error {
				e, err := findEntity(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				a.Entity, a.Text = e.Key, args[1]
				done, err := m.AddAlias(cmd.Context(), a)
				if err != nil {
					return err
				}
				return showOne(f, view[lukasa.Alias]{
					columns: []string{"alias", "user", "entity", "uses"},
					row:     func(a lukasa.Alias) []any { return []any{a.Text, a.User, string(a.Entity), a.UseCount} },
					graph:   func(a lukasa.Alias) []any { return []any{entityNode(a.Entity)} },
				}, done)
			})
		},
	}
	cmd.Flags().StringVar(&a.User, "user", "", "whose name for it this is (default everyone's)")
	return cmd
}

func entityMerge(f *factory) *cobra.Command {
	var q lukasa.Merging
	cmd := &cobra.Command{
		Use: "merge FROM INTO", Short: "Make one entity stand for another, until unmerged",
		Example: "  lukasa entity merge customer:gai customer:gai-media --reason 'the same firm'", Args: wants(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), true, func(m *lukasa.Memory) error {
				q.From, q.Into = lukasa.EntityKey(args[0]), lukasa.EntityKey(args[1])
				done, err := m.MergeEntities(cmd.Context(), q)
				if err != nil {
					return err
				}
				return showOne(f, mergeView(), done)
			})
		},
	}
	cmd.Flags().StringVar(&q.Reason, "reason", "", "why, for the merge log")
	cmd.Flags().BoolVar(&q.Force, "force", false, "although their names, types or digits differ")
	return cmd
}

func mergeView() view[lukasa.Merge] {
	return view[lukasa.Merge]{
		columns: []string{"id", "from", "into", "undone"},
		row:     func(m lukasa.Merge) []any { return []any{m.ID.String(), string(m.From), string(m.Into), m.Undone} },
		graph:   func(m lukasa.Merge) []any { return []any{entityNode(m.From), entityNode(m.Into)} },
	}
}

func entityUnmerge(f *factory) *cobra.Command {
	return &cobra.Command{
		Use: "unmerge KEY", Short: "Take back the merge of an entity",
		Example: "  lukasa entity unmerge customer:gai", Args: wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), true, func(m *lukasa.Memory) error {
				done, err := m.UnmergeEntity(cmd.Context(), lukasa.EntityKey(args[0]))
				if err != nil {
					return err
				}
				return showOne(f, mergeView(), done)
			})
		},
	}
}

func entityResolve(f *factory) *cobra.Command {
	var q lukasa.EntityQuestion
	cmd := &cobra.Command{
		Use: "resolve TEXT", Short: "Tell which entity a mention means, and why",
		Example: "  lukasa entity resolve 'nguyen van hung' --user ana", Args: wants(cobra.ExactArgs(1)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			q.Text = args[0]
			return f.with(cmd.Context(), false, func(m *lukasa.Memory) error {
				found, err := m.ResolveEntity(cmd.Context(), q)
				if err != nil {
					return err
				}
				return showOne(f, view[lukasa.EntityAnswer]{
					columns: []string{"certainty", "entity", "stage", "candidates"},
					row: func(a lukasa.EntityAnswer) []any {
						return []any{string(a.Certainty), string(a.Entity), string(a.Stage), candidates(a)}
					},
					graph: func(a lukasa.EntityAnswer) []any { return []any{entityNode(a.Entity)} },
				}, found)
			})
		},
	}
	cmd.Flags().StringVar(&q.User, "user", "", "who says it")
	cmd.Flags().StringVar(&q.Session, "session", "", "where it is said: pronouns are looked up there")
	cmd.Flags().StringVar(&q.Context, "context", "", "the text that it stands in")
	return cmd
}

func candidates(a lukasa.EntityAnswer) string {
	s := ""
	for _, c := range a.Candidates {
		s += fmt.Sprintf("%.2f %s\n", c.Score, c.Entity)
	}
	return s
}
