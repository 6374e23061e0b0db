package acceptance

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// says is a statement about Gai Media, told now unless the clock says otherwise.
func says(predicate, value string) lukasa.Experience {
	return lukasa.Experience{Kind: schema.KindFact, Content: "Gai Media: " + predicate + " is " + value, Statement: &lukasa.Statement{
		Subject: "customer:gai", Predicate: predicate, Value: json.RawMessage(`"` + value + `"`),
	}}
}

// sure is a statement of a confidence.
func sure(e lukasa.Experience, confidence float64) lukasa.Experience {
	e.Confidence = confidence
	return e
}

// single makes a predicate of customers single-valued.
func single(t require.TestingT, m *lukasa.Memory, predicate string) {
	require.NoError(t, m.PutRule(context.Background(), lukasa.Rule{
		From: "customer", Relation: schema.RelationType(predicate), To: "day", Cardinality: schema.ManyToOne,
	}))
}

func stated(t require.TestingT, m *lukasa.Memory, e lukasa.Experience) lukasa.Retained {
	done, err := m.State(context.Background(), e)
	require.NoError(t, err)
	return done
}

func factsOf(t require.TestingT, m *lukasa.Memory, q lukasa.FactQuery) []lukasa.Fact {
	facts, err := m.Facts(context.Background(), q)
	require.NoError(t, err)
	return facts
}

func conflictsOf(t require.TestingT, m *lukasa.Memory, q lukasa.ConflictQuery) []lukasa.Conflict {
	list, err := m.Conflicts(context.Background(), q)
	require.NoError(t, err)
	return list
}

// TestSayingAgainReinforces: the same statement in other words is the statement
// that is there, stronger, with the new evidence (004-06, 004-07, 004-15).
func TestSayingAgainReinforces(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	first := stated(t, m, says("delivery_day", "Friday"))
	require.True(t, first.New)
	clock.advance(24 * time.Hour)
	heard := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: "They want it on friday again.", Speaker: "Ana"})
	again := says("delivery_day", " friday ")
	again.Content, again.Evidence = "Deliver to Gai on Fridays, please.", []lukasa.Evidence{{ID: heard, Stance: schema.StanceSupports}}
	again.Source.MessageIDs = []string{"event-17"}
	done := stated(t, m, again)
	require.Equal(t, lukasa.Retained{ID: first.ID, Version: 2}, done)

	facts := factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"})
	require.Len(t, facts, 1)
	e := facts[0].Record
	require.Equal(t, 2, e.Statement.Reinforced)
	require.Equal(t, clock.now(), e.Statement.ValidatedAt)
	require.Equal(t, again.Evidence, e.Evidence)
	require.Equal(t, []string{"event-17"}, e.Source.MessageIDs)
	// .7 + .15 · (.7 · .8) · (.99 − .7)
	require.InDelta(t, .72436, e.Confidence, 1e-9)
	require.InDelta(t, .7, facts[0].Factors.Base, 1e-9)
	require.InDelta(t, .02436, facts[0].Factors.Reinforcement, 1e-9)
	require.InDelta(t, e.Confidence, facts[0].Confidence, 1e-9)

	require.Equal(t, done, stated(t, m, again), "the same evidence heard twice is heard once")
	clock.advance(10 * 24 * time.Hour)
	aged := factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai"})[0]
	f := aged.Factors
	require.InDelta(t, (f.Base+f.Reinforcement)*f.Recency, aged.Confidence, 1e-9)
	require.Less(t, aged.Confidence, e.Confidence)
	got, err := m.Get(ctx, first.ID)
	require.NoError(t, err)
	require.Equal(t, e.Confidence, got.Confidence, "I7: decay is not written")
	checked(t, m)
}

