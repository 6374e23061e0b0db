package vectorbench

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/philippgille/chromem-go"

	"github.com/lukasadb/lukasa/benchmarks/peers"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/coder"
)

// goPeers are the engines that run in this process.
func goPeers() []string { return []string{"coder/hnsw", "chromem-go"} }

// inGo measures a Go peer, which has no efforts to choose: one build, then as many queries as its time allows.
func (b *bench) inGo(ctx context.Context, name string) (c curve, built spent, err error) {
	defer runtime.GC() // the next one needs the room
	end := time.Now().Add(b.Limit)
	var add func(row int) error
	var ask asking
	switch name {
	case "coder/hnsw":
		c.peer = "coder/hnsw 0.6.1, 200 candidates scored again"
		add, ask, err = b.coder()
	case "chromem-go":
		c.peer = "chromem-go 0.7.0, which scans"
		add, ask, err = b.chromem(ctx)
	default:
		err = fmt.Errorf("%w: not a peer: %s", peers.ErrAbsent, name)
	}
	if err != nil {
		return c, built, err
	}
	clock := startClock()
	for i := range b.n {
		if time.Now().After(end) {
			return c, built, fmt.Errorf("%w in %v: %d of %d vectors were in", peers.ErrLate, b.Limit, i, b.n)
		}
		if err := ctx.Err(); err != nil {
			return c, built, err
		}
		if err := add(i); err != nil {
			return c, built, err
		}
	}
	built.wall, built.cpu = clock.stop()
	m, err := b.round(ctx, b.truth, ask, end)
	if err != nil {
		return c, built, err
	}
	c.points = []measurement{m}
	fmt.Fprintf(b.w, "| %s | | %s |\n", c.peer, m)
	return c, built, nil
}

// coder is the library behind Lukasa's adapter, which keeps it from panicking.
func (b *bench) coder() (func(int) error, asking, error) {
	x, err := coder.New(coder.Options{Dim: b.dim, M: b.M, Seed: 1})
	if err != nil {
		return nil, nil, err
	}
	return func(i int) error { return x.Upsert(numbered(i), b.row(i)) }, index(x, vector.SearchOptions{}), nil
}

// chromem is a collection in memory without texts.
func (b *bench) chromem(ctx context.Context) (func(int) error, asking, error) {
	rows, err := chromem.NewDB().CreateCollection("rows", nil, func(context.Context, string) ([]float32, error) {
		return nil, fmt.Errorf("vectorbench: every row has its vector")
	})
	if err != nil {
		return nil, nil, err
	}
	add := func(i int) error {
		return rows.AddDocument(ctx, chromem.Document{ID: strconv.Itoa(i), Content: " ", Embedding: b.row(i)})
	}
	ask := func(ctx context.Context, query []float32, found []uint32) ([]uint32, error) {
		hits, err := rows.QueryEmbedding(ctx, query, depth, nil, nil)
		for _, h := range hits {
			row, err := strconv.ParseUint(h.ID, 10, 32)
			if err != nil {
				return nil, err
			}
			found = append(found, uint32(row))
		}
		return found, err
	}
	return add, ask, nil
}
