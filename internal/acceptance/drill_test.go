package acceptance

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// drillKills is how many times the drill kills: a number in the environment, or
// the few that fit into every run of the tests.
func drillKills(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("LUKASA_DRILL_KILLS")); err == nil {
		return n
	}
	if testing.Short() {
		return 3
	}
	return 20
}

// entry is one line of what the drill's child says: first what it is about to
// do, then that it was acknowledged.
type entry struct {
	Writer  int                 `json:"writer,omitempty"`
	Acked   bool                `json:"acked"`
	Records []lukasa.Experience `json:"records,omitempty"` // as they are once it is done
	Gone    []lukasa.ID         `json:"gone,omitempty"`
	Stated  *mood               `json:"stated,omitempty"` // what one of the drill's subjects is from now on
	Into    []lukasa.EntityKey  `json:"into,omitempty"`   // an entity, and what stands for it from now on
	Purged  bool                `json:"purged,omitempty"`
	Stage   string              `json:"stage,omitempty"` // of work on the graph, in its own drill
}

// learns tells whether a call states or merges something.
func (e *entry) learns() bool { return e.Stated != nil || len(e.Into) > 0 }

// mood is a statement under a predicate with one value.
type mood struct {
	ID      lukasa.ID        `json:"id"`
	Subject lukasa.EntityKey `json:"subject"`
	Value   string           `json:"value"`
}

// drillSubjects are the entities that the drill states about and merges.
var drillSubjects = []lukasa.EntityKey{"customer:a", "customer:b", "customer:c"}

// drillWriters is how many write to a memory at once. The first of them also
// states, merges, purges and rebuilds.
const drillWriters = 4

// drillChild writes to a memory until it is killed, and says before each call
// what it will leave behind. Its memory has little room, so that snapshots of the
// indexes are written all along.
func drillChild() {
	ctx := context.Background()
	seed, err := strconv.ParseUint(os.Getenv("LUKASA_TEST_SEED"), 10, 64)
	quit(err)
	m, err := lukasa.Open(ctx, os.Getenv("LUKASA_TEST_DIR"), lukasa.WithMemoryBudget(1))
	quit(err)
	page, err := m.Find(ctx, lukasa.Filter{Limit: 200})
	quit(err)
	known := slices.DeleteFunc(page.Items, func(e lukasa.Experience) bool { return e.Statement != nil })
	into, err := knowledgeOf(ctx, m)
	quit(err)
	out := &mouth{to: json.NewEncoder(os.Stdout)}
	for w := range drillWriters {
		d := &driller{m: m, writer: w, rand: rand.New(rand.NewPCG(seed, uint64(1+w))), out: out, seed: seed, into: into}
		for i := w; i < len(known); i += drillWriters {
			d.known = append(d.known, known[i]) // no two writers change the same record
		}
		go func() {
			for n := 0; ; n++ {
				d.step(ctx, n)
			}
		}()
	}
	select {} // until the kill comes
}

// mouth says one thing at a time.
type mouth struct {
	mu sync.Mutex
	to *json.Encoder
}

func (m *mouth) say(e entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	quit(m.to.Encode(e))
}

func quit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "drill:", err)
		os.Exit(3)
	}
}

type driller struct {
	m      *lukasa.Memory
	writer int
	rand   *rand.Rand
	out    *mouth
	seed   uint64
	known  []lukasa.Experience
	into   map[lukasa.EntityKey]lukasa.EntityKey // what stands for each subject
}

// knowledgeOf makes what the drill's knowledge needs, if it is not there, and
// returns what stands for each subject.
func knowledgeOf(ctx context.Context, m *lukasa.Memory) (map[lukasa.EntityKey]lukasa.EntityKey, error) {
	into := map[lukasa.EntityKey]lukasa.EntityKey{}
	for _, key := range drillSubjects {
		e, err := m.Entity(ctx, key)
		if errors.Is(err, lukasa.ErrNotFound) {
			err = m.PutEntity(ctx, lukasa.Entity{Key: key, Name: "Customer " + key.Name()})
		}
		if err != nil {
			return nil, err
		}
		into[key] = e.MergedInto
	}
	return into, m.PutRule(ctx, lukasa.Rule{From: "customer", Relation: "mood", To: "mood", Cardinality: schema.ManyToOne})
}

