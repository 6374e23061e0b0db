package store

import (
	"context"
	"sync"
	"time"
)

// courtesy lets work behind agents step aside for questions. Work comes in small
// steps: a message learned from, a user's insights, some records, a few changes of
// the graph. Before each it waits until no question is being answered, nor was a
// moment ago, as the next one often follows; but only so long, so that questions
// without end slow work down and never stop it.
//
// Nobody waits for work that is being courteous: who steps aside holds no lock and
// no transaction that a question needs, and where somebody waits for the work
// itself, as a flush does or a reader of the graph, it does not step aside; see
// [Work].
type courtesy struct {
	patience time.Duration // how long a step waits at most
	moment   time.Duration // how long after the last question it is quiet

	mu        sync.Mutex // guards what follows
	questions int        // being answered
	lingering bool       // the last question ended less than a moment ago
	moments   *time.Timer
	way       chan struct{} // closed once the way is free; nil while it is
}

const (
	// defaultPatience is how long a step of work waits at most. A step takes a few
	// milliseconds, so that under questions without end work has some hundredths of
	// a processor. Of a million records 20 ms raised the questions' 99th percentile
	// by 29 %, 50 ms by 20 %, 100 ms by 3 %.
	defaultPatience = 100 * time.Millisecond
	// lingers is longer than a caller needs between a question and the next.
	lingers = 2 * time.Millisecond
)

// asked notes that a question is being answered until answered is called.
func (c *courtesy) asked() (answered func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.questions++
	c.settle()
	return c.answered
}

func (c *courtesy) answered() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.questions--
	if c.questions > 0 {
		return
	}
	c.lingering = true
	if c.moments == nil {
		c.moments = time.AfterFunc(c.moment, c.quiet)
	} else {
		c.moments.Reset(c.moment)
	}
}

// quiet is called a moment after a question. When others were asked since, it
// lets work go on that much the sooner after those, which does no harm.
func (c *courtesy) quiet() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lingering = false
	c.settle()
}

// settle closes the way, or lets those who wait go on. The caller holds mu.
func (c *courtesy) settle() {
	free := c.questions == 0 && !c.lingering
	switch {
	case free && c.way != nil:
		close(c.way)
		c.way = nil
	case !free && c.way == nil:
		c.way = make(chan struct{})
	}
}

// step waits until the way is free or hurry is closed, or patience or ctx ends; the
// last is an error.
func (c *courtesy) step(ctx context.Context, hurry <-chan struct{}) error {
	return c.wait(ctx, hurry, c.patience)
}

// wait is step with a patience of its own.
func (c *courtesy) wait(ctx context.Context, hurry <-chan struct{}, atMost time.Duration) error {
	c.mu.Lock()
	way := c.way
	c.mu.Unlock()
	if way == nil {
		return ctx.Err()
	}
	patience := time.NewTimer(atMost)
	defer patience.Stop()
	select {
	case <-way:
	case <-hurry:
	case <-patience.C:
	case <-ctx.Done():
	}
	return ctx.Err()
}

// Asked notes that a question is being answered, until answered is called, once:
// work behind agents steps aside for it.
func (s *Store) Asked() (answered func()) { return s.courtesy.asked() }

// Work is one kind of work behind agents, for which somebody may wait at times. It
// is safe for concurrent use.
type Work struct {
	courtesy *courtesy

	mu      sync.Mutex    // guards what follows
	awaited int           // callers who wait for it
	hurry   chan struct{} // closed while there are some

	turns sync.Mutex // held by who steps aside briefly
}

// Work returns a kind of work that steps aside for the store's questions.
func (s *Store) Work() *Work { return newWork(&s.courtesy) }

func newWork(c *courtesy) *Work { return &Work{courtesy: c, hurry: make(chan struct{})} }

// Awaited notes that somebody waits for the work, until done is called, once. It
// does not step aside meanwhile.
func (w *Work) Awaited() (done func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.awaited++; w.awaited == 1 {
		close(w.hurry)
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.awaited--; w.awaited == 0 {
			w.hurry = make(chan struct{})
		}
	}
}

// StepAside is called before each small step of the work. While questions are
// being answered it waits, for [Options.Patience] at most. The caller holds no lock
// and no transaction that a question needs. It returns why ctx ended, if it did.
func (w *Work) StepAside(ctx context.Context) error { return w.courtesy.step(ctx, w.hurried()) }

func (w *Work) hurried() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hurry
}

// slicesAStep is how many slices of work have the patience of one step between them. Work that
// uses up all of it and then goes on for as long as a step takes is in the way of the many
// questions that are asked meanwhile; a slice is in the way of few.
const slicesAStep = 128

// StepAsideBriefly is called before each slice of work that goes on for long: some
// tenths of a millisecond on any number of goroutines. Each waits for a share of
// [Options.Patience] at most, one after the other, so that under questions without end
// one goroutine at a time works, and for the smaller part of the time.
func (w *Work) StepAsideBriefly() {
	w.turns.Lock()
	defer w.turns.Unlock()
	_ = w.courtesy.wait(context.Background(), w.hurried(), w.courtesy.patience/slicesAStep) // it ends by itself
}

// StepAside is [Work.StepAside] of work that nobody waits for but who does it.
func (s *Store) StepAside(ctx context.Context) error { return s.courtesy.step(ctx, nil) }
