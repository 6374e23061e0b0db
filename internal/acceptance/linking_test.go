package acceptance

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/llm/llmtest"
)

// TestTextIsLinked: plain text alone, without a model, leads from a record to the
// entities that it speaks of and back (000-01, 000-02, 004-02, 900-02).
func TestTextIsLinked(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	require.NoError(t, mem.PutEntity(ctx, lukasa.Entity{Key: "customer:1", Name: "Gai Media"}))
	require.NoError(t, mem.PutAlias(ctx, lukasa.Alias{Text: "GM", Entity: "customer:1"}))
	first, err := mem.Retain(ctx, lukasa.Experience{
		Kind: "message", Speaker: "minh", Content: "Yesterday I told @lan that gai media asked for docs/offer.md",
		Time: time.Date(2026, 2, 26, 9, 0, 0, 0, time.UTC),
	})
	require.NoError(t, err)
	second, err := mem.Retain(ctx, lukasa.Experience{Kind: "message", Content: "the invoice of GM is due"})
	require.NoError(t, err)

	found, err := mem.EntitiesOf(ctx, first.ID)
	require.NoError(t, err)
	var keys []lukasa.EntityKey
	for _, e := range found.Entities {
		keys = append(keys, e.Entity)
		require.False(t, e.Coreference)
	}
	require.ElementsMatch(t, []lukasa.EntityKey{"customer:1", "person:lan", "file:docs/offer.md"}, keys)

	back, err := mem.Mentioning(ctx, "customer:1", 10)
	require.NoError(t, err)
	require.Len(t, back.Records, 2)
	require.ElementsMatch(t, []lukasa.ID{first.ID, second.ID}, []lukasa.ID{back.Records[0].ID, back.Records[1].ID})

	e, err := mem.Get(ctx, first.ID) // 000-09: what relative words stand for
	require.NoError(t, err)
	require.Equal(t, time.Date(2026, 2, 25, 0, 0, 0, 0, time.UTC), e.Resolved.Date)
	require.Equal(t, "minh", e.Resolved.Person)
}

// TestNamesArePrivate: another agent's names are not found in a text (I5).
func TestNamesArePrivate(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	require.NoError(t, mem.PutEntity(ctx, lukasa.Entity{Key: "customer:1", Name: "gai media"}))
	other, err := mem.As("other")
	require.NoError(t, err)
	r, err := other.Retain(ctx, lukasa.Experience{Kind: "message", Content: "they said gai media pays"})
	require.NoError(t, err)
	e, err := other.Get(ctx, r.ID)
	require.NoError(t, err)
	require.Empty(t, e.Mentions)
}

// TestForgettingForgetsNames: what only a forgotten text spoke of is gone, and so
// is not found in the next.
func TestForgettingForgetsNames(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	r, err := mem.Retain(ctx, lukasa.Experience{Kind: "message", Content: "we met Quuxly Zanzibar"})
	require.NoError(t, err)
	_, err = mem.Entity(ctx, "object:quuxly zanzibar")
	require.NoError(t, err)
	_, err = mem.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{r.ID}, Purge: true})
	require.NoError(t, err)
	_, err = mem.Entity(ctx, "object:quuxly zanzibar")
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	again, err := mem.Retain(ctx, lukasa.Experience{Kind: "message", Content: "quuxly zanzibar is a small word now"})
	require.NoError(t, err)
	e, err := mem.Get(ctx, again.ID)
	require.NoError(t, err)
	require.Empty(t, e.Mentions)
}

// TestChangedTextIsLinkedAnew: a mention lasts as long as the words that made it.
func TestChangedTextIsLinkedAnew(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	require.NoError(t, mem.PutEntity(ctx, lukasa.Entity{Key: "customer:1", Name: "Gai Media"}))
	require.NoError(t, mem.PutEntity(ctx, lukasa.Entity{Key: "customer:2", Name: "Ngon Bakery"}))
	r, err := mem.Retain(ctx, lukasa.Experience{
		Kind: "fact", Content: "Gai Media pays", Mentions: []lukasa.Mention{{Entity: "person:lan"}},
	})
	require.NoError(t, err)
	text := "so Ngon Bakery pays"
	e, err := mem.Update(ctx, r.ID, 0, lukasa.Patch{Content: &text})
	require.NoError(t, err)
	var keys []lukasa.EntityKey
	for _, m := range e.Mentions {
		keys = append(keys, m.Entity)
	}
	require.Equal(t, []lukasa.EntityKey{"person:lan", "customer:2"}, keys)
}

// TestLinkingCanBeTurnedOff: then a text mentions what the caller says it does.
func TestLinkingCanBeTurnedOff(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t, lukasa.WithLinking(lukasa.LinkOff))
	require.NoError(t, mem.PutEntity(ctx, lukasa.Entity{Key: "customer:1", Name: "Gai Media"}))
	r, err := mem.Retain(ctx, lukasa.Experience{Kind: "message", Content: "Gai Media pays Ngon Bakery"})
	require.NoError(t, err)
	e, err := mem.Get(ctx, r.ID)
	require.NoError(t, err)
	require.Empty(t, e.Mentions)
}