func (d *driller) record(n int) lukasa.Experience {
	e := lived(fmt.Sprintf("seed %d step %d number %d", d.seed, n, d.rand.Uint64()))
	e.Session = fmt.Sprint("s", d.rand.IntN(3))
	e.ID = countedFrom(d.rand)
	e.Time = time.Now().Add(-time.Duration(d.rand.IntN(1000)) * time.Minute).UTC().Truncate(time.Microsecond)
	return e
}

func countedFrom(r *rand.Rand) (id lukasa.ID) {
	for i := range id {
		id[i] = byte(r.Uint32())
	}
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80
	return id
}

func (d *driller) step(ctx context.Context, n int) {
	kinds := 26
	if d.writer > 0 {
		kinds = 19
	}
	switch kind := d.rand.IntN(kinds); {
	case kind < 8 || len(d.known) < 5:
		d.retain(ctx, d.record(n))
	case kind < 12:
		batch := make([]lukasa.Experience, 1+d.rand.IntN(50))
		for i := range batch {
			batch[i] = d.record(n)
		}
		d.retain(ctx, batch...)
	case kind < 15:
		i := d.rand.IntN(len(d.known))
		e := d.known[i]
		e.Outcome = fmt.Sprintf("changed in step %d of seed %d", n, d.seed)
		d.do(entry{Records: []lukasa.Experience{e}}, func() error {
			_, err := d.m.Update(ctx, e.ID, 0, lukasa.Patch{Outcome: &e.Outcome})
			return err
		})
		d.known[i] = e
	case kind < 16:
		old := d.take()
		e := d.record(n)
		e.Supersedes = []lukasa.ID{old.ID}
		old.SupersededBy = e.ID
		d.do(entry{Records: []lukasa.Experience{e, old}}, func() error {
			_, err := d.m.Retain(ctx, e)
			return err
		})
	case kind < 18:
		ids := []lukasa.ID{d.take().ID, d.take().ID}
		d.do(entry{Gone: ids}, func() error {
			_, err := d.m.Forget(ctx, lukasa.Forget{IDs: ids})
			return err
		})
	case kind < 19:
		d.do(entry{}, func() error { return d.m.Flush(ctx) })
	case kind < 22:
		d.state(ctx, n)
	case kind < 25:
		d.merge(ctx)
	default:
		if d.rand.IntN(4) > 0 {
			return
		}
		e := d.take()
		d.do(entry{Gone: []lukasa.ID{e.ID}, Purged: true}, func() error {
			_, err := d.m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{e.ID}, Purge: true})
			return err
		})
		d.do(entry{}, func() error { return d.m.Rebuild(ctx, "all") })
	}
}

// state says what mood a subject is in; whatever was said before is over.
func (d *driller) state(ctx context.Context, n int) {
	c := mood{countedFrom(d.rand), drillSubjects[d.rand.IntN(len(drillSubjects))], fmt.Sprintf("%q", fmt.Sprintf("mood %d of seed %d", n, d.seed))}
	e := lukasa.Experience{ID: c.ID, Kind: "fact", Content: "it is in a mood: " + c.Value, Confidence: .9}
	e.Statement = &lukasa.Statement{Subject: c.Subject, Predicate: "mood", Value: json.RawMessage(c.Value), Provenance: "correction"}
	d.do(entry{Stated: &c}, func() error {
		_, err := d.m.State(ctx, e)
		return err
	})
}

// merge makes the last subject another one, or takes that back.
func (d *driller) merge(ctx context.Context) {
	from := drillSubjects[len(drillSubjects)-1]
	if d.into[from] != "" {
		d.do(entry{Into: []lukasa.EntityKey{from, ""}}, func() error {
			_, err := d.m.UnmergeEntity(ctx, from)
			return err
		})
		d.into[from] = ""
		return
	}
	into := drillSubjects[d.rand.IntN(len(drillSubjects)-1)]
	d.do(entry{Into: []lukasa.EntityKey{from, into}}, func() error {
		_, err := d.m.MergeEntities(ctx, lukasa.Merging{From: from, Into: into, Force: true})
		return err
	})
	d.into[from] = into
}

func (d *driller) retain(ctx context.Context, batch ...lukasa.Experience) {
	d.do(entry{Records: batch}, func() error {
		_, err := d.m.RetainAll(ctx, batch)
		return err
	})
	d.known = append(d.known, batch...)
}

func (d *driller) take() lukasa.Experience {
	i := d.rand.IntN(len(d.known))
	e := d.known[i]
	d.known = append(d.known[:i], d.known[i+1:]...)
	return e
}

