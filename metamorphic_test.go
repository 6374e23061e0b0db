package lukasa

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
)

// variation is one way to live through the same operations.
type variation struct {
	name    string
	options []Option
	between func(t *testing.T, l *living) // what happens now and then between operations
}

// living is a memory under a variation.
type living struct {
	variation
	dir   string
	m     *Memory
	clock *testClock
	ids   func() ID
}

func (l *living) open(t *testing.T) {
	l.m = openDrill(t, l.dir, append([]Option{WithClock(l.clock.now), WithIDs(l.ids)}, l.options...)...)
}

func nothing(*testing.T, *living) {}

func restart(t *testing.T, l *living) {
	require.NoError(t, l.m.Close())
	l.open(t)
}

func rebuild(t *testing.T, l *living) {
	require.NoError(t, l.m.Rebuild(context.Background(), "all"))
}

func reembed(t *testing.T, l *living) {
	_, err := l.m.Reembed(context.Background(), static.New(), Reembedding{})
	require.NoError(t, err)
}

// TestMetamorphic gives the same random operations to memories under different
// options and with restarts and rebuilds in between. All give the same answers
// and have the same digest (I3, I10). LUKASA_DRILL_METAMORPHIC says how many
// operations, LUKASA_DRILL_SEED which.
func TestMetamorphic(t *testing.T) {
	seed := drillSeed("LUKASA_DRILL_METAMORPHIC")
	t.Log("LUKASA_DRILL_SEED =", seed)
	lives := []*living{
		{variation: variation{"plain", nil, nothing}},
		{variation: variation{"little memory", []Option{WithMemoryBudget(1)}, nothing}},
		{variation: variation{"restarts", nil, restart}},
		{variation: variation{"rebuilds", nil, rebuild}},
		{variation: variation{"embedded again", nil, reembed}},
	}
	for _, l := range lives {
		l.dir, l.clock, l.ids = t.TempDir(), newClock(), countedIDs()
		l.open(t)
		defer func() { require.NoError(t, l.m.Close()) }()
	}
	operations := drillCount("LUKASA_DRILL_METAMORPHIC", 80)
	for done := 0; done < operations; done += 40 {
		for _, l := range lives {
			r := rand.New(rand.NewPCG(seed, uint64(done)))
			for range 40 {
				l.operate(t, r, done)
			}
			l.between(t, l)
		}
		agree(t, lives)
	}
	for _, l := range lives {
		checked(t, l.m)
	}
	t.Logf("%d operations under %d variations", operations, len(lives))
}

// operate does one operation of a round that r chooses: the same in every variation.
// Each round tells of other events: whoever retells what was recalled between two
// rounds is recognised by what the process remembers, which a restart ends (900-09).
func (l *living) operate(t *testing.T, r *rand.Rand, round int) {
	ctx := context.Background()
	l.clock.advance(time.Second)
	as, err := l.m.As([]string{"ana", "bo"}[r.IntN(2)])
	require.NoError(t, err)
	words := fmt.Sprint("event ", 10*round+r.IntN(400), " of the story")
	page, err := as.Find(ctx, Filter{Limit: 20})
	require.NoError(t, err)
	kind := r.IntN(10)
	if len(page.Items) == 0 || kind < 5 {
		e := lived(words)
		e.Time, e.Session = l.clock.now(), fmt.Sprint("s", r.IntN(3))
		e.Mentions = []Mention{{Entity: "person:ana", Text: "Ana"}, {Entity: EntityKey(fmt.Sprint("org:o", r.IntN(5))), Text: "Acme"}}
		retain(t, as, e)
		return
	}
	id := page.Items[r.IntN(len(page.Items))].ID
	switch kind {
	case 5, 6:
		_, err = as.Update(ctx, id, 0, Patch{Outcome: &words})
	case 7:
		_, err = as.Supersede(ctx, id, lived("instead "+words))
	case 8:
		_, err = as.Forget(ctx, Forget{IDs: []ID{id}, Purge: r.IntN(2) == 0})
	default:
		_, err = as.Retain(ctx, lived(words))
	}
	if err != nil { // an operation may be refused: then in every variation, as the digest shows
		require.ErrorIs(t, err, ErrInvalid)
	}
}

func agree(t *testing.T, lives []*living) {
	t.Helper()
	want, err := drillAnswers(lives[0].m)
	require.NoError(t, err)
	for _, l := range lives[1:] {
		got, err := drillAnswers(l.m)
		require.NoError(t, err)
		if wrong := differing(want, got); len(wrong) > 0 {
			require.Fail(t, "another memory", "%s, not as %s: %v, %s", l.name, lives[0].name, wrong, difference(t, l.m, lives[0].m))
		}
	}
}

// difference tells of the first object that two memories hold otherwise.
func difference(t *testing.T, a, b *Memory) string {
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
