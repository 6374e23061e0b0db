package vector_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

var id = vectortest.NumberedID

// fill upserts vecs as ids 0.. and waits for the graph.
func fill(t testing.TB, p *vector.Partition, vecs [][]float32) vectortest.Model {
	t.Helper()
	m := vectortest.Model{}
	for i, v := range vecs {
		require.NoError(t, p.Upsert(id(i), v))
		m[id(i)] = v
	}
	require.NoError(t, p.Settle(t.Context()))
	return m
}

func search(t testing.TB, p *vector.Partition, q []float32, opt vector.SearchOptions) []vector.Hit {
	t.Helper()
	hits, err := p.Search(t.Context(), q, opt)
	require.NoError(t, err)
	return hits
}

// recall is the mean recall of 50 queries.
func recall(t testing.TB, p *vector.Partition, m vectortest.Model, queries [][]float32, opt vector.SearchOptions) float64 {
	t.Helper()
	var sum float64
	for _, q := range queries {
		sum += vectortest.Recall(m.Search(q, 10, nil), search(t, p, q, opt))
	}
	return sum / float64(len(queries))
}

// The scan of codes gives exactly what a scan of floats gives, for vectors that crowd together too (900-01).
func TestExactScanIsExact(t *testing.T) {
	t.Parallel()
	for _, dim := range []int{3, 64, 200, 384} {
		for _, centres := range []int{1, 100} {
			t.Run(fmt.Sprintf("dim %d, %d centres", dim, centres), func(t *testing.T) {
				t.Parallel()
				p := open(t, "", vector.Options{Dim: dim})
				vecs := vectortest.Clustered(1, 4020, dim, centres)
				m := fill(t, p, vecs[:4000])
				for _, q := range vecs[4000:] {
					require.Equal(t, 1.0, vectortest.Recall(m.Search(q, 10, nil), search(t, p, q, vector.SearchOptions{})))
				}
			})
		}
	}
}

// What was saved is found again, in every form, with the watermark; and goes on growing (003-26).
func TestSaveAndOpen(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ n, limit int }{
		"empty": {0, 0}, "one": {1, 0}, "floats": {500, 0}, "codes": {3000, 0}, "graph": {2000/slow + 1000, 1000 / slow},
		"young graph": {1010 / slow, 1000 / slow},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "p")
			opt := vector.Options{Dim: 64, ExactLimit: c.limit, Seed: 9}
			p := open(t, path, opt)
			require.ErrorIs(t, p.Reason(), fs.ErrNotExist)
			vecs := vectortest.Clustered(1, c.n+400, 64, 20)
			fill(t, p, vecs[:c.n])
			for i := range 50 { // shared and deleted rows
				require.NoError(t, p.Upsert(id(100000+i), vecs[i%10]))
			}
			for i := 20; i < c.n/10; i++ {
				_, err := p.Delete(id(i))
				require.NoError(t, err)
			}
			require.NoError(t, p.Settle(t.Context()))
			require.NoError(t, p.Save(77))
			want := answers(t, p, vecs[c.n:c.n+20])
			wantIDs := slices.Collect(p.IDs())
			require.NoError(t, p.Close())

			q := open(t, path, opt)
			require.NoError(t, q.Reason())
			require.Equal(t, uint64(77), q.Watermark())
			require.Equal(t, wantIDs, slices.Collect(q.IDs()))
			require.Equal(t, want, answers(t, q, vecs[c.n:c.n+20]))

			later := vecs[c.n+10:]
			for i, v := range later {
				require.NoError(t, q.Upsert(id(200000+i), v))
			}
			require.NoError(t, q.Settle(t.Context()))
			for i, v := range later {
				require.Equal(t, id(200000+i), search(t, q, v, vector.SearchOptions{K: 1})[0].ID)
			}
		})
	}
}

func answers(t testing.TB, p *vector.Partition, queries [][]float32) (all [][]vector.Hit) {
	for _, q := range queries {
		all = append(all, search(t, p, q, vector.SearchOptions{}))
	}
	return all
}

// Rows written after the last save and lost with the process are not there, and what was saved is (I1 has the
// ledger replay them).
func TestUnsavedRowsAreForgotten(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "p")
	opt := vector.Options{Dim: 64, ExactLimit: 1000}
	vecs := vectortest.Clustered(1, 3500, 64, 20)
	p := open(t, path, opt)
	m := fill(t, p, vecs[:3000])
	require.NoError(t, p.Save(1))
	fill(t, p, vecs)
	for i := range 1000 {
		_, err := p.Delete(id(i))
		require.NoError(t, err)
	}
	require.NoError(t, p.Close()) // no save: as good as a crash, the float file has the new rows
	q := open(t, path, opt)
	require.NoError(t, q.Reason())
	require.Equal(t, 3000, q.Len())
	require.GreaterOrEqual(t, recall(t, q, m, vecs[3000:3050], vector.SearchOptions{}), 0.98)
	m = fill(t, q, vecs) // the replay
	require.GreaterOrEqual(t, recall(t, q, m, vecs[3400:3450], vector.SearchOptions{}), 0.98)
	require.NoError(t, q.Save(2))
	require.NoError(t, q.Close())
	require.NoError(t, open(t, path, opt).Reason())
}

