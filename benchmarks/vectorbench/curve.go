package vectorbench

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/vector"
)

// A measurement is recall beside time, at one search effort.
type measurement struct {
	ef       int // 0: the engine has none
	recall   float64
	p50, p99 time.Duration
	qps      float64
	cpu      time.Duration // of the whole process, a query
}

func (m measurement) String() string {
	return fmt.Sprintf("%.4f | %.0f | %.0f | %.0f | %.1f", m.recall, us(m.p50), us(m.p99), m.qps, us(m.cpu))
}

func us(d time.Duration) float64 { return float64(d) / 1e3 }

// A curve is one engine's measurements at several efforts.
type curve struct {
	peer   string // as it is shown; empty: Lukasa
	points []measurement
}

// cost is the processor time of a query, which a busy machine hardly changes; its time where an engine does not tell.
func (m measurement) cost() float64 {
	if m.cpu > 0 {
		return us(m.cpu)
	}
	return 1e6 / m.qps
}

// reaching is the cheapest measurement of at least this recall.
func (c curve) reaching(recall float64) (best measurement, ok bool) {
	for _, m := range c.points {
		if m.recall >= recall && (!ok || m.cost() < best.cost()) {
			best, ok = m, true
		}
	}
	return best, ok
}

// levels are the recalls at which engines are compared.
var levels = []float64{.95, .99, .998}

func level(recall float64) string { return "recall " + fmt.Sprintf("%g", recall)[1:] }

// record notes a curve: each effort, and the quickest of each level.
func (b *bench) record(c curve) {
	for _, m := range c.points {
		at := "queries"
		if m.ef > 0 {
			at = fmt.Sprintf("queries at ef %d", m.ef)
		}
		b.Add(report.Figure{Peer: c.peer, Name: b.called(at), Value: m.qps, Unit: "queries/s", Right: &m.recall})
	}
	for _, recall := range levels {
		name := b.called(level(recall))
		m, ok := c.reaching(recall)
		if !ok {
			b.Skip(c.peer, name+", p50", "not reached")
			continue
		}
		for _, f := range []report.Figure{
			{Name: name + ", p50", Value: report.Milliseconds(m.p50), Unit: "ms"},
			{Name: name + ", p99", Value: report.Milliseconds(m.p99), Unit: "ms"},
			{Name: name + ", processor time", Value: report.Milliseconds(m.cpu), Unit: "ms"},
			{Name: name + ", queries", Value: m.qps, Unit: "queries/s"},
		} {
			f.Peer, f.Right = c.peer, &m.recall
			b.Add(f)
		}
	}
}

// efforts measures the partition at every effort.
func (b *bench) efforts(ctx context.Context) (curve, error) {
	var c curve
	for _, ef := range b.Efs {
		m, err := b.measure(ctx, b.truth, index(b.p, vector.SearchOptions{Ef: ef}))
		if err != nil {
			return c, err
		}
		m.ef = ef
		c.points = append(c.points, m)
	}
	b.record(c)
	return c, nil
}

// asking finds the rows nearest to a query.
type asking func(ctx context.Context, query []float32, rows []uint32) ([]uint32, error)

// index asks a vector index.
func index(ix vector.Index, opt vector.SearchOptions) asking {
	opt.K = depth
	return func(ctx context.Context, query []float32, rows []uint32) ([]uint32, error) {
		hits, err := ix.Search(ctx, query, opt)
		for _, h := range hits {
			rows = append(rows, number(h.ID))
		}
		return rows, err
	}
}

// measure asks every query twice, in order, and keeps the second round: the first warms caches.
func (s *set) measure(ctx context.Context, truth []uint32, ask asking) (measurement, error) {
	if _, err := s.round(ctx, truth, ask, time.Time{}); err != nil {
		return measurement{}, err
	}
	return s.round(ctx, truth, ask, time.Time{})
}

// round asks every query once, or as many as there is time for; at least ten where there are so many. The zero time is
// no end.
func (s *set) round(ctx context.Context, truth []uint32, ask asking, end time.Time) (m measurement, err error) {
	const least = 10
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var times []time.Duration
	right := 0
	rows := make([]uint32, 0, depth)
	c := startClock()
	for q := range s.asked() {
		began := time.Now()
		if q >= least && !end.IsZero() && began.After(end) {
			break
		}
		if rows, err = ask(ctx, s.query(q), rows[:0]); err != nil {
			return m, err
		}
		times = append(times, time.Since(began))
		for _, row := range rows {
			if slices.Contains(truth[q*depth:(q+1)*depth], row) {
				right++
			}
		}
	}
	_, cpu := c.stop()
	var total time.Duration
	for _, t := range times {
		total += t
	}
	slices.SortFunc(times, cmp.Compare[time.Duration])
	at := func(share float64) time.Duration { return times[int(math.Floor(share*float64(len(times)-1)))] }
	return measurement{
		recall: float64(right) / float64(len(times)*depth), p50: at(.5), p99: at(.99),
		qps: float64(len(times)) / total.Seconds(), cpu: cpu / time.Duration(len(times)),
	}, nil
}