// TestCorrectionSaidAgain: who is asked which of two holds, and answers with one that is known
// already, corrects the other: it is retired, and nobody is asked any more. So it is although
// the answer was just recalled. Under a predicate with many values both stay (004-14, 900-03).
func TestCorrectionSaidAgain(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	friday := stated(t, m, says("delivery_day", "Friday"))
	clock.advance(time.Hour)
	monday := stated(t, m, sure(says("delivery_day", "Monday"), .4))
	require.Len(t, monday.Conflicts, 1)
	stated(t, m, says("likes", "tea"))
	stated(t, m, says("likes", "coffee"))

	_, err := m.Recall(ctx, lukasa.Query{Text: "which day is the delivery_day of Gai Media?"})
	require.NoError(t, err)
	correct := func(predicate, value string) lukasa.Retained {
		clock.advance(time.Hour)
		e := says(predicate, value)
		e.Statement.Provenance = "correction"
		return stated(t, m, e)
	}
	done := correct("delivery_day", "Monday")
	require.Equal(t, monday.ID, done.ID)
	require.False(t, done.New)
	require.Equal(t, []lukasa.ID{monday.ID}, recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"})))
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}))
	was, err := m.Get(ctx, friday.ID)
	require.NoError(t, err)
	require.Equal(t, monday.ID, was.SupersededBy)
	correct("likes", "tea")
	require.Len(t, factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "likes"}), 2)
	require.True(t, correct("delivery_day", "Friday").New, "and back")
	require.Len(t, factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"}), 1)
	checked(t, m)
}

// TestNewerEvidenceSupersedes on a predicate that the ontology says has one
// value; other predicates keep both (004-08, 004-13, 900-03).
func TestNewerEvidenceSupersedes(t *testing.T) {
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	friday := stated(t, m, says("delivery_day", "Friday"))
	tea := stated(t, m, says("likes", "tea"))
	clock.advance(time.Hour)
	monday := stated(t, m, says("delivery_day", "Monday"))
	stated(t, m, says("likes", "coffee"))
	require.Empty(t, monday.Conflicts)

	old, err := m.Get(context.Background(), friday.ID)
	require.NoError(t, err)
	require.Equal(t, schema.StatusSuperseded, old.Status)
	require.Equal(t, monday.ID, old.SupersededBy)
	require.Equal(t, clock.now(), old.ValidTo)
	require.Len(t, factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "likes"}), 2)
	liked, err := m.Get(context.Background(), tea.ID)
	require.NoError(t, err)
	require.Equal(t, schema.StatusActive, liked.Status)

	closed := conflictsOf(t, m, lukasa.ConflictQuery{Closed: true})
	require.Len(t, closed, 1)
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}))
	c := closed[0]
	require.Equal(t, []lukasa.ID{friday.ID, monday.ID}, c.Records)
	require.Equal(t, monday.ID, c.DetectedBy)
	require.Equal(t, "memory_vs_memory", c.Type)
	require.Equal(t, "supersede", c.Strategy)
	require.Equal(t, "superseded", c.Outcome)
	require.Equal(t, clock.now(), c.ResolvedAt)
	d := lukasa.DisputeOf(c)
	require.Equal(t, "newer evidence", d.Reason)
	require.Equal(t, []lukasa.ID{monday.ID}, d.Kept)
	require.JSONEq(t, `"Friday"`, string(d.Sides[0].Value))
	require.Equal(t, []lukasa.ID{monday.ID, friday.ID}, recordsOf(historyOf(t, m, "delivery_day")))
	checked(t, m)
}

func historyOf(t require.TestingT, m *lukasa.Memory, predicate string) []lukasa.Fact {
	facts, err := m.FactHistory(context.Background(), "customer:gai", predicate)
	require.NoError(t, err)
	return facts
}

func recordsOf(facts []lukasa.Fact) []lukasa.ID {
	ids := []lukasa.ID{}
	for _, f := range facts {
		ids = append(ids, f.Record.ID)
	}
	return ids
}

