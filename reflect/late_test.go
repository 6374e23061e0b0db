package reflect_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// requireSuccessors: what was superseded names what took its place, and that names it.
func (k *talk) requireSuccessors(t require.TestingT) {
	all := map[schema.ID]*schema.Experience{}
	for e, err := range k.reader.All(context.Background(), query.Filter{Agents: []string{"a"}, Statuses: schema.Statuses()}) {
		require.NoError(t, err)
		all[e.ID] = &e
	}
	for _, e := range all {
		if e.Status == schema.StatusSuperseded {
			require.Contains(t, all, e.SupersededBy, e.Content)
			require.Contains(t, all[e.SupersededBy].Supersedes, e.ID, e.Content)
			require.False(t, e.ValidTo.IsZero(), e.Content)
		}
	}
}

// learnAt has ana say things at minutes of their own, each learned from before the next, and
// checks that nothing was skipped and all views agree.
func (k *talk) learnAt(t require.TestingT, said []string, minutes []int) {
	began := time.UnixMicro(k.micros.Load()).UTC()
	for i, text := range said {
		turn, err := k.turns.Turn(context.Background(), reflect.Message{
			Agent: "a", Session: "s", User: "ana", Text: text, Time: began.Add(time.Duration(minutes[i]-10) * time.Minute),
		})
		require.NoError(t, err)
		require.NoError(t, k.turns.Flush(context.Background()))
		require.NotEmpty(t, k.taught(t, turn), "what held then is in history")
	}
	require.Zero(t, k.turns.Progress().Skipped)
	report, err := k.store.Check(context.Background())
	require.NoError(t, err)
	require.True(t, report.OK(), "%+v", report.Problems)
}

// TestNewestUserFactHoldsInAnyOrder: of user facts that exclude each other the newest by
// when it was told holds, in whatever order they are learned; the others name what took
// their place (001-02).
func TestNewestUserFactHoldsInAnyOrder(t *testing.T) {
	for _, tt := range []struct {
		said []string // in the order of learning
		at   []int    // minutes
		left []string
	}{
		{[]string{"My name is Ana.", "My name is Hannah."}, []int{1, 2}, []string{"ana's name is Hannah."}},
		{[]string{"My name is Ana.", "My name is Hannah."}, []int{2, 1}, []string{"ana's name is Ana."}},
		{[]string{"My name is Ana.", "My name is Hannah.", "My name is Anna."}, []int{3, 1, 2}, []string{"ana's name is Ana."}},
		{[]string{"My name is Ana.", "My name is Ana.", "My name is Hannah."}, []int{1, 3, 2}, []string{"ana's name is Ana."}},
		{[]string{"I like jazz.", "I dislike jazz."}, []int{2, 1}, []string{"ana likes jazz."}},
	} {
		k := openTalk(t, reflect.Options{})
		k.learnAt(t, tt.said, tt.at)
		require.Equal(t, tt.left, k.held(t, schema.KindUserFact), tt.said)
		k.requireSuccessors(t)
	}
}

// TestLateUserFactAmongMany: a name that is told late ends the one before it and is ended by
// the one behind it, whatever came since (001-02, 900-03).
func TestLateUserFactAmongMany(t *testing.T) {
	l := openLife(t, nil)
	start := l.now()
	l.advance(100 * time.Hour)
	at := func(hour int) time.Time { return start.Add(time.Duration(hour) * time.Hour) }
	ids := map[int]schema.ID{}
	for _, hour := range []int{1, 3, 4, 2} {
		e := factOf("name", []string{"Ana", "Bea", "Cyd", "Dee"}[hour-1])
		e.Time = at(hour)
		done, err := l.AddUserFact(t.Context(), e)
		require.NoError(t, err)
		ids[hour] = done.ID
	}
	for hour := 1; hour < 4; hour++ {
		e := l.get(t, ids[hour])
		require.Equal(t, at(hour+1), e.ValidTo, e.Content)
		require.Equal(t, schema.StatusSuperseded, e.Status)
	}
	require.Equal(t, ids[3], l.get(t, ids[2]).SupersededBy)
	require.Equal(t, schema.StatusActive, l.get(t, ids[4]).Status)
	l.sound(t)
}

