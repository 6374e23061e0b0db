package acceptance

import (
	"bytes"
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// allergy is what several sessions tell.
func allergy(session string) lukasa.Experience {
	return lukasa.Experience{Kind: schema.KindFact, Content: "Bea must not have penicillin", Session: session}
}

// filedUnder tells under which session a record is, or that it is gone.
func filedUnder(t require.TestingT, m *lukasa.Memory, id lukasa.ID) string {
	e, err := m.Get(context.Background(), id)
	if err != nil {
		require.ErrorIs(t, err, lukasa.ErrNotFound)
		return "gone"
	}
	return e.Session
}

// taughtIn has a user say something in a session, and returns what it taught.
func taughtIn(t require.TestingT, m *lukasa.Memory, session, words string) lukasa.Experience {
	ctx := context.Background()
	turn, err := m.Turn(ctx, lukasa.Message{Session: session, User: "Ana", Text: words})
	require.NoError(t, err)
	require.NoError(t, m.Flush(ctx))
	taught, err := m.Taught(ctx, turn.ID)
	require.NoError(t, err)
	require.Len(t, taught, 1)
	return taught[0]
}

// retellings are the ways in which a session comes to tell what another told: each
// returns the record.
var retellings = map[string]func(*testing.T, *lukasa.Memory, *testClock) lukasa.ID{
	"a fact again": func(t *testing.T, m *lukasa.Memory, clock *testClock) lukasa.ID {
		id := retain(t, m, allergy("first"))
		clock.advance(time.Hour)
		require.Equal(t, id, retain(t, m, allergy("second")))
		return id
	},
	"a statement again, without its evidence": func(t *testing.T, m *lukasa.Memory, clock *testClock) lukasa.ID {
		e := says("delivery_day", "Friday")
		e.Session = "first"
		e.Evidence = supports(retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Session: "first", Content: "On Friday, please"}))
		id := stated(t, m, e).ID
		clock.advance(time.Hour)
		e.Session, e.Evidence = "second", nil
		require.Equal(t, id, stated(t, m, e).ID)
		return id
	},
	"what a message taught": func(t *testing.T, m *lukasa.Memory, clock *testClock) lukasa.ID {
		id := taughtIn(t, m, "first", "I am allergic to penicillin.").ID
		clock.advance(time.Hour)
		require.Equal(t, id, taughtIn(t, m, "second", "Remember that I am allergic to penicillin.").ID)
		return id
	},
	"what a message taught of a user": func(t *testing.T, m *lukasa.Memory, clock *testClock) lukasa.ID {
		id := taughtIn(t, m, "first", "My goal is to pass the chief mate exam.").ID
		clock.advance(time.Hour)
		require.Equal(t, id, taughtIn(t, m, "second", "My goal is to pass the chief mate exam!").ID)
		return id
	},
	"a reply that was recalled": func(t *testing.T, m *lukasa.Memory, clock *testClock) lukasa.ID {
		ctx := context.Background()
		reply := lukasa.Experience{
			Kind: schema.KindMessage, Session: "first", Speaker: "default", Content: "The ferry to Patmos leaves from pier nine at seven",
			Message: &schema.Message{Role: "assistant"},
		}
		id := retain(t, m, reply)
		clock.advance(time.Hour)
		answer, err := m.Recall(ctx, lukasa.Query{Text: "where does the ferry to Patmos leave?"})
		require.NoError(t, err)
		require.NotEmpty(t, answer.Hits)
		reply.Session = "second"
		require.Equal(t, id, retain(t, m, reply))
		return id
	},
}

