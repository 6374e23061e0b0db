package reflect_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// exchange is what is said over and over in source design 001, section 6.2, each
// time with another case.
var exchange = [][2]string{
	{"user", "What is Rule 15, for case %d?"},
	{"assistant", "Rule 15 covers the crossing situation of vessels in case %d: the vessel which has the other on her starboard side gives way."},
	{"user", "Thanks! In case %d I learn better from a real example than from theory."},
	{"assistant", "You are welcome, that was case %d."},
}

// say stores messages of a session until they come to that many tokens.
func (l *life) say(t require.TestingT, session string, tokens int) (ids []schema.ID) {
	for i := 0; tokens > 0; i++ {
		said := exchange[i%len(exchange)]
		l.advance(time.Second)
		e := schema.Experience{
			Agent: tutor, Kind: schema.KindMessage, Session: session, Content: fmt.Sprintf(said[1], i/len(exchange)),
			Message: &schema.Message{User: "minh", Role: said[0]},
		}
		done, err := l.writer.Retain(context.Background(), e)
		require.NoError(t, err)
		ids = append(ids, done.ID)
		tokens -= prompt.Estimate(said[0] + ": " + e.Content)
	}
	return ids
}

func (l *life) summarise(t require.TestingT, session string) []reflect.Summarised {
	done, err := l.Summarise(context.Background(), reflect.Session{Agent: tutor, Name: session})
	require.NoError(t, err)
	return done
}

// TestSessionOf4500Tokens sums up the session of source design 001 (001-14): a
// summary of at most 500 tokens, with its key topics; the messages are put away
// under it, all but the last five.
func TestSessionOf4500Tokens(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	ids := l.say(t, "s1", 4500)
	dry, err := l.Summarise(ctx, reflect.Session{Agent: tutor, DryRun: true})
	require.NoError(t, err)
	done := l.summarise(t, "s1")
	require.Len(t, done, 1)
	require.Equal(t, dry[0].Text, done[0].Text)
	require.GreaterOrEqual(t, done[0].Tokens, 4500)
	require.Equal(t, len(ids), done[0].Records)
	require.Equal(t, len(ids)-5, done[0].Archived)

	e := l.get(t, done[0].ID)
	require.Equal(t, schema.KindSummary, e.Kind)
	require.LessOrEqual(t, prompt.Estimate(e.Content), 500)
	require.Contains(t, e.Content, "starboard side")
	require.Contains(t, e.Tags, "Rule 15")
	require.Equal(t, "session_window", e.Digest.Scope)
	require.Equal(t, []string{"s1"}, e.Digest.Sessions)
	require.Equal(t, "minh", e.Digest.User)
	require.NotEmpty(t, e.Digest.KeyFacts)
	require.Equal(t, l.get(t, ids[0]).Time, e.Digest.From)
	require.Equal(t, l.get(t, ids[len(ids)-1]).Time, e.Digest.To)
	require.Len(t, e.Evidence, len(ids))
	require.Equal(t, schema.StanceSummarises, e.Evidence[0].Stance)
	for i, id := range ids {
		require.Equal(t, i < len(ids)-5, l.get(t, id).Status == schema.StatusArchived, "message %d of %d", i, len(ids))
	}
	require.Empty(t, l.summarise(t, "s1"), "a second run changes nothing (R4)")
	l.sound(t)
}

// TestDaysAreNotSummedUp leaves alone what was said in no session until the day is named: nobody said that it is over.
func TestDaysAreNotSummedUp(t *testing.T) {
	l := openLife(t, nil)
	ids := l.say(t, "", 4500)
	require.Empty(t, l.summarise(t, ""))
	day := l.get(t, ids[0]).Session
	require.Equal(t, "day 2025-12-12 minh", day)
	require.Len(t, l.summarise(t, day), 1)
}

// TestSessionGoesOn sums up again when as much was said anew: the new summary
// takes the place of the old one and covers both (004-09).
func TestSessionGoesOn(t *testing.T) {
	l := openLife(t, nil)
	first := l.say(t, "s1", 4000)
	one := l.summarise(t, "s1")[0]
	l.say(t, "s1", 3900)
	require.Empty(t, l.summarise(t, "s1"), "3,900 tokens since: not yet")
	l.say(t, "s1", 200)
	two := l.summarise(t, "s1")
	require.Len(t, two, 1)
	require.Equal(t, one.ID, two[0].Supersedes)
	require.Equal(t, schema.StatusSuperseded, l.get(t, one.ID).Status)
	e := l.get(t, two[0].ID)
	require.Equal(t, l.get(t, first[0]).Time, e.Digest.From)
	require.Greater(t, len(e.Evidence), two[0].Records+len(first))
	l.sound(t)
}

