package graphtest

import (
	"context"
	"iter"

	"github.com/lukasadb/lukasa/graph"
)

// TB is what testing.T, testing.B and rapid.T have in common.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	FailNow()
}

// Graph is what the suite tests: the methods of graph.Graph that a model can
// have too.
type Graph interface {
	Watermark() uint64
	Apply(ctx context.Context, b graph.Batch) (graph.Applied, error)
	Load(ctx context.Context, watermark uint64, elements iter.Seq2[graph.Element, error]) (graph.Applied, error)
	Refresh(ctx context.Context) error
	Close() error

	Nodes(ctx context.Context, table string) iter.Seq2[graph.Element, error]
	Edges(ctx context.Context, table string) iter.Seq2[graph.Link, error]

	Followed(ctx context.Context, agents []string, id string, steps int) ([]graph.Step, error)
	FollowersOf(ctx context.Context, agents, ids []string) ([]string, error)
	ChainAround(ctx context.Context, agents []string, id string, before, after int) ([]graph.Step, error)
	MentionsOf(ctx context.Context, agents []string, entity string, limit int) ([]graph.Mention, error)
	EntitiesOf(ctx context.Context, agents []string, experience string) ([]graph.Mention, error)
	CoMentioned(ctx context.Context, agents []string, entity string, limit int) ([]graph.CoMention, error)
	MergedInto(ctx context.Context, agents []string, entity string) (into string, found bool, err error)
	Neighbourhood(ctx context.Context, agents []string, entity string, hops, limit int) (graph.Neighbourhood, error)
	RelationsFrom(ctx context.Context, agents []string, entity string) ([]graph.Relation, error)
	ShortestPath(ctx context.Context, agents []string, from, to string, maxHops int) (graph.Route, bool, error)
	Evidence(ctx context.Context, agents []string, id string) ([]graph.Evidence, error)
	Beliefs(ctx context.Context, agents []string, id string) ([]graph.Evidence, error)
	Similar(ctx context.Context, agents []string, id string) ([]graph.Similar, error)
	OntologyPaths(ctx context.Context, agents []string, fromType, toType string, maxLen int, shortest bool) ([]graph.OntologyPath, error)
	InstancesAlong(ctx context.Context, agents []string, start string, path graph.OntologyPath, limit int) ([]graph.Route, error)
}

var (
	_ Graph = (*graph.Graph)(nil)
	_ Graph = (*Model)(nil)
)
