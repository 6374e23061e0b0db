package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// settleIn adds to a tenant what the doors beyond records and recall show: facts
// in dispute, what is known of a user, core memory, settings, a merge, rules and
// what lies along them, and a message that taught something.
func settleIn(t *testing.T, m *lukasa.Memory, who *tenant) {
	t.Helper()
	ctx := context.Background()
	as, err := m.As(who.name)
	require.NoError(t, err)
	single(t, as, "delivery_day")
	require.NoError(t, as.SetConfig(ctx, map[string]any{"conflicts.strategy": "ask"}))
	stated(t, as, says("delivery_day", who.canary))
	stated(t, as, says("delivery_day", who.canary+" too"))
	_, err = as.AddUserFact(ctx, lukasa.Experience{Content: "Minh is " + who.canary, UserFact: &lukasa.UserFact{User: "minh", Type: "role"}})
	require.NoError(t, err)
	_, err = as.AddInsight(ctx, lukasa.Experience{Content: "Minh has a gap about " + who.canary, Insight: &lukasa.Insight{User: "minh", Category: "knowledge_gap"}})
	require.NoError(t, err)
	_, err = as.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: "Name: " + who.canary})
	require.NoError(t, err)
	for key, name := range map[lukasa.EntityKey]string{"customer:gai": "Gai", "customer:gai-media": "Gai Media", "product:p": who.canary} {
		require.NoError(t, as.PutEntity(ctx, lukasa.Entity{Key: key, Name: name, Metadata: schema.Metadata{"note": who.canary}}))
	}
	require.NoError(t, as.PutRule(ctx, lukasa.Rule{From: "customer", Relation: "orders", To: "product", Cardinality: schema.ManyToMany}))
	order := lukasa.Experience{Context: "Gai ordered " + who.canary, Action: "noted", Outcome: "sent", Session: "orders"}
	order.Relations = []lukasa.Link{{From: "customer:gai-media", Type: "orders", To: "product:p"}}
	retain(t, as, order)
	_, err = as.MergeEntities(ctx, lukasa.Merging{From: "customer:gai", Into: "customer:gai-media", Reason: who.canary, Force: true})
	require.NoError(t, err)
	_, err = as.Turn(ctx, lukasa.Message{Session: "talk", User: "minh", Text: "My favourite tea is " + who.canary + "."})
	require.NoError(t, err)
	require.NoError(t, as.Flush(ctx))
	_, err = as.Summarise(ctx, lukasa.Session{Name: "talk", Now: true})
	require.NoError(t, err)
	who.ids = idsOf(everything(t, as, lukasa.Filter{}))
}

