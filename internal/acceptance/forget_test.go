package acceptance

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

const canary = "canaryxyzzy"

// filesWith lists the files of a directory that hold the canary.
func filesWith(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	eachFile(t, dir, func(path string, data []byte) {
		if bytes.Contains(bytes.ToLower(data), []byte(canary)) {
			found = append(found, path)
		}
	})
	return found
}

// plain keeps the ledger's blocks uncompressed, so that a canary in them can be
// seen from outside.
var plain = inside.Option(func(o *store.Options) { o.Ledger = ledger.Options{Uncompressed: true} }).(lukasa.Option)

// sing writes the canary wherever text can go, with a past.
func sing(t *testing.T, m *lukasa.Memory, session string) lukasa.ID {
	ctx := context.Background()
	e := lukasa.Experience{
		Context: "the " + canary + " sang in " + session, Action: "listened to " + canary, Outcome: canary + " stopped", Session: session,
		Tags: []string{canary}, Metadata: lukasa.Metadata{canary: canary}, Summary: canary, Speaker: canary,
		Mentions:  []lukasa.Mention{{Entity: "object:" + canary, Text: strings.ToUpper(canary)}, {Entity: "person:ana", Text: "Ana"}},
		Relations: []lukasa.Link{{From: "person:ana", Type: "used", To: "object:" + canary}},
	}
	id := retain(t, m, e)
	words := canary + " changed"
	_, err := m.Update(ctx, id, 1, lukasa.Patch{Outcome: &words, Relations: &[]lukasa.Link{{From: "object:" + canary, Type: "part_of", To: "person:ana"}}})
	require.NoError(t, err)
	return id
}

// TestPurge forgets with purge, in every way, also what was forgotten without it
// before: afterwards no file holds a byte of it, before and after the memory is
// opened again (I9, 900-07).
func TestPurge(t *testing.T) {
	for name, way := range map[string]func(*testing.T, *lukasa.Memory, lukasa.ID) lukasa.Forget{
		"id": func(_ *testing.T, _ *lukasa.Memory, id lukasa.ID) lukasa.Forget {
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"session": func(*testing.T, *lukasa.Memory, lukasa.ID) lukasa.Forget { return lukasa.Forget{Session: "s"} },
		"all":     func(*testing.T, *lukasa.Memory, lukasa.ID) lukasa.Forget { return lukasa.Forget{All: true} },
		"id forgotten before": func(t *testing.T, m *lukasa.Memory, id lukasa.ID) lukasa.Forget {
			forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{id}})
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"session forgotten before": func(t *testing.T, m *lukasa.Memory, id lukasa.ID) lukasa.Forget {
			forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{id}})
			return lukasa.Forget{Session: "s"}
		},
		"all forgotten before": func(t *testing.T, m *lukasa.Memory, id lukasa.ID) lukasa.Forget {
			forgotten(t, m, lukasa.Forget{All: true})
			return lukasa.Forget{All: true}
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			dir := t.TempDir()
			m, err := lukasa.Open(ctx, dir, plain)
			require.NoError(t, err)
			retainMany(t, m, "filler")
			id := sing(t, m, "s")
			require.NoError(t, m.Flush(ctx))
			require.NoError(t, m.Close()) // the canary reaches the files of the views as well
			require.NotEmpty(t, filesWith(t, dir))
			m, err = lukasa.Open(ctx, dir, plain)
			require.NoError(t, err)
			f := way(t, m, id)
			f.Purge = true
			out := forgotten(t, m, f)
			require.True(t, out.Purged)
			require.Contains(t, out.Records, id)
			require.Empty(t, filesWith(t, dir))
			_, err = m.History(ctx, id)
			require.ErrorIs(t, err, lukasa.ErrNotFound)
			checked(t, m)
			require.NoError(t, m.Close())
			require.Empty(t, filesWith(t, dir))
			m, err = lukasa.Open(ctx, dir, plain)
			require.NoError(t, err)
			checked(t, m)
			require.NoError(t, m.Close())
			require.Empty(t, filesWith(t, dir))
		})
	}
}

