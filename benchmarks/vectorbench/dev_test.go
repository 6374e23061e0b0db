package vectorbench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/internal/vector"
)

func envInt(name string, def int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return def
}

// small set A: clusters of 200
func smallA(n int) *set {
	dim := 384
	s := &set{name: "A", n: n, dim: dim, base: filepath.Join("/tmp/vk", fmt.Sprintf("a%d-%d", n, envInt("PER",200)))}
	r := rand.New(rand.NewPCG(42, 1))
	centres := make([][]float32, n/envInt("PER",200))
	for k := range centres {
		centres[k] = unit(normal(r, make([]float32, dim)))
	}
	draw := func() []float32 {
		x := make([]float32, dim)
		c := centres[r.IntN(len(centres))]
		for i := range x {
			x[i] = c[i] + float32(0.9/19.5959*r.NormFloat64())
		}
		return unit(x)
	}
	for range 1000 {
		s.queries = append(s.queries, draw()...)
	}
	for range n {
		s.rows = append(s.rows, draw()...)
	}
	if b, err := readValues[uint32](s.base + ".truth"); err == nil {
		s.truth = b
		return s
	}
	s.truth = s.exact(func(int) bool { return true })
	_ = writeValues(s.base+".truth", s.truth)
	return s
}

func devSet(t *testing.T) *set {
	name := os.Getenv("SET")
	if name == "small" {
		return smallA(envInt("N", 200_000))
	}
	s, err := load("/tmp/vk", name, envInt("N", 1_000_000), 1000, 384)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func devOpen(t *testing.T, s *set) *vector.Partition {
	tag := os.Getenv("TAG")
	path := s.base + tag + ".partition"
	opt := vector.Options{Model: "bench", Dim: s.dim, M: envInt("M", 0), EfConstruction: envInt("EFC", 0), Seed: 1}
	p, err := vector.Open(path, opt)
	if err != nil {
		t.Fatal(err)
	}
	if p.Len() == s.n {
		return p
	}
	t.Log("building", p.Reason())
	cpu := cputime.Used()
	start := time.Now()
	for i := range s.n {
		if err := p.Upsert(numbered(i), s.row(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := p.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Logf("built in %v, CPU us a row %.1f, bytes %d MB", time.Since(start), us(cputime.Used()-cpu)/float64(s.n), p.Stats().Bytes>>20)
	if err := p.Save(1); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDevCurve(t *testing.T) {
	s := devSet(t)
	p := devOpen(t, s)
	defer p.Close()
	for _, up := range strings.Split(os.Getenv("UPS"), ",") {
	vector.DevUpper, _ = strconv.Atoi(up)
	t.Log("upper", up)
	for _, e := range strings.Split(os.Getenv("EFS"), ",") {
		ef, _ := strconv.Atoi(e)
		ask := index(p, vector.SearchOptions{Ef: ef})
		m, err := s.measure(t.Context(), s.truth, ask)
		if err != nil {
			t.Fatal(err)
		}
		// distribution of hits
		var hist [11]int
		for q := range s.asked() {
			rows, _ := ask(t.Context(), s.query(q), nil)
			right := 0
			for _, r := range rows {
				for _, w := range s.truth[q*depth : (q+1)*depth] {
					if w == r {
						right++
					}
				}
			}
			hist[right]++
		}
		if ef > 0 {
		t.Logf("ef %d: recall %.4f p50 %.0f us cpu %.0f us hist %v", ef, m.recall, us(m.p50), us(m.cpu), hist)
	}
	}
	}
}

func TestDevGenerate(t *testing.T) {
	t.Log(len(devSet(t).truth))
}