// TestWeakEvidenceAsks: what is clearly weaker retires nothing, what is doubtful
// is to be validated, and either stays open until it is resolved (004-14).
func TestWeakEvidenceAsks(t *testing.T) {
	ctx := context.Background()
	for _, tt := range []struct {
		confidence float64
		strategy   string
	}{{.45, "ask"}, {.3, "validate"}, {.6, "supersede"}} {
		m, clock := openTest(t)
		single(t, m, "delivery_day")
		friday := stated(t, m, says("delivery_day", "Friday"))
		clock.advance(time.Hour)
		monday := stated(t, m, sure(says("delivery_day", "Monday"), tt.confidence))
		if tt.strategy == "supersede" {
			require.Empty(t, monday.Conflicts)
			continue
		}
		require.Len(t, monday.Conflicts, 1)
		c := conflictsOf(t, m, lukasa.ConflictQuery{Record: friday.ID})[0]
		require.Equal(t, tt.strategy, c.Strategy)
		require.Equal(t, monday.Conflicts[0], c.ID)
		for _, f := range factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"}) {
			require.Equal(t, []lukasa.ID{c.ID}, f.Conflicts)
		}

		_, err := m.ResolveConflict(ctx, c.ID, lukasa.Resolution{})
		require.ErrorIs(t, err, lukasa.ErrResolution)
		_, err = m.ResolveConflict(ctx, c.ID, lukasa.Resolution{Keep: c.ID})
		require.ErrorIs(t, err, lukasa.ErrResolution)
		_, err = m.ResolveConflict(ctx, c.ID, lukasa.Resolution{Outcome: "database"})
		require.ErrorIs(t, err, lukasa.ErrResolution)
		_, err = m.ResolveConflict(ctx, friday.ID, lukasa.Resolution{Outcome: "both"})
		require.ErrorIs(t, err, lukasa.ErrNotFound)
		other, err := m.As("other")
		require.NoError(t, err)
		_, err = other.ResolveConflict(ctx, c.ID, lukasa.Resolution{Outcome: "both"})
		require.ErrorIs(t, err, lukasa.ErrNotFound, "I5")

		done, err := m.ResolveConflict(ctx, c.ID, lukasa.Resolution{Keep: friday.ID, Note: "Ana said so"})
		require.NoError(t, err)
		require.Equal(t, "superseded", done.Outcome)
		require.Equal(t, "Ana said so", lukasa.DisputeOf(done).Reason)
		_, err = m.ResolveConflict(ctx, c.ID, lukasa.Resolution{Keep: monday.ID})
		require.ErrorIs(t, err, lukasa.ErrResolved)
		lost, err := m.Get(ctx, monday.ID)
		require.NoError(t, err)
		require.Equal(t, friday.ID, lost.SupersededBy)
		require.Equal(t, lost.ValidFrom, lost.ValidTo, "it never was true")
		versions, err := m.History(ctx, monday.ID)
		require.NoError(t, err)
		require.Equal(t, schema.StatusActive, versions[len(versions)-1].Record.Status, "I4: what was said is still there")
		checked(t, m)
	}
}

