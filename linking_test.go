package lukasa

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTextIsLinked: plain text alone, without a model, leads from a record to the
// entities that it speaks of and back (000-01, 000-02, 004-02, 900-02).
func TestTextIsLinked(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	require.NoError(t, mem.PutEntity(ctx, Entity{Key: "customer:1", Name: "Gai Media"}))
	require.NoError(t, mem.PutAlias(ctx, Alias{Text: "GM", Entity: "customer:1"}))
	first, err := mem.Retain(ctx, Experience{
		Kind: "message", Speaker: "minh", Content: "Yesterday I told @lan that gai media asked for docs/offer.md",
		Time: time.Date(2026, 2, 26, 9, 0, 0, 0, time.UTC),
	})
	require.NoError(t, err)
	second, err := mem.Retain(ctx, Experience{Kind: "message", Content: "the invoice of GM is due"})
	require.NoError(t, err)

	found, err := mem.EntitiesOf(ctx, first.ID)
	require.NoError(t, err)
	var keys []EntityKey
	for _, e := range found.Entities {
		keys = append(keys, e.Entity)
		require.False(t, e.Coreference)
	}
	require.ElementsMatch(t, []EntityKey{"customer:1", "person:lan", "file:docs/offer.md"}, keys)

	back, err := mem.Mentioning(ctx, "customer:1", 10)
	require.NoError(t, err)
	require.Len(t, back.Records, 2)
	require.ElementsMatch(t, []ID{first.ID, second.ID}, []ID{back.Records[0].ID, back.Records[1].ID})

	e, err := mem.Get(ctx, first.ID) // 000-09: what relative words stand for
	require.NoError(t, err)
	require.Equal(t, time.Date(2026, 2, 25, 0, 0, 0, 0, time.UTC), e.Resolved.Date)
	require.Equal(t, "minh", e.Resolved.Person)
}

// TestNamesArePrivate: another agent's names are not found in a text (I5).
func TestNamesArePrivate(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	require.NoError(t, mem.PutEntity(ctx, Entity{Key: "customer:1", Name: "gai media"}))
	other, err := mem.As("other")
	require.NoError(t, err)
	r, err := other.Retain(ctx, Experience{Kind: "message", Content: "they said gai media pays"})
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
	r, err := mem.Retain(ctx, Experience{Kind: "message", Content: "we met Quuxly Zanzibar"})
	require.NoError(t, err)
	_, err = mem.Entity(ctx, "object:quuxly zanzibar")
	require.NoError(t, err)
	_, err = mem.Forget(ctx, Forget{IDs: []ID{r.ID}, Purge: true})
	require.NoError(t, err)
	_, err = mem.Entity(ctx, "object:quuxly zanzibar")
	require.ErrorIs(t, err, ErrNotFound)
	again, err := mem.Retain(ctx, Experience{Kind: "message", Content: "quuxly zanzibar is a small word now"})
	require.NoError(t, err)
	e, err := mem.Get(ctx, again.ID)
	require.NoError(t, err)
	require.Empty(t, e.Mentions)
}

// TestChangedTextIsLinkedAnew: a mention lasts as long as the words that made it.
func TestChangedTextIsLinkedAnew(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t)
	require.NoError(t, mem.PutEntity(ctx, Entity{Key: "customer:1", Name: "Gai Media"}))
	require.NoError(t, mem.PutEntity(ctx, Entity{Key: "customer:2", Name: "Ngon Bakery"}))
	r, err := mem.Retain(ctx, Experience{
		Kind: "fact", Content: "Gai Media pays", Mentions: []Mention{{Entity: "person:lan"}},
	})
	require.NoError(t, err)
	text := "so Ngon Bakery pays"
	e, err := mem.Update(ctx, r.ID, 0, Patch{Content: &text})
	require.NoError(t, err)
	var keys []EntityKey
	for _, m := range e.Mentions {
		keys = append(keys, m.Entity)
	}
	require.Equal(t, []EntityKey{"person:lan", "customer:2"}, keys)
}

// TestLinkingCanBeTurnedOff: then a text mentions what the caller says it does.
func TestLinkingCanBeTurnedOff(t *testing.T) {
	ctx := t.Context()
	mem, _ := openTest(t, WithLinking(LinkOff))
	require.NoError(t, mem.PutEntity(ctx, Entity{Key: "customer:1", Name: "Gai Media"}))
	r, err := mem.Retain(ctx, Experience{Kind: "message", Content: "Gai Media pays Ngon Bakery"})
	require.NoError(t, err)
	e, err := mem.Get(ctx, r.ID)
	require.NoError(t, err)
	require.Empty(t, e.Mentions)
}
