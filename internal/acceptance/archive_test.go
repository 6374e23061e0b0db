package acceptance

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestArchive moves a store as one file (900-11): the copy has the same digest,
// history included. A file that was cut off, changed, or that holds anything but
// the plain files of a backup makes no store.
func TestArchive(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	for _, what := range []string{"one", "two", "three"} {
		_, err := m.Retain(ctx, lived(what))
		require.NoError(t, err)
	}
	digest, err := m.Digest(ctx)
	require.NoError(t, err)
	room := t.TempDir()
	file, dir := filepath.Join(room, "store.tar.gz"), filepath.Join(room, "store")
	require.NoError(t, m.Backup(ctx, file))
	require.ErrorIs(t, m.Backup(ctx, file), fs.ErrExist)
	require.ErrorContains(t, m.Backup(ctx, file), "name a place where nothing is")
	require.NoError(t, lukasa.Restore(ctx, file, dir))
	require.ErrorIs(t, lukasa.Restore(ctx, file, dir), fs.ErrExist)
	moved, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	same, err := moved.Digest(ctx)
	require.NoError(t, err)
	require.Equal(t, digest, same)
	checked(t, moved)
	require.NoError(t, moved.Close())

	good, err := os.ReadFile(file)
	require.NoError(t, err)
	for what, bad := range map[string][]byte{
		"cut off": good[:len(good)-1], "half": good[:len(good)/2], "empty": {}, "no archive": []byte("notes"),
		"leads out": tarred(t, tar.Header{Name: "ledger/../../out", Typeflag: tar.TypeReg}),
		"absolute":  tarred(t, tar.Header{Name: "/ledger/out", Typeflag: tar.TypeReg}),
		"a link":    tarred(t, tar.Header{Name: "ledger/CURRENT", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}),
		"no name":   tarred(t, tar.Header{Name: "ledger/", Typeflag: tar.TypeDir}),
		"twice":     tarred(t, tar.Header{Name: "ledger/CURRENT", Typeflag: tar.TypeReg}, tar.Header{Name: "ledger/CURRENT", Typeflag: tar.TypeReg}),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(room, "bad"), bad, 0o600))
		require.ErrorIs(t, lukasa.Restore(ctx, filepath.Join(room, "bad"), filepath.Join(room, "new")), lukasa.ErrNotBackup, what)
	}
	refused := 0
	for at := 0; at < len(good); at += max(1, len(good)/100) {
		bad := bytes.Clone(good)
		bad[at] ^= 0x10
		if said, err := unzipped(bad); err == nil {
			// It spells the same bytes in another way: a file in zeros, copied from
			// farther back, or the time in the header. No other flip may pass.
			whole, err := unzipped(good)
			require.NoError(t, err)
			require.Equal(t, whole, said, at)
			continue
		}
		require.NoError(t, os.WriteFile(filepath.Join(room, "bad"), bad, 0o600))
		require.ErrorIs(t, lukasa.Restore(ctx, filepath.Join(room, "bad"), filepath.Join(room, "new")), lukasa.ErrNotBackup, at)
		refused++
	}
	require.Greater(t, refused, 50, "of about 100 flips")
	left, err := os.ReadDir(room)
	require.NoError(t, err)
	require.Len(t, left, 3, "the file, the store and the last bad one: nothing half-made")
}

func unzipped(file []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func tarred(t *testing.T, headers ...tar.Header) []byte {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	w := tar.NewWriter(zipped)
	for i := range headers {
		require.NoError(t, w.WriteHeader(&headers[i]))
	}
	require.NoError(t, w.Close())
	require.NoError(t, zipped.Close())
	return b.Bytes()
}

// TestRestoreOfAStore restores from the directory of a store: while that is open, a copy
// would be of no one moment, and is refused; closed, it is as good as a backup.
func TestRestoreOfAStore(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "to")
	m, err := lukasa.Open(ctx, from)
	require.NoError(t, err)
	_, err = m.Retain(ctx, lukasa.Experience{Context: "the lamp", Action: "moved it to the shed", Outcome: "it is in the shed"})
	require.NoError(t, err)
	digest, err := m.Digest(ctx)
	require.NoError(t, err)

	require.ErrorIs(t, lukasa.Restore(ctx, from, to), lukasa.ErrLocked)
	require.NoDirExists(t, to)
	require.NoError(t, m.Close())
	require.NoError(t, lukasa.Restore(ctx, from, to))
	m, err = lukasa.Open(ctx, to)
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	same, err := m.Digest(ctx)
	require.NoError(t, err)
	require.Equal(t, digest, same)
}

// TestNoCopyWithinTheMemory refuses copies in the memory's own directory, by
// whatever path it is named: they would go when it goes, and a purge would leave
// there what it promised to take.
func TestNoCopyWithinTheMemory(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(m.Dir(), link))
	for _, to := range []string{
		filepath.Join(m.Dir(), "copy"), filepath.Join(m.Dir(), "ledger", "copy"), filepath.Join(link, "copy"), filepath.Join(link, "copy.tar.gz"),
	} {
		require.ErrorIs(t, m.Backup(ctx, to), lukasa.ErrInvalid, to)
		require.NoFileExists(t, to)
		require.NoDirExists(t, to)
	}
	require.ErrorIs(t, m.Fork(ctx, filepath.Join(m.Dir(), "fork")), lukasa.ErrInvalid)
	require.NoError(t, m.Backup(ctx, m.Dir()+".beside"), "a name that begins alike lies outside")
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(m.Dir()+".beside")) })
}

// TestNothingToReadOrWrite hands nothing to what reads or writes.
func TestNothingToReadOrWrite(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	for what, ask := range map[string]func() error{
		"import":    func() error { _, err := m.Import(ctx, nil, lukasa.Import{}); return err },
		"export":    func() error { _, err := m.Export(ctx, nil); return err },
		"all":       func() error { _, err := m.ExportAll(ctx, nil); return err },
		"graphml":   func() error { _, err := m.ExportGraphML(ctx, nil); return err },
		"neo4j":     func() error { _, err := m.ExportNeo4j(ctx, ""); return err },
		"parquet":   func() error { _, err := m.ExportParquet(ctx, ""); return err },
		"ontology":  func() error { _, err := m.LoadOntology(ctx, nil, false); return err },
		"rules out": func() error { return lukasa.WriteOntology(nil, nil) },
	} {
		require.ErrorIs(t, ask(), lukasa.ErrInvalid, what)
	}
}
