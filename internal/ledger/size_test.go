package ledger

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestBytesARecord: with its versions, indexes and change feed, a record of 500
// bytes of text and every other field set stays within what the source designs
// reckon with: 1 KB of disk (002-16) and 1.8 KB (000-28) a record.
func TestBytesARecord(t *testing.T) {
	const records = 4000
	dir := filepath.Join(t.TempDir(), "ledger")
	l, err := Open(dir, Options{MemTableSize: 256 << 10, Clock: tick(), UsageInterval: -1})
	require.NoError(t, err)
	words := rand.New(rand.NewPCG(1, 1))
	var batch []schema.Object
	for n := range records {
		e := record("ana", n)
		for e.Content = ""; len(e.Content) < 500; {
			e.Content += fmt.Sprintf("word%d ", words.IntN(20_000))
		}
		if batch = append(batch, e); len(batch) == 100 {
			put(t, l, batch...)
			batch = batch[:0]
		}
	}
	require.NoError(t, l.Close())
	size := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".log") { // the write-ahead log is of one size, however many records there are
			return err
		}
		info, err := d.Info()
		size += int(info.Size())
		return err
	}))
	t.Logf("%d bytes a record", size/records)
	require.Greater(t, size/records, 200) // the text is there
	require.Less(t, size/records, 1000)
}
