//go:build linux && (amd64 || arm64)

package faulttest_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/faulttest"
)

// save writes a file as careful programs do, and says how far it came.
func save(dir, text string) error {
	temp := filepath.Join(dir, "file.tmp")
	f, err := os.Create(temp)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := os.Rename(temp, filepath.Join(dir, "file")); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

func text(t *testing.T, dir string) string {
	data, err := os.ReadFile(filepath.Join(dir, "file"))
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return string(data)
}

// TestEachCallFails fails each of the calls of a save, and none of those on files
// elsewhere (D1, D2).
func TestEachCallFails(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		calls := []string{"create", "write", "sync", "stat", "rename", "open", "sync"}
		for n := range len(calls) + 1 {
			dir, elsewhere := t.TempDir(), t.TempDir()
			l.Fail(faulttest.Failing{Dir: dir, Nth: n})
			err := save(dir, "text")
			require.NoError(t, save(elsewhere, "text"))
			failed, _ := l.Stop()
			if n == len(calls) {
				require.NoError(t, err)
				require.Equal(t, 0, failed.Hits)
				require.Equal(t, map[string]int{"create": 1, "write": 1, "sync": 2, "stat": 1, "rename": 1, "open": 1}, failed.ByKind)
				break
			}
			require.Equal(t, 1, failed.Hits)
			require.Regexp(t, "^"+calls[n]+" ", failed.First)
			require.Equal(t, n == 3 || n >= 5, text(t, dir) == "text", "renamed, but for the directory's sync")
			if n == 3 {
				require.NoError(t, err, "what is in its place does not matter to a rename")
				continue
			}
			require.ErrorIs(t, err, syscall.EIO)
			require.Equal(t, n+1, failed.Calls)
		}
	})
}

// TestFaultsThatFit lets a full disk be read, and a process that has no more files to open
// go on with those that it has.
func TestFaultsThatFit(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		dir := t.TempDir()
		require.NoError(t, save(dir, "text"))
		f, err := os.OpenFile(filepath.Join(dir, "file"), os.O_RDWR, 0)
		require.NoError(t, err)
		defer f.Close()

		l.Fail(faulttest.Failing{Dir: dir, Kind: "write", Fault: faulttest.Fault{Errno: syscall.ENOSPC, Lasting: true}})
		_, err = f.WriteAt([]byte("more"), 0)
		require.ErrorIs(t, err, syscall.ENOSPC)
		require.Equal(t, "text", text(t, dir))
		l.Stop()

		l.Fail(faulttest.Failing{Dir: dir, Kind: "open", Fault: faulttest.Fault{Errno: syscall.EMFILE, Lasting: true}})
		_, err = os.ReadFile(filepath.Join(dir, "file"))
		require.ErrorIs(t, err, syscall.EMFILE)
		_, err = f.WriteAt([]byte("more"), 0)
		require.NoError(t, err)
		l.Stop()
		require.Equal(t, "more", text(t, dir))
	})
}

// TestShortWrite has half a write on the disk: the program goes on with the other
// half or learns that the disk is full.
func TestShortWrite(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		for _, lasting := range []bool{false, true} {
			dir := t.TempDir()
			l.Fail(faulttest.Failing{Dir: dir, Nth: 1, Fault: faulttest.Fault{Errno: syscall.ENOSPC, Short: true, Lasting: lasting}})
			err := save(dir, "12345678")
			l.Stop()
			if lasting {
				require.ErrorIs(t, err, syscall.ENOSPC)
				left, err := os.ReadFile(filepath.Join(dir, "file.tmp"))
				require.NoError(t, err)
				require.Equal(t, "1234567", string(left), "a half, a half of the rest, and so on")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, "12345678", text(t, dir))
		}
	})
}

// TestPictures photographs two saves before each call: the file is the old or
// the new one, and the new one once that was noted (D3, D4).
func TestPictures(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		older, newer := string(make([]byte, 3000)), "text"
		seen := map[string]int{}
		for seed := range uint64(20) {
			dir := t.TempDir()
			l.Film(faulttest.Filming{Dir: dir, Into: t.TempDir(), Seed: seed, Unsynced: int(seed%5) * 25})
			l.Note(0)
			require.NoError(t, save(dir, older))
			l.Note(1)
			require.NoError(t, save(dir, newer))
			l.Note(2)
			require.NoError(t, os.Remove(filepath.Join(dir, "file")))
			_, film := l.Stop()
			require.Len(t, film.Pictures, 11)
			for _, p := range film.Pictures {
				got := text(t, p.Dir)
				allowed := [][]string{{"", older}, {older, newer}, {newer, ""}}[p.Note]
				require.Contains(t, allowed, got, "seed %d, before %s", seed, p.Before)
				seen[got]++
			}
		}
		require.Len(t, seen, 3)
	})
}

// TestTornFile photographs a file that is overwritten without care: it is found
// half old, half new.
func TestTornFile(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		torn := 0
		for seed := range uint64(20) {
			dir := t.TempDir()
			l.Film(faulttest.Filming{Dir: dir, Into: t.TempDir(), Seed: seed, Unsynced: 50})
			require.NoError(t, save(dir, string(make([]byte, 4096))))
			f, err := os.OpenFile(filepath.Join(dir, "file"), os.O_RDWR, 0)
			require.NoError(t, err)
			_, err = f.WriteAt([]byte{0: 1, 4095: 1}, 0)
			require.NoError(t, err)
			require.NoError(t, f.Truncate(4095))
			require.NoError(t, f.Close())
			_, film := l.Stop()
			got := text(t, film.Pictures[len(film.Pictures)-1].Dir)
			if got[0] != got[len(got)-1] {
				torn++
			}
		}
		require.Positive(t, torn)
	})
}