// TestPronounsAreLinked: "they" leads to whom the session spoke of, marked as a
// coreference; a text that changes is read anew, and a purged name leaves the
// pronouns that stood for it (000-01, 004-02, I9).
func TestPronounsAreLinked(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	mem, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	defer mem.Close()
	at := time.Date(2026, 2, 26, 9, 0, 0, 0, time.UTC)
	say := func(text string, after int) lukasa.ID {
		r, err := mem.Retain(ctx, lukasa.Experience{Kind: "fact", Session: "s", Content: text, Time: at.Add(time.Duration(after) * time.Minute)})
		require.NoError(t, err)
		return r.ID
	}
	key := lukasa.EntityKey("org:" + canary + " media")
	first := say("I talked to Canaryxyzzy Media", 0)
	second := say("They want delivery on Friday", 1)
	found, err := mem.EntitiesOf(ctx, second)
	require.NoError(t, err)
	require.Len(t, found.Entities, 1)
	require.Equal(t, key, found.Entities[0].Entity)
	require.True(t, found.Entities[0].Coreference)
	back, err := mem.Mentioning(ctx, key, 10)
	require.NoError(t, err)
	require.Len(t, back.Records, 2)

	text := "So they want delivery on Monday"
	e, err := mem.Update(ctx, second, 0, lukasa.Patch{Content: &text})
	require.NoError(t, err)
	require.Len(t, e.Mentions, 1)
	require.Equal(t, "they", e.Mentions[0].Text)

	_, err = mem.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{first}, Purge: true})
	require.NoError(t, err)
	e, err = mem.Get(ctx, second)
	require.NoError(t, err)
	require.Equal(t, text, e.Text())
	require.Empty(t, e.Mentions)
	_, err = mem.Entity(ctx, key)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	checked(t, mem)
	require.NoError(t, mem.Close())
	require.Empty(t, filesWith(t, dir))
}

// TestEntityModelFails: a model that does not answer costs no record, and its
// entities come in where it does (900-02).
func TestEntityModelFails(t *testing.T) {
	ctx := t.Context()
	good := `{"statements": [{"kind": "person", "text": "x", "subject": "zanzi", "predicate": "", "object": "", "confidence": 0.9, "passage": 0, "quote": "saw zanzi"}]}`
	server := llmtest.Serve(t, llmtest.Answer{Content: good}, llmtest.Answer{Status: 404, Content: "gone"})
	model, err := llm.Dial(llm.Remote{BaseURL: server.BaseURL, Model: "scripted"})
	require.NoError(t, err)
	mem, _ := openTest(t, lukasa.WithEntityModel(model))
	for _, text := range []string{"I saw zanzi here", "I saw nobody there"} {
		e, err := mem.Get(ctx, retain(t, mem, lukasa.Experience{Kind: "message", Content: text}))
		require.NoError(t, err)
		require.Equal(t, text, e.Content)
	}
	back, err := mem.Mentioning(ctx, "person:zanzi", 10)
	require.NoError(t, err)
	require.Len(t, back.Records, 1)
	require.Len(t, server.Requests(), 2)
}

// panicking is a model with a fault in it.
type panicking struct{ llm.Model }

func (panicking) Extract(context.Context, llm.Extraction) (llm.Extracted, error) { panic("model") }

// TestEntityModelPanics: a model that panics is one that fails: the record is stored
// and linked without it.
func TestEntityModelPanics(t *testing.T) {
	mem, _ := openTest(t, lukasa.WithEntityModel(panicking{}))
	require.NoError(t, mem.PutEntity(t.Context(), lukasa.Entity{Key: "person:ana", Name: "Ana"}))
	e, err := mem.Get(t.Context(), retain(t, mem, lukasa.Experience{Kind: "message", Content: "Ana saw zanzi here"}))
	require.NoError(t, err)
	require.Len(t, e.Mentions, 1)
	checked(t, mem)
}

// TestSpeakersAreOneEntity: who tells their own name is the person of whom the message teaches, and not another thing of that
// name (004-02, 004-04).
func TestSpeakersAreOneEntity(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	turn, err := mem.Turn(ctx, lukasa.Message{User: "ana", Text: "Hi, I'm Ana. I work at Acme."})
	require.NoError(t, err)
	require.NoError(t, mem.Flush(ctx))
	taught, err := mem.Taught(ctx, turn.ID)
	require.NoError(t, err)
	require.NotEmpty(t, taught)
	page, err := mem.EntityPage(ctx, "ana")
	require.NoError(t, err)
	require.Equal(t, lukasa.EntityKey("person:ana"), page.Entity.Key)
	require.Contains(t, page.Events[0].Content, "I'm Ana")
	require.True(t, slices.ContainsFunc(page.Facts, func(e lukasa.Experience) bool { return e.Content == "ana works at Acme." }))
}
