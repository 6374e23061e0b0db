package acceptance

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/schema"
)

// TestMachine lets chance retain, correct, supersede, move and forget in two
// memories that were given the same clock, ids and seed, and in a model of
// plain maps. All three agree at every look (I1, I4, I6, I8, I10; 002-03,
// 002-06, 000-07, 000-11), also after the views were deleted (I3).
func TestMachine(t *testing.T) {
	fewer(t, 3)
	rapid.Check(t, func(rt *rapid.T) {
		m := newMachine(draw{T: rt, root: t.TempDir()})
		defer m.close()
		rt.Repeat(map[string]func(*rapid.T){
			"retain":    m.retain,
			"retain2":   m.retain,
			"batch":     m.batch,
			"believe":   m.believe,
			"update":    m.update,
			"supersede": m.supersede,
			"forget":    m.forget,
			"session":   m.forgetSession,
			"look":      m.look,
			"reopen":    m.reopen,
		})
		m.finish(rt)
	})
}

// fewer bounds the runs of rapid.Check in a test whose runs are slow, unless the
// command line says how many.
func fewer(t *testing.T, checks int) {
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if given {
		return
	}
	if testing.Short() {
		checks = max(1, checks/4)
	}
	f := flag.Lookup("rapid.checks")
	before := f.Value.String()
	require.NoError(t, f.Value.Set(fmt.Sprint(checks))) // flag.Set would count as the command line
	t.Cleanup(func() { require.NoError(t, f.Value.Set(before)) })
}

var (
	machineAgents   = []string{"ana", "bo"}
	machineSessions = []string{"", "monday", "tuesday"}
)

type machine struct {
	dirs   [2]string
	mems   [2]*lukasa.Memory
	clocks [2]*testClock
	ids    [2]func() lukasa.ID
	model  *model
	start  time.Time
}

func newMachine(t draw) *machine {
	m := &machine{model: newModel()}
	for i := range m.mems {
		m.dirs[i], m.clocks[i], m.ids[i] = t.TempDir(), newClock(), countedIDs()
	}
	m.start = m.clocks[0].now().Add(-time.Hour)
	m.open(t)
	return m
}

func (m *machine) open(t require.TestingT) {
	for i := range m.mems {
		mem, err := lukasa.Open(context.Background(), m.dirs[i], lukasa.WithClock(m.clocks[i].now), lukasa.WithIDs(m.ids[i]), lukasa.WithSeed(7), lukasa.WithAgent("ana"))
		require.NoError(t, err)
		m.mems[i] = mem
	}
}

func (m *machine) close() {
	for _, mem := range m.mems {
		_ = mem.Close()
	}
}

// each runs a call on both memories, whose answers must be the same, to the
// text of an error (I10).
func (m *machine) each(t require.TestingT, agent string, call func(*lukasa.Memory) (any, error)) (any, error) {
	var out [2]any
	var errs [2]error
	for i, mem := range m.mems {
		m.clocks[i].advance(time.Second)
		as, err := mem.As(agent)
		require.NoError(t, err)
		out[i], errs[i] = call(as)
	}
	require.Equal(t, out[0], out[1])
	require.Equal(t, fmt.Sprint(errs[0]), fmt.Sprint(errs[1]))
	return out[0], errs[0]
}

func (m *machine) draw(t *rapid.T) lukasa.Experience {
	words := fmt.Sprintf("event %d of the story", rapid.IntRange(0, 30).Draw(t, "words"))
	e := lukasa.Experience{
		Agent:   rapid.SampledFrom(machineAgents).Draw(t, "agent"),
		Session: rapid.SampledFrom(machineSessions).Draw(t, "session"),
		Time:    m.start.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "minute")) * time.Minute),
		Kind:    rapid.SampledFrom([]schema.Kind{schema.KindExperience, schema.KindMessage, schema.KindFact}).Draw(t, "kind"),
		Tags:    []string{"t"},
	}
	if e.Kind == schema.KindExperience {
		e.Context, e.Action, e.Outcome = words, "did", "done"
	} else {
		e.Content = words
	}
	return e
}

func (m *machine) retain(t *rapid.T) { m.write(t, []lukasa.Experience{m.draw(t)}) }

