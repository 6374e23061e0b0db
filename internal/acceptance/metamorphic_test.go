package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/schema"
)

// variation is one way to live through the same operations.
type variation struct {
	name    string
	options []lukasa.Option
	between func(t *testing.T, l *living) // what happens now and then between operations
}

var variations = []variation{
	{"plain", nil, func(*testing.T, *living) {}},
	{"little memory", []lukasa.Option{lukasa.WithMemoryBudget(1)}, func(*testing.T, *living) {}},
	{"restarts", nil, restart},
	{"rebuilds", nil, rebuild},
	{"embedded again", nil, reembed},
	{"restored", nil, restore},
	{"looked at", nil, lookAt},
}

// living is a memory under a variation.
type living struct {
	variation
	room  string
	dir   string
	m     *lukasa.Memory
	clock *testClock
	ids   func() lukasa.ID
	done  []string // what came of the operations of a round
}

func (l *living) open(t *testing.T) {
	l.m = openDrill(t, l.dir, append([]lukasa.Option{lukasa.WithClock(l.clock.now), lukasa.WithIDs(l.ids)}, l.options...)...)
}

func restart(t *testing.T, l *living) {
	require.NoError(t, l.m.Close())
	l.open(t)
}

func rebuild(t *testing.T, l *living) {
	require.NoError(t, l.m.Rebuild(context.Background(), "all"))
}

func reembed(t *testing.T, l *living) {
	_, err := l.m.Reembed(context.Background(), static.New(), lukasa.Reembedding{})
	require.NoError(t, err)
}

// restore goes on with what was restored of a backup.
func restore(t *testing.T, l *living) {
	ctx, backup := context.Background(), filepath.Join(l.room, "backup")
	require.NoError(t, l.m.Backup(ctx, backup))
	require.NoError(t, l.m.Close())
	require.NoError(t, os.RemoveAll(l.dir))
	require.NoError(t, lukasa.Restore(ctx, backup, l.dir))
	require.NoError(t, os.RemoveAll(backup))
	l.open(t)
}

// lookAt reads all that there is.
func lookAt(t *testing.T, l *living) {
	ctx := context.Background()
	checked(t, l.m)
	_, err := l.m.ExportAll(ctx, io.Discard)
	require.NoError(t, err)
	for _, agent := range []string{"ana", "bo"} {
		as, err := l.m.As(agent)
		require.NoError(t, err)
		for _, err := range as.Audit(ctx, lukasa.Auditing{}) {
			require.NoError(t, err)
		}
	}
	_, err = l.m.Stats(ctx)
	require.NoError(t, err)
}

// TestMetamorphic gives the same random operations to memories under different
// options and with restarts, rebuilds and backups in between. Each operation comes to the
// same in all, and all give the same answers and have the same digest (I3, I10, 900-01).
// LUKASA_DRILL_METAMORPHIC says how many operations, LUKASA_DRILL_SEED which.
func TestMetamorphic(t *testing.T) {
	seed := drillSeed("LUKASA_DRILL_METAMORPHIC")
	round, life := 40, 120
	if os.Getenv("LUKASA_DRILL_METAMORPHIC") != "" {
		round, life = 500, 2000
	}
	operations := drillCount("LUKASA_DRILL_METAMORPHIC", life)
	for done := 0; done < operations; done += life {
		t.Log("LUKASA_DRILL_SEED =", seed+uint64(done))
		metamorphose(t, seed+uint64(done), min(life, operations-done), round)
		t.Logf("%d operations under each of %d variations", done+min(life, operations-done), len(variations))
	}
}

// metamorphose lives through operations with new memories, which are compared after
// each round of them.
func metamorphose(t *testing.T, seed uint64, operations, round int) {
	room := t.TempDir()
	defer os.RemoveAll(room)
	var lives []*living
	for _, v := range variations {
		l := &living{variation: v, room: room, dir: filepath.Join(room, v.name), clock: newClock(), ids: countedIDs()}
		l.open(t)
		defer func() { require.NoError(t, l.m.Close()) }()
		require.NoError(t, l.m.PutRule(context.Background(), lukasa.Rule{From: "customer", Relation: "mood", To: "mood", Cardinality: schema.ManyToOne}))
		lives = append(lives, l)
	}
	for done := 0; done < operations; done += round {
		for _, l := range lives {
			r := rand.New(rand.NewPCG(seed, uint64(done)))
			l.done = l.done[:0]
			for range round {
				l.operate(t, r, [...]int{10 * done, 10 * (done + round)})
			}
			l.between(t, l)
		}
		agree(t, lives)
	}
	for _, l := range lives {
		checked(t, l.m)
	}
}

// operate does an operation that r chooses: the same in every variation. Each round
// tells of other events: whoever retells what was recalled between two rounds is
// recognised by what the process remembers, which a restart ends (900-09).
func (l *living) operate(t *testing.T, r *rand.Rand, events [2]int) {
	ctx := context.Background()
	l.clock.advance(time.Second)
	as, err := l.m.As([]string{"ana", "bo"}[r.IntN(2)])
	require.NoError(t, err)
	page, err := as.Find(ctx, lukasa.Filter{Limit: 20})
	require.NoError(t, err)
	deed := chosen(r)
	if len(page.Items) == 0 {
		deed = deeds[0]
	}
	out, err := deed.do(ctx, as, &dice{r, l.clock.now(), events, idsOf(page.Items)})
	l.done = append(l.done, fmt.Sprintf("%s: %+v %v", deed.name, out, err))
}

func agree(t *testing.T, lives []*living) {
	t.Helper()
	first := lives[0]
	want, err := drillAnswers(first.m)
	require.NoError(t, err)
	for _, l := range lives[1:] {
		for i := range l.done {
			require.Equal(t, first.done[i], l.done[i], "operation %d of the round: %s, not as %s", i, l.name, first.name)
		}
		got, err := drillAnswers(l.m)
		require.NoError(t, err)
		if wrong := differing(want, got); len(wrong) > 0 {
			require.Fail(t, "another memory", "%s, not as %s: %v, %s", l.name, first.name, wrong, difference(t, l.m, first.m))
		}
	}
}

// difference tells of the first object that two memories hold otherwise.
func difference(t *testing.T, a, b *lukasa.Memory) string {
	t.Helper()
	for d, err := range a.DiffAll(context.Background(), b) {
		require.NoError(t, err)
		ours, err := json.Marshal(d.Ours)
		require.NoError(t, err)
		theirs, err := json.Marshal(d.Theirs)
		require.NoError(t, err)
		return fmt.Sprintf("%s %q: %s, not %s", d.Type, d.Key, ours, theirs)
	}
	return "no object differs"
}
