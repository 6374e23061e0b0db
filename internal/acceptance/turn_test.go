package acceptance

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/schema"
)

// TestReplyOfThePast: a conversation that is told later has the times at which it went on,
// its replies as well as its messages, and stands in that order (004-05).
func TestReplyOfThePast(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	began := clock.now().AddDate(-1, 0, 0)
	var said []lukasa.ID
	for i, text := range []string{"Where did the Opera sing?", "And when was that?"} {
		at := began.Add(time.Duration(i) * time.Hour)
		turn, err := m.Turn(ctx, lukasa.Message{Session: "s", User: "ana", Text: text, Time: at})
		require.NoError(t, err)
		reply, err := m.ReplyWith(ctx, lukasa.Reply{
			To: turn.ID, Text: "I do not know " + text, Time: at.Add(time.Minute), Metadata: schema.Metadata{"line": "7"},
		})
		require.NoError(t, err)
		got, err := m.Get(ctx, reply.ID)
		require.NoError(t, err)
		require.Equal(t, at.Add(time.Minute), got.Time)
		require.Equal(t, schema.Metadata{"line": "7"}, got.Metadata)
		said = append(said, turn.ID, reply.ID)
	}
	now, err := m.Reply(ctx, said[2], "Yesterday.")
	require.NoError(t, err)
	got, err := m.Get(ctx, now.ID)
	require.NoError(t, err)
	require.Equal(t, clock.now(), got.Time)

	order := everything(t, m, lukasa.Filter{Kinds: []lukasa.Kind{schema.KindMessage}, OldestFirst: true})
	require.Equal(t, append(said, now.ID), idsOf(order))
	require.NoError(t, m.Flush(ctx))
	require.Zero(t, m.Progress().Skipped)
	require.Len(t, episodesOf(t, m), 2)
	for _, e := range episodesOf(t, m) {
		require.Len(t, e.Evidence, len(e.Source.MessageIDs))
		require.True(t, e.Time.Before(began.AddDate(0, 1, 0)))
	}
}

// TestForgettingHalfAnExchange purges a message, or only its reply: the other
// half stays, the episode is told anew from it, and no byte of what went is left
// in any file (I9, 900-07).
func TestForgettingHalfAnExchange(t *testing.T) {
	for _, tt := range []struct {
		name, said, answered, stays string
		question                    bool // the message goes
	}{
		{"message", "Where did the " + canary + " sing?", "It sang in the Opera of Essen.", "Opera of Essen", true},
		{"reply", "Where did the Opera sing?", "The " + canary + " sang there.", "Where did the Opera sing?", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			dir := t.TempDir()
			m, err := lukasa.Open(ctx, dir, plain, lukasa.WithClock(newClock().now), lukasa.WithIDs(countedIDs()), lukasa.WithSeed(1))
			require.NoError(t, err)
			defer m.Close()
			turn, err := m.Turn(ctx, lukasa.Message{Session: "s", User: "ana", Text: tt.said})
			require.NoError(t, err)
			reply, err := m.Reply(ctx, turn.ID, tt.answered)
			require.NoError(t, err)
			require.NoError(t, m.Flush(ctx))
			before := episodesOf(t, m)
			require.Len(t, before, 1)
			require.Contains(t, before[0].Content, canary)
			require.NotEmpty(t, filesWith(t, dir))

			goes, stays := turn.ID, reply.ID
			if !tt.question {
				goes, stays = stays, goes
			}
			r, err := m.Erase(ctx, lukasa.Erasure{IDs: []lukasa.ID{goes}, Purge: true})
			require.NoError(t, err)
			require.Equal(t, []lukasa.ID{before[0].ID}, r.Summaries)
			require.Empty(t, filesWith(t, dir))

			after := episodesOf(t, m)
			require.Len(t, after, 1)
			require.Equal(t, r.Resummarised, []lukasa.ID{after[0].ID})
			require.Contains(t, after[0].Content, tt.stays)
			require.Equal(t, []lukasa.Evidence{{ID: stays, Stance: schema.StanceSummarises}}, after[0].Evidence)
			require.Equal(t, []string{stays.String()}, after[0].Source.MessageIDs)
			require.Equal(t, tt.question, len(after[0].Episode.Queries) == 0, "what was asked goes with the question")
			checked(t, m)
		})
	}
}

// TestPurgeTakesEpisodes: where nobody sums up anew, a purge of a message takes
// the episode along that quotes it (I9).
func TestPurgeTakesEpisodes(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, plain, lukasa.WithClock(newClock().now), lukasa.WithSeed(1))
	require.NoError(t, err)
	defer m.Close()
	turn, err := m.Turn(ctx, lukasa.Message{Session: "s", Text: "Who is the " + canary + "?"})
	require.NoError(t, err)
	_, err = m.Reply(ctx, turn.ID, "Nobody knows.")
	require.NoError(t, err)
	require.NoError(t, m.Flush(ctx))
	_, err = experience.New(inside.Store(m)).Forget(ctx, lukasa.Forget{Agent: m.Agent(), IDs: []lukasa.ID{turn.ID}, Purge: true})
	require.NoError(t, err)
	require.Empty(t, episodesOf(t, m))
	require.Empty(t, filesWith(t, dir))
}

// TestEpisodeHoldsDomainFacts: what the user's own database was asked for a question,
// and what it said, stands in the episode of the exchange (004-05, 004-11, 004-19).
func TestEpisodeHoldsDomainFacts(t *testing.T) {
	_, db := domainDB(t)
	m, _ := openTest(t, lukasa.WithDatabase(db))
	loadDomain(t, m)
	gaiMedia(t, m)
	ctx := context.Background()
	turn, err := m.Turn(ctx, lukasa.Message{Session: "s", User: "ana", Text: "Which invoices are open for Gai Media?"})
	require.NoError(t, err)
	require.NotEmpty(t, turn.Answer.Grounded)
	require.NoError(t, m.Flush(ctx))
	episodes := episodesOf(t, m)
	require.Len(t, episodes, 1)
	require.Contains(t, strings.Join(episodes[0].Episode.Facts, "\n"), "amount = 1250.5")
	want := []string{turn.Message.Text}
	for _, g := range turn.Answer.Grounded {
		require.Contains(t, g.Query, `FROM "customers"`)
		want = append(want, g.Query)
	}
	require.Equal(t, want, episodes[0].Episode.Queries)
}

func episodesOf(t *testing.T, m *lukasa.Memory) (out []lukasa.Experience) {
	t.Helper()
	for e, err := range m.All(context.Background(), lukasa.Filter{Kinds: []schema.Kind{schema.KindEpisode}}) {
		require.NoError(t, err)
		out = append(out, e)
	}
	return out
}
