package vectorbench

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/vector"
)

// note records recall beside the times of one measurement.
func note(r *report.Recorder, name string, m measurement) {
	for _, f := range []report.Figure{
		{Name: name + ", p50", Value: report.Milliseconds(m.p50)},
		{Name: name + ", p99", Value: report.Milliseconds(m.p99)},
		{Name: name + ", processor time", Value: report.Milliseconds(m.cpu)},
	} {
		f.Unit, f.Right = "ms", &m.recall
		r.Add(f)
	}
}

// filters measures random subsets of falling size: named one by one, and told by a function.
func (b *bench) filters(ctx context.Context) error {
	few := *b.set
	few.queries = b.queries[:min(b.asked(), 200)*b.dim]
	for _, share := range []float64{0.0001, 0.001, 0.01, 0.03, 0.1, 0.3} {
		admit := func(i int) bool { return float64(scatter(uint32(i)))/(1<<32) < share }
		var ids []vector.ID
		for i := range b.n {
			if admit(i) {
				ids = append(ids, numbered(i))
			}
		}
		if len(ids) < depth {
			continue
		}
		truth := few.exact(admit)
		for _, f := range []struct {
			name string
			f    *vector.Filter
		}{
			{"filter of %.2f %%", vector.Among(ids)},
			{"filter of %.2f %% by a function", vector.Where(func(id vector.ID) bool { return admit(int(number(id))) })},
		} {
			m, err := few.measure(ctx, truth, index(b.p, vector.SearchOptions{Filter: f.f}))
			if err != nil {
				return err
			}
			note(b.Recorder, b.called(fmt.Sprintf(f.name, share*100)), m)
		}
	}
	return nil
}

// scatter is a random-looking function of a number.
func scatter(x uint32) uint32 {
	x = (x ^ x>>16) * 0x7feb352d
	x = (x ^ x>>15) * 0x846ca68b
	return x ^ x>>16
}

// deletes measures recall as rows are deleted, before and after repair, and after reclaiming them.
func (b *bench) deletes(ctx context.Context) error {
	measure := func(what string, truth []uint32) error {
		m, err := b.measure(ctx, truth, index(b.p, vector.SearchOptions{}))
		if err == nil {
			note(b.Recorder, b.called(what), m)
		}
		return err
	}
	if err := measure("none deleted", b.truth); err != nil {
		return err
	}
	gone := func(i int, share float64) bool { return float64(scatter(uint32(i)*7+3))/(1<<32) < share }
	for _, share := range []float64{0.19, 0.2, 0.6} {
		for i := range b.n {
			if gone(i, share) {
				if _, err := b.p.Delete(numbered(i)); err != nil {
					return err
				}
			}
		}
		if err := b.p.Settle(ctx); err != nil {
			return err
		}
		if err := measure(fmt.Sprintf("%.0f %% deleted", share*100), b.exact(func(i int) bool { return !gone(i, share) })); err != nil {
			return err
		}
	}
	if err := b.p.Save(2); err != nil {
		return err
	}
	return measure("60 % deleted and reclaimed", b.exact(func(i int) bool { return !gone(i, .6) }))
}

// runExact measures the exact scan at the dimension of the built-in embedder, up to the size at which a graph is made.
func (c Config) runExact(ctx context.Context, r *report.Recorder) error {
	for _, size := range []struct {
		n    int
		name string
	}{{1000, "1,000"}, {10_000, "10,000"}, {30_000, "30,000"}} {
		s, err := load(c.Dir, "B", size.n, 200, 256)
		if err != nil {
			return err
		}
		p, err := vector.Open("", vector.Options{Model: "bench", Dim: s.dim})
		if err != nil {
			return err
		}
		for i := range s.n {
			if err := p.Upsert(numbered(i), s.row(i)); err != nil {
				return err
			}
		}
		m, err := s.measure(ctx, s.truth, index(p, vector.SearchOptions{}))
		if err != nil {
			return err
		}
		note(r, "exact scan of "+size.name+" x 256", m)
		if err := p.Close(); err != nil {
			return err
		}
	}
	return nil
}
