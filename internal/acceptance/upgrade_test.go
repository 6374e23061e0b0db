package acceptance

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestUpgradeOfFormat1 opens a store that was written when the ledger had format
// 1 (testdata/format1: eight records of two agents, then a correction, one
// superseded and one forgotten). Everything is found, and still after a reopen.
func TestUpgradeOfFormat1(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "store")
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/format1")))
	for range 2 {
		m, err := lukasa.Open(ctx, dir, lukasa.WithAgent("ana"))
		require.NoError(t, err)
		bo, err := m.As("bo")
		require.NoError(t, err)
		require.Equal(t, []string{"Order 7 arrived late", "Order 5 arrived late", "Order 3 arrived late", "Order 1 arrived late"}, contexts(everything(t, bo, lukasa.Filter{})))
		page, err := bo.Mentioning(ctx, "org:acme", 10)
		require.NoError(t, err)
		require.Len(t, page.Records, 4)
		mine := everything(t, m, lukasa.Filter{})
		require.ElementsMatch(t, []string{"Order 6 arrived late", "Order 4 arrived late", "Order 2 arrived late", "Order 4 arrived on time"}, contexts(mine))
		for _, e := range mine {
			versions, err := m.History(ctx, e.ID)
			require.NoError(t, err)
			switch e.Context {
			case "Order 6 arrived late":
				require.Equal(t, "replaced", e.Outcome)
				require.Len(t, versions, 2)
			case "Order 4 arrived late":
				require.NotZero(t, e.SupersededBy)
			}
		}
		answer, err := m.Recall(ctx, lukasa.Query{Text: "which order arrived on time?"})
		require.NoError(t, err)
		require.NotEmpty(t, answer.Hits)
		require.Equal(t, "Order 4 arrived on time", answer.Hits[0].Record.Context)
		checked(t, m)
		require.NoError(t, m.Close())
	}
}

// TestUpgradeOfGraph1 opens a store whose graph was written when its schema had
// version 1 (testdata/graph1.tar.gz), before a mention told its position. The
// graph gets the new property, filled in, and is what one made anew would be
// (002-14, 000-29, I3).
func TestUpgradeOfGraph1(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "store")
	untar(t, "testdata/graph1.tar.gz", dir)
	manifest, err := os.ReadFile(filepath.Join(dir, "graph", "CURRENT"))
	require.NoError(t, err)
	require.Contains(t, string(manifest), "\nschema 1\n")
	place := func(n int) *int { return &n }
	want := map[string][]lukasa.Mentioned{
		"01900000-0000-7000-8000-000000000001": {{Entity: "org:acme", Count: 2, Role: "mention", Confidence: 1, Position: place(16)}},
		"01900000-0000-7000-8000-000000000002": {
			{Entity: "org:acme", Count: 1, Role: "mention", Confidence: 1},
			{Entity: "person:bo", Count: 1, Role: "subject", Confidence: 1, Position: place(0)},
		},
	}
	for _, rebuild := range []bool{false, false, true} {
		m, err := lukasa.Open(ctx, dir, lukasa.WithAgent("ana"))
		require.NoError(t, err)
		if rebuild {
			require.NoError(t, m.Rebuild(ctx, "graph"))
		}
		require.NoError(t, m.Flush(ctx))
		for id, mentions := range want {
			found, err := m.EntitiesOf(ctx, uuid.MustParse(id))
			require.NoError(t, err)
			require.Equal(t, mentions, found.Entities)
		}
		checked(t, m)
		require.NoError(t, m.Close())
		manifest, err = os.ReadFile(filepath.Join(dir, "graph", "CURRENT"))
		require.NoError(t, err)
		require.Contains(t, string(manifest), fmt.Sprintf("\nschema %d\n", schema.GraphVersion))
	}
}

// untar unpacks a gzipped archive into a folder.
func untar(t *testing.T, archive, dir string) {
	t.Helper()
	f, err := os.Open(archive)
	require.NoError(t, err)
	defer f.Close()
	zipped, err := gzip.NewReader(f)
	require.NoError(t, err)
	for r := tar.NewReader(zipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		path := filepath.Join(dir, h.Name)
		if h.Typeflag == tar.TypeDir {
			require.NoError(t, os.MkdirAll(path, 0o700))
			continue
		}
		data, err := io.ReadAll(r)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
}

func contexts(records []lukasa.Experience) []string {
	out := make([]string, len(records))
	for i, e := range records {
		out[i] = e.Context
	}
	return out
}

// TestBackupUnderLoad takes backups while another goroutine writes. Each holds a
// moment that was: the records up to some number, none after it, and it has the
// digest of that very state rebuilt elsewhere.
func TestBackupUnderLoad(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	m, clock := openTest(t)
	digests := map[string]bool{}
	var writer sync.WaitGroup
	writer.Go(func() {
		for n := 0; n < 3000 && ctx.Err() == nil; n++ {
			e := lived(fmt.Sprint("number ", n))
			e.Time = clock.now()
			if _, err := m.Retain(context.Background(), e); err != nil {
				t.Error(err)
				return
			}
			digest, err := m.Digest(context.Background())
			if err != nil {
				t.Error(err)
				return
			}
			digests[digest] = true
		}
	})
	var found []string
	for n := range drillCount("LUKASA_DRILL_BACKUPS", 4) {
		backup, dir := filepath.Join(t.TempDir(), fmt.Sprint("b", n)), filepath.Join(t.TempDir(), "r")
		require.NoError(t, m.Backup(ctx, backup))
		require.NoError(t, lukasa.Restore(ctx, backup, dir))
		r, err := lukasa.Open(ctx, dir)
		require.NoError(t, err)
		digest, err := r.Digest(ctx)
		require.NoError(t, err)
		found = append(found, digest)
		checked(t, r)
		require.NoError(t, r.Close())
	}
	empty, err := emptyDigest(t)
	require.NoError(t, err)
	cancel()
	writer.Wait()
	digests[empty] = true
	require.Greater(t, len(digests), 2)
	for _, digest := range found {
		require.True(t, digests[digest], "a backup holds a state that never was")
	}
}

func emptyDigest(t *testing.T) (string, error) {
	m, _ := openTest(t)
	return m.Digest(context.Background())
}
