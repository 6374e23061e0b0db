package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// drillCount is how often a drill repeats itself: a number in the environment,
// or what fits into every run of the tests.
func drillCount(variable string, short int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return short
}

// drillSeed is what chance goes by: given, or new in a long run, or 1 in a
// short one, which is to do the same each time.
func drillSeed(variable string) uint64 {
	short := 1
	if os.Getenv(variable) != "" {
		short = int(time.Now().UnixNano())
	}
	return uint64(drillCount("LUKASA_DRILL_SEED", short))
}

// files is what a closed store consists of, by path.
type files map[string][]byte

func readFiles(t *testing.T, dir string) files {
	t.Helper()
	out := files{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		out[rel], err = os.ReadFile(path)
		return err
	}))
	return out
}

func (f files) write(t *testing.T, dir string) {
	t.Helper()
	for name, data := range f {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, data, 0o600))
	}
}

var numbers = regexp.MustCompile(`[0-9a-f]{6,}|[0-9]+`)

// fileKind names what a file is for, without the numbers in its name.
func fileKind(name string) string { return numbers.ReplaceAllString(name, "#") }

// drillStore makes a small store with files of every kind, and returns them as
// they were at two times: closed half way, and closed in the end.
func drillStore(t *testing.T, words string) (before, after files) {
	t.Helper()
	dir, clock, ids := t.TempDir(), newClock(), countedIDs()
	for half := range 2 {
		m := openDrill(t, dir, lukasa.WithClock(clock.now), lukasa.WithIDs(ids))
		for i := range 2 {
			as, err := m.As([]string{"ana", "bo"}[i])
			require.NoError(t, err)
			batch := make([]lukasa.Experience, 300)
			for n := range batch {
				clock.advance(time.Second)
				batch[n] = lived(fmt.Sprintf("%s number %d of half %d", words, n, half))
				batch[n].Session, batch[n].Time = fmt.Sprint("s", n%5), clock.now()
				batch[n].Mentions = []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}, {Entity: "org:acme", Text: "Acme"}}
			}
			batch[0].Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: "org:acme"}}
			done, err := as.RetainAll(context.Background(), batch)
			require.NoError(t, err)
			_, err = as.Forget(context.Background(), lukasa.Forget{IDs: []lukasa.ID{done[1].ID}})
			require.NoError(t, err)
		}
		_, err := drillAnswers(m)
		require.NoError(t, err)
		require.NoError(t, m.Close())
		before, after = after, readFiles(t, dir)
	}
	return before, after
}

func openDrill(t *testing.T, dir string, opts ...lukasa.Option) *lukasa.Memory {
	t.Helper()
	m, err := lukasa.Open(context.Background(), dir, append([]lukasa.Option{lukasa.WithAgent("ana"), lukasa.WithSeed(1), lukasa.WithClock(newClock().now)}, opts...)...)
	require.NoError(t, err)
	return m
}

// drillAnswers asks a memory of everything it holds, through every view.
func drillAnswers(m *lukasa.Memory) (map[string]any, error) {
	ctx := context.Background()
	out := map[string]any{}
	digest, err := m.Digest(ctx)
	if err != nil {
		return nil, err
	}
	out["digest"] = digest
	for _, agent := range []string{"ana", "bo"} {
		as, err := m.As(agent)
		if err != nil {
			return nil, err
		}
		page, err := as.Find(ctx, lukasa.Filter{Limit: 50})
		if err != nil {
			return nil, err
		}
		out[agent+" finds"] = idsOf(page.Items)
		for _, text := range []string{"number 17", "what did Ana write down about half 1?"} {
			answer, err := as.Recall(ctx, lukasa.Query{Text: text, K: 10})
			if err != nil {
				return nil, err
			}
			for _, arm := range answer.Arms {
				if arm.Err != nil {
					return nil, arm.Err // the others answered without it, and the answer says so
				}
			}
			for _, item := range answer.Hits {
				out[agent+" recalls "+text+" "+item.Record.ID.String()] = item.Score
			}
		}
		around, err := as.Neighbourhood(ctx, "person:ana", 2, 10)
		if err != nil {
			return nil, err
		}
		out[agent+" around"] = fmt.Sprint(around)
	}
	out["graph"], err = countGraph(m)
	return out, err
}

