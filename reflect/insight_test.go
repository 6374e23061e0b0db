package reflect_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// TestInsightValidator refuses what is no insight, with the reason (001-11).
func TestInsightValidator(t *testing.T) {
	l := openLife(t, nil)
	tests := map[string]struct {
		change func(*schema.Experience)
		reason reflect.Reason
		field  string
	}{
		"short":    {func(e *schema.Experience) { e.Content = "User học tối" }, reflect.RefusedShort, "content"},
		"blank":    {func(e *schema.Experience) { e.Content = strings.Repeat(" ", 30) }, reflect.RefusedShort, "content"},
		"category": {func(e *schema.Experience) { e.Insight.Category = "mood" }, reflect.RefusedCategory, "insight_category"},
		"kind":     {func(e *schema.Experience) { e.Kind = schema.KindFact }, reflect.RefusedKind, "insight"},
		"payload":  {func(e *schema.Experience) { e.Insight = nil }, reflect.RefusedKind, "insight"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := insightOf("minh", "habit", "", "User thường học vào buổi tối")
			tt.change(&e)
			_, err := l.AddInsight(context.Background(), e)
			require.ErrorIs(t, err, reflect.ErrRefused)
			var refused *reflect.RefusedError
			require.ErrorAs(t, err, &refused)
			require.Equal(t, tt.reason, refused.Reason)
			require.Equal(t, tt.field, refused.Field)
		})
	}
	e := insightOf("minh", "habit", "", "User thường học vào buổi tối")
	e.Importance = 11
	_, err := l.AddInsight(context.Background(), e)
	require.ErrorIs(t, err, schema.ErrInvalid)
	require.Empty(t, l.insights(t, "minh"), "what was refused left nothing")
}

// TestDuplicateInsight brings an insight that says the same up to date: content,
// confidence, a dated note (001-09, 001-12).
func TestDuplicateInsight(t *testing.T) {
	l := openLife(t, nil)
	first := l.insight(t, "knowledge_gap", "Rule 15", "User còn lỗ hổng kiến thức về Rule 15 COLREGs")
	require.Equal(t, reflect.Added, first.Outcome)
	again := l.insight(t, "knowledge_gap", "Rule 15 - Crossing Situation", "User vẫn còn lỗ hổng kiến thức về Rule 15 COLREGs.")
	require.Equal(t, reflect.Updated, again.Outcome)
	require.Equal(t, first.ID, again.ID)
	require.GreaterOrEqual(t, again.Similarity, .85)

	e := l.get(t, first.ID)
	require.Equal(t, "User vẫn còn lỗ hổng kiến thức về Rule 15 COLREGs.", e.Content)
	require.Equal(t, "Rule 15 - Crossing Situation", e.Insight.SubTopic)
	require.Greater(t, e.Confidence, schema.DefaultConfidence)
	require.Len(t, e.Insight.Notes, 1)
	require.Contains(t, e.Insight.Notes[0], "2025-12-12")
	require.Contains(t, e.QualityReason, "confidence 0.50 to")
	history, err := l.reader.History(context.Background(), []string{tutor}, first.ID)
	require.NoError(t, err)
	require.Len(t, history, 2)
	require.Equal(t, "User còn lỗ hổng kiến thức về Rule 15 COLREGs", history[1].Record.Content)

	for i := range 40 {
		l.insight(t, "knowledge_gap", "", "User vẫn còn lỗ hổng kiến thức về Rule 15 COLREGs"+strings.Repeat("!", i%2+1))
	}
	require.LessOrEqual(t, l.get(t, first.ID).Confidence, .95, "agreement alone proves nothing")
	require.Len(t, l.insights(t, "minh"), 1)
	l.sound(t)
}

