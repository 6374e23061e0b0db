package command

import (
	"context"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
)

type followOptions struct {
	factory *factory
	id      string
	steps   int
	before  int
	cypher  bool
}

func newFollow(f *factory, runF func(context.Context, *followOptions) error) *cobra.Command {
	opts := &followOptions{factory: f}
	if runF == nil {
		runF = followRun
	}
	cmd := &cobra.Command{
		Use:     "follow ID",
		Short:   "Show what followed a record in its session, and what came before",
		GroupID: groupGraph,
		Args:    wants(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return runF(cmd.Context(), opts)
		},
	}
	cmd.Flags().IntVar(&opts.steps, "steps", 5, "how many records after it")
	cmd.Flags().IntVar(&opts.before, "before", 0, "how many records before it")
	cypherFlag(cmd, &opts.cypher)
	return cmd
}

// followed is a record of a sequence.
type followed struct {
	Depth  int               `json:"depth"`      // records after the one asked for; below 0: before it
	Delta  int64             `json:"time_delta"` // seconds since the record before
	Record lukasa.Experience `json:"record"`
}

func followRun(ctx context.Context, opts *followOptions) error {
	id, err := parseID(opts.id)
	if err != nil {
		return err
	}
	if opts.steps < 0 || opts.before < 0 {
		return usagef("--steps and --before: want 0 or more")
	}
	f := opts.factory
	return f.with(ctx, false, func(m *lukasa.Memory) error {
		start, err := m.Get(ctx, id)
		if err != nil {
			return err
		}
		sequence, cypher, err := opts.ask(ctx, m, start)
		if err != nil {
			return err
		}
		if opts.cypher {
			f.tellCypher(cypher)
		}
		_, err = show(f, view[followed]{
			columns: []string{"step", "after", "time", "who", "text"},
			row: func(s followed) []any {
				return []any{s.Depth, delay(s.Delta), clock(s.Record.Time), who(s.Record), story(s.Record)}
			},
			graph: followedGraph(sequence),
		}, each(sequence))
		return err
	})
}

// ask returns the sequence around a record, itself included.
func (o *followOptions) ask(ctx context.Context, m *lukasa.Memory, start lukasa.Experience) ([]followed, string, error) {
	if o.before == 0 {
		chain, err := m.Followed(ctx, start.ID, o.steps)
		return append([]followed{{Record: start}}, sequenceOf(chain)...), chain.Cypher, err
	}
	chain, err := m.Chain(ctx, start.ID, o.before, o.steps)
	return sequenceOf(chain), chain.Cypher, err
}

func sequenceOf(chain lukasa.Sequence) []followed {
	out := make([]followed, len(chain.Steps))
	for i, s := range chain.Steps {
		out[i] = followed{Depth: s.Depth, Delta: int64(s.TimeDelta / time.Second), Record: s.Record}
	}
	return out
}

// followedGraph draws each record of a sequence with an edge from the one
// before.
func followedGraph(sequence []followed) func(followed) []any {
	before := map[lukasa.ID]lukasa.ID{}
	for i := 1; i < len(sequence); i++ {
		before[sequence[i].Record.ID] = sequence[i-1].Record.ID
	}
	return func(s followed) []any {
		values := []any{recordNode(s.Record)}
		if id, ok := before[s.Record.ID]; ok {
			values = append(values, output.Edge{From: id.String(), To: s.Record.ID.String(), Label: "FOLLOWED_BY"})
		}
		return values
	}
}

// delay writes the time between two records for people.
func delay(seconds int64) string {
	if seconds == 0 {
		return ""
	}
	text := (time.Duration(seconds) * time.Second).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}
