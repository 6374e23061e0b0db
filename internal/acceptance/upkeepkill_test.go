package acceptance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/schema"
)

// mortal is a context whose process kills itself once it was looked at so many times.
type mortal struct{ impatient }

func (c *mortal) Err() error {
	if c.impatient.Err() != nil {
		self, err := os.FindProcess(os.Getpid())
		quit(err)
		quit(self.Kill())
		select {} // until the kill comes
	}
	return c.Context.Err()
}

// upkeeps is what looks after a memory in several steps. Each comes to the same, done once
// or twice.
var upkeeps = map[string]func(ctx context.Context, m *lukasa.Memory) error{
	"reflect": func(ctx context.Context, m *lukasa.Memory) error {
		_, err := m.Reflect(ctx, lukasa.Reflection{})
		return err
	},
	"summarise": func(ctx context.Context, m *lukasa.Memory) error {
		_, err := m.Summarise(ctx, lukasa.Session{Now: true})
		return err
	},
	"consolidate": func(ctx context.Context, m *lukasa.Memory) error {
		_, err := m.Consolidate(ctx, lukasa.Consolidation{})
		return err
	},
	"end and sweep": func(ctx context.Context, m *lukasa.Memory) error {
		if _, err := m.EndSession(ctx, "brief"); err != nil {
			return err
		}
		_, err := m.Sweep(ctx, lukasa.Sweep{Expired: "forget"})
		return err
	},
	"merge of entities": func(ctx context.Context, m *lukasa.Memory) error {
		_, err := m.MergeEntities(ctx, lukasa.Merging{Into: "person:peter", From: "person:pete", Force: true})
		if errors.Is(err, lukasa.ErrMerge) { // it was done
			return nil
		}
		return err
	},
	"reembed": func(ctx context.Context, m *lukasa.Memory) error {
		_, err := m.Reembed(ctx, renamed(), lukasa.Reembedding{Batch: 10})
		return err
	},
}

// renamed is the built-in embedder under another name: what it makes is kept.
func renamed() embed.Embedder {
	near := static.New()
	return embed.Func(embed.Model{Name: "renamed", Dim: near.Model().Dim}, near.EmbedDocuments)
}

// upkeepChild looks after a memory, and kills itself at one of the looks at its context.
func upkeepChild() {
	looks, err := strconv.Atoi(os.Getenv("LUKASA_TEST_AFTER"))
	quit(err)
	clock := newClock()
	clock.advance(1000 * time.Hour)
	m, err := lukasa.Open(context.Background(), os.Getenv("LUKASA_TEST_DIR"), lukasa.WithClock(clock.now), lukasa.WithSeed(1))
	quit(err)
	ctx := &mortal{impatient{Context: context.Background()}}
	ctx.looks.Store(int64(looks))
	quit(upkeeps[os.Getenv("LUKASA_TEST_VERB")](ctx, m))
	quit(m.Close())
}

// TestUpkeepKilled kills a process with kill -9 at the 1st, 9th, 81st and so on look at the
// context of what looks after a memory. The memory is sound, and what was cut short comes to
// what it comes to at once: nothing is learned twice, nothing left half done (I1, I6, R4).
func TestUpkeepKilled(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	toLookAfter(t, base)
	for verb, call := range upkeeps {
		dir := t.TempDir() + "/whole"
		want, err := lookedAfter(t, base, dir, call)
		require.NoError(t, err, verb)
		for looks := 0; ; looks = 9*looks + 8 {
			again := fmt.Sprint(t.TempDir(), "/", looks)
			require.NoError(t, lukasa.Restore(context.Background(), base, again))
			cmd := child(t, "upkeep", again, "LUKASA_TEST_VERB="+verb, fmt.Sprint("LUKASA_TEST_AFTER=", looks))
			done := cmd.Run() == nil
			require.True(t, done || cmd.ProcessState.ExitCode() == -1, "%s: the child failed", verb)
			got, err := lookedAfter(t, "", again, call)
			require.NoError(t, err, "%s, killed at look %d", verb, looks)
			require.Equal(t, want, got, "%s, killed at look %d", verb, looks)
			if done {
				break
			}
		}
	}
}

