package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

type ontologyOptions struct {
	factory  *factory
	file     string
	from, to string
	start    string
	replace  bool
	yaml     bool
	shortest bool
	bounds   lukasa.PathBounds
	cypher   bool
}

func newOntology(f *factory, runF func(context.Context, *ontologyOptions) error) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "ontology",
		Short:   "The rules of the domain: load them, show them, find how one type leads to another",
		GroupID: groupGraph,
		Args:    noWords,
		RunE:    showHelp,
	}
	cmd.AddCommand(newOntologyLoad(f, runF), drawing(newOntologyShow(f, runF)), drawing(newOntologyPaths(f, runF)))
	return cmd
}

func newOntologyLoad(f *factory, runF func(context.Context, *ontologyOptions) error) *cobra.Command {
	opts := &ontologyOptions{factory: f}
	if runF == nil {
		runF = ontologyLoadRun
	}
	cmd := &cobra.Command{
		Use:     "load FILE",
		Short:   "Load rules from a YAML or JSON file, or from - for the standard input",
		Example: "  lukasa ontology load domain.yaml\n  lukasa ontology show --yaml | lukasa --agent other ontology load -",
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.replace, "replace", false, "remove the rules that the file does not have")
	return cmd
}

func ontologyLoadRun(ctx context.Context, opts *ontologyOptions) error {
	f := opts.factory
	in := f.streams.In
	if opts.file != "-" {
		file, err := os.Open(opts.file)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	// Read to its end before the store is opened: "ontology show" at the other end of a pipe
	// has it open until then.
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	return f.with(ctx, true, func(m *lukasa.Memory) error {
		done, err := m.LoadOntology(ctx, bytes.NewReader(text), opts.replace)
		if err != nil {
			return err
		}
		return showOne(f, view[lukasa.RulesLoaded]{
			columns: []string{"added", "changed", "removed", "unchanged"},
			row:     func(d lukasa.RulesLoaded) []any { return []any{d.Added, d.Changed, d.Removed, d.Unchanged} },
		}, done)
	})
}

func newOntologyShow(f *factory, runF func(context.Context, *ontologyOptions) error) *cobra.Command {
	opts := &ontologyOptions{factory: f}
	if runF == nil {
		runF = ontologyShowRun
	}
	cmd := &cobra.Command{
		Use:     "show",
		Short:   "Show the rules",
		Example: "  lukasa ontology show --mode mermaid",
		Args:    noWords,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runF(cmd.Context(), opts) },
	}
	cmd.Flags().BoolVar(&opts.yaml, "yaml", false, "write a file that \"ontology load\" takes")
	return cmd
}

func ontologyShowRun(ctx context.Context, opts *ontologyOptions) error {
	f := opts.factory
	if opts.yaml && (f.json || f.mode != "") {
		return usagef("--yaml and --json or --mode: name one of them")
	}
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		o, err := m.Ontology(ctx)
		if err != nil {
			return err
		}
		if opts.yaml {
			return lukasa.WriteOntology(f.streams.Out, o.Rules())
		}
		_, err = show(f, rules(), each(o.Rules()))
		return err
	})
}

func rules() view[lukasa.Rule] {
	return view[lukasa.Rule]{
		columns: []string{"from", "relation", "to", "cardinality", "join"},
		row: func(r lukasa.Rule) []any {
			return []any{string(r.From), string(r.Relation), string(r.To), string(r.Cardinality), joinText(r)}
		},
		graph: ruleGraph,
	}
}

// joinText writes a rule's join for people.
func joinText(r lukasa.Rule) string {
	if r.Join.JoinOn == "" {
		return ""
	}
	return fmt.Sprintf("%s, %s on %s", r.Join.FromTable, r.Join.ToTable, r.Join.JoinOn)
}

func ruleGraph(r lukasa.Rule) []any {
	return []any{
		typeNode(r.From), typeNode(r.To),
		output.Edge{From: string(r.From), To: string(r.To), Label: string(r.Relation) + " (" + string(r.Cardinality) + ")"},
	}
}

