package acceptance

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/reflect/extract/extracttest"
	"github.com/lukasadb/lukasa/schema"
)

// holding is how much of what the conversations of a split teach is known at their ends,
// rounded down, and of how much that something took the place of is still believed: the
// one only rises, the other falls.
var holding = map[string]struct{ known, replaced float64 }{"seen": {.97, 0}, "held": {.88, .55}, "third": {.54, .34}, "fourth": {.44, .1}}

// TestTaughtByConversations lets a memory listen to whole conversations, each by a user of
// its own: what was taught and holds at the end is known, and nothing is that something
// else took the place of (001-02, 000-04, 004-15).
func TestTaughtByConversations(t *testing.T) {
	known, all, stale, gone := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, c := range extracttest.Conversations(t, "../../reflect/extract/testdata/conversations.txt") {
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
		gone[c.Split] += len(replaced)
		for _, l := range replaced {
			if isBelieved(believed, l) {
				stale[c.Split]++
				t.Logf("%s: still believed: %s: %s", c.Title, l.Kind, l.Value)
			}
		}
	}
	for split, n := range all {
		level := float64(known[split]) / float64(n)
		t.Logf("%-5s %.3f (%d of %d), %d of %d replaced are still believed", split, level, known[split], n, stale[split], gone[split])
		require.GreaterOrEqual(t, level, holding[split].known, split)
		require.LessOrEqual(t, float64(stale[split]), holding[split].replaced*float64(gone[split]), split)
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
		_, err := m.Turn(ctx, lukasa.Message{Session: "s", Text: said.Text, Time: clock.now().Add(time.Duration(i) * time.Minute)})
		require.NoError(t, err)
		require.NoError(t, m.Flush(ctx))
	}
	require.Zero(t, m.Progress().Skipped)
	kinds := []lukasa.Kind{schema.KindFact, schema.KindUserFact, schema.KindPreference, schema.KindTask, schema.KindInsight}
	for _, e := range everything(t, m, lukasa.Filter{Kinds: kinds}) {
		if e.Status.Live() {
			believed = append(believed, e.Content)
		}
	}
	return believed
}
