package graphbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/graph"
)

// Config says what to measure.
type Config struct {
	Dir     string // a scratch folder; default a temporary one
	Records []int  // sizes; default 100,000 and 1,000,000
	Samples int    // questions of each kind; default 300
	Compare bool   // also ask plain Kuzu the source design's questions
}

// Figure is one line of the report.
type Figure struct {
	Records int
	What    string
	P50     time.Duration `json:",omitempty"`
	P99     time.Duration `json:",omitempty"`
	Rate    float64       `json:",omitempty"` // per second
	Total   time.Duration `json:",omitempty"`
	Bytes   int64         `json:",omitempty"`
}

func (f Figure) String() string {
	switch {
	case f.Rate > 0:
		return fmt.Sprintf("%9d  %-46s %9.0f /s  in %v", f.Records, f.What, f.Rate, f.Total.Round(time.Millisecond))
	case f.Bytes > 0:
		return fmt.Sprintf("%9d  %-46s %9.1f MB", f.Records, f.What, float64(f.Bytes)/1e6)
	case f.Total > 0:
		return fmt.Sprintf("%9d  %-46s %9v", f.Records, f.What, f.Total.Round(time.Millisecond))
	}
	return fmt.Sprintf("%9d  %-46s p50 %9v  p99 %9v", f.Records, f.What, f.P50.Round(time.Microsecond), f.P99.Round(time.Microsecond))
}

// Run measures and writes one line for each figure to w as it is known.
func Run(ctx context.Context, w io.Writer, cfg Config) ([]Figure, error) {
	if len(cfg.Records) == 0 {
		cfg.Records = []int{100_000, 1_000_000}
	}
	if cfg.Samples == 0 {
		cfg.Samples = 300
	}
	dir, err := os.MkdirTemp(cfg.Dir, "graphbench-*")
	if err != nil {
		return nil, err
	}
	var all []Figure
	fmt.Fprintf(w, "graph: %d processors, %s\n", runtime.GOMAXPROCS(0), runtime.Version())
	for _, n := range cfg.Records {
		b := &bench{w: w, cfg: cfg, data: NewData(n), n: n, dir: filepath.Join(dir, fmt.Sprint(n))}
		err = errors.Join(err, b.run(ctx))
		all = append(all, b.figures...)
	}
	return all, errors.Join(err, os.RemoveAll(dir))
}

type bench struct {
	w       io.Writer
	cfg     Config
	data    *Data
	n       int
	dir     string
	figures []Figure
}

func (b *bench) report(f Figure) {
	f.Records = b.n
	b.figures = append(b.figures, f)
	fmt.Fprintln(b.w, f)
}

// timed reports how long fn took, as a rate if it did a number of things.
func (b *bench) timed(what string, things int, fn func() error) error {
	start := time.Now()
	if err := fn(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	f := Figure{What: what, Total: time.Since(start)}
	if things > 0 {
		f.Rate = float64(things) / f.Total.Seconds()
	}
	b.report(f)
	return nil
}

// sampled reports the median and the 99th percentile of fn, run for many i.
func (b *bench) sampled(what string, fn func(i int) error) error {
	took := make([]time.Duration, b.cfg.Samples)
	for k := range took {
		// A stride that visits records all over the graph.
		i := int(uint64(k) * 0x9e3779b97f4a7c15 % uint64(b.n))
		start := time.Now()
		if err := fn(i); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		took[k] = time.Since(start)
	}
	slices.Sort(took)
	b.report(Figure{What: what, P50: took[len(took)/2], P99: took[len(took)*99/100]})
	return nil
}

func (b *bench) run(ctx context.Context) error {
	g, err := graph.Open(ctx, b.dir, graph.Options{})
	if err != nil {
		return err
	}
	if err := b.load(ctx, g); err != nil {
		return errors.Join(err, g.Close())
	}
	if err := errors.Join(b.questions(ctx, g), b.apply(ctx, g)); err != nil {
		return errors.Join(err, g.Close())
	}
	if b.cfg.Compare {
		if err := b.sourceQueries(ctx, g); err != nil {
			return errors.Join(err, g.Close())
		}
	}
	if err := b.timed("close after changes", 0, g.Close); err != nil {
		return err
	}
	return b.reopen(ctx)
}

// load measures a rebuild of the whole graph but for the last tenth, and then a
// backlog of that tenth.
func (b *bench) load(ctx context.Context, g *graph.Graph) error {
	most := b.n - b.n/10
	err := b.timed("rebuild, then published", most, func() error {
		_, err := g.Load(ctx, 1, b.data.Elements(0, most))
		return err
	})
	if err != nil {
		return err
	}
	backlog := graph.Batch{Watermark: 2}
	for e, err := range b.data.Elements(most, b.n) {
		if err != nil {
			return err
		}
		backlog.Put = append(backlog.Put, e)
	}
	return b.timed(fmt.Sprintf("backlog of %d objects, one batch", backlog.Len()), backlog.Len(), func() error {
		_, err := g.Apply(ctx, backlog)
		return err
	})
}

// apply measures small batches: records that are new, and records that change.
func (b *bench) apply(ctx context.Context, g *graph.Graph) error {
	const each = 100
	batches := min(20, 1+b.n/1000)
	fresh := NewData(b.n + batches*each)
	for _, what := range []string{"new", "replaced"} {
		err := b.timed(fmt.Sprintf("batches of %d %s records", each, what), batches*each, func() error {
			for k := range batches {
				batch := graph.Batch{Watermark: 3}
				for i := range each {
					batch.Put = append(batch.Put, fresh.record(b.n+k*each+i))
				}
				if _, err := g.Apply(ctx, batch); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return b.timed("refresh", 0, func() error { return g.Refresh(ctx) })
}

func (b *bench) reopen(ctx context.Context) error {
	var size int64
	err := filepath.Walk(b.dir, func(_ string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() {
			size += info.Size()
		}
		return err
	})
	if err != nil {
		return err
	}
	b.report(Figure{What: "on disk, closed", Bytes: size})
	var g *graph.Graph
	if err := b.timed("open, clean", 0, func() error {
		g, err = graph.Open(ctx, b.dir, graph.Options{})
		return err
	}); err != nil {
		return err
	}
	return b.timed("close, unchanged", 0, g.Close)
}