func forgotten(t *testing.T, m *lukasa.Memory, f lukasa.Forget) lukasa.Forgotten {
	t.Helper()
	out, err := m.Forget(context.Background(), f)
	require.NoError(t, err)
	return out
}

// TestPurgeCutShort ends a purge between its transaction and the rewriting of
// files: opening the memory again finishes it (I9).
func TestPurgeCutShort(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	id := sing(t, m, "s")
	stays := retain(t, m, lived("something else"))
	require.NoError(t, m.Flush(ctx))
	require.NoError(t, inside.Store(m).Update(ctx, func(tx *ledger.Tx) error {
		for obj, err := range tx.Objects(schema.TypeRelation, "") {
			if err != nil {
				return err
			}
			if err := tx.Purge(schema.TypeRelation, obj.ObjectKey()); err != nil {
				return err
			}
		}
		gone := (&lukasa.Relation{Agent: "default", From: "person:ana", Type: "used", To: "object:" + canary, Statement: id}).ObjectKey()
		entity := (&lukasa.Entity{Agent: "default", Key: "object:" + canary}).ObjectKey()
		for typ, key := range map[schema.ObjectType]string{
			schema.TypeRelation: gone, schema.TypeEntity: entity, schema.TypeExperience: string(id[:]),
		} {
			if err := tx.Purge(typ, key); err != nil {
				return err
			}
		}
		return nil
	}))
	require.NoError(t, m.Close())
	require.NotEmpty(t, filesWith(t, dir))
	m, err = lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	defer m.Close()
	require.Empty(t, filesWith(t, dir))
	_, err = m.Get(ctx, stays)
	require.NoError(t, err)
	checked(t, m)
}

// TestPurgeCutShortIsNotPaidByAnother ends a purge between its transaction and the
// rewriting of files, after which another agent purges something of its own: that
// does not make good the first, which opening the memory again still finishes (I9).
func TestPurgeCutShortIsNotPaidByAnother(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	retainMany(t, m, "filler")
	id := retain(t, m, lived("the "+canary+" sang in the morning"))
	require.NoError(t, m.Rebuild(ctx, "all"))
	other, err := m.As("other")
	require.NoError(t, err)
	theirs := retain(t, other, lived("something else"))

	require.NoError(t, inside.Store(m).Update(ctx, func(tx *ledger.Tx) error { return tx.Purge(schema.TypeExperience, string(id[:])) }))
	_, err = other.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{theirs}, Purge: true})
	require.NoError(t, err)
	require.NotEmpty(t, filesWith(t, dir), "the snapshots of the first agent")
	require.NoError(t, m.Close())

	m, err = lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	defer m.Close()
	require.Empty(t, filesWith(t, dir))
	checked(t, m)
}

// TestForgettingReachesBeliefs forgets the ground that beliefs stand on (I8).
func TestForgettingReachesBeliefs(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	a, b := retain(t, m, lived("rain on monday")), retain(t, m, lived("rain on tuesday"))
	opinion := retain(t, m, lukasa.Experience{Kind: "opinion", Content: "it always rains", Evidence: []lukasa.Evidence{
		{ID: a, Stance: schema.StanceSupports}, {ID: b, Stance: schema.StanceSupports},
	}})
	insight := retain(t, m, lukasa.Experience{Kind: "opinion", Content: "take an umbrella", Evidence: []lukasa.Evidence{{ID: opinion, Stance: schema.StanceSupports}}})

	out := forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{a}})
	require.Empty(t, out.Beliefs)
	grounds, err := m.Evidence(ctx, opinion)
	require.NoError(t, err)
	require.Len(t, grounds.Bearings, 1)

	dry := forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{b}, DryRun: true})
	require.True(t, dry.DryRun)
	_, err = m.Get(ctx, insight)
	require.NoError(t, err)
	out = forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{b}})
	require.Equal(t, dry.Records, out.Records)
	require.ElementsMatch(t, []lukasa.ID{opinion, insight}, out.Beliefs)
	_, err = m.Get(ctx, insight)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	checked(t, m)
}

