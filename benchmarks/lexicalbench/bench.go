// Package lexicalbench measures the lexical index at scale: how fast it is built, how much memory it takes, how long
// searches take, and whether a snapshot answers as the index it was made of. Figures only; nothing here fails on time.
package lexicalbench

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/lexical"
)

// Config says what to measure. The zero value measures the targets.
type Config struct {
	// Records is how many records the agent has. Zero means 1,000,000.
	Records int
	// Words is how many words a record has on average. Zero means 60.
	Words int
	// Queries is how many searches of each kind are timed. Zero means 500.
	Queries int
	// Chat is the path of a gzipped JSON-lines file of chat messages to index besides; empty or absent means none.
	Chat string
	// Dir is where snapshots go. Empty means a temporary directory.
	Dir string
	// Seed makes the run repeatable.
	Seed uint64
}

// timing is how long calls of one kind took: by the clock, and by the time its thread had a processor
// (0 where that is not known), which does not depend on what else the machine does.
type timing struct {
	what       string
	hits       int
	wall, busy []time.Duration
}

func (t *timing) time(call func() int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start, busy := time.Now(), cputime.Thread()
	t.hits += call()
	t.busy = append(t.busy, cputime.Thread()-busy)
	t.wall = append(t.wall, time.Since(start))
}

// bench records the figures of one text. Names of figures end in what it is.
type bench struct {
	Config
	*report.Recorder
	text    string // empty: made
	queries func(*rand.Rand, string) lexical.Query
}

// Run measures made text and, where it is, the chat, and records the figures.
func Run(ctx context.Context, r *report.Recorder, cfg Config) error {
	cfg.Records, cfg.Words, cfg.Queries = cmp.Or(cfg.Records, 1_000_000), cmp.Or(cfg.Words, 60), cmp.Or(cfg.Queries, 500)
	if cfg.Dir == "" {
		dir, err := os.MkdirTemp("", "lexicalbench")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		cfg.Dir = dir
	}
	g := newGenerator(cfg.Seed, cfg.Words)
	made := &bench{Config: cfg, Recorder: r, queries: g.queries}
	if err := made.run(ctx, g.batches(cfg.Records)); err != nil {
		return err
	}
	if cfg.Chat == "" {
		return nil
	}
	docs, err := readChat(cfg.Chat)
	if os.IsNotExist(err) {
		r.Skip("", "build, one core, chat", "skipped: data not present")
		return nil
	}
	if err != nil {
		return err
	}
	chat := &bench{Config: cfg, Recorder: r, text: ", chat", queries: chatQueries(docs)}
	return chat.run(ctx, slices.Chunk(docs, 1000))
}

// run builds an index of batches and times it.
func (b *bench) run(ctx context.Context, batches iter.Seq[[]lexical.Doc]) error {
	path := filepath.Join(b.Dir, "words"+b.text+".lex")
	x, err := lexical.Open(path, lexical.Options{})
	if err != nil {
		return err
	}
	defer x.Close()
	before := heap()
	if err := b.build(ctx, x, batches); err != nil {
		return err
	}
	b.Note("memory"+b.text, float64(heap()-before)/1e6, "MB")
	b.Note("memory, as the index tells"+b.text, float64(x.Bytes())/1e6, "MB")
	if err := b.searches(ctx, x); err != nil {
		return err
	}
	return b.reopen(ctx, x, path)
}

// build measures the clock and the processor time of one goroutine, without the making of texts.
func (b *bench) build(ctx context.Context, x *lexical.Index, batches iter.Seq[[]lexical.Doc]) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var spent, used time.Duration
	records := 0
	for batch := range batches {
		if err := ctx.Err(); err != nil {
			return err
		}
		start, busy := time.Now(), cputime.Thread()
		if err := x.Put(batch...); err != nil {
			return err
		}
		spent, used = spent+time.Since(start), used+cputime.Thread()-busy
		records += len(batch)
	}
	b.Note("build, one core"+b.text, float64(records)/spent.Seconds(), "records/s")
	if used > 0 {
		b.Note("build by processor time"+b.text, float64(records)/used.Seconds(), "records/s")
	}
	return nil
}