func (d *driller) do(e entry, call func() error) {
	e.Writer = d.writer
	d.out.say(e)
	quit(call())
	d.out.say(entry{Acked: true, Writer: d.writer})
}

// ledgerOfDrill is what the parent knows to be there.
type ledgerOfDrill struct {
	there map[lukasa.ID]lukasa.Experience
	gone  map[lukasa.ID]bool
	moods map[lukasa.ID]mood // every statement that was made
	last  *mood              // the one that nothing came after
	into  map[lukasa.EntityKey]lukasa.EntityKey
}

func (l *ledgerOfDrill) apply(e entry) {
	for _, r := range e.Records {
		if had, ok := l.there[r.ID]; ok && r.Supersedes == nil {
			r.Supersedes = had.Supersedes
		}
		l.there[r.ID] = r
	}
	for _, id := range e.Gone {
		delete(l.there, id)
		l.gone[id] = true
		l.unname(id)
	}
	if e.Stated != nil {
		l.moods[e.Stated.ID], l.last = *e.Stated, e.Stated
	}
	if len(e.Into) == 2 {
		l.into[e.Into[0]] = e.Into[1]
	}
}

// unname leaves what a record that is gone took the place of superseded by nothing.
func (l *ledgerOfDrill) unname(gone lukasa.ID) {
	for id, r := range l.there {
		if r.SupersededBy == gone {
			r.SupersededBy = lukasa.ID{}
			l.there[id] = r
		}
	}
}

// TestKillDrill kills a writing process at random, reopens what it left, and
// finds every acknowledged call done to the byte, the one that was under way
// done whole or not at all, and the views in agreement with the ledger (I1, I2;
// 900-01). Some kills come while the memory is being opened, some in threes, each
// while the memory recovers from the one before. LUKASA_DRILL_KILLS says how many;
// they befall one memory after another, as checks take the longer the more it holds.
func TestKillDrill(t *testing.T) {
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	acked, there, gone := 0, 0, 0
	dir, state := "", newLedgerOfDrill()
	for kill := range drillKills(t) {
		if kill%killsOfOne == 0 {
			there, gone = there+len(state.there), gone+len(state.gone)
			t.Logf("%d kills: %d calls acknowledged, %d records there, %d gone", kill, acked, there, gone)
			dir, state = filepath.Join(t.TempDir(), "memory"), newLedgerOfDrill()
		}
		acked += killOnce(t, dir, state, r, kill)
	}
	require.Positive(t, acked)
	t.Logf("%d calls acknowledged, %d records there, %d gone", acked, there+len(state.there), gone+len(state.gone))
}

// killsOfOne is how many kills befall one memory.
const killsOfOne = 20

func killOnce(t *testing.T, dir string, state *ledgerOfDrill, r *rand.Rand, kill int) int {
	seed := r.Uint64()
	cmd := child(t, "drill", dir, fmt.Sprint("LUKASA_TEST_SEED=", seed))
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	die := func(after time.Duration) { time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) }
	atWork := func() { die(time.Duration(100+r.IntN(1400)) * time.Millisecond) }
	if kill%4 == 3 {
		atWork = func() {}
		die(time.Duration(r.IntN(80)) * time.Millisecond) // while it opens
	}
	open, acked := state.listen(t, out, atWork)
	require.Error(t, cmd.Wait())
	require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself") // by the signal
	if kill%3 == 2 {
		killRecovery(t, dir, r)
	}
	state.verify(t, dir, open...)
	return acked
}

// killRecovery kills three processes in a row that only open what was left: at
// any moment of the ledger's replay, of the views' loading and of the graph's
// catching up and checkpoint in the background.
func killRecovery(t *testing.T, dir string, r *rand.Rand) {
	for range 3 {
		cmd := child(t, "hold", dir)
		_, err := cmd.StdinPipe() // open until Wait returns: the child stays as long
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		time.AfterFunc(time.Duration(r.IntN(900))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		require.Error(t, cmd.Wait())
		require.Equal(t, -1, cmd.ProcessState.ExitCode(), "the child ended by itself")
	}
}

// newLedgerOfDrill knows of an empty memory.
func newLedgerOfDrill() *ledgerOfDrill {
	return &ledgerOfDrill{
		there: map[lukasa.ID]lukasa.Experience{}, gone: map[lukasa.ID]bool{}, moods: map[lukasa.ID]mood{}, into: map[lukasa.EntityKey]lukasa.EntityKey{},
	}
}

// listen follows what a child says until it ends, and calls atWork when it
// begins. It returns the calls that were not acknowledged, and how many were.
func (l *ledgerOfDrill) listen(t *testing.T, out io.Reader, atWork func()) (open []*entry, acked int) {
	begun := sync.OnceFunc(atWork)
	return l.hear(t, out, func(entry) { begun() })
}

// hear is listen that calls heard with all that the child says.
func (l *ledgerOfDrill) hear(t *testing.T, out io.Reader, heard func(entry)) (open []*entry, acked int) {
	under := map[int]*entry{} // what each writer is about
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			require.ErrorIs(t, err, io.EOF)
			return slices.Collect(maps.Values(under)), acked
		}
		var e entry
		require.NoError(t, json.Unmarshal(line, &e))
		heard(e)
		if e.Acked {
			l.apply(*under[e.Writer])
			delete(under, e.Writer)
			acked++
			continue
		}
		under[e.Writer] = &e
	}
}