// TestFactsAsOf: a correction takes effect at once, and a statement that arrives
// late takes its place in the past; both axes of time answer as they would have
// then (900-03).
func TestFactsAsOf(t *testing.T) {
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	start := clock.now()
	friday := stated(t, m, says("delivery_day", "Friday"))
	clock.advance(10 * 24 * time.Hour)
	correction := says("delivery_day", "Monday")
	correction.Statement.Provenance, correction.Confidence = "correction", .1
	monday := stated(t, m, correction)
	require.Empty(t, monday.Conflicts, "a correction supersedes whatever its confidence")
	clock.advance(24 * time.Hour)
	before := clock.now()
	clock.advance(24 * time.Hour)
	late := says("delivery_day", "Tuesday")
	late.Time = start.Add(5 * 24 * time.Hour)
	tuesday := stated(t, m, late)
	require.True(t, tuesday.New)

	at := func(q lukasa.FactQuery) []lukasa.ID {
		q.Subject, q.Predicate = "customer:gai", "delivery_day"
		return recordsOf(factsOf(t, m, q))
	}
	day := func(n int) time.Time { return start.Add(time.Duration(n)*24*time.Hour + time.Hour) }
	require.Equal(t, []lukasa.ID{monday.ID}, at(lukasa.FactQuery{}))
	require.Equal(t, []lukasa.ID{friday.ID}, at(lukasa.FactQuery{TrueAt: day(1)}))
	require.Equal(t, []lukasa.ID{tuesday.ID}, at(lukasa.FactQuery{TrueAt: day(6)}))
	require.Equal(t, []lukasa.ID{monday.ID}, at(lukasa.FactQuery{TrueAt: day(11)}))
	require.Equal(t, []lukasa.ID{friday.ID}, at(lukasa.FactQuery{KnownAt: day(1)}))
	require.Equal(t, []lukasa.ID{friday.ID}, at(lukasa.FactQuery{KnownAt: before, TrueAt: day(6)}), "Tuesday was not known yet")
	checked(t, m)
}

// TestLateAmongMany: a statement that is told late begins and ends where its neighbours in
// time do, however many took one another's place since, and in whatever order all are told
// one holds at a time (900-03).
func TestLateAmongMany(t *testing.T) {
	values := []string{"Monday", "Tuesday", "Wednesday", "Thursday"}
	for _, order := range [][]int{{0, 1, 2, 3}, {0, 2, 3, 1}, {1, 2, 3, 0}, {3, 2, 1, 0}, {0, 3, 1, 2}, {2, 0, 3, 1}} {
		m, clock := openTest(t)
		single(t, m, "delivery_day")
		start := clock.now()
		clock.advance(100 * time.Hour)
		for _, i := range order {
			e := says("delivery_day", values[i])
			e.Time = start.Add(time.Duration(i) * time.Hour)
			stated(t, m, e)
		}
		for i, value := range values {
			at := start.Add(time.Duration(i)*time.Hour + time.Minute)
			facts := factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day", TrueAt: at})
			require.Len(t, facts, 1, "%v: %s", order, value)
			require.JSONEq(t, `"`+value+`"`, string(facts[0].Record.Statement.Value), "%v", order)
		}
		checked(t, m)
	}
}

// TestLateCorrection: a correction corrects what was told before it was made. One that is
// told late, as by an import of old conversations, leaves alone what was told since, under
// predicates with one value and with many; one that is made now is of what is yet to come
// as well (900-03).
func TestLateCorrection(t *testing.T) {
	for _, predicate := range []string{"delivery_day", "likes"} {
		m, clock := openTest(t)
		single(t, m, "delivery_day")
		made := clock.now()
		clock.advance(10 * 24 * time.Hour)
		correct := func(value string, at time.Time) lukasa.ID {
			e := says(predicate, value)
			e.Time, e.Statement.Provenance = at, "correction"
			return stated(t, m, e).ID
		}
		stand := func() []lukasa.ID {
			return recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: predicate}))
		}
		soon := says(predicate, "Friday")
		soon.Time = clock.now().Add(time.Hour)
		friday := stated(t, m, soon).ID
		late := correct("Monday", made)
		then := lukasa.FactQuery{Subject: "customer:gai", Predicate: predicate, TrueAt: soon.Time}
		require.Contains(t, recordsOf(factsOf(t, m, then)), friday, predicate)
		if predicate == "delivery_day" {
			e, err := m.Get(t.Context(), late)
			require.NoError(t, err)
			require.Equal(t, friday, e.SupersededBy)
			require.Equal(t, soon.Time, e.ValidTo)
			require.Equal(t, []lukasa.ID{late}, stand(), "until Friday's hour")
			require.Equal(t, []lukasa.ID{correct("Tuesday", time.Time{})}, stand())
		}
		checked(t, m)
	}
}

