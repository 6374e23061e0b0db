package acceptance

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// TestConflictStrategies: two memories that cannot both be true, under each
// strategy that can be configured: the newer supersedes, or both stay until the
// user says, or until one is confirmed; a correction is above all of them, and a
// statement told late retires nothing newer (004-12, 004-13, 004-14).
func TestConflictStrategies(t *testing.T) {
	ctx := context.Background()
	all, clock := openTest(t)
	for i, tt := range []struct {
		strategy   string
		confidence float64 // of the newer
		open       bool
		chosen     string
	}{
		{"supersede", .7, false, "supersede"},
		{"supersede", .1, false, "supersede"},
		{"ask", .9, true, "ask"},
		{"validate", .9, true, "validate"},
		{"auto", .9, false, "supersede"},
		{"auto", .45, true, "ask"},
		{"auto", .2, true, "validate"},
	} {
		m, err := all.As(fmt.Sprint("agent ", i))
		require.NoError(t, err)
		require.NoError(t, m.SetConfig(ctx, map[string]any{"conflicts.strategy": tt.strategy}))
		single(t, m, "delivery_day")
		friday := stated(t, m, says("delivery_day", "Friday"))
		clock.advance(time.Hour)
		newer := says("delivery_day", "Monday")
		newer.Confidence = tt.confidence
		monday := stated(t, m, newer)

		list := conflictsOf(t, m, lukasa.ConflictQuery{Closed: !tt.open})
		require.Len(t, list, 1, "%+v", tt)
		c := list[0]
		require.Equal(t, "memory_vs_memory", c.Type)
		require.Equal(t, tt.chosen, c.Strategy, "%+v", tt)
		require.Equal(t, []lukasa.ID{friday.ID, monday.ID}, c.Records)
		require.Equal(t, monday.ID, c.DetectedBy)
		require.Equal(t, tt.open, c.ResolvedAt.IsZero())
		stand := recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"}))
		if tt.open {
			require.Equal(t, []lukasa.ID{c.ID}, monday.Conflicts)
			require.ElementsMatch(t, []lukasa.ID{friday.ID, monday.ID}, stand)
		} else {
			require.Empty(t, monday.Conflicts)
			require.Equal(t, []lukasa.ID{monday.ID}, stand)
		}

		clock.advance(time.Hour)
		correction := says("delivery_day", "Tuesday")
		correction.Statement.Provenance = "correction"
		tuesday := stated(t, m, correction)
		require.Empty(t, tuesday.Conflicts)
		require.Equal(t, []lukasa.ID{tuesday.ID}, recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"})))
		require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}), "a correction ends what was open")
	}
	checked(t, all)
}

// TestConflictsTellWhatTheyWereSettledBy: the confidences that a conflict keeps have
// faded as the agent is configured, not by the default, whether memories disagree or
// a memory and the database (004-12, 004-13).
func TestConflictsTellWhatTheyWereSettledBy(t *testing.T) {
	ctx := context.Background()
	_, db := domainDB(t)
	m, clock := openTest(t, lukasa.WithDatabase(db))
	require.NoError(t, m.SetConfig(ctx, map[string]any{"decay.default_rate_per_day": 0, "conflicts.strategy": "ask"}))
	single(t, m, "delivery_day")
	gaiMedia(t, m)
	clock.advance(100 * 24 * time.Hour)
	asked(t, m) // the database says Thursday
	newer := says("delivery_day", "Monday")
	newer.Statement.Subject = "customer:gai-media"
	stated(t, m, newer)
	found := map[string]float64{}
	for _, c := range conflictsOf(t, m, lukasa.ConflictQuery{}) {
		found[c.Type] = lukasa.DisputeOf(c).Sides[0].Confidence
	}
	require.Equal(t, map[string]float64{"memory_vs_db": .7, "memory_vs_memory": .7}, found)
}

// states is a patch that makes a statement say something else.
func states(predicate, value string) lukasa.Patch {
	content := "Gai Media: " + predicate + " is " + value
	return lukasa.Patch{Content: &content, Statement: &lukasa.Statement{Subject: "customer:gai", Predicate: predicate, Value: json.RawMessage(`"` + value + `"`)}}
}

