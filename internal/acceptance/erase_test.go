package acceptance

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// TestEraseResummarises purges one of three sources of a summary: the summary is
// made anew of the other two, no byte of the third is in any file, and the
// receipt tells all of it without a word of the content (900-07, I8, I9).
func TestEraseResummarises(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	clock := newClock()
	m, err := lukasa.Open(ctx, dir, plain, lukasa.WithClock(clock.now), lukasa.WithIDs(countedIDs()), lukasa.WithSeed(1))
	require.NoError(t, err)
	defer m.Close()
	before, after := filepath.Join(t.TempDir(), "before"), filepath.Join(t.TempDir(), "after")
	require.NoError(t, m.Backup(ctx, before))
	clock.advance(time.Hour)
	a := retain(t, m, lived("Ana moved the deploy to Friday because of the audit"))
	b := retain(t, m, lived("Bo fixed the billing service after the outage"))
	c := retain(t, m, lived("the "+canary+" sang in the morning, and nobody was told"))
	sum := retain(t, m, lukasa.Experience{
		Kind: "summary", Content: "Ana moved the deploy; Bo fixed billing; the " + canary + " sang",
		Digest:   &schema.Digest{Scope: "topic", Identifier: "week", KeyFacts: []string{"the " + canary + " sang"}},
		Evidence: []lukasa.Evidence{{ID: a, Stance: schema.StanceSummarises}, {ID: b, Stance: schema.StanceSummarises}, {ID: c, Stance: schema.StanceSummarises}},
	})
	clock.advance(time.Hour)
	require.NoError(t, m.Backup(ctx, after))

	dry, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{c}, Purge: true, DryRun: true})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{sum}, dry.Summaries)
	require.ElementsMatch(t, []lukasa.ID{c, sum}, dry.Records)
	require.Empty(t, dry.Hash)

	r, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{c}, Purge: true})
	require.NoError(t, err)
	require.Equal(t, dry.Records, r.Records)
	require.Len(t, r.Content, 2)
	require.Len(t, r.Backups, 1)
	require.Equal(t, after, r.Backups[0].Path)
	require.Positive(t, r.Rewritten)
	for _, check := range r.Checks {
		require.Zero(t, check.Left, check.Where)
	}
	require.Empty(t, filesWith(t, dir))
	require.Len(t, r.Resummarised, 1)
	anew, err := m.Get(ctx, r.Resummarised[0])
	require.NoError(t, err)
	require.Contains(t, anew.Content, "Friday")
	require.Equal(t, "week", anew.Digest.Identifier)
	require.Len(t, anew.Evidence, 2)
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.NotContains(t, string(text), canary)

	second, err := m.Erase(ctx, lukasa.Erasure{Filter: &lukasa.Filter{Kinds: []schema.Kind{schema.KindSummary}}})
	require.NoError(t, err)
	require.Equal(t, r.Hash, second.Previous)
	_, err = m.VerifyReceipt(ctx, text)
	require.NoError(t, err)
	issued, err := m.Receipts()
	require.NoError(t, err)
	require.Len(t, issued, 2)
	checked(t, m)
}

// TestReceiptsAreNotForged changes what a receipt says, and shows one to another
// agent.
func TestReceiptsAreNotForged(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	id := retain(t, m, lived("something to forget"))
	r, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{id}})
	require.NoError(t, err)
	forged := r
	forged.At = r.At.Add(time.Hour)
	for name, other := range map[string]lukasa.Receipt{"changed": forged, "empty": {}} {
		text, err := json.Marshal(other)
		require.NoError(t, err)
		_, err = m.VerifyReceipt(ctx, text)
		require.ErrorIs(t, err, lukasa.ErrReceipt, name)
	}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	other, err := m.As("other")
	require.NoError(t, err)
	_, err = other.VerifyReceipt(ctx, text)
	require.ErrorIs(t, err, lukasa.ErrReceipt)
	_, err = m.VerifyReceipt(ctx, []byte("{"))
	require.ErrorIs(t, err, lukasa.ErrReceipt)
	checks, err := m.VerifyReceipt(ctx, text)
	require.NoError(t, err)
	require.NotEmpty(t, checks)
}