// TestTrueAgain: what is true once more, in the same words, is another record of that time
// and no repetition, whether it states something or not, and even right after it was
// recalled (I6, 900-03).
func TestTrueAgain(t *testing.T) {
	for name, told := range map[string]lukasa.Experience{
		"a statement": says("status", "on leave"), "a note": {Kind: schema.KindObservation, Content: "The harbour office in Altona is closed for repairs."},
	} {
		m, clock := openTest(t)
		from := clock.now()
		during := func(day int) (e lukasa.Experience) {
			e = told
			e.ValidFrom, e.ValidTo = from.AddDate(0, 0, day), from.AddDate(0, 0, day+10)
			return e
		}
		first := retain(t, m, during(0))
		clock.advance(50 * 24 * time.Hour)
		_, err := m.Recall(t.Context(), lukasa.Query{Text: told.Content, Floor: new(float64)})
		require.NoError(t, err)
		again, err := m.Retain(t.Context(), during(60))
		require.NoError(t, err)
		require.True(t, again.New, name)
		more, err := m.Retain(t.Context(), during(65))
		require.NoError(t, err)
		require.Equal(t, again.ID, more.ID, "of a time at which it is known to be true it is nothing new")
		instant := during(90)
		instant.ValidTo = instant.ValidFrom
		require.Equal(t, retain(t, m, instant), retain(t, m, instant))
		for day, id := range map[int]lukasa.ID{5: first, 62: again.ID} {
			found, err := lukasa.Collect(m.AllThen(t.Context(), lukasa.Filter{}, lukasa.Moment{TrueAt: from.AddDate(0, 0, day)}))
			require.NoError(t, err)
			require.Equal(t, []lukasa.ID{id}, idsOf(found), name)
		}
		checked(t, m)
	}
}

// TestMentionsFollowTheStatement: a statement that is changed is no longer about what
// it was about; what the text mentions stays mentioned (004-04, 004-21).
func TestMentionsFollowTheStatement(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t, lukasa.WithLinking(lukasa.LinkOff))
	done := stated(t, m, lukasa.Experience{
		Kind: schema.KindFact, Content: "Ana leads the project, as Bo knows",
		Mentions:  []lukasa.Mention{{Entity: "person:bo", Text: "Bo", Start: 27, End: 29}},
		Statement: &lukasa.Statement{Subject: "project:x", Predicate: "led_by", Entity: "person:ana"},
	})
	content := "Cy leads the project"
	changed := lukasa.Statement{Subject: "project:x", Predicate: "led_by", Entity: "person:cy"}
	_, err := m.Update(ctx, done.ID, 0, lukasa.Patch{Statement: &changed})
	require.NoError(t, err)
	require.Empty(t, mentioned(t, m, "person:ana"))
	for _, key := range []lukasa.EntityKey{"project:x", "person:bo", "person:cy"} {
		require.Equal(t, []lukasa.ID{done.ID}, mentioned(t, m, key), key)
	}
	e, err := m.Update(ctx, done.ID, 0, lukasa.Patch{Content: &content, Statement: &changed, Mentions: &[]lukasa.Mention{{Entity: "person:ana", Role: schema.RoleObject}}})
	require.NoError(t, err)
	require.Len(t, e.Mentions, 3, "a patch that says what is mentioned has the last word")
	checked(t, m)
}

// TestMovedStatementsFindTheirPlace: a statement that is moved to a time at which
// another holds meets that one there (004-13, I4).
func TestMovedStatementsFindTheirPlace(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	first := says("delivery_day", "Friday")
	first.ValidTo = clock.now().Add(10 * time.Hour)
	friday := stated(t, m, first).ID
	second := says("delivery_day", "Monday")
	second.Time = clock.now().Add(20 * time.Hour)
	monday := stated(t, m, second).ID
	stand := func() []lukasa.ID {
		return recordsOf(factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"}))
	}
	require.ElementsMatch(t, []lukasa.ID{friday, monday}, stand())
	at := clock.now().Add(5 * time.Hour)
	_, err := m.Update(ctx, monday, 0, lukasa.Patch{Time: &at})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{friday}, stand(), "until then")
	clock.advance(6 * time.Hour)
	require.Equal(t, []lukasa.ID{monday}, stand())
	old, err := m.Get(ctx, friday)
	require.NoError(t, err)
	require.Equal(t, monday, old.SupersededBy)
	require.Equal(t, at, old.ValidTo)
	checked(t, m)
}

