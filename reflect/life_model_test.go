package reflect_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// lifeModel is what a store with a keeper must look like: what is live, and what
// each record may still become.
type lifeModel struct {
	live      map[schema.ID]bool
	permanent map[schema.ID]bool
	expires   map[schema.ID]time.Time
	touched   map[schema.ID]time.Time
	confirmed map[schema.ID]int
	talks     map[string]*chatModel
	n         int
}

// newLifeModel is a life in which nothing happened yet.
func newLifeModel() lifeModel {
	return lifeModel{
		live: map[schema.ID]bool{}, permanent: map[schema.ID]bool{}, expires: map[schema.ID]time.Time{},
		touched: map[schema.ID]time.Time{}, confirmed: map[schema.ID]int{}, talks: map[string]*chatModel{"harbour": {}, "market": {}},
	}
}

// lifeUnderTest runs operations on a store and on the model.
type lifeUnderTest struct {
	*life
	model lifeModel
}

const (
	modelLimit = 6 // insights of a user
	modelAt    = 5
	modelTo    = 3
	modelShown = 2 // messages of a session that a summary leaves
)

func (u *lifeUnderTest) ids() []schema.ID {
	ids := make([]schema.ID, 0, len(u.model.live))
	for id := range u.model.live {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b schema.ID) int { return slices.Compare(a[:], b[:]) })
	return ids
}

func (u *lifeUnderTest) pick(t *rapid.T) schema.ID {
	return rapid.SampledFrom(u.ids()).Draw(t, "id")
}

func (u *lifeUnderTest) gone(id schema.ID) {
	delete(u.model.live, id)
	delete(u.model.expires, id)
}

// add takes in an insight that nothing else says. Its limits are the model's.
func (u *lifeUnderTest) add(t *rapid.T) {
	u.model.n++
	u.advance(time.Second)
	e := insightOf("minh", rapid.SampledFrom(schema.InsightCategories()).Draw(t, "category"),
		rapid.SampledFrom([]string{"Rule 13", "Rule 15"}).Draw(t, "topic"), distinct(u.model.n))
	e.Permanent = rapid.IntRange(0, 7).Draw(t, "permanent") == 0
	e.TTL = rapid.SampledFrom([]schema.TTL{"", "", schema.TTLDay, schema.TTLWeek}).Draw(t, "ttl")
	before := u.unexpired()
	done, err := u.AddInsight(context.Background(), e)
	free := 0
	for _, id := range before {
		if !u.model.permanent[id] {
			free++
		}
	}
	if len(before) >= modelLimit && free < len(before)+1-modelLimit {
		require.ErrorIs(t, err, reflect.ErrRefused)
		return
	}
	require.NoError(t, err)
	require.Equal(t, reflect.Added, done.Outcome)
	require.Len(t, done.Evicted, max(0, len(before)+1-modelLimit))
	for _, id := range done.Evicted {
		require.False(t, u.model.permanent[id], "a permanent one was evicted")
		for _, other := range before {
			if !u.model.permanent[other] && !slices.Contains(done.Evicted, other) {
				require.False(t, u.model.touched[other].Before(u.model.touched[id]), "not the one used longest ago")
			}
		}
		u.gone(id)
	}
	u.model.live[done.ID], u.model.permanent[done.ID], u.model.touched[done.ID] = true, e.Permanent, u.now()
	if at := e.TTL.ExpiresAt(u.now()); !at.IsZero() && !e.Permanent {
		u.model.expires[done.ID] = at
	}
}

// unexpired lists what is live and has not expired.
func (u *lifeUnderTest) unexpired() []schema.ID {
	return slices.DeleteFunc(u.ids(), func(id schema.ID) bool {
		at, ok := u.model.expires[id]
		return ok && at.Before(u.now())
	})
}

func (u *lifeUnderTest) touch(t *rapid.T) {
	id := u.pick(t)
	u.advance(time.Second)
	require.NoError(t, u.writer.Touch(context.Background(), tutor, id))
	u.model.touched[id] = u.now()
}

func (u *lifeUnderTest) verify(t *rapid.T) {
	id := u.pick(t)
	before := u.get(t, id)
	verdict := rapid.SampledFrom([]reflect.Verdict{reflect.Confirmed, reflect.Contradicted, reflect.Rejected}).Draw(t, "verdict")
	e, err := u.Verify(context.Background(), reflect.Review{Agent: tutor, ID: id, Version: before.Version, Verdict: verdict, By: "ana"})
	require.NoError(t, err)
	require.True(t, e.Confidence > 0 && e.Confidence < 1)
	if verdict == reflect.Confirmed {
		u.model.confirmed[id]++
		require.GreaterOrEqual(t, e.Confidence, before.Confidence)
	} else {
		require.LessOrEqual(t, e.Confidence, before.Confidence)
	}
	require.Equal(t, u.model.confirmed[id], e.Verification.Count)
	if verdict == reflect.Rejected {
		delete(u.model.live, id) // it stays where it was, out of answers
	}
}