func (m *machine) batch(t *rapid.T) {
	agent := rapid.SampledFrom(machineAgents).Draw(t, "agent")
	batch := make([]lukasa.Experience, rapid.IntRange(1, 6).Draw(t, "n"))
	for i := range batch {
		batch[i] = m.draw(t)
		batch[i].Agent = agent
	}
	m.write(t, batch)
}

// write retains records of one agent in the memories and in the model.
func (m *machine) write(t *rapid.T, batch []lukasa.Experience) {
	out, err := m.each(t, batch[0].Agent, func(mem *lukasa.Memory) (any, error) { return mem.RetainAll(context.Background(), batch) })
	next := m.model.clone()
	refused := false
	done := out.([]lukasa.Retained)
	for i := range batch {
		batch[i].Session = cmp.Or(batch[i].Session, batch[i].DefaultSession())
		var id lukasa.ID
		if err == nil {
			same, known := next.same(&batch[i])
			require.Equal(t, !known, done[i].New)
			if id = done[i].ID; known {
				require.Equal(t, same, id)
			}
		}
		refused = refused || !next.retain(&batch[i], id)
	}
	if refused {
		require.ErrorIs(t, err, lukasa.ErrSuperseded)
		return
	}
	require.NoError(t, err)
	m.model = next
}

// pick draws a record of an agent, if there is one.
func (m *machine) pick(t *rapid.T) (string, lukasa.ID, bool) {
	agent := rapid.SampledFrom(machineAgents).Draw(t, "agent")
	ids := m.model.of(agent)
	if len(ids) == 0 {
		return agent, lukasa.ID{}, false
	}
	return agent, rapid.SampledFrom(ids).Draw(t, "id"), true
}

var machineBeliefs = []string{"elephants", "giraffes", "zebras", "lions", "hippos", "camels"}

func (m *machine) believe(t *rapid.T) {
	agent, id, ok := m.pick(t)
	if !ok {
		return
	}
	e := m.draw(t)
	e.Agent, e.Kind, e.Context, e.Action, e.Outcome = agent, schema.KindOpinion, "", "", ""
	e.Content = rapid.SampledFrom(machineBeliefs).Draw(t, "belief") // in words that no story has
	e.Evidence = []lukasa.Evidence{{ID: id, Stance: schema.StanceSupports}}
	if other := rapid.SampledFrom(m.model.of(agent)).Draw(t, "more"); other != id {
		e.Evidence = append(e.Evidence, lukasa.Evidence{ID: other, Stance: schema.StanceContradicts})
	}
	m.write(t, []lukasa.Experience{e})
}

func (m *machine) supersede(t *rapid.T) {
	agent, id, ok := m.pick(t)
	if !ok {
		return
	}
	e := m.draw(t)
	e.Agent, e.Supersedes = agent, []lukasa.ID{id}
	m.write(t, []lukasa.Experience{e})
}

func (m *machine) update(t *rapid.T) {
	agent, id, ok := m.pick(t)
	if !ok {
		return
	}
	r := m.model.records[id]
	at := m.start.Add(time.Duration(rapid.IntRange(0, 20).Draw(t, "minute")) * time.Minute)
	session := rapid.SampledFrom(machineSessions).Draw(t, "session")
	version := r.version + rapid.SampledFrom([]int{0, 0, 1}).Draw(t, "off")
	_, err := m.each(t, agent, func(mem *lukasa.Memory) (any, error) {
		return mem.Update(context.Background(), id, version, lukasa.Patch{Time: &at, Session: &session})
	})
	switch {
	case version != r.version:
		require.ErrorIs(t, err, lukasa.ErrVersion)
	case r.kind == schema.KindMessage:
		require.ErrorIs(t, err, lukasa.ErrInvalid) // what was said does not change
	default:
		require.NoError(t, err)
		if session != r.session {
			r.told = nil // that others told it says nothing of where it is now
		}
		r.time, r.session, r.version = at, session, version+1
	}
}

func (m *machine) forget(t *rapid.T) {
	agent, id, ok := m.pick(t)
	if !ok {
		return
	}
	other := "bo"
	if agent == other {
		other = "ana"
	}
	_, err := m.each(t, other, func(mem *lukasa.Memory) (any, error) {
		return mem.Forget(context.Background(), lukasa.Forget{IDs: []lukasa.ID{id}})
	})
	require.ErrorIs(t, err, lukasa.ErrNotFound) // I5
	purge := rapid.IntRange(0, 7).Draw(t, "purge") == 0
	m.drop(t, agent, lukasa.Forget{IDs: []lukasa.ID{id}, Purge: purge}, func(after *model) { after.forget([]lukasa.ID{id}, nil, purge) })
}

