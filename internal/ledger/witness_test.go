package ledger

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/stretchr/testify/require"
)

// closedLedger works through everything and gives the names and bytes of what
// is left.
func closedLedger(t *testing.T) (files map[string][]byte, digest string) {
	t.Helper()
	mem := vfs.NewMem()
	l, err := Open("store", small(mem))
	require.NoError(t, err)
	_, _, err = work(l)
	require.NoError(t, err)
	digest, err = l.Digest(context.Background())
	require.NoError(t, err)
	require.NoError(t, l.Close())
	return filesIn(t, mem, "store"), digest
}

func filesIn(t *testing.T, from vfs.FS, dir string) map[string][]byte {
	t.Helper()
	names, err := from.List(dir)
	require.NoError(t, err)
	out := map[string][]byte{}
	for _, name := range names {
		out[name], err = readAll(from, from.PathJoin(dir, name))
		require.NoError(t, err)
	}
	return out
}

func writeFiles(t *testing.T, files map[string][]byte) vfs.FS {
	t.Helper()
	mem := vfs.NewMem()
	require.NoError(t, mem.MkdirAll("store", 0o700))
	for name, data := range files {
		f, err := mem.Create("store/"+name, vfs.WriteCategoryUnspecified)
		require.NoError(t, err)
		_, err = f.Write(bytes.Clone(data)) // a file may change what it is handed
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	return mem
}

func fileOf(t *testing.T, files map[string][]byte, is func(string) bool) string {
	t.Helper()
	for name := range files {
		if is(name) {
			return name
		}
	}
	t.Fatal("no such file")
	return ""
}

// TestManifestIsWhole (L9) cuts the manifest of a closed ledger at every length,
// the borders of its entries among them, and flips a bit of every byte: nobody
// gets an older ledger.
func TestManifestIsWhole(t *testing.T) {
	files, digest := closedLedger(t)
	name := fileOf(t, files, isManifest)
	good := files[name]
	require.Greater(t, len(good), 100)
	refused := func(bad []byte, what string, at int) {
		files[name] = bad
		_, err := Open("store", small(writeFiles(t, files)))
		require.ErrorIs(t, err, ErrCorrupt, "%s at %d", what, at)
	}
	for at := range good {
		refused(good[:at], "cut", at)
		bad := bytes.Clone(good)
		bad[at] ^= 1
		refused(bad, "flipped", at)
	}
	files[name] = append(bytes.Clone(good), 0, 0, 0) // what a crash may leave behind it
	sameDigest(t, writeFiles(t, files), digest)
}

func sameDigest(t *testing.T, from vfs.FS, digest string) {
	t.Helper()
	l, err := Open("store", small(from))
	require.NoError(t, err)
	got, err := l.Digest(context.Background())
	require.NoError(t, err)
	require.Equal(t, digest, got)
	require.NoError(t, l.Close())
	require.NoError(t, l.lock.Close())
}

// TestWitnessDamaged: what a witness cannot say, it does not say wrongly.
func TestWitnessDamaged(t *testing.T) {
	files, digest := closedLedger(t)
	name := fileOf(t, files, func(s string) bool { return strings.HasSuffix(s, witnessSuffix) })
	good := files[name]
	require.Zero(t, len(good)%testimonyLen)
	for at := range good {
		bad := bytes.Clone(good)
		bad[at] ^= 1 << (at % 8)
		files[name] = bad
		sameDigest(t, writeFiles(t, files), digest)
		files[name] = good[:at]
		sameDigest(t, writeFiles(t, files), digest)
	}
	delete(files, name) // an older Lukasa wrote none
	left := writeFiles(t, files)
	sameDigest(t, left, digest)
	have := filesIn(t, left, "store")
	newest := ""
	for name := range have {
		if isManifest(name) {
			newest = max(newest, name)
		}
	}
	require.NotEmpty(t, have[newest+witnessSuffix], "the next manifest has one; the one before may not be gone yet")
}

// TestWitnessesGoWithTheirManifests: nothing is left lying about.
func TestWitnessesGoWithTheirManifests(t *testing.T) {
	files, _ := closedLedger(t)
	files["MANIFEST-000001"+witnessSuffix] = testimony{1, 1}.encode() // of a manifest that went in a crash
	mem := writeFiles(t, files)
	for range 3 {
		l, err := Open("store", small(mem))
		require.NoError(t, err)
		put(t, l, record("ana", 1))
		require.NoError(t, l.Close())
	}
	have := filesIn(t, mem, "store")
	for name := range have {
		if manifest, ok := strings.CutSuffix(name, witnessSuffix); ok {
			require.Contains(t, have, manifest)
		}
	}
}

// TestBackupHasWitness: a backup that loses the end of its manifest is no older
// backup.
func TestBackupHasWitness(t *testing.T) {
	mem := vfs.NewMem()
	l := open(t, small(mem))
	_, _, err := work(l)
	require.NoError(t, err)
	require.NoError(t, l.Backup(context.Background(), "backup"))
	files := filesIn(t, mem, "backup")
	want, err := l.Digest(context.Background())
	require.NoError(t, err)
	sameDigest(t, writeFiles(t, files), want)
	name := fileOf(t, files, isManifest)
	good := files[name]
	for at := range good {
		files[name] = good[:at]
		_, err := Open("store", small(writeFiles(t, files)))
		require.ErrorIs(t, err, ErrCorrupt, "cut at %d", at)
	}
}
