package lukasa

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/reflect/extract/extracttest"
	"github.com/lukasadb/lukasa/schema"
)

// holding is how much of what the conversations of a split teach is known at their ends,
// rounded down: it only rises.
var holding = map[string]float64{"seen": .97, "held": .1}

// TestTaughtByConversations lets a memory listen to whole conversations, each by a user of
// its own: what was taught and holds at the end is known, and nothing is that something
// else took the place of (001-02, 000-04, 004-15).
func TestTaughtByConversations(t *testing.T) {
	known, all := map[string]int{}, map[string]int{}
	for _, c := range extracttest.Conversations(t, "reflect/extract/testdata/conversations.txt") {
		believed := listen(t, &c)
		held, replaced := c.Holds()
		all[c.Split] += len(held)
		for _, l := range held {
			if isBelieved(believed, l) {
				known[c.Split]++
			} else if c.Split == "seen" {
				t.Logf("%s: not known: %s: %s", c.Title, l.Kind, l.Value)
			}
		}
		for _, l := range replaced {
			require.False(t, isBelieved(believed, l), "%s: still believed: %s: %s in\n%q", c.Title, l.Kind, l.Value, believed)
		}
	}
	for split, n := range all {
		level := float64(known[split]) / float64(n)
		t.Logf("%-5s %.3f (%d of %d)", split, level, known[split], n)
		require.GreaterOrEqual(t, level, holding[split], split)
	}
}

func isBelieved(believed []string, l extracttest.Lesson) bool {
	return slices.ContainsFunc(believed, func(b string) bool { return extracttest.Says(b, l.Value) })
}

// listen tells a new memory a conversation, and returns what it then believes.
func listen(t *testing.T, c *extracttest.Conversation) (believed []string) {
	ctx := context.Background()
	m, clock := openTest(t)
	for i, said := range c.Messages {
		_, err := m.Turn(ctx, Message{Session: "s", Text: said.Text, Time: clock.now().Add(time.Duration(i) * time.Minute)})
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
	}
	require.Zero(t, m.Progress().Skipped)
	kinds := []Kind{schema.KindFact, schema.KindUserFact, schema.KindPreference, schema.KindTask, schema.KindInsight}
	for _, e := range everything(t, m, Filter{Kinds: kinds}) {
		if e.Status.Live() {
			believed = append(believed, e.Content)
		}
	}
	return believed
}
