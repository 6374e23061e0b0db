package vector_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

// A store is the files of one saved partition.
type store struct {
	opt     vector.Options
	files   map[string][]byte
	vecs    [][]float32
	answers [][]vector.Hit
	older   map[string][]byte // the same partition, saved earlier
}

const queries = 10

// newStore saves a partition twice, with n rows at last.
func newStore(t testing.TB, n, limit int) store {
	dir := t.TempDir()
	s := store{opt: vector.Options{Model: "m", Dim: 64, ExactLimit: limit, Seed: 4}}
	s.vecs = vectortest.Clustered(1, n+queries, 64, 20)
	p := open(t, filepath.Join(dir, "p"), s.opt)
	fill(t, p, s.vecs[:n/2])
	require.NoError(t, p.Save(1))
	s.older = readDir(t, dir)
	fill(t, p, s.vecs[:n])
	for i := range n / 20 {
		_, err := p.Delete(id(i * 3))
		require.NoError(t, err)
		require.NoError(t, p.Upsert(id(n+i), s.vecs[i*3+1]))
	}
	require.NoError(t, p.Settle(t.Context()))
	require.NoError(t, p.Save(2))
	s.answers = answers(t, p, s.vecs[n:])
	s.files = readDir(t, dir)
	require.NoError(t, p.Close())
	return s
}

func readDir(t testing.TB, dir string) map[string][]byte {
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = b
	}
	return files
}

// damage changes files in one of the ways in which disks and people do, and says how.
func (s store) damage(r *rand.Rand, files map[string][]byte) string {
	name := slices.Sorted(func(yield func(string) bool) {
		for n := range files {
			if !yield(n) {
				return
			}
		}
	})[r.IntN(len(files))]
	b := slices.Clone(files[name])
	at := r.IntN(len(b))
	if r.IntN(3) == 0 {
		at = r.IntN(min(400, len(b))) // the header, more often than its length would have it
	}
	how := ""
	switch r.IntN(9) {
	case 0, 1:
		b[at] ^= 1 << r.IntN(8)
		how = "bit"
	case 2:
		clear(b[at : at+min(4096, len(b)-at)])
		how = "zeroed page"
	case 3:
		b = b[:at]
		how = "cut"
	case 4:
		for i := range b[at : at+min(512, len(b)-at)] {
			b[at+i] = byte(r.Uint32())
		}
		how = "garbage"
	case 5:
		other := r.IntN(len(b))
		n := min(4096, len(b)-at, len(b)-other)
		page := slices.Clone(b[at : at+n])
		copy(b[at:], b[other:other+n])
		copy(b[other:], page)
		how = "swapped pages"
	case 6:
		delete(files, name)
		return name + " missing"
	case 7:
		if old, ok := s.older[name]; ok {
			b = slices.Clone(old)
		}
		how = "older file"
	case 8:
		b = append(b, b[at:]...)
		how = "longer file"
	}
	files[name] = b
	return fmt.Sprintf("%s: %s at %d", name, how, at)
}

// 500 damaged variants of small, coded and linked partitions open without panic, and either answer exactly as
// the undamaged one did (or as the older one, where that was put back whole) or start empty and say why. An empty
// one fills again.
func TestDamage(t *testing.T) {
	t.Parallel()
	const variants = 500 / slow
	for name, c := range map[string]struct{ n, limit, share int }{
		"floats": {300, 0, 3}, "codes": {2500, 0, 6}, "graph": {2500, 1000, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t, c.n, c.limit)
			dir := t.TempDir()
			empty := 0
			for v := range variants/c.share + 1 {
				r := rand.New(rand.NewPCG(uint64(v), 1))
				files := map[string][]byte{}
				for n, b := range s.files {
					files[n] = b
				}
				how := s.damage(r, files)
				require.NoError(t, os.RemoveAll(dir))
				require.NoError(t, os.Mkdir(dir, 0o700))
				for n, b := range files {
					require.NoError(t, os.WriteFile(filepath.Join(dir, n), b, 0o600))
				}
				if s.survives(t, filepath.Join(dir, "p"), c.n, how) {
					empty++
				}
			}
			require.Greater(t, empty, variants/c.share/2, "most damage must be found")
		})
	}
}

