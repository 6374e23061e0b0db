package acceptance

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// damage changes a record behind the back of all rules.
func damage(t *testing.T, m *lukasa.Memory, id lukasa.ID, change func(*lukasa.Experience)) {
	t.Helper()
	require.NoError(t, inside.Store(m).Update(context.Background(), func(tx *ledger.Tx) error {
		e, err := tx.Experience(id)
		if err != nil {
			return err
		}
		change(e)
		return tx.Put(e)
	}))
}

// broken lists the invariants that Check finds broken.
func broken(t *testing.T, m *lukasa.Memory) (found []string) {
	t.Helper()
	report, err := m.Check(context.Background())
	require.NoError(t, err)
	for _, p := range report.Problems {
		found = append(found, p.Invariant)
	}
	return found
}

func opinionOn(t *testing.T, m *lukasa.Memory, evidence ...lukasa.ID) lukasa.ID {
	t.Helper()
	e := lukasa.Experience{Kind: schema.KindOpinion, Content: "Gai Media is easy to work with.", Confidence: .8}
	for _, id := range evidence {
		e.Evidence = append(e.Evidence, lukasa.Evidence{ID: id, Stance: schema.StanceSupports})
	}
	return stated(t, m, e).ID
}

// TestHistoryIsNotOverwritten tries to change what was said: every way of
// retiring a statement leaves its versions, none brings it back by a circle, and
// a circle that damage made is found (I4).
func TestHistoryIsNotOverwritten(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	friday := stated(t, m, says("delivery_day", "Friday")).ID
	said, err := m.Get(ctx, friday)
	require.NoError(t, err)
	clock.advance(time.Hour)
	monday := stated(t, m, says("delivery_day", "Monday")).ID

	again := says("delivery_day", "Sunday")
	again.Supersedes = []lukasa.ID{friday}
	_, err = m.State(ctx, again)
	require.ErrorIs(t, err, lukasa.ErrSuperseded, "it ended once")
	overwrite := says("delivery_day", "Friday the 13th")
	overwrite.ID = friday
	_, err = m.State(ctx, overwrite)
	require.Error(t, err, "an id is given once")
	words := "They never said so."
	_, err = m.Update(ctx, friday, 1, lukasa.Patch{Content: &words})
	require.ErrorIs(t, err, lukasa.ErrVersion, "an old version is not written to")

	versions, err := m.History(ctx, friday)
	require.NoError(t, err)
	require.Len(t, versions, 2)
	first := versions[1].Record
	require.Equal(t, said.Statement, first.Statement)
	require.Equal(t, said.Content, first.Content)
	require.Equal(t, schema.StatusActive, first.Status)
	checked(t, m)
	damage(t, m, monday, func(e *lukasa.Experience) { e.Status, e.SupersededBy = schema.StatusSuperseded, friday })
	require.Contains(t, broken(t, m), "I4")
}

