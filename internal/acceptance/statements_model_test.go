package acceptance

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// claims is what a reader of the documentation would write down of statements:
// who says what, how sure, and what became of it.
type claims struct {
	list   []*claim                              // in the order in which they were made
	merged map[lukasa.EntityKey]lukasa.EntityKey // from, into
}

type claim struct {
	id                lukasa.ID
	subject           lukasa.EntityKey
	predicate, object string
	confidence        float64
	said              int // how often
	status            schema.Status
	by                lukasa.ID // what superseded it
}

func (c *claims) standing(key lukasa.EntityKey) lukasa.EntityKey {
	for c.merged[key] != "" {
		key = c.merged[key]
	}
	return key
}

// live lists what stands about a subject under a predicate, the oldest first.
func (c *claims) live(subject lukasa.EntityKey, predicate string) (out []*claim) {
	for _, x := range c.list {
		if x.status == schema.StatusActive && c.standing(x.subject) == c.standing(subject) && x.predicate == predicate {
			out = append(out, x)
		}
	}
	return out
}

// state writes down one more saying; done is what the memory made of it.
func (c *claims) state(t require.TestingT, e *lukasa.Experience, done lukasa.Retained, single bool) {
	st := e.Statement
	correction := st.Provenance == "correction"
	there := c.live(st.Subject, st.Predicate)
	said := slices.ContainsFunc(there, func(x *claim) bool { return x.object == string(st.Value) })
	require.Equal(t, !said, done.New)
	if said {
		x := c.find(done.ID)
		require.Equal(t, string(st.Value), x.object)
		x.strengthen(e.Confidence, correction)
		for _, other := range there {
			if single && correction && other.object != x.object {
				other.status, other.by = schema.StatusSuperseded, x.id
			}
		}
		return
	}
	c.list = append(c.list, &claim{
		id: done.ID, subject: st.Subject, predicate: st.Predicate, object: string(st.Value),
		confidence: e.Confidence, said: 1, status: schema.StatusActive,
	})
	for _, old := range there {
		newer := e.Confidence >= .4 && e.Confidence >= old.confidence-knowledge.Margin
		if single && (correction || newer) || !single && correction && len(there) == 1 {
			old.status, old.by = schema.StatusSuperseded, done.ID
		}
	}
}

func (x *claim) strengthen(confidence float64, correction bool) {
	weight := .8
	if correction {
		weight = 1
	}
	x.confidence += .15 * confidence * weight * (.99 - x.confidence)
	x.said++
}

func (c *claims) find(id lukasa.ID) *claim {
	for _, x := range c.list {
		if x.id == id {
			return x
		}
	}
	return nil
}

// TestStatementsMachine lets chance state, repeat, contradict, correct, merge,
// unmerge, resolve, forget and restart, and compares the memory with a model of a
// few lines (I4, I6, I7; 004-06, 004-08, 004-13 to 004-15, 900-02, 900-03).
func TestStatementsMachine(t *testing.T) {
	fewer(t, 4)
	rapid.Check(t, func(rt *rapid.T) {
		m := &claimMachine{dir: draw{T: rt, root: t.TempDir()}.TempDir(), clock: newClock(), ids: countedIDs(), model: claims{merged: map[lukasa.EntityKey]lukasa.EntityKey{}}}
		m.open(rt)
		defer func() { _ = m.mem.Close() }()
		m.begin(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"state": m.state, "again": m.state, "contradict": m.state, "correct": m.correct, "resolve": m.resolve,
			"merge": m.merge, "unmerge": m.unmerge, "forget": m.forget, "restart": m.restart, "": m.look,
		})
		checked(rt, m.mem)
	})
}

type claimMachine struct {
	mem   *lukasa.Memory
	dir   string
	clock *testClock
	ids   func() lukasa.ID
	model claims
}

var (
	claimSubjects   = []lukasa.EntityKey{"customer:ana", "customer:bo", "customer:chi"}
	claimPredicates = []string{"delivery_day", "likes"} // one value, many values
)

func (m *claimMachine) open(t require.TestingT) {
	mem, err := lukasa.Open(context.Background(), m.dir, lukasa.WithClock(m.clock.now), lukasa.WithIDs(m.ids), lukasa.WithSeed(7), lukasa.WithEmbedder(nil))
	require.NoError(t, err)
	m.mem = mem
}

func (m *claimMachine) begin(t require.TestingT) {
	single(t, m.mem, claimPredicates[0])
	for _, key := range claimSubjects {
		require.NoError(t, m.mem.PutEntity(context.Background(), lukasa.Entity{Key: key, Name: key.Name()}))
	}
}

func (m *claimMachine) state(t *rapid.T)   { m.say(t, "") }
func (m *claimMachine) correct(t *rapid.T) { m.say(t, "correction") }

