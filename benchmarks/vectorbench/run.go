package vectorbench

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/kern"
)

// Config of a run. The zero value measures a hundred thousand vectors of both sets.
type Config struct {
	// Dir keeps generated vectors, truth and indexes between runs. Default: a folder in the user's cache.
	Dir string
	// Sets names the sets: any of "A" and "B". Default both.
	Sets []string
	// N is the number of vectors. Default 100,000.
	N int
	// Queries is how many queries are asked. Default 1,000.
	Queries int
	// Dim is the dimension, a multiple of 16. Default 384.
	Dim int
	// Efs are the search efforts. Default 20 to 800.
	Efs []int
	// M and EfConstruction shape the graph; defaults of package vector.
	M, EfConstruction int
	// Peers names the libraries to measure: any of "coder/hnsw", "chromem-go", "hnswlib", "usearch", "faiss". Default all.
	Peers []string
	// Python makes the environment of those that are Python packages. Empty leaves these out.
	Python string
	// Limit is what one peer may take for one set. Default ten minutes.
	Limit time.Duration
	// Parts restricts what is measured: any of "graph", "filters", "deletes", "exact". Default all.
	Parts []string
}

func (c Config) withDefaults() (Config, error) {
	if c.Dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return c, err
		}
		c.Dir = filepath.Join(cache, "lukasa-vectorbench")
	}
	if len(c.Sets) == 0 {
		c.Sets = []string{"A", "B"}
	}
	if at := slices.IndexFunc(c.Sets, func(name string) bool { return name != "A" && name != "B" }); at >= 0 {
		return c, fmt.Errorf("vectorbench: no set %q", c.Sets[at])
	}
	if c.N == 0 {
		c.N = 100_000
	}
	if c.Queries == 0 {
		c.Queries = 1000
	}
	if c.Dim == 0 {
		c.Dim = 384
	}
	if len(c.Efs) == 0 {
		c.Efs = []int{20, 30, 40, 60, 80, 120, 160, 200, 300, 400, 800}
	}
	if len(c.Parts) == 0 {
		c.Parts = []string{"graph", "filters", "deletes", "exact"}
	}
	if len(c.Peers) == 0 {
		c.Peers = slices.Concat(goPeers(), pythonPeers())
	}
	if c.Limit == 0 {
		c.Limit = 10 * time.Minute
	}
	return c, os.MkdirAll(c.Dir, 0o700)
}

// bench measures one set.
type bench struct {
	Config
	*report.Recorder
	*set
	w io.Writer
	p *vector.Partition
}

// Run measures, records figures in r, and writes each measurement to w as a line of a Markdown table as it goes.
func Run(ctx context.Context, w io.Writer, r *report.Recorder, c Config) error {
	c, err := c.withDefaults()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%d vectors of %d dimensions, %d queries one after another on one core; building on %d. Kernel %s, %s.\n",
		c.N, c.Dim, c.Queries, runtime.GOMAXPROCS(0), kern.Name(), runtime.Version())
	for _, name := range c.Sets {
		s, err := load(c.Dir, name, c.N, c.Queries, c.Dim)
		if err != nil {
			return err
		}
		b := &bench{Config: c, Recorder: r, set: s, w: w}
		if err := b.run(ctx); err != nil {
			return fmt.Errorf("set %s: %w", name, err)
		}
	}
	if slices.Contains(c.Parts, "exact") {
		return c.runExact(ctx, r)
	}
	return nil
}

func (b *bench) run(ctx context.Context) (err error) {
	built, err := b.build(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = b.p.Close() }()
	if slices.Contains(b.Parts, "graph") {
		own, err := b.efforts(ctx)
		if err != nil {
			return err
		}
		if err := b.beside(ctx, own, built); err != nil {
			return err
		}
	}
	if err := b.oneMore(); err != nil {
		return err
	}
	if slices.Contains(b.Parts, "filters") {
		if err := b.filters(ctx); err != nil {
			return err
		}
	}
	if slices.Contains(b.Parts, "deletes") {
		return b.deletes(ctx)
	}
	return nil
}

// called is the name of a figure of this set.
func (b *bench) called(what string) string { return "set " + b.name + ", " + what }

// build fills a partition, saves it and opens it again, and returns what filling took.
func (b *bench) build(ctx context.Context) (took spent, err error) {
	path := b.base + ".partition"
	if err := vector.Remove(path); err != nil {
		return took, err
	}
	opt := vector.Options{Model: "bench", Dim: b.dim, M: b.M, EfConstruction: b.EfConstruction, Seed: 1}
	p, err := vector.Open(path, opt)
	if err != nil {
		return took, err
	}
	clock := startClock()
	for i := range b.n {
		if err := p.Upsert(numbered(i), b.row(i)); err != nil {
			return took, err
		}
	}
	b.Note(b.called("upserts returned"), time.Since(clock.wall).Seconds(), "s")
	if err := p.Settle(ctx); err != nil {
		return took, err
	}
	took.wall, took.cpu = clock.stop()
	st := p.Stats()
	b.Note(b.called("build"), took.wall.Seconds(), "s")
	b.Note(b.called("build, processor time of one"), us(took.cpu)/float64(b.n), "us")
	b.Note(b.called("index in memory"), float64(st.Bytes)/1e6, "MB")
	b.Note(b.called("floats, mapped"), float64(st.MappedBytes)/1e6, "MB")
	if err := b.Once(b.called("save"), func() error { return p.Save(1) }); err != nil {
		return took, err
	}
	if err := p.Close(); err != nil {
		return took, err
	}
	err = b.Once(b.called("open"), func() error {
		b.p, err = vector.Open(path, opt)
		return err
	})
	if err != nil {
		return took, err
	}
	return took, b.p.Reason()
}

// oneMore times adding vectors one at a time to what is there. They are queries, which are no rows.
func (b *bench) oneMore() error {
	took := make([]time.Duration, min(b.asked(), 200))
	for i := range took {
		start := time.Now()
		if err := b.p.Upsert(numbered(b.n+i), b.query(i)); err != nil {
			return err
		}
		took[i] = time.Since(start)
	}
	b.Spread(b.called("one more"), took)
	for i := range took {
		if _, err := b.p.Delete(numbered(b.n + i)); err != nil {
			return err
		}
	}
	return nil
}

func numbered(i int) (id vector.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(i))
	return id
}

func number(id vector.ID) uint32 { return uint32(binary.BigEndian.Uint64(id[8:])) }
