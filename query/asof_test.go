package query_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestAsOf drives a fact through a random history and asks for it on both axes
// of time: what the store knew at a moment, and what was true at one.
func TestAsOf(t *testing.T) {
	ctx := context.Background()
	now, histories := asked, 0
	all := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	rapid.Check(t, func(rt *rapid.T) {
		histories++
		m, err := all.As(fmt.Sprintf("history-%d", histories))
		require.NoError(rt, err)
		start := now
		var ids []lukasa.ID
		var learned, began []time.Time
		steps := rapid.IntRange(1, 6).Draw(rt, "versions")
		for i := range steps {
			now = now.Add(time.Duration(rapid.IntRange(1, 20).Draw(rt, "days")) * 24 * time.Hour)
			e := lukasa.Experience{
				Kind: "fact", Content: fmt.Sprintf("The harbour fee is %d euros.", 100+i), Time: now.Add(-time.Hour), ValidFrom: now.Add(-time.Hour),
			}
			if i > 0 {
				e.Supersedes = ids[i-1 : i]
			}
			done, err := m.Retain(ctx, e)
			require.NoError(rt, err)
			ids, learned, began = append(ids, done.ID), append(learned, now), append(began, e.ValidFrom)
		}
		now = now.AddDate(0, 0, 130)
		at := start.Add(time.Duration(rapid.IntRange(0, 130).Draw(rt, "at")) * 24 * time.Hour)
		require.Equal(rt, lastBefore(ids, learned, at), feesOf(rt, m, lukasa.Query{KnownAt: at}), "known at")
		require.Equal(rt, lastBefore(ids, began, at), feesOf(rt, m, lukasa.Query{TrueAt: at}), "true at")
		require.Equal(rt, ids[steps-1:], feesOf(rt, m, lukasa.Query{}), "now")
	})
}

// lastBefore returns the last id whose moment is not after at.
func lastBefore(ids []lukasa.ID, moments []time.Time, at time.Time) []lukasa.ID {
	out := []lukasa.ID{}
	for i, m := range moments {
		if !m.After(at) {
			out = []lukasa.ID{ids[i]}
		}
	}
	return out
}

func feesOf(t require.TestingT, m *lukasa.Memory, q lukasa.Query) []lukasa.ID {
	q.Text, q.Floor = "What is the harbour fee?", new(float64)
	a, err := m.Recall(context.Background(), q)
	require.NoError(t, err)
	ids := []lukasa.ID{}
	for _, h := range a.Hits {
		ids = append(ids, h.Record.ID)
	}
	return ids
}

// TestKnownAtShowsWhatWasSaid: a record corrected in place appears as it was,
// and one forgotten since does not come back.
func TestKnownAtShowsWhatWasSaid(t *testing.T) {
	ctx := context.Background()
	now := asked.AddDate(0, 0, -10)
	before := now.Add(time.Hour)
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	fee, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The harbour fee is 90 euros."})
	require.NoError(t, err)
	gone, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The harbour fee is paid in Altona."})
	require.NoError(t, err)
	now = asked
	text := "The harbour fee is 95 euros."
	_, err = m.Update(ctx, fee.ID, 0, lukasa.Patch{Content: &text})
	require.NoError(t, err)
	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{gone.ID}})
	require.NoError(t, err)

	a, err := m.Recall(ctx, lukasa.Query{Text: "harbour fee", KnownAt: before})
	require.NoError(t, err)
	require.Len(t, a.Hits, 1)
	require.Equal(t, "The harbour fee is 90 euros.", a.Hits[0].Record.Content)
	a, err = m.Recall(ctx, lukasa.Query{Text: "harbour fee"})
	require.NoError(t, err)
	require.Equal(t, text, a.Hits[0].Record.Content)
}