// TestForgettingASessionKeepsWhatAnotherTold forgets the first of two sessions that told
// the same: it stays as the other's, with nothing of the first, and goes with that. Its id
// forgets it whoever told it (I6, I8, I9).
func TestForgettingASessionKeepsWhatAnotherTold(t *testing.T) {
	ctx := context.Background()
	for name, tell := range retellings {
		for _, purge := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				m, clock := openTest(t)
				id := tell(t, m, clock)
				out := forgotten(t, m, lukasa.Forget{Session: "first", Purge: purge})
				require.Equal(t, []lukasa.ID{id}, out.Kept)
				require.NotContains(t, out.Records, id)
				e, err := m.Get(ctx, id)
				require.NoError(t, err)
				require.Equal(t, "second", e.Session)
				require.Equal(t, clock.now(), e.Time)
				require.Empty(t, everything(t, m, lukasa.Filter{Sessions: []string{"first"}}))
				require.Contains(t, idsOf(everything(t, m, lukasa.Filter{Sessions: []string{"second"}})), id)
				for _, ev := range e.Evidence {
					_, err := m.Get(ctx, ev.ID)
					require.NoError(t, err, "it rests on what is there")
				}
				checked(t, m)
				_, err = m.Forget(ctx, lukasa.Forget{Session: "first"})
				require.ErrorIs(t, err, lukasa.ErrNotFound)

				out = forgotten(t, m, lukasa.Forget{Session: "second", Purge: purge})
				require.Empty(t, out.Kept)
				require.Equal(t, "gone", filedUnder(t, m, id))
				require.Empty(t, everything(t, m, lukasa.Filter{}))
				checked(t, m)
			})
		}
		t.Run(name+", its id", func(t *testing.T) {
			m, clock := openTest(t)
			id := tell(t, m, clock)
			require.Contains(t, forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{id}}).Records, id)
			require.Equal(t, "gone", filedUnder(t, m, id))
			checked(t, m)
		})
		t.Run(name+", the second first", func(t *testing.T) {
			m, clock := openTest(t)
			id := tell(t, m, clock)
			require.Equal(t, []lukasa.ID{id}, forgotten(t, m, lukasa.Forget{Session: "second", Purge: true}).Kept)
			require.Equal(t, "first", filedUnder(t, m, id))
			forgotten(t, m, lukasa.Forget{Session: "first", Purge: true})
			require.Equal(t, "gone", filedUnder(t, m, id))
			checked(t, m)
		})
	}
}

// TestTellingsWithoutWords: a session that did not say all that a record says does not
// keep it, nor does what it says outlive the one that did (I9).
func TestTellingsWithoutWords(t *testing.T) {
	for name, more := range map[string]func(*lukasa.Experience){
		"a tag":      func(e *lukasa.Experience) { e.Tags = []string{canary} },
		"metadata":   func(e *lukasa.Experience) { e.Metadata = lukasa.Metadata{"by": canary} },
		"a speaker":  func(e *lukasa.Experience) { e.Speaker = canary },
		"a summary":  func(e *lukasa.Experience) { e.Summary = "penicillin and " + canary },
		"its source": func(e *lukasa.Experience) { e.Source.Path = canary + ".md" },
		"a relation": func(e *lukasa.Experience) {
			e.Relations = []lukasa.Link{{From: "person:bea", Type: "knows", To: "person:" + canary}}
		},
		"a statement": func(e *lukasa.Experience) {
			e.Statement = &lukasa.Statement{Subject: "person:" + canary, Predicate: "allergic_to", Value: []byte(`"penicillin"`)}
		},
		"a place": func(e *lukasa.Experience) { e.Resolved.Location = canary },
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			e := allergy("first")
			more(&e)
			id := retain(t, m, e)
			clock.advance(time.Hour)
			require.Equal(t, id, retain(t, m, allergy("second")))
			require.Empty(t, forgotten(t, m, lukasa.Forget{Session: "first"}).Kept)
			require.Equal(t, "gone", filedUnder(t, m, id))
		})
	}
}

// TestTellingsNameNobodyElse: whom only the session that goes knew by another name, the
// record does not mention any more (I9).
func TestTellingsNameNobodyElse(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	e := allergy("first")
	e.Mentions = []lukasa.Mention{{Entity: "person:" + canary, Text: "Bea"}, {Entity: "thing:penicillin", Text: "penicillin"}}
	id := retain(t, m, e)
	retain(t, m, allergy("second"))
	require.Equal(t, []lukasa.ID{id}, forgotten(t, m, lukasa.Forget{Session: "first", Purge: true}).Kept)
	got, err := m.Get(ctx, id)
	require.NoError(t, err)
	require.Equal(t, []schema.EntityKey{"thing:penicillin"}, keysOf(got.Mentions))
	checked(t, m)
	require.NoError(t, m.Close())
	require.Empty(t, filesWith(t, dir))
}

func keysOf(mentions []lukasa.Mention) (keys []schema.EntityKey) {
	for _, m := range mentions {
		keys = append(keys, m.Entity)
	}
	return keys
}

// TestTellingsRestOnEvidence: a session that told something because of a message of its
// own does not keep it once that message is forgotten; one that told it by itself does (I8).
func TestTellingsRestOnEvidence(t *testing.T) {
	m, clock := openTest(t)
	message := func(session string) lukasa.ID {
		return retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Session: session, Content: "no penicillin for Bea, who must not have it, says " + session})
	}
	e := allergy("first")
	e.Evidence = supports(message("first"))
	id := retain(t, m, e)
	clock.advance(time.Hour)
	e, second := allergy("second"), message("second")
	e.Evidence = supports(second)
	retain(t, m, e)
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{second}})
	require.Equal(t, "first", filedUnder(t, m, id))
	require.Contains(t, forgotten(t, m, lukasa.Forget{Session: "first"}).Beliefs, id)
	require.Equal(t, "gone", filedUnder(t, m, id))

	e = allergy("third")
	id = retain(t, m, e)
	e = allergy("fourth")
	e.Evidence = supports(message("fourth"))
	require.Equal(t, id, retain(t, m, e))
	forgotten(t, m, lukasa.Forget{Session: "fourth"})
	require.Equal(t, "third", filedUnder(t, m, id), "which told it without evidence")
	checked(t, m)
}

