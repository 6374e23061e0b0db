package knowledge_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

func openStore(t require.TestingT, dir string) *store.Store {
	s, err := store.Open(ctx, dir, store.Options{})
	require.NoError(t, err)
	return s
}

func newStore(t testing.TB) *store.Store {
	s := openStore(t, t.TempDir())
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// put writes objects as they are handed in, with defaults.
func put(t require.TestingT, s *store.Store, objects ...schema.Object) {
	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
		for _, o := range objects {
			switch o := o.(type) {
			case *schema.Entity:
				o.SetDefaults(time.Unix(0, 0), nil)
			case *schema.Alias:
				o.SetDefaults(time.Unix(0, 0), nil)
			}
			if err := tx.Put(o); err != nil {
				return err
			}
		}
		return nil
	}))
}

func entity(key schema.EntityKey, name string) *schema.Entity {
	return &schema.Entity{Agent: "a", Key: key, Name: name}
}

func alias(text, user string, key schema.EntityKey) *schema.Alias {
	return &schema.Alias{Agent: "a", Text: text, User: user, Entity: key}
}

// names returns the names of agent a.
func names(t require.TestingT, b *knowledge.Book) *knowledge.Names {
	n, err := b.For(ctx, "a")
	require.NoError(t, err)
	return n
}

func keys(list []knowledge.Bearer) []schema.EntityKey {
	var out []schema.EntityKey
	for _, b := range list {
		out = append(out, b.Entity)
	}
	return out
}

func TestNames(t *testing.T) {
	s := newStore(t)
	book := knowledge.NewBook(s)
	put(t, s,
		entity("customer:1", "Gai Media"), entity("customer:2", "Gai Media"), entity("person:ha", "Hà"),
		alias("Gai", "", "customer:1"), alias("the boss", "ana", "person:ha"), alias("the boss", "", "customer:2"),
		&schema.Entity{Agent: "b", Key: "customer:9", Name: "Gai Media"})
	n := names(t, book)

	require.Equal(t, []schema.EntityKey{"customer:1", "customer:2"}, keys(n.Exact("Gai Media", "")), "who shares a name is there")
	require.Empty(t, n.Exact("gai media", ""))
	require.Equal(t, []schema.EntityKey{"customer:1", "customer:2"}, keys(n.Normalised("GAI-MEDIA", "")))
	require.Equal(t, []schema.EntityKey{"person:ha"}, keys(n.Exact("the boss", "ana")), "a user's own alias comes first")
	require.Equal(t, []schema.EntityKey{"customer:2"}, keys(n.Exact("the boss", "bob")))
	require.Equal(t, []schema.EntityKey{"person:ha"}, keys(n.Normalised("ha", "")))
	require.Empty(t, n.Normalised("Hạ", ""), "other marks are another name")
	known, ok := n.Entity("customer:1")
	require.True(t, ok)
	require.Equal(t, knowledge.Known{Key: "customer:1", Name: "Gai Media"}, known)
	_, ok = n.Entity("customer:9")
	require.False(t, ok, "another agent's")

	found := n.Find("Has the boss of Gai called Hạ or gai media?", "ana")
	require.Len(t, found, 3)
	require.Equal(t, []schema.EntityKey{"person:ha"}, keys(found[0].Bearers))
	require.Equal(t, []schema.EntityKey{"customer:1"}, keys(found[1].Bearers))
	require.Equal(t, []schema.EntityKey{"customer:1", "customer:2"}, keys(found[2].Bearers))
}

