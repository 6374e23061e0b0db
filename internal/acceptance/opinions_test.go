package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// TestOpinionEvolves: a stated confidence is taken as stated (003-07); evidence
// moves it by small steps and is kept on its side (003-19, 003-20); with the last
// of it the opinion goes (I8).
func TestOpinionEvolves(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	about := []lukasa.Mention{{Entity: "person:peter"}}
	opinion := stated(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: "Peter prefers concise replies.", Confidence: .95, Mentions: about})
	stated(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: "The harbour is windy."})
	e, err := m.Get(ctx, opinion.ID)
	require.NoError(t, err)
	require.Equal(t, .95, e.Confidence)
	long := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: "Peter: could you tell me more?", Mentions: about})
	short := retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: "Peter: keep replies concise, please.", Mentions: about})

	near, err := m.OpinionsAbout(ctx, short, 0)
	require.NoError(t, err)
	require.NotEmpty(t, near)
	require.Equal(t, opinion.ID, near[0].Opinion.ID)
	require.Positive(t, near[0].Entities)

	clock.advance(time.Hour)
	weaker, err := m.Contradict(ctx, opinion.ID, long, 0)
	require.NoError(t, err)
	require.Less(t, weaker.Confidence, .95)
	require.Greater(t, weaker.Confidence, .9)
	require.Equal(t, clock.now(), weaker.Updated)
	stronger, err := m.Reinforce(ctx, opinion.ID, short, .5)
	require.NoError(t, err)
	require.Greater(t, stronger.Confidence, weaker.Confidence)
	again, err := m.Reinforce(ctx, opinion.ID, short, .5)
	require.NoError(t, err)
	require.Equal(t, stronger.Version, again.Version)
	shown, err := m.ShowOpinion(ctx, opinion.ID)
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{short}, idsOf(shown.For))
	require.Equal(t, []lukasa.ID{long}, idsOf(shown.Against))

	_, err = m.Reinforce(ctx, short, long, 0)
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	_, err = m.Reinforce(ctx, opinion.ID, lukasa.ID{1}, 0)
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	_, err = m.Reinforce(ctx, opinion.ID, long, 2)
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	other, err := m.As("other")
	require.NoError(t, err)
	_, err = other.Reinforce(ctx, opinion.ID, long, 0)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	_, err = other.ShowOpinion(ctx, opinion.ID)
	require.ErrorIs(t, err, lukasa.ErrNotFound)

	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{long}})
	require.NoError(t, err)
	done, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{short}})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{opinion.ID}, done.Beliefs)
	checked(t, m)
}

// TestForgottenEvidenceMovesBack: what a piece of evidence moved an opinion by is
// taken back when it is forgotten, as if it had never been heard; the versions
// before stay (003-20, I4, I8).
func TestForgottenEvidenceMovesBack(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	opinion := stated(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: "Peter prefers concise replies.", Confidence: .7}).ID
	against, less, last := retain(t, m, lived("he asked for more")), retain(t, m, lived("he said fine")), retain(t, m, lived("he cut me short"))
	for _, weigh := range []func() (lukasa.Experience, error){
		func() (lukasa.Experience, error) { return m.Contradict(ctx, opinion, against, 1) },
		func() (lukasa.Experience, error) { return m.Reinforce(ctx, opinion, less, .5) },
		func() (lukasa.Experience, error) { return m.Reinforce(ctx, opinion, last, 1) },
	} {
		_, err := weigh()
		require.NoError(t, err)
	}
	confidence := func() float64 {
		e, err := m.Get(ctx, opinion)
		require.NoError(t, err)
		return e.Confidence
	}
	want := knowledge.Sway(knowledge.Sway(.7, .5), 1)
	require.Less(t, confidence(), want)
	_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{against}})
	require.NoError(t, err)
	require.InDelta(t, want, confidence(), 1e-9)
	dry, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{less}, DryRun: true})
	require.NoError(t, err)
	require.Empty(t, dry.Beliefs)
	require.InDelta(t, want, confidence(), 1e-9, "a dry run moves nothing")
	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{less}})
	require.NoError(t, err)
	require.InDelta(t, knowledge.Sway(.7, 1), confidence(), 1e-9)
	versions, err := m.History(ctx, opinion)
	require.NoError(t, err)
	require.Len(t, versions, 6)
	gone, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{last}})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{opinion}, gone.Beliefs)
	checked(t, m)
}

// TestEvidenceKeepsFresh: what supports an opinion confirms it, so that its fading counts from
// then, and no longer from there once that is forgotten; what contradicts it confirms nothing
// (004-17, 003-20, I7, I8).
func TestEvidenceKeepsFresh(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	start := clock.now()
	opinion := stated(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: "The coffee machine is good.", Confidence: .7}).ID
	var last lukasa.ID
	for i := range 20 {
		clock.advance(7 * 24 * time.Hour)
		last = retain(t, m, lived(fmt.Sprintf("cup %d was excellent", i)))
		_, err := m.Reinforce(ctx, opinion, last, 1)
		require.NoError(t, err)
	}
	told := clock.now()
	confirmed := func() time.Time {
		e, err := m.Get(ctx, opinion)
		require.NoError(t, err)
		return e.Confirmed()
	}
	clock.advance(24 * time.Hour)
	shown, err := m.ShowOpinion(ctx, opinion)
	require.NoError(t, err)
	require.InDelta(t, shown.Record.Confidence*math.Exp(-.01), shown.Confidence, 1e-9)
	for f, err := range m.Audit(ctx, lukasa.Auditing{}) {
		require.NoError(t, err)
		require.NotEqual(t, lukasa.FindingStale, f.Kind, "what was confirmed yesterday is not stale")
	}
	_, err = m.Contradict(ctx, opinion, retain(t, m, lived("the cup was cold")), 1)
	require.NoError(t, err)
	require.Equal(t, told, confirmed())
	require.NoError(t, m.Rebuild(ctx, "all"))
	checked(t, m)
	_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{last}})
	require.NoError(t, err)
	require.Equal(t, told.Add(-7*24*time.Hour), confirmed())
	require.True(t, confirmed().After(start))
	checked(t, m)
}