// TestTellingsOutsideSessions: what was told outside of any session is no session's to
// forget, and one agent's sessions keep nothing of another's (I5).
func TestTellingsOutsideSessions(t *testing.T) {
	m, _ := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	id, theirs := retain(t, m, allergy("first")), retain(t, other, allergy("first"))
	require.Equal(t, id, retain(t, m, allergy("")))
	forgotten(t, m, lukasa.Forget{Session: "first"})
	require.Equal(t, "", filedUnder(t, m, id))
	require.Equal(t, "first", filedUnder(t, other, theirs))
	retain(t, m, allergy("second"))
	require.Equal(t, []lukasa.ID{id}, forgotten(t, m, lukasa.Forget{Session: "second"}).Kept)
	require.Equal(t, "", filedUnder(t, m, id))
	forgotten(t, other, lukasa.Forget{Session: "first"})
	require.Equal(t, "gone", filedUnder(t, other, theirs))
	checked(t, m)
}

// TestTellingsInHistory: a session that was forgotten without a purge is named by history,
// until it is purged (I9).
func TestTellingsInHistory(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	id := retain(t, m, allergy(canary))
	retain(t, m, allergy("second"))
	gone := retain(t, m, toldFact("told by both and forgotten"))
	again := toldFact("told by both and forgotten")
	again.Session = canary
	require.Equal(t, gone, retain(t, m, again))
	forgotten(t, m, lukasa.Forget{Session: canary})
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{gone}})
	versions, err := m.History(ctx, id)
	require.NoError(t, err)
	require.Equal(t, canary, versions[len(versions)-1].Record.Session)
	out := forgotten(t, m, lukasa.Forget{Session: canary, Purge: true})
	require.Equal(t, []lukasa.ID{id}, out.Kept)
	require.Equal(t, []lukasa.ID{gone}, out.Records)
	require.Empty(t, filesWith(t, dir))
	require.Equal(t, "second", filedUnder(t, m, id))
	checked(t, m)
	require.NoError(t, m.Close())
	require.Empty(t, filesWith(t, dir))
}

// TestTellingsAfterAChange: a session told what a record says, not what it was changed to
// say since.
func TestTellingsAfterAChange(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	id := retain(t, m, allergy("first"))
	retain(t, m, allergy("second"))
	_, err := m.Update(ctx, id, 0, lukasa.Patch{Importance: new(9)})
	require.NoError(t, err)
	e, err := m.Get(ctx, id)
	require.NoError(t, err)
	require.Len(t, e.Tellings, 2)
	_, err = m.Update(ctx, id, 0, lukasa.Patch{Tags: &[]string{canary}})
	require.NoError(t, err)
	retain(t, m, allergy("second"))
	forgotten(t, m, lukasa.Forget{Session: "first"})
	require.Equal(t, "gone", filedUnder(t, m, id), "the second did not say the tag")

	id = retain(t, m, allergy("first"))
	retain(t, m, allergy("second"))
	_, err = m.Update(ctx, id, 0, lukasa.Patch{Content: new("Bea must not have aspirin")})
	require.NoError(t, err)
	forgotten(t, m, lukasa.Forget{Session: "first"})
	require.Equal(t, "gone", filedUnder(t, m, id))
}

// TestTellingsByFilter: a filter that names sessions forgets what they told, of what it
// selects, and keeps what others told too; any other takes what it selects.
func TestTellingsByFilter(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	id := retain(t, m, allergy("first"))
	clock.advance(time.Hour)
	retain(t, m, allergy("second"))
	tagged := lukasa.Filter{Sessions: []string{"second"}, Tags: []string{"none"}}
	_, err := m.Erase(ctx, lukasa.Erasure{Filter: &tagged})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	done, err := m.Erase(ctx, lukasa.Erasure{Filter: &lukasa.Filter{Sessions: []string{"second"}}})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{id}, done.Kept)
	require.Equal(t, "first", filedUnder(t, m, id))
	retain(t, m, allergy("third"))
	done, err = m.Erase(ctx, lukasa.Erasure{Filter: &lukasa.Filter{Sessions: []string{"first", "second"}}})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{id}, done.Kept)
	require.Equal(t, "third", filedUnder(t, m, id))
	retain(t, m, allergy("fourth"))
	_, err = m.Erase(ctx, lukasa.Erasure{Filter: &lukasa.Filter{Kinds: []lukasa.Kind{schema.KindFact}}})
	require.NoError(t, err)
	require.Equal(t, "gone", filedUnder(t, m, id))
	checked(t, m)
}