// doors are the further questions that the front door answers, for the records
// given.
func doors(ctx context.Context, m *lukasa.Memory, at time.Time) map[string]func() (any, error) {
	path := lukasa.TypePath{}
	if found, err := m.TypePaths(ctx, "customer", "product", lukasa.PathBounds{}); err == nil && len(found.Paths) > 0 {
		path = found.Paths[0]
	}
	return map[string]func() (any, error){
		"facts":          func() (any, error) { return m.Facts(ctx, lukasa.FactQuery{All: true, Limit: 1000}) },
		"facts then":     func() (any, error) { return m.Facts(ctx, lukasa.FactQuery{Subject: "customer:gai", KnownAt: at}) },
		"fact history":   func() (any, error) { return m.FactHistory(ctx, "customer:gai", "delivery_day") },
		"conflicts":      func() (any, error) { return m.Conflicts(ctx, lukasa.ConflictQuery{Limit: 1000}) },
		"old conflicts":  func() (any, error) { return m.Conflicts(ctx, lukasa.ConflictQuery{Closed: true}) },
		"insights":       func() (any, error) { return m.Insights(ctx, "minh") },
		"user facts":     func() (any, error) { return m.UserFacts(ctx, "minh") },
		"block":          func() (any, error) { return m.Block(ctx, "human") },
		"blocks":         func() (any, error) { return m.Blocks(ctx) },
		"block history":  func() (any, error) { return m.BlockHistory(ctx, "human") },
		"config":         func() (any, error) { return m.ConfigValues(ctx) },
		"config history": func() (any, error) { return m.ConfigHistory(ctx, "conflicts.strategy") },
		"merges":         func() (any, error) { return m.MergeLog(ctx) },
		"whom":           func() (any, error) { return m.ResolveEntity(ctx, lukasa.EntityQuestion{Text: "Gai", User: "minh"}) },
		"a page":         func() (any, error) { return m.EntityPage(ctx, "product:p") },
		"ontology":       func() (any, error) { return m.Ontology(ctx) },
		"type paths":     func() (any, error) { return m.ShortestTypePaths(ctx, "customer", "product", lukasa.PathBounds{}) },
		"along":          func() (any, error) { return m.Along(ctx, "customer:gai-media", path, 100) },
		"brief": func() (any, error) {
			return m.Brief(ctx, lukasa.Briefing{User: "minh", Session: "talk", Text: "What is my tea?"})
		},
		"turn": func() (any, error) {
			return m.Turn(ctx, lukasa.Message{Session: "talk", User: "minh", Text: "What is my tea?"})
		},
		"summaries":     func() (any, error) { return m.Find(ctx, lukasa.Filter{Kinds: []schema.Kind{schema.KindSummary}}) },
		"review queue":  func() (any, error) { return m.Find(ctx, lukasa.Filter{Review: true, Limit: 1000}) },
		"receipts":      func() (any, error) { return m.Receipts() },
		"would sweep":   func() (any, error) { return m.Sweep(ctx, lukasa.Sweep{DryRun: true}) },
		"would reflect": func() (any, error) { return m.Reflect(ctx, lukasa.Reflection{DryRun: true}) },
		"would forget":  func() (any, error) { return m.Erase(ctx, lukasa.Erasure{All: true, DryRun: true}) },
		"would sum up":  func() (any, error) { return m.SummariseAcross(ctx, true) },
		"stats":         func() (any, error) { return m.Stats(ctx) },
		"agents":        func() (any, error) { return m.Agents(ctx) },
		"progress":      func() (any, error) { return m.Progress(), nil },
		"opinions":      func() (any, error) { return m.Opinions(ctx, lukasa.Query{Text: "what does Minh like?", K: 200}) },
		"recall facts": func() (any, error) {
			return m.Recall(ctx, lukasa.Query{Text: "when does Gai want its delivery?", K: 200})
		},
		"recall at": func() (any, error) { return m.Recall(ctx, lukasa.Query{Text: "who is Minh?", KnownAt: at, K: 200}) },
		"audit": func() (any, error) {
			var found []lukasa.Finding
			for f, err := range m.Audit(ctx, lukasa.Auditing{}) {
				if err != nil {
					return nil, err
				}
				found = append(found, f)
			}
			return found, nil
		},
		"the neighbour's words": func() (any, error) { return m.Find(ctx, lukasa.Filter{Contains: "favourite"}) },
	}
}

// TestIsolationOfEveryDoor asks at every other door of a memory with several
// agents, all of whom know the same people and things (I5, 002-06). What an agent
// holds itself is seen at most of them, so that the question means something.
func TestIsolationOfEveryDoor(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	tenants := make([]tenant, 5)
	for i := range tenants {
		tenants[i] = moveIn(t, m, fmt.Sprint("agent-", i), i, clock.now().Add(-time.Hour))
		settleIn(t, m, &tenants[i])
	}
	clock.advance(time.Hour)
	asked, seen := 0, map[string]bool{}
	for i, self := range tenants {
		as, err := m.As(self.name)
		require.NoError(t, err)
		for what, ask := range doors(ctx, as, clock.now()) {
			got, err := ask()
			if err != nil {
				t.Errorf("%s asks %s: %v", self.name, what, err)
				continue
			}
			alone(t, tenants, i, what, got)
			asked++
			data, err := json.Marshal(got)
			require.NoError(t, err)
			if slices.ContainsFunc(self.ids, func(id lukasa.ID) bool { return bytes.Contains(data, []byte(id.String())) }) || bytes.Contains(data, []byte(self.canary)) {
				seen[what] = true
			}
		}
		for _, other := range tenants[i+1:] {
			for _, id := range other.ids {
				asked += intrudeAt(t, as, id, other.canary)
			}
		}
	}
	for what := range doors(ctx, m, clock.now()) {
		if !seen[what] {
			t.Log("shows nothing of one's own:", what)
		}
	}
	t.Logf("%d questions at %d doors, %d of which show what is one's own", asked, len(doors(ctx, m, clock.now())), len(seen))
	require.Greater(t, len(seen), 20)
	checked(t, m)
}