// TestKnowledgeStaysApart tries every door of statements, opinions, conflicts and
// entities with what is another agent's; an edge that damage made is found (I5).
func TestKnowledgeStaysApart(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	single(t, other, "delivery_day")
	require.NoError(t, other.PutEntity(ctx, lukasa.Entity{Key: "customer:gai", Name: "Gai"}))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "customer:hoasen", Name: "Hoa Sen"}))
	theirs := stated(t, other, says("delivery_day", "Friday")).ID
	clock.advance(time.Hour)
	dispute := stated(t, other, sure(says("delivery_day", "Monday"), .3)).Conflicts[0]
	mine := opinionOn(t, m)
	opinion := opinionOn(t, other, theirs)

	for name, try := range map[string]func() error{
		"evidence": func() error {
			e := says("likes", "tea")
			e.Evidence = []lukasa.Evidence{{ID: theirs, Stance: schema.StanceSupports}}
			_, err := m.State(ctx, e)
			return err
		},
		"supersedes": func() error {
			e := says("likes", "tea")
			e.Supersedes = []lukasa.ID{theirs}
			_, err := m.State(ctx, e)
			return err
		},
		"reinforce":      func() error { _, err := m.Reinforce(ctx, mine, theirs, 1); return err },
		"contradict":     func() error { _, err := m.Contradict(ctx, opinion, mine, 1); return err },
		"show opinion":   func() error { _, err := m.ShowOpinion(ctx, opinion); return err },
		"opinions about": func() error { _, err := m.OpinionsAbout(ctx, theirs, 1); return err },
		"resolve": func() error {
			_, err := m.ResolveConflict(ctx, dispute, lukasa.Resolution{Outcome: "both"})
			return err
		},
		"merge": func() error {
			_, err := m.MergeEntities(ctx, lukasa.Merging{From: "customer:gai", Into: "customer:hoasen"})
			return err
		},
		"alias":           func() error { _, err := m.AddAlias(ctx, lukasa.Alias{Text: "G", Entity: "customer:gai"}); return err },
		"another's alias": func() error { _, err := m.EntityPage(ctx, "customer:gai"); return err },
	} {
		require.Error(t, try(), name)
	}
	require.Empty(t, factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai", All: true}))
	require.Empty(t, conflictsOf(t, m, lukasa.ConflictQuery{}))
	stated(t, m, says("delivery_day", "Sunday"))
	require.Len(t, factsOf(t, other, lukasa.FactQuery{Subject: "customer:gai", Predicate: "delivery_day"}), 2, "what one says retires nothing of another")
	checked(t, m)
	damage(t, m, mine, func(e *lukasa.Experience) {
		e.Evidence = []lukasa.Evidence{{ID: theirs, Stance: schema.StanceSupports}}
	})
	require.Equal(t, []string{"I5"}, slices.Compact(ledgerOnly(broken(t, m))))
}

// ledgerOnly leaves out what follows from damage in the views, which know
// nothing of it.
func ledgerOnly(found []string) []string {
	return slices.DeleteFunc(found, func(i string) bool { return i == "I2" || i == "I3" })
}

// TestDecayIsNotWritten lets a year go by and reads through every door, restarts
// and sweeps: what is shown fades, what is stored is as it was, to the byte (I7;
// 004-17).
func TestDecayIsNotWritten(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	fact := stated(t, m, says("delivery_day", "Friday")).ID
	opinion := opinionOn(t, m, fact)
	before, err := m.Digest(ctx)
	require.NoError(t, err)
	fresh := factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai"})[0].Confidence
	clock.advance(365 * 24 * time.Hour)

	faded := factsOf(t, m, lukasa.FactQuery{Subject: "customer:gai"})[0]
	require.Less(t, faded.Confidence, fresh/10)
	require.Equal(t, schema.StatusAging, faded.Status)
	_, err = m.ShowOpinion(ctx, opinion)
	require.NoError(t, err)
	_, err = m.Recall(ctx, lukasa.Query{Text: "Gai Media delivery day", Floor: new(float64)})
	require.NoError(t, err)
	_, err = m.OpinionsAbout(ctx, fact, 3)
	require.NoError(t, err)
	require.NoError(t, m.Rebuild(ctx, "all"))
	for id, want := range map[lukasa.ID]float64{fact: .7, opinion: .8} {
		e, err := m.Get(ctx, id)
		require.NoError(t, err)
		require.Equal(t, want, e.Confidence)
		require.Equal(t, schema.StatusActive, e.Status, "aging is worked out, too")
		require.Equal(t, 1, e.Version)
	}
	after, err := m.Digest(ctx)
	require.NoError(t, err)
	require.Equal(t, before, after)
}

