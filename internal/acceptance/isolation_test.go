package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// tenant is one of many agents whose memories differ by a single word.
type tenant struct {
	name, canary string
	ids          []lukasa.ID
}

// move in: records that are alike in everything but the canary, and share the
// names of sessions, tags, entities and speakers.
func moveIn(t *testing.T, m *lukasa.Memory, name string, n int, at time.Time) tenant {
	ctx := context.Background()
	as, err := m.As(name)
	require.NoError(t, err)
	out := tenant{name: name, canary: fmt.Sprintf("canary%dx", n)}
	ana := []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}, {Entity: "org:acme", Text: "Acme"}}
	works := []lukasa.Link{{From: "person:ana", Type: "works_for", To: "org:acme"}}
	first := lukasa.Experience{Context: "Ana asked " + out.canary, Action: "answered", Outcome: "thanked", Session: "s", Time: at, Tags: []string{"t"}, Mentions: ana, Relations: works}
	second := lukasa.Experience{Context: "Ana asked again " + out.canary, Action: "answered", Outcome: "thanked", Session: "s", Time: at.Add(time.Minute), Mentions: ana, Speaker: "Ana"}
	done, err := as.RetainAll(ctx, []lukasa.Experience{first, second})
	require.NoError(t, err)
	belief := lukasa.Experience{
		Kind: schema.KindOpinion, Content: "Ana likes " + out.canary, Evidence: []lukasa.Evidence{{ID: done[0].ID, Stance: schema.StanceSupports}},
		Statement: &lukasa.Statement{Subject: "person:ana", Predicate: "likes", Value: json.RawMessage(`"` + out.canary + `"`)},
	}
	out.ids = []lukasa.ID{done[0].ID, done[1].ID, retain(t, as, belief)}
	newer := lukasa.Experience{Kind: schema.KindFact, Content: "The number is " + out.canary}
	old := retain(t, as, lukasa.Experience{Kind: schema.KindFact, Content: "The number was " + out.canary})
	got, err := as.Supersede(ctx, old, newer)
	require.NoError(t, err)
	out.ids = append(out.ids, old, got.ID)
	require.NoError(t, as.PutAlias(ctx, lukasa.Alias{Entity: "person:ana", Text: out.canary}))
	return out
}

// reads asks everything that the front door answers, for the ids given.
func reads(ctx context.Context, m *lukasa.Memory, ids []lukasa.ID, at time.Time) map[string]func() (any, error) {
	out := map[string]func() (any, error){
		"find":       func() (any, error) { return m.Find(ctx, lukasa.Filter{Limit: 1000}) },
		"find tag":   func() (any, error) { return m.Find(ctx, lukasa.Filter{Tags: []string{"t"}}) },
		"find words": func() (any, error) { return m.Find(ctx, lukasa.Filter{Contains: "canary"}) },
		"entity":     func() (any, error) { return m.Entity(ctx, "person:ana") },
		"entities":   func() (any, error) { return m.Entities(ctx, "", 100) },
		"by alias":   func() (any, error) { return m.Entities(ctx, "canary", 100) },
		"mentioning": func() (any, error) { return m.Mentioning(ctx, "person:ana", 1000) },
		"around":     func() (any, error) { return m.Neighbourhood(ctx, "person:ana", 3, 1000) },
		"path":       func() (any, error) { return m.Path(ctx, "person:ana", "org:acme", 5) },
		"together":   func() (any, error) { return m.CoMentioned(ctx, "person:ana", 1000) },
		"page":       func() (any, error) { return m.EntityPage(ctx, "Ana") },
		"recall":     func() (any, error) { return m.Recall(ctx, lukasa.Query{Text: "what did Ana ask? canary", K: 200}) },
		"opinions":   func() (any, error) { return m.Opinions(ctx, lukasa.Query{Text: "what does Ana like?", K: 200}) },
		"similar":    func() (any, error) { return m.Similar(ctx, lukasa.Situation{Text: "Ana asked canary", K: 200}) },
		"export": func() (any, error) {
			var b bytes.Buffer
			_, err := m.Export(ctx, &b, m.Agent())
			return b.String(), err
		},
	}
	for i, id := range ids {
		out[fmt.Sprint("get ", i)] = func() (any, error) { return m.Get(ctx, id) }
		out[fmt.Sprint("history ", i)] = func() (any, error) { return m.History(ctx, id) }
		out[fmt.Sprint("as of ", i)] = func() (any, error) { return m.AsOf(ctx, id, at) }
		out[fmt.Sprint("followed ", i)] = func() (any, error) { return m.Followed(ctx, id, 5) }
		out[fmt.Sprint("chain ", i)] = func() (any, error) { return m.Chain(ctx, id, 5, 5) }
		out[fmt.Sprint("evidence ", i)] = func() (any, error) { return m.Evidence(ctx, id) }
		out[fmt.Sprint("entities of ", i)] = func() (any, error) { return m.EntitiesOf(ctx, id) }
	}
	return out
}

