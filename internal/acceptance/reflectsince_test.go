package acceptance

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// told retains a message that mentions Peter an hour after the one before.
func told(t *testing.T, m *lukasa.Memory, clock *testClock, words string, key lukasa.EntityKey) lukasa.ID {
	clock.advance(time.Hour)
	return retain(t, m, lukasa.Experience{
		Kind: schema.KindMessage, Content: words, Mentions: []lukasa.Mention{{Entity: key, Text: "Peter", Role: schema.RoleSubject}},
	})
}

// 003-17, 003-20, R4: a reflection moves an opinion by what was told since it was
// stated and since the moment asked for, says why, hears each record once, and
// changes nothing the second time.
func TestReflectSwaysOpinions(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	other, err := m.As("other")
	require.NoError(t, err)
	const peter = lukasa.EntityKey("person:peter")
	about := []lukasa.Mention{{Entity: peter, Text: "Peter", Role: schema.RoleSubject}}
	told(t, m, clock, "Peter does not like short replies in the chat", peter) // known when the opinion was stated
	clock.advance(time.Hour)
	opinion := stated(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: "Peter likes short replies in the chat.", Confidence: .8, Mentions: about}).ID
	first := told(t, m, clock, "Peter thanked for the short replies in our chat", peter)
	clock.advance(time.Hour)
	retain(t, m, lukasa.Experience{ // what was read out of it says nothing new
		Kind: schema.KindFact, Content: "Peter is thankful for short replies in the chat", Mentions: about,
		Evidence: []lukasa.Evidence{{ID: first, Stance: schema.StanceSupports}},
	})
	told(t, m, clock, "Does Peter like short replies in the chat?", peter)
	told(t, m, clock, "Peter went to Bristol", peter)
	told(t, other, clock, "Peter does not like short replies in the chat", peter)
	monday := clock.now()
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:pete", Name: "Pete"}))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: peter, Name: "Peter"}))
	_, err = m.MergeEntities(ctx, lukasa.Merging{Into: peter, From: "person:pete"})
	require.NoError(t, err)
	second := told(t, m, clock, "Peter does not like the short replies in the chat any more", "person:pete")

	digest := func() string {
		d, err := m.Digest(ctx)
		require.NoError(t, err)
		return d
	}
	reflect := func(r lukasa.Reflection) []lukasa.ReflectionChange {
		done, err := m.Reflect(ctx, r)
		require.NoError(t, err)
		return done.Changes
	}
	before := digest()
	require.Empty(t, reflect(lukasa.Reflection{Since: clock.now().Add(time.Hour)}), "nothing was told since")
	dry := reflect(lukasa.Reflection{Since: monday, DryRun: true})
	require.Equal(t, before, digest(), "a dry run changes nothing")

	done := reflect(lukasa.Reflection{Since: monday})
	require.Equal(t, []lukasa.ReflectionChange{{
		What: "opinion", ID: opinion, Text: "Peter likes short replies in the chat.",
		Reason: "0 records for it and 1 against it: confidence 0.77, was 0.80",
	}}, done)
	require.Equal(t, dry, done)
	require.Equal(t, "1 records for it and 0 against it: confidence 0.80, was 0.77", reflect(lukasa.Reflection{})[0].Reason)
	shown, err := m.ShowOpinion(ctx, opinion)
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{first}, idsOf(shown.For))
	require.Equal(t, []lukasa.ID{second}, idsOf(shown.Against))

	before = digest()
	require.Empty(t, reflect(lukasa.Reflection{Since: monday}))
	require.Empty(t, reflect(lukasa.Reflection{}))
	require.Equal(t, before, digest(), "a second run changes nothing")
	checked(t, m)
}

// 003-16, R4: with a moment, what nothing new was told of stays as it is: no
// session, entity, topic or user's insights from before are looked at.
func TestReflectSince(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	m, clock := openTest(t)
	deliveries := func(key lukasa.EntityKey, from int) {
		for i := range 12 {
			clock.advance(time.Hour)
			retain(t, m, lukasa.Experience{
				Kind: "event", Session: fmt.Sprint("day ", (from+i)/6), Mentions: []lukasa.Mention{{Entity: key}},
				Content: fmt.Sprintf("%s received delivery number %d and paid invoice %d in full.", key.Type(), from+i, 1000+from+i),
			})
		}
	}
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "customer:old", Name: "Old"}))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "customer:new", Name: "New"}))
	deliveries("customer:old", 0)
	clock.advance(time.Hour)
	since := clock.now()
	deliveries("customer:new", 100)
	done, err := m.Reflect(ctx, lukasa.Reflection{Since: since})
	require.NoError(t, err)
	require.Len(t, done.Changes, 1)
	require.Contains(t, done.Changes[0].Reason, "customer:new")
	done, err = m.Reflect(ctx, lukasa.Reflection{})
	require.NoError(t, err)
	require.Len(t, done.Changes, 1)
	require.Contains(t, done.Changes[0].Reason, "customer:old")
}
