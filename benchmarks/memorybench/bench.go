package memorybench

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

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
)

// Config says what to measure. Its zero value is a short run.
type Config struct {
	Dir     string // where to work; default a temporary directory
	Records int    // default 10,000
	Agents  int    // drawn by Zipf's law; default 1,000; 1: all records are one agent's
	Batch   int    // records of a transaction; default 1,000
	Queries int    // of each kind; default 500
	Chat    string // path of a gzipped chat log whose messages are the text
	Seed    uint64 // default 1
}

func (c Config) withDefaults() Config {
	set := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	set(&c.Records, 10_000)
	set(&c.Agents, 1_000)
	set(&c.Batch, 1_000)
	set(&c.Queries, 500)
	if c.Seed == 0 {
		c.Seed = 1
	}
	return c
}

// Figure is one measured value.
type Figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

type bench struct {
	Config
	w       io.Writer
	g       *generator
	mem     *lukasa.Memory
	ids     []known
	figures []Figure
}

// known is a record that was written.
type known struct {
	agent string
	id    lukasa.ID
	text  string
}

// Run measures and writes a line for each figure.
func Run(ctx context.Context, w io.Writer, c Config) (_ []Figure, err error) {
	b := &bench{Config: c.withDefaults(), w: w}
	if b.Dir == "" {
		if b.Dir, err = os.MkdirTemp("", "memorybench"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(b.Dir)) }()
	}
	if b.g, err = newGenerator(b.Config); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "%d records, %d agents, %d cores, %s\n", b.Records, b.Agents, runtime.GOMAXPROCS(0), runtime.Version())
	for _, step := range []func(context.Context) error{
		b.open, b.load, b.settle, b.singles, b.structured, b.traversals, b.recalls, b.sizes, b.close, b.reopen, b.close,
	} {
		if err := step(ctx); err != nil {
			return b.figures, errors.Join(err, b.mem.Close())
		}
	}
	return b.figures, nil
}

func (b *bench) store() string { return filepath.Join(b.Dir, "bench.mem") }

func (b *bench) open(ctx context.Context) (err error) {
	b.mem, err = lukasa.Open(ctx, b.store())
	return err
}

func (b *bench) close(context.Context) error {
	start := time.Now()
	err := b.mem.Close()
	b.figure("close", time.Since(start).Seconds(), "s")
	return err
}

func (b *bench) reopen(ctx context.Context) error {
	start := time.Now()
	if err := b.open(ctx); err != nil {
		return err
	}
	b.figure("open", time.Since(start).Seconds(), "s")
	start = time.Now()
	if err := b.recallOnce(ctx, b.ids[0]); err != nil {
		return err
	}
	b.figure("first recall after opening", time.Since(start).Seconds(), "s")
	start = time.Now()
	if _, err := b.mem.Cypher(ctx, "MATCH (a:Agent) RETURN count(a)", nil, lukasa.CypherOptions{}); err != nil {
		return err
	}
	b.figure("first Cypher after opening", time.Since(start).Seconds(), "s")
	return nil
}

// load retains the records in batches, each one durable transaction.
func (b *bench) load(ctx context.Context) error {
	start, cpu := time.Now(), cputime.Used()
	for done := 0; done < b.Records; done += b.Batch {
		batch := make([]lukasa.Experience, min(b.Batch, b.Records-done))
		for i := range batch {
			batch[i] = b.g.next()
		}
		out, err := b.mem.RetainAll(ctx, batch)
		if err != nil {
			return err
		}
		for i, r := range out {
			if b.g.rng.IntN(max(b.Records/5_000, 1)) == 0 {
				b.ids = append(b.ids, known{batch[i].Agent, r.ID, batch[i].Context})
			}
		}
	}
	b.figure("batched retain", float64(b.Records)/time.Since(start).Seconds(), "records/s")
	b.figure("batched retain, processor time of all threads", float64((cputime.Used()-cpu).Microseconds())/float64(b.Records), "us/record")
	return nil
}

func (b *bench) settle(ctx context.Context) error {
	start := time.Now()
	if err := b.mem.Flush(ctx); err != nil {
		return err
	}
	b.figure("all views ready after the last batch", time.Since(start).Seconds(), "s")
	return nil
}

func (b *bench) singles(ctx context.Context) error {
	return b.time("single durable retain", b.Queries, func(int) error {
		e := b.g.next()
		_, err := b.mem.Retain(ctx, e)
		return err
	})
}

func (b *bench) figure(name string, value float64, unit string) {
	b.figures = append(b.figures, Figure{name, value, unit})
	fmt.Fprintf(b.w, "%-52s %12.3f %s\n", name, value, unit)
}

// time runs f n times and reports the median and the 99th percentile.
func (b *bench) time(name string, n int, f func(i int) error) error {
	took := make([]time.Duration, n)
	for i := range took {
		start := time.Now()
		if err := f(i); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		took[i] = time.Since(start)
	}
	slices.Sort(took)
	b.figure(name+", p50", float64(took[n/2].Microseconds())/1000, "ms")
	b.figure(name+", p99", float64(took[n*99/100].Microseconds())/1000, "ms")
	return nil
}