// A partition that was saved without a vector is opened as it was: nothing is applied to it again (V7).
func TestSavedEmpty(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "p")
	p := open(t, path, vector.Options{Dim: 64})
	require.NoError(t, p.Upsert(id(1), vectortest.Clustered(1, 1, 64, 1)[0]))
	_, err := p.Delete(id(1))
	require.NoError(t, err)
	require.NoError(t, p.Save(9))
	require.NoError(t, p.Close())
	p = open(t, path, vector.Options{Dim: 64})
	require.NoError(t, p.Reason())
	require.EqualValues(t, 9, p.Watermark())
	require.Zero(t, p.Len())
	require.NoError(t, p.Close())
}

// A float file is made anew and not cut short: one that was replaced may still be mapped by whoever has it open, and
// what is read behind the end of a file ends the process.
func TestReclaimCutsNoFileShort(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "p")
	p := open(t, path, vector.Options{Dim: 64})
	fill(t, p, vectortest.Clustered(1, 600, 64, 20))
	require.NoError(t, p.Save(1))
	require.FileExists(t, path+".1.floats")
	require.NoError(t, os.WriteFile(path+".2.floats", []byte("read by another"), 0o600))
	other, err := os.Open(path + ".2.floats")
	require.NoError(t, err)
	defer other.Close()
	_, err = p.Delete(id(1))
	require.NoError(t, err)
	p.Purge()
	require.NoError(t, p.Save(2))
	require.FileExists(t, path+".2.floats")
	info, err := other.Stat()
	require.NoError(t, err)
	require.EqualValues(t, len("read by another"), info.Size())
	require.NoError(t, p.Close())
}

// Vectors of another model, dimension, seed or shape are never read (I11). See 000-12.
func TestForeign(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "p")
	p := open(t, path, vector.Options{Model: "a", Dim: 64})
	fill(t, p, vectortest.Clustered(1, 2500, 64, 5))
	require.NoError(t, p.Save(5))
	require.NoError(t, p.Close())
	for name, opt := range map[string]vector.Options{
		"model": {Model: "b", Dim: 64}, "dimension": {Model: "a", Dim: 65}, "seed": {Model: "a", Dim: 64, Seed: 1},
		"links": {Model: "a", Dim: 64, M: 8}, "owner": {Model: "a", Owner: "b", Dim: 64},
	} {
		q := open(t, path, opt)
		require.ErrorIs(t, q.Reason(), vector.ErrForeign, name)
		require.Zero(t, q.Len(), name)
		require.Zero(t, q.Watermark(), name)
	}
	require.NoError(t, open(t, path, vector.Options{Model: "a", Dim: 64}).Reason(), "looking does not harm")
}

// The graph depends on the seed and the order of upserts alone (V6, I10).
func TestGraphIsDeterministic(t *testing.T) {
	t.Parallel()
	vecs := vectortest.Clustered(1, 3000/slow, 64, 30)
	var files [][]byte
	for _, workers := range []int{1, 2, 7} {
		path := filepath.Join(t.TempDir(), "p")
		p := open(t, path, vector.Options{Dim: 64, ExactLimit: 500 / slow, Workers: workers, Seed: 3})
		fill(t, p, vecs)
		require.NoError(t, p.Save(1))
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		files = append(files, b)
	}
	require.True(t, bytes.Equal(files[0], files[1]))
	require.True(t, bytes.Equal(files[0], files[2]))
}

