package vectorbench

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

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
	// Efs are the search efforts. Default 20 to 400.
	Efs []int
	// M and EfConstruction shape the graph; defaults of package vector.
	M, EfConstruction int
	// Peers names the libraries to measure: any of "hnswlib", "usearch", "faiss". Default all.
	Peers []string
	// Python runs the peers: the interpreter to make their environment with. Empty leaves them out.
	Python string
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
		c.Efs = []int{20, 30, 40, 60, 80, 120, 200, 400}
	}
	if len(c.Parts) == 0 {
		c.Parts = []string{"graph", "filters", "deletes", "exact"}
	}
	if len(c.Peers) == 0 {
		c.Peers = []string{"hnswlib", "usearch", "faiss"}
	}
	return c, os.MkdirAll(c.Dir, 0o700)
}

// Run measures and writes Markdown tables to w as it goes.
func Run(ctx context.Context, w io.Writer, c Config) error {
	c, err := c.withDefaults()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "# Vectors\n\n%d vectors of %d dimensions, %d queries one after another on one core; building "+
		"on %d. Kernel %s, %s.\n", c.N, c.Dim, c.Queries, runtime.GOMAXPROCS(0), kern.Name(), runtime.Version())
	for _, name := range c.Sets {
		s, err := load(c.Dir, name, c.N, c.Queries, c.Dim)
		if err != nil {
			return err
		}
		if err := c.runSet(ctx, w, s); err != nil {
			return err
		}
	}
	if slices.Contains(c.Parts, "exact") {
		return c.runExact(ctx, w)
	}
	return nil
}

func (c Config) runSet(ctx context.Context, w io.Writer, s *set) error {
	p, err := c.build(ctx, w, s)
	if err != nil {
		return err
	}
	defer func() { _ = p.Close() }()
	if slices.Contains(c.Parts, "graph") {
		fmt.Fprintf(w, "\n| engine | ef | recall@10 | p50 us | p99 us | queries/s | CPU us |\n|-|-|-|-|-|-|-|\n")
		for _, ef := range c.Efs {
			m, err := s.measure(ctx, p, s.truth, vector.SearchOptions{Ef: ef})
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "| lukasa | %d | %s |\n", ef, m)
		}
		if err := c.runPeers(ctx, w, s); err != nil {
			return err
		}
	}
	if slices.Contains(c.Parts, "filters") {
		if err := s.filters(ctx, w, p); err != nil {
			return err
		}
	}
	if slices.Contains(c.Parts, "deletes") {
		return s.deletes(ctx, w, p)
	}
	return nil
}

// build fills a partition, saves it and opens it again.
func (c Config) build(ctx context.Context, w io.Writer, s *set) (*vector.Partition, error) {
	path := s.base + ".partition"
	if err := vector.Remove(path); err != nil {
		return nil, err
	}
	opt := vector.Options{Model: "bench", Dim: c.Dim, M: c.M, EfConstruction: c.EfConstruction, Seed: 1}
	p, err := vector.Open(path, opt)
	if err != nil {
		return nil, err
	}
	clock := startClock()
	for i := range s.n {
		if err := p.Upsert(numbered(i), s.row(i)); err != nil {
			return nil, err
		}
	}
	upserted := time.Since(clock.wall)
	if err := p.Settle(ctx); err != nil {
		return nil, err
	}
	wall, cpu := clock.stop()
	st := p.Stats()
	fmt.Fprintf(w, "\n## Set %s\n\nBuild %.1f s wall, %.0f us of CPU an add (upserts returned after %.1f s); %.0f MB "+
		"in memory, %.0f MB mapped; %s, %d linked.\n", s.name, wall.Seconds(), cpu.Seconds()/float64(s.n)*1e6,
		upserted.Seconds(), float64(st.Bytes)/1e6, float64(st.MappedBytes)/1e6, st.Form, st.Linked)
	clock = startClock()
	if err := p.Save(1); err != nil {
		return nil, err
	}
	saved, _ := clock.stop()
	if err := p.Close(); err != nil {
		return nil, err
	}
	clock = startClock()
	if p, err = vector.Open(path, opt); err != nil {
		return nil, err
	}
	opened, _ := clock.stop()
	if p.Reason() != nil {
		return nil, p.Reason()
	}
	fmt.Fprintf(w, "Saved in %.2f s, opened and checked in %.2f s.\n", saved.Seconds(), opened.Seconds())
	return p, nil
}

func numbered(i int) (id vector.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(i))
	return id
}

func number(id vector.ID) uint32 { return uint32(binary.BigEndian.Uint64(id[8:])) }

// A measurement is recall beside time.
type measurement struct {
	recall   float64
	p50, p99 time.Duration
	qps      float64
	cpu      time.Duration // of the whole process, a query
}

func (m measurement) String() string {
	return fmt.Sprintf("%.4f | %.0f | %.0f | %.0f | %.1f", m.recall, us(m.p50), us(m.p99), m.qps, us(m.cpu))
}

func us(d time.Duration) float64 { return float64(d) / 1e3 }

// measure asks every query twice, in order, and keeps the second round: the first warms caches.
func (s *set) measure(ctx context.Context, ix vector.Index, truth []uint32, opt vector.SearchOptions) (m measurement, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	times := make([]time.Duration, s.asked())
	opt.K = depth
	right, possible := 0, 0
	var c clock
	for round := range 2 {
		c = startClock()
		for q := range times {
			began := time.Now()
			hits, err := ix.Search(ctx, s.query(q), opt)
			times[q] = time.Since(began)
			if err != nil {
				return m, err
			}
			if round == 0 {
				continue
			}
			want := truth[q*depth : (q+1)*depth]
			possible += depth
			for _, h := range hits {
				if slices.Contains(want, number(h.ID)) {
					right++
				}
			}
		}
	}
	_, cpu := c.stop()
	var total time.Duration
	for _, t := range times {
		total += t
	}
	slices.Sort(times)
	at := func(share float64) time.Duration { return times[int(math.Floor(share*float64(len(times)-1)))] }
	return measurement{
		recall: float64(right) / float64(possible), p50: at(.5), p99: at(.99),
		qps: float64(len(times)) / total.Seconds(), cpu: cpu / time.Duration(len(times)),
	}, nil
}
