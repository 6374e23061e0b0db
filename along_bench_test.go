package lukasa

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// BenchmarkAlong follows a path of six types among 200,000 relations, each time
// from another entity, and reports the p50 and p99 (004-10).
func BenchmarkAlong(b *testing.B) {
	const starts, relations = 1000, 200_000
	ctx := context.Background()
	m, _ := openTest(b)
	var path TypePath
	var batch []schema.Object
	put := func(obj schema.Object) {
		if batch = append(batch, obj); len(batch) == 5000 {
			require.NoError(b, m.writer.Put(ctx, batch...))
			batch = nil
		}
	}
	key := func(level, i int) EntityKey { return EntityKey(fmt.Sprintf("t%d:e%d", level, i)) }
	for level := range 5 {
		path = append(path, TypeStep{Rule: Rule{
			From: key(level, 0).Type(), Relation: "has", To: key(level+1, 0).Type(), Cardinality: schema.ManyToMany,
		}})
	}
	for level := range 6 {
		for i := range starts {
			put(&Entity{Agent: m.agent, Key: key(level, i)})
		}
	}
	for n := range relations { // forty from each entity of the first five types
		level, i := n%5, n/5%starts
		to := key(level+1, (i*7+n/5/starts*13)%starts)
		put(&Relation{Agent: m.agent, From: key(level, i), Type: "has", To: to})
	}
	require.NoError(b, m.writer.Put(ctx, batch...))
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		start := time.Now()
		got, err := m.Along(ctx, key(0, n*31%starts), path, 20)
		took = append(took, time.Since(start))
		require.NoError(b, err)
		require.Len(b, got.Instances, 20)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
