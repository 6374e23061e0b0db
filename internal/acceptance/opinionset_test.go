package acceptance

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// tally counts the records that were heard on one side of opinions.
type tally struct{ right, heard, there float64 }

// opinionBlock is an opinion of the labelled set, with what was told since: a
// sign each, + for it, - against it, 0 neither, and the words.
type opinionBlock struct {
	split, opinion string
	reports        []string
}

// readOpinions reads testdata/opinions.txt: blocks parted by empty lines, the
// first line of each "? split | opinion".
func readOpinions(t *testing.T) (out []opinionBlock) {
	raw, err := os.ReadFile("testdata/opinions.txt")
	require.NoError(t, err)
	for block := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n\n") {
		lines := strings.Split(block, "\n")
		split, opinion, ok := strings.Cut(strings.TrimPrefix(lines[0], "? "), " | ")
		require.True(t, ok, lines[0])
		out = append(out, opinionBlock{split, opinion, lines[1:]})
	}
	return out
}

// hearAll reflects on the reports of a block in a memory of its own and counts
// on which side of the opinion they come to stand.
func hearAll(t *testing.T, m *lukasa.Memory, clock *testClock, b opinionBlock, sides map[string]*tally) {
	ctx := context.Background()
	opinion := stated(t, m, lukasa.Experience{Kind: schema.KindOpinion, Content: b.opinion, Confidence: .7}).ID
	signs := map[lukasa.ID]string{}
	for _, report := range b.reports {
		clock.advance(time.Hour)
		sign, words := report[:1], report[2:]
		signs[retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Content: words})] = sign
		if side := sides[sign]; side != nil {
			side.there++
		}
	}
	_, err := m.Reflect(ctx, lukasa.Reflection{})
	require.NoError(t, err)
	shown, err := m.ShowOpinion(ctx, opinion)
	require.NoError(t, err)
	for sign, heard := range map[string][]lukasa.Experience{"+": shown.For, "-": shown.Against} {
		for _, e := range heard {
			sides[sign].heard++
			if signs[e.ID] == sign {
				sides[sign].right++
			} else {
				t.Logf("%s for %s: %s | %s", sign, signs[e.ID], b.opinion, e.Content)
			}
		}
	}
}

// TestOpinionSet (003-17, 003-20): a reflection hears, in what people tell, what
// is for and against their opinions. The bounds are what was measured, rounded
// down, so that they only rise: of what is heard on a side, the share that is
// rightly there, and of what was told for that side, the share that is heard.
func TestOpinionSet(t *testing.T) {
	t.Parallel()
	least := map[string]map[string]struct{ precision, recall float64 }{
		"seen": {"+": {.97, .87}, "-": {.97, .93}},
		"held": {"+": {.75, .29}, "-": {.94, .43}},
	}
	m, clock := openTest(t)
	splits := map[string]map[string]*tally{}
	for _, b := range readOpinions(t) {
		require.Contains(t, least, b.split, b.opinion)
		if splits[b.split] == nil {
			splits[b.split] = map[string]*tally{"+": {}, "-": {}}
		}
		own, err := m.As("of " + b.opinion)
		require.NoError(t, err)
		hearAll(t, own, clock, b, splits[b.split])
	}
	for split, sides := range splits {
		for sign, n := range sides {
			precision, recall := n.right/n.heard, n.right/n.there
			t.Logf("%s %s: precision %.2f, recall %.2f (%+v)", split, sign, precision, recall, *n)
			require.GreaterOrEqual(t, precision, least[split][sign].precision, "%s %s", split, sign)
			require.GreaterOrEqual(t, recall, least[split][sign].recall, "%s %s", split, sign)
		}
	}
}
