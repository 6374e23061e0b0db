package acceptance

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// TestPurgeReachesNames purges what a name came from, in every way in which one
// comes into a memory: afterwards no file holds a byte of it (I9, 900-07).
func TestPurgeReachesNames(t *testing.T) {
	ctx := context.Background()
	key := lukasa.EntityKey("person:" + canary)
	mentioning := func(t *testing.T, m *lukasa.Memory) lukasa.ID {
		e := lived("he came by")
		e.Mentions = []lukasa.Mention{{Entity: key, Text: canary}}
		return retain(t, m, e)
	}
	for name, way := range map[string]func(*testing.T, *lukasa.Memory) lukasa.Forget{
		"what a name stood in": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			require.NoError(t, m.PutAlias(ctx, lukasa.Alias{Text: "Annie", User: "u", Entity: "person:ana"}))
			id := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: "the " + canary + " is with Annie"})
			learned(t, m, "Annie", id)
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"what a name stood in once": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			id := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: "the " + canary + " is with Annie"})
			learned(t, m, "Annie", id)
			learned(t, m, "Annie", retain(t, m, lived("Annie was here")))
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"a name that was taught": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			id := retain(t, m, lived("the message"))
			learned(t, m, canary, id)
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"a name that was taught, forgotten before": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			id := retain(t, m, lived("the message"))
			learned(t, m, canary, id)
			forgotten(t, m, lukasa.Forget{Entity: "person:ana"})
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"an entity of an earlier version": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			id := mentioning(t, m)
			_, err := m.Update(ctx, id, 0, lukasa.Patch{Mentions: &[]lukasa.Mention{}})
			require.NoError(t, err)
			return lukasa.Forget{IDs: []lukasa.ID{id}}
		},
		"an entity that was forgotten and came back": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			before := mentioning(t, m)
			forgotten(t, m, lukasa.Forget{Entity: key})
			return lukasa.Forget{IDs: []lukasa.ID{before, mentioning(t, m)}}
		},
		"an entity with its name, forgotten before": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:cy"}))
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key, Name: canary}))
			require.NoError(t, m.PutAlias(ctx, lukasa.Alias{Text: canary + " the loud", Entity: key}))
			require.NoError(t, m.PutRelation(ctx, lukasa.Relation{From: key, Type: "knows", To: "person:bo"}))
			_, err := m.MergeEntities(ctx, lukasa.Merging{From: key, Into: "person:cy", Force: true})
			require.NoError(t, err)
			forgotten(t, m, lukasa.Forget{Entity: "person:cy"})
			return lukasa.Forget{Entity: "person:cy"}
		},
		"an entity of a relation alone": func(t *testing.T, m *lukasa.Memory) lukasa.Forget {
			e := lived("they work together")
			e.Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: key}}
			retain(t, m, e)
			return lukasa.Forget{Entity: key}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			m, err := lukasa.Open(ctx, dir, plain, lukasa.WithLinking(lukasa.LinkOff))
			require.NoError(t, err)
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:ana", Name: "Ana"}))
			retain(t, m, lived("something else"))
			f := way(t, m)
			f.Purge = true
			forgotten(t, m, f)
			require.Empty(t, filesWith(t, dir))
			checked(t, m)
			require.NoError(t, m.Close())
			require.Empty(t, filesWith(t, dir))
		})
	}
}

// learned teaches a user's name for Ana by a record.
func learned(t *testing.T, m *lukasa.Memory, text string, by lukasa.ID) {
	t.Helper()
	ctx := context.Background()
	e, err := m.Get(ctx, by)
	require.NoError(t, err)
	_, err = m.ConfirmEntity(ctx, lukasa.NameAnswer{Text: text, User: "u", Entity: "person:ana", Learned: by, Context: e.Text()})
	require.NoError(t, err)
}

// TestNamesOutliveTheirRecords: what a name means is known when the record that
// taught it was forgotten, and no longer from which (004-03, 004-14).
func TestNamesOutliveTheirRecords(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:ana", Name: "Ana"}))
	id := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: "ask Annie about it"})
	learned(t, m, "Annie", id)
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{id}})
	require.NoError(t, inside.Store(m).View(ctx, func(r *ledger.Reader) error {
		names := 0
		for a, err := range r.AliasesOf("default", "person:ana") {
			require.NoError(t, err)
			require.Equal(t, "Annie", a.Text)
			require.Zero(t, a.Learned)
			require.Empty(t, a.Context)
			names++
		}
		require.Equal(t, 1, names)
		return nil
	}))
	checked(t, m)
}