// TestLateUserFactTakesNoRoom: a fact that is history when it is handed in archives
// nothing, and says what became of it.
func TestLateUserFactTakesNoRoom(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	name := factOf("name", "Minh")
	first, err := l.AddUserFact(ctx, name)
	require.NoError(t, err)
	for i := range 49 {
		_, err := l.AddUserFact(ctx, factOf("weakness", distinct(i)))
		require.NoError(t, err)
	}
	late := factOf("name", "Quang")
	late.Time = l.now().Add(-24 * time.Hour)
	done, err := l.AddUserFact(ctx, late)
	require.NoError(t, err)
	require.Equal(t, reflect.Superseded, done.Outcome)
	require.Empty(t, done.Evicted)
	e, err := l.reader.Get(ctx, []string{tutor}, done.ID)
	require.NoError(t, err)
	require.Equal(t, first.ID, e.SupersededBy)
}

// TestLateCorrectionOfWhatWasToldAgain: a message that is learned from late corrects nothing
// that its user told again since (900-03).
func TestLateCorrectionOfWhatWasToldAgain(t *testing.T) {
	for _, tt := range []struct {
		told, correction, left string
		kind                   schema.Kind
	}{
		{"I live in Porto.", "Sorry, I meant Lisbon.", "ana lives in Porto.", schema.KindFact},
		{"I live in Porto.", "Sorry, I meant Lisbon, not Porto.", "ana lives in Porto.", schema.KindFact},
		{"My level is B1.", "Sorry, I meant B2, not B1.", "ana's level is B1.", schema.KindUserFact},
	} {
		k := openTalk(t, reflect.Options{})
		began := time.UnixMicro(k.micros.Load()).UTC()
		for _, said := range []struct {
			text   string
			minute time.Duration
		}{{tt.told, 1}, {tt.told, 3}, {tt.correction, 2}} {
			_, err := k.turns.Turn(t.Context(), reflect.Message{
				Agent: "a", Session: "s", User: "ana", Text: said.text, Time: began.Add((said.minute - 10) * time.Minute),
			})
			require.NoError(t, err)
			require.NoError(t, k.turns.Flush(t.Context()))
		}
		require.Equal(t, []string{tt.left}, k.held(t, tt.kind), tt.correction)
	}
}

// TestLateRepeatKeepsTheNewerWords: what says the same and was told before makes the known
// record surer, and leaves it the words in which it was told last (001-09, 001-12).
func TestLateRepeatKeepsTheNewerWords(t *testing.T) {
	newer, older := "Minh runs ten kilometres before work every morning", "Minh runs 10 km before work every morning"
	l := openLife(t, nil)
	for _, kind := range []schema.Kind{schema.KindUserFact, schema.KindInsight} {
		add := func(content string, at time.Time) reflect.Noted {
			e, take := factOf("goal", content), l.AddUserFact
			if kind == schema.KindInsight {
				e, take = insightOf("minh", "habit", "", content), l.AddInsight
			}
			e.Time = at
			done, err := take(t.Context(), e)
			require.NoError(t, err)
			return done
		}
		known := add(newer, time.Time{})
		before := l.get(t, known.ID)
		late := add(older, l.now().Add(-time.Hour))
		require.Equal(t, reflect.Updated, late.Outcome)
		require.Equal(t, known.ID, late.ID)
		after := l.get(t, known.ID)
		require.Equal(t, newer, after.Content)
		require.Greater(t, after.Confidence, before.Confidence)
		add(older, l.now().Add(time.Hour))
		require.Equal(t, older, l.get(t, known.ID).Content, "what is told later has the last word")
	}
	l.sound(t)
}
