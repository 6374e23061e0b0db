package vectorbench

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"unsafe"
)

// Truth is kept this deep.
const depth = 10

// A set is the vectors, the queries and the true neighbours of each query.
type set struct {
	name    string
	base    string // path of its files without their endings
	n, dim  int
	rows    []float32
	queries []float32
	truth   []uint32 // depth a query
}

func (s *set) row(i int) []float32   { return s.rows[i*s.dim : (i+1)*s.dim] }
func (s *set) query(i int) []float32 { return s.queries[i*s.dim : (i+1)*s.dim] }
func (s *set) asked() int            { return len(s.queries) / s.dim }

// load reads a set from dir, making what is missing.
func load(dir, name string, n, queries, dim int) (*set, error) {
	s := &set{name: name, n: n, dim: dim, base: filepath.Join(dir, fmt.Sprintf("%s-%d-%d", name, n, dim))}
	if _, err := os.Stat(s.base + ".rows"); errors.Is(err, os.ErrNotExist) {
		if err := s.generate(queries); err != nil {
			return nil, err
		}
	}
	var err error
	if s.rows, err = readValues[float32](s.base + ".rows"); err != nil {
		return nil, err
	}
	if s.queries, err = readValues[float32](s.base + ".queries"); err != nil {
		return nil, err
	}
	if len(s.rows) != n*dim || len(s.queries)%dim != 0 {
		return nil, fmt.Errorf("vectorbench: %s holds another set", s.base)
	}
	if s.truth, err = readValues[uint32](s.base + ".truth"); err == nil {
		return s, nil
	}
	s.truth = s.exact(func(int) bool { return true })
	return s, writeValues(s.base+".truth", s.truth)
}

// generate draws a set. Cluster k has a weight proportional to 1/sqrt(k+50).
//
//	A: 5,000 centres c = unit(N(0, I)); x = unit(c + 0.9 N(0, I)/sqrt(dim))
//	B: 2,000 centres m ~ N(0, I32); z = m + 0.6 N(0, I32); x = unit(Pz + 0.12 |Pz| N(0, I)/sqrt(dim)),
//	   P a Gaussian dim x 32 matrix
func (s *set) generate(queries int) error {
	r := rand.New(rand.NewPCG(42, uint64(s.name[0])))
	draw := newDrawer(r, s.name, s.dim)
	for _, part := range []struct {
		ending string
		n      int
	}{{".queries", queries}, {".rows", s.n}} {
		f, err := os.Create(s.base + part.ending)
		if err != nil {
			return err
		}
		w := bufio.NewWriterSize(f, 1<<20)
		for range part.n {
			if _, err := w.Write(bytesOf(draw())); err != nil {
				return err
			}
		}
		if err := errors.Join(w.Flush(), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// newDrawer returns a function that draws the next vector into one buffer.
func newDrawer(r *rand.Rand, name string, dim int) func() []float32 {
	clusters, inner, spread := 5000, dim, 0.9/math.Sqrt(float64(dim))
	if name == "B" {
		clusters, inner, spread = 2000, 32, 0.6
	}
	centres := make([][]float32, clusters)
	for k := range centres {
		centres[k] = normal(r, make([]float32, inner))
		if name == "A" {
			unit(centres[k])
		}
	}
	project := normal(r, make([]float32, inner*dim))
	weights := make([]float64, clusters)
	var total float64
	for k := range weights {
		total += 1 / math.Sqrt(float64(k+50))
		weights[k] = total
	}
	z, x := make([]float32, inner), make([]float32, dim)
	return func() []float32 {
		k, _ := slices.BinarySearch(weights, r.Float64()*total)
		for i := range z {
			z[i] = centres[min(k, clusters-1)][i] + float32(spread*r.NormFloat64())
		}
		if name == "A" {
			return unit(append(x[:0], z...))
		}
		return unit(lift(r, x, z, project))
	}
}

// lift maps z to x by the matrix and adds a little noise in all directions.
func lift(r *rand.Rand, x, z, project []float32) []float32 {
	clear(x)
	for l, v := range z {
		for i, p := range project[l*len(x) : (l+1)*len(x)] {
			x[i] += p * v
		}
	}
	noise := 0.12 * length(x) / math.Sqrt(float64(len(x)))
	for i := range x {
		x[i] += float32(noise * r.NormFloat64())
	}
	return x
}

func normal(r *rand.Rand, v []float32) []float32 {
	for i := range v {
		v[i] = float32(r.NormFloat64())
	}
	return v
}

func length(v []float32) float64 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	return math.Sqrt(sum)
}

func unit(v []float32) []float32 {
	scale := float32(1 / length(v))
	for i := range v {
		v[i] *= scale
	}
	return v
}

// exact finds the nearest rows that pass for every query, block by block so that rows stay in cache.
func (s *set) exact(pass func(row int) bool) []uint32 {
	const block = 512
	truth := make([]uint32, s.asked()*depth)
	var group sync.WaitGroup
	const workers = 2
	for w := range workers {
		group.Go(func() {
			tops := make([]nearest, s.asked())
			for from := 0; from < s.n; from += block {
				for q := w; q < len(tops); q += workers {
					for i := from; i < min(from+block, s.n); i++ {
						if pass(i) {
							tops[q].add(dot(s.query(q), s.row(i)), uint32(i))
						}
					}
				}
			}
			for q := w; q < len(tops); q += workers {
				copy(truth[q*depth:], tops[q].rows[:])
			}
		})
	}
	group.Wait()
	return truth
}

// nearest keeps the depth best rows.
type nearest struct {
	n      int
	scores [depth]float32
	rows   [depth]uint32
}

func (t *nearest) add(score float32, row uint32) {
	if t.n == depth && score <= t.scores[depth-1] {
		return
	}
	if t.n < depth {
		t.n++
	}
	i := t.n - 1
	for ; i > 0 && t.scores[i-1] < score; i-- {
		t.scores[i], t.rows[i] = t.scores[i-1], t.rows[i-1]
	}
	t.scores[i], t.rows[i] = score, row
}

func bytesOf[T any](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(v[0])))
}

func readValues[T any](path string) ([]T, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var zero T
	v := make([]T, len(b)/int(unsafe.Sizeof(zero)))
	if len(v) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	copy(bytesOf(v), b)
	return v, nil
}

func writeValues(path string, v []uint32) error {
	b, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, b, 0o600)
}
