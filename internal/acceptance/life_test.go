package acceptance

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// tutored is a memory like that of source design 001: Minh, what is known of
// him, a past session that was summed up, and one that is going on.
func tutored(t *testing.T) (*lukasa.Memory, *testClock) {
	m, clock := openTest(t)
	ctx := context.Background()
	for _, fact := range [][2]string{{"name", "Minh"}, {"level", "third-year student"}, {"weakness", "COLREGs"}} {
		_, err := m.AddUserFact(ctx, lukasa.Experience{Content: fact[1], UserFact: &lukasa.UserFact{User: "minh", Type: fact[0]}})
		require.NoError(t, err)
	}
	for _, insight := range [][2]string{
		{"knowledge_gap", "The user has a knowledge gap about Rule 15"},
		{"learning_style", "The user learns Rule 15 better through an example"},
		{"habit", "Studies on weekday evenings after dinner"},
	} {
		_, err := m.AddInsight(ctx, lukasa.Experience{Content: insight[1], Insight: &lukasa.Insight{User: "minh", Category: insight[0]}})
		require.NoError(t, err)
	}
	_, err := m.AddInsight(ctx, lukasa.Experience{
		Content: "Nam has a knowledge gap about Rule 15", Insight: &lukasa.Insight{User: "nam", Category: "knowledge_gap"},
	})
	require.NoError(t, err)
	speak := func(session, user, text string) {
		clock.advance(time.Second)
		_, err := m.Retain(ctx, lukasa.Experience{Kind: schema.KindMessage, Session: session, Content: text, Message: &schema.Message{User: user, Role: "user"}})
		require.NoError(t, err)
	}
	for _, user := range []string{"minh", "nam"} {
		for i := range 3 {
			speak("past-"+user, user, fmt.Sprintf("Explain Rule 15 to %s once more, the crossing situation, part %d", user, i))
		}
		_, err := m.Summarise(ctx, lukasa.Session{Name: "past-" + user, Now: true})
		require.NoError(t, err)
	}
	for i := range 7 {
		speak("now", "minh", fmt.Sprintf("Message %d of today", i))
	}
	return m, clock
}

// TestTutorBrief assembles the context of source design 001 (001-15): all facts
// about the user, insights as alike as .7, past summaries, the last five
// messages, in their sections and within the budget; nothing of another user.
func TestTutorBrief(t *testing.T) {
	m, _ := tutored(t)
	ctx := context.Background()
	c, err := m.Brief(ctx, lukasa.Briefing{User: "minh", Session: "now", Text: "Give me an example of Rule 15"})
	require.NoError(t, err)
	var headings []string
	for _, s := range c.Sections {
		headings = append(headings, s.Heading)
	}
	require.Equal(t, []string{"User Profile", "AI Insights", "Related Context"}, headings)
	sections := strings.Split(c.Text, "===")
	profile, insights, related := sections[2], sections[4], sections[6]
	for _, fact := range []string{"Minh", "third-year student", "COLREGs"} {
		require.Contains(t, profile, fact)
	}
	require.Contains(t, insights, "knowledge gap about Rule 15")
	require.Contains(t, insights, "better through an example")
	require.NotContains(t, insights, "evenings", "not as alike as .7")
	require.Contains(t, related, "to minh once more", "the summary of the past session")
	require.NotContains(t, c.Text, "nam once more")
	require.NotContains(t, c.Text, "Nam")
	for i := range 7 {
		require.Equal(t, i >= 2, strings.Contains(related, fmt.Sprintf("Message %d of today", i)), "message %d", i)
	}
	small, err := m.Brief(ctx, lukasa.Briefing{User: "minh", Session: "now", Text: "Rule 15", Prompt: prompt.Options{Tokens: 300}})
	require.NoError(t, err)
	require.LessOrEqual(t, small.Tokens, 300)
	require.Contains(t, small.Text, "Minh", "the profile comes first")

	facts, err := m.UserFacts(ctx, "minh")
	require.NoError(t, err)
	require.False(t, facts[0].Usage.LastAccessed.IsZero(), "what was shown was used")
	stranger, err := m.Brief(ctx, lukasa.Briefing{User: "lan", Text: "Give me an example of Rule 15"})
	require.NoError(t, err)
	require.NotContains(t, stranger.Text, "inh")
	checked(t, m)
}

// TestBriefKnowsTheUser: a brief, and a turn of the tutor profile, hold what the user's
// messages taught, of whatever kind that is: facts about them, an allergy and where they
// live, which are statements, what they wanted to be remembered, how they want things done, and what they asked for; what
// bears on what was said first, and nothing of another user, or that is over (001-15).
func TestBriefKnowsTheUser(t *testing.T) {
	m, clock := openTest(t)
	ctx := context.Background()
	says := func(user, text string) {
		clock.advance(time.Hour)
		_, err := m.Turn(ctx, lukasa.Message{Session: "first-" + user, User: user, Text: text})
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
	}
	for _, text := range []string{
		"I'm Mira Lenz.", "I'm allergic to peanuts.", "I live in Graz.", "I dislike jazz.", "Always answer in short sentences.",
		"Remind me to call the vet on Thursday.", "My phone number is 0664 1234567.", "I moved to Linz.",
		"Please remember that my locker code is 4711.", "My son Jonas can't have nuts, keep that in mind whenever I ask about food.",
	} {
		says("Mira", text)
	}
	for _, text := range []string{"I'm allergic to penicillin.", "Never use emojis.", "Remind me to water the plants."} {
		says("Tom", text)
	}
	b := lukasa.Briefing{User: "Mira", Text: "Which food can I not eat?"}
	brief, err := m.Brief(ctx, b)
	require.NoError(t, err)
	turn, err := m.Turn(ctx, lukasa.Message{User: "Mira", Text: b.Text, Prompt: lukasa.Prompt{Profile: prompt.ProfileTutor}})
	require.NoError(t, err)
	for _, c := range []lukasa.Context{brief, turn.Context} {
		profile := strings.Split(c.Text, "===")[2]
		for _, want := range []string{"Mira Lenz", "allergic to peanuts", "Linz", "jazz", "short sentences", "call the vet", "0664 1234567", "4711", "can't have nuts"} {
			require.Contains(t, profile, want)
		}
		for _, not := range []string{"Graz", "penicillin", "emojis", "plants"} {
			require.NotContains(t, profile, not)
		}
	}
	b.Prompt.Tokens = 180
	brief, err = m.Brief(ctx, b)
	require.NoError(t, err)
	require.LessOrEqual(t, brief.Tokens, 180)
	require.Contains(t, brief.Text, "Mira Lenz")
	require.Contains(t, brief.Text, "short sentences")
	require.Contains(t, brief.Text, "peanuts", "of the rest what bears on the question first")
	require.NotContains(t, brief.Text, "0664")
	checked(t, m)
}