// Deleting much, and all of one neighbourhood, leaves recall where it was (900-01).
func TestDeletes(t *testing.T) {
	t.Parallel()
	const n = 6000 / slow
	vecs := vectortest.Clustered(1, n+100, 96, 40)
	queries := vecs[n : n+50]
	p := open(t, filepath.Join(t.TempDir(), "p"), vector.Options{Dim: 96, ExactLimit: 500 / slow})
	m := fill(t, p, vecs[:n])
	fresh := recall(t, p, m, queries, vector.SearchOptions{})
	require.GreaterOrEqual(t, fresh, 0.98)
	gone := m.Search(queries[0], n/20, nil)
	for _, h := range gone { // a whole neighbourhood
		_, err := p.Delete(h.ID)
		require.NoError(t, err)
		delete(m, h.ID)
	}
	require.Len(t, search(t, p, queries[0], vector.SearchOptions{}), 10)
	require.GreaterOrEqual(t, recall(t, p, m, queries[:1], vector.SearchOptions{Ef: 256}), 0.9)
	for _, share := range []int{5, 3, 2} {
		for i := range n {
			if i%share == 0 {
				_, err := p.Delete(id(i))
				require.NoError(t, err)
				delete(m, id(i))
			}
		}
		require.NoError(t, p.Settle(t.Context()))
		require.GreaterOrEqual(t, recall(t, p, m, queries, vector.SearchOptions{}), fresh-0.01, "one in %d", share)
	}
	require.NoError(t, p.Save(1))
	st := p.Stats()
	require.Zero(t, st.Tombstones, "a save reclaims")
	require.Equal(t, len(m), st.IDs)
	require.GreaterOrEqual(t, recall(t, p, m, queries, vector.SearchOptions{}), fresh-0.01)
	for i := range n { // down to one
		if i != 1 {
			_, err := p.Delete(id(i))
			require.NoError(t, err)
		}
	}
	require.NoError(t, p.Settle(t.Context()))
	require.Equal(t, id(1), search(t, p, vecs[1], vector.SearchOptions{})[0].ID)
	require.Len(t, search(t, p, queries[0], vector.SearchOptions{}), 1)
	_, err := p.Delete(id(1))
	require.NoError(t, err)
	require.Empty(t, search(t, p, queries[0], vector.SearchOptions{}))
	m = fill(t, p, vecs[:n])
	require.GreaterOrEqual(t, recall(t, p, m, queries, vector.SearchOptions{}), fresh-0.01, "and back again")
}

// After Purge and Save no file holds a deleted vector's bytes (I9).
func TestPurge(t *testing.T) {
	t.Parallel()
	for _, n := range []int{100, 3000} {
		dir := t.TempDir()
		p := open(t, filepath.Join(dir, "p"), vector.Options{Dim: 64, ExactLimit: 1000})
		vecs := vectortest.Clustered(1, n, 64, 5)
		fill(t, p, vecs)
		require.NoError(t, p.Save(1))
		unit, ok := p.Vector(id(42))
		require.True(t, ok)
		require.True(t, inFiles(t, dir, unit))
		_, err := p.Delete(id(42))
		require.NoError(t, err)
		p.Purge()
		require.NoError(t, p.Save(2))
		require.False(t, inFiles(t, dir, unit))
		require.Equal(t, n-1, p.Len())
	}
}

func inFiles(t testing.TB, dir string, v []float32) bool {
	want, err := binary.Append(nil, binary.LittleEndian, v)
	require.NoError(t, err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		return bytes.Contains(b, want[:64])
	})
}

// A vector is found right after Upsert, linked or not, and its id moves with it.
func TestReadYourWrites(t *testing.T) {
	t.Parallel()
	p := open(t, "", vector.Options{Dim: 64, ExactLimit: 100})
	vecs := vectortest.Clustered(1, 3000/slow, 64, 30)
	for i, v := range vecs {
		require.NoError(t, p.Upsert(id(i%200), v))
		if i%7 == 0 {
			hit := search(t, p, v, vector.SearchOptions{K: 1})[0]
			require.Equal(t, id(i%200), hit.ID)
			require.InDelta(t, 1, hit.Score, 1e-5)
		}
	}
	require.Equal(t, 200, p.Len())
}

// Scores, Vector and Has answer for given ids.
func TestScores(t *testing.T) {
	t.Parallel()
	p := open(t, "", vector.Options{Dim: 20})
	vecs := vectortest.Clustered(1, 100, 20, 5)
	fill(t, p, vecs)
	scores, err := p.Scores(vecs[0], []vector.ID{id(5), id(1 << 20), id(0)})
	require.NoError(t, err)
	require.InDelta(t, vectortest.Cosine(vecs[0], vecs[5]), scores[0], 1e-6)
	require.True(t, math.IsNaN(float64(scores[1])))
	require.InDelta(t, 1, scores[2], 1e-6)
	_, err = p.Scores(vecs[0][:3], nil)
	require.ErrorIs(t, err, vector.ErrDimension)
	v, ok := p.Vector(id(5))
	require.True(t, ok)
	require.InDelta(t, 1, vectortest.Cosine(v, vecs[5]), 1e-6)
	_, ok = p.Vector(id(1 << 20))
	require.False(t, ok)
	require.True(t, p.Has(id(5)))
	require.False(t, p.Has(id(1<<20)))
}

