package knowledge_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// TestLinkHearsTheSessionAsItIs: what a record said is remembered between two
// calls, but never beyond a change of it: corrected, retired, moved and forgotten
// records point where they do now.
func TestLinkHearsTheSessionAsItIs(t *testing.T) {
	s := newStore(t)
	put(t, s, entity("person:lan", "Lan"), entity("person:minh", "Minh"))
	l := knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll)
	before := said(s, "Lan called")
	before.Session = "s"
	require.NoError(t, l.Link(ctx, []*schema.Experience{before}))
	put(t, s, before)
	she := func() []string {
		e := said(s, "She paid")
		e.Session, e.Time = "s", e.Time.Add(time.Minute)
		require.NoError(t, l.Link(ctx, []*schema.Experience{e}))
		return coreferences(t, e)
	}
	lan, minh := []string{"person:lan She"}, []string{"person:minh She"}
	require.Equal(t, lan, she())
	require.Equal(t, lan, she(), "heard once more")

	before.Mentions = []schema.Mention{{Entity: "person:minh", Role: schema.RoleMention}}
	put(t, s, before)
	require.Equal(t, minh, she(), "corrected")
	before.Status = schema.StatusArchived
	put(t, s, before)
	require.Empty(t, she(), "retired")
	before.Status = schema.StatusActive
	put(t, s, before)
	require.Equal(t, minh, she(), "live again")
	before.Session = "other"
	put(t, s, before)
	require.Empty(t, she(), "in another session")
	before.Session = "s"
	put(t, s, before)
	require.Equal(t, minh, she())
	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error { return tx.Delete(schema.TypeExperience, before.ObjectKey()) }))
	require.Empty(t, she(), "forgotten")
}

// TestBookKnowsAtOnce: names that are added, merged and taken away between two
// calls show in the next, with records of the same agent and of others in between.
func TestBookKnowsAtOnce(t *testing.T) {
	s := newStore(t)
	book := knowledge.NewBook(s)
	found := func(text string) (keys []schema.EntityKey) {
		n, err := book.For(ctx, "a")
		require.NoError(t, err)
		for _, f := range n.Find(text, "") {
			keys = append(keys, f.Bearers[0].Entity)
		}
		return keys
	}
	require.Empty(t, found("Lan"))
	for i := range 5 {
		key := schema.EntityKey(fmt.Sprint("person:", i))
		put(t, s, entity(key, "Lan"), said(s, "hello"))
		require.Equal(t, []schema.EntityKey{key}, found("so Lan"))
		other := said(s, "Lan")
		other.Agent = "b"
		put(t, s, other, &schema.Entity{Agent: "b", Key: "person:b", Name: "Minh"})
		require.Empty(t, found("Minh"), "another agent's")
		put(t, s, said(s, "fine"), alias("GM", "", key))
		require.Equal(t, []schema.EntityKey{key, key}, found("GM, Lan"))
		require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
			if err := tx.Delete(schema.TypeAlias, alias("GM", "", key).ObjectKey()); err != nil {
				return err
			}
			return tx.Delete(schema.TypeEntity, entity(key, "").ObjectKey())
		}))
		require.Empty(t, found("Lan and GM"))
	}
	require.NoError(t, s.Close())
	_, err := book.For(ctx, "a")
	require.Error(t, err, "a closed store knows nobody")
}