// reopen measures a snapshot and proves that it answers as the index does.
func (b *bench) reopen(ctx context.Context, x *lexical.Index, path string) error {
	if err := b.Once("save"+b.text, func() error { return x.Save(1) }); err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil {
		b.Note("snapshot"+b.text, float64(info.Size())/1e6, "MB")
	}
	var y *lexical.Index
	err := b.Once("open"+b.text, func() (err error) {
		y, err = lexical.Open(path, lexical.Options{})
		return err
	})
	if err != nil {
		return err
	}
	defer y.Close()
	return b.equal(ctx, x, y)
}

// kinds are the searches timed, by name, with whether they look at own fields alone.
var kinds = []struct {
	name, what string
	own        bool
}{
	{"common", "three common words, top 50, own fields", true},
	{"common", "three common words, top 50, with surroundings", false},
	{"rare", "one rare word, top 50, own fields", true},
	{"rare", "one rare word, top 50, with surroundings", false},
	{"question", "a question of 10 words, top 50, with surroundings", false},
	{"phrase", "a phrase of two common words", true},
	{"prefix", "a prefix of four letters", true},
}

// searches times every kind.
func (b *bench) searches(ctx context.Context, x *lexical.Index) error {
	for _, k := range kinds {
		rng := rand.New(rand.NewPCG(b.Seed, 7))
		t := timing{what: k.what}
		for range b.Queries {
			q := b.queries(rng, k.name)
			var err error
			t.time(func() int {
				var found []lexical.Hit
				found, err = x.Search(ctx, q, lexical.SearchOptions{OwnOnly: k.own})
				return len(found)
			})
			if err != nil {
				return err
			}
		}
		b.record(t)
	}
	return b.features(ctx, x)
}

// record notes a kind of call: by the clock, by processor time where that is known, and how much it found.
func (b *bench) record(t timing) {
	b.Spread(t.what+b.text, t.wall)
	if slices.Max(t.busy) > 0 {
		for _, percent := range []int{50, 99} {
			took := report.Milliseconds(report.Quantile(t.busy, percent))
			b.Note(fmt.Sprintf("%s%s, p%d of processor time", t.what, b.text, percent), took, "ms")
		}
	}
	b.Note(t.what+b.text+", found", float64(t.hits)/float64(len(t.wall)), "")
}

// features times what a ranker asks for: the features of 200 candidates.
func (b *bench) features(ctx context.Context, x *lexical.Index) error {
	rng := rand.New(rand.NewPCG(b.Seed, 8))
	t := timing{what: "features of 200 candidates of such a question"}
	for range max(1, b.Queries/5) {
		p, err := x.Prepare(b.queries(rng, "question"))
		if err != nil {
			return err
		}
		found, err := p.Search(ctx, lexical.SearchOptions{K: 200})
		if err != nil {
			return err
		}
		var ids []lexical.ID
		for _, h := range found {
			ids = append(ids, h.ID)
		}
		t.time(func() int {
			var fs []lexical.Features
			fs, err = p.Features(ids, nil)
			return len(fs)
		})
		if err != nil {
			return err
		}
	}
	b.record(t)
	return nil
}

// equal asks two indexes the same and fails where one answers otherwise.
func (b *bench) equal(ctx context.Context, x, y *lexical.Index) error {
	for _, k := range kinds {
		rng := rand.New(rand.NewPCG(b.Seed, 9))
		for range 50 {
			q := b.queries(rng, k.name)
			one, err := x.Search(ctx, q, lexical.SearchOptions{OwnOnly: k.own})
			if err != nil {
				return err
			}
			other, err := y.Search(ctx, q, lexical.SearchOptions{OwnOnly: k.own})
			if err != nil {
				return err
			}
			if !slices.Equal(one, other) {
				return fmt.Errorf("lexicalbench: the reopened snapshot answers %q otherwise", q.Text)
			}
		}
	}
	return nil
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
