package command

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

type entityOptions struct {
	factory *factory
	name    string
	hops    int
	limit   int
	cypher  bool
	then    moment
}

// newEntity shows an entity, as its verb show does, and has the verbs that tend
// entities below it.
func newEntity(f *factory, runF func(context.Context, *entityOptions) error) *cobra.Command {
	cmd, again := drawing(entityShow(f, runF)), drawing(entityShow(f, runF))
	cmd.GroupID = groupGraph
	again.Use, again.Example = "show NAME", "  lukasa entity show 'Gai Media'"
	cmd.AddCommand(again)
	cmd.AddCommand(tending(f)...)
	return cmd
}

func entityShow(f *factory, runF func(context.Context, *entityOptions) error) *cobra.Command {
	opts := &entityOptions{factory: f}
	if runF == nil {
		runF = entityRun
	}
	cmd := &cobra.Command{
		Use:   "entity NAME",
		Short: "Show an entity, by key, name or alias: what is related to it, and what mentions it",
		Long: `Show an entity, by key, name or alias: what is related to it, and what mentions it.

Relations are those that hold now. Those that did at another moment are shown with --true-at or
--known-at; 'lukasa fact list NAME --all' lists what was ever stated.`,
		Example: "  lukasa entity 'Gai Media'\n  lukasa entity customer:gai-media\n  lukasa entity service:billing-api --hops 2 --mode mermaid",
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.name = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().IntVar(&opts.hops, "hops", 1, "how many relations away it looks, 1 to 10")
	cmd.Flags().IntVar(&opts.limit, "limit", 20, "how many entities, and records, at most")
	opts.then.addFlags(cmd.Flags())
	cypherFlag(cmd, &opts.cypher)
	return cmd
}

// dossier is what the graph has on an entity.
type dossier struct {
	Entity    lukasa.Entity       `json:"entity"`
	Relations []lukasa.Related    `json:"relations"`
	Mentions  []lukasa.Experience `json:"mentioned_in"`
}

func entityRun(ctx context.Context, opts *entityOptions) error {
	if opts.hops < 1 || opts.hops > 10 {
		return usagef("--hops: %d, want 1 to 10", opts.hops)
	}
	if opts.limit < 1 {
		return usagef("--limit: %d, want 1 or more", opts.limit)
	}
	f := opts.factory
	if err := opts.then.parse(f.now()); err != nil {
		return err
	}
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		e, err := findEntity(ctx, m, opts.name)
		if err != nil {
			return err
		}
		key := e.Key
		if opts.then.asked() {
			return entityThen(ctx, opts, m, e)
		}
		around, err := m.Neighbourhood(ctx, key, opts.hops, opts.limit)
		if err != nil {
			return err
		}
		mentions, err := m.Mentioning(ctx, key, opts.limit)
		if err != nil {
			return err
		}
		d := dossier{e, around.Relations, mentions.Records}
		if opts.cypher {
			f.tellCypher(around.Cypher, mentions.Cypher)
		}
		return showDossier(f, d)
	})
}

// entityThen shows what was stated of an entity, and what mentioned it, at another
// moment: its relations are then those that statements tell of.
func entityThen(ctx context.Context, opts *entityOptions, m *lukasa.Memory, e lukasa.Entity) error {
	facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: e.Key, KnownAt: opts.then.KnownAt, TrueAt: opts.then.TrueAt, Limit: opts.limit})
	if err != nil {
		return err
	}
	d := dossier{Entity: e}
	for _, x := range facts {
		if s := x.Record.Statement; s.Entity != "" {
			told := lukasa.Related{From: s.Subject, To: s.Entity, Statement: x.Record.ID.String()}
			set(&told.Type, s.Predicate)
			d.Relations = append(d.Relations, told)
		}
	}
	about := lukasa.Filter{Agents: []string{opts.factory.agent}, Entity: e.Key}
	for r, err := range atMost(m.AllThen(ctx, about, opts.then.Moment), opts.limit) {
		if err != nil {
			return err
		}
		d.Mentions = append(d.Mentions, r)
	}
	return showDossier(opts.factory, d)
}

// findEntity returns the entity of that key, or else the one whose name or alias it is, however
// it is written, or the only one that has it in its name, its key or an alias.
func findEntity(ctx context.Context, m *lukasa.Memory, name string) (lukasa.Entity, error) {
	if key := lukasa.EntityKey(name); key.Valid() {
		return m.Entity(ctx, key)
	}
	page, unnamed := m.EntityPage(ctx, name)
	if unnamed == nil {
		return page.Entity, nil
	}
	if name == "" || !errors.Is(unnamed, lukasa.ErrNotFound) {
		return lukasa.Entity{}, unnamed
	}
	found, err := m.Entities(ctx, name, 100)
	switch {
	case err != nil:
		return lukasa.Entity{}, err
	case len(found) == 0:
		return lukasa.Entity{}, unnamed
	case len(found) == 1:
		return found[0], nil
	}
	keys := make([]string, len(found))
	for i, e := range found {
		keys[i] = string(e.Key)
	}
	return lukasa.Entity{}, usagef("%q may be any of %s", name, strings.Join(keys, ", "))
}

// showDossier writes two tables for people, and one document or picture for
// programs.
func showDossier(f *factory, d dossier) error {
	format, err := f.format()
	if err != nil {
		return err
	}
	if format.Mode == output.ModeTable || format.Mode == output.ModeMarkdown || format.Mode == output.ModeLine {
		done := f.page()
		defer done()
		two := *f
		two.noPager = true
		if len(d.Relations) > 0 {
			if _, err := show(&two, relations(), each(d.Relations)); err != nil {
				return err
			}
		}
		if len(d.Mentions) > 0 {
			_, err = show(&two, records(), each(d.Mentions))
		}
		return err
	}
	return showOne(f, view[dossier]{
		columns: []string{"entity", "relations", "mentioned in"},
		row:     func(d dossier) []any { return []any{string(d.Entity.Key), len(d.Relations), len(d.Mentions)} },
		graph:   dossierGraph,
	}, d)
}

func relations() view[lukasa.Related] {
	return view[lukasa.Related]{
		columns: []string{"from", "relation", "to"},
		row:     func(r lukasa.Related) []any { return []any{string(r.From), string(r.Type), string(r.To)} },
		graph:   relationGraph,
	}
}

func relationGraph(r lukasa.Related) []any {
	return []any{
		entityNode(r.From), entityNode(r.To),
		output.Edge{From: string(r.From), To: string(r.To), Label: string(r.Type)},
	}
}

func dossierGraph(d dossier) []any {
	values := []any{entityNode(d.Entity.Key)}
	for _, r := range d.Relations {
		values = append(values, relationGraph(r)...)
	}
	for _, e := range d.Mentions {
		n := recordNode(e)
		values = append(values, n, output.Edge{From: n.ID, To: string(d.Entity.Key), Label: "MENTIONED"})
	}
	return values
}
