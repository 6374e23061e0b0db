// Package lexicalbench measures the lexical index at scale: how fast it is built, how much memory it takes, how long
// searches take, and whether a snapshot answers as the index it was made of. Figures only; nothing here fails on time.
package lexicalbench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

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
	// JSON prints one JSON document instead of a table.
	JSON bool
}

// Timing is the distribution of one kind of call, in milliseconds: by the clock, and by the time its thread had a processor
// (0 where that is not known), which does not depend on what else the machine does.
type Timing struct {
	What           string
	P50, P99       float64
	CPU50, CPU99   float64
	Hits           float64 // on average
	wall, busyTime []float64
}

func (t *Timing) time(call func() int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start, busy := time.Now(), threadTime()
	n := call()
	t.busyTime = append(t.busyTime, (threadTime()-busy).Seconds()*1000)
	t.wall = append(t.wall, time.Since(start).Seconds()*1000)
	t.Hits += float64(n)
}

func (t *Timing) sum() Timing {
	slices.Sort(t.wall)
	slices.Sort(t.busyTime)
	at := func(s []float64, p float64) float64 { return s[min(len(s)-1, int(p*float64(len(s))))] }
	t.P50, t.P99, t.CPU50, t.CPU99 = at(t.wall, .5), at(t.wall, .99), at(t.busyTime, .5), at(t.busyTime, .99)
	t.Hits /= float64(len(t.wall))
	return *t
}

// Report is what was measured.
type Report struct {
	Records     int
	Words       float64 // per record
	BuildRate   float64 // records per second by the clock, text read and indexed, one goroutine
	BuildCPU    float64 // records per second of its thread's processor time, 0 if not known
	Bytes       int64   // as the index tells
	Heap        int64   // as the runtime tells, after collection
	Searches    []Timing
	SaveSeconds float64
	OpenSeconds float64
	FileBytes   int64
	Equal       bool    // the reopened snapshot answers as the index did
	Chat        *Report `json:",omitempty"`
}

// Run measures and prints.
func Run(ctx context.Context, w io.Writer, cfg Config) (Report, error) {
	cfg.Records, cfg.Words, cfg.Queries = or(cfg.Records, 1_000_000), or(cfg.Words, 60), or(cfg.Queries, 500)
	if cfg.Dir == "" {
		dir, err := os.MkdirTemp("", "lexicalbench")
		if err != nil {
			return Report{}, err
		}
		defer os.RemoveAll(dir)
		cfg.Dir = dir
	}
	g := newGenerator(cfg.Seed, cfg.Words)
	rep, err := measure(ctx, cfg, "made", g.batches(cfg.Records), g.queries)
	if err != nil {
		return rep, err
	}
	if !cfg.JSON {
		rep.print(w, "Made text")
	}
	if cfg.Chat != "" {
		chat, err := runChat(ctx, w, cfg)
		if err != nil {
			return rep, err
		}
		rep.Chat = chat
		if !cfg.JSON && chat != nil {
			chat.print(w, "Chat messages")
		}
	}
	if cfg.JSON {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return rep, enc.Encode(rep)
	}
	return rep, nil
}

func or(v, def int) int {
	if v == 0 {
		return def
	}
	return v
}