// TestForgettingDetaches forgets records that others refer to: those can be
// changed and exported afterwards, and refer to nothing that is not there
// (000-11).
func TestForgettingDetaches(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	parent := retain(t, m, lived("the project"))
	old, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "the number is 4"})
	require.NoError(t, err)
	e := lived("a step of the project")
	e.Parent, e.Related, e.Supersedes = parent, []lukasa.ID{parent}, []lukasa.ID{old.ID}
	id := retain(t, m, e)
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{parent, old.ID}})
	got, err := m.Get(ctx, id)
	require.NoError(t, err)
	require.Zero(t, got.Parent)
	require.Empty(t, got.Related)
	require.Empty(t, got.Supersedes)
	pinned := true
	_, err = m.Update(ctx, id, got.Version, lukasa.Patch{Pinned: &pinned})
	require.NoError(t, err)
	var export bytes.Buffer
	_, err = m.Export(ctx, &export)
	require.NoError(t, err)
	other, _ := openTest(t)
	done, err := other.Import(ctx, &export, lukasa.Import{})
	require.NoError(t, err)
	require.Zero(t, done.Failed, "%+v", done.Errors)
	checked(t, m)
	checked(t, other)
}

// TestForgettingWeakensRelations: a relation is as sure as the opinion that tells of
// it, also when evidence for that was forgotten.
func TestForgettingWeakensRelations(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	opinion, err := m.State(ctx, lukasa.Experience{
		Kind: schema.KindOpinion, Statement: &lukasa.Statement{Subject: "person:bob", Predicate: "works_for", Entity: "org:acme"},
		Evidence: []lukasa.Evidence{{ID: retain(t, m, lived("his badge")), Stance: schema.StanceSupports}},
	})
	require.NoError(t, err)
	seen := retain(t, m, lived("the car park"))
	_, err = m.Reinforce(ctx, opinion.ID, seen, 1)
	require.NoError(t, err)
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{seen}})
	e, err := m.Get(ctx, opinion.ID)
	require.NoError(t, err)
	page, err := m.EntityPage(ctx, "person:bob")
	require.NoError(t, err)
	require.Len(t, page.Relations, 1)
	require.Equal(t, e.Confidence, page.Relations[0].Confidence)
	require.Less(t, e.Confidence, .72)
	checked(t, m)
}

// TestForgettingDetachesMessages: what several messages taught rests on those that
// are left, and names no other (000-13, I8).
func TestForgettingDetachesMessages(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	var messages []lukasa.ID
	fact := says("delivery_day", "Friday")
	for _, words := range []string{"it is friday", "friday, as I said"} {
		id := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: words, Speaker: "Ana"})
		messages = append(messages, id)
		fact.Evidence = []lukasa.Evidence{{ID: id, Stance: schema.StanceSupports}}
		fact.Source.MessageIDs = []string{id.String(), "event-" + words[:2]}
		stated(t, m, fact)
	}
	forgotten(t, m, lukasa.Forget{IDs: messages[:1]})
	left, err := m.Get(ctx, factsOf(t, m, lukasa.FactQuery{})[0].Record.ID)
	require.NoError(t, err)
	require.Equal(t, []lukasa.Evidence{{ID: messages[1], Stance: schema.StanceSupports}}, left.Evidence)
	require.Equal(t, []string{"event-it", messages[1].String(), "event-fr"}, left.Source.MessageIDs)
	checked(t, m)
}

// TestRelationsLiveWithTheirRecords follows a relation from the record that told
// of it through correction, supersession and forgetting.
func TestRelationsLiveWithTheirRecords(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	said := func(words, where string) lukasa.Experience {
		e := lived(words)
		e.Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: lukasa.EntityKey("org:" + where)}}
		return e
	}
	reached := func() (out []lukasa.EntityKey) {
		around, err := m.Neighbourhood(ctx, "person:ana", 1, 10)
		require.NoError(t, err)
		for _, r := range around.Relations {
			out = append(out, r.To)
		}
		return out
	}
	a := retain(t, m, said("Ana works for Acme", "acme"))
	b := retain(t, m, said("Ana still works for Acme", "acme"))
	require.Equal(t, []lukasa.EntityKey{"org:acme", "org:acme"}, reached())
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{b}})
	require.Equal(t, []lukasa.EntityKey{"org:acme"}, reached()) // a still says so
	_, err := m.Update(ctx, a, 0, lukasa.Patch{Relations: &[]lukasa.Link{{From: "person:ana", Type: "works_for", To: "org:beta"}}})
	require.NoError(t, err)
	require.Equal(t, []lukasa.EntityKey{"org:beta"}, reached())
	_, err = m.Supersede(ctx, a, said("Ana works for Gamma now", "gamma"))
	require.NoError(t, err)
	checked(t, m)
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{a}})
	require.Equal(t, []lukasa.EntityKey{"org:gamma"}, reached())
	checked(t, m)
}