// verify opens what was left and compares it with what is known. open are the
// calls that were not acknowledged: no two are about the same.
func (l *ledgerOfDrill) verify(t *testing.T, dir string, open ...*entry) {
	ctx := context.Background()
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	there, moods := map[lukasa.ID]lukasa.Experience{}, map[lukasa.ID]lukasa.Experience{}
	for _, e := range everything(t, m, lukasa.Filter{}) {
		if e.Statement != nil {
			moods[e.ID] = e
		} else {
			there[e.ID] = e
		}
	}
	for _, e := range open {
		if e.learns() && l.knows(t, m, moods, e) || !e.learns() && done(t, there, e) {
			l.apply(*e)
		}
	}
	l.verifyKnowledge(t, m, moods)
	require.Len(t, there, len(l.there))
	for id, want := range l.there {
		got, ok := there[id]
		require.True(t, ok, "%s is lost", id)
		require.True(t, sameDrilled(got, want), "have %+v, want %+v", got, want)
	}
	for id := range l.gone {
		_, ok := there[id]
		require.False(t, ok, "%s is back", id)
	}
	checked(t, m)
}

// knows tells whether a statement or a merge that was not acknowledged took
// place.
func (l *ledgerOfDrill) knows(t *testing.T, m *lukasa.Memory, moods map[lukasa.ID]lukasa.Experience, open *entry) bool {
	switch {
	case open.Stated != nil:
		_, there := moods[open.Stated.ID]
		return there
	case len(open.Into) == 2:
		e, err := m.Entity(context.Background(), open.Into[0])
		require.NoError(t, err)
		return e.MergedInto == open.Into[1]
	}
	return false
}

// verifyKnowledge finds every statement there, the last of each subject alone
// active, and every entity standing for itself or for what it was merged into.
func (l *ledgerOfDrill) verifyKnowledge(t *testing.T, m *lukasa.Memory, moods map[lukasa.ID]lukasa.Experience) {
	require.Len(t, moods, len(l.moods))
	for id, want := range l.moods {
		e, ok := moods[id]
		require.True(t, ok, "statement %s is lost", id)
		require.Equal(t, want.Subject, e.Statement.Subject)
		require.JSONEq(t, want.Value, string(e.Statement.Value))
	}
	if l.last != nil {
		facts, err := m.Facts(context.Background(), lukasa.FactQuery{Subject: l.last.Subject, Predicate: "mood"})
		require.NoError(t, err)
		require.NotEmpty(t, facts)
		require.Equal(t, l.last.ID, facts[0].Record.ID, "the last correction stands")
	}
	for key, want := range l.into {
		e, err := m.Entity(context.Background(), key)
		require.NoError(t, err)
		require.Equal(t, want, e.MergedInto)
	}
}

// done tells whether a call that was not acknowledged took place, and fails if
// half of it did.
func done(t *testing.T, there map[lukasa.ID]lukasa.Experience, e *entry) bool {
	t.Helper()
	did, did2 := 0, len(e.Records)+len(e.Gone)
	for _, want := range e.Records {
		if got, ok := there[want.ID]; ok && sameDrilled(got, want) {
			did++
		}
	}
	for _, id := range e.Gone {
		if _, ok := there[id]; !ok {
			did++
		}
	}
	require.Contains(t, []int{0, did2}, did, "half applied: %+v", e)
	return did == did2
}

func sameDrilled(got, want lukasa.Experience) bool {
	return got.Context == want.Context && got.Action == want.Action && got.Outcome == want.Outcome &&
		got.Session == want.Session && got.Time.Equal(want.Time) && got.SupersededBy == want.SupersededBy
}