// TestDuplicateInsightLivesOn: what is said again lives as long as it was last said to,
// and never shorter; where it was only read out of the memory, nobody said for how
// long (000-16, 900-09).
func TestDuplicateInsightLivesOn(t *testing.T) {
	ctx := context.Background()
	l := openLife(t, nil)
	say := func(content string, ttl schema.TTL, permanent bool) schema.Experience {
		e := insightOf("minh", "habit", "", content)
		e.TTL, e.Permanent = ttl, permanent
		done, err := l.AddInsight(ctx, e)
		require.NoError(t, err)
		return l.get(t, done.ID)
	}
	const content = "User studies in the evening after a long day of work"
	e := say(content, schema.TTLDay, false)
	require.Equal(t, l.now().Add(24*time.Hour), e.ExpiresAt)
	e = say(content+".", schema.TTLWeek, false)
	require.Equal(t, l.now().Add(7*24*time.Hour), e.ExpiresAt)
	require.Equal(t, schema.TTLWeek, e.TTL)
	require.Equal(t, e.ExpiresAt, say(content, schema.TTLDay, false).ExpiresAt)

	_, err := l.reader.Recall(ctx, query.Request{Text: "when does the user study", Agents: []string{tutor}})
	require.NoError(t, err)
	require.Equal(t, e.ExpiresAt, say(content, "", false).ExpiresAt)

	require.True(t, say(content, "", true).Permanent)
	require.True(t, say(content+".", schema.TTLDay, false).Permanent)
	require.Len(t, l.insights(t, "minh"), 1)
	l.sound(t)
}

// TestNotTheSame keeps apart what is near in words and not in meaning, and what
// is said of another user, in another category or by another agent (001-09).
func TestNotTheSame(t *testing.T) {
	l := openLife(t, nil)
	l.insight(t, "knowledge_gap", "", "User confuses Rule 13 with the other rules")
	for _, e := range []schema.Experience{
		insightOf("minh", "knowledge_gap", "", "User confuses Rule 15 with the other rules"),
		insightOf("minh", "knowledge_gap", "", "User never confuses Rule 13 with the other rules"),
		insightOf("minh", "habit", "", "User confuses Rule 13 with the other rules"),
		insightOf("nam", "knowledge_gap", "", "User confuses Rule 13 with the other rules"),
	} {
		done, err := l.AddInsight(context.Background(), e)
		require.NoError(t, err)
		require.Equal(t, reflect.Added, done.Outcome, e.Content)
	}
	other := insightOf("minh", "knowledge_gap", "", "User confuses Rule 13 with the other rules")
	other.Agent = "examiner"
	done, err := l.AddInsight(context.Background(), other)
	require.NoError(t, err)
	require.Equal(t, reflect.Added, done.Outcome)
	require.Len(t, l.insights(t, "minh"), 4)
	require.Len(t, l.insights(t, "nam"), 1)
}

// distinct makes insights of which no two say the same.
func distinct(i int) string {
	subjects := strings.Fields("anchors buoys charts currents engines flags fog gales harbours ice knots lights masts nets oars pumps radar sails tides winches")
	return fmt.Sprintf("User asks about %s, lesson %d", subjects[i%len(subjects)], i)
}

// TestInsightLimit archives the insight used longest ago for the 51st, never one
// that is permanent or pinned (001-05).
func TestInsightLimit(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	var ids []schema.ID
	for i := range 50 {
		e := insightOf("minh", "habit", fmt.Sprint(i), distinct(i))
		e.Permanent, e.Pinned = i == 0, i == 1
		l.advance(time.Minute)
		done, err := l.AddInsight(ctx, e)
		require.NoError(t, err)
		require.Equal(t, i+1 >= 40, done.Due, "due from 40 on")
		ids = append(ids, done.ID)
	}
	l.advance(time.Minute)
	require.NoError(t, l.writer.Touch(ctx, tutor, ids[2]))
	done := l.insight(t, "habit", "51", distinct(51))
	require.Equal(t, []schema.ID{ids[3]}, done.Evicted, "0 and 1 must stay, 2 was just used")
	require.Len(t, l.insights(t, "minh"), 50)
	gone := l.get(t, ids[3])
	require.Equal(t, schema.StatusArchived, gone.Status)
	require.Contains(t, gone.QualityReason, "archived to make room")
	l.sound(t)
}

// TestInsightsFull refuses one more where all that are kept must stay (001-05).
func TestInsightsFull(t *testing.T) {
	l := openLife(t, nil)
	for i := range 51 {
		e := insightOf("minh", "habit", "", distinct(i))
		e.Permanent = true
		_, err := l.AddInsight(context.Background(), e)
		if i < 50 {
			require.NoError(t, err)
			continue
		}
		var refused *reflect.RefusedError
		require.ErrorAs(t, err, &refused)
		require.Equal(t, reflect.RefusedFull, refused.Reason)
	}
}

