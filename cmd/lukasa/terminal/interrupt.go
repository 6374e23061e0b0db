package terminal

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// ErrInterrupted is the cause of the cancellation of a context by Ctrl-C.
var ErrInterrupted = errors.New("terminal: interrupted")

// Interrupts turns Ctrl-C (and SIGTERM) into the cancellation of the innermost
// scope: the statement a shell is running, or else the whole command. A second
// one, while the first is still being obeyed, ends the process. It is safe for
// concurrent use.
type Interrupts struct {
	mu     sync.Mutex
	scopes []*scope
	exit   func(code int)
}

type scope struct {
	cancel context.CancelCauseFunc
	hit    bool
}

// Listen begins to listen for signals until stop is called. Writing to a pipe
// that nobody reads becomes an error rather than the death of the process, so
// that a store is always closed.
func Listen() (in *Interrupts, stop func()) {
	in = &Interrupts{exit: os.Exit}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	signal.Ignore(syscall.SIGXFSZ) // a file that may grow no more is an error, as on a full disk; the engine's threads would die of it
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-signals:
				in.interrupt()
			case <-done:
				return
			}
		}
	}()
	return in, func() {
		signal.Stop(signals)
		signal.Stop(pipes)
		close(done)
	}
}

// Scope returns a context that the next interrupt cancels, with the cause
// [ErrInterrupted], in place of the scopes around it. Release must be called when
// its work is over. A nil receiver gives a context that no signal cancels.
func (in *Interrupts) Scope(ctx context.Context) (inner context.Context, release func()) {
	inner, cancel := context.WithCancelCause(ctx)
	if in == nil {
		return inner, func() { cancel(nil) }
	}
	s := &scope{cancel: cancel}
	in.mu.Lock()
	in.scopes = append(in.scopes, s)
	in.mu.Unlock()
	return inner, func() {
		in.mu.Lock()
		defer in.mu.Unlock()
		for i, other := range in.scopes {
			if other == s {
				in.scopes = append(in.scopes[:i], in.scopes[i+1:]...)
				break
			}
		}
		cancel(nil)
	}
}

func (in *Interrupts) interrupt() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.scopes) == 0 {
		return
	}
	s := in.scopes[len(in.scopes)-1]
	if s.hit {
		in.exit(130)
		return
	}
	s.hit = true
	s.cancel(ErrInterrupted)
}
