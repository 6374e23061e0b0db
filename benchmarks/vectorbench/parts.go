package vectorbench

import (
	"context"
	"fmt"
	"io"

	"github.com/lukasadb/lukasa/internal/vector"
)

// filters measures random subsets of falling size.
func (s *set) filters(ctx context.Context, w io.Writer, p *vector.Partition) error {
	fmt.Fprintf(w, "\n| filter | share | recall@10 | p50 us | p99 us | queries/s | CPU us |\n|-|-|-|-|-|-|-|\n")
	few := *s
	few.queries = s.queries[:min(s.asked(), 200)*s.dim]
	for _, share := range []float64{0.0001, 0.001, 0.01, 0.03, 0.1, 0.3} {
		admit := func(i int) bool { return float64(scatter(uint32(i)))/(1<<32) < share }
		truth := few.exact(admit)
		var ids []vector.ID
		for i := range s.n {
			if admit(i) {
				ids = append(ids, numbered(i))
			}
		}
		if len(ids) < depth {
			continue
		}
		filters := []struct {
			name string
			f    *vector.Filter
		}{
			{"among", vector.Among(ids)},
			{"where", vector.Where(func(id vector.ID) bool { return admit(int(number(id))) })},
		}
		for _, f := range filters {
			m, err := few.measure(ctx, p, truth, vector.SearchOptions{Filter: f.f})
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "| %s | %.2f %% (%d) | %s |\n", f.name, share*100, len(ids), m)
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
func (s *set) deletes(ctx context.Context, w io.Writer, p *vector.Partition) error {
	fmt.Fprintf(w, "\n| deleted | recall@10 | p50 us | p99 us | queries/s | CPU us |\n|-|-|-|-|-|-|\n")
	measure := func(what string, truth []uint32) error {
		m, err := s.measure(ctx, p, truth, vector.SearchOptions{})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %s | %s |\n", what, m)
		return nil
	}
	if err := measure("none", s.truth); err != nil {
		return err
	}
	for _, share := range []float64{0.19, 0.2, 0.6} {
		gone := func(i int) bool { return float64(scatter(uint32(i)*7+3))/(1<<32) < share }
		for i := range s.n {
			if gone(i) {
				if _, err := p.Delete(numbered(i)); err != nil {
					return err
				}
			}
		}
		if err := p.Settle(ctx); err != nil {
			return err
		}
		if err := measure(fmt.Sprintf("%.0f %%", share*100), s.exact(func(i int) bool { return !gone(i) })); err != nil {
			return err
		}
	}
	gone := func(i int) bool { return float64(scatter(uint32(i)*7+3))/(1<<32) < 0.6 }
	if err := p.Save(2); err != nil {
		return err
	}
	return measure("60 %, reclaimed", s.exact(func(i int) bool { return !gone(i) }))
}

// runExact measures the exact scan at the size and dimension of the built-in embedder's agents.
func (c Config) runExact(ctx context.Context, w io.Writer) error {
	fmt.Fprintf(w, "\n## Exact scan\n\n| vectors | dim | recall@10 | p50 us | p99 us | queries/s | CPU us |\n|-|-|-|-|-|-|-|\n")
	for _, n := range []int{1000, 10_000, 30_000} {
		s, err := load(c.Dir, "B", n, 200, 256)
		if err != nil {
			return err
		}
		p, err := vector.Open("", vector.Options{Model: "bench", Dim: s.dim})
		if err != nil {
			return err
		}
		for i := range n {
			if err := p.Upsert(numbered(i), s.row(i)); err != nil {
				return err
			}
		}
		m, err := s.measure(ctx, p, s.truth, vector.SearchOptions{})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "| %d | %d | %s |\n", n, s.dim, m)
		if err := p.Close(); err != nil {
			return err
		}
	}
	return nil
}