// TestUpdateLooksForConflicts: a statement that is changed into one that others
// contradict finds its place as a new one does, and one that is changed back
// disputes nothing any more (004-13, I4).
func TestUpdateLooksForConflicts(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	friday := stated(t, m, says("delivery_day", "Friday"))
	clock.advance(time.Hour)
	mood := stated(t, m, says("likes", "Monday"))
	clock.advance(time.Hour)

	e, err := m.Update(ctx, mood.ID, 0, states("delivery_day", "Monday"))
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{friday.ID}, e.Supersedes)
	old, err := m.Get(ctx, friday.ID)
	require.NoError(t, err)
	require.Equal(t, schema.StatusSuperseded, old.Status)
	require.Equal(t, mood.ID, old.SupersededBy)
	require.Len(t, conflictsOf(t, m, lukasa.ConflictQuery{Closed: true}), 1)

	require.NoError(t, m.SetConfig(ctx, map[string]any{"conflicts.strategy": "ask"}))
	clock.advance(time.Hour)
	other := stated(t, m, says("likes", "tea"))
	_, err = m.Update(ctx, other.ID, 0, states("delivery_day", "Tuesday"))
	require.NoError(t, err)
	open := conflictsOf(t, m, lukasa.ConflictQuery{})
	require.Len(t, open, 1)
	require.Equal(t, []lukasa.ID{mood.ID, other.ID}, open[0].Records)
	require.Equal(t, other.ID, open[0].DetectedBy)

	importance := 9
	_, err = m.Update(ctx, other.ID, 0, lukasa.Patch{Importance: &importance})
	require.NoError(t, err)
	require.Len(t, conflictsOf(t, m, lukasa.ConflictQuery{}), 1, "what it states is the same")
	_, err = m.Update(ctx, other.ID, 0, states("delivery_day", " MONDAY"))
	require.NoError(t, err)
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}), "now both say the same")
	require.Equal(t, "settled", conflictsOf(t, m, lukasa.ConflictQuery{Closed: true, Record: other.ID})[0].Outcome)

	_, err = m.Update(ctx, other.ID, 0, states("delivery_day", "Tuesday"))
	require.NoError(t, err)
	again := conflictsOf(t, m, lukasa.ConflictQuery{})
	require.Len(t, again, 1, "they disagree once more")
	require.Equal(t, open[0].ID, again[0].ID)
	_, err = m.Update(ctx, other.ID, 0, states("delivery_day", "Monday"))
	require.NoError(t, err)

	late := states("delivery_day", "Sunday")
	early := clock.now().Add(-1000 * time.Hour)
	late.Time = &early
	require.NoError(t, m.ResetConfig(ctx, "conflicts.strategy"))
	was := stated(t, m, says("likes", "rain"))
	e, err = m.Update(ctx, was.ID, 0, late)
	require.NoError(t, err)
	require.Equal(t, schema.StatusSuperseded, e.Status, "told late, it retires nothing newer")
	checked(t, m)
}

// TestConflictsThroughMergedEntities: statements about two entities that are one
// contradict each other once they are merged and either is said again, the
// conflict is settled through either key, and unmerging takes back no decision
// (004-13, 900-02).
func TestConflictsThroughMergedEntities(t *testing.T) {
	ctx := context.Background()
	all, clock := openTest(t)
	for _, keep := range []string{"older", "newer"} {
		m, err := all.As(keep)
		require.NoError(t, err)
		single(t, m, "delivery_day")
		require.NoError(t, m.SetConfig(ctx, map[string]any{"conflicts.strategy": "ask"}))
		for key, name := range map[lukasa.EntityKey]string{"customer:gai": "Gai Media", "customer:gm": "Gai Media JSC"} {
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key, Name: name}))
		}
		friday := stated(t, m, says("delivery_day", "Friday"))
		clock.advance(time.Hour)
		merge, err := m.MergeEntities(ctx, lukasa.Merging{From: "customer:gm", Into: "customer:gai", Force: true})
		require.NoError(t, err)
		other := says("delivery_day", "Monday")
		other.Statement.Subject, other.Content = "customer:gm", "GM takes deliveries on Monday"
		monday := stated(t, m, other)
		require.Len(t, monday.Conflicts, 1, "they are one customer")
		for _, key := range []lukasa.EntityKey{"customer:gai", "customer:gm"} {
			require.Len(t, factsOf(t, m, lukasa.FactQuery{Subject: key, Predicate: "delivery_day"}), 2)
		}

		winner, loser := friday.ID, monday.ID
		if keep == "newer" {
			winner, loser = loser, winner
		}
		done, err := m.ResolveConflict(ctx, monday.Conflicts[0], lukasa.Resolution{Keep: winner})
		require.NoError(t, err)
		require.Equal(t, "superseded", done.Outcome)
		for _, key := range []lukasa.EntityKey{"customer:gai", "customer:gm"} {
			require.Equal(t, []lukasa.ID{winner}, recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: key, Predicate: "delivery_day"})), key)
		}
		_, err = m.UnmergeEntities(ctx, merge.ID)
		require.NoError(t, err)
		lost, err := m.Get(ctx, loser)
		require.NoError(t, err)
		require.Equal(t, winner, lost.SupersededBy, "what was decided stays decided")
		require.Len(t, conflictsOf(t, m, lukasa.ConflictQuery{Closed: true}), 1)
	}
	checked(t, all)
}