// TestSayingAgainKeepsFresh: a fact about a user that is said again is as fresh as that,
// whether it names a session or evidence or neither, and with what it was said in forgotten, as
// what is left (004-17, 001-12).
func TestSayingAgainKeepsFresh(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	goal := lukasa.Experience{Content: "Ana wants to run a marathon.", UserFact: &lukasa.UserFact{User: "ana", Type: "goal"}, Session: "first"}
	noted, err := m.AddUserFact(ctx, goal)
	require.NoError(t, err)
	confirmed := func() time.Time {
		e, err := m.Get(ctx, noted.ID)
		require.NoError(t, err)
		return e.Confirmed()
	}
	again := func(session string) time.Time {
		clock.advance(30 * 24 * time.Hour)
		goal.Session = session
		said, err := m.AddUserFact(ctx, goal)
		require.NoError(t, err)
		require.Equal(t, noted.ID, said.ID)
		require.Equal(t, clock.now(), confirmed())
		return clock.now()
	}
	bare := again("")
	again("second")
	var exported bytes.Buffer
	_, err = m.Export(ctx, &exported)
	require.NoError(t, err)
	copied, _ := openTest(t)
	done, err := copied.Import(ctx, &exported, lukasa.Import{})
	require.NoError(t, err)
	require.Zero(t, done.Failed, done.Errors)
	there, err := copied.Get(ctx, noted.ID)
	require.NoError(t, err)
	require.Equal(t, confirmed(), there.Confirmed())
	_, err = m.Forget(ctx, lukasa.Forget{Session: "second"})
	require.NoError(t, err)
	require.Equal(t, bare, confirmed())

	clock.advance(30 * 24 * time.Hour)
	turn := func(text string) lukasa.ID {
		done, err := m.Turn(ctx, lukasa.Message{Session: "third", User: "ana", Text: text})
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
		clock.advance(30 * 24 * time.Hour)
		return done.ID
	}
	first := turn("I prefer Slack over email for urgent things.")
	taught, err := m.Taught(ctx, first)
	require.NoError(t, err)
	require.Len(t, taught, 1)
	second := turn("I prefer Slack over email for urgent things.")
	said, err := m.Get(ctx, second)
	require.NoError(t, err)
	now, err := m.Get(ctx, taught[0].ID)
	require.NoError(t, err)
	require.Equal(t, said.Time, now.Confirmed())
	checked(t, m)
}

// TestContextAsksAboutConflicts: open conflicts and shaky statements are shown as
// things to ask or validate (004-14), and cleared when they are resolved.
func TestContextAsksAboutConflicts(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	friday := stated(t, m, says("delivery_day", "Friday"))
	clock.advance(time.Hour)
	monday := stated(t, m, sure(says("delivery_day", "Monday"), .3))
	answer, err := m.Recall(ctx, lukasa.Query{Text: "Gai Media delivery day", Floor: new(float64)})
	require.NoError(t, err)
	require.Len(t, answer.Conflicts, 1)
	c, err := answer.Prompt(prompt.Options{Profile: prompt.ProfileDomain})
	require.NoError(t, err)
	require.Contains(t, c.Text, "## To Validate or Ask\n")
	require.Contains(t, c.Text, "gai, delivery day: Friday (70%) or Monday (30%)?")
	require.Contains(t, c.Text, "validate")
	require.Contains(t, c.Text, "disputed")

	_, err = m.ResolveConflict(ctx, monday.Conflicts[0], lukasa.Resolution{Outcome: "both"})
	require.NoError(t, err)
	answer, err = m.Recall(ctx, lukasa.Query{Text: "Gai Media delivery day", Floor: new(float64)})
	require.NoError(t, err)
	require.Empty(t, answer.Conflicts)
	text := answer.Context(0)
	require.NotContains(t, text, "disputed")
	require.Contains(t, text, "validate", "what is doubtful stays so")
	require.NotEqual(t, friday.ID, monday.ID)
}

// TestConflictsQuoteNothingHidden: an answer shows no conflict that would quote what has
// expired or is of other scopes than the asked ones.
func TestConflictsQuoteNothingHidden(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	single(t, m, "delivery_day")
	friday := says("delivery_day", "Friday")
	friday.Scopes, friday.ExpiresAt = []string{"private"}, clock.now().Add(time.Hour)
	stated(t, m, friday)
	monday := says("delivery_day", "Monday")
	monday.Scopes, monday.Confidence, monday.Pinned = []string{"work"}, .3, true
	stated(t, m, monday)
	ask := func(q lukasa.Query) *lukasa.Answer {
		q.Text, q.Floor = "Gai Media delivery day", new(float64)
		answer, err := m.Recall(ctx, q)
		require.NoError(t, err)
		return answer
	}
	require.Len(t, ask(lukasa.Query{}).Conflicts, 1)
	require.Len(t, ask(lukasa.Query{Scopes: []string{"private", "work"}}).Conflicts, 1)
	work := ask(lukasa.Query{Scopes: []string{"work"}})
	clock.advance(2 * time.Hour)
	for _, answer := range []*lukasa.Answer{work, ask(lukasa.Query{})} {
		require.Empty(t, answer.Conflicts)
		require.Contains(t, answer.Context(0), "Monday")
		require.NotContains(t, answer.Context(0), "Friday")
		require.NotContains(t, answer.Context(0), "disputed")
	}
}