// lookedAfter tells what a memory holds when it was looked after; from is what to make it of.
func lookedAfter(t *testing.T, from, dir string, call func(context.Context, *lukasa.Memory) error) ([]string, error) {
	ctx := context.Background()
	if from != "" {
		require.NoError(t, lukasa.Restore(ctx, from, dir))
	}
	clock := newClock()
	clock.advance(1000 * time.Hour)
	m, err := lukasa.Open(ctx, dir, lukasa.WithClock(clock.now), lukasa.WithSeed(1))
	if errors.Is(err, lukasa.ErrEmbedder) { // the change of embedders was done
		m, err = lukasa.Open(ctx, dir, lukasa.WithClock(clock.now), lukasa.WithSeed(1), lukasa.WithEmbedder(renamed()))
	}
	if err != nil {
		return nil, err
	}
	defer func() { require.NoError(t, m.Close()) }()
	checked(t, m)
	if err := call(ctx, m); err != nil {
		return nil, err
	}
	checked(t, m)
	return holdings(t, m), nil
}

// holdings tells what a memory holds, without the ids, of which new ones are made.
func holdings(t *testing.T, m *lukasa.Memory) (lines []string) {
	records := everything(t, m, lukasa.Filter{})
	words := map[lukasa.ID]string{}
	for _, e := range records {
		words[e.ID] = e.Text()
	}
	for _, e := range records {
		var rests []string
		for _, ev := range e.Evidence {
			rests = append(rests, string(ev.Stance)+" "+words[ev.ID])
		}
		slices.Sort(rests)
		lines = append(lines, fmt.Sprintf("%s %s %.3f %d %q tags %v expires %s by %q on %q", e.Kind, e.Status, e.Confidence, e.Usage.Reinforced,
			e.Text(), e.Tags, e.ExpiresAt, words[e.SupersededBy], strings.Join(rests, "; ")))
	}
	stats, err := m.Stats(context.Background())
	require.NoError(t, err)
	merges, err := m.MergeLog(context.Background())
	require.NoError(t, err)
	slices.Sort(lines)
	return append(lines, stats.Embedder, fmt.Sprint(len(merges), " merges"))
}

// toLookAfter makes a memory in which there is something to do for each of the upkeeps.
func toLookAfter(t *testing.T, dir string) {
	ctx := context.Background()
	clock := newClock()
	m, err := lukasa.Open(ctx, dir, lukasa.WithClock(clock.now), lukasa.WithIDs(countedIDs()), lukasa.WithSeed(1))
	require.NoError(t, err)
	require.NoError(t, m.SetConfig(ctx, map[string]any{"insights.consolidate_at": 5, "insights.consolidate_to": 3}))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:peter", Name: "Peter"}))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:pete", Name: "Pete"}))
	opinion := lukasa.Experience{
		Kind: schema.KindOpinion, Content: "Peter likes short replies in the chat.", Confidence: .8,
		Mentions: []lukasa.Mention{{Entity: "person:peter", Text: "Peter", Role: schema.RoleSubject}},
	}
	stated(t, m, opinion)
	told(t, m, clock, "Peter thanked for the short replies in our chat", "person:peter")
	told(t, m, clock, "Peter does not like the short replies in the chat any more", "person:peter")
	long := strings.Repeat("We decided to move the nightly import to another server and to rotate the logs each day. ", 12)
	for i := range 40 {
		clock.advance(time.Minute)
		retain(t, m, lukasa.Experience{Kind: schema.KindMessage, Speaker: "minh", Session: fmt.Sprint("plan ", i%2), Content: fmt.Sprintf("Step %d: %s", i, long)})
	}
	for _, gap := range []string{
		"Minh does not understand Rule 15 of crossing vessels", "Minh often asks wrongly about Rule 15 of crossing vessels",
		"Minh confuses port and starboard lights", "Minh skips the exercises about buoys", "Minh forgets the sound signals of fog",
		"Minh answers too quickly when asked about knots",
	} {
		clock.advance(time.Minute)
		_, err := m.AddInsight(ctx, lukasa.Experience{Content: gap, Insight: &lukasa.Insight{User: "minh", Category: "knowledge_gap"}})
		require.NoError(t, err)
	}
	for i := range 4 {
		clock.advance(time.Minute)
		passing, dated := lived(fmt.Sprint("lasts as long as the talk ", i)), lived(fmt.Sprint("lasts an hour ", i))
		passing.TTL, passing.Session = schema.TTLSession, "brief"
		dated.ExpiresAt = clock.now().Add(time.Hour)
		rest := retain(t, m, passing)
		retain(t, m, dated)
		retain(t, m, lukasa.Experience{Kind: schema.KindFact, Content: fmt.Sprint("It follows that ", i), Evidence: []lukasa.Evidence{{ID: rest, Stance: schema.StanceSupports}}})
	}
	require.NoError(t, m.Close())
}
