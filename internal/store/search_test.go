package store

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestSoughtIsFoundWhereItIs compares the search with one that folds the case of
// everything and looks string by string. The alphabet is small, and has bytes
// that differ from others as capitals do from small letters.
func TestSoughtIsFoundWhereItIs(t *testing.T) {
	letter := rapid.SampledFrom([]byte("abAB@`[{ \x00"))
	text := func(least, most int) *rapid.Generator[string] {
		return rapid.Map(rapid.SliceOfN(letter, least, most), func(b []byte) string { return string(b) })
	}
	rapid.Check(t, func(t *rapid.T) {
		wanted := rapid.SliceOfN(text(shortestSought, 12), 0, 6).Draw(t, "wanted")
		in := text(0, 300).Draw(t, "in")
		if len(wanted) > 0 && rapid.Bool().Draw(t, "there") {
			in += strings.ToUpper(wanted[0])
		}
		s, err := newSought(wanted)
		require.NoError(t, err)
		found := make([]bool, len(wanted))
		s.mark([]byte(in), found)
		for i, w := range wanted {
			require.Equal(t, strings.Contains(strings.ToLower(in), strings.ToLower(w)), found[i], "%q in %q", w, in)
		}
	})
}

// TestSearchBytes puts strings where pieces of files meet, at the beginnings and
// the ends of files, and longer than the window can move.
func TestSearchBytes(t *testing.T) {
	dir := t.TempDir()
	s := &Store{dir: dir}
	long := strings.Repeat("ä long one ", 40)
	wanted := []string{"Canary", "seam of two", "at the end", "nowhere at all", long, "too far on"}
	var size int64
	put := func(name string, data []byte) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o600))
		size += int64(len(data))
	}
	big := bytes.Repeat([]byte("filler "), 3*searchPiece/7)
	copy(big, "cANARY")
	copy(big[searchPiece+len(long)-5:], "SEAM of two")
	copy(big[2*searchPiece-len(long)/2:], strings.ReplaceAll(long, "one", "ONE"))
	put("ledger/a", big)
	put("ledger/b", []byte("AT THE END"))
	put("graph/gen/data", []byte("at the en"))
	put("graph/gen/data.wal", []byte("d"))
	put("empty", nil)

	found, files, read, err := s.SearchBytes(context.Background(), wanted)
	require.NoError(t, err)
	require.Equal(t, []bool{true, true, true, false, true, false}, found)
	require.Equal(t, 5, files)
	require.Equal(t, size, read)

	found, files, read, err = s.SearchBytes(context.Background(), nil)
	require.NoError(t, err)
	require.Empty(t, found)
	require.Equal(t, 5, files)
	require.Equal(t, size, read)

	_, _, _, err = s.SearchBytes(context.Background(), []string{"long enough", "abc"})
	require.ErrorIs(t, err, errShortSought)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, _, _, err = s.SearchBytes(ctx, wanted)
	require.ErrorIs(t, err, context.Canceled)
}

// BenchmarkSought is the speed of a search for one string and for many, in MB/s.
func BenchmarkSought(b *testing.B) {
	in := bytes.Repeat([]byte("The quick brown fox jumps over the lazy dog. \x00\x01\x02 17,23"), 5000)
	one := []string{"purged at 2026-11-22 13:36:21.123456 +0000 UTC m=+12.3 and more"}
	many := make([]string, 64)
	for i := range many {
		many[i] = strings.Repeat("quick and lazy ", 1+i%4) + string(rune('a'+i%26)) + "n end of it"
	}
	for name, wanted := range map[string][]string{"one": one, "many": many} {
		b.Run(name, func(b *testing.B) {
			s, err := newSought(wanted)
			require.NoError(b, err)
			found := make([]bool, len(wanted))
			b.SetBytes(int64(len(in)))
			for b.Loop() {
				s.mark(in, found)
			}
		})
	}
}