// TestSessionMessagesPolicy keeps or forgets messages as the setting says
// (001-14): what is forgotten is gone, and the summary stays.
func TestSessionMessagesPolicy(t *testing.T) {
	for _, policy := range []string{"keep", "forget"} {
		t.Run(policy, func(t *testing.T) {
			l := openLife(t, nil)
			ctx := context.Background()
			require.NoError(t, reflect.SetConfig(ctx, l.store, reflect.Configure{
				Agent: tutor, Set: map[string]any{"sessions.messages": policy, "sessions.token_limit": 500},
			}))
			ids := l.say(t, "s1", 600)
			done := l.summarise(t, "s1")
			require.Len(t, done, 1)
			_, err := l.reader.Get(ctx, []string{tutor}, ids[0])
			if policy == "keep" {
				require.NoError(t, err)
				require.Equal(t, schema.StatusActive, l.get(t, ids[0]).Status)
			} else {
				require.ErrorIs(t, err, query.ErrNotFound)
				require.Equal(t, len(ids)-5, done[0].Forgotten)
			}
			l.get(t, ids[len(ids)-1])
			l.get(t, done[0].ID)
			require.Empty(t, l.summarise(t, "s1"))
			l.say(t, "s1", 600)
			require.Len(t, l.summarise(t, "s1"), 1)
			require.Empty(t, l.summarise(t, "s1"))
			l.sound(t)
		})
	}
}

// TestForgettingASession forgets the summary with the last message it rests on
// (I8).
func TestForgettingASession(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	l.say(t, "s1", 4200)
	done := l.summarise(t, "s1")
	f := forgetOf()
	f.Session = "s1"
	_, err := l.writer.Forget(ctx, f)
	require.NoError(t, err)
	_, err = l.reader.Get(ctx, []string{tutor}, done[0].ID)
	require.ErrorIs(t, err, query.ErrNotFound)
}

// TestSummaryScopes never shows a summary where one of its sources may not be
// seen.
func TestSummaryScopes(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	for i, scope := range []string{"", "team:a", "team:b"} {
		e := schema.Experience{
			Agent: tutor, Kind: schema.KindMessage, Session: "s1", Content: fmt.Sprintf("The plan of ship %d is signed by Ana", i), Message: &schema.Message{Role: "user"},
		}
		if scope != "" {
			e.Scopes = []string{scope}
		}
		_, err := l.writer.Retain(ctx, e)
		require.NoError(t, err)
	}
	done, err := l.Summarise(ctx, reflect.Session{Agent: tutor, Name: "s1", Now: true})
	require.NoError(t, err)
	for _, scope := range []string{"team:a", "team:b"} {
		page, err := l.reader.Find(ctx, query.Filter{Agents: []string{tutor}, Kinds: []schema.Kind{schema.KindSummary}, Scopes: []string{scope}})
		require.NoError(t, err)
		require.Empty(t, page.Items)
	}
	require.NotEmpty(t, l.get(t, done[0].ID).Scopes)
}

// TestSummaryWithModel lets a model word the summary, and does without it when
// it fails.
func TestSummaryWithModel(t *testing.T) {
	model := &scripted{summary: llm.Summary{
		Text: "User asked about Rule 15.", Topics: []string{"Rule 15", "Give-way vessel"}, Points: []llm.Point{{Text: "Learns from examples.", Passages: []int{2}}},
	}}
	l := openLife(t, model)
	l.say(t, "s1", 4200)
	e := l.get(t, l.summarise(t, "s1")[0].ID)
	require.Equal(t, "User asked about Rule 15.", e.Content)
	require.Equal(t, []string{"Rule 15", "Give-way vessel"}, e.Tags)
	require.Equal(t, []string{"Learns from examples."}, e.Digest.KeyFacts)
	require.Equal(t, "scripted", e.Source.CreatedBy)
	model.err = errors.New("no answer")
	l.say(t, "s2", 4200)
	require.Equal(t, "digest", l.get(t, l.summarise(t, "s2")[0].ID).Source.CreatedBy)
}

