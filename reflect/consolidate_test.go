package reflect_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// rule15 are the insights of source design 001, section 5.3.
var rule15 = []string{
	"User chưa hiểu Rule 15 về cắt hướng",
	"User nhầm lẫn tàu nào phải nhường đường trong crossing",
	"User hỏi sai về Rule 15 nhiều lần",
}

// fortyTwo are the insights of source design 001, section 4.2: three on Rule 15,
// and others on which nothing is said twice.
func fortyTwo(t require.TestingT, l *life) (three []schema.ID) {
	categories := schema.InsightCategories()
	for i := range 39 {
		l.insight(t, categories[i%5], fmt.Sprint("topic ", i), distinct(i))
	}
	for _, content := range rule15 {
		three = append(three, l.insight(t, "knowledge_gap", "Rule 15", content).ID)
	}
	return three
}

// TestRule15 consolidates 42 insights to 30, as source design 001 shows it
// (001-06, 001-13): the three on Rule 15 become one that says what they said,
// names them, and is surer than each of them.
func TestRule15(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	three := fortyTwo(t, l)
	require.Len(t, l.insights(t, "minh"), 42)

	dry, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor, DryRun: true})
	require.NoError(t, err)
	require.Len(t, l.insights(t, "minh"), 42, "a dry run changes nothing")
	done, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	require.Len(t, done, 1)
	require.Equal(t, 42, done[0].Before)
	require.Equal(t, 30, done[0].After)
	require.Equal(t, dry[0].Archived, done[0].Archived)
	after := l.insights(t, "minh")
	require.Len(t, after, 30)
	seen := map[string]bool{}
	for _, e := range after {
		seen[e.Insight.Category] = true
	}
	require.Len(t, seen, 5, "all categories are still there")

	require.Len(t, done[0].Merges, 1)
	require.Equal(t, []schema.ID{three[2], three[1], three[0]}, done[0].Merges[0].From)
	merged := l.get(t, done[0].Merges[0].ID)
	for _, content := range rule15 {
		require.Contains(t, merged.Content, content)
	}
	require.True(t, strings.HasPrefix(merged.Content, rule15[2]), "the newest first")
	require.Equal(t, "Rule 15", merged.Insight.SubTopic)
	require.Regexp(t, `^Merged from #\w+, #\w+, #\w+ on 2025-12-12$`, merged.Insight.Notes[len(merged.Insight.Notes)-1])
	require.Greater(t, merged.Confidence, .5)
	require.True(t, merged.Source.Inferred)

	grounds, err := l.reader.Evidence(ctx, tutor, merged.ID)
	require.NoError(t, err)
	require.Len(t, grounds.Bearings, 3, "the originals are its evidence (I8)")
	for _, id := range three {
		e := l.get(t, id)
		require.Equal(t, merged.ID, e.SupersededBy)
	}
	for _, id := range done[0].Archived {
		require.Equal(t, schema.StatusArchived, l.get(t, id).Status)
	}

	again, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	require.Empty(t, again, "a second run changes nothing (R4)")
	l.sound(t)
}

// TestConsolidationWaits does nothing below the threshold, unless told to, and
// looks at one user or all.
func TestConsolidationWaits(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	for i := range 36 {
		for _, user := range []string{"minh", "nam"} {
			_, err := l.AddInsight(ctx, insightOf(user, "habit", fmt.Sprint(i/2), distinct(i)))
			require.NoError(t, err)
		}
	}
	done, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	require.Empty(t, done)
	done, err = l.Consolidate(ctx, reflect.Consolidation{Agent: tutor, User: "nam", Now: true})
	require.NoError(t, err)
	require.Len(t, done, 1)
	require.Len(t, l.insights(t, "nam"), 30)
	require.Len(t, l.insights(t, "minh"), 36)
	done, err = l.Consolidate(ctx, reflect.Consolidation{Agent: "examiner", Now: true})
	require.NoError(t, err)
	require.Empty(t, done, "another agent's insights are not its own (I5)")
}

// TestRecentlyUsedStay keeps what was used within seven days, however many there
// are (001-07).
func TestRecentlyUsedStay(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	var ids []schema.ID
	for i := range 42 {
		ids = append(ids, l.insight(t, "habit", fmt.Sprint(i), distinct(i)).ID)
	}
	require.NoError(t, l.writer.Touch(ctx, tutor, ids[:35]...))
	l.advance(6 * 24 * time.Hour)
	done, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	require.Equal(t, 35, done[0].After)
	for _, id := range ids[:35] {
		require.Equal(t, schema.StatusActive, l.get(t, id).Status)
	}
	l.advance(2 * 24 * time.Hour)
	done, err = l.Consolidate(ctx, reflect.Consolidation{Agent: tutor, Now: true})
	require.NoError(t, err)
	require.Equal(t, 30, done[0].After, "after eight days they may go")
}