func (u *lifeUnderTest) consolidate(t *rapid.T) {
	before := u.unexpired()
	done, err := u.Consolidate(context.Background(), reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	if len(before) < modelAt {
		require.Empty(t, done)
		return
	}
	for _, c := range done {
		require.Equal(t, len(before), c.Before)
		require.GreaterOrEqual(t, c.After, modelTo)
		for _, merge := range c.Merges {
			until := u.longest(merge.From)
			for _, id := range merge.From {
				require.False(t, u.model.permanent[id], "a permanent one was merged")
				u.gone(id)
			}
			merged := u.get(t, merge.ID)
			require.Equal(t, until, merged.ExpiresAt)
			u.adopt(merged)
		}
		for _, id := range c.Archived {
			require.False(t, u.model.permanent[id], "a permanent one was archived")
			u.gone(id)
		}
		require.Len(t, u.unexpired(), c.After)
	}
	again, err := u.Consolidate(context.Background(), reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	require.Empty(t, again, "a second run changes nothing (R4)")
}

// longest is when the last of some records expires; zero if one does not.
func (u *lifeUnderTest) longest(ids []schema.ID) (until time.Time) {
	for _, id := range ids {
		at, ok := u.model.expires[id]
		if !ok {
			return time.Time{}
		}
		if at.After(until) {
			until = at
		}
	}
	return until
}

// adopt takes what a merge made into the model.
func (u *lifeUnderTest) adopt(e schema.Experience) {
	u.model.live[e.ID] = true
	u.model.touched[e.ID] = lastUse(e)
	if !e.ExpiresAt.IsZero() {
		u.model.expires[e.ID] = e.ExpiresAt
	}
}

func lastUse(e schema.Experience) time.Time {
	if e.Usage.LastAccessed.After(e.Recorded) {
		return e.Usage.LastAccessed
	}
	return e.Recorded
}

func (u *lifeUnderTest) sweep(t *rapid.T) {
	var due []schema.ID
	for id, at := range u.model.expires {
		if at.Before(u.now()) {
			due = append(due, id)
		}
	}
	swept, err := u.Sweep(context.Background(), reflect.Sweep{Agent: tutor, Expired: "archive"})
	require.NoError(t, err)
	for _, id := range due {
		require.Contains(t, swept.Archived, id)
		u.gone(id)
	}
	again, err := u.Sweep(context.Background(), reflect.Sweep{Agent: tutor, Expired: "archive"})
	require.NoError(t, err)
	require.Zero(t, again.Reasons.Total(), "a second run changes nothing (R4)")
}

// agree holds the store to the model: the same insights are live, and every
// record there ever was is still there.
func (u *lifeUnderTest) agree(t *rapid.T) {
	var have []schema.ID
	for _, e := range u.insights(t, "minh") {
		have = append(have, e.ID)
	}
	slices.SortFunc(have, func(a, b schema.ID) int { return slices.Compare(a[:], b[:]) })
	require.Equal(t, fmt.Sprint(u.unexpired()), fmt.Sprint(have))
	for id := range u.model.touched {
		u.get(t, id) // originals stay reachable
	}
	u.agreeOnTalks(t)
}

// TestLifeModel runs random operations of a memory's life, restarts among them,
// on a store and on a model of it.
func TestLifeModel(t *testing.T) {
	fewerChecks(t, 10)
	root, cases := t.TempDir(), 0
	rapid.Check(t, func(t *rapid.T) {
		cases++
		u := &lifeUnderTest{life: newLife(filepath.Join(root, fmt.Sprint(cases))), model: newLifeModel()}
		u.open(t, nil)
		defer func() { require.NoError(t, u.store.Close()) }()
		require.NoError(t, reflect.SetConfig(context.Background(), u.store, reflect.Configure{Set: map[string]any{
			"insights.limit": modelLimit, "insights.consolidate_at": modelAt, "insights.consolidate_to": modelTo,
			"retrieval_limits.messages": modelShown,
		}}))
		always := []func(*rapid.T){u.add, u.add, u.add, u.consolidate, u.sweep, u.wait, u.restart, u.say, u.say, u.summarise}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			operations := always
			if len(u.model.live) > 0 {
				operations = append(slices.Clip(always), u.touch, u.verify)
			}
			if len(u.all()) > 0 {
				operations = append(slices.Clip(operations), u.forget)
			}
			rapid.SampledFrom(operations).Draw(t, "operation")(t)
			u.agree(t)
		}
		u.sound(t)
	})
}

func (u *lifeUnderTest) wait(t *rapid.T) {
	u.advance(time.Duration(rapid.IntRange(1, 96).Draw(t, "hours")) * time.Hour)
}

func (u *lifeUnderTest) restart(t *rapid.T) {
	require.NoError(t, u.store.Close())
	u.open(t, nil)
}
