package acceptance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/ledger"
)

var errAway = errors.New("the embedder is away")

// farEmbedder stands for a model on a server: its vectors are kept in the ledger.
// Its dimensions are the built-in model's, the first few of them or all, so that
// they mean something.
type farEmbedder struct {
	name  string
	dim   int
	away  atomic.Bool
	asked atomic.Int64 // texts
}

// wordless is a text that a farEmbedder has no vector for.
const wordless = "(silence)"

func (f *farEmbedder) embedder() embed.Embedder {
	near := static.New()
	return embed.Func(embed.Model{Name: f.name, Dim: f.dim}, func(ctx context.Context, texts []string) ([][]float32, error) {
		if f.away.Load() {
			return nil, errAway
		}
		f.asked.Add(int64(len(texts)))
		rows, err := near.EmbedDocuments(ctx, texts)
		out := make([][]float32, len(rows))
		for i := range rows {
			out[i] = make([]float32, f.dim)
			if texts[i] != wordless {
				copy(out[i], rows[i])
			}
		}
		return out, err
	})
}

func vectorsOf(t require.TestingT, m *lukasa.Memory, model string) map[lukasa.ID]int {
	out := map[lukasa.ID]int{}
	require.NoError(t, inside.Store(m).View(context.Background(), func(r *ledger.Reader) error {
		for v, err := range r.Vectors(model) {
			if err != nil {
				return err
			}
			out[v.ID] = len(v.Data) / 4
		}
		return nil
	}))
	return out
}

func meant(t require.TestingT, m *lukasa.Memory, question string) []lukasa.ID {
	var zero float64
	answer, err := m.Recall(context.Background(), lukasa.Query{Text: question, Floor: &zero, K: 3})
	require.NoError(t, err)
	var out []lukasa.ID
	for _, h := range answer.Hits {
		out = append(out, h.Record.ID)
	}
	return out
}

// 900-04: vectors of two models live side by side, the change over is for all
// agents at once, and what was made is not made again.
func TestReembed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	old, next := &farEmbedder{name: "old", dim: 128}, &farEmbedder{name: "next", dim: 256}
	m, _ := openTest(t, lukasa.WithEmbedder(old.embedder()))
	other, err := m.As("other")
	require.NoError(t, err)
	const n = 300
	for i := range n {
		of := m
		if i%3 == 0 {
			of = other
		}
		retain(t, of, lukasa.Experience{Kind: "fact", Content: fmt.Sprintf("Parcel %d waits for the physician in Hamburg", i)})
	}
	nothing := retain(t, m, lukasa.Experience{Kind: "fact", Content: wordless})
	require.Len(t, vectorsOf(t, m, "old/128"), n+1)
	require.Zero(t, vectorsOf(t, m, "old/128")[nothing])

	stopped, cancel := context.WithCancel(ctx)
	part, err := m.Reembed(stopped, next.embedder(), lukasa.Reembedding{Batch: 50, Progress: func(lukasa.Reembedded) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 50, part.Embedded)
	stats, err := m.Stats(ctx)
	require.NoError(t, err)
	require.Equal(t, "old/128", stats.Embedder, "an interrupted change leaves the old embedder")

	before := meant(t, m, "doctor")
	done, err := m.Reembed(ctx, next.embedder(), lukasa.Reembedding{Keep: true})
	require.NoError(t, err)
	require.Equal(t, lukasa.Reembedded{Model: "next/256", Records: n + 1, Embedded: n + 1 - 50}, done)
	require.EqualValues(t, n+1, next.asked.Load(), "each text once")
	require.Len(t, vectorsOf(t, m, "old/128"), n+1, "kept")
	stats, err = m.Stats(ctx)
	require.NoError(t, err)
	require.Equal(t, "next/256", stats.Embedder)
	require.Len(t, meant(t, m, "doctor"), len(before))
	checked(t, m)

	again, err := m.Reembed(ctx, next.embedder(), lukasa.Reembedding{})
	require.NoError(t, err)
	require.Zero(t, again.Embedded, "nothing is left to do")

	_, err = m.Reembed(ctx, static.New(), lukasa.Reembedding{})
	require.NoError(t, err)
	require.Empty(t, vectorsOf(t, m, "next/256"), "dropped")
	checked(t, m)
	_, err = m.Reembed(ctx, nil, lukasa.Reembedding{})
	require.ErrorIs(t, err, lukasa.ErrNoEmbedder)
}