// TestMergedInsightsLiveOn: an insight lives as long as the longest-lived of those that
// were merged into it, and where they end with a session, with that; what no one end
// is right for stays apart (000-16, 001-13).
func TestMergedInsightsLiveOn(t *testing.T) {
	ctx := context.Background()
	now := newLife("").now()
	type term struct {
		ttl     schema.TTL
		until   time.Time
		session string
	}
	day, week := term{schema.TTLDay, now.Add(24 * time.Hour), ""}, term{schema.TTLWeek, now.Add(7 * 24 * time.Hour), ""}
	soon, later := term{until: now.Add(time.Hour)}, term{until: now.Add(500 * time.Hour)}
	endless, never := term{}, term{ttl: schema.TTLNever}
	monday, tuesday := term{ttl: schema.TTLSession, session: "monday"}, term{ttl: schema.TTLSession, session: "tuesday"}
	for name, tt := range map[string]struct {
		first, second, want term
		apart               bool
	}{
		"week and day":        {week, day, week, false},
		"day and week":        {day, week, week, false},
		"soon and later":      {soon, later, later, false},
		"later and day":       {later, day, later, false},
		"endless and day":     {endless, day, endless, false},
		"day and endless":     {day, endless, endless, false},
		"never and soon":      {never, soon, never, false},
		"one session":         {monday, monday, monday, false},
		"two sessions":        {monday, tuesday, term{}, true},
		"session and day":     {monday, day, term{}, true},
		"session and endless": {monday, endless, term{}, true},
	} {
		for _, wording := range []string{"", "User confuses who gives way."} { // what the first says
			t.Run(fmt.Sprintf("%s %q", name, wording), func(t *testing.T) {
				var model llm.Model
				if wording != "" {
					model = &scripted{summary: llm.Summary{Text: wording}}
				}
				l := openLife(t, model)
				require.NoError(t, reflect.SetConfig(ctx, l.store, reflect.Configure{Set: map[string]any{
					"insights.consolidate_at": 2, "insights.consolidate_to": 1,
				}}))
				for i, of := range []term{tt.first, tt.second} {
					e := insightOf("minh", "knowledge_gap", "Rule 15", []string{"User confuses who gives way.", "User asked for the crossing twice."}[i])
					e.TTL, e.ExpiresAt, e.Session = of.ttl, of.until, of.session
					done, err := l.AddInsight(ctx, e)
					require.NoError(t, err)
					require.NoError(t, l.writer.Touch(ctx, tutor, done.ID), "what was used lately is not archived")
				}
				done, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor})
				require.NoError(t, err)
				if tt.apart {
					require.Empty(t, done)
					return
				}
				merged := l.get(t, done[0].Merges[0].ID)
				require.Equal(t, tt.want, term{merged.TTL, merged.ExpiresAt, merged.Session})
				ended, err := l.EndSession(ctx, tutor, "monday")
				require.NoError(t, err)
				require.Equal(t, tt.want.session != "", ended > 0)
				l.advance(time.Microsecond)
				require.Equal(t, tt.want.session != "", len(l.insights(t, "minh")) == 0)
				l.sound(t)
			})
		}
	}
}

// TestForgettingOriginals forgets a merged insight with the last original (I8).
func TestForgettingOriginals(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	three := fortyTwo(t, l)
	done, err := l.Consolidate(ctx, reflect.Consolidation{Agent: tutor})
	require.NoError(t, err)
	forget := func(ids ...schema.ID) {
		_, err := l.writer.Forget(ctx, forgetOf(ids...))
		require.NoError(t, err)
	}
	forget(three[0], three[1])
	l.get(t, done[0].Merges[0].ID)
	forget(three[2])
	_, err = l.reader.Get(ctx, []string{tutor}, done[0].Merges[0].ID)
	require.Error(t, err)
	l.sound(t)
}

// scripted is a model that says what it is told to, or fails in one of two ways.
type scripted struct {
	summary llm.Summary
	err     error
	panics  bool
	asked   []llm.Digest
}

func (m *scripted) Name() string { return "scripted" }

func (m *scripted) Extract(context.Context, llm.Extraction) (llm.Extracted, error) {
	return llm.Extracted{}, m.err
}

func (m *scripted) Judge(context.Context, llm.Question) (llm.Verdict, error) {
	return llm.Verdict{}, m.err
}

func (m *scripted) Summarise(_ context.Context, q llm.Digest) (llm.Summary, error) {
	m.asked = append(m.asked, q)
	if m.panics {
		panic("no answer")
	}
	return m.summary, m.err
}

// TestConsolidationWithModel lets a model word the merge; when it fails, or says
// nothing, the merge is made without it.
func TestConsolidationWithModel(t *testing.T) {
	const worded = "User có lỗ hổng nghiêm trọng về Rule 15 COLREGs (Crossing Situation)."
	tests := map[string]struct {
		model *scripted
		by    string
	}{
		"worded": {&scripted{summary: llm.Summary{Text: worded}}, "scripted"},
		"failed": {&scripted{err: errors.New("no answer")}, "consolidation"},
		"panics": {&scripted{panics: true}, "consolidation"},
		"silent": {&scripted{summary: llm.Summary{Text: "ok"}}, "consolidation"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			l := openLife(t, tt.model)
			fortyTwo(t, l)
			done, err := l.Consolidate(context.Background(), reflect.Consolidation{Agent: tutor})
			require.NoError(t, err)
			merged := l.get(t, done[0].Merges[0].ID)
			require.Equal(t, tt.by, merged.Source.CreatedBy)
			require.Equal(t, tt.by == "scripted", merged.Content == worded)
			require.Len(t, tt.model.asked[0].Passages, 3)
		})
	}
}

// BenchmarkConsolidate consolidates 10,000 insights of 200 users.
func BenchmarkConsolidate(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		l := openLife(b, nil)
		var batch []schema.Experience
		for u := range 200 {
			for i := range 50 {
				e := insightOf(fmt.Sprint("user ", u), schema.InsightCategories()[i%5], fmt.Sprint("topic ", i%25), fmt.Sprintf("%s of user %d", distinct(i), u))
				batch = append(batch, e)
			}
		}
		_, err := l.writer.RetainAll(context.Background(), batch)
		require.NoError(b, err)
		b.StartTimer()
		done, err := l.Consolidate(context.Background(), reflect.Consolidation{Agent: tutor})
		require.NoError(b, err)
		require.Len(b, done, 200)
	}
}
