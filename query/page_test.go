package query_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// 003-10, 003-12: the page of an entity and the evidence of an opinion.
func TestEntityPageAndOpinions(t *testing.T) {
	ctx := context.Background()
	m, ids := conversation(t)
	_, err := m.Retain(ctx, lukasa.Experience{
		Kind: "fact", Content: "Acme delivers disks on Fridays", Mentions: []lukasa.Mention{{Entity: "org:acme"}},
	})
	require.NoError(t, err)
	page, err := m.EntityPage(ctx, "ACME")
	require.NoError(t, err)
	require.Len(t, page.Facts, 1)
	require.Len(t, page.Events, 1)
	_, err = m.EntityPage(ctx, "nobody")
	require.ErrorIs(t, err, lukasa.ErrNotFound)

	_, err = m.Retain(ctx, lukasa.Experience{
		Kind: "opinion", Content: "Our disks are too small", Confidence: 0.8,
		Evidence: []lukasa.Evidence{{ID: ids["ana"], Stance: "supports"}, {ID: ids["entity"], Stance: "contradicts"}},
	})
	require.NoError(t, err)
	opinions, err := m.Opinions(ctx, lukasa.Query{Text: "are the disks too small?", Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, opinions, 1)
	require.Equal(t, ids["ana"], opinions[0].For[0].ID)
	require.Equal(t, ids["entity"], opinions[0].Against[0].ID)
	require.Less(t, opinions[0].Confidence, 0.8000001)
}

// TestEntityPageOfNow: the relations on the page of an entity are those that hold, as its
// facts are (003-10): none that was superseded, has ended or is yet to begin, nor one of a
// record that has expired.
func TestEntityPageOfNow(t *testing.T) {
	ctx := context.Background()
	now := asked
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	told := func(e lukasa.Experience, to lukasa.EntityKey) lukasa.ID {
		e.Kind, e.Content = "fact", "Ana has to do with "+to.Name()
		e.Statement = &lukasa.Statement{Subject: "person:ana", Predicate: "knows", Entity: to}
		done, err := m.Retain(ctx, e)
		require.NoError(t, err)
		return done.ID
	}
	told(lukasa.Experience{}, "person:bo")
	old := told(lukasa.Experience{}, "person:cy")
	told(lukasa.Experience{ExpiresAt: now.Add(time.Hour)}, "person:di")
	told(lukasa.Experience{ValidTo: now.Add(time.Hour)}, "person:ed")
	told(lukasa.Experience{ValidFrom: now.Add(3 * time.Hour)}, "person:flo")
	require.NoError(t, m.PutRelation(ctx, lukasa.Relation{From: "person:ana", Type: "knows", To: "person:gus"}))
	known := func() (out []lukasa.EntityKey) {
		page, err := m.EntityPage(ctx, "person:ana")
		require.NoError(t, err)
		for _, r := range page.Relations {
			out = append(out, r.To)
		}
		return out
	}
	require.ElementsMatch(t, []lukasa.EntityKey{"person:bo", "person:cy", "person:di", "person:ed", "person:gus"}, known())
	_, err := m.Supersede(ctx, old, lukasa.Experience{Kind: "fact", Content: "They fell out"})
	require.NoError(t, err)
	require.ElementsMatch(t, []lukasa.EntityKey{"person:bo", "person:di", "person:ed", "person:gus"}, known())
	now = now.Add(time.Hour + time.Minute)
	require.ElementsMatch(t, []lukasa.EntityKey{"person:bo", "person:gus"}, known())
	now = now.Add(2 * time.Hour)
	require.ElementsMatch(t, []lukasa.EntityKey{"person:bo", "person:flo", "person:gus"}, known())
}

// TestOpinionsShowNothingHidden: what speaks for an opinion and against it is shown, archived
// or superseded as it may be, unless it has expired or is of other scopes than the asked ones
// (003-12).
func TestOpinionsShowNothingHidden(t *testing.T) {
	ctx := context.Background()
	now := asked
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	saw := func(e lukasa.Experience, words string) lukasa.Evidence {
		e.Kind, e.Content = "observation", words
		done, err := m.Retain(ctx, e)
		require.NoError(t, err)
		return lukasa.Evidence{ID: done.ID, Stance: "supports"}
	}
	brief := saw(lukasa.Experience{ExpiresAt: now.Add(time.Hour)}, "The pump stalled on Monday")
	private := saw(lukasa.Experience{Scopes: []string{"private"}}, "Ana swore at the pump")
	old := saw(lukasa.Experience{}, "The pump leaked in the cellar")
	plain := saw(lukasa.Experience{Scopes: []string{"work"}}, "The pump blew its fuse")
	_, err := m.Retain(ctx, lukasa.Experience{
		Kind: "opinion", Content: "The pump is unreliable", Evidence: []lukasa.Evidence{brief, private, old, plain},
	})
	require.NoError(t, err)
	_, err = m.Supersede(ctx, old.ID, lukasa.Experience{Kind: "observation", Content: "The cellar is dry"})
	require.NoError(t, err)
	shown := func(q lukasa.Query) (ids []lukasa.ID) {
		q.Text, q.Floor = "is the pump reliable?", new(float64)
		opinions, err := m.Opinions(ctx, q)
		require.NoError(t, err)
		require.Len(t, opinions, 1)
		for _, e := range opinions[0].For {
			ids = append(ids, e.ID)
		}
		return ids
	}
	require.Equal(t, []lukasa.ID{brief.ID, private.ID, old.ID, plain.ID}, shown(lukasa.Query{}))
	require.Equal(t, []lukasa.ID{brief.ID, old.ID, plain.ID}, shown(lukasa.Query{Scopes: []string{"work"}}))
	now = now.Add(2 * time.Hour)
	require.Equal(t, []lukasa.ID{private.ID, old.ID, plain.ID}, shown(lukasa.Query{}))
}

// 004-18: an answer becomes a context within its budget, pinned records in a
// section of their own.
func TestAnswerContext(t *testing.T) {
	ctx := context.Background()
	m, _ := conversation(t)
	_, err := m.Retain(ctx, lukasa.Experience{Kind: "preference", Content: "Always answer in English", Pinned: true})
	require.NoError(t, err)
	answer, err := m.Recall(ctx, lukasa.Query{Text: "which disk is full?", Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, answer.Pinned, 1)
	text := answer.Context(500)
	require.Contains(t, text, "Always answer in English")
	require.Contains(t, text, "web-3")
	small, err := answer.Prompt(lukasa.Prompt{Tokens: 60})
	require.NoError(t, err)
	require.LessOrEqual(t, small.Tokens, 60)
	require.Less(t, strings.Count(small.Text, "\n"), strings.Count(text, "\n"))
}