func (m *machine) forgetSession(t *rapid.T) {
	if rapid.IntRange(0, 3).Draw(t, "seldom") > 0 {
		return
	}
	agent := rapid.SampledFrom(machineAgents).Draw(t, "agent")
	session := rapid.SampledFrom(machineSessions[1:]).Draw(t, "session")
	f := lukasa.Forget{Session: session}
	if len(m.model.toldBy(agent, session)) == 0 {
		_, err := m.each(t, agent, func(mem *lukasa.Memory) (any, error) { return mem.Forget(context.Background(), f) })
		require.ErrorIs(t, err, lukasa.ErrNotFound)
		return
	}
	m.drop(t, agent, f, func(after *model) { after.forgetSession(agent, session) })
}

// drop forgets, after a dry run that must say the same and do nothing.
func (m *machine) drop(t *rapid.T, agent string, f lukasa.Forget, forget func(*model)) {
	before := m.model.clone()
	forget(m.model)
	want := before.lost(m.model)
	for _, f.DryRun = range []bool{true, false} {
		out, err := m.each(t, agent, func(mem *lukasa.Memory) (any, error) { return mem.Forget(context.Background(), f) })
		require.NoError(t, err)
		require.Equal(t, want, append([]lukasa.ID(nil), out.(lukasa.Forgotten).Records...))
	}
}

// look compares what the memories answer with the model.
func (m *machine) look(t *rapid.T) {
	for _, mem := range m.mems {
		for _, agent := range machineAgents {
			as, err := mem.As(agent)
			require.NoError(t, err)
			m.compare(t, as)
		}
	}
}

func (m *machine) compare(t *rapid.T, mem *lukasa.Memory) {
	want := m.model.of(mem.Agent())
	got := everything(t, mem, lukasa.Filter{OldestFirst: true})
	require.Equal(t, want, append([]lukasa.ID(nil), idsOf(got)...))
	for _, e := range got {
		r := m.model.records[e.ID]
		require.Equal(t, r.version, e.Version)
		require.Equal(t, r.session, e.Session)
		require.True(t, r.time.Equal(e.Time))
		require.Equal(t, sessionsOf(r.told), sessionsOf(e.Tellings))
		require.NoError(t, e.Validate())
		require.Equal(t, r.words, wordsOf(&e))
		require.Equal(t, r.supersededBy, e.SupersededBy)
		require.Equal(t, append([]lukasa.ID{}, r.supersedes...), append([]lukasa.ID{}, e.Supersedes...))
		require.Equal(t, r.live(), e.Status == schema.StatusActive)
		history, err := mem.History(context.Background(), e.ID)
		require.NoError(t, err)
		require.Len(t, history, r.version) // I4: nothing is overwritten
		for i, v := range history {
			require.Equal(t, r.version-i, v.Number)
		}
	}
	m.compareViews(t, mem, want)
}

// sessionsOf lists the sessions that told a record.
func sessionsOf(told []schema.Telling) (out []string) {
	for _, t := range told {
		out = append(out, t.Session)
	}
	return out
}

