//go:build linux && (amd64 || arm64)

package faulttest

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/stretchr/testify/require"
)

// EachFault does a piece of work over and over, in an empty directory each time,
// and fails one of its calls, in all the ways of [Faults]. work returns what is to
// be found out once calls happen again.
//
// Every run of the tests fails few calls in each of the ways, of each kind in
// turn. The long one (LUKASA_DRILL_FAULT) fails as many of each kind, spread
// evenly, or all if there are not more.
func (l *Lab) EachFault(few int, work func(dir string) (verify func())) {
	l.t.Helper()
	calls := l.count(work)
	all := slices.Sorted(maps.Keys(calls))
	long, err := strconv.Atoi(os.Getenv("LUKASA_DRILL_FAULT"))
	turn := 0
	for i, fault := range Faults() {
		attempts := map[string]int{}
		kinds := slices.DeleteFunc(slices.Clone(all), func(k string) bool { return !fault.fits(kind(k)) })
		if err != nil {
			for range few {
				k := kinds[turn%len(kinds)]
				turn++
				attempts[k] += l.attempt(k, (i*few+attempts[k])*7919%calls[k], fault, work)
			}
		} else {
			for _, k := range kinds {
				for n := range min(long, calls[k]) {
					attempts[k] += l.attempt(k, n*calls[k]/min(long, calls[k]), fault, work)
				}
			}
		}
		require.NotEmpty(l.t, attempts)
		l.t.Logf("%s: %v calls failed in turn, of %v", fault, attempts, calls)
	}
}

// count returns how many calls of each kind a piece of work makes.
func (l *Lab) count(work func(dir string) (verify func())) map[string]int {
	dir := l.room()
	l.prepare(dir)
	l.Fail(Failing{Dir: dir, Nth: math.MaxInt})
	l.where = "nothing failed"
	verify := work(dir)
	failed, _ := l.Stop()
	verify()
	require.NoError(l.t, os.RemoveAll(dir))
	return failed.ByKind
}

// attempt fails the n-th call of a kind, if this time there is one, and returns
// how often.
func (l *Lab) attempt(kind string, n int, fault Fault, work func(dir string) (verify func())) int {
	dir := l.room()
	l.prepare(dir)
	l.Fail(Failing{Dir: dir, Kind: kind, Nth: n, Fault: fault})
	verify := work(dir)
	failed, _ := l.Stop()
	l.where = fault.String() + ", " + kind + " " + strconv.Itoa(n) + ": " + failed.First
	verify()
	require.NoError(l.t, os.RemoveAll(dir))
	return min(1, failed.Hits)
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
		l.prepare(dir)
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

func (l *Lab) prepare(dir string) {
	if l.Prepare != nil {
		l.Prepare(dir)
	}
}

func (l *Lab) room() string {
	dir, err := os.MkdirTemp("", "")
	require.NoError(l.t, err)
	return dir
}
