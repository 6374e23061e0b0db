//go:build linux && (amd64 || arm64)

package faulttest

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/stretchr/testify/require"
)

// EachFault does a piece of work over and over, in an empty directory each time,
// and fails its first, second, third call and so on to the last, in all the ways
// of [Faults]. work returns what is to be found out once calls happen again.
//
// In every run of the tests only each stride-th call is failed, in the long run
// (LUKASA_DRILL_FAULT) all of them.
func (l *Lab) EachFault(stride int, work func(dir string) (verify func())) {
	l.t.Helper()
	if os.Getenv("LUKASA_DRILL_FAULT") != "" {
		stride = 1
	}
	for i, fault := range Faults() {
		attempts, calls := 0, 0
		for n := i % stride; ; n += stride {
			dir := l.room()
			l.Fail(Failing{Dir: dir, Nth: n, Fault: fault})
			verify := work(dir)
			failed, _ := l.Stop()
			calls = max(calls, failed.Calls)
			if failed.Hits == 0 {
				require.NoError(l.t, os.RemoveAll(dir))
				break
			}
			attempts++
			l.where = fault.String() + ", call " + strconv.Itoa(n) + ": " + failed.First
			verify()
			require.NoError(l.t, os.RemoveAll(dir))
		}
		require.Positive(l.t, attempts)
		l.t.Logf("%s: %d calls failed in turn, of some %d", fault, attempts, calls)
	}
}

// EachPicture does a piece of work over and over and looks at pictures of it
// until it has seen as many as wanted, or as LUKASA_DRILL_POWER says. Every run
// takes them before each stride-th call, beginning with another one, and keeps
// another share of what was not synced.
func (l *Lab) EachPicture(want, stride int, work func(dir string), look func(p Picture)) {
	l.t.Helper()
	if n, err := strconv.Atoi(os.Getenv("LUKASA_DRILL_POWER")); err == nil {
		want = n
	}
	seen := 0
	for run := 0; seen < want; run++ {
		room := l.room()
		dir, into := filepath.Join(room, "live"), filepath.Join(room, "pictures")
		require.NoError(l.t, os.Mkdir(dir, 0o700))
		require.NoError(l.t, os.Mkdir(into, 0o700))
		l.Film(Filming{Dir: dir, Into: into, Every: stride, First: run % stride, Unsynced: run % 5 * 25, Seed: uint64(run)})
		l.Note(0)
		work(dir)
		_, film := l.Stop()
		require.NotEmpty(l.t, film.Pictures)
		for i, p := range film.Pictures {
			l.where = "run " + strconv.Itoa(run) + ", picture " + strconv.Itoa(i) + ", before " + p.Before
			look(p)
		}
		seen += len(film.Pictures)
		require.NoError(l.t, os.RemoveAll(room))
	}
	l.t.Logf("%d pictures", seen)
}

// Where says which call failed, or before which a picture was taken: for the
// messages of a test.
func (l *Lab) Where() string { return l.where }

func (l *Lab) room() string {
	dir, err := os.MkdirTemp("", "")
	require.NoError(l.t, err)
	return dir
}