// TestForgettingAnEntityReachesRelations: a record that tells of a relation of an
// entity speaks of it, mentioned or not, and does not bring it back (000-03, 002-06).
func TestForgettingAnEntityReachesRelations(t *testing.T) {
	m, _ := openTest(t, lukasa.WithLinking(lukasa.LinkOff))
	told := lived("they work together")
	told.Relations = []lukasa.Link{{From: "person:ana", Type: "works_for", To: "person:bo"}, {From: "person:bo", Type: "related_to", To: "person:ana"}}
	id := retain(t, m, told)
	rests := lived("they know one another well")
	rests.Evidence = []lukasa.Evidence{{ID: id, Stance: schema.StanceSupports}}
	belief := retain(t, m, rests)
	out := forgotten(t, m, lukasa.Forget{Entity: "person:ana"})
	require.ElementsMatch(t, []lukasa.ID{id, belief}, out.Records)
	require.Equal(t, 2, out.Relations)
	checked(t, m)
}

// TestPurgeReachesWhatWasCorrected: a record that spoke of an entity before it was corrected
// stays when that is erased, and keeps nothing of what it said; one that was forgotten after that
// goes as well (I9).
func TestPurgeReachesWhatWasCorrected(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, lukasa.WithClock(newClock().now), lukasa.WithIDs(countedIDs()))
	require.NoError(t, err)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:zorro", Name: "Zorro"}))
	corrected := func(text string) lukasa.ID {
		e := lived(text)
		e.Mentions = []lukasa.Mention{{Entity: "person:zorro"}}
		id := retain(t, m, e)
		_, err := m.Update(ctx, id, 0, lukasa.Patch{Context: new("somebody came"), Mentions: new([]lukasa.Mention{})})
		require.NoError(t, err)
		return id
	}
	stays, gone := corrected("Zorro rode by with a blunderbuss"), corrected("Zorro sang a madrigal")
	retain(t, m, lived("Zorro sat down"))
	forgotten(t, m, lukasa.Forget{IDs: []lukasa.ID{gone}})
	receipt, err := m.Erase(ctx, lukasa.Erasure{Entity: "person:zorro", Purge: true})
	require.NoError(t, err)
	require.NotContains(t, receipt.Records, stays)
	kept, err := m.Get(ctx, stays)
	require.NoError(t, err)
	require.Equal(t, "somebody came", kept.Context)
	versions, err := m.History(ctx, stays)
	require.NoError(t, err)
	require.Len(t, versions, 1)
	checked(t, m)
	require.NoError(t, m.Close())
	eachFile(t, dir, func(path string, data []byte) {
		for _, word := range []string{"zorro", "blunderbuss", "madrigal"} {
			require.NotContains(t, strings.ToLower(string(data)), word, path)
		}
	})
}

// TestReceiptTellsOfCoreMemory: who erases an entity is told which blocks of core memory still
// name it, by one of its names (900-07).
func TestReceiptTellsOfCoreMemory(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:zoe", Name: "Zoë Lang"}))
	_, err := m.AddAlias(ctx, lukasa.Alias{Text: "Zozo", Entity: "person:zoe"})
	require.NoError(t, err)
	e := lived("Zoë Lang came by")
	e.Mentions = []lukasa.Mention{{Entity: "person:zoe"}}
	retain(t, m, e)
	for name, words := range map[string]string{
		"boss": "Report to zoë lang's office.", "nick": "ask Zozo", "other": "Zoë is somebody else. A lang is a language, a zozobra a dance.",
	} {
		_, err := m.EditBlock(ctx, lukasa.BlockEdit{Block: name, Text: words})
		require.NoError(t, err)
	}
	for _, dry := range []bool{true, false} {
		receipt, err := m.Erase(ctx, lukasa.Erasure{Entity: "person:zoe", DryRun: dry, Purge: true})
		require.NoError(t, err)
		require.Equal(t, []string{"boss", "nick"}, receipt.Blocks)
	}
	receipts, err := m.Receipts()
	require.NoError(t, err)
	require.Equal(t, []string{"boss", "nick"}, receipts[0].Blocks)
}