func factOf(kind, content string) schema.Experience {
	return schema.Experience{
		Agent: tutor, Kind: schema.KindUserFact, Content: content, UserFact: &schema.UserFact{User: "minh", Type: kind},
	}
}

// TestUserFacts keeps one name, role and level, and says no preference twice;
// what was replaced stays reachable (001-05, 001-09, 001-19).
func TestUserFacts(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	add := func(kind, content string) reflect.Noted {
		l.advance(time.Second)
		done, err := l.AddUserFact(ctx, factOf(kind, content))
		require.NoError(t, err)
		return done
	}
	name := add("name", "Minh")
	require.Equal(t, reflect.Updated, add("name", "Minh").Outcome)
	renamed := add("name", "Nguyễn Văn Minh Quang")
	require.Equal(t, reflect.Replaced, renamed.Outcome)
	require.Equal(t, renamed.ID, l.get(t, name.ID).SupersededBy)
	level := add("level", "third-year student")
	require.Equal(t, reflect.Replaced, add("level", "fourth-year student at sea").Outcome)
	require.Equal(t, schema.StatusSuperseded, l.get(t, level.ID).Status)

	preference := add("preference", "Thích học qua ví dụ thực tế")
	require.Equal(t, preference.ID, add("preference", "Thích học qua ví dụ thực tế!").ID)
	require.Equal(t, reflect.Added, add("preference", "Thích học buổi tối").Outcome)
	require.Equal(t, reflect.Added, add("weakness", "COLREGs").Outcome)
	facts, err := l.UserFacts(ctx, tutor, "minh")
	require.NoError(t, err)
	require.Len(t, facts, 5)
	_, err = l.AddUserFact(ctx, factOf("mood", "cheerful"))
	require.ErrorIs(t, err, schema.ErrInvalid)
	_, err = l.AddUserFact(ctx, insightOf("minh", "habit", "", "User thường học vào buổi tối"))
	require.ErrorIs(t, err, reflect.ErrRefused)
	l.sound(t)
}

// TestUserFactLimit archives the fact used longest ago for the 51st about a user, never
// one that is permanent, and counts each user's alone; a name that replaces another
// takes nobody's place (001-05).
func TestUserFactLimit(t *testing.T) {
	l := openLife(t, nil)
	ctx := context.Background()
	add := func(e schema.Experience) reflect.Noted {
		l.advance(time.Minute)
		done, err := l.AddUserFact(ctx, e)
		require.NoError(t, err)
		return done
	}
	name := add(factOf("name", "Minh"))
	ids := []schema.ID{name.ID}
	for i := range 49 {
		e := factOf("weakness", distinct(i))
		e.Permanent = i == 0
		done := add(e)
		require.Empty(t, done.Evicted)
		ids = append(ids, done.ID)
	}
	other := factOf("name", "Nam")
	other.UserFact.User = "nam"
	require.Empty(t, add(other).Evicted)
	renamed := add(factOf("name", "Quang"))
	require.Equal(t, reflect.Replaced, renamed.Outcome)
	require.Empty(t, renamed.Evicted)
	l.advance(time.Minute)
	require.NoError(t, l.writer.Touch(ctx, tutor, ids[2]))

	require.Equal(t, []schema.ID{ids[3]}, add(factOf("weakness", distinct(51))).Evicted, "1 must stay, 2 was just used")
	facts, err := l.UserFacts(ctx, tutor, "minh")
	require.NoError(t, err)
	require.Len(t, facts, 50)
	require.Equal(t, schema.StatusArchived, l.get(t, ids[3]).Status)
	l.sound(t)
}

// TestHostileInsights takes each hostile string in unchanged, or refuses it with
// a typed error.
func TestHostileInsights(t *testing.T) {
	l := openLife(t, nil)
	for i, s := range hostile.Strings() {
		if len(s) > 100_000 || i%7 != 0 {
			continue
		}
		e := insightOf(fmt.Sprint("user ", i), "habit", "", s)
		done, err := l.AddInsight(context.Background(), e)
		if err != nil {
			var refused *reflect.RefusedError
			var invalid *schema.InvalidError
			require.True(t, errors.As(err, &refused) || errors.As(err, &invalid), "%v", err)
			continue
		}
		require.Equal(t, strings.TrimSpace(s), l.get(t, done.ID).Content)
	}
}