// Every dimension of the range is served.
func TestDimensions(t *testing.T) {
	t.Parallel()
	for _, dim := range []int{1, 2, 15, 17, 63, 64, 65, 127, 129, 1000, 1536, 4096} {
		p := open(t, "", vector.Options{Dim: dim, ExactLimit: 20})
		vecs := vectortest.Clustered(1, 60, dim, 60)
		fill(t, p, vecs)
		for i, v := range vecs {
			hits := search(t, p, v, vector.SearchOptions{K: 60})
			at := slices.IndexFunc(hits, func(h vector.Hit) bool { return h.ID == id(i) })
			require.GreaterOrEqual(t, at, 0, "dim %d", dim)
			require.InDelta(t, 1, hits[at].Score, 1e-5)
		}
	}
}

// Options out of range are named.
func TestOptions(t *testing.T) {
	t.Parallel()
	for field, opt := range map[string]vector.Options{
		"Model": {Dim: 3}, "Dim": {Model: "m"}, "Dim ": {Model: "m", Dim: 4097}, "M": {Model: "m", Dim: 3, M: 1},
		"EfConstruction": {Model: "m", Dim: 3, EfConstruction: 2}, "Workers": {Model: "m", Dim: 3, Workers: -1},
		"ExactLimit": {Model: "m", Dim: 3, ExactLimit: -1},
	} {
		_, err := vector.Open("", opt)
		require.ErrorIs(t, err, vector.ErrOption)
		require.ErrorContains(t, err, field)
	}
}

// An agent with a hundred vectors costs its vectors and little more, and one file.
func TestSmallPartitionIsSmall(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := open(t, filepath.Join(dir, "p"), vector.Options{Dim: 256})
	fill(t, p, vectortest.Clustered(1, 100, 256, 5))
	require.NoError(t, p.Save(1))
	require.Less(t, p.Bytes(), int64(300<<10))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	require.NoError(t, p.Close())
	require.NoError(t, vector.Remove(filepath.Join(dir, "p")))
	entries, err = os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

// Thousands of small agents cost their vectors and a little, and no goroutine or file handle (900-04).
func TestManySmallPartitions(t *testing.T) {
	const partitions, vectors, dim = 1000, 10, 64
	vecs := vectortest.Clustered(1, vectors, dim, 3)
	goroutines := runtime.NumGoroutine()
	before := heap()
	all := make([]*vector.Partition, partitions)
	for i := range all {
		all[i] = open(t, "", vector.Options{Dim: dim})
		for j, v := range vecs {
			require.NoError(t, all[i].Upsert(id(j), v))
		}
		search(t, all[i], vecs[0], vector.SearchOptions{})
	}
	require.LessOrEqual(t, runtime.NumGoroutine(), goroutines)
	each := (heap() - before) / partitions
	require.Less(t, each, int64(vectors*dim*4+12<<10), "bytes a partition")
	require.Len(t, search(t, all[partitions-1], vecs[0], vector.SearchOptions{}), vectors)
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Thousands of vectors whose codes are equal though they are not do not cut the others off.
func TestNearlyEqualVectors(t *testing.T) {
	t.Parallel()
	const n, copies = 4000 / slow, 2000 / slow
	vecs := vectortest.Clustered(1, n+50, 96, 40)
	p := open(t, "", vector.Options{Dim: 96, ExactLimit: 200})
	m := vectortest.Model{}
	for i := range n {
		v := slices.Clone(vecs[i])
		if i%(n/copies) == 0 {
			v = slices.Clone(vecs[0])
			v[i%96] += 1e-4 * float32(i)
		}
		require.NoError(t, p.Upsert(id(i), v))
		m[id(i)] = v
	}
	require.NoError(t, p.Settle(t.Context()))
	require.GreaterOrEqual(t, recall(t, p, m, vecs[n:], vector.SearchOptions{}), 0.98)
	hits := search(t, p, vecs[0], vector.SearchOptions{K: 100})
	require.Len(t, hits, 100)
	require.Greater(t, hits[99].Score, float32(0.99))
}

// A set of ids too large to look up one by one is found by every form all the same.
func TestLargeSet(t *testing.T) {
	t.Parallel()
	vecs := vectortest.Clustered(1, 4520, 64, 40)
	var ids []vector.ID
	for i := range 4500 {
		if i%5 < 3 {
			ids = append(ids, id(i))
		}
	}
	in := func(id vector.ID) bool { return binary.BigEndian.Uint64(id[8:])%5 < 3 }
	for _, limit := range []int{0, 500} {
		p := open(t, "", vector.Options{Dim: 64, ExactLimit: limit})
		m := fill(t, p, vecs[:4500])
		var sum float64
		for _, q := range vecs[4500:] {
			hits := search(t, p, q, vector.SearchOptions{Filter: vector.Among(ids)})
			for _, h := range hits {
				require.True(t, in(h.ID))
			}
			sum += vectortest.Recall(m.Search(q, 10, in), hits)
		}
		require.GreaterOrEqual(t, sum/20, 0.98, "limit %d", limit)
	}
}