func runChat(ctx context.Context, w io.Writer, cfg Config) (*Report, error) {
	docs, err := readChat(cfg.Chat)
	if os.IsNotExist(err) {
		fmt.Fprintln(w, "chat messages: skipped: data not present")
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rep, err := measure(ctx, cfg, "chat", slices.Chunk(docs, 1000), chatQueries(docs))
	return &rep, err
}

// measure builds an index from batches and times it.
func measure(ctx context.Context, cfg Config, name string, batches func(func([]lexical.Doc) bool), queries func(*rand.Rand, string) lexical.Query) (Report, error) {
	var rep Report
	path := filepath.Join(cfg.Dir, name+".lex")
	x, err := lexical.Open(path, lexical.Options{})
	if err != nil {
		return rep, err
	}
	defer x.Close()
	before := heap()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var spent, busy time.Duration
	for batch := range batches {
		if err := ctx.Err(); err != nil {
			return rep, err
		}
		start, b := time.Now(), threadTime()
		if err := x.Put(batch...); err != nil {
			return rep, err
		}
		spent += time.Since(start)
		busy += threadTime() - b
		rep.Records += len(batch)
	}
	rep.BuildRate = float64(rep.Records) / spent.Seconds()
	if busy > 0 {
		rep.BuildCPU = float64(rep.Records) / busy.Seconds()
	}
	rep.Bytes, rep.Heap = x.Bytes(), heap()-before
	if rep.Searches, err = searches(ctx, x, cfg, queries); err != nil {
		return rep, err
	}
	start := time.Now()
	if err := x.Save(1); err != nil {
		return rep, err
	}
	rep.SaveSeconds = time.Since(start).Seconds()
	if info, err := os.Stat(path); err == nil {
		rep.FileBytes = info.Size()
	}
	start = time.Now()
	y, err := lexical.Open(path, lexical.Options{})
	if err != nil {
		return rep, err
	}
	defer y.Close()
	rep.OpenSeconds = time.Since(start).Seconds()
	rep.Equal, err = equal(ctx, x, y, cfg, queries)
	return rep, err
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

func searches(ctx context.Context, x *lexical.Index, cfg Config, queries func(*rand.Rand, string) lexical.Query) ([]Timing, error) {
	var out []Timing
	for _, k := range kinds {
		rng := rand.New(rand.NewPCG(cfg.Seed, 7))
		t := Timing{What: k.what}
		for range cfg.Queries {
			q := queries(rng, k.name)
			var err error
			t.time(func() int {
				var found []lexical.Hit
				found, err = x.Search(ctx, q, lexical.SearchOptions{OwnOnly: k.own})
				return len(found)
			})
			if err != nil {
				return nil, err
			}
		}
		out = append(out, t.sum())
	}
	t, err := features(ctx, x, cfg, queries)
	return append(out, t), err
}

// features times what a ranker asks for: the features of 200 candidates.
func features(ctx context.Context, x *lexical.Index, cfg Config, queries func(*rand.Rand, string) lexical.Query) (Timing, error) {
	rng := rand.New(rand.NewPCG(cfg.Seed, 8))
	t := Timing{What: "features of 200 candidates of such a question"}
	for range max(1, cfg.Queries/5) {
		p, err := x.Prepare(queries(rng, "question"))
		if err != nil {
			return t, err
		}
		found, err := p.Search(ctx, lexical.SearchOptions{K: 200})
		if err != nil {
			return t, err
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
			return t, err
		}
	}
	return t.sum(), nil
}

func equal(ctx context.Context, x, y *lexical.Index, cfg Config, queries func(*rand.Rand, string) lexical.Query) (bool, error) {
	for _, k := range kinds {
		rng := rand.New(rand.NewPCG(cfg.Seed, 9))
		for range 50 {
			q := queries(rng, k.name)
			a, err := x.Search(ctx, q, lexical.SearchOptions{OwnOnly: k.own})
			if err != nil {
				return false, err
			}
			b, err := y.Search(ctx, q, lexical.SearchOptions{OwnOnly: k.own})
			if err != nil {
				return false, err
			}
			if !slices.Equal(a, b) {
				return false, nil
			}
		}
	}
	return true, nil
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func (r *Report) print(w io.Writer, title string) {
	const mb = 1 << 20
	fmt.Fprintf(w, "%s: %d records\n", title, r.Records)
	fmt.Fprintf(w, "  build          %.0f records/s by the clock, %.0f by processor time, one goroutine\n", r.BuildRate, r.BuildCPU)
	fmt.Fprintf(w, "  memory         %.0f MB told, %.0f MB of heap (%.0f bytes a record)\n", float64(r.Bytes)/mb, float64(r.Heap)/mb, float64(r.Heap)/float64(r.Records))
	fmt.Fprintf(w, "  snapshot       %.0f MB, saved in %.2f s, opened in %.2f s, equal answers: %v\n", float64(r.FileBytes)/mb, r.SaveSeconds, r.OpenSeconds, r.Equal)
	for _, t := range r.Searches {
		fmt.Fprintf(w, "  %-50s p50 %7.3f  p99 %7.3f ms   processor %7.3f %7.3f ms   %.0f hits\n", t.What, t.P50, t.P99, t.CPU50, t.CPU99, t.Hits)
	}
}
