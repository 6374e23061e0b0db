package store

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// never is longer than any test: what waits so long goes on for another reason.
const never = time.Hour

// stepping starts a step of work; its channel has what it came to.
func stepping(ctx context.Context, c *courtesy) <-chan error {
	done := make(chan error, 1)
	go func() { done <- c.step(ctx, nil) }()
	return done
}

// held tells whether a step of work would wait.
func held(c *courtesy) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.way != nil
}

// Work steps aside as long as any question is being answered, and goes on a moment
// after the last.
func TestCourtesy(t *testing.T) {
	c := &courtesy{patience: never}
	require.NoError(t, c.step(t.Context(), nil), "nobody asks")
	one, other := c.asked(), c.asked()
	work := stepping(t.Context(), c)
	one()
	require.True(t, held(c), "one is left")
	require.Empty(t, work)
	other()
	require.NoError(t, <-work)
	require.NoError(t, c.step(t.Context(), nil))
}

// Between two questions that follow each other at once, work waits on.
func TestCourtesyLingers(t *testing.T) {
	c := &courtesy{patience: never, moment: never}
	work := stepping(t.Context(), c)
	require.NoError(t, <-work)
	c.asked()()
	require.True(t, held(c), "the next question may follow")
	work = stepping(t.Context(), c)
	answered := c.asked()
	c.quiet() // the moment after the first is over while the second is asked
	require.True(t, held(c))
	require.Empty(t, work)
	answered()
	require.True(t, held(c))
	c.quiet()
	require.NoError(t, <-work)
}

// Questions without end hold a step of work up no longer than its patience, and
// one that is given up not at all.
func TestCourtesyEnds(t *testing.T) {
	c := &courtesy{patience: 1}
	defer c.asked()()
	require.NoError(t, c.step(t.Context(), nil))
	require.True(t, held(c))
	c.patience = never
	ctx, stop := context.WithCancel(t.Context())
	work := stepping(ctx, c)
	require.Empty(t, work)
	stop()
	require.ErrorIs(t, <-work, context.Canceled)
}

// Where somebody waits for a kind of work, that does not step aside, not even
// where it did already; other work does.
func TestWorkIsAwaited(t *testing.T) {
	c := &courtesy{patience: never}
	answered := c.asked()
	w, other := newWork(c), newWork(c)
	work := make(chan error, 1)
	go func() { work <- w.StepAside(t.Context()) }()
	one, two := w.Awaited(), w.Awaited()
	require.NoError(t, <-work)
	one()
	require.NoError(t, w.StepAside(t.Context()), "somebody waits still")
	two()
	for _, w := range []*Work{w, other} {
		ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
		defer stop()
		require.ErrorIs(t, w.StepAside(ctx), context.DeadlineExceeded)
	}
	answered()
	require.NoError(t, other.StepAside(t.Context()))
}

// Slices of one work step aside one after the other, each for a share of the patience,
// and not where somebody waits for the work.
func TestSlicesStepAside(t *testing.T) {
	c := &courtesy{patience: never}
	w := newWork(c)
	w.StepAsideBriefly() // nobody asks
	answered := c.asked()
	slices := make(chan bool, 3)
	for range cap(slices) {
		go func() {
			w.StepAsideBriefly()
			slices <- true
		}()
	}
	require.Empty(t, slices)
	done := w.Awaited()
	for range cap(slices) {
		<-slices
	}
	done()
	answered()
	w.StepAsideBriefly()

	defer c.asked()()
	c.patience = slicesAStep // nanoseconds: questions without end hold no slice up for longer than its share
	w.StepAsideBriefly()
}

// A reader who waits for the graph is not held up by another's question.
func TestGraphIsAwaited(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir(), Options{Patience: never})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	defer s.Asked()()
	require.NoError(t, s.Update(t.Context(), func(tx *ledger.Tx) error {
		return tx.Put(&schema.Experience{ID: s.NewID(), Agent: "a", Kind: schema.KindObservation, Content: "told"})
	}))
	g, err := s.Graph(t.Context())
	require.NoError(t, err)
	require.Equal(t, s.ledger.DurableSeq(), g.Watermark())
	require.NoError(t, s.Flush(t.Context()))
}