// TestImportKeepsConflicts: an export with open and settled conflicts comes back
// as it was, into an empty store and over itself: nothing is disputed twice,
// decided anew or forgotten, and what is open can be resolved there (004-13,
// 900-11).
func TestImportKeepsConflicts(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	stated(t, m, says("delivery_day", "Friday"))
	clock.advance(time.Hour)
	stated(t, m, says("delivery_day", "Monday"))
	clock.advance(time.Hour)
	sunday := stated(t, m, sure(says("delivery_day", "Sunday"), .3))
	require.Len(t, sunday.Conflicts, 1)
	var export bytes.Buffer
	_, err := m.Export(ctx, &export)
	require.NoError(t, err)

	fresh, _ := openTest(t, lukasa.WithClock(clock.now))
	for name, into := range map[string]*lukasa.Memory{"over itself": m, "into an empty store": fresh} {
		for range 2 {
			done, err := into.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{})
			require.NoError(t, err)
			require.Zero(t, done.Failed, "%s: %+v", name, done.Errors)
			require.Len(t, conflictsOf(t, into, lukasa.ConflictQuery{}), 1, name)
			require.Equal(t, outcomes(t, m), outcomes(t, into), name)
			require.Equal(t, historyIDs(t, m), historyIDs(t, into), name)
			checked(t, into)
		}
	}
	done, err := fresh.ResolveConflict(ctx, sunday.Conflicts[0], lukasa.Resolution{Keep: sunday.ID})
	require.NoError(t, err)
	require.Equal(t, "superseded", done.Outcome)
	require.Equal(t, []lukasa.ID{sunday.ID}, recordsOf(factsOf(t, fresh, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"})))
	_, err = fresh.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{})
	require.NoError(t, err)
	require.Empty(t, conflictsOf(t, fresh, lukasa.ConflictQuery{}), "what was decided since is not undone")
	require.Equal(t, []lukasa.ID{sunday.ID}, recordsOf(factsOf(t, fresh, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"})))
	checked(t, fresh)
}

// historyIDs lists the statements about Gai's delivery day with what became of
// them.
func historyIDs(t *testing.T, m *lukasa.Memory) map[lukasa.ID]schema.Status {
	out := map[lukasa.ID]schema.Status{}
	for _, f := range historyOf(t, m, "delivery_day") {
		out[f.Record.ID] = f.Record.Status
	}
	return out
}

// outcomes lists the conflicts there are with how they ended.
func outcomes(t *testing.T, m *lukasa.Memory) map[lukasa.ID]string {
	out := map[lukasa.ID]string{}
	for _, closed := range []bool{false, true} {
		for _, c := range conflictsOf(t, m, lukasa.ConflictQuery{Closed: closed}) {
			out[c.ID] = c.Strategy + " " + c.Outcome + " " + string(c.Data)
		}
	}
	return out
}

// TestImportLeadsConflictsToWhatIsKnown: an open conflict is between the statements
// that are known here under other ids, once for all imports, and can be resolved;
// one with a side that cannot be here is none (004-13, 900-11, I6).
func TestImportLeadsConflictsToWhatIsKnown(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithIDs(nil))
	single(t, m, "delivery_day")
	stated(t, m, says("delivery_day", "Friday"))
	clock.advance(time.Hour)
	monday := stated(t, m, sure(says("delivery_day", "Monday"), .3))
	require.Len(t, monday.Conflicts, 1)
	var export bytes.Buffer
	_, err := m.Export(ctx, &export)
	require.NoError(t, err)

	into, _ := openTest(t, lukasa.WithClock(clock.now))
	friday := stated(t, into, says("delivery_day", "Friday"))
	for range 2 {
		_, err = into.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{})
		require.NoError(t, err)
		open := conflictsOf(t, into, lukasa.ConflictQuery{})
		require.Len(t, open, 1)
		require.Equal(t, []lukasa.ID{friday.ID, monday.ID}, open[0].Records)
		require.Equal(t, friday.ID, knowledge.DisputeOf(&open[0]).Sides[0].Record)
		checked(t, into)
	}
	_, err = into.ResolveConflict(ctx, conflictsOf(t, into, lukasa.ConflictQuery{})[0].ID, lukasa.Resolution{Keep: friday.ID})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{friday.ID}, recordsOf(factsOf(t, into, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"})))
	checked(t, into)
}

// TestImportLeavesOutStrayRelations: what a record tells of that is known here under
// another id is not told here, where nothing would take it along (000-03, 900-11).
func TestImportLeavesOutStrayRelations(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithIDs(nil), lukasa.WithLinking(lukasa.LinkOff))
	told := lived("they work together")
	told.Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: "company:acme"}}
	retain(t, m, told)
	var export bytes.Buffer
	_, err := m.Export(ctx, &export)
	require.NoError(t, err)

	into, _ := openTest(t, lukasa.WithClock(clock.now), lukasa.WithLinking(lukasa.LinkOff))
	retain(t, into, lived("they work together"))
	_, err = into.Import(ctx, &export, lukasa.Import{})
	require.NoError(t, err)
	require.NoError(t, inside.Store(into).View(ctx, func(r *ledger.Reader) error {
		for obj, err := range r.Objects(schema.TypeRelation, "") {
			require.NoError(t, err)
			_, err = r.Experience(obj.(*schema.Relation).Statement)
			require.NoError(t, err)
		}
		return nil
	}))
	checked(t, into)
}

// TestImportLeadsNamesToWhatIsKnown: a name was learned in the record that is known here
// under another id, and names none once that is forgotten (000-03, 900-11).
func TestImportLeadsNamesToWhatIsKnown(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithIDs(nil), lukasa.WithLinking(lukasa.LinkOff))
	known := retain(t, m, lived("Bob is Robert"))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:robert"}))
	_, err := m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: "Bob", User: "ana", Entity: "person:robert", Learned: known, Context: "Bob is"})
	require.NoError(t, err)
	var export bytes.Buffer
	_, err = m.Export(ctx, &export)
	require.NoError(t, err)

	into, _ := openTest(t, lukasa.WithClock(clock.now), lukasa.WithLinking(lukasa.LinkOff))
	here := retain(t, into, lived("Bob is Robert"))
	_, err = into.Import(ctx, &export, lukasa.Import{})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{here}, learnedIn(t, into))
	checked(t, into)
	_, err = into.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{here}, Purge: true})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{{}}, learnedIn(t, into))
	checked(t, into)
}