// TestAcrossSessions sums up what many sessions told of an entity and of a topic
// (004-09, 004-20), once, and anew when as much was said again.
func TestAcrossSessions(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	tell := func(from, to int) {
		for i := from; i < to; i++ {
			l.advance(time.Minute)
			_, err := l.writer.Retain(ctx, schema.Experience{
				Agent: tutor, Kind: schema.KindObservation, Session: fmt.Sprint("s", i%3), Content: fmt.Sprintf("Gai Media moved delivery %d to %s", i, distinct(i)),
				Mentions: []schema.Mention{{Entity: "customer:gai-media"}},
			})
			require.NoError(t, err)
		}
	}
	across := func() []reflect.Summarised {
		done, err := l.SummariseAcross(ctx, tutor, false)
		require.NoError(t, err)
		return done
	}
	tell(0, 11)
	require.Empty(t, across(), "eleven records are not enough")
	tell(11, 12)
	done := across()
	require.Len(t, done, 1)
	require.Equal(t, "entity", done[0].Scope)
	e := l.get(t, done[0].ID)
	require.Equal(t, "customer:gai-media", e.Digest.Identifier)
	require.ElementsMatch(t, []string{"s0", "s1", "s2"}, e.Digest.Sessions)
	require.Len(t, e.Evidence, 12)
	require.Empty(t, across(), "a second run changes nothing (R4)")
	tell(12, 24)
	again := across()
	require.Len(t, again, 1)
	require.Equal(t, e.ID, again[0].Supersedes)

	for i := range 3 {
		l.say(t, fmt.Sprint("lesson ", i), 4200)
	}
	_, err := l.Summarise(ctx, reflect.Session{Agent: tutor})
	require.NoError(t, err)
	topics := across()
	require.NotEmpty(t, topics)
	identifiers := []string{}
	for _, s := range topics {
		require.Equal(t, "topic", s.Scope)
		identifiers = append(identifiers, s.Identifier)
	}
	require.Contains(t, identifiers, "Rule 15")
	require.Empty(t, across())
	l.sound(t)
}

// TestEndSession ends what was to live as long as its session (000-16), and a
// sweep archives or forgets it.
func TestEndSession(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	keep := func(session string, ttl schema.TTL, permanent bool) schema.ID {
		done, err := l.writer.Retain(ctx, schema.Experience{
			Agent: tutor, Kind: schema.KindContext, Session: session, Content: fmt.Sprint(session, ttl, permanent), TTL: ttl, Permanent: permanent,
		})
		require.NoError(t, err)
		return done.ID
	}
	id := keep("s1", schema.TTLSession, false)
	others := []schema.ID{keep("s2", schema.TTLSession, false), keep("s1", schema.TTLNever, false), keep("s1", schema.TTLSession, true)}
	n, err := l.EndSession(ctx, tutor, "s1")
	require.NoError(t, err)
	require.Equal(t, 1, n)
	n, err = l.EndSession(ctx, tutor, "s1")
	require.NoError(t, err)
	require.Zero(t, n, "a second end changes nothing")
	swept, err := l.Sweep(ctx, reflect.Sweep{Agent: tutor})
	require.NoError(t, err)
	require.Equal(t, []schema.ID{id}, swept.Forgotten)
	require.Equal(t, reflect.Reasons{Session: 1}, swept.Reasons)
	for _, id := range others {
		l.get(t, id)
	}
}