// TestTellingsBesideIDs: sessions beside ids spare what others told too, take what they did
// not tell, and reach no other agent's records (I5).
func TestTellingsBesideIDs(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	id, apart := retain(t, m, allergy("first")), retain(t, m, toldFact("told outside of sessions"))
	retain(t, m, allergy("second"))
	other, err := m.As("other")
	require.NoError(t, err)
	_, err = other.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{id}, Sessions: []string{"first"}})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	_, err = m.Forget(ctx, lukasa.Forget{Session: "first", Sessions: []string{"first"}})
	require.ErrorIs(t, err, lukasa.ErrForget)
	out := forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{id, apart}, Sessions: []string{"first"}})
	require.Equal(t, []lukasa.ID{id}, out.Kept)
	require.Equal(t, []lukasa.ID{apart}, out.Records)
	require.Equal(t, "second", filedUnder(t, m, id))
	checked(t, m)
}

// TestTellingsOfASummedUpSession: where a session's messages are forgotten once it was
// summed up, a reply that another session retold stays there (I6).
func TestTellingsOfASummedUpSession(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	require.NoError(t, m.SetConfig(ctx, map[string]any{"sessions.messages": "forget", "retrieval_limits.messages": 1}))
	id := retellings["a reply that was recalled"](t, m, clock)
	for _, words := range []string{"And where is the chapel of the harbour?", "It stands on the hill above the white houses.", "Then we walk up there in the evening."} {
		clock.advance(time.Minute)
		retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Session: "first", Speaker: "Ana", Content: words})
	}
	done, err := m.Summarise(ctx, lukasa.Session{Name: "first", Now: true})
	require.NoError(t, err)
	require.NotEmpty(t, done)
	require.Equal(t, "second", filedUnder(t, m, id))
	require.Len(t, all(t, m, lukasa.Filter{Sessions: []string{"first"}, Kinds: []lukasa.Kind{schema.KindMessage}}), 1)
	checked(t, m)
}

// TestTellingsTravel: an export, a backup and a merge carry who told what.
func TestTellingsTravel(t *testing.T) {
	ctx := context.Background()
	for name, carry := range map[string]func(*testing.T, *lukasa.Memory, *testClock) *lukasa.Memory{
		"export": func(t *testing.T, m *lukasa.Memory, _ *testClock) *lukasa.Memory {
			var out bytes.Buffer
			_, err := m.Export(ctx, &out)
			require.NoError(t, err)
			other, _ := openTest(t, lukasa.WithIDs(saltedIDs(0xa0)))
			retain(t, other, toldFact("something that is there"))
			done, err := other.Import(ctx, &out, lukasa.Import{})
			require.NoError(t, err)
			require.Zero(t, done.Failed)
			return other
		},
		"export into what was told there": func(t *testing.T, m *lukasa.Memory, _ *testClock) *lukasa.Memory {
			var out bytes.Buffer
			_, err := m.Export(ctx, &out)
			require.NoError(t, err)
			other, _ := openTest(t, lukasa.WithIDs(saltedIDs(0xa0)))
			retain(t, other, allergy("third"))
			_, err = other.Import(ctx, &out, lukasa.Import{})
			require.NoError(t, err)
			forgotten(t, other, lukasa.Forget{Session: "third", Purge: true})
			return other
		},
		"backup": func(t *testing.T, m *lukasa.Memory, clock *testClock) *lukasa.Memory {
			dir := t.TempDir()
			require.NoError(t, os.Remove(dir))
			require.NoError(t, m.Backup(ctx, dir))
			return reopened(t, dir, clock, 0xb0)
		},
		"merge": func(t *testing.T, m *lukasa.Memory, clock *testClock) *lukasa.Memory {
			other, _ := openTest(t, lukasa.WithIDs(saltedIDs(0xa0)))
			merged(t, other, m, lukasa.Joining{})
			return other
		},
		"merge into what was told there": func(t *testing.T, m *lukasa.Memory, clock *testClock) *lukasa.Memory {
			other, _ := openTest(t, lukasa.WithIDs(saltedIDs(0xa0)))
			retain(t, other, allergy("third"))
			require.Equal(t, 1, merged(t, other, m, lukasa.Joining{}).Known)
			forgotten(t, other, lukasa.Forget{Session: "third", Purge: true})
			return other
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			retain(t, m, allergy("first"))
			clock.advance(time.Hour)
			retain(t, m, allergy("second"))
			to := carry(t, m, clock)
			forgotten(t, to, lukasa.Forget{Session: "first"})
			left := all(t, to, lukasa.Filter{Sessions: []string{"second"}})
			require.Len(t, left, 1)
			require.Equal(t, clock.now(), left[0].Time)
			forgotten(t, to, lukasa.Forget{Session: "second"})
			require.Empty(t, all(t, to, lukasa.Filter{Contains: "penicillin"}))
			checked(t, to)
		})
	}
}

