package vectorbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/peers"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// pythonPeers are the engines of the script for vectors.
func pythonPeers() []string { return []string{"hnswlib", "usearch", "faiss"} }

// beside measures the peers on the same set, and how many times each is beaten: at equal recall and, as the worst of
// all that it reached, at every recall.
func (b *bench) beside(ctx context.Context, own curve, built spent) error {
	for _, name := range b.Peers {
		var theirs curve
		var err error
		var took spent
		if slices.Contains(pythonPeers(), name) {
			theirs, took, err = b.python(ctx, name)
		} else {
			theirs, took, err = b.inGo(ctx, name)
		}
		switch {
		case errors.Is(err, peers.ErrAbsent), errors.Is(err, peers.ErrLate):
			b.Skip(name, b.called(level(.99)+", p50"), err.Error())
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		if len(theirs.points) > 0 {
			b.record(theirs)
			b.compare(name, own, theirs)
		}
		if took.wall > 0 {
			b.Add(report.Figure{Peer: theirs.peer, Name: b.called("build"), Value: took.wall.Seconds(), Unit: "s"})
			b.Add(report.Figure{Peer: theirs.peer, Name: b.called("build, processor time of one"), Value: us(took.cpu) / float64(b.n), Unit: "us"})
			b.Note(b.called("build beside "+name), built.times(took), "times")
		}
	}
	return nil
}

// compare records how many times Lukasa's processor time a peer takes.
func (b *bench) compare(name string, own, theirs curve) {
	for _, recall := range levels {
		mine, ok := own.reaching(recall)
		other, reached := theirs.reaching(recall)
		if ok && reached {
			b.Note(b.called(level(recall)+" beside "+name), other.cost()/mine.cost(), "times")
		}
	}
	least, any := 0.0, false
	for _, m := range theirs.points {
		mine, ok := own.reaching(m.recall)
		if ok && (!any || m.cost()/mine.cost() < least) {
			least, any = m.cost()/mine.cost(), true
		}
	}
	if any {
		b.Note(b.called("at least, beside "+name), least, "times")
	}
}

// A peerLine is one line of the peers' script.
type peerLine struct {
	Engine string
	BuildS float64 `json:"build_s"`
	// BuildCPU is the processor time of one vector.
	BuildCPU float64 `json:"build_cpu_us"`
	Ef       int
	Recall   float64
	P50      float64 `json:"p50_us"`
	P99      float64 `json:"p99_us"`
	QPS      float64
	CPU      float64 `json:"cpu_us"`
}

func (l peerLine) measurement() measurement {
	took := func(us float64) time.Duration { return time.Duration(us * 1e3) }
	return measurement{ef: l.Ef, recall: l.Recall, p50: took(l.P50), p99: took(l.P99), qps: l.QPS, cpu: took(l.CPU)}
}

// python measures one engine of the script. What it measured before it was late counts.
func (b *bench) python(ctx context.Context, name string) (c curve, built spent, err error) {
	m, construction := b.M, b.EfConstruction
	if m == 0 {
		m = 16
	}
	if construction == 0 {
		construction = 100
	}
	efs := make([]string, len(b.Efs))
	for i, ef := range b.Efs {
		efs[i] = strconv.Itoa(ef)
	}
	p := peers.Python{Interpreter: b.Python, Dir: filepath.Join(b.Dir, "peers"), Limit: b.Limit}
	err = p.Run(ctx, "vector", func(line []byte) error {
		var l peerLine
		if err := json.Unmarshal(line, &l); err != nil || l.Engine == "" {
			return nil //nolint:nilerr // what a library prints on its own
		}
		c.peer = l.Engine
		if l.Ef == 0 {
			built = spent{time.Duration(l.BuildS * 1e9), time.Duration(l.BuildCPU * 1e3 * float64(b.n))}
			return nil
		}
		c.points = append(c.points, l.measurement())
		fmt.Fprintf(b.w, "| %s | %d | %s |\n", l.Engine, l.Ef, l.measurement())
		return nil
	}, "--engine", name, "--base", b.base, "--dim", strconv.Itoa(b.dim), "--efs", strings.Join(efs, ","),
		"--m", strconv.Itoa(m), "--ef-construction", strconv.Itoa(construction))
	return c, built, err
}