// TestBeliefsRestOnSomething tries to leave a belief without ground: it goes with
// its last evidence through every chain, ground that is not there is refused, and
// a belief whose ground damage took is found (I8).
func TestBeliefsRestOnSomething(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	_, err := m.State(ctx, lukasa.Experience{Kind: schema.KindOpinion, Content: "So I heard.", Evidence: []lukasa.Evidence{{ID: lukasa.ID{1}, Stance: schema.StanceSupports}}})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	fact := stated(t, m, says("delivery_day", "Friday")).ID
	opinion := opinionOn(t, m, fact)
	upon := stated(t, m, lukasa.Experience{
		Kind: schema.KindOpinion, Content: "We should work with them more.", Evidence: []lukasa.Evidence{{ID: opinion, Stance: schema.StanceSupports}},
	}).ID
	gone, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{fact}})
	require.NoError(t, err)
	require.ElementsMatch(t, []lukasa.ID{opinion, upon}, gone.Beliefs)
	checked(t, m)

	fact = stated(t, m, says("likes", "tea")).ID
	opinionOn(t, m, fact)
	require.NoError(t, inside.Store(m).Update(ctx, func(tx *ledger.Tx) error { return tx.Delete(schema.TypeExperience, string(fact[:])) }))
	require.Contains(t, broken(t, m), "I8")
}

// TestRetiredTwiceStaysValid: a record whose successor was forgotten, and which
// was moved behind its own end, is still a valid record after it is superseded
// again (I4).
func TestRetiredTwiceStaysValid(t *testing.T) {
	m, clock := openTest(t)
	ctx := context.Background()
	at := func(minute int) time.Time {
		return clock.now().Add(time.Duration(minute-60) * time.Minute).Truncate(time.Second)
	}
	told := func(minute int, words string, old ...lukasa.ID) lukasa.ID {
		e := lived(words)
		e.Time, e.Supersedes = at(minute), old
		return retain(t, m, e)
	}
	old := told(1, "the shop opens at eight")
	next := told(5, "the shop opens at nine", old)
	_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{next}})
	require.NoError(t, err)
	moved := at(9)
	_, err = m.Update(ctx, old, 0, lukasa.Patch{Time: &moved})
	require.NoError(t, err)
	told(7, "the shop opens at ten", old)
	e, err := m.Get(ctx, old)
	require.NoError(t, err)
	require.NoError(t, e.Validate())
	importance := 9
	_, err = m.Update(ctx, old, 0, lukasa.Patch{Importance: &importance})
	require.NoError(t, err)
	checked(t, m)
}

// TestSupersedingGoesOneWay: a record that was superseded takes the place of none
// that took its own, however it is handed in (I4).
func TestSupersedingGoesOneWay(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	first := retain(t, m, lived("the first"))
	next := lived("the second")
	next.Supersedes = []lukasa.ID{first}
	second := retain(t, m, next)
	next = lived("the third")
	next.Supersedes = []lukasa.ID{second}
	third := retain(t, m, next)
	again := lived("the first")
	again.ID, again.Supersedes = first, []lukasa.ID{third}
	stranger := lived("a stranger")
	stranger.SupersededBy, stranger.Supersedes = third, []lukasa.ID{third}
	for _, e := range []lukasa.Experience{again, stranger} {
		_, err := m.Retain(ctx, e)
		require.ErrorIs(t, err, experience.ErrSuperseded)
	}
	last, err := m.Get(ctx, third)
	require.NoError(t, err)
	require.Equal(t, schema.StatusActive, last.Status)
	checked(t, m)
}

// TestSupersededStaysSo: no patch lets a record live beside the one that took its
// place; when that was forgotten, it may live again, and is true again (I4, I6).
func TestSupersededStaysSo(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	first := retain(t, m, lived("the first"))
	next := lived("the second")
	next.Supersedes = []lukasa.ID{first}
	second := retain(t, m, next)
	revive := lukasa.Patch{Status: new(schema.StatusActive)}
	_, err := m.Update(ctx, first, 0, revive)
	require.ErrorIs(t, err, experience.ErrSuperseded)
	_, err = m.Update(ctx, first, 0, lukasa.Patch{Status: new(schema.StatusArchived)})
	require.NoError(t, err)
	_, err = m.Update(ctx, first, 0, revive)
	require.ErrorIs(t, err, experience.ErrSuperseded)
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{second}})
	alive, err := m.Update(ctx, first, 0, revive)
	require.NoError(t, err)
	require.Zero(t, alive.ValidTo, "what ended it is gone")
	require.Equal(t, first, retain(t, m, lived("the first")))
	checked(t, m)
}