func countGraph(m *lukasa.Memory) (string, error) {
	rows, err := m.Cypher(context.Background(), "MATCH (e:Experience) RETURN e.agent_id, count(*), min(e.timestamp), max(e.timestamp) ORDER BY e.agent_id", nil, lukasa.CypherOptions{})
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var b bytes.Buffer
	for row, err := range rows.Rows {
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&b, row...)
	}
	return b.String(), nil
}

// TestManifestMarkerMissing takes away the file that says where the ledger
// begins: the engine alone would begin an empty one and delete the old.
func TestManifestMarkerMissing(t *testing.T) {
	dir := t.TempDir()
	m := openDrill(t, dir)
	retain(t, m, lived("kept"))
	require.NoError(t, m.Close())
	marker, err := filepath.Glob(filepath.Join(dir, "ledger", "marker.manifest.*"))
	require.NoError(t, err)
	require.Len(t, marker, 1)
	require.NoError(t, os.Rename(marker[0], filepath.Join(dir, filepath.Base(marker[0]))))
	_, err = lukasa.Open(context.Background(), dir)
	require.ErrorIs(t, err, lukasa.ErrCorrupt)
	require.NoError(t, os.Rename(filepath.Join(dir, filepath.Base(marker[0])), marker[0]))
	m = openDrill(t, dir)
	require.Len(t, everything(t, m, lukasa.Filter{}), 1, "nothing was deleted")
	require.NoError(t, m.Close())
}

// damages are what may happen to a file: each returns what is left of it, or
// nil if it is gone.
var damages = map[string]func(d *damaging) []byte{
	"flip": func(d *damaging) []byte {
		bad := slices.Clone(d.good)
		bad[d.rand.IntN(len(bad))] ^= 1 << d.rand.IntN(8)
		return bad
	},
	"zero": func(d *damaging) []byte {
		bad := slices.Clone(d.good)
		at := d.rand.IntN(len(bad))
		clear(bad[at:min(len(bad), at+1+d.rand.IntN(4096))])
		return bad
	},
	"truncate": func(d *damaging) []byte { return append([]byte{}, d.good[:d.rand.IntN(len(d.good))]...) },
	"swap": func(d *damaging) []byte { // two pages change places
		bad := slices.Clone(d.good)
		size := min(4096, len(bad)/2)
		a, b := d.rand.IntN(len(bad)-size+1), d.rand.IntN(len(bad)-size+1)
		copy(bad[a:a+size], d.good[b:b+size])
		copy(bad[b:b+size], d.good[a:a+size])
		return bad
	},
	"stale":   func(d *damaging) []byte { return d.other(d.before) },
	"foreign": func(d *damaging) []byte { return d.other(d.foreign) },
	"missing": func(*damaging) []byte { return nil },
}

type damaging struct {
	rand                   *rand.Rand
	name                   string
	good                   []byte
	before, foreign, after files
}

// other takes the file of the same name, or else of the same kind, from
// elsewhere.
func (d *damaging) other(from files) []byte {
	if data, ok := from[d.name]; ok {
		return data
	}
	for _, name := range slices.Sorted(maps.Keys(from)) {
		if fileKind(name) == fileKind(d.name) {
			return from[name]
		}
	}
	return nil
}