func typeNode(t lukasa.EntityType) output.Node {
	return output.Node{ID: string(t), Label: "EntityType", Properties: map[string]any{"name": string(t)}}
}

func newOntologyPaths(f *factory, runF func(context.Context, *ontologyOptions) error) *cobra.Command {
	opts := &ontologyOptions{factory: f}
	if runF == nil {
		runF = ontologyPathsRun
	}
	cmd := &cobra.Command{
		Use:   "paths FROM TO",
		Short: "Find how one type leads to another, and with --along which entities lie there",
		Example: `  lukasa ontology paths customer invoice
  lukasa ontology paths customer invoice --along customer:gai-media`,
		Args:    wants(cobra.ExactArgs(2)),
		PreRunE: filled,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.from, opts.to = args[0], args[1]
			return runF(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&opts.shortest, "shortest", false, "the shortest paths only")
	flags.IntVar(&opts.bounds.Hops, "hops", 0, "how many rules long a path may be, 1 to 10 (default 6)")
	flags.IntVar(&opts.bounds.Limit, "limit", 0, "paths, or chains of entities, at most (default 100)")
	flags.StringVar(&opts.start, "along", "", "an entity, type:name: the chains of entities from there, on the shortest paths")
	cypherFlag(cmd, &opts.cypher)
	return cmd
}

func ontologyPathsRun(ctx context.Context, opts *ontologyOptions) error {
	if opts.bounds.Limit < 0 {
		return usagef("--limit: %d, want 1 or more", opts.bounds.Limit)
	}
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		find := m.TypePaths
		if opts.shortest || opts.start != "" {
			find = m.ShortestTypePaths
		}
		found, err := find(ctx, lukasa.EntityType(opts.from), lukasa.EntityType(opts.to), opts.bounds)
		if err != nil {
			return err
		}
		if opts.cypher {
			f.tellCypher(found.Cypher)
		}
		if len(found.Paths) == 0 {
			return fmt.Errorf("%w path from %s to %s", errNo, opts.from, opts.to)
		}
		if found.More {
			f.tell("there are more: --limit and --hops bound them")
		}
		if opts.start != "" {
			return showAlong(ctx, m, opts, found.Paths)
		}
		_, err = show(f, typePaths(), each(found.Paths))
		return err
	})
}

// showAlong shows the chains of entities on each of the paths.
func showAlong(ctx context.Context, m *lukasa.Memory, opts *ontologyOptions, paths []lukasa.TypePath) error {
	f := opts.factory
	start, err := parseEntity(opts.start)
	if err != nil {
		return err
	}
	var chains []lukasa.Instance
	for _, path := range paths {
		got, err := m.Along(ctx, start, path, opts.bounds.Limit)
		if err != nil {
			return err
		}
		if opts.cypher {
			f.tellCypher(got.Cypher)
		}
		chains = append(chains, got.Instances...)
	}
	_, err = show(f, view[lukasa.Instance]{
		columns: []string{"entities"},
		row: func(i lukasa.Instance) []any {
			keys := make([]string, len(i.Entities))
			for k, key := range i.Entities {
				keys[k] = string(key)
			}
			return []any{strings.Join(keys, " · ")}
		},
		graph: func(i lukasa.Instance) (values []any) {
			for _, r := range i.Relations {
				values = append(values, relationGraph(r)...)
			}
			return values
		},
	}, each(chains))
	return err
}

func typePaths() view[lukasa.TypePath] {
	return view[lukasa.TypePath]{
		columns: []string{"rules", "path", "one at most"},
		row:     func(p lukasa.TypePath) []any { return []any{len(p), p.String(), p.SingleValued()} },
		graph: func(p lukasa.TypePath) (values []any) {
			for _, s := range p {
				values = append(values, ruleGraph(s.Rule)...)
			}
			return values
		},
	}
}