// TestIsolation lets every agent ask everything, of its own records and of a
// neighbour's: nobody is ever shown a word or an id of another (I5, 002-06).
func TestIsolation(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	n := 100
	if testing.Short() {
		n = 10
	}
	tenants := make([]tenant, n)
	for i := range tenants {
		tenants[i] = moveIn(t, m, fmt.Sprint("agent-", i), i, clock.now().Add(-time.Hour))
	}
	for i, self := range tenants {
		as, err := m.As(self.name)
		require.NoError(t, err)
		for what, ask := range reads(ctx, as, self.ids, clock.now().Add(time.Hour)) {
			got, err := ask()
			require.NoError(t, err, what)
			alone(t, tenants, i, what, got)
		}
		other := tenants[(i+1)%n]
		for what, ask := range reads(ctx, as, other.ids, clock.now().Add(time.Hour)) {
			got, err := ask()
			if strings.ContainsAny(what, "0123456789") { // a question about the other's record
				require.ErrorIs(t, err, lukasa.ErrNotFound, what)
				require.NotContains(t, err.Error(), other.canary)
			}
			alone(t, tenants, i, what, got)
		}
		intrude(t, as, other)
	}
	checked(t, m)
}

// alone fails if an answer holds the canary of anyone else.
func alone(t *testing.T, tenants []tenant, self int, what string, got any) {
	t.Helper()
	data, err := json.Marshal(got)
	require.NoError(t, err, what)
	text := strings.ReplaceAll(string(data), tenants[self].canary, "")
	if strings.Contains(text, "canary") && what != "recall" || strings.Count(text, "canary") > 1 { // the question says it once
		t.Errorf("%s asks %s and sees %s", tenants[self].name, what, text)
	}
	for i, other := range tenants {
		for _, id := range other.ids {
			if i != self && strings.Contains(text, id.String()) {
				t.Errorf("%s asks %s and sees %s of %s", tenants[self].name, what, id, other.name)
			}
		}
	}
}

// intrude tries to write to another's records.
func intrude(t *testing.T, m *lukasa.Memory, other tenant) {
	ctx := context.Background()
	id, words := other.ids[0], "changed"
	_, err := m.Update(ctx, id, 0, lukasa.Patch{Context: &words})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{id}})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	require.ErrorIs(t, m.Touch(ctx, id), lukasa.ErrNotFound)
	for field, e := range map[string]lukasa.Experience{
		"supersedes[0]":  {Supersedes: []lukasa.ID{id}},
		"evidence[0].id": {Evidence: []lukasa.Evidence{{ID: id, Stance: schema.StanceSupports}}},
		"related_ids[0]": {Related: []lukasa.ID{id}},
		"parent_id":      {Parent: id},
	} {
		e.Context, e.Action, e.Outcome = "intruding by "+field, "tried", "failed"
		_, err := m.Retain(ctx, e)
		require.ErrorIs(t, err, lukasa.ErrInvalid)
		require.ErrorContains(t, err, field)
		absent := e
		absent.Supersedes, absent.Related = replaced(e.Supersedes), replaced(e.Related)
		if e.Parent == id {
			absent.Parent = lukasa.ID{1}
		}
		if e.Evidence != nil {
			absent.Evidence = []lukasa.Evidence{{ID: lukasa.ID{1}, Stance: schema.StanceSupports}}
		}
		_, none := m.Retain(ctx, absent) // what is another's looks like what is not there
		require.Equal(t, strings.ReplaceAll(err.Error(), id.String(), lukasa.ID{1}.String()), none.Error())
	}
}

func replaced(ids []lukasa.ID) []lukasa.ID {
	if len(ids) == 0 {
		return nil
	}
	return []lukasa.ID{{1}}
}

// TestAgentsOfNearlyTheSameName are still different agents.
func TestAgentsOfNearlyTheSameName(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	names := []string{
		"ana", "Ana", "ANA", "ana ", " ana", "an\u0430", "ana\u200b", "ana|x", "ana%7Cx", "ana%7cx", "ana:x", "ana/x", "../ana",
		"\u00e1na", "a\u0301na", "\uff41na", "ana\n", "ana'", "ana\"", "ana\\", "ana%", "ana*",
	}
	var tenants []tenant
	for i, name := range names {
		if _, err := m.As(name); err != nil {
			require.ErrorIs(t, err, lukasa.ErrInvalid, name)
			continue
		}
		tenants = append(tenants, moveIn(t, m, name, i, clock.now()))
	}
	require.Greater(t, len(tenants), 15)
	for i, self := range tenants {
		as, err := m.As(self.name)
		require.NoError(t, err)
		for what, ask := range reads(ctx, as, self.ids, clock.now().Add(time.Hour)) {
			got, err := ask()
			require.NoError(t, err, "%q: %s", self.name, what)
			alone(t, tenants, i, what, got)
		}
	}
	for _, name := range []string{"", "ana\x00", "\x00", "ana\x00bo", "\xff", strings.Repeat("x", 257)} {
		_, err := m.As(name)
		require.ErrorIs(t, err, lukasa.ErrInvalid, "%q", name)
	}
	agents, err := m.Agents(ctx)
	require.NoError(t, err)
	require.Len(t, agents, len(tenants))
	checked(t, m)
}