func (m *claimMachine) say(t *rapid.T, provenance string) {
	m.clock.advance(time.Minute)
	e := lukasa.Experience{
		Kind: schema.KindFact, Confidence: rapid.SampledFrom([]float64{.3, .45, .71, .96}).Draw(t, "confidence"),
		Statement: &lukasa.Statement{
			Subject:   rapid.SampledFrom(claimSubjects).Draw(t, "subject"),
			Predicate: rapid.SampledFrom(claimPredicates).Draw(t, "predicate"),
			Value:     []byte(rapid.SampledFrom([]string{`"tea"`, `"ice"`, `"rum"`}).Draw(t, "object")), Provenance: provenance,
		},
	}
	m.model.state(t, &e, stated(t, m.mem, e), e.Statement.Predicate == claimPredicates[0])
}

func (m *claimMachine) resolve(t *rapid.T) {
	open := conflictsOf(t, m.mem, lukasa.ConflictQuery{})
	if len(open) == 0 {
		return
	}
	m.clock.advance(time.Minute)
	c := rapid.SampledFrom(open).Draw(t, "conflict")
	keep := m.model.find(rapid.SampledFrom(c.Records).Draw(t, "keep"))
	_, err := m.mem.ResolveConflict(context.Background(), c.ID, lukasa.Resolution{Keep: keep.id})
	if keep.status != schema.StatusActive {
		require.ErrorIs(t, err, lukasa.ErrSuperseded)
		return
	}
	require.NoError(t, err)
	for _, id := range c.Records {
		if x := m.model.find(id); id != keep.id && x.status == schema.StatusActive {
			x.status, x.by = schema.StatusSuperseded, keep.id
		}
	}
}

func (m *claimMachine) merge(t *rapid.T) {
	from := rapid.SampledFrom(claimSubjects).Draw(t, "from")
	into := rapid.SampledFrom(claimSubjects).Draw(t, "into")
	_, err := m.mem.MergeEntities(context.Background(), lukasa.Merging{From: from, Into: into, Force: true})
	from, into = m.model.standing(from), m.model.standing(into)
	if from == into {
		require.ErrorIs(t, err, lukasa.ErrMerge)
		return
	}
	require.NoError(t, err)
	m.model.merged[from] = into
}

func (m *claimMachine) unmerge(t *rapid.T) {
	key := rapid.SampledFrom(claimSubjects).Draw(t, "key")
	_, err := m.mem.UnmergeEntity(context.Background(), key)
	if m.model.merged[key] == "" {
		require.ErrorIs(t, err, lukasa.ErrNotFound)
		return
	}
	require.NoError(t, err)
	delete(m.model.merged, key)
}

func (m *claimMachine) forget(t *rapid.T) {
	if len(m.model.list) == 0 {
		return
	}
	gone := rapid.SampledFrom(m.model.list).Draw(t, "record")
	_, err := m.mem.Forget(context.Background(), lukasa.Forget{IDs: []lukasa.ID{gone.id}})
	require.NoError(t, err)
	m.model.list = slices.DeleteFunc(m.model.list, func(x *claim) bool { return x == gone })
	for _, x := range m.model.list {
		if x.by == gone.id {
			x.by = lukasa.ID{} // it stays superseded
		}
	}
}

func (m *claimMachine) restart(t *rapid.T) {
	require.NoError(t, m.mem.Close())
	m.open(t)
}

// look compares every statement, and what each subject is said to stand for.
func (m *claimMachine) look(t *rapid.T) {
	for _, x := range m.model.list {
		e, err := m.mem.Get(context.Background(), x.id)
		require.NoError(t, err)
		require.Equal(t, x.status, e.Status)
		require.Equal(t, x.by, e.SupersededBy)
		require.Equal(t, x.said, max(1, e.Statement.Reinforced))
		require.InDelta(t, x.confidence, e.Confidence, 1e-9, "I7: time takes nothing from what is stored")
	}
	for _, key := range claimSubjects {
		for _, predicate := range claimPredicates {
			want := []lukasa.ID{}
			for _, x := range m.model.live(key, predicate) {
				want = append(want, x.id)
			}
			require.ElementsMatch(t, want, recordsOf(factsOf(t, m.mem, lukasa.FactQuery{Subject: key, Predicate: predicate})))
		}
	}
	for _, c := range conflictsOf(t, m.mem, lukasa.ConflictQuery{}) {
		live := slices.DeleteFunc(c.Records, func(id lukasa.ID) bool { return m.model.find(id).status != schema.StatusActive })
		require.GreaterOrEqual(t, len(live), 2, "a conflict is open while two sides stand")
	}
}
