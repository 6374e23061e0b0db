package llm

import (
	"context"
	"fmt"
)

// Guarded returns a model that fails with [ErrPanic] where m panics: a memory also
// asks it in the background, where no caller could recover. Nil stays nil.
func Guarded(m Model) Model {
	if _, is := m.(guarded); is || m == nil {
		return m
	}
	return guarded{m}
}

type guarded struct{ Model }

func (g guarded) Extract(ctx context.Context, q Extraction) (found Extracted, err error) {
	defer recovered(&err)
	return g.Model.Extract(ctx, q)
}

func (g guarded) Judge(ctx context.Context, q Question) (verdict Verdict, err error) {
	defer recovered(&err)
	return g.Model.Judge(ctx, q)
}

func (g guarded) Summarise(ctx context.Context, q Digest) (sum Summary, err error) {
	defer recovered(&err)
	return g.Model.Summarise(ctx, q)
}

// recovered is deferred: it makes an error of a panic.
func recovered(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", ErrPanic, p)
	}
}
