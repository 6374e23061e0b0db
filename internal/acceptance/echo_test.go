package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// derived is something that was made of several sources, one of which says the
// canary, and what must be left once that source is forgotten.
type derived struct {
	forget lukasa.ID // the source that goes
	stays  []string  // what some answer still says afterwards
}

// holds fails unless answers say what is left and nothing of what went.
func (d derived) holds(t *testing.T, answers string) {
	t.Helper()
	require.NotContains(t, answers, canary)
	for _, words := range d.stays {
		require.Contains(t, answers, words)
	}
}

// insightOn is an insight about Minh that a message taught.
func insightOn(t *testing.T, m *lukasa.Memory, topic, content string, sources ...lukasa.ID) lukasa.ID {
	t.Helper()
	e := lukasa.Experience{Kind: schema.KindInsight, Content: content, Insight: &lukasa.Insight{User: "minh", Category: "knowledge_gap", SubTopic: topic}}
	for _, id := range sources {
		e.Evidence = append(e.Evidence, lukasa.Evidence{ID: id, Stance: schema.StanceSupports})
	}
	done, err := m.AddInsight(context.Background(), e)
	require.NoError(t, err)
	return done.ID
}

func said(t *testing.T, m *lukasa.Memory, words string) lukasa.ID {
	t.Helper()
	return retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Session: "s", Speaker: "minh", Content: words, Message: &schema.Message{User: "minh", Role: "user"}})
}

// supports makes evidence of records.
func supports(ids ...lukasa.ID) (out []lukasa.Evidence) {
	for _, id := range ids {
		out = append(out, lukasa.Evidence{ID: id, Stance: schema.StanceSupports})
	}
	return out
}

// derivations are the ways in which one record comes to repeat the words of
// another while it rests on others too.
var derivations = map[string]func(t *testing.T, m *lukasa.Memory, tick func()) derived{
	"merged insight": func(t *testing.T, m *lukasa.Memory, tick func()) derived {
		require.NoError(t, m.SetConfig(context.Background(), map[string]any{"insights.consolidate_to": 1, "insights.consolidate_at": 2}))
		sources := []lukasa.ID{said(t, m, "I do not get crossing situations"), said(t, m, "The "+canary+" confuses me"), said(t, m, "Which vessel gives way at night?")}
		insightOn(t, m, "Rule 15", "Minh does not understand crossing situations at sea", sources[0])
		tick()
		insightOn(t, m, "Rule 15", "Minh is confused by the "+canary+" and the stand-on vessel", sources[1])
		tick()
		insightOn(t, m, "Rule 15", "Minh keeps asking which ship gives way at night", sources[2])
		done, err := m.Consolidate(context.Background(), lukasa.Consolidation{Now: true})
		require.NoError(t, err)
		require.Contains(t, done[0].Merges[0].Content, canary)
		return derived{forget: sources[1], stays: []string{"crossing situations", "gives way at night"}}
	},
	"updated insight, its first source": func(t *testing.T, m *lukasa.Memory, tick func()) derived {
		a, b := said(t, m, "The "+canary+" rule about crossing is hard for me"), said(t, m, "That rule about crossing is hard for me")
		first := insightOn(t, m, "Rule 15", "Minh finds the "+canary+" rule about crossing hard to understand", a)
		tick()
		second := insightOn(t, m, "Rule 15", "Minh finds the rule about crossing hard to understand", b)
		require.Equal(t, first, second)
		return derived{forget: a, stays: []string{"Minh finds the rule about crossing hard"}}
	},
	"updated insight, its last source": func(t *testing.T, m *lukasa.Memory, tick func()) derived {
		a, b := said(t, m, "That rule about crossing is hard for me"), said(t, m, "The "+canary+" rule about crossing is hard for me")
		first := insightOn(t, m, "Rule 15", "Minh finds the rule about crossing hard to understand", a)
		tick()
		second := insightOn(t, m, "Rule 15", "Minh finds the "+canary+" rule about crossing hard to understand", b)
		require.Equal(t, first, second)
		return derived{forget: b, stays: []string{"Minh finds the rule about crossing hard"}}
	},
	"fact of two sources": func(t *testing.T, m *lukasa.Memory, tick func()) derived {
		a, b := said(t, m, "I live near the "+canary), said(t, m, "Still there, yes")
		retain(t, m, lukasa.Experience{Kind: schema.KindFact, Content: "Minh lives near the " + canary, Evidence: supports(a, b)})
		return derived{forget: a, stays: []string{"Still there"}}
	},
	"opinion that was changed": func(t *testing.T, m *lukasa.Memory, tick func()) derived {
		a, b := said(t, m, "Tea is best in the morning"), said(t, m, "Only "+canary+" tea, please")
		id := retain(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: "Minh likes tea in the morning", Evidence: supports(a)})
		tick()
		_, err := m.Update(context.Background(), id, 0, lukasa.Patch{Content: new("Minh likes " + canary + " tea in the morning"), Evidence: new(supports(a, b))})
		require.NoError(t, err)
		return derived{forget: b, stays: []string{"Minh likes tea in the morning"}}
	},
	"summaries of a session that goes on": func(t *testing.T, m *lukasa.Memory, tick func()) derived {
		var first lukasa.ID
		for i, words := range []string{"The " + canary + " sang all morning long.", "Then the rain came from the west.", "We moved the boats into the harbour."} {
			id := said(t, m, words)
			if i == 0 {
				first = id
			}
			tick()
		}
		_, err := m.Summarise(context.Background(), lukasa.Session{Name: "s", Now: true})
		require.NoError(t, err)
		tick()
		said(t, m, "In the evening we repaired the nets.")
		done, err := m.Summarise(context.Background(), lukasa.Session{Name: "s", Now: true})
		require.NoError(t, err)
		require.Contains(t, done[0].Text, canary)
		return derived{forget: first, stays: []string{"boats into the harbour", "repaired the nets"}}
	},
	"episode of an exchange": func(t *testing.T, m *lukasa.Memory, _ func()) derived {
		turn, err := m.Turn(context.Background(), lukasa.Message{Session: "s", User: "minh", Text: "Where does the " + canary + " sing?"})
		require.NoError(t, err)
		_, err = m.Reply(context.Background(), turn.ID, "In the opera house of Essen.")
		require.NoError(t, err)
		require.NoError(t, m.Flush(context.Background()))
		return derived{forget: turn.ID, stays: []string{"answered: In the opera house of Essen."}}
	},
}

