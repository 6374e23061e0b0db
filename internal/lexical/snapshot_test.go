package lexical_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/lexical"
)

func randomIndex(t testing.TB, path string, n int) *lexical.Index {
	t.Helper()
	x, err := lexical.Open(path, lexical.Options{})
	require.NoError(t, err)
	putRandom(t, x, rand.New(rand.NewPCG(3, 4)), n)
	return x
}

func putRandom(t testing.TB, x *lexical.Index, rng *rand.Rand, n int) {
	t.Helper()
	for i := range n {
		d := randomDoc(rng.IntN)
		d.ID = id(i + 1)
		d.Body += fmt.Sprint(" word", i)
		if d.Prev == d.ID || d.Next == d.ID {
			d.Prev, d.Next = lexical.ID{}, lexical.ID{}
		}
		require.NoError(t, x.Put(d))
	}
}

func answers(t testing.TB, x *lexical.Index) (all [][]lexical.Hit) {
	t.Helper()
	for _, q := range []string{"disk full", "kernel panic the", "delivery", "cafe", "茶", "bar.go", "jan 3", "word7 word8", "ana"} {
		hits, err := x.Search(context.Background(), lexical.Query{Text: q}, lexical.SearchOptions{K: 20})
		require.NoError(t, err)
		all = append(all, hits)
	}
	return all
}

func TestSnapshotAnswersAlike(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "words")
	x := randomIndex(t, path, 600)
	require.NotEmpty(t, x.Reason())
	require.Zero(t, x.Watermark())
	require.NoError(t, x.Save(77))
	require.EqualValues(t, 77, x.Watermark())
	y, err := lexical.Open(path, lexical.Options{})
	require.NoError(t, err)
	require.Empty(t, y.Reason())
	require.EqualValues(t, 77, y.Watermark())
	require.Equal(t, x.Len(), y.Len())
	require.Equal(t, answers(t, x), answers(t, y))
	require.InDelta(t, float64(x.Bytes()), float64(y.Bytes()), 0.5*float64(x.Bytes()))

	other, err := lexical.Open(path, lexical.Options{Language: "de"})
	require.NoError(t, err)
	require.NotEmpty(t, other.Reason(), "words were read for another default language")
	require.Zero(t, other.Len())

	params := lexical.DefaultParams()
	params.K1, params.Fields[lexical.Body].Weight = 2, 3
	retuned, err := lexical.Open(path, lexical.Options{Params: &params})
	require.NoError(t, err)
	require.Empty(t, retuned.Reason(), "constants may change between restarts")
	tuned := put(t, lexical.Options{Params: &params})
	rng := rand.New(rand.NewPCG(3, 4))
	putRandom(t, tuned, rng, 600)
	require.Equal(t, answers(t, tuned), answers(t, retuned))

	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.tmp"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// A damaged, torn, foreign or old snapshot gives an empty index with a reason, never a panic and never a wrong answer (L4).
func TestDamagedSnapshots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "words")
	x := randomIndex(t, path, 300)
	require.NoError(t, x.Save(5))
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, x.Delete(id(3)))
	require.NoError(t, x.Save(6))
	newer, err := os.ReadFile(path)
	require.NoError(t, err)

	rng := rand.New(rand.NewPCG(5, 6))
	damage := []func([]byte) []byte{
		func(b []byte) []byte { return b[:rng.IntN(len(b))] },
		func(b []byte) []byte { b[rng.IntN(len(b))] ^= 1 << rng.IntN(8); return b },
		func(b []byte) []byte { b[rng.IntN(min(len(b), 60))]++; return b },
		func(b []byte) []byte { i := rng.IntN(len(b)); clear(b[i:min(len(b), i+1+rng.IntN(4096))]); return b },
		func(b []byte) []byte { return append(b, b[:1+rng.IntN(100)]...) },
		func(b []byte) []byte { i := rng.IntN(len(b) - 1); return append(b[:i], b[i+1:]...) },
		func(b []byte) []byte { i := rng.IntN(len(b)); return append(b[:i:i], newer[min(i, len(newer)):]...) },
		func(b []byte) []byte {
			i, j := rng.IntN(len(b)-64), rng.IntN(len(b)-64)
			copy(b[i:i+64], b[j:j+64])
			return b
		},
		func(b []byte) []byte { b[7]--; return b },
		func([]byte) []byte { return []byte("SQLite format 3\x00 and so on") },
	}
	bad := filepath.Join(dir, "bad")
	for i := range 500 {
		b := damage[i%len(damage)](bytes.Clone(good))
		if bytes.Equal(b, good) {
			continue
		}
		require.NoError(t, os.WriteFile(bad, b, 0o600))
		y, err := lexical.Open(bad, lexical.Options{})
		require.NoError(t, err)
		if bytes.Equal(b, newer) {
			continue
		}
		require.NotEmpty(t, y.Reason(), "variant %d", i)
		require.Zero(t, y.Len())
		require.Zero(t, y.Watermark())
		require.NoError(t, y.Put(lexical.Doc{ID: id(1), Body: "fresh start"}))
		require.Equal(t, ids(1), search(t, y, lexical.Query{Text: "fresh"}))
	}
}

