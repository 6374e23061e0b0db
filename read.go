package lukasa

import (
	"context"
	"iter"
	"time"
)

// Get returns a record of m's agent, or [ErrNotFound].
func (m *Memory) Get(ctx context.Context, id ID) (Experience, error) {
	return m.reader.Get(ctx, m.self(), id)
}

// Find returns a page of the records that a filter selects, newest first unless
// the filter asks for another order. Filter.Agents names whose records; none
// means m's own agent.
func (m *Memory) Find(ctx context.Context, f Filter) (Page, error) {
	return m.reader.Find(ctx, m.scoped(f))
}

// All yields every record that a filter selects, page by page: the caller may
// read and write inside the loop.
func (m *Memory) All(ctx context.Context, f Filter) iter.Seq2[Experience, error] {
	return m.reader.All(ctx, m.scoped(f))
}

// AllThen is All as of a moment of the past, on either axis of time. The filter's
// conditions judge records as they are now; what was forgotten since stays away.
func (m *Memory) AllThen(ctx context.Context, f Filter, at Moment) iter.Seq2[Experience, error] {
	return m.reader.AllThen(ctx, m.scoped(f), at)
}

// History returns every version of a record, newest first; of a forgotten one
// too, unless it was purged.
func (m *Memory) History(ctx context.Context, id ID) ([]Version, error) {
	return m.reader.History(ctx, m.self(), id)
}

// AsOf returns a record as the store knew it at a moment.
func (m *Memory) AsOf(ctx context.Context, id ID, at time.Time) (Experience, error) {
	return m.reader.AsOf(ctx, m.self(), id, at)
}

// Collect reads a stream to its end, for those who want a slice. With an error it
// returns what came before.
func Collect[T any](stream iter.Seq2[T, error]) ([]T, error) {
	var out []T
	for v, err := range stream {
		if err != nil {
			return out, err
		}
		out = append(out, v)
	}
	return out, nil
}

func (m *Memory) self() []string { return []string{m.agent} }

func (m *Memory) scoped(f Filter) Filter {
	if len(f.Agents) == 0 {
		f.Agents = m.self()
	}
	return f
}