// intrudeAt asks by the id of another's record: it is not there.
func intrudeAt(t *testing.T, m *lukasa.Memory, id lukasa.ID, canary string) int {
	ctx := context.Background()
	questions := map[string]func() error{
		"opinion":        func() error { _, err := m.ShowOpinion(ctx, id); return err },
		"opinions about": func() error { _, err := m.OpinionsAbout(ctx, id, 5); return err },
		"conflicts of":   func() error { return none(m.Conflicts(ctx, lukasa.ConflictQuery{Record: id})) },
		"taught":         func() error { return none(m.Taught(ctx, id)) },
		"verify":         func() error { _, err := m.Verify(ctx, lukasa.Review{ID: id, By: "me"}); return err },
		"reply":          func() error { _, err := m.Reply(ctx, id, "well"); return err },
		"would forget":   func() error { _, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{id}, DryRun: true}); return err },
		"contradict":     func() error { _, err := m.Contradict(ctx, id, id, 1); return err },
		"reinforce":      func() error { _, err := m.Reinforce(ctx, id, id, 1); return err },
		"resolve":        func() error { _, err := m.ResolveConflict(ctx, id, lukasa.Resolution{Keep: id}); return err },
		"unmerge":        func() error { _, err := m.UnmergeEntities(ctx, id); return err },
	}
	for what, ask := range questions {
		if err := ask(); !errors.Is(err, lukasa.ErrNotFound) || strings.Contains(err.Error(), canary) {
			t.Errorf("%s of another: %v", what, err)
		}
	}
	return len(questions)
}

// none makes an empty list what an unknown id is.
func none[T any](list []T, err error) error {
	if err == nil && len(list) == 0 {
		return lukasa.ErrNotFound
	}
	return err
}

// TestIsolationOfWorkspaces: what other agents have in the store of a workspace
// is in no answer of the workspace and on none of its pages.
func TestIsolationOfWorkspaces(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	_, err := lukasa.InitWorkspace(dir)
	require.NoError(t, err)
	note := "# Day\n\n## Retain\n- W @Ana: Asked for the own words.\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", "2026-05-04.md"), []byte(note), 0o600))
	clock := newClock()
	w, err := lukasa.OpenWorkspace(ctx, dir, lukasa.WithClock(clock.now), lukasa.WithSeed(1))
	require.NoError(t, err)
	defer w.Close()
	other, err := w.Memory().As("other")
	require.NoError(t, err)
	retain(t, other, lukasa.Experience{Context: "Ana asked for canary", Action: "told", Outcome: "done", Mentions: []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}}})
	_, err = other.EditBlock(ctx, lukasa.BlockEdit{Block: "human", Text: "canary"})
	require.NoError(t, err)
	_, err = w.Sync(ctx)
	require.NoError(t, err)
	answer, err := w.Recall(ctx, lukasa.WorkspaceQuery{Text: "what did Ana ask for?", K: 100})
	require.NoError(t, err)
	require.NotEmpty(t, answer.Facts)
	entity, err := w.Entity(ctx, "Ana", 100)
	require.NoError(t, err)
	reflected, err := w.Reflect(ctx, lukasa.PageReflection{})
	require.NoError(t, err)
	core, err := w.Core()
	require.NoError(t, err)
	status, err := w.Status(ctx)
	require.NoError(t, err)
	data, err := json.Marshal([]any{answer, entity, reflected, core, status})
	require.NoError(t, err)
	require.NotContains(t, string(data), "canary")
	for name, page := range readFiles(t, dir) {
		if filepath.Ext(name) == ".md" {
			require.NotContains(t, string(page), "canary", name)
		}
	}
}
