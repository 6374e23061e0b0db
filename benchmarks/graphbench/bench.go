package graphbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/graph"
)

// Config says what to measure.
type Config struct {
	Dir     string // a scratch folder; default a temporary one
	Records int    // default 100,000
	Samples int    // questions of each kind; default 300
}

// Run measures and records the figures. It removes what it wrote.
func Run(ctx context.Context, r *report.Recorder, cfg Config) error {
	cfg.Records, cfg.Samples = cmp.Or(cfg.Records, 100_000), cmp.Or(cfg.Samples, 300)
	dir, err := os.MkdirTemp(cfg.Dir, "graphbench-*")
	if err != nil {
		return err
	}
	b := &bench{Recorder: r, data: NewData(cfg.Records), n: cfg.Records, samples: cfg.Samples, dir: filepath.Join(dir, "graph")}
	return errors.Join(b.run(ctx), os.RemoveAll(dir))
}

type bench struct {
	*report.Recorder
	data    *Data
	n       int
	samples int
	dir     string
}

// rate records how many things a second fn did.
func (b *bench) rate(what string, things int, unit string, fn func() error) error {
	start := time.Now()
	if err := fn(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	b.Note(what, float64(things)/time.Since(start).Seconds(), unit)
	return nil
}

// sampled returns how long each of some calls of fn took, with records from all over the graph.
func (b *bench) sampled(samples int, fn func(i int) error) ([]time.Duration, error) {
	took := make([]time.Duration, samples)
	for k := range took {
		i := int(uint64(k) * 0x9e3779b97f4a7c15 % uint64(b.n))
		start := time.Now()
		if err := fn(i); err != nil {
			return nil, err
		}
		took[k] = time.Since(start)
	}
	return took, nil
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
	if err := b.sourceQueries(ctx, g); err != nil {
		return errors.Join(err, g.Close())
	}
	if err := b.Once("close after changes", g.Close); err != nil {
		return err
	}
	return b.reopen(ctx)
}

// load measures a rebuild of the whole graph but for the last tenth, and then a
// backlog of that tenth.
func (b *bench) load(ctx context.Context, g *graph.Graph) error {
	most := b.n - b.n/10
	err := b.rate("load, published", most, "records/s", func() error {
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
	return b.rate("backlog of a tenth, one batch", backlog.Len(), "objects/s", func() error {
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
		err := b.rate(fmt.Sprintf("batches of %d %s records", each, what), batches*each, "records/s", func() error {
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
	return b.Once("refresh", func() error { return g.Refresh(ctx) })
}

func (b *bench) reopen(ctx context.Context) error {
	size, err := report.SizeOf(b.dir)
	if err != nil {
		return err
	}
	b.Note("disk, closed", float64(size)/1e6, "MB")
	var g *graph.Graph
	if err := b.Once("open, clean", func() error {
		g, err = graph.Open(ctx, b.dir, graph.Options{})
		return err
	}); err != nil {
		return err
	}
	return b.Once("close, unchanged", g.Close)
}