// TestReinforcing retains the same content again, alone and inside a batch: one
// record, counted, which takes over what was new (I6, 000-08).
func TestReinforcing(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	fact := lukasa.Experience{Kind: "fact", Content: "the office opens at nine"}
	out, err := m.RetainAll(ctx, []lukasa.Experience{fact, fact, fact})
	require.NoError(t, err)
	require.True(t, out[0].New)
	require.False(t, out[1].New)
	require.Equal(t, out[0].ID, out[2].ID)
	wrong := retain(t, m, lukasa.Experience{Kind: "fact", Content: "the office opens at ten"})
	ground := retain(t, m, lived("the door was open at nine"))
	again := fact
	again.Evidence = []lukasa.Evidence{{ID: ground, Stance: schema.StanceSupports}}
	got, err := m.Supersede(ctx, wrong, again)
	require.NoError(t, err)
	require.False(t, got.New)
	require.Equal(t, out[0].ID, got.ID)
	e, err := m.Get(ctx, got.ID)
	require.NoError(t, err)
	require.Equal(t, 3, e.Usage.Reinforced)
	require.Equal(t, 2, e.Version)
	require.Equal(t, []lukasa.ID{wrong}, e.Supersedes)
	require.Equal(t, ground, e.Evidence[0].ID)
	_, err = m.Supersede(ctx, wrong, lukasa.Experience{Kind: "fact", Content: "the office opens at eleven"})
	require.ErrorIs(t, err, lukasa.ErrSuperseded) // I4: once

	said := lukasa.Experience{Kind: "message", Content: "ok", Session: "s", Speaker: "ana", Time: clock.now()}
	later, elsewhere, other := said, said, said
	later.Time, elsewhere.Session, other.Speaker = clock.now().Add(time.Second), "t", "bo"
	out, err = m.RetainAll(ctx, []lukasa.Experience{said, later, elsewhere, other, said})
	require.NoError(t, err)
	for i, r := range out {
		require.Equal(t, i < 4, r.New, i) // messages are events
	}
	checked(t, m)
}

// TestUpdate changes a record under its version (000-07, 000-18).
func TestUpdate(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	id := retain(t, m, lived("first"))
	seven := 7
	e, err := m.Update(ctx, id, 1, lukasa.Patch{Importance: &seven})
	require.NoError(t, err)
	require.Equal(t, 2, e.Version)
	_, err = m.Update(ctx, id, 1, lukasa.Patch{Importance: &seven})
	var conflict *lukasa.VersionError
	require.ErrorAs(t, err, &conflict)
	require.Equal(t, 2, conflict.Have)
	clock.advance(time.Second)
	before := clock.now()
	clock.advance(time.Hour)
	e, err = m.Update(ctx, id, 2, lukasa.Patch{}) // nothing asked, nothing written
	require.NoError(t, err)
	require.Equal(t, 2, e.Version)
	history, err := m.History(ctx, id)
	require.NoError(t, err)
	require.Len(t, history, 2)
	e, err = m.AsOf(ctx, id, before)
	require.NoError(t, err)
	require.Equal(t, 7, e.Importance)
	_, err = m.Update(ctx, lukasa.ID{1}, 0, lukasa.Patch{Importance: &seven})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	eleven := 11
	_, err = m.Update(ctx, id, 0, lukasa.Patch{Importance: &eleven})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
}