// TestSweep archives, forgets or purges what has expired, by reason, when the
// clock says so and not before (000-16, 000-25).
func TestSweep(t *testing.T) {
	for _, policy := range []string{"archive", "forget", "purge"} {
		t.Run(policy, func(t *testing.T) {
			l := openLife(t, nil)
			ctx := context.Background()
			var ids []schema.ID
			for i, ttl := range []schema.TTL{schema.TTLDay, schema.TTLWeek, "", schema.TTLNever} {
				e := schema.Experience{Agent: tutor, Kind: schema.KindContext, Content: fmt.Sprint("note ", i), TTL: ttl}
				if ttl == "" {
					e.ExpiresAt = l.now().Add(36 * time.Hour)
				}
				done, err := l.writer.Retain(ctx, e)
				require.NoError(t, err)
				ids = append(ids, done.ID)
			}
			sweep := func(dry bool) reflect.Swept {
				swept, err := l.Sweep(ctx, reflect.Sweep{Agent: tutor, Expired: policy, DryRun: dry})
				require.NoError(t, err)
				return swept
			}
			require.Zero(t, sweep(false).Reasons.Total())
			l.advance(25 * time.Hour)
			require.Equal(t, reflect.Reasons{Day: 1}, sweep(true).Reasons)
			swept := sweep(false)
			require.Equal(t, reflect.Reasons{Day: 1}, swept.Reasons)
			require.Equal(t, []schema.ID{ids[0]}, append(swept.Archived, swept.Forgotten...))
			require.Zero(t, sweep(false).Reasons.Total(), "a second run changes nothing (R4)")
			l.advance(30 * 24 * time.Hour)
			require.Equal(t, reflect.Reasons{Week: 1, Dated: 1}, sweep(false).Reasons)
			_, err := l.reader.Get(ctx, []string{tutor}, ids[0])
			if policy == "archive" {
				require.NoError(t, err)
				require.Equal(t, schema.StatusArchived, l.get(t, ids[0]).Status)
				require.Contains(t, l.get(t, ids[0]).QualityReason, "expired 2025-12-13 by its policy, day")
			} else {
				require.ErrorIs(t, err, query.ErrNotFound)
			}
			_, err = l.reader.History(ctx, []string{tutor}, ids[0])
			require.Equal(t, policy == "purge", err != nil)
			l.get(t, ids[3])
			l.sound(t)
		})
	}
	l := openLife(t, nil)
	_, err := l.Sweep(context.Background(), reflect.Sweep{Agent: tutor, Expired: "burn"})
	require.ErrorIs(t, err, schema.ErrInvalid)
}

// TestSweepSparesPermanentBeliefs archives what a permanent belief rests on,
// where forgetting it would take the belief along (I8, 000-16).
func TestSweepSparesPermanentBeliefs(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	note := func(content string) schema.ID {
		done, err := l.writer.Retain(ctx, schema.Experience{Agent: tutor, Kind: schema.KindContext, Content: content, TTL: schema.TTLDay})
		require.NoError(t, err)
		return done.ID
	}
	belief := func(on schema.ID, permanent bool) schema.ID {
		e := insightOf("minh", "habit", "", distinct(int(on[15])))
		e.Evidence, e.Permanent = []schema.Evidence{{ID: on, Stance: schema.StanceSupports}}, permanent
		done, err := l.AddInsight(ctx, e)
		require.NoError(t, err)
		return done.ID
	}
	one, two := note("one"), note("two")
	lasting, passing := belief(one, true), belief(two, false)
	l.advance(48 * time.Hour)
	swept, err := l.Sweep(ctx, reflect.Sweep{Agent: tutor, Expired: "forget"})
	require.NoError(t, err)
	require.Equal(t, []schema.ID{one}, swept.Archived)
	require.Equal(t, []schema.ID{two}, swept.Forgotten)
	require.Equal(t, []schema.ID{passing}, swept.Beliefs)
	l.get(t, lasting)
	l.sound(t)
}

// TestSweepMakesAnew: a purge of what has expired costs a summary that rests on more than
// that only what it said of it (000-16, I9).
func TestSweepMakesAnew(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	sources := []schema.Experience{
		{Agent: tutor, Kind: schema.KindFact, Content: "The harbour festival was moved to Saturday.", TTL: schema.TTLDay},
		{Agent: tutor, Kind: schema.KindFact, Content: "The museum raised its fees to nine euros."},
	}
	summary := schema.Experience{
		Agent: tutor, Kind: schema.KindSummary, Content: sources[0].Content + " " + sources[1].Content, Digest: &schema.Digest{Scope: "topic", Identifier: "town"},
	}
	for _, e := range sources {
		done, err := l.writer.Retain(ctx, e)
		require.NoError(t, err)
		summary.Evidence = append(summary.Evidence, schema.Evidence{ID: done.ID, Stance: schema.StanceSummarises})
	}
	_, err := l.writer.Retain(ctx, summary)
	require.NoError(t, err)
	l.advance(48 * time.Hour)
	swept, err := l.Sweep(ctx, reflect.Sweep{Agent: tutor, Expired: "purge"})
	require.NoError(t, err)
	require.Len(t, swept.Forgotten, 1)
	page, err := l.reader.Find(ctx, query.Filter{Agents: []string{tutor}, Kinds: []schema.Kind{schema.KindSummary}})
	require.NoError(t, err)
	require.Len(t, page.Items, 1)
	require.Contains(t, page.Items[0].Content, "nine euros")
	require.NotContains(t, page.Items[0].Content, "Saturday")
	l.sound(t)
}