// compareViews looks into the word index, the columns and the graph.
func (m *machine) compareViews(t *rapid.T, mem *lukasa.Memory, want []lukasa.ID) {
	ctx := context.Background()
	a, err := inside.Store(mem).Agent(ctx, mem.Agent())
	require.NoError(t, err)
	defer a.Release()
	require.Equal(t, len(want), a.Words().Len())
	require.Equal(t, len(want), a.Columns().Len())
	require.Equal(t, len(want), a.Vectors().Len())
	day := lukasa.Experience{Kind: schema.KindMessage, Time: m.start}
	for _, session := range append(slices.Clone(machineSessions), day.DefaultSession()) {
		ids := m.model.sequence(mem.Agent(), session)
		for i, id := range ids {
			var prev, next lukasa.ID
			if i > 0 && session != "" {
				prev = ids[i-1]
			}
			if i+1 < len(ids) && session != "" {
				next = ids[i+1]
			}
			gotPrev, gotNext, err := a.Words().Links(id)
			require.NoError(t, err)
			require.Equal(t, [2]lukasa.ID{prev, next}, [2]lukasa.ID{gotPrev, gotNext}, "%s of %q in %q", id, mem.Agent(), session)
			row, ok := a.Columns().Row(id)
			require.True(t, ok)
			require.Equal(t, session, a.Columns().Session(row.Session))
			require.Equal(t, m.model.records[id].time.UnixMicro(), row.Time)
		}
		if len(ids) == 0 {
			continue
		}
		steps := len(ids) // the whole chain from its first record, by the graph (002-11)
		chain, err := mem.Followed(ctx, ids[0], steps)
		require.NoError(t, err)
		if session == "" {
			require.Empty(t, chain.Steps)
			continue
		}
		require.Len(t, chain.Steps, steps-1)
		before := m.model.records[ids[0]]
		for i, step := range chain.Steps {
			r := m.model.records[ids[i+1]]
			require.Equal(t, ids[i+1], step.Record.ID)
			require.Equal(t, i+1, step.Depth)
			require.Equal(t, r.time.Sub(before.time), step.TimeDelta)
			before = r
		}
	}
}

// reopen closes both memories and opens them again, one without its views (I3).
func (m *machine) reopen(t *rapid.T) {
	m.close()
	if rapid.Bool().Draw(t, "without views") {
		dropViews(t, m.dirs[0])
	}
	m.open(t)
}

func dropViews(t require.TestingT, dir string) {
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "graph")))
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "agents")))
}

// finish checks both memories, and that all they answer is the same whether the
// views were kept or made anew.
func (m *machine) finish(t *rapid.T) {
	m.look(t)
	for _, mem := range m.mems {
		checked(t, mem)
	}
	before := m.answers(t, m.mems[0])
	sameAnswers(t, before, m.answers(t, m.mems[1])) // I10
	m.close()
	dropViews(t, m.dirs[0])
	m.open(t)
	sameAnswers(t, before, m.answers(t, m.mems[0])) // I3
	sameAnswers(t, before, m.answers(t, m.mems[1]))
	checked(t, m.mems[0])
}

func sameAnswers(t require.TestingT, want, got []any) {
	require.Len(t, got, len(want))
	for i := range want {
		require.Equal(t, want[i], got[i], "answer %d", i)
	}
}

// answers asks a memory all kinds of questions.
func (m *machine) answers(t require.TestingT, mem *lukasa.Memory) []any {
	ctx := context.Background()
	var out []any
	digest, err := mem.Digest(ctx)
	require.NoError(t, err)
	out = append(out, digest)
	for _, agent := range machineAgents {
		as, err := mem.As(agent)
		require.NoError(t, err)
		out = append(out, everything(t, as, lukasa.Filter{}), all(t, as, lukasa.Filter{Tags: []string{"t"}}))
		for _, id := range m.model.of(agent) {
			chain, err := as.Chain(ctx, id, 3, 3)
			require.NoError(t, err)
			grounds, err := as.Evidence(ctx, id)
			require.NoError(t, err)
			out = append(out, chain, grounds)
		}
		out = append(out, searches(t, as)...)
	}
	for id := range m.model.buried {
		_, err := mem.Get(ctx, id)
		require.ErrorIs(t, err, lukasa.ErrNotFound)
	}
	return out
}

// searches asks the indexes themselves, scores included.
func searches(t require.TestingT, mem *lukasa.Memory) []any {
	ctx := context.Background()
	a, err := inside.Store(mem).Agent(ctx, mem.Agent())
	require.NoError(t, err)
	defer a.Release()
	words, err := a.Words().Search(ctx, lexical.Query{Text: "story event 7 belief"}, lexical.SearchOptions{K: 50})
	require.NoError(t, err)
	vectors, err := inside.Store(mem).Embedder().EmbedQueries(ctx, []string{"what happened in the story"})
	require.NoError(t, err)
	near, err := a.Vectors().Search(ctx, vectors[0], vector.SearchOptions{K: 50})
	require.NoError(t, err)
	return []any{append([]lexical.Hit{}, words...), append([]vector.Hit{}, near...)}
}