// survives opens a damaged partition, checks what it says, and reports whether it was empty.
func (s store) survives(t *testing.T, path string, n int, how string) (empty bool) {
	p, err := vector.Open(path, s.opt)
	require.NoError(t, err, how)
	defer func() { require.NoError(t, p.Close()) }()
	switch {
	case p.Reason() != nil:
		require.Zero(t, p.Watermark(), how)
		require.Zero(t, p.Len(), how)
		require.True(t, isReason(p.Reason()), "%s: %v", how, p.Reason())
		require.NoError(t, p.Upsert(id(1), s.vecs[1]), how)
		require.NoError(t, p.Save(9), how)
		require.Len(t, search(t, p, s.vecs[0], vector.SearchOptions{}), 1, how)
		return true
	case p.Watermark() == 1:
		require.Equal(t, n/2, p.Len(), how)
	default:
		require.Equal(t, uint64(2), p.Watermark(), how)
		require.Equal(t, s.answers, answers(t, p, s.vecs[n:]), how)
	}
	return false
}

func isReason(err error) bool {
	return errors.Is(err, vector.ErrDamaged) || errors.Is(err, vector.ErrForeign) || errors.Is(err, fs.ErrNotExist)
}

// A newer format is foreign, not damaged.
func TestNewerFormat(t *testing.T) {
	t.Parallel()
	s := newStore(t, 50, 0)
	path := filepath.Join(t.TempDir(), "p")
	b := slices.Clone(s.files["p"])
	binary.LittleEndian.PutUint32(b[8:], 1000)
	require.NoError(t, os.WriteFile(path, b, 0o600))
	require.ErrorIs(t, open(t, path, s.opt).Reason(), vector.ErrForeign)
}

// A directory where the snapshot should be is an error that no replay repairs.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	_, err := vector.Open(t.TempDir(), vector.Options{Model: "m", Dim: 3})
	require.Error(t, err)
}

// forge makes the checksums of a snapshot right, so that what the bytes say is looked at.
func forge(b []byte) []byte {
	const entries, entry = 11, 24
	if len(b) < 16+entries*entry+4 {
		return b
	}
	table := crc32.MakeTable(crc32.Castagnoli)
	for i := range entries {
		e := b[16+i*entry:]
		at, n := binary.LittleEndian.Uint64(e[8:]), binary.LittleEndian.Uint64(e[16:])
		if at <= uint64(len(b)) && n <= uint64(len(b))-at {
			binary.LittleEndian.PutUint32(e, crc32.Checksum(b[at:at+n], table))
		}
	}
	header := b[:16+entries*entry]
	binary.LittleEndian.PutUint32(b[len(header):], crc32.Checksum(header, table))
	return b
}

// fuzzSeed saves n vectors, with a graph if n is more than fuzzLimit, and returns the files.
func fuzzSeed(f *testing.F, n int) map[string][]byte {
	dir := f.TempDir()
	p := open(f, filepath.Join(dir, "p"), fuzzOptions)
	for i, v := range vectortest.Clustered(1, n, 64, 3) {
		require.NoError(f, p.Upsert(id(i), v))
		require.NoError(f, p.Upsert(id(1000+i%5), v))
	}
	require.NoError(f, p.Settle(f.Context()))
	require.NoError(f, p.Save(1))
	return readDir(f, dir)
}

var fuzzOptions = vector.Options{Model: "m", Dim: 64, ExactLimit: 40}

// Whatever a snapshot says, with true checksums too, opening it does not panic and searching it does not leave
// its memory.
func FuzzSnapshot(f *testing.F) {
	for _, n := range []int{0, 20, 60} {
		b := fuzzSeed(f, n)["p"]
		f.Add(b, false)
		f.Add(b, true)
	}
	floats := fuzzSeed(f, 60)["p.1.floats"]
	query := vectortest.Clustered(1, 1, 64, 3)[0]
	f.Fuzz(func(t *testing.T, b []byte, forged bool) {
		if forged {
			b = forge(slices.Clone(b))
		}
		path := filepath.Join(t.TempDir(), "p")
		require.NoError(t, os.WriteFile(path, b, 0o600))
		require.NoError(t, os.WriteFile(path+".1.floats", floats, 0o600))
		p := open(t, path, fuzzOptions)
		for _, k := range []int{1, 100} {
			_, err := p.Search(t.Context(), query, vector.SearchOptions{K: k})
			require.NoError(t, err)
		}
		require.NoError(t, p.Upsert(id(1), query))
		_, err := p.Delete(id(2))
		require.NoError(t, err)
		p.Purge()
		require.NoError(t, p.Save(2))
	})
}