// TestNamesFollow: a book shows what was committed when it is asked, merges
// followed, what is gone left out.
func TestNamesFollow(t *testing.T) {
	s := newStore(t)
	book := knowledge.NewBook(s)
	require.Empty(t, names(t, book).All())
	put(t, s, entity("org:gai", "Gai"), entity("org:gai media", "Gai Media"), alias("gm", "", "org:gai"))
	require.Equal(t, []schema.EntityKey{"org:gai"}, keys(names(t, book).Exact("gm", "")))

	merged := entity("org:gai", "Gai")
	merged.MergedInto = "org:gai media"
	put(t, s, merged)
	n := names(t, book)
	require.Equal(t, []schema.EntityKey{"org:gai media"}, keys(n.Exact("gm", "")))
	require.Equal(t, schema.EntityKey("org:gai media"), n.Survivor("org:gai"))
	require.Equal(t, schema.EntityKey("org:gai"), n.Exact("Gai", "")[0].Given)

	put(t, s, entity("org:gai", "GAI Limited")) // parted again, under another name
	n = names(t, book)
	require.Equal(t, []schema.EntityKey{"org:gai"}, keys(n.Exact("gm", "")))
	require.Empty(t, n.Exact("Gai", ""))
	require.Equal(t, []schema.EntityKey{"org:gai"}, keys(n.Exact("GAI Limited", "")))

	require.NoError(t, s.Update(ctx, func(tx *ledger.Tx) error {
		if err := tx.Delete(schema.TypeAlias, alias("gm", "", "org:gai").ObjectKey()); err != nil {
			return err
		}
		return tx.Purge(schema.TypeEntity, entity("org:gai media", "").ObjectKey())
	}))
	n = names(t, book)
	require.Empty(t, n.Exact("gm", ""))
	require.Empty(t, n.Exact("Gai Media", ""))
	require.Equal(t, []knowledge.Known{{Key: "org:gai", Name: "GAI Limited"}}, n.All())
}

// TestNamesAreThoseOfTheLedger compares a book that lived through random changes,
// the feed trimmed at times, with one that reads the ledger anew.
func TestNamesAreThoseOfTheLedger(t *testing.T) {
	dir := t.TempDir()
	s := openStore(t, dir)
	defer func() { require.NoError(t, s.Close()) }()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		agent := fmt.Sprintf("agent%d", round) // each its own
		key := rapid.SampledFrom([]schema.EntityKey{"org:a", "org:b", "person:c"})
		text := rapid.SampledFrom([]string{"Gai", "gai", "Gai Media", "Ana", "Anà"})
		book := knowledge.NewBook(s)
		for range rapid.IntRange(1, 15).Draw(t, "steps") {
			e := &schema.Entity{Agent: agent, Key: key.Draw(t, "entity"), Name: text.Draw(t, "name")}
			a := &schema.Alias{Agent: agent, Text: text.Draw(t, "alias"), User: rapid.SampledFrom([]string{"", "ana"}).Draw(t, "user"), Entity: e.Key}
			switch rapid.IntRange(0, 4).Draw(t, "step") {
			case 0:
				put(t, s, e)
			case 1:
				put(t, s, a)
			case 2:
				remove(t, s, e)
			case 3:
				remove(t, s, a)
			case 4:
				_, err := book.For(ctx, agent)
				require.NoError(t, err)
			}
		}
		lived, err := book.For(ctx, agent)
		require.NoError(t, err)
		fresh, err := knowledge.NewBook(s).For(ctx, agent)
		require.NoError(t, err)
		require.Equal(t, fresh.All(), lived.All())
		for _, name := range []string{"Gai", "gai", "Gai Media", "Ana", "Anà"} {
			for _, user := range []string{"", "ana", "bob"} {
				require.Equal(t, fresh.Exact(name, user), lived.Exact(name, user))
				require.Equal(t, fresh.Normalised(name, user), lived.Normalised(name, user))
				require.Equal(t, fresh.Find("so "+name+" said", user), lived.Find("so "+name+" said", user))
			}
		}
	})
}

func remove(t require.TestingT, s *store.Store, o schema.Object) {
	err := s.Update(ctx, func(tx *ledger.Tx) error { return tx.Delete(o.ObjectType(), o.ObjectKey()) })
	if err != nil {
		require.ErrorIs(t, err, ledger.ErrNotFound)
	}
}

// TestBookForEveryone: many readers while names come, and none sees half of one.
func TestBookForEveryone(t *testing.T) {
	s := newStore(t)
	book := knowledge.NewBook(s)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 40 {
				n, err := book.For(ctx, "a")
				if err != nil || len(n.Find("Alpha Beta", "")) > 2 || len(n.All()) > 80 {
					t.Errorf("round %d: %v", i, err)
				}
			}
		})
	}
	for i := range 40 {
		put(t, s, entity(schema.EntityKey(fmt.Sprintf("org:%d", i)), "Alpha Beta"), entity(schema.EntityKey(fmt.Sprintf("person:%d", i)), "Alpha"))
	}
	wg.Wait()
	require.Len(t, names(t, book).Exact("Alpha Beta", ""), 40)
}
