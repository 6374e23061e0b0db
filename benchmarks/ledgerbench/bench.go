package ledgerbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Config says what to measure. Zero values mean the defaults.
type Config struct {
	Dir     string // where to work; a temporary directory by default
	Records int    // records in the end; default 100,000
	Agents  int    // agents, drawn by Zipf's law; default 1,000
	Batch   int    // records per transaction when loading; default 1,000
	Singles int    // durable single writes to time; default 2,000
	Queries int    // queries of each kind to time; default 2,000
	Seed    uint64 // default 1
}

func (c Config) withDefaults() Config {
	c.Records, c.Agents, c.Batch = cmp.Or(c.Records, 100_000), cmp.Or(c.Agents, 1000), cmp.Or(c.Batch, 1000)
	c.Singles, c.Queries, c.Seed = cmp.Or(c.Singles, 2000), cmp.Or(c.Queries, 2000), cmp.Or(c.Seed, 1)
	return c
}

type bench struct {
	Config
	*report.Recorder
	g   *generator
	l   *ledger.Ledger
	ids []schema.ID
}

// Run loads and measures a ledger and records each figure as it comes. It
// removes what it wrote.
func Run(ctx context.Context, r *report.Recorder, c Config) (err error) {
	b := &bench{Config: c.withDefaults(), Recorder: r}
	if b.Dir == "" {
		if b.Dir, err = os.MkdirTemp("", "ledgerbench"); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.Dir)) }()
	b.g = newGenerator(b.Seed, b.Agents)
	for _, step := range []func(context.Context) error{
		b.open, b.load, b.singles, b.gets, b.queries(""), b.copyAsKilled, b.reopen, b.queries(", reopened"), b.check, b.close,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) store() string { return filepath.Join(b.Dir, "ledger") }

func (b *bench) open(context.Context) (err error) {
	b.l, err = ledger.Open(b.store(), ledger.Options{})
	return err
}