// TestForksHearTheSame: what two forks heard again is no conflict. Who told it is brought
// together, whatever else one of them changed; what either forgot stays forgotten, also
// where the other side is preferred, and merging again changes nothing.
func TestForksHearTheSame(t *testing.T) {
	ctx := context.Background()
	for name, c := range map[string]struct {
		here, there func(*testing.T, *lukasa.Memory, lukasa.ID)
		how         lukasa.Joining
		told        []string
		content     string
	}{
		"both told": {
			here:  func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { retain(t, m, allergy("here")) },
			there: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { retain(t, m, allergy("there")) },
			told:  []string{"first", "second", "here", "there"},
		},
		"told here, changed there": {
			here:  func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { retain(t, m, allergy("here")) },
			there: func(t *testing.T, m *lukasa.Memory, id lukasa.ID) { tagged(t, m, id) },
			told:  []string{"first", "second", "here"},
		},
		"told here, words added there": {
			here: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { retain(t, m, allergy("here")) },
			there: func(t *testing.T, m *lukasa.Memory, id lukasa.ID) {
				_, err := m.Update(ctx, id, 0, lukasa.Patch{Tags: &[]string{canary}})
				require.NoError(t, err)
			},
			told: []string{},
		},
		"told there, changed here": {
			here:  func(t *testing.T, m *lukasa.Memory, id lukasa.ID) { tagged(t, m, id) },
			there: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { retain(t, m, allergy("there")) },
			told:  []string{"first", "second", "there"},
		},
		"told there, forgotten here": {
			here:  func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { forgotten(t, m, lukasa.Forget{Session: "first"}) },
			there: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { retain(t, m, allergy("there")) },
			told:  []string{"second", "there"},
		},
		"one forgotten on each side": {
			here: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) {
				retain(t, m, allergy("here"))
				forgotten(t, m, lukasa.Forget{Session: "second"})
			},
			there: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) { forgotten(t, m, lukasa.Forget{Session: "first"}) },
			told:  []string{"here"},
		},
		"purged here, as it was there": {
			here: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) {
				forgotten(t, m, lukasa.Forget{Session: "first", Purge: true})
			},
			there: func(*testing.T, *lukasa.Memory, lukasa.ID) {},
			how:   lukasa.Joining{Prefer: lukasa.PreferTheirs},
			told:  []string{"second"},
		},
		"purged here, told there": {
			here: func(t *testing.T, m *lukasa.Memory, _ lukasa.ID) {
				forgotten(t, m, lukasa.Forget{Session: "first", Purge: true})
			},
			there: func(t *testing.T, m *lukasa.Memory, id lukasa.ID) { tagged(t, m, id); retain(t, m, allergy("there")) },
			how:   lukasa.Joining{Prefer: lukasa.PreferTheirs},
			told:  []string{"second"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m, clock := openTest(t)
			id := retain(t, m, allergy("first"))
			clock.advance(time.Hour)
			retain(t, m, allergy("second"))
			fork := forked(t, m, clock)
			clock.advance(time.Hour)
			c.here(t, m, id)
			clock.advance(time.Hour)
			c.there(t, fork, id)
			for range 2 {
				require.Empty(t, merged(t, m, fork, c.how).Conflicts)
				e, err := m.Get(ctx, id)
				require.NoError(t, err)
				told := []string{}
				for _, by := range e.Tellings {
					told = append(told, by.Session)
				}
				require.ElementsMatch(t, c.told, told)
				if len(told) > 0 {
					require.Contains(t, told, e.Session)
				}
				checked(t, m)
			}
		})
	}
}

func tagged(t require.TestingT, m *lukasa.Memory, id lukasa.ID) {
	_, err := m.Update(context.Background(), id, 0, lukasa.Patch{Tags: &[]string{"penicillin"}})
	require.NoError(t, err)
}
