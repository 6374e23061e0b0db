package acceptance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// chorus is a memory to which sessions tell the same few things, beside a model of who
// told what.
type chorus struct {
	m      *lukasa.Memory
	dir    string
	clock  *testClock
	ids    func() lukasa.ID
	told   map[string]map[string]bool // what, by the sessions that told it
	purged map[string]bool            // sessions of which nothing may be left
}

var sessionName = regexp.MustCompile(`qs\d+sq`)

func (c *chorus) open(t require.TestingT) {
	m, err := lukasa.Open(context.Background(), c.dir, plain, lukasa.WithClock(c.clock.now), lukasa.WithIDs(c.ids), lukasa.WithSeed(3))
	require.NoError(t, err)
	c.m = m
}

// thing is what is told: a fact in words, a statement, or what was lived through.
func thing(n int) lukasa.Experience {
	switch n % 3 {
	case 0:
		return lukasa.Experience{Kind: schema.KindFact, Content: fmt.Sprintf("thing %d is so", n)}
	case 1:
		return lukasa.Experience{Kind: schema.KindFact, Content: fmt.Sprintf("thing %d is blue", n), Statement: &lukasa.Statement{Subject: lukasa.EntityKey(fmt.Sprintf("object:thing%d", n)), Predicate: "colour", Value: []byte(`"blue"`)}}
	}
	return lived(fmt.Sprintf("thing %d happened", n))
}

func (c *chorus) tell(t *rapid.T) {
	e := thing(rapid.IntRange(0, 5).Draw(t, "thing"))
	e.Session = fmt.Sprintf("qs%dsq", rapid.IntRange(1, 5).Draw(t, "session"))
	retain(t, c.m, e)
	what := e.Text()
	if c.told[what] == nil {
		c.told[what] = map[string]bool{}
	}
	c.told[what][e.Session] = true
	delete(c.purged, e.Session)
}

// forget forgets a session, by its name or by a filter, and purges it now and then.
func (c *chorus) forget(t *rapid.T) {
	ctx := context.Background()
	session := fmt.Sprintf("qs%dsq", rapid.IntRange(1, 5).Draw(t, "session"))
	e := lukasa.Erasure{Session: session, Purge: rapid.IntRange(0, 3).Draw(t, "purge") == 0}
	byFilter := !e.Purge && rapid.Bool().Draw(t, "by filter")
	if byFilter {
		e.Session, e.Filter = "", &lukasa.Filter{Sessions: []string{session}}
	}
	dry := e
	dry.DryRun = true
	plan, errDry := c.m.Erase(ctx, dry)
	done, err := c.m.Erase(ctx, e)
	require.Equal(t, errDry == nil, err == nil, "%v, %v", errDry, err)
	known := false
	for what, by := range c.told {
		known = known || by[session]
		delete(by, session)
		if len(by) == 0 {
			delete(c.told, what)
		}
	}
	if errors.Is(err, lukasa.ErrNotFound) {
		require.False(t, known)
		return
	}
	require.NoError(t, err)
	require.Equal(t, plan.Records, done.Records)
	require.Equal(t, plan.Kept, done.Kept)
	if e.Purge {
		c.purged[session] = true
		c.search(t)
	}
}

// search looks for the sessions that were purged in all files.
func (c *chorus) search(t *rapid.T) {
	eachFile(t, c.dir, func(path string, data []byte) {
		for _, name := range sessionName.FindAll(data, -1) {
			require.False(t, c.purged[string(name)], "%s is in %s", name, path)
		}
	})
}

func (c *chorus) restart(t *rapid.T) {
	require.NoError(t, c.m.Close())
	c.open(t)
	c.search(t)
}

// move writes the memory out and into a new one.
func (c *chorus) move(t *rapid.T) {
	var out bytes.Buffer
	_, err := c.m.Export(context.Background(), &out)
	require.NoError(t, err)
	require.NoError(t, c.m.Close())
	require.NoError(t, os.RemoveAll(c.dir))
	c.open(t)
	done, err := c.m.Import(context.Background(), &out, lukasa.Import{})
	require.NoError(t, err)
	require.Zero(t, done.Failed, "%+v", done.Errors)
}

// agrees holds the memory against the model: each thing is there once as long as a
// session told it, and is filed under one of those.
func (c *chorus) agrees(t *rapid.T) {
	there := map[string]bool{}
	for _, e := range all(t, c.m, lukasa.Filter{}) {
		what := e.Text()
		require.False(t, there[what], "%s is there twice", what)
		there[what] = true
		require.True(t, c.told[what][e.Session], "%s is filed under %s", what, e.Session)
		told := map[string]bool{e.Session: true}
		for _, by := range e.Tellings {
			told[by.Session] = true
		}
		require.Equal(t, c.told[what], told)
		inSession := idsOf(all(t, c.m, lukasa.Filter{Sessions: []string{e.Session}}))
		require.Contains(t, inSession, e.ID)
	}
	require.ElementsMatch(t, slices.Collect(maps.Keys(c.told)), slices.Collect(maps.Keys(there)))
}

// TestWhatSeveralSessionsToldProperty tells and forgets at random: what several sessions
// told is there as long as one of them is not forgotten, whichever told it first, and of a
// session that was purged no file has the name (I6, I9; 000-08).
func TestWhatSeveralSessionsToldProperty(t *testing.T) {
	fewer(t, 10)
	rapid.Check(t, func(rt *rapid.T) {
		c := &chorus{dir: filepath.Join(draw{T: rt, root: t.TempDir()}.TempDir(), "m"), clock: newClock(), ids: countedIDs(), told: map[string]map[string]bool{}, purged: map[string]bool{}}
		c.open(rt)
		defer func() { _ = c.m.Close() }()
		deeds := map[string]func(*rapid.T){"tell": c.tell, "forget": c.forget, "restart": c.restart, "move": c.move}
		for range rapid.IntRange(6, 40).Draw(rt, "steps") {
			c.clock.advance(time.Minute)
			deeds[rapid.SampledFrom([]string{"tell", "tell", "tell", "tell", "tell", "forget", "forget", "restart", "move"}).Draw(rt, "deed")](rt)
			c.agrees(rt)
		}
		checked(rt, c.m)
	})
}