// TestVerify moves quality, confidence and status by the table of Verdict, and
// keeps who, when, how often and why (000-10, 000-14, 000-17).
func TestVerify(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	done, err := l.writer.Retain(ctx, schema.Experience{Agent: tutor, Kind: schema.KindObservation, Content: "The north gate sticks", Quality: schema.QualityPoor})
	require.NoError(t, err)
	queue := func() int {
		page, err := l.reader.Find(ctx, query.Filter{Agents: []string{tutor}, Review: true})
		require.NoError(t, err)
		return len(page.Items)
	}
	require.Equal(t, 1, queue())
	steps := []struct {
		verdict    reflect.Verdict
		by         string
		quality    schema.Quality
		confidence float64
		verified   bool
		count      int
		status     schema.Status
	}{
		{reflect.Confirmed, "ana", schema.QualityFair, .75, true, 1, schema.StatusActive},
		{reflect.Confirmed, "ana", schema.QualityFair, .75, true, 2, schema.StatusActive},
		{reflect.Confirmed, "bob", schema.QualityGood, .875, true, 3, schema.StatusActive},
		{reflect.Contradicted, "cho", schema.QualityFair, .525, false, 3, schema.StatusActive},
		{reflect.Rejected, "ana", schema.QualityReject, .105, false, 3, schema.StatusInvalidated},
	}
	for i, step := range steps {
		l.advance(time.Hour)
		e, err := l.Verify(ctx, reflect.Review{Agent: tutor, ID: done.ID, Version: i + 1, Verdict: step.verdict, By: step.by, Reason: "looked at it"})
		require.NoError(t, err)
		require.Equal(t, step.quality, e.Quality, "step %d", i)
		require.InDelta(t, step.confidence, e.Confidence, 1e-9)
		require.Equal(t, schema.Verification{Verified: step.verified, By: step.by, At: l.now(), Count: step.count}, e.Verification)
		require.Equal(t, step.status, e.Status)
	}
	require.Zero(t, queue())
	e := l.get(t, done.ID)
	require.Len(t, strings.Split(e.QualityReason, "\n"), len(steps))
	require.Contains(t, e.QualityReason, "2025-12-12: confirmed by ana, quality poor to fair, confidence 0.50 to 0.75: looked at it")
	history, err := l.reader.History(ctx, []string{tutor}, done.ID)
	require.NoError(t, err)
	require.Len(t, history, len(steps)+1)

	_, err = l.Verify(ctx, reflect.Review{Agent: tutor, ID: done.ID, Version: 1, By: "ana"})
	var conflict *ledger.VersionError
	require.ErrorAs(t, err, &conflict, "who looked at an older version is told")
	_, err = l.Verify(ctx, reflect.Review{Agent: tutor, ID: done.ID, Verdict: "maybe"})
	require.ErrorIs(t, err, schema.ErrInvalid)
	require.ErrorContains(t, err, "verified_by")
	require.ErrorContains(t, err, "verdict")
	_, err = l.Verify(ctx, reflect.Review{Agent: "examiner", ID: done.ID, By: "ana"})
	require.ErrorIs(t, err, query.ErrNotFound)
	l.sound(t)
}

// TestDoubtDoesNotFreshen: what a reviewer contradicts or rejects is believed less from then
// on, however long it had faded before (000-14, 004-17, I7).
func TestDoubtDoesNotFreshen(t *testing.T) {
	for _, verdict := range []reflect.Verdict{reflect.Contradicted, reflect.Rejected} {
		l := openLife(t, nil)
		told, err := l.writer.Retain(t.Context(), schema.Experience{Agent: tutor, Kind: schema.KindFact, Content: "The north gate sticks"})
		require.NoError(t, err)
		l.advance(365 * 24 * time.Hour)
		before := l.get(t, told.ID)
		after, err := l.Verify(t.Context(), reflect.Review{Agent: tutor, ID: told.ID, Verdict: verdict, By: "ana"})
		require.NoError(t, err)
		left := func(e *schema.Experience) float64 { return e.EffectiveConfidence(l.now(), schema.DecayPerDay) }
		require.Less(t, left(&after), left(&before), verdict)
		l.sound(t)
	}
}