// TestEraseSaysWhat refuses what says nothing, too much, or selects nothing, and
// reaches no other agent (I5).
func TestEraseSaysWhat(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	id := retain(t, m, lived("mine"))
	for _, e := range []lukasa.Erasure{
		{}, {All: true, Session: "s"}, {IDs: []lukasa.ID{id}, Filter: &lukasa.Filter{}}, {Question: &lukasa.Query{Text: "x"}, Filter: &lukasa.Filter{}},
	} {
		_, err := m.Erase(ctx, e)
		require.ErrorIs(t, err, lukasa.ErrForget, "%+v", e)
	}
	other, err := m.As("other")
	require.NoError(t, err)
	for _, e := range []lukasa.Erasure{
		{IDs: []lukasa.ID{id}}, {Entity: "person:ana"}, {Filter: &lukasa.Filter{Contains: "mine"}}, {Question: &lukasa.Query{Text: "mine"}},
	} {
		_, err := other.Erase(ctx, e)
		require.ErrorIs(t, err, query.ErrNotFound, "%+v", e)
	}
	for _, e := range []lukasa.Erasure{
		{Filter: &lukasa.Filter{Agents: []string{"default"}, Contains: "mine"}}, {Question: &lukasa.Query{Text: "mine", Agents: []string{"default"}}},
	} {
		_, err := other.Erase(ctx, e)
		require.ErrorIs(t, err, lukasa.ErrInvalid, "%+v", e)
	}
	_, err = m.Get(ctx, id)
	require.NoError(t, err)
}

// TestEraseEntity forgets an entity with its names, its relations and all that
// mentions it; another's stay.
func TestEraseEntity(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain, lukasa.WithLinking(lukasa.LinkOff)) // what mentions it is said here
	require.NoError(t, err)
	defer m.Close()
	key := lukasa.EntityKey("person:" + canary)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key, Name: canary, Properties: lukasa.Metadata{"note": canary}}))
	require.NoError(t, m.PutAlias(ctx, lukasa.Alias{Text: canary + " the loud", Entity: key}))
	require.NoError(t, m.PutRelation(ctx, lukasa.Relation{From: key, Type: "knows", To: "person:bo"}))
	stays := retain(t, m, lived("Bo was here"))
	sing(t, m, "s")
	e := lived("he came by")
	e.Mentions = []lukasa.Mention{{Entity: key, Text: canary}}
	goes := retain(t, m, e)
	r, err := m.Erase(ctx, lukasa.Erasure{Entity: key, Purge: true})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{goes}, r.Records)
	require.Positive(t, r.Objects)
	_, err = m.Entity(ctx, key)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	_, err = m.Get(ctx, stays)
	require.NoError(t, err)
	_, err = m.Erase(ctx, lukasa.Erasure{Session: "s", Purge: true})
	require.NoError(t, err)
	require.Empty(t, filesWith(t, dir))
	checked(t, m)
}

// TestEraseNoSuchSession: a session that there is not, such as one that is misspelt, is told
// of and leaves no receipt, as the same id, entity or filter does; so is one that was purged
// before (900-07).
func TestEraseNoSuchSession(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, _ := openTest(t)
	e := lived("he came by")
	e.Session = "monday"
	retain(t, m, e)
	for _, purge := range []bool{false, true} {
		_, err := m.Erase(ctx, lukasa.Erasure{Session: "munday", Purge: purge})
		require.ErrorIs(t, err, lukasa.ErrNotFound)
		require.ErrorContains(t, err, `session "munday"`)
		_, err = m.Forget(ctx, lukasa.Forget{Session: "munday", Purge: purge})
		require.ErrorIs(t, err, lukasa.ErrNotFound)
	}
	receipts, err := m.Receipts()
	require.NoError(t, err)
	require.Empty(t, receipts)
	for _, purge := range []bool{false, true} { // what was forgotten can still be purged
		_, err = m.Erase(ctx, lukasa.Erasure{Session: "monday", Purge: purge})
		require.NoError(t, err)
	}
	_, err = m.Erase(ctx, lukasa.Erasure{Session: "monday", Purge: true})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
}

// TestEraseUser forgets a user by a filter: what has expired and waits to be swept
// goes too, and what others said stays. A filter without a condition, as a name that
// is empty makes one, and a question without words or for whatever there is forget nothing.
func TestEraseUser(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	said := func(user, text string, until time.Time) lukasa.ID {
		return retain(t, m, lukasa.Experience{Kind: "message", Content: text, Message: &schema.Message{User: user, Role: "user"}, ExpiresAt: until})
	}
	gone := []lukasa.ID{said("ana", "I live in Bonn", time.Time{}), said("ana", "my code is 1234", clock.now().Add(time.Hour))}
	kept := said("bo", "I live in Essen", time.Time{})
	clock.advance(2 * time.Hour)

	nobody := ""
	for what, e := range map[string]lukasa.Erasure{
		"filter: no condition": {Filter: &lukasa.Filter{User: nobody, Tags: []string{}, Limit: 5}},
		"question: neither":    {Question: &lukasa.Query{Text: " "}},
		"question: neither w":  {Question: &lukasa.Query{Text: "What have I told you so far?"}},
		"filter, question and": {Filter: &lukasa.Filter{User: "ana"}, Question: &lukasa.Query{Text: "Bonn"}},
		"exactly one of ids":   {},
	} {
		_, err := m.Erase(ctx, e)
		require.ErrorIs(t, err, lukasa.ErrForget, what)
		require.ErrorContains(t, err, what)
	}
	receipt, err := m.Erase(ctx, lukasa.Erasure{Filter: &lukasa.Filter{User: "ana"}, Purge: true})
	require.NoError(t, err)
	require.ElementsMatch(t, gone, receipt.Records)
	_, err = m.Get(ctx, kept)
	require.NoError(t, err)
}