// TestPinnedAsOf: the pinned records of an answer are those of the moments that
// it is about, as hits are.
func TestPinnedAsOf(t *testing.T) {
	ctx := context.Background()
	now := asked.AddDate(0, -6, 0)
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	rule, err := m.Retain(ctx, lukasa.Experience{Kind: "preference", Content: "Answer in English.", Pinned: true})
	require.NoError(t, err)
	later, err := m.Retain(ctx, lukasa.Experience{Kind: "preference", Content: "Sign with initials."})
	require.NoError(t, err)
	now = asked.AddDate(0, -3, 0)
	between := now.Add(-time.Hour)
	yes := true
	_, err = m.Update(ctx, later.ID, 0, lukasa.Patch{Pinned: &yes})
	require.NoError(t, err)
	successor, err := m.Supersede(ctx, rule.ID, lukasa.Experience{Kind: "preference", Content: "Answer in Vietnamese.", Pinned: true})
	require.NoError(t, err)
	now = asked
	pinned := func(q lukasa.Query) (ids []lukasa.ID) {
		q.Text = "harbour fee"
		a, err := m.Recall(ctx, q)
		require.NoError(t, err)
		for _, e := range a.Pinned {
			ids = append(ids, e.ID)
		}
		return ids
	}
	require.ElementsMatch(t, []lukasa.ID{successor.ID, later.ID}, pinned(lukasa.Query{}))
	require.Equal(t, []lukasa.ID{rule.ID}, pinned(lukasa.Query{KnownAt: between}))
	require.ElementsMatch(t, []lukasa.ID{rule.ID, later.ID}, pinned(lukasa.Query{TrueAt: between}))
	require.Empty(t, pinned(lukasa.Query{KnownAt: asked.AddDate(-1, 0, 0)}))
}

// TestPinnedInScopes: the pinned records of an answer are of the asked scopes, whether a
// field of the question names these or its words do.
func TestPinnedInScopes(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	pinned := func(words string, scopes ...string) lukasa.ID {
		done, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: words, Pinned: true, Scopes: scopes})
		require.NoError(t, err)
		return done.ID
	}
	ops, code, all := pinned("The vault opens at nine.", "ops"), pinned("Two people review.", "code"), pinned("Answer in English.")
	for words, want := range map[string][]lukasa.ID{
		"scope:code vault": {code, all}, "scope:code,ops vault": {ops, code, all}, "-scope:ops vault": {code, all},
		"scope:code scope:ops -scope:ops vault": {code, all}, "vault": {ops, code, all},
	} {
		q, err := lukasa.ParseQuery(words, asked)
		require.NoError(t, err)
		a, err := m.Recall(ctx, q)
		require.NoError(t, err)
		var shown []lukasa.ID
		for _, e := range a.Pinned {
			shown = append(shown, e.ID)
		}
		require.ElementsMatch(t, want, shown, words)
		for _, h := range a.Hits {
			require.Contains(t, want, h.Record.ID, words)
		}
	}
}

// TestSimilarNextIsLive: what followed a precedent is not shown once it has been
// superseded, has expired or lies outside the scopes, nor is a stranger to it
// where there is no session (900-08).
func TestSimilarNextIsLive(t *testing.T) {
	ctx := context.Background()
	now := asked
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	record := func(minute int, action, session string, change func(*lukasa.Experience)) lukasa.ID {
		e := lukasa.Experience{
			Kind: "experience", Context: "After hour " + action, Action: action, Outcome: "noted", Session: session,
			Time: asked.Add(time.Duration(minute-60) * time.Minute),
		}
		if change != nil {
			change(&e)
		}
		done, err := m.Retain(ctx, e)
		require.NoError(t, err)
		return done.ID
	}
	flood := func(e *lukasa.Experience) { e.Context = "The cellar of the depot is flooded" }
	record(0, "pumped it dry", "night", flood)
	old := record(1, "called the plumber", "night", nil)
	record(2, "put up a fan", "night", func(e *lukasa.Experience) { e.ExpiresAt = asked.Add(time.Hour) })
	record(3, "told the tenants", "night", func(e *lukasa.Experience) { e.Scopes = []string{"domain:letting"} })
	last := record(4, "ordered a pump", "night", nil)
	next := func(s lukasa.Situation) *lukasa.Experience {
		s.Text = "The cellar of the depot is flooded"
		p, err := m.Similar(ctx, s)
		require.NoError(t, err)
		for _, o := range p.Options {
			if o.Action == "pumped it dry" {
				return o.Precedents[0].Next
			}
		}
		require.Fail(t, "the precedent is missing")
		return nil
	}
	require.Equal(t, old, next(lukasa.Situation{}).ID)
	_, err := m.Supersede(ctx, old, lukasa.Experience{
		Kind: "experience", Context: "After hour ten", Action: "called two plumbers", Outcome: "noted", Time: asked.Add(-time.Minute),
	})
	require.NoError(t, err)
	require.Equal(t, "put up a fan", next(lukasa.Situation{}).Action)
	now = asked.Add(2 * time.Hour)
	require.Equal(t, "told the tenants", next(lukasa.Situation{}).Action)
	require.Equal(t, last, next(lukasa.Situation{Scopes: []string{"domain:works"}}).ID)

	record(5, "bailed with buckets", "", func(e *lukasa.Experience) { e.Context = "The attic of the mill is leaking" })
	record(6, "went home", "", nil)
	p, err := m.Similar(ctx, lukasa.Situation{Text: "The attic of the mill is leaking"})
	require.NoError(t, err)
	require.NotEmpty(t, p.Options)
	require.Nil(t, p.Options[0].Precedents[0].Next)
}

