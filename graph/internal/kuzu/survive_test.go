package kuzu_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
	"github.com/lukasadb/lukasa/internal/faulttest"
)

// TestSurvives fails each call by which the library looks at files while it closes a
// database, or is about to fail to open one. It ends the process at one of them, left to
// itself; here that database alone stays open, and others go on (900-01).
func TestSurvives(t *testing.T) {
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		stuck := 0
		for n, hits := 0, 1; hits > 0; n++ {
			dir := t.TempDir()
			db := filled(t, dir)
			l.Fail(faulttest.Failing{Dir: dir, Kind: "stat", Nth: n})
			err := db.Close()
			failed, _ := l.Stop()
			if hits = failed.Hits; err != nil {
				require.ErrorIs(t, err, kuzu.ErrClose)
				stuck++
			}
		}
		require.Equal(t, 1, stuck)

		for n, hits := 0, 1; hits > 0; n += 5 { // each takes an address space of its own
			dir := t.TempDir()
			require.NoError(t, filled(t, dir).Close())
			l.Fail(faulttest.Failing{Dir: dir, Nth: n, Fault: faulttest.Fault{Lasting: true}})
			db, err := kuzu.Open(filepath.Join(dir, "data"), config)
			failed, _ := l.Stop()
			if hits = failed.Hits; err == nil {
				require.NoError(t, db.Close())
			}
		}
		require.NoError(t, filled(t, t.TempDir()).Close())
	})
}

var config = kuzu.Config{BufferPool: 32 << 20, Threads: 1}

// filled is a database with a node.
func filled(t *testing.T, dir string) *kuzu.DB {
	db, err := kuzu.Open(filepath.Join(dir, "data"), config)
	require.NoError(t, err)
	c, err := db.Connect()
	require.NoError(t, err)
	defer c.Close()
	require.NoError(t, c.Exec("CREATE NODE TABLE A(id INT64, PRIMARY KEY(id))"))
	require.NoError(t, c.Exec("CREATE (:A {id: 3})"))
	return db
}
