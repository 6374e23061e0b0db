package memorybench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/peers"
	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/internal/vector"
)

// top is how many records each question of the peers wants.
const top = 10

// peers asks other stores what it asks Lukasa, of the same records: a word as a
// condition, the nearest vectors, and both together. Lukasa answers the second
// behind its front door, which knows no search by vectors alone; its third is
// recall, which ranks by far more.
func (b *Bench) peers(ctx context.Context) error {
	x := &exchange{bench: b, dir: b.file("peers")}
	if err := os.MkdirAll(x.dir, 0o755); err != nil {
		return err
	}
	defer os.RemoveAll(x.dir)
	if err := x.write(ctx); err != nil {
		return err
	}
	if err := b.answer(ctx, x); err != nil {
		return err
	}
	for _, name := range []string{"sqlite", "lancedb", "chroma", "mem0"} {
		if err := b.peer(ctx, x, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// answer measures Lukasa itself.
func (b *Bench) answer(ctx context.Context, x *exchange) error {
	done, err := b.readProgress()
	if err != nil {
		return err
	}
	b.Note("ingest", float64(b.Records)/(done.Wall+done.Settled).Seconds(), "records/s")
	err = b.compared("keyword", x, func(q *asked) (float64, error) {
		page, err := b.mem.Find(ctx, lukasa.Filter{Agents: []string{q.Agent}, Contains: q.Word, Limit: top})
		return share(len(page.Items) > 0 && !slices.ContainsFunc(page.Items, func(e lukasa.Experience) bool {
			return !strings.Contains(strings.ToLower(e.Text()), strings.ToLower(q.Word))
		})), err
	})
	if err != nil {
		return err
	}
	if err := b.nearest(ctx, x); err != nil {
		return err
	}
	err = b.compared("hybrid", x, func(q *asked) (float64, error) {
		answer, err := b.mem.Recall(ctx, lukasa.Query{Agents: []string{q.Agent}, Text: q.Words, K: top})
		return share(err == nil && slices.ContainsFunc(answer.Hits, func(h lukasa.Hit) bool { return h.Record.ID == q.id })), err
	})
	if err != nil {
		return err
	}
	err = b.Time("single insert", min(200, b.Queries), func(int) error {
		_, err := b.mem.Retain(ctx, b.g.next())
		return err
	})
	if err != nil {
		return err
	}
	st, err := b.mem.Stats(ctx)
	if err != nil {
		return err
	}
	b.Note("disk", float64(st.Disk.Ledger+st.Disk.Graph+st.Disk.Agents)/mb, "MB")
	return b.mem.Flush(ctx)
}

func share(right bool) float64 {
	if right {
		return 1
	}
	return 0
}

// nearest searches the store itself by vectors.
func (b *Bench) nearest(ctx context.Context, x *exchange) error {
	return b.behind(ctx, func(s *store.Store) error {
		return b.compared("vector", x, func(q *asked) (float64, error) {
			a, err := s.Agent(ctx, q.Agent)
			if err != nil {
				return 0, err
			}
			defer a.Release()
			hits, err := a.Vectors().Search(ctx, q.vector, vector.SearchOptions{K: top})
			right := 0
			for _, h := range hits {
				if row, ok := x.rows[h.ID]; ok && slices.Contains(q.truth, row) {
					right++
				}
			}
			return float64(right) / float64(len(q.truth)), err
		})
	})
}

// compared times a question of all that are asked. The first is asked twice: it
// opens what the others find open.
func (b *Bench) compared(name string, x *exchange, ask func(*asked) (float64, error)) error {
	if _, err := ask(&x.questions[0]); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	took, right := make([]time.Duration, len(x.questions)), 0.0
	for i := range x.questions {
		start := time.Now()
		share, err := ask(&x.questions[i])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		took[i] = time.Since(start)
		right += share / float64(len(x.questions))
	}
	b.Compare("", name, took, &right)
	return nil
}

// peerLine is one line of the script.
type peerLine struct {
	Peer, What, Note string
	Rate, MB         float64
	Right            *float64
	MS               []float64
}

// peer runs the script for one store.
func (b *Bench) peer(ctx context.Context, x *exchange, name string) error {
	work := filepath.Join(x.dir, name)
	defer os.RemoveAll(work)
	called := name
	p := peers.Python{Interpreter: b.Python, Dir: filepath.Join(filepath.Dir(b.Dir), "peers"), Limit: b.Limit}
	err := p.Run(ctx, "memory", func(line []byte) error {
		var l peerLine
		if err := json.Unmarshal(line, &l); err != nil || l.Peer == "" {
			return nil //nolint:nilerr // what a library prints on its own
		}
		called = l.Peer
		b.take(l)
		return nil
	}, "--peer", name, "--data", x.dir, "--work", work)
	if errors.Is(err, peers.ErrAbsent) || errors.Is(err, peers.ErrLate) {
		b.Skip(called, "ingest", err.Error())
		return nil
	}
	return err
}

// take records one line.
func (b *Bench) take(l peerLine) {
	switch {
	case l.Note != "":
		b.Skip(l.Peer, l.What+", p50", l.Note)
	case l.Rate > 0:
		b.Add(report.Figure{Peer: l.Peer, Name: l.What, Value: l.Rate, Unit: "records/s"})
	case l.MB > 0:
		b.Add(report.Figure{Peer: l.Peer, Name: l.What, Value: l.MB, Unit: "MB"})
	default:
		took := make([]time.Duration, len(l.MS))
		for i, ms := range l.MS {
			took[i] = time.Duration(ms * float64(time.Millisecond))
		}
		b.Compare(l.Peer, l.What, took, l.Right)
	}
}