// TestSupersededWithoutValidity: a record that replaces another and does not say
// since when it holds, holds since it happened.
func TestSupersededWithoutValidity(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	old, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The harbour fee is 90 euros.", Time: asked.AddDate(0, -6, 0)})
	require.NoError(t, err)
	fresh, err := m.Supersede(ctx, old.ID, lukasa.Experience{Kind: "fact", Content: "The harbour fee is 95 euros.", Time: asked.AddDate(0, -1, 0)})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{old.ID}, feesOf(t, m, lukasa.Query{TrueAt: asked.AddDate(0, -3, 0)}))
	require.Equal(t, []lukasa.ID{fresh.ID}, feesOf(t, m, lukasa.Query{TrueAt: asked.AddDate(0, 0, -3)}))
}

// TestRecallSeesWhatWasRetained right after Retain returns, forgotten right
// after Forget.
func TestRecallSeesWhatWasRetained(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	for i := range 30 {
		name := fmt.Sprintf("Kirchweg%d", i)
		done, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The depot stands at " + name + "."})
		require.NoError(t, err)
		a, err := m.Recall(ctx, lukasa.Query{Text: "depot at " + name})
		require.NoError(t, err)
		require.NotEmpty(t, a.Hits, name)
		require.Equal(t, done.ID, a.Hits[0].Record.ID)
		if i%3 > 0 {
			continue
		}
		_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{done.ID}})
		require.NoError(t, err)
		a, err = m.Recall(ctx, lukasa.Query{Text: "depot at " + name, Floor: new(float64), K: 100})
		require.NoError(t, err)
		for _, h := range a.Hits {
			require.NotEqual(t, done.ID, h.Record.ID)
		}
	}
}

// TestThenIncludesAging: a record that was marked as aging counts in what is asked as of a
// moment, as it does now (004-17).
func TestThenIncludesAging(t *testing.T) {
	now := asked
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	fee, err := m.Retain(t.Context(), lukasa.Experience{Kind: "fact", Content: "The harbour fee is 90 euros."})
	require.NoError(t, err)
	aging := schema.StatusAging
	_, err = m.Update(t.Context(), fee.ID, 0, lukasa.Patch{Status: &aging})
	require.NoError(t, err)
	now = now.Add(time.Hour)
	for _, at := range []lukasa.Moment{{}, {KnownAt: now}, {TrueAt: now}} {
		found, err := lukasa.Collect(m.AllThen(t.Context(), lukasa.Filter{}, at))
		require.NoError(t, err)
		require.Len(t, found, 1, at)
	}
}

// TestKnownAtBeforeItExpired: what a memory held at a moment is judged by that moment: what
// expired since was there, swept or not, and what had expired by then was not (000-25).
func TestKnownAtBeforeItExpired(t *testing.T) {
	ctx := context.Background()
	now := asked
	m := openLife(t, t.TempDir(), lukasa.WithClock(func() time.Time { return now }))
	fee, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The harbour fee is 90 euros.", TTL: schema.TTLDay, Pinned: true})
	require.NoError(t, err)
	held, over := now.Add(time.Hour), now.Add(48*time.Hour)
	now = now.Add(72 * time.Hour)
	at := func(at time.Time) (ids []lukasa.ID) {
		a, err := m.Recall(ctx, lukasa.Query{Text: "What is the harbour fee?", KnownAt: at, Floor: new(float64)})
		require.NoError(t, err)
		for _, e := range a.Pinned { // it is pinned, and so no hit as well
			ids = append(ids, e.ID)
		}
		found, err := lukasa.Collect(m.AllThen(ctx, lukasa.Filter{}, lukasa.Moment{KnownAt: at}))
		require.NoError(t, err)
		require.Len(t, found, len(ids))
		hits := feesOf(t, m, lukasa.Query{KnownAt: at})
		return append(ids, hits...)
	}
	for _, swept := range []bool{false, true} {
		require.Equal(t, []lukasa.ID{fee.ID}, at(held), swept)
		require.Empty(t, at(over), swept)
		_, err := m.Sweep(ctx, lukasa.Sweep{Expired: "archive"})
		require.NoError(t, err)
	}
}