// TestCorruptionDrill damages one file of a store at a time. Whoever opens it
// gets an error, or the answers of the undamaged store, because what was lost
// is made again from the ledger: never a panic, a hang or another answer (I1,
// I3). LUKASA_DRILL_CORRUPT says how many variants, LUKASA_DRILL_SEED which.
func TestCorruptionDrill(t *testing.T) {
	seed := drillSeed("LUKASA_DRILL_CORRUPT")
	t.Log("LUKASA_DRILL_SEED =", seed)
	before, after := drillStore(t, "story")
	_, foreign := drillStore(t, "tale")
	sound := t.TempDir()
	after.write(t, sound)
	m := openDrill(t, sound)
	want, err := drillAnswers(m)
	require.NoError(t, err)
	require.NoError(t, m.Close())
	kinds := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		kinds[fileKind(name)] = append(kinds[fileKind(name)], name)
	}
	drill := corruption{want: want, kinds: kinds, seen: map[string]int{}}
	for n := range drillCount("LUKASA_DRILL_CORRUPT", 14) {
		drill.once(t, rand.New(rand.NewPCG(seed, uint64(n))), n, before, foreign, after)
	}
	t.Logf("%d kinds of files; outcomes: %v", len(kinds), drill.seen)
	require.NotZero(t, drill.seen["equal answers"]+drill.seen["error"])
}

type corruption struct {
	want  map[string]any
	kinds map[string][]string
	seen  map[string]int
}

func (c *corruption) once(t *testing.T, r *rand.Rand, n int, before, foreign, after files) {
	names := slices.Sorted(maps.Keys(c.kinds))
	kind := c.kinds[names[r.IntN(len(names))]]
	how := slices.Sorted(maps.Keys(damages))[n%len(damages)]
	d := damaging{rand: r, name: kind[r.IntN(len(kind))], before: before, foreign: foreign, after: after}
	if d.good = after[d.name]; len(d.good) < 2 && how != "missing" {
		c.seen["too small"]++
		return
	}
	bad := damages[how](&d)
	if bytes.Equal(bad, d.good) && bad != nil {
		c.seen["no change"]++
		return
	}
	what := fmt.Sprintf("variant %d: %s of %s", n, how, d.name)
	if os.Getenv("LUKASA_DRILL_CORRUPT") != "" {
		t.Log(what) // the last words, should the process not survive it
	}
	dir := t.TempDir()
	left := maps.Clone(after)
	if left[d.name] = bad; bad == nil {
		delete(left, d.name)
	}
	left.write(t, dir)
	c.judge(t, dir, what)
	require.NoError(t, os.RemoveAll(dir))
}

// judge opens a damaged store and asks it everything.
func (c *corruption) judge(t *testing.T, dir, what string) {
	type outcome struct {
		got map[string]any
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		o.got, o.err = askDamaged(dir)
		done <- o
	}()
	select {
	case o := <-done:
		switch {
		case o.err != nil:
			require.ErrorIs(t, o.err, lukasa.ErrCorrupt, "an error without a name: %s", what)
			c.seen["error"]++
			t.Logf("%s: %v", what, o.err)
		default:
			require.Empty(t, differing(c.want, o.got), "silently wrong: %s", what)
			c.seen["equal answers"]++
		}
	case <-time.After(2 * time.Minute):
		t.Fatalf("hangs: %s", what)
	}
}

func askDamaged(dir string) (map[string]any, error) {
	m, err := lukasa.Open(context.Background(), dir, lukasa.WithAgent("ana"), lukasa.WithSeed(1), lukasa.WithClock(newClock().now))
	if err != nil {
		return nil, err
	}
	got, err := drillAnswers(m)
	if err != nil {
		_ = m.Close() // what it says of the damage has been said
		return nil, err
	}
	return got, m.Close()
}

// differing names the answers that are not the same.
func differing(want, got map[string]any) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if fmt.Sprint(want[name]) != fmt.Sprint(got[name]) {
			names = append(names, name)
		}
	}
	if len(got) != len(want) {
		names = append(names, fmt.Sprintf("%d answers, not %d", len(got), len(want)))
	}
	return names
}