// TestBeliefWithNothingForIt: a belief whose last reason is forgotten goes, though there
// is evidence against it, and is not made anew of the words of that; without the evidence
// against it, it stays (I8).
func TestBeliefWithNothingForIt(t *testing.T) {
	m, _ := openTest(t)
	ctx := context.Background()
	reason, doubt := retain(t, m, lived("saw a heron in the reeds")), retain(t, m, lived("saw nothing in the reeds"))
	belief := retain(t, m, lukasa.Experience{
		Kind: schema.KindFact, Content: "Herons nest there.",
		Evidence: []lukasa.Evidence{{ID: reason, Stance: schema.StanceSupports}, {ID: doubt, Stance: schema.StanceContradicts}},
	})
	_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{doubt}})
	require.NoError(t, err)
	e, err := m.Get(ctx, belief)
	require.NoError(t, err)
	e, err = m.Update(ctx, belief, e.Version, lukasa.Patch{Evidence: new(append(e.Evidence, lukasa.Evidence{ID: retain(t, m, lived("herons nest not there, but in the wood")), Stance: schema.StanceContradicts}))})
	require.NoError(t, err)
	require.Len(t, e.Evidence, 2)
	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{reason}})
	require.NoError(t, err)
	_, err = m.Get(ctx, belief)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	page, err := m.Find(ctx, lukasa.Filter{Kinds: []schema.Kind{schema.KindFact}})
	require.NoError(t, err)
	require.Empty(t, page.Items)
	checked(t, m)
}

// TestPurgeReachesWhatOnceRestedOnIt: a record that was made of another and does not
// say so any more, for whatever reason, does not outlive it with its words, nor with a
// history of them (I9).
func TestPurgeReachesWhatOnceRestedOnIt(t *testing.T) {
	for name, tt := range map[string]struct {
		part  func(t *testing.T, m *lukasa.Memory, clock *testClock, fork *lukasa.Memory, x, y, made lukasa.ID)
		stays bool
	}{
		"reworded": {func(t *testing.T, m *lukasa.Memory, _ *testClock, _ *lukasa.Memory, _, y, made lukasa.ID) {
			words := "Bo fixed billing"
			_, err := m.Update(context.Background(), made, 0, lukasa.Patch{Content: &words, Evidence: &[]lukasa.Evidence{{ID: y, Stance: schema.StanceSupports}}})
			require.NoError(t, err)
		}, true},
		"evidence taken back": {func(t *testing.T, m *lukasa.Memory, _ *testClock, _ *lukasa.Memory, _, y, made lukasa.ID) {
			_, err := m.Update(context.Background(), made, 0, lukasa.Patch{Evidence: &[]lukasa.Evidence{{ID: y, Stance: schema.StanceSupports}}})
			require.NoError(t, err)
		}, false},
		"forgotten by a merge": {func(t *testing.T, m *lukasa.Memory, _ *testClock, fork *lukasa.Memory, x, _, made lukasa.ID) {
			forgotten(t, fork, lukasa.Forget{IDs: []lukasa.ID{x}})
			require.Equal(t, []lukasa.ID{x}, merged(t, m, fork, lukasa.Joining{}).Forgotten)
			_, err := m.Get(context.Background(), made)
			require.NoError(t, err)
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			m, clock := openTest(t, plain)
			x := retain(t, m, lived("the "+canary+" sang in the morning"))
			y := retain(t, m, lived("Bo fixed the billing service after the outage"))
			fork := forked(t, m, clock)
			made := retain(t, m, lukasa.Experience{
				Kind: schema.KindFact, Content: "Bo fixed billing; the " + canary + " sang",
				Evidence: []lukasa.Evidence{{ID: x, Stance: schema.StanceSupports}, {ID: y, Stance: schema.StanceSupports}},
			})
			tt.part(t, m, clock, fork, x, y, made)
			out := forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{x}, Purge: true})
			require.Contains(t, out.Records, x)
			require.Empty(t, filesWith(t, m.Dir()))
			e, err := m.Get(ctx, made)
			if !tt.stays {
				require.ElementsMatch(t, []lukasa.ID{x, made}, out.Records)
				require.ErrorIs(t, err, lukasa.ErrNotFound)
				return
			}
			require.NoError(t, err)
			require.Equal(t, []lukasa.ID{x}, out.Records)
			require.Equal(t, "Bo fixed billing", e.Content)
			history, err := m.History(ctx, made)
			require.NoError(t, err)
			require.Len(t, history, 1)
			checked(t, m)
		})
	}
}
