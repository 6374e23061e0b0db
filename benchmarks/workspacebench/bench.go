package workspacebench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// asked is how many questions are asked at a time.
const asked = 300

// Config says what to measure. Its zero value is a short run.
type Config struct {
	Days  int           // pages; default 100
	Edits int           // followed one by one; default 50
	Idle  time.Duration // for which watching is measured, and twice of which is a rest; default 10 s
	Seed  uint64        // default 1
}

func (c Config) withDefaults() Config {
	c.Days, c.Edits, c.Seed = cmp.Or(c.Days, 100), cmp.Or(c.Edits, 50), cmp.Or(c.Seed, 1)
	c.Idle = cmp.Or(c.Idle, 10*time.Second)
	return c
}

// Run measures a workspace in a temporary directory and records its figures.
func Run(ctx context.Context, r *report.Recorder, c Config) (err error) {
	b := &bench{Config: c.withDefaults(), Recorder: r}
	if b.dir, err = os.MkdirTemp("", "workspacebench"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.close(), os.RemoveAll(b.dir)) }()
	b.pages = newWriter(b.Seed)
	for i := range 2 * asked {
		b.questions = append(b.questions, newWriter(uint64(i)).sentence())
	}
	bytes, err := b.pages.writePages(b.dir, b.Days)
	if err != nil {
		return err
	}
	r.Note("pages", float64(b.Days), "files")
	r.Note("text", float64(bytes)/1e6, "MB")
	for _, part := range []func(context.Context) error{b.first, b.again, b.edits, b.asks, b.rested, b.idle} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return nil
}

// bench is one workspace under measurement.
type bench struct {
	Config
	*report.Recorder
	dir   string
	pages *writer

	questions []string
	ws        *lukasa.Workspace
}

func (b *bench) open(ctx context.Context) (err error) {
	if err := b.close(); err != nil {
		return err
	}
	b.ws, err = lukasa.OpenWorkspace(ctx, b.dir)
	return err
}

func (b *bench) close() error {
	if b.ws == nil {
		return nil
	}
	ws := b.ws
	b.ws = nil
	return ws.Close()
}

// meter measures a piece of work by the clock and by what it cost.
type meter struct {
	start time.Time
	cpu   time.Duration
}

func begin() meter { return meter{time.Now(), cputime.Used()} }

func (m meter) took() (wall, cpu time.Duration) { return time.Since(m.start), cputime.Used() - m.cpu }

func (b *bench) note(name string, m meter) {
	wall, cpu := m.took()
	b.Note(name, wall.Seconds(), "s")
	b.Note(name+", CPU", cpu.Seconds(), "s")
}

// first reads all pages for the first time, and then asks, for which the indexes
// must be ready.
func (b *bench) first(ctx context.Context) error {
	if err := b.open(ctx); err != nil {
		return err
	}
	watch := watchMemory()
	m := begin()
	done, err := b.ws.Sync(ctx)
	if err != nil {
		return err
	}
	b.note("first sync", m)
	b.Note("records", float64(done.Records), "records")
	b.noteMemory("first sync", watch)
	watch = watchMemory()
	m = begin()
	if err := b.ask(ctx, 0); err != nil {
		return err
	}
	b.note("first answer after it", m)
	b.noteMemory("first answer after it", watch)
	return nil
}

// noteMemory notes the most memory since watching began, and of what it was then.
func (b *bench) noteMemory(name string, watch *memoryWatch) {
	top := watch.stop()
	if peak := peakMB(); peak > 0 {
		b.Note(name+", peak memory", peak, "MB")
	}
	if top.resident > 0 {
		b.Note(name+", of it mapped files", top.files, "MB")
		b.Note(name+", of it Go", top.goes, "MB")
		b.Note(name+", of it Go's objects", top.objects, "MB")
	}
}

// again looks for changes where there are none.
func (b *bench) again(ctx context.Context) error {
	if err := b.Time("sync, nothing changed", 10, func(int) error {
		_, err := b.ws.Sync(ctx)
		return err
	}); err != nil {
		return err
	}
	if err := b.close(); err != nil {
		return err
	}
	m := begin()
	if err := b.open(ctx); err != nil {
		return err
	}
	done, err := b.ws.Sync(ctx)
	if err == nil && done.Read > 0 {
		err = fmt.Errorf("%d pages were read again", done.Read)
	}
	b.note("open and sync, nothing changed", m)
	return err
}

// edits adds a bullet to one page after the other.
func (b *bench) edits(ctx context.Context) error {
	m := begin()
	took := make([]time.Duration, b.Edits)
	for i := range took {
		if err := b.edit(i); err != nil {
			return err
		}
		start := time.Now()
		done, err := b.ws.Sync(ctx)
		if err == nil && done.New != 1 {
			err = fmt.Errorf("edit %d made %d records", i, done.New)
		}
		if err != nil {
			return err
		}
		took[i] = time.Since(start)
	}
	_, cpu := m.took()
	b.Spread("sync after one edit", took)
	b.Note("sync after one edit, CPU", cpu.Seconds()*1e3/float64(b.Edits), "ms")
	return nil
}

func (b *bench) edit(i int) error {
	name := filepath.Join(b.dir, dayName(i*7919%b.Days))
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("- W @%s: %s This is edit %d.\n", b.pages.person(), b.pages.sentence(), i)
	return os.WriteFile(name, append(text, line...), 0o600)
}

func (b *bench) asks(ctx context.Context) error {
	if err := b.ask(ctx, 0); err != nil { // what the edits left to do
		return err
	}
	return b.askTwice(ctx, "", 0)
}

// rested asks other questions once the vectors that a first sync leaves behind are
// linked, which goes on beside those of asks.
func (b *bench) rested(ctx context.Context) error {
	time.Sleep(2 * b.Idle)
	return b.askTwice(ctx, " after a rest", asked)
}

// askTwice asks questions for the first time, beginning with one, and again.
func (b *bench) askTwice(ctx context.Context, when string, from int) error {
	for _, name := range []string{"recall", "recall of what was asked before"} {
		if err := b.Time(name+when, asked, func(i int) error { return b.ask(ctx, from+i) }); err != nil {
			return err
		}
	}
	return nil
}

// ask asks one of the questions.
func (b *bench) ask(ctx context.Context, i int) error {
	_, err := b.ws.Recall(ctx, lukasa.WorkspaceQuery{Text: b.questions[i], K: 25})
	return err
}

// idle watches while nothing happens.
func (b *bench) idle(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- b.ws.Watch(ctx, lukasa.WatchOptions{}) }()
	time.Sleep(b.Idle) // the first look at the files, and what the questions left to be counted
	m := begin()
	time.Sleep(b.Idle)
	wall, cpu := m.took()
	stop()
	b.Note("watching, nothing happens", 100*cpu.Seconds()/wall.Seconds(), "% CPU")
	return <-ended
}
