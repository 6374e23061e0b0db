package acceptance

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

func asked(t testing.TB, m *lukasa.Memory) *lukasa.Answer {
	t.Helper()
	a, err := m.Recall(context.Background(), lukasa.Query{Text: "When does Gai want deliveries?"})
	require.NoError(t, err)
	return a
}

// TestDatabaseConflicts: what the domain database says against the memory is kept
// as a conflict, once, however often it is seen; it is over when the database
// changes its mind, and is decided by whoever resolves it (004-13, memory_vs_db).
func TestDatabaseConflicts(t *testing.T) {
	ctx := context.Background()
	pool, db := domainDB(t)
	m, clock := openTest(t, lukasa.WithDatabase(db))
	fact := gaiMedia(t, m)
	day := func(d string) {
		_, err := pool.Exec("UPDATE customers SET delivery_day = ?", d)
		require.NoError(t, err)
		clock.advance(time.Second)
	}

	asked(t, m)
	open := conflictsOf(t, m, lukasa.ConflictQuery{})
	require.Len(t, open, 1)
	c := open[0]
	require.Equal(t, "memory_vs_db", c.Type)
	require.Equal(t, "validate", c.Strategy)
	require.Equal(t, []lukasa.ID{fact}, c.Records)
	d := lukasa.DisputeOf(c)
	require.Equal(t, lukasa.EntityKey("customer:gai-media"), d.Subject)
	require.JSONEq(t, `"Friday"`, string(d.Sides[0].Value))
	require.JSONEq(t, `"Thursday"`, string(d.Sides[1].Value))
	require.Contains(t, d.Queried, `FROM "customers"`)

	before, err := m.Stats(ctx)
	require.NoError(t, err)
	a := asked(t, m)
	require.Len(t, a.Conflicts, 1)
	text := a.Context(0)
	require.Contains(t, text, "the database says Thursday.")
	require.NotContains(t, text, "(the database)?", "asked once")
	require.Equal(t, open, conflictsOf(t, m, lukasa.ConflictQuery{}), "the same discrepancy is one conflict")
	after, err := m.Stats(ctx)
	require.NoError(t, err)
	require.Equal(t, before.Seq, after.Seq, "and writes nothing")

	day("Monday")
	asked(t, m)
	open = conflictsOf(t, m, lukasa.ConflictQuery{})
	require.Len(t, open, 1, "the database says something else: another conflict takes its place")
	require.JSONEq(t, `"Monday"`, string(lukasa.DisputeOf(open[0]).Sides[1].Value))
	day("friday")
	asked(t, m)
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}), "they agree")
	day("Thursday")
	asked(t, m)
	require.Equal(t, c.ID, conflictsOf(t, m, lukasa.ConflictQuery{})[0].ID, "and disagree again")

	_, err = m.ResolveConflict(ctx, c.ID, lukasa.Resolution{Keep: fact, Note: "Ana called"})
	require.NoError(t, err)
	require.Len(t, asked(t, m).Discrepancies, 1)
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}), "what was decided is not asked again")

	other, err := m.As("other")
	require.NoError(t, err)
	day("Sunday")
	_, err = other.Recall(ctx, lukasa.Query{Text: "When does Gai want deliveries?", Agents: []string{"default"}})
	require.NoError(t, err)
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}), "I5: nobody writes into another's memory")
	require.Empty(t, conflictsOf(t, other, lukasa.ConflictQuery{}))
	checked(t, m)
}

// TestDatabaseConflictStrategies: the configured strategy is the conflict's; with
// supersede the database wins at once, and the history of the statement stays
// (004-13, 004-14, I4).
func TestDatabaseConflictStrategies(t *testing.T) {
	ctx := context.Background()
	for strategy, want := range map[string]string{"auto": "validate", "validate": "validate", "ask": "ask", "supersede": "supersede"} {
		_, db := domainDB(t)
		m, _ := openTest(t, lukasa.WithDatabase(db))
		require.NoError(t, m.SetConfig(ctx, map[string]any{"conflicts.strategy": strategy}))
		fact := gaiMedia(t, m)
		a := asked(t, m)
		c, err := a.Prompt(prompt.Options{Profile: prompt.ProfileDomain})
		require.NoError(t, err)
		require.Contains(t, c.Text, "the database says Thursday.")
		found := conflictsOf(t, m, lukasa.ConflictQuery{Closed: strategy == "supersede"})
		require.Len(t, found, 1, strategy)
		require.Equal(t, want, found[0].Strategy)

		e, err := m.Get(ctx, fact)
		require.NoError(t, err)
		if strategy != "supersede" {
			require.Equal(t, schema.StatusActive, e.Status)
			continue
		}
		require.Equal(t, schema.StatusInvalidated, e.Status)
		require.Equal(t, "database", found[0].Outcome)
		require.Empty(t, asked(t, m).Discrepancies)
		versions, err := m.History(ctx, fact)
		require.NoError(t, err)
		require.Equal(t, schema.StatusActive, versions[len(versions)-1].Record.Status)
		checked(t, m)
	}
}

// TestDiscrepanciesInScopes: what an answer says of the memory against the database is of the
// asked scopes (004-13).
func TestDiscrepanciesInScopes(t *testing.T) {
	ctx := context.Background()
	_, db := domainDB(t)
	m, _ := openTest(t, lukasa.WithDatabase(db))
	fact := gaiMedia(t, m)
	_, err := m.Update(ctx, fact, 0, lukasa.Patch{Scopes: &[]string{"private"}})
	require.NoError(t, err)
	for scope, want := range map[string]int{"work": 0, "private": 1} {
		a, err := m.Recall(ctx, lukasa.Query{Text: "When does Gai want deliveries?", Scopes: []string{scope}})
		require.NoError(t, err)
		require.NotEmpty(t, a.Grounded)
		require.Len(t, a.Discrepancies, want, scope)
		require.Equal(t, want, strings.Count(a.Context(0), "memory "+fact.String()), scope)
	}
}
