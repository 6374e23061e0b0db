package memorybench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// Config says what to measure. Its zero value is a short run.
type Config struct {
	// Dir keeps the store between runs. Empty: a temporary directory, removed by
	// Close.
	Dir     string
	Records int    // default 10,000
	Agents  int    // drawn by Zipf's law; default 1,000; 1: all records are one agent's
	Batch   int    // records of a transaction; default 1,000
	Queries int    // of each kind; default 500
	Chat    string // path of a gzipped chat log whose messages are the text
	Seed    uint64 // default 1
	// Python makes the environment of the peers that are Python packages. Empty
	// leaves them out.
	Python string
	Limit  time.Duration // of one such peer; default ten minutes
}

func (c Config) withDefaults() Config {
	c.Records, c.Agents, c.Batch = cmp.Or(c.Records, 10_000), cmp.Or(c.Agents, 1_000), cmp.Or(c.Batch, 1_000)
	c.Queries, c.Seed, c.Limit = cmp.Or(c.Queries, 500), cmp.Or(c.Seed, 1), cmp.Or(c.Limit, 10*time.Minute)
	return c
}

// Part is a set of measurements of the shared store.
type Part struct {
	Name string
	run  func(*Bench, context.Context) error
}

// Parts are all parts in the order in which they run best: those that only read
// before those that write, and those that close the store last.
func Parts() []Part {
	return []Part{
		{"ingest", (*Bench).ingest},
		{"batches", (*Bench).batches},
		{"first", (*Bench).first},
		{"structured", loaded((*Bench).structured)},
		{"traversals", loaded((*Bench).traversals)},
		{"keywords", loaded((*Bench).keywords)},
		{"recall", loaded((*Bench).recall)},
		{"kuzu", (*Bench).kuzu},
		{"peers", (*Bench).peers},
		{"audit", (*Bench).audit},
		{"mixed", loaded((*Bench).mixed)},
		{"turns", loaded((*Bench).turns)},
		{"background", loaded((*Bench).background)},
		{"purge", (*Bench).purge},
		{"size", (*Bench).size},
		{"open", (*Bench).opens},
		{"backup", (*Bench).backup},
		{"rebuild", (*Bench).rebuild},
	}
}

// Bench is one store under measurement. It is for one goroutine.
type Bench struct {
	Config
	*report.Recorder
	made  bool // Dir is temporary
	g     *generator
	rng   *rand.Rand // of the questions
	mem   *lukasa.Memory
	ids   []known
	ready bool // the store is open and loaded
	// loaded tells that each agent was asked since the store was opened.
	loaded bool
}

// known is a record that was written.
type known struct {
	Agent string    `json:"agent"`
	ID    lukasa.ID `json:"id"`
	Text  string    `json:"text"`
}

// New prepares a store, without touching it. The owner calls Close.
func New(c Config) (_ *Bench, err error) {
	b := &Bench{Config: c.withDefaults()}
	if b.g, err = newGenerator(b.Config); err != nil {
		return nil, err
	}
	if b.Dir == "" {
		b.made = true
		b.Dir, err = os.MkdirTemp("", "memorybench")
		return b, err
	}
	return b, os.MkdirAll(b.Dir, 0o755)
}

// Run measures one part and records its figures in r.
func (b *Bench) Run(ctx context.Context, r *report.Recorder, p Part) error {
	b.Recorder = r
	if err := b.load(ctx); err != nil {
		return fmt.Errorf("loading: %w", err)
	}
	b.rng = b.questionRand()
	return p.run(b, ctx)
}

// questionRand draws the questions of every part, from the first.
func (b *Bench) questionRand() *rand.Rand { return rand.New(rand.NewPCG(b.Seed, 2)) }

// Close closes the store, and removes it unless it was to be kept.
func (b *Bench) Close() (err error) {
	if b.mem != nil {
		err = b.mem.Close()
	}
	if b.made {
		err = errors.Join(err, os.RemoveAll(b.Dir))
	}
	return err
}

func (b *Bench) pick() known { return b.ids[b.rng.IntN(len(b.ids))] }

// question asks for a record by a few of its words.
func (k known) question() lukasa.Query { return lukasa.Query{Text: k.words()} }

// words are a few words of a record, without its number.
func (k known) words() string {
	words := strings.Fields(k.Text)
	if len(words) > 8 {
		words = words[2:8]
	}
	return strings.Join(words, " ")
}
