package memorybench

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/report"
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
	c.Records, c.Agents, c.Batch = cmp.Or(c.Records, 10_000), cmp.Or(c.Agents, 1_000), cmp.Or(c.Batch, 1_000)
	c.Queries, c.Seed = cmp.Or(c.Queries, 500), cmp.Or(c.Seed, 1)
	return c
}

type bench struct {
	Config
	*report.Recorder
	g   *generator
	mem *lukasa.Memory
	ids []known
}

// known is a record that was written.
type known struct {
	agent string
	id    lukasa.ID
	text  string
}

// Run measures and records each figure as it comes.
func Run(ctx context.Context, r *report.Recorder, c Config) (err error) {
	b := &bench{Config: c.withDefaults(), Recorder: r}
	if b.Dir == "" {
		if b.Dir, err = os.MkdirTemp("", "memorybench"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(b.Dir)) }()
	}
	if b.g, err = newGenerator(b.Config); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{
		b.open, b.load, b.settle, b.singles, b.structured, b.traversals, b.recalls, b.sizes, b.close, b.reopen, b.close,
	} {
		if err := step(ctx); err != nil {
			return errors.Join(err, b.mem.Close())
		}
	}
	return nil
}

func (b *bench) store() string { return filepath.Join(b.Dir, "bench.mem") }

func (b *bench) open(ctx context.Context) (err error) {
	b.mem, err = lukasa.Open(ctx, b.store())
	return err
}

func (b *bench) close(context.Context) error {
	start := time.Now()
	err := b.mem.Close()
	b.Note("close", time.Since(start).Seconds(), "s")
	return err
}

func (b *bench) reopen(ctx context.Context) error {
	start := time.Now()
	if err := b.open(ctx); err != nil {
		return err
	}
	b.Note("open", time.Since(start).Seconds(), "s")
	start = time.Now()
	if err := b.recallOnce(ctx, b.ids[0]); err != nil {
		return err
	}
	b.Note("first recall after opening", time.Since(start).Seconds(), "s")
	start = time.Now()
	if _, err := b.mem.Cypher(ctx, "MATCH (a:Agent) RETURN count(a)", nil, lukasa.CypherOptions{}); err != nil {
		return err
	}
	b.Note("first Cypher after opening", time.Since(start).Seconds(), "s")
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
	b.Note("batched retain", float64(b.Records)/time.Since(start).Seconds(), "records/s")
	b.Note("batched retain, processor time of all threads", float64((cputime.Used()-cpu).Microseconds())/float64(b.Records), "us/record")
	return nil
}

func (b *bench) settle(ctx context.Context) error {
	start := time.Now()
	if err := b.mem.Flush(ctx); err != nil {
		return err
	}
	b.Note("all views ready after the last batch", time.Since(start).Seconds(), "s")
	return nil
}

func (b *bench) singles(ctx context.Context) error {
	return b.Time("single durable retain", b.Queries, func(int) error {
		e := b.g.next()
		_, err := b.mem.Retain(ctx, e)
		return err
	})
}