// load writes the records in batches, each synced, and times the whole, without
// the making of records. Processor time says how it would go on an idle machine.
func (b *bench) load(ctx context.Context) error {
	start, made := time.Now(), time.Duration(0)
	making := b.makingCost()
	busy := cputime.Used()
	for len(b.ids) < b.Records {
		began := time.Now()
		batch := make([]*schema.Experience, min(b.Batch, b.Records-len(b.ids)))
		for i := range batch {
			batch[i] = b.g.record()
			b.ids = append(b.ids, batch[i].ID)
		}
		made += time.Since(began)
		err := b.l.Update(ctx, func(tx *ledger.Tx) error {
			for _, e := range batch {
				if err := tx.Put(e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	spent := time.Since(start) - made
	b.Note("batched load, synced per batch", float64(b.Records)/spent.Seconds(), "records/s")
	if used := (cputime.Used() - busy) / time.Duration(b.Records); used > making {
		b.Note("batched load, processor time per record", 1000*report.Milliseconds(used-making), "us")
	}
	return nil
}

// makingCost is the processor time of making one record.
func (b *bench) makingCost() time.Duration {
	const sample = 5000
	g := newGenerator(b.Seed, b.Agents)
	busy := cputime.Used()
	for range sample {
		g.record()
	}
	return (cputime.Used() - busy) / sample
}

// singles times durable writes of one record each.
func (b *bench) singles(ctx context.Context) error {
	ds := make([]time.Duration, 0, b.Singles)
	for range b.Singles {
		e := b.g.record()
		b.ids = append(b.ids, e.ID)
		start := time.Now()
		if err := b.l.Update(ctx, func(tx *ledger.Tx) error { return tx.Put(e) }); err != nil {
			return err
		}
		ds = append(ds, time.Since(start))
	}
	b.Spread("durable single put", ds)
	return nil
}

// gets times reading full records by id.
func (b *bench) gets(ctx context.Context) error {
	for _, pass := range []struct {
		name string
		ids  []schema.ID
	}{{"get by id, anywhere", b.ids}, {"get by id, warm", b.ids[max(0, len(b.ids)-1000):]}} {
		ds := make([]time.Duration, 0, b.Queries)
		err := b.l.View(ctx, func(r *ledger.Reader) error {
			for range b.Queries * 5 {
				id := pass.ids[b.g.rng.IntN(len(pass.ids))]
				start := time.Now()
				if _, err := r.Experience(id); err != nil {
					return err
				}
				ds = append(ds, time.Since(start))
			}
			return nil
		})
		if err != nil {
			return err
		}
		b.Spread(pass.name, ds)
	}
	return nil
}

// queries times structured queries for twenty full records, each in a view of
// its own, for agents drawn as when writing. When tells their figures from
// those of another time.
func (b *bench) queries(when string) func(context.Context) error {
	return func(ctx context.Context) error {
		for _, q := range b.classes() {
			err := b.Time(q.name+", 20 full records"+when, b.Queries, func(int) error {
				in, s := q.make()
				return b.twenty(ctx, b.g.agent(), in, s)
			})
			if err != nil {
				return err
			}
		}
		return nil
	}
}

// class is a kind of structured query.
type class struct {
	name string
	make func() (ledger.Index, ledger.Scan)
}

func (b *bench) classes() []class {
	const month = 30 * 24 * time.Hour
	return []class{
		{"recent", func() (ledger.Index, ledger.Scan) { return ledger.Everything(), ledger.Scan{} }},
		{"importance >= 7", func() (ledger.Index, ledger.Scan) { return ledger.Importance(7, 10), ledger.Scan{} }},
		{"tag", func() (ledger.Index, ledger.Scan) { return ledger.Tagged(b.g.tag()), ledger.Scan{} }},
		{"date range", func() (ledger.Index, ledger.Scan) {
			to := b.g.now.Add(-time.Duration(b.g.rng.Int64N(int64(6 * month))))
			return ledger.Everything(), ledger.Scan{From: to.Add(-month), To: to}
		}},
	}
}

func (b *bench) twenty(ctx context.Context, agent string, in ledger.Index, s ledger.Scan) error {
	const limit = 20
	return b.l.View(ctx, func(r *ledger.Reader) error {
		found := make([]schema.ID, 0, limit)
		for e, err := range r.Scan(agent, in, s) {
			if err != nil {
				return err
			}
			if found = append(found, e.ID); len(found) == limit {
				break
			}
		}
		_, err := r.Experiences(found)
		return err
	})
}

// copyAsKilled copies the files of the running ledger, which is what a kill
// would leave, and times opening that.
func (b *bench) copyAsKilled(context.Context) error {
	killed := filepath.Join(b.Dir, "killed")
	if err := os.CopyFS(killed, os.DirFS(b.store())); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	start := time.Now()
	l, err := ledger.Open(killed, ledger.Options{})
	if err != nil {
		return err
	}
	b.Note("open after a kill", report.Milliseconds(time.Since(start)), "ms")
	return errors.Join(l.Close(), os.RemoveAll(killed))
}

// reopen times a clean close and open, and measures the closed files.
func (b *bench) reopen(ctx context.Context) error {
	start := time.Now()
	if err := b.l.Close(); err != nil {
		return err
	}
	b.Note("close", report.Milliseconds(time.Since(start)), "ms")
	size, err := report.SizeOf(b.store())
	if err != nil {
		return err
	}
	b.Note("disk, closed", float64(size)/1e6, "MB")
	b.Note("disk per record", float64(size)/float64(len(b.ids)), "bytes")
	start = time.Now()
	if err := b.open(ctx); err != nil {
		return err
	}
	b.Note("open, clean", report.Milliseconds(time.Since(start)), "ms")
	return nil
}

func (b *bench) check(ctx context.Context) error {
	start := time.Now()
	for p, err := range b.l.Check(ctx) {
		if err != nil {
			return err
		}
		return fmt.Errorf("ledgerbench: %s", p)
	}
	b.Note("check", time.Since(start).Seconds(), "s")
	return nil
}

func (b *bench) close(context.Context) error {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.Note("heap in use", float64(m.HeapInuse)/1e6, "MB")
	return b.l.Close()
}