// TestImportFinishesNames: an import that breaks off behind its last line is finished by
// importing again, from the start or from there: its names are led to what is known
// here, and no other (000-03, 900-11).
func TestImportFinishesNames(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithIDs(nil), lukasa.WithLinking(lukasa.LinkOff))
	teach := func(m *lukasa.Memory, words, name string) lukasa.ID {
		in := retain(t, m, lived(words))
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:robert"}))
		_, err := m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: name, User: "ana", Entity: "person:robert", Learned: in, Context: name + " is"})
		require.NoError(t, err)
		return in
	}
	teach(m, "Bob is Robert", "Bob")
	var export bytes.Buffer
	lines, err := m.Export(ctx, &export)
	require.NoError(t, err)
	for _, skip := range []int{0, lines} {
		into, _ := openTest(t, lukasa.WithClock(clock.now), lukasa.WithLinking(lukasa.LinkOff))
		here, own := retain(t, into, lived("Bob is Robert")), teach(into, "Rob is Robert", "Rob")
		brief, cancel := context.WithCancel(ctx)
		first, err := into.Import(brief, bytes.NewReader(export.Bytes()), lukasa.Import{Progress: func(done lukasa.Imported) {
			if done.Lines == lines {
				cancel()
			}
		}})
		require.ErrorIs(t, err, context.Canceled)
		require.Equal(t, lines, first.Lines)
		_, err = into.Import(ctx, bytes.NewReader(export.Bytes()), lukasa.Import{Skip: skip})
		require.NoError(t, err)
		require.ElementsMatch(t, []lukasa.ID{here, own}, learnedIn(t, into))
		checked(t, into)
	}
}

// learnedIn lists the records in which names were learned.
func learnedIn(t *testing.T, m *lukasa.Memory) (ids []lukasa.ID) {
	require.NoError(t, inside.Store(m).View(context.Background(), func(r *ledger.Reader) error {
		for obj, err := range r.Objects(schema.TypeAlias, "") {
			require.NoError(t, err)
			ids = append(ids, obj.(*schema.Alias).Learned)
		}
		return nil
	}))
	return ids
}