// TestSnapshotOfAnother: a sound snapshot of another owner is not loaded.
func TestSnapshotOfAnother(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "words")
	for _, owner := range []string{"ana", "bo"} {
		x, err := lexical.Open(path, lexical.Options{Owner: owner})
		require.NoError(t, err)
		require.Zero(t, x.Len())
		require.NotEmpty(t, x.Reason())
		putRandom(t, x, rand.New(rand.NewPCG(3, 4)), 20)
		require.NoError(t, x.Save(1))
		require.NoError(t, x.Close())
		again, err := lexical.Open(path, lexical.Options{Owner: owner})
		require.NoError(t, err)
		require.Equal(t, 20, again.Len())
	}
}

func TestUnreadableSnapshotIsAnError(t *testing.T) {
	t.Parallel()
	_, err := lexical.Open(t.TempDir(), lexical.Options{}) // a directory
	require.Error(t, err)
	x, err := lexical.Open(filepath.Join(t.TempDir(), "no", "such", "dir"), lexical.Options{})
	require.NoError(t, err)
	require.Error(t, x.Save(1))
	require.Zero(t, x.Watermark())
	require.ErrorIs(t, put(t, lexical.Options{}).Save(1), lexical.ErrInvalid)
}

// Nothing of a deleted record is in the next snapshot (L5, I9).
func TestDeletedWordsLeaveTheSnapshot(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "words")
	x := randomIndex(t, path, 50)
	secret := lexical.Doc{
		ID: id(1000), Body: "xylophonists plan Zürichberg", Title: "quixotic", Tags: []string{"hush-hush"}, Session: "clandestine",
		Speakers: []string{"Mallory"},
	}
	require.NoError(t, x.Put(secret))
	require.NoError(t, x.Save(1))
	has := func() (n int) {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, s := range []string{"xylophon", "zürichberg", "zurichberg", "quixot", "hush", "clandestine", "mallory"} {
			if bytes.Contains(bytes.ToLower(b), []byte(s)) {
				n++
			}
		}
		if key := secret.ID; bytes.Contains(b, key[:]) {
			n++
		}
		return n
	}
	require.GreaterOrEqual(t, has(), 6, "the test can see the words")
	require.NoError(t, x.Delete(secret.ID))
	require.NoError(t, x.Save(2))
	require.Zero(t, has())
}

// Many deletes compact the index while it answers as before (L2).
func TestCompaction(t *testing.T) {
	t.Parallel()
	x, err := lexical.Open("", lexical.Options{})
	require.NoError(t, err)
	var kept []lexical.Doc
	for i := range 4000 {
		d := lexical.Doc{ID: id(i + 1), Body: fmt.Sprint("common word", i%7, " own", i), Session: fmt.Sprint(i / 50), Language: "en"}
		require.NoError(t, x.Put(d))
		if i%3 == 0 {
			kept = append(kept, d)
		}
	}
	before := x.Bytes()
	for i := range 4000 {
		if i%3 != 0 {
			require.NoError(t, x.Delete(id(i+1)))
		}
	}
	require.Less(t, x.Bytes(), before)
	fresh := put(t, lexical.Options{}, kept...)
	require.Equal(t, fresh.Len(), x.Len())
	for _, q := range []string{"common", "word3 common", "own9", "own10"} {
		a, err := x.Search(context.Background(), lexical.Query{Text: q}, lexical.SearchOptions{})
		require.NoError(t, err)
		b, err := fresh.Search(context.Background(), lexical.Query{Text: q}, lexical.SearchOptions{})
		require.NoError(t, err)
		require.Equal(t, b, a, q)
	}
}

// Readers and a writer at once; meant for the race detector (L6).
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "words")
	x := randomIndex(t, path, 300)
	p, err := x.Prepare(lexical.Query{Text: "disk full delivery", Clauses: []lexical.Clause{{Kind: lexical.Prefix, Text: "wor"}}})
	require.NoError(t, err)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				hits, err := p.Search(context.Background(), lexical.SearchOptions{Explain: true})
				if err != nil {
					t.Error(err)
					return
				}
				var found []lexical.ID
				for _, h := range hits {
					found = append(found, h.ID)
					for range x.Terms(h.ID) {
						break
					}
				}
				if _, err := p.Features(found, nil); err != nil {
					t.Error(err)
					return
				}
				_ = x.Bytes()
			}
		})
	}
	rng := rand.New(rand.NewPCG(8, 8))
	for i := range 3000 {
		d := randomDoc(rng.IntN)
		d.ID = id(1 + rng.IntN(400))
		d.Prev, d.Next = id(1000), lexical.ID{}
		require.NoError(t, x.Put(d))
		if i%3 == 0 {
			require.NoError(t, x.Delete(id(1+rng.IntN(400))))
		}
		if i%1000 == 0 {
			require.NoError(t, x.Save(uint64(i)))
		}
	}
	close(stop)
	wg.Wait()
	require.NoError(t, x.Close())
}
