package reflect_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// chatModel is what the model of a life knows of a session.
type chatModel struct {
	live    []schema.ID // messages that are not put away, oldest first
	away    []schema.ID // messages that are, under a summary
	summary schema.ID   // the live one, zero if there is none
	covers  []schema.ID // what that rests on
	past    []schema.ID // summaries that were superseded
}

func (k *chatModel) all() []schema.ID {
	out := slices.Concat(k.live, k.away, k.past)
	if k.summary != (schema.ID{}) {
		out = append(out, k.summary)
	}
	return out
}

func (u *lifeUnderTest) session(t *rapid.T) (string, *chatModel) {
	name := rapid.SampledFrom(slices.Sorted(maps.Keys(u.model.talks))).Draw(t, "session")
	return name, u.model.talks[name]
}

func (u *lifeUnderTest) say(t *rapid.T) {
	name, k := u.session(t)
	u.model.n++
	u.advance(time.Second)
	done, err := u.writer.Retain(context.Background(), schema.Experience{
		Agent: tutor, Kind: schema.KindMessage, Session: name, Message: &schema.Message{Role: "user"},
		Content: fmt.Sprintf("Gate %d of the %s opens at noon for vessel %d", u.model.n, name, 1000+u.model.n),
	})
	require.NoError(t, err)
	k.live = append(k.live, done.ID)
}

// summarise sums up a session: what no summary covers goes into the next one, which
// takes the place of the one before, and all messages but the last few are put away.
func (u *lifeUnderTest) summarise(t *rapid.T) {
	name, k := u.session(t)
	u.advance(time.Second)
	how := reflect.Session{Agent: tutor, Name: name, Now: true}
	done, err := u.Summarise(context.Background(), how)
	require.NoError(t, err)
	fresh := slices.DeleteFunc(slices.Clone(k.live), func(id schema.ID) bool { return slices.Contains(k.covers, id) })
	if len(fresh) == 0 {
		require.Empty(t, done)
		return
	}
	require.Len(t, done, 1)
	away := k.live[:max(0, len(k.live)-modelShown)]
	require.Equal(t, len(fresh), done[0].Records)
	require.Equal(t, len(away), done[0].Archived)
	require.Equal(t, k.summary, done[0].Supersedes)
	e := u.get(t, done[0].ID)
	for _, id := range slices.Concat(k.covers, fresh) {
		require.True(t, slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return ev.ID == id }), "nothing learned stands alone (R2)")
	}
	if k.summary != (schema.ID{}) {
		k.past = append(k.past, k.summary)
	}
	k.away, k.live = append(k.away, away...), slices.Clone(k.live[len(away):])
	k.rest(e)
	again, err := u.Summarise(context.Background(), how)
	require.NoError(t, err)
	require.Empty(t, again, "a second run changes nothing (R4)")
}

// rest makes a summary the live one.
func (k *chatModel) rest(e schema.Experience) {
	k.summary, k.covers = e.ID, nil
	for _, ev := range e.Evidence {
		k.covers = append(k.covers, ev.ID)
	}
}

// all lists every record that the model knows of, in order.
func (u *lifeUnderTest) all() []schema.ID {
	out := slices.Collect(maps.Keys(u.model.touched))
	for _, k := range u.model.talks {
		out = append(out, k.all()...)
	}
	slices.SortFunc(out, func(a, b schema.ID) int { return slices.Compare(a[:], b[:]) })
	return out
}

// forget forgets one record of any kind and state: it goes with all that was made of
// it, as a dry run said before, what is made anew stands in the place of that, and
// nothing that stays names anything that went (I8).
func (u *lifeUnderTest) forget(t *rapid.T) {
	ctx := context.Background()
	id := rapid.SampledFrom(u.all()).Draw(t, "forgotten")
	steward := reflect.NewSteward(u.store, u.writer, u.reader)
	how := reflect.Erasure{Agent: tutor, IDs: []schema.ID{id}, DryRun: true}
	planned, err := steward.Forget(ctx, how)
	require.NoError(t, err)
	u.get(t, id) // a dry run changes nothing
	how.DryRun = false
	receipt, err := steward.Forget(ctx, how)
	require.NoError(t, err)
	require.Equal(t, planned.Records, receipt.Records)
	require.Contains(t, receipt.Records, id)
	for _, gone := range receipt.Records {
		_, err := u.reader.Get(ctx, []string{tutor}, gone)
		require.ErrorIs(t, err, query.ErrNotFound)
		u.gone(gone)
		delete(u.model.touched, gone)
		for _, k := range u.model.talks {
			k.lose(gone)
		}
	}
	for _, made := range receipt.Resummarised {
		u.remade(t, u.get(t, made))
	}
	u.namesNone(t, receipt.Records)
}

func (k *chatModel) lose(id schema.ID) {
	other := func(x schema.ID) bool { return x == id }
	k.live, k.away = slices.DeleteFunc(k.live, other), slices.DeleteFunc(k.away, other)
	k.past, k.covers = slices.DeleteFunc(k.past, other), slices.DeleteFunc(k.covers, other)
	if k.summary == id {
		k.summary, k.covers = schema.ID{}, nil
	}
}

// remade takes into the model what was made anew of what is left.
func (u *lifeUnderTest) remade(t *rapid.T, e schema.Experience) {
	if e.Kind == schema.KindInsight {
		if e.Status.Live() {
			u.adopt(e)
		}
		u.model.touched[e.ID], u.model.confirmed[e.ID] = lastUse(e), e.Verification.Count
		return
	}
	require.Equal(t, schema.KindSummary, e.Kind)
	k := u.model.talks[e.Digest.Identifier]
	if k.summary != (schema.ID{}) {
		k.past = append(k.past, e.ID)
		return
	}
	k.rest(e)
}

// namesNone holds every record there is to naming none of those that went.
func (u *lifeUnderTest) namesNone(t *rapid.T, gone []schema.ID) {
	every := query.Filter{Agents: []string{tutor}, Statuses: []schema.Status{
		schema.StatusActive, schema.StatusSuperseded, schema.StatusInvalidated, schema.StatusArchived,
	}}
	for e, err := range u.reader.All(context.Background(), every) {
		require.NoError(t, err)
		named := append(slices.Clone(e.Supersedes), e.SupersededBy)
		for _, ev := range e.Evidence {
			named = append(named, ev.ID)
		}
		for _, id := range named {
			require.NotContains(t, gone, id, "%s names what was forgotten", e.ID)
		}
	}
}

// agreeOnTalks holds the sessions in the store to the model.
func (u *lifeUnderTest) agreeOnTalks(t *rapid.T) {
	for name, k := range u.model.talks {
		var messages, summaries []schema.ID
		for e, err := range u.reader.All(context.Background(), query.Filter{Agents: []string{tutor}, OldestFirst: true}) {
			require.NoError(t, err)
			switch {
			case e.Kind == schema.KindMessage && e.Session == name:
				messages = append(messages, e.ID)
			case e.Kind == schema.KindSummary && e.Digest.Identifier == name:
				summaries = append(summaries, e.ID)
			}
		}
		require.Equal(t, fmt.Sprint(k.live), fmt.Sprint(messages))
		var want []schema.ID
		if k.summary != (schema.ID{}) {
			want = append(want, k.summary)
		}
		require.Equal(t, fmt.Sprint(want), fmt.Sprint(summaries))
		for _, id := range slices.Concat(k.away, k.past) {
			require.False(t, u.get(t, id).Status.Live()) // put away, and reachable
		}
	}
}