// TestSayingAgainKeepsAlive: content that is retained again lives as long as it was
// last said to, and never shorter; the same record handed in again changes nothing
// (000-25, I6).
func TestSayingAgainKeepsAlive(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	note := func(ttl schema.TTL, permanent bool, at time.Time) lukasa.Experience {
		return lukasa.Experience{Kind: schema.KindFact, Content: "the gate code", TTL: ttl, Permanent: permanent, ExpiresAt: at}
	}
	soon, later := clock.now().Add(time.Hour), clock.now().Add(100*time.Hour)
	for i, tt := range []struct {
		first, again lukasa.Experience
		until        time.Time // zero: without end
		session      bool      // lives as long as its session
	}{
		{note(schema.TTLDay, false, time.Time{}), note("", true, time.Time{}), time.Time{}, false},
		{note(schema.TTLDay, false, time.Time{}), note("", false, time.Time{}), time.Time{}, false},
		{note("", false, soon), note(schema.TTLNever, false, time.Time{}), time.Time{}, false},
		{note("", false, soon), note("", false, later), later, false},
		{note("", false, later), note("", false, soon), later, false},
		{note("", true, time.Time{}), note(schema.TTLDay, false, time.Time{}), time.Time{}, false},
		{note("", false, time.Time{}), note("", false, soon), time.Time{}, false},
		{note(schema.TTLSession, false, time.Time{}), note("", false, soon), time.Time{}, true},
		{note(schema.TTLSession, false, time.Time{}), note("", false, time.Time{}), time.Time{}, false},
		{note("", false, soon), note(schema.TTLSession, false, time.Time{}), soon, false},
	} {
		tt.first.Content += fmt.Sprint(" is ", i)
		tt.again.Content = tt.first.Content
		id := retain(t, m, tt.first)
		require.Equal(t, id, retain(t, m, tt.again))
		e, err := m.Get(ctx, id)
		require.NoError(t, err)
		require.Equal(t, tt.session, e.TTL == schema.TTLSession, i)
		if !e.Permanent && e.TTL != schema.TTLNever {
			require.Equal(t, tt.until, e.ExpiresAt, i)
		}
	}
	named := note("", false, soon)
	named.ID, named.Content = lukasa.ID{1}, "the same record"
	retain(t, m, named)
	named.ExpiresAt = time.Time{}
	retain(t, m, named)
	e, err := m.Get(ctx, lukasa.ID{1})
	require.NoError(t, err)
	require.Equal(t, soon, e.ExpiresAt)

	words := "the garage door opens with the old remote control of the neighbours"
	id := retain(t, m, lukasa.Experience{Kind: schema.KindFact, Content: words, TTL: schema.TTLDay})
	_, err = m.Recall(ctx, lukasa.Query{Text: "what opens the garage door"})
	require.NoError(t, err)
	require.Equal(t, id, retain(t, m, lukasa.Experience{Kind: schema.KindFact, Content: words}))
	e, err = m.Get(ctx, id)
	require.NoError(t, err)
	require.Equal(t, schema.TTLDay, e.TTL, "an echo says nothing of its life")

	stated := lukasa.Experience{Kind: schema.KindFact, Content: "the neighbours keep the old remote control in their kitchen drawer", TTL: schema.TTLDay}
	stated.Statement = &lukasa.Statement{Subject: "thing:remote", Predicate: "lies_in", Value: []byte(`"drawer"`)}
	id = retain(t, m, stated)
	_, err = m.Recall(ctx, lukasa.Query{Text: stated.Content})
	require.NoError(t, err)
	stated.TTL, stated.Source.MessageIDs = "", []string{"a message"}
	require.Equal(t, id, retain(t, m, stated))
	e, err = m.Get(ctx, id)
	require.NoError(t, err)
	require.Zero(t, e.TTL, "a message of its own is no echo")
	checked(t, m)
}
