package folder_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/workspace/folder"
)

// TestAmend changes a page again and again: each time it is of the day that it was of, by another
// time than before, so that whoever goes by size and time sees the change.
func TestAmend(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, folder.Options{})
	rapid.Check(t, func(t *rapid.T) {
		at := filepath.Join(dir, "a.md")
		require.NoError(t, os.WriteFile(at, []byte("0"), 0o644))
		was := time.Unix(rapid.Int64Range(0, 1_700_000_000).Draw(t, "second"), rapid.SampledFrom([]int64{0, 5000}).Draw(t, "ns")).UTC()
		if rapid.Bool().Draw(t, "at the end of its day") {
			was = was.Truncate(24 * time.Hour).Add(24*time.Hour - 1000)
		}
		require.NoError(t, os.Chtimes(at, was, was))
		for i := range 3 {
			before, err := os.Stat(at)
			require.NoError(t, err)
			changed, err := f.Amend("a.md", func([]byte) ([]byte, error) { return []byte(strconv.Itoa(i + 1)), nil })
			require.NoError(t, err)
			require.True(t, changed)
			after, err := os.Stat(at)
			require.NoError(t, err)
			require.Equal(t, was.Format(time.DateOnly), after.ModTime().UTC().Format(time.DateOnly))
			require.GreaterOrEqual(t, after.ModTime().Sub(before.ModTime()).Abs(), time.Second)
		}
	})
}

// TestAmendUnderneath takes the time of what another writer saved meanwhile, as that is what the page
// was changed last by.
func TestAmendUnderneath(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "a.md")
	write(t, dir, "a.md", "first\n")
	was, saved := time.Date(2025, 3, 1, 9, 0, 0, 0, time.UTC), time.Date(2025, 6, 1, 9, 0, 0, 0, time.UTC)
	require.NoError(t, os.Chtimes(at, was, was))
	once := false
	f := open(t, dir, folder.Options{Step: func(step string) error {
		if step == "exchange" && !once {
			once = true
			write(t, dir, "a.md", "first\nsaved meanwhile\n")
			return os.Chtimes(at, saved, saved)
		}
		return nil
	}})
	_, err := f.Amend("a.md", func(src []byte) ([]byte, error) { return append(src, "ours\n"...), nil })
	require.NoError(t, err)
	text, err := os.ReadFile(at)
	require.NoError(t, err)
	require.Equal(t, "first\nsaved meanwhile\nours\n", string(text))
	info, err := os.Stat(at)
	require.NoError(t, err)
	require.Equal(t, "2025-06-01", info.ModTime().UTC().Format(time.DateOnly))
}