// TestEraseByNothing: what asks nothing forgets nothing, however it says so. Recall would answer
// it with whatever there is.
func TestEraseByNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	id := retain(t, m, lukasa.Experience{Kind: "message", Content: "I live in Bonn", Tags: []string{"home"}})
	parsed := func(text string) *lukasa.Query {
		q, err := lukasa.ParseQuery(text, clock.now())
		require.NoError(t, err)
		return &q
	}
	for _, q := range []*lukasa.Query{
		parsed(""), parsed("agent:default"), parsed("-agent:bo"),
		{Text: "???"},
		{Text: "\U0001F389"},
		{Text: "what did I do"},
		{Text: "là gì"},
		{Tags: []string{}, Kinds: []lukasa.Kind{}},
	} {
		_, err := m.Erase(ctx, lukasa.Erasure{Question: q})
		require.ErrorIs(t, err, lukasa.ErrForget, "%+v", q)
		require.ErrorContains(t, err, "question: neither")
	}
	for _, q := range []*lukasa.Query{parsed("tag:home"), parsed("-tag:work"), parsed(`"live in"`), parsed("on:2026-05-04"), {Text: "Bonn"}, {Tags: []string{"home"}}} {
		receipt, err := m.Erase(ctx, lukasa.Erasure{Question: q, DryRun: true})
		require.NoError(t, err, "%+v", q)
		require.Equal(t, []lukasa.ID{id}, receipt.Records)
	}
}

// TestEraseByQuestion: a question forgets what answers it, not what an answer has room for
// besides, unless a floor asks for that.
func TestEraseByQuestion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	var ids []lukasa.ID
	for _, text := range []string{
		"My phone number is 07700 900123.", "I moved to Bristol last week.", "Remind me to call the bank on Thursday.",
		"I've got a dentist appointment on Monday at 9am.", "My favourite colour is green.", "I don't want bullet points any more.",
	} {
		clock.advance(time.Hour)
		ids = append(ids, retain(t, m, lukasa.Experience{Kind: "message", Content: text, Message: &schema.Message{User: "ana", Role: "user"}}))
	}
	question := lukasa.Query{Text: "my phone number", User: "ana"}
	answer, err := m.Recall(ctx, question)
	require.NoError(t, err)
	require.Greater(t, len(answer.Hits), 1, "an answer has room")
	receipt, err := m.Erase(ctx, lukasa.Erasure{Question: &question, DryRun: true})
	require.NoError(t, err)
	require.Equal(t, ids[:1], receipt.Records)
	question.Floor = new(float64)
	receipt, err = m.Erase(ctx, lukasa.Erasure{Question: &question, DryRun: true})
	require.NoError(t, err)
	require.Len(t, receipt.Records, len(answer.Hits))
	_, err = m.Erase(ctx, lukasa.Erasure{Question: &lukasa.Query{Text: "the garden shed"}})
	require.ErrorIs(t, err, lukasa.ErrNotFound)
}

// TestPurgeBesideAnUnreadAnswer purges while an answer to a statement was dropped
// without being read or closed. It holds a copy of the graph that has what is to go.
func TestPurgeBesideAnUnreadAnswer(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithTimeout(context.Background(), time.Minute) // else it would wait for good
	defer stop()
	m, _ := openTest(t)
	id := retain(t, m, lived("the vault code is quicksilver"))
	_, err := m.Cypher(ctx, "MATCH (e:Experience) RETURN e.context", nil, lukasa.CypherOptions{})
	require.NoError(t, err)
	receipt, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{id}, Purge: true})
	require.NoError(t, err)
	require.True(t, receipt.Purged)
}

// TestErasingNothing: all of an agent that has nothing is nothing, and no receipt says
// otherwise.
func TestErasingNothing(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	for _, purge := range []bool{false, true} {
		receipt, err := m.Erase(ctx, lukasa.Erasure{All: true, Purge: purge})
		require.NoError(t, err)
		require.True(t, receipt.Nothing())
		require.Empty(t, receipt.Hash)
	}
	issued, err := m.Receipts()
	require.NoError(t, err)
	require.Empty(t, issued)
	retain(t, m, lived("rain on monday"))
	for range 2 {
		_, err = m.Erase(ctx, lukasa.Erasure{All: true})
		require.NoError(t, err)
	}
	issued, err = m.Receipts()
	require.NoError(t, err)
	require.Len(t, issued, 1)
}