// TestSupersedeStatement: a statement that takes another's place needs no more words
// than one that is made with State.
func TestSupersedeStatement(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	old := stated(t, m, says("delivery_day", "Friday"))
	bare := lukasa.Experience{Statement: &lukasa.Statement{Subject: "customer:gai", Predicate: "delivery_day", Value: json.RawMessage(`"Monday"`)}}
	done, err := m.Supersede(ctx, old.ID, bare)
	require.NoError(t, err)
	e, err := m.Get(ctx, done.ID)
	require.NoError(t, err)
	require.Equal(t, schema.KindFact, e.Kind)
	require.Equal(t, "gai delivery day Monday", e.Content)
	require.Len(t, factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai"}), 1)
	then := factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", TrueAt: e.Time.Add(-time.Minute)})
	require.Len(t, then, 1)
	require.Equal(t, old.ID, then[0].Record.ID, "it was true until then")
}

// TestImpossibleEntities: a key that no entity can have is refused wherever it is asked
// for. It would find nothing, as if nothing were known.
func TestImpossibleEntities(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	retain(t, m, says("delivery_day", "Friday"))
	_, err := m.Recall(ctx, lukasa.Query{Text: "which day?", Entities: []lukasa.EntityKey{"customer:gai", "Gai Media"}})
	require.ErrorIs(t, err, lukasa.ErrQuery)
	require.ErrorContains(t, err, `entities: "Gai Media", want type:name`)
	_, err = m.Find(ctx, lukasa.Filter{Entity: "Gai Media"})
	require.ErrorIs(t, err, lukasa.ErrQuery)
	require.ErrorContains(t, err, `entity: "Gai Media", want type:name`)
	_, err = m.Facts(ctx, lukasa.FactQuery{Subject: "Gai Media"})
	require.ErrorIs(t, err, lukasa.ErrKnowledge)
	require.ErrorContains(t, err, `subject: "Gai Media", want type:name`)
	_, err = m.FactHistory(ctx, "Gai Media", "delivery_day")
	require.ErrorIs(t, err, lukasa.ErrKnowledge)
}

// TestErrorsSayWhatIsWanted: an error has the value that is wrong and what is wanted in
// its place, and speaks of no batch where there is none.
func TestErrorsSayWhatIsWanted(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	_, err := m.Recall(ctx, lukasa.Query{Text: "x", When: "flurbday"})
	require.ErrorContains(t, err, `when: "flurbday"`)
	_, err = m.AddUserFact(ctx, lukasa.Experience{Content: "Likes tea"})
	require.ErrorContains(t, err, "want kind user_fact, and a UserFact with a type: name, ")
	_, err = m.AddInsight(ctx, lukasa.Experience{Content: "Likes tea"})
	require.ErrorContains(t, err, "want kind insight, and an Insight with a category: ")
	err = m.PutRule(ctx, lukasa.Rule{From: "customer", Relation: "day", To: "value", Cardinality: "one"})
	require.ErrorContains(t, err, `cardinality: "one"`)
	require.NotContains(t, err.Error(), "record 0")
}

// TestRuleHoldsFromThenOn: a rule does not reach back to the statements that stand.
func TestRuleHoldsFromThenOn(t *testing.T) {
	m, clock := openTest(t)
	for _, day := range []string{"Friday", "Monday"} {
		stated(t, m, says("delivery_day", day))
		clock.advance(time.Hour)
	}
	require.NoError(t, m.PutRule(context.Background(), lukasa.Rule{From: "customer", Relation: "delivery_day", To: "value", Cardinality: lukasa.ManyToOne}))
	require.Len(t, factsOf(t, m, lukasa.FactQuery{}), 2)
	stated(t, m, says("delivery_day", "Sunday"))
	require.Len(t, factsOf(t, m, lukasa.FactQuery{}), 1)
}

// TestEndedFactsDoNotStand: what was told as true until a moment is not among what stands
// from then on, with a predicate or without; it is among what was true before, and in its
// history (004-06).
func TestEndedFactsDoNotStand(t *testing.T) {
	t.Parallel()
	mem, clock := openTest(t)
	end := clock.now().AddDate(0, 1, 0)
	lived := says("city", "Essen")
	lived.ValidTo = end
	stated(t, mem, lived)
	listed := func(q lukasa.FactQuery) int { return len(factsOf(t, mem, q)) }
	require.Equal(t, 1, listed(lukasa.FactQuery{Subject: "customer:gai"}), "not yet over")

	before := clock.now()
	clock.advance(end.Sub(before))
	require.Zero(t, listed(lukasa.FactQuery{}))
	require.Zero(t, listed(lukasa.FactQuery{Subject: "customer:gai"}))
	require.Zero(t, listed(lukasa.FactQuery{Subject: "customer:gai", Predicate: "city"}))
	require.Equal(t, 1, listed(lukasa.FactQuery{Subject: "customer:gai", KnownAt: before}), "as it was then")
	require.Equal(t, 1, listed(lukasa.FactQuery{Subject: "customer:gai", TrueAt: before}))
	require.Equal(t, 1, listed(lukasa.FactQuery{Subject: "customer:gai", All: true}))
}

// TestTrueUntilItEnded: what a user says is over was true until then, in every answer as of a
// moment, and what they have since was not; what was found to be wrong never was (900-03).
func TestTrueUntilItEnded(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	say := func(text string) {
		clock.advance(24 * time.Hour)
		_, err := m.Turn(ctx, lukasa.Message{Session: "s", User: "ana", Text: text})
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
	}
	contents := func(list []lukasa.Fact) (out []string) {
		for _, f := range list {
			out = append(out, f.Record.Content)
		}
		return out
	}
	say("I work at Acme.")
	acme := clock.now().Add(time.Hour)
	say("I quit Acme.")
	between := clock.now().Add(time.Hour)
	say("I work at Globex now.")
	works := lukasa.FactQuery{Subject: "person:ana", Predicate: "works_at"}
	require.Equal(t, []string{"ana works at Globex."}, contents(factsOf(t, m, works)))
	for moment, want := range map[time.Time][]string{
		acme: {"ana works at Acme."}, between: nil, clock.now().Add(time.Hour): {"ana works at Globex."},
	} {
		works.TrueAt = moment
		require.Equal(t, want, contents(factsOf(t, m, works)), moment)
		then, err := lukasa.Collect(m.AllThen(ctx, lukasa.Filter{Kinds: []lukasa.Kind{lukasa.KindFact}}, lukasa.Moment{TrueAt: moment}))
		require.NoError(t, err)
		require.Len(t, then, len(want), moment)
		answer, err := m.Recall(ctx, lukasa.Query{Text: "where does ana work?", Kinds: []lukasa.Kind{lukasa.KindFact}, TrueAt: moment})
		require.NoError(t, err)
		require.Len(t, answer.Hits, len(want), moment)
		for i, h := range answer.Hits {
			require.Equal(t, want[i], h.Record.Content)
		}
	}

	wrong := says("delivery_day", "Friday")
	wrong.ValidTo = clock.now().Add(48 * time.Hour)
	_, err := m.Verify(ctx, lukasa.Review{ID: stated(t, m, wrong).ID, Verdict: lukasa.Rejected, By: "ana"})
	require.NoError(t, err)
	require.Empty(t, factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", TrueAt: clock.now().Add(time.Hour)}))
}