// TestNothingEchoesWhatIsForgotten forgets one of several sources of what was
// merged, updated, summed up or told again: no answer of any kind says a word of
// it any more, and after a purge no file holds one, while what the other sources
// say is still known (I8, I9, 900-07).
func TestNothingEchoesWhatIsForgotten(t *testing.T) {
	for name, derive := range derivations {
		for _, purge := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/purge=%t", name, purge), func(t *testing.T) {
				ctx := context.Background()
				dir, clock := t.TempDir(), newClock()
				m, err := lukasa.Open(ctx, dir, plain, lukasa.WithClock(clock.now), lukasa.WithIDs(countedIDs()), lukasa.WithSeed(1))
				require.NoError(t, err)
				defer func() { require.NoError(t, m.Close()) }()
				acquainted(t, m)
				d := derive(t, m, func() { clock.advance(24 * time.Hour) })
				require.Contains(t, answers(t, m, clock.now()), canary)
				if purge {
					require.NotEmpty(t, filesWith(t, dir))
				}
				_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{d.forget}, Purge: purge})
				require.NoError(t, err)
				d.holds(t, answers(t, m, clock.now()))
				checked(t, m)
				if !purge { // what was forgotten can be purged later, with all that had been made of it
					_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{d.forget}, Purge: true})
					require.NoError(t, err)
				}
				require.Empty(t, filesWith(t, dir))
				d.holds(t, answers(t, m, clock.now()))
				checked(t, m)
			})
		}
	}
}

// acquainted makes the people and companies known that [reads] asks about.
func acquainted(t *testing.T, m *lukasa.Memory) {
	retain(t, m, lukasa.Experience{
		Context: "Ana was here", Action: "greeted her", Outcome: "all well",
		Mentions:  []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}, {Entity: "org:acme", Text: "Acme"}},
		Relations: []lukasa.Link{{From: "person:ana", Type: "works_for", To: "org:acme"}},
	})
}

var everyStatus = []schema.Status{
	schema.StatusActive, schema.StatusAging, schema.StatusSuperseded, schema.StatusInvalidated, schema.StatusArchived,
}

// answers is all that m answers to whatever it can be asked, without the canary
// that a question says itself.
func answers(t *testing.T, m *lukasa.Memory, now time.Time) string {
	t.Helper()
	ctx := context.Background()
	var ids []lukasa.ID
	for e, err := range m.All(ctx, lukasa.Filter{Statuses: everyStatus}) {
		require.NoError(t, err)
		ids = append(ids, e.ID)
	}
	asked := reads(ctx, m, ids, now.Add(time.Hour))
	for what, ask := range map[string]func() (any, error){
		"insights": func() (any, error) { return m.Insights(ctx, "minh") },
		"facts":    func() (any, error) { return m.UserFacts(ctx, "minh") },
		"brief": func() (any, error) {
			return m.Brief(ctx, lukasa.Briefing{User: "minh", Session: "s", Text: "the rule about crossing"})
		},
		"all": func() (any, error) { return m.Find(ctx, lukasa.Filter{Limit: 1000, Statuses: everyStatus}) },
	} {
		asked[what] = ask
	}
	var out []string
	for what, ask := range asked {
		if strings.HasPrefix(what, "history") || strings.HasPrefix(what, "as of") {
			continue // what was corrected stays there
		}
		got, err := ask()
		require.NoError(t, err, what)
		data, err := json.Marshal(got)
		require.NoError(t, err, what)
		out = append(out, string(data))
	}
	return strings.Join(out, "\n")
}