// Cancelled when all is embedded, a change of embedders leaves every agent with the one of
// before, and the next call makes it for all (900-04).
func TestReembedCancelledAtItsEnd(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	old, next := &farEmbedder{name: "old", dim: 128}, &farEmbedder{name: "next", dim: 256}
	m, _ := openTest(t, lukasa.WithEmbedder(old.embedder()))
	id := retain(t, m, lukasa.Experience{Kind: "fact", Content: "The parcel waits for the physician"})
	require.Equal(t, []lukasa.ID{id}, meant(t, m, "doctor"))

	stopped, cancel := context.WithCancel(ctx)
	_, err := m.Reembed(stopped, next.embedder(), lukasa.Reembedding{Progress: func(lukasa.Reembedded) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	stats, err := m.Stats(ctx)
	require.NoError(t, err)
	require.Equal(t, "old/128", stats.Embedder)

	_, err = m.Reembed(ctx, next.embedder(), lukasa.Reembedding{})
	require.NoError(t, err)
	require.Empty(t, vectorsOf(t, m, "old/128"), "dropped")
	old.away.Store(true)
	require.Equal(t, []lukasa.ID{id}, meant(t, m, "doctor"), "nobody asks the one of before")
	checked(t, m)
}

// A text that changes while two models' vectors are kept loses both: neither
// would say what it says now.
func TestUpdateDropsEveryVector(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	old, next := &farEmbedder{name: "old", dim: 128}, &farEmbedder{name: "next", dim: 256}
	m, _ := openTest(t, lukasa.WithEmbedder(old.embedder()))
	id := retain(t, m, lukasa.Experience{Kind: "fact", Content: "The meeting is on Monday"})
	_, err := m.Reembed(ctx, next.embedder(), lukasa.Reembedding{Keep: true})
	require.NoError(t, err)
	text := "The meeting is on Tuesday"
	_, err = m.Update(ctx, id, 0, lukasa.Patch{Content: &text})
	require.NoError(t, err)
	require.Empty(t, vectorsOf(t, m, "old/128"))
	require.Equal(t, map[lukasa.ID]int{id: 256}, vectorsOf(t, m, "next/256"))
}

// Records that their embedder failed for are stored, found by their words, and
// embedded as soon as it is back; also when the memory was closed in between.
func TestEmbeddedLater(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	far := &farEmbedder{name: "far", dim: 256}
	far.away.Store(true)
	dir := t.TempDir()
	m, err := lukasa.Open(ctx, dir, lukasa.WithEmbedder(far.embedder()))
	require.NoError(t, err)
	id := retain(t, m, lukasa.Experience{Kind: "fact", Content: "The physician comes on Monday"})
	require.Equal(t, []lukasa.ID{id}, meant(t, m, "physician"), "by its words")
	require.Empty(t, vectorsOf(t, m, "far/256"))
	far.away.Store(false)
	require.Eventually(t, func() bool { return len(vectorsOf(t, m, "far/256")) == 1 }, time.Minute, 10*time.Millisecond)
	checked(t, m)

	far.away.Store(true)
	retain(t, m, lukasa.Experience{Kind: "fact", Content: "The plumber comes on Tuesday"})
	require.NoError(t, m.Close())
	far.away.Store(false)
	m, err = lukasa.Open(ctx, dir, lukasa.WithEmbedder(far.embedder()))
	require.NoError(t, err)
	defer m.Close()
	require.Eventually(t, func() bool { return len(vectorsOf(t, m, "far/256")) == 2 }, time.Minute, 10*time.Millisecond)
	checked(t, m)
}

// What is mirrored while the embedder is away gets its vectors later too, and none
// keeps that of a text it no longer has.
func TestMirroredIsEmbeddedLater(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	far := &farEmbedder{name: "far", dim: 256}
	m, _ := openTest(t, lukasa.WithEmbedder(far.embedder()))
	mirror := func(caption string) {
		e := lukasa.Experience{
			ID: uuid.NewSHA1(uuid.Nil, []byte("page")), Agent: m.Agent(), Kind: "fact", Content: "A photo of the garden",
			Metadata: map[string]any{"caption": caption},
		}
		_, err := experience.New(inside.Store(m)).Mirror(ctx, m.Agent(), []lukasa.Experience{e}, nil)
		require.NoError(t, err)
	}
	far.away.Store(true)
	mirror("roses")
	require.Empty(t, vectorsOf(t, m, "far/256"))
	far.away.Store(false)
	embeddedSoon := func() {
		require.Eventually(t, func() bool { return len(vectorsOf(t, m, "far/256")) == 1 }, time.Minute, 10*time.Millisecond)
	}
	embeddedSoon()

	far.away.Store(true)
	mirror("a ladder")
	require.Empty(t, vectorsOf(t, m, "far/256"), "the vector of the roses")
	far.away.Store(false)
	embeddedSoon()
	checked(t, m)
}

// 900-04: readers and writers go on while the embedder changes to and fro, and no two
// models' vectors meet.
func TestReembedWhileInUse(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	models := []*farEmbedder{{name: "a", dim: 64}, {name: "b", dim: 256}}
	m, _ := openTest(t, lukasa.WithEmbedder(models[0].embedder()))
	var wg sync.WaitGroup
	stop := make(chan struct{})
	busy := func(f func(i int) error) {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
					if err := f(i); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	busy(func(i int) error {
		if i == 20_000 { // a machine with much else to do is not to get more than it can check
			<-stop
			return nil
		}
		_, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: fmt.Sprintf("Crate %d holds oranges", i)})
		return err
	})
	busy(func(int) error {
		_, err := m.Recall(ctx, lukasa.Query{Text: "fruit in crates"})
		return err
	})
	for i := 1; i < 7; i++ {
		_, err := m.Reembed(ctx, models[i%2].embedder(), lukasa.Reembedding{})
		require.NoError(t, err)
	}
	close(stop)
	wg.Wait()
	require.NoError(t, m.Flush(ctx))
	checked(t, m)
}

// TestEmbedderAwayIsNoLoss: while the embedder is away, what is known of users is taken in
// and told as without one, by words: a note is not refused, the same one is not kept twice,
// and a brief comes (004-20). A caller who gives up is still told so.
func TestEmbedderAwayIsNoLoss(t *testing.T) {
	far := &farEmbedder{name: "far", dim: 64}
	far.away.Store(true)
	m, _ := openTest(t, lukasa.WithEmbedder(far.embedder()))
	ctx := context.Background()
	gap := lukasa.Experience{Content: "Has a knowledge gap about Rule 15", Insight: &lukasa.Insight{User: "minh", Category: "knowledge_gap"}}
	fact := lukasa.Experience{Content: "Likes green tea", UserFact: &lukasa.UserFact{User: "minh", Type: "preference"}}
	for _, want := range []string{"added", "updated"} {
		noted, err := m.AddInsight(ctx, gap)
		require.NoError(t, err)
		require.EqualValues(t, want, noted.Outcome)
		gap.Content += "!"
		noted, err = m.AddUserFact(ctx, fact)
		require.NoError(t, err)
		require.EqualValues(t, want, noted.Outcome)
		fact.Content += "!"
	}
	ask := lukasa.Briefing{User: "minh", Text: "Has a knowledge gap about Rule 15"}
	brief, err := m.Brief(ctx, ask)
	require.NoError(t, err)
	require.Contains(t, brief.Text, "green tea")
	require.Contains(t, brief.Text, "Rule 15")
	given, giveUp := context.WithCancel(ctx)
	giveUp()
	_, err = m.Brief(given, ask)
	require.ErrorIs(t, err, context.Canceled)
	checked(t, m)
}
