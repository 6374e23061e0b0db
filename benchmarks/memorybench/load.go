package memorybench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
)

// ErrOtherStore is returned for a kept store of another configuration.
var ErrOtherStore = errors.New("memorybench: the kept store was made with another configuration")

// progress is kept beside a store: of what it was made, and what loading cost
// over all the runs that it took.
type progress struct {
	Records, Agents, Batch int
	Seed                   uint64
	Real                   bool // the texts were the chat log's
	Loaded                 bool
	Wall, CPU, Settled     time.Duration
}

func (b *Bench) store() string        { return filepath.Join(b.Dir, "bench.mem") }
func (b *Bench) file(n string) string { return filepath.Join(b.Dir, n) }

func (b *Bench) open(ctx context.Context, o ...lukasa.Option) (err error) {
	b.mem, err = lukasa.Open(ctx, b.store(), append(o, lukasa.WithStages(loggedOnly))...)
	return err
}

func (b *Bench) close() error {
	mem := b.mem
	b.mem, b.loaded = nil, false
	return mem.Close()
}

// load opens the store and sees that it holds its records.
func (b *Bench) load(ctx context.Context) error {
	if b.ready {
		return nil
	}
	done, err := b.readProgress()
	if err != nil {
		return err
	}
	if b.mem == nil {
		if err := b.open(ctx); err != nil {
			return err
		}
	}
	st, err := b.mem.Stats(ctx)
	if err != nil {
		return err
	}
	b.g.skip(st.Records) // batches are whole, so this is where the last run stopped
	if !done.Loaded {
		if err := b.fill(ctx, &done); err != nil {
			return err
		}
	}
	if b.ids, err = b.readKnown(); err != nil {
		return err
	}
	if len(b.ids) == 0 {
		return errors.New("memorybench: no record of the store is known; remove it")
	}
	b.ready = true
	return nil
}

// fill retains what is missing in batches, each one durable transaction, and
// waits for the views.
func (b *Bench) fill(ctx context.Context, done *progress) error {
	list, err := os.OpenFile(b.file("known.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer list.Close()
	for b.g.n < b.Records {
		batch := make([]lukasa.Experience, min(b.Batch, b.Records-b.g.n))
		for i := range batch {
			batch[i] = b.g.next()
		}
		start, cpu := time.Now(), cputime.Used()
		out, err := b.mem.RetainAll(ctx, batch)
		if err != nil {
			return err
		}
		done.Wall, done.CPU = done.Wall+time.Since(start), done.CPU+cputime.Used()-cpu
		if err := errors.Join(b.remember(list, batch, out), b.writeProgress(*done)); err != nil {
			return err
		}
	}
	start := time.Now()
	if err := b.mem.Flush(ctx); err != nil {
		return err
	}
	done.Settled, done.Loaded = time.Since(start), true
	return b.writeProgress(*done)
}

// remember appends some of a batch to the records that questions are drawn from.
func (b *Bench) remember(w io.Writer, batch []lukasa.Experience, out []lukasa.Retained) error {
	const most = 5_000
	every := max(1, b.Records/most)
	enc := json.NewEncoder(w)
	for i := 0; i < len(batch); i += every {
		if err := enc.Encode(known{batch[i].Agent, out[i].ID, batch[i].Context}); err != nil {
			return err
		}
	}
	return nil
}

func (b *Bench) readKnown() (all []known, err error) {
	f, err := os.Open(b.file("known.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for dec := json.NewDecoder(f); ; {
		var k known
		switch err := dec.Decode(&k); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF): // the last line may be cut short
			return all, nil
		case err != nil:
			return nil, err
		}
		all = append(all, k)
	}
}

func (b *Bench) fresh() progress {
	return progress{Records: b.Records, Agents: b.Agents, Batch: b.Batch, Seed: b.Seed, Real: len(b.g.texts) > 0}
}

// readProgress returns how far a kept store is, and refuses another one.
func (b *Bench) readProgress() (progress, error) {
	p := b.fresh()
	text, err := os.ReadFile(b.file("progress.json"))
	if errors.Is(err, os.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, err
	}
	same := p
	same.Loaded, same.Wall, same.CPU, same.Settled = false, 0, 0, 0
	if same != b.fresh() {
		return p, fmt.Errorf("%w: %s", ErrOtherStore, b.Dir)
	}
	return p, nil
}

func (b *Bench) writeProgress(p progress) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	next := b.file("progress.json.new")
	if err := os.WriteFile(next, text, 0o644); err != nil {
		return err
	}
	return os.Rename(next, b.file("progress.json"))
}
