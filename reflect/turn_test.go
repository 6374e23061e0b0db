package reflect_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// talk is a store with conversations, whose clock and ids are the test's own.
type talk struct {
	dir    string
	store  *store.Store
	writer *experience.Writer
	reader *query.Reader
	turns  *reflect.Turns
	model  embed.Embedder // default: the built-in one
	steps  time.Duration  // the store's patience; default: its own
	links  bool           // the names in what is said
	micros atomic.Int64
	ids    atomic.Uint32
}

func openTalk(t testing.TB, o reflect.Options) *talk {
	return openTalkAs(t, &talk{}, o)
}

// openTalkAs opens the store of a talk that has its own way.
func openTalkAs(t testing.TB, k *talk, o reflect.Options) *talk {
	k.dir = filepath.Join(t.TempDir(), "mem")
	k.micros.Store(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC).UnixMicro())
	k.open(t, o)
	t.Cleanup(func() { k.close(t) })
	return k
}

func (k *talk) open(t require.TestingT, o reflect.Options) {
	if k.model == nil {
		k.model = static.New()
	}
	s, err := store.Open(context.Background(), k.dir, store.Options{
		Embedder: k.model, Seed: 1, Patience: k.steps, Clock: func() time.Time { return time.UnixMicro(k.micros.Add(1000)).UTC() },
		NewID: func() schema.ID {
			id := schema.ID{0: 1, 1: 0x90, 6: 0x70, 8: 0x80}
			binary.BigEndian.PutUint32(id[12:], k.ids.Add(1))
			return id
		},
	})
	require.NoError(t, err)
	k.store, k.writer, k.reader = s, experience.New(s), query.New(s)
	if k.links {
		k.writer = k.writer.WithLinker(knowledge.NewLinker(knowledge.NewBook(s), knowledge.LinkAll))
	}
	k.turns = reflect.NewTurns(s, k.writer, k.reader, o)
}

func (k *talk) close(t require.TestingT) {
	require.NoError(t, k.turns.Close())
	require.NoError(t, k.store.Close())
}

// say takes a turn of ana's in session s and waits until it was learned from.
func (k *talk) say(t require.TestingT, text string) *reflect.Turn {
	turn, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Session: "s", User: "ana", Text: text})
	require.NoError(t, err)
	require.NoError(t, k.turns.Flush(context.Background()))
	return turn
}

func (k *talk) taught(t require.TestingT, turn *reflect.Turn) []schema.Experience {
	got, err := k.turns.Taught(context.Background(), "a", turn.ID)
	require.NoError(t, err)
	return got
}

// all returns the records of agent a, oldest first.
func (k *talk) all(t require.TestingT) (out []schema.Experience) {
	for e, err := range k.reader.All(context.Background(), query.Filter{Agents: []string{"a"}, OldestFirst: true}) {
		require.NoError(t, err)
		out = append(out, e)
	}
	return out
}

func ofKind(list []schema.Experience, kind schema.Kind) (out []schema.Experience) {
	for _, e := range list {
		if e.Kind == kind {
			out = append(out, e)
		}
	}
	return out
}

// TestTurnPipeline goes through the nine stages of 004-19 in order: the message
// is stored as an event (004-01), what bears on it is recalled, the context is
// handed back, the reply is stored as an event, and afterwards there is a fact
// that rests on the message (004-07, R2) and one episode of the exchange
// (004-05).
func TestTurnPipeline(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	first := k.say(t, "My name is Ana and I work at Siemens.")
	k.say(t, "The crane at dock two is broken since Monday.")
	turn := k.say(t, "Where does Ana work, at Siemens?")

	var stages []string
	for _, s := range turn.Steps {
		stages = append(stages, s.Stage)
		require.GreaterOrEqual(t, s.Took, time.Duration(0))
	}
	require.Equal(t, []string{"read", "store", "resolve", "recent", "recall", "context"}, stages)
	require.Equal(t, "question", turn.Reading.Event)
	require.Len(t, turn.Recent, 2)
	for _, h := range turn.Answer.Hits {
		require.NotEqual(t, turn.ID, h.Record.ID, "a question does not answer itself")
	}
	require.Contains(t, turn.Context.Text, "ana works at Siemens")
	require.Contains(t, turn.Context.Text, "crane at dock two", "what the session just said")

	reply, err := k.turns.Reply(ctx, reflect.Reply{Agent: "a", To: turn.ID, Text: "You work at Siemens."})
	require.NoError(t, err)
	require.NoError(t, k.turns.Flush(ctx))

	said, err := k.reader.Get(ctx, []string{"a"}, first.ID)
	require.NoError(t, err)
	require.Equal(t, &schema.Message{User: "ana", Role: "user", Intent: "tell", Language: "en"}, said.Message)
	require.Equal(t, "s", said.Session)

	learned := k.taught(t, first)
	require.Len(t, learned, 2)
	fact := ofKind(learned, schema.KindFact)[0]
	require.Equal(t, "ana works at Siemens.", fact.Content)
	require.Equal(t, "works_at", fact.Statement.Predicate)
	require.JSONEq(t, `"Siemens"`, string(fact.Statement.Value))
	require.Equal(t, "episodic", fact.Statement.Provenance)
	require.Equal(t, []schema.Evidence{{ID: first.ID, Stance: schema.StanceSupports, Time: said.Time}}, fact.Evidence)
	require.Equal(t, []string{first.ID.String()}, fact.Source.MessageIDs)

	episodes := ofKind(k.all(t), schema.KindEpisode)
	require.Len(t, episodes, 3)
	last := episodes[2]
	require.Equal(t, "question", last.Episode.EventType)
	require.Equal(t, []string{turn.Message.Text}, last.Episode.Queries)
	require.NotEmpty(t, last.Episode.Facts)
	require.Equal(t, []string{turn.ID.String(), reply.ID.String()}, last.Source.MessageIDs)
	require.Contains(t, last.Content, "ana asked: Where does Ana work")
	require.Contains(t, last.Content, "a answered: You work at Siemens.")
	require.Equal(t, 5, last.Importance)
	require.Equal(t, reflect.Progress{Done: 4}, k.turns.Progress())
}

// TestMessagesAreImmutable: what was said cannot be changed afterwards, only how
// it is filed (004-01).
func TestMessagesAreImmutable(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	turn := k.say(t, "My name is Ana.")
	for field, p := range map[string]schema.Patch{
		"content": {Content: new("My name is Bo.")}, "session": {Session: new("other")}, "speaker": {Speaker: new("bo")},
		"timestamp": {Time: new(time.Unix(0, 0))}, "message": {Message: &schema.Message{Role: "system"}},
	} {
		_, err := k.writer.Update(ctx, "a", turn.ID, 0, p)
		var invalid *schema.InvalidError
		require.ErrorAs(t, err, &invalid, field)
		require.Equal(t, field, invalid.Fields[0].Field)
	}
	_, err := k.writer.Update(ctx, "a", turn.ID, 0, schema.Patch{Pinned: new(true)})
	require.NoError(t, err)
}

// TestOneAtATime: a new name takes the place of the old one, what was said twice
// is one record that rests on both, and a correction changes what it corrects.
func TestOneAtATime(t *testing.T) {
	k := openTalk(t, reflect.Options{})
	k.say(t, "My name is Ana.")
	k.say(t, "Actually, my name is Hannah.")
	names := ofKind(k.all(t), schema.KindUserFact)
	require.Len(t, names, 1)
	require.Equal(t, "ana's name is Hannah.", names[0].Content)
	require.Len(t, names[0].Supersedes, 1)

	k.say(t, "I like green tea.")
	again := k.say(t, "I like green tea.")
	tea := k.taught(t, again)
	require.Len(t, tea, 1)
	require.Len(t, tea[0].Evidence, 2)
	require.Equal(t, 1, tea[0].Usage.Reinforced)

	k.say(t, "Remember that the inspection is on Tuesday.")
	fixed := k.taught(t, k.say(t, "Not Tuesday but Wednesday."))
	require.Len(t, fixed, 1)
	require.Equal(t, "the inspection is on Wednesday.", fixed[0].Content)
	require.Empty(t, k.taught(t, k.say(t, "Not Bremen but Hamburg.")), "nothing known says Bremen")
	require.Empty(t, k.taught(t, k.say(t, "Where do I live?")))

	other, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", User: "bo", Text: "Not Wednesday but Friday."})
	require.NoError(t, err)
	require.NoError(t, k.turns.Flush(context.Background()))
	require.Empty(t, k.taught(t, other), "another user, in no session, corrects nothing of ana's")
}

// TestStagesAreReplaceable: a caller may add, drop and replace stages, here one
// that reads the user's database (004-19, 004-23); an error tells its stage, and
// what was stored before it stays.
func TestStagesAreReplaceable(t *testing.T) {
	broken := errors.New("no database")
	fail := false
	k := openTalk(t, reflect.Options{Stages: func(stages []reflect.Stage) []reflect.Stage {
		ground := reflect.Stage{Name: "ground", Run: func(_ context.Context, turn *reflect.Turn) error {
			if fail {
				return broken
			}
			turn.Domain = append(turn.Domain, prompt.Item{ID: "invoice-7", Role: prompt.RoleDomain, Text: "Invoice 7 is open."})
			return nil
		}}
		return append(stages[:3:3], append([]reflect.Stage{ground}, stages[4:]...)...)
	}})
	turn := k.say(t, "Is invoice 7 paid?")
	require.Contains(t, turn.Context.Text, "Invoice 7 is open.")
	require.Empty(t, turn.Recent)
	require.Contains(t, ofKind(k.all(t), schema.KindEpisode)[0].Episode.Facts, "Invoice 7 is open.")

	fail = true
	turn, err := k.turns.Turn(context.Background(), reflect.Message{Agent: "a", Text: "I live in Bonn."})
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "ground")
	require.NoError(t, k.turns.Flush(context.Background()))
	require.Len(t, k.taught(t, turn), 1, "the message is stored, so it is learned from")
}

// TestWorkIsFinished: what one process leaves undone the next one does, once,
// and a third finds nothing to do (R1, R4, 004-20).
// TestTurnsFillTheirContext: a message gets as many memories as its context has room for (004-18); what the caller says of
// either holds.
func TestTurnsFillTheirContext(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	for i := range 120 {
		_, err := k.writer.Retain(ctx, schema.Experience{Agent: "a", Kind: schema.KindFact, Content: fmt.Sprintf("Shipment %d left the harbour of Hue on barge %d.", i, 300+i)})
		require.NoError(t, err)
	}
	ask := func(recall query.Request, tokens int) *reflect.Turn {
		turn, err := k.turns.Turn(ctx, reflect.Message{
			Agent: "a", Text: "Which shipment left the harbour?", Recall: recall, Prompt: prompt.Options{Tokens: tokens},
		})
		require.NoError(t, err)
		return turn
	}
	whole := ask(query.Request{}, 0)
	require.Greater(t, len(whole.Context.Included), 2*query.DefaultK)
	require.LessOrEqual(t, whole.Context.Tokens, prompt.DefaultTokens)
	require.Len(t, ask(query.Request{K: 5}, 0).Answer.Hits, 5)
	for _, small := range []*reflect.Turn{ask(query.Request{}, 500), ask(query.Request{Tokens: 500}, 0)} {
		require.LessOrEqual(t, small.Context.Tokens, 500)
		require.Less(t, len(small.Answer.Hits), len(whole.Answer.Hits)/2)
	}
}

func TestWorkIsFinished(t *testing.T) {
	ctx := context.Background()
	block := make(chan struct{})
	k := openTalk(t, reflect.Options{Extractors: []reflect.Extractor{stuck{block}}})
	for _, text := range []string{"My name is Ana.", "I live in Bonn.", "I like tea."} {
		turn, err := k.turns.Turn(ctx, reflect.Message{Agent: "a", Session: "s", User: "ana", Text: text})
		require.NoError(t, err)
		_, err = k.turns.Reply(ctx, reflect.Reply{Agent: "a", To: turn.ID, Text: "Noted."})
		require.NoError(t, err)
	}
	require.Positive(t, k.turns.Progress().Pending)
	k.close(t) // while the first message waits for its extractor
	k.open(t, reflect.Options{})
	for range 2 {
		require.NoError(t, k.turns.Flush(ctx))
		all := k.all(t)
		require.Len(t, ofKind(all, schema.KindEpisode), 3)
		require.Len(t, ofKind(all, schema.KindUserFact), 2)
		require.Len(t, ofKind(all, schema.KindFact), 1)
		for _, e := range ofKind(all, schema.KindEpisode) {
			require.Len(t, e.Evidence, 2)
			require.Contains(t, e.Content, "a answered: Noted.")
		}
		k.close(t)
		k.open(t, reflect.Options{})
	}
	require.NoError(t, k.turns.Flush(ctx))
	for _, e := range k.all(t) {
		require.Zero(t, e.Usage.Reinforced, "doing it again changes nothing: %s", e.Content)
	}
}

// stuck waits until it is told to go on, or given up.
type stuck struct{ until chan struct{} }

func (s stuck) Extract(ctx context.Context, _ *schema.Experience) ([]reflect.Candidate, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.until:
		return nil, nil
	}
}

// TestPanicsInTheBackground: code of others that panics there does not end the
// process; it teaches nothing, and what others find is learned, once.
func TestPanicsInTheBackground(t *testing.T) {
	told := 0
	k := openTalk(t, reflect.Options{
		Extractors: []reflect.Extractor{noting(func() { panic("extractor") }), reflect.Proposals{}, reflect.Rules{}},
		Learned: func(context.Context, reflect.Lesson) error {
			told++
			panic("learned")
		},
	})
	turn := k.say(t, "I live in Bonn.")
	require.Len(t, k.taught(t, turn), 1)
	k.say(t, "I like tea.")
	require.Len(t, ofKind(k.all(t), schema.KindEpisode), 2)
	require.Equal(t, 2, told, "none is in the way of the next")
	require.Equal(t, reflect.Progress{Done: 2, Skipped: 2}, k.turns.Progress())
}

// TestFlushOfClosed: who waits for the work when it is closed, or asks later, is
// told that it is closed, never that a context ended which is not theirs.
func TestFlushOfClosed(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{Extractors: []reflect.Extractor{stuck{make(chan struct{})}}})
	_, err := k.turns.Turn(ctx, reflect.Message{Agent: "a", Text: "I live in Bonn."})
	require.NoError(t, err)
	waiting := make(chan error, 1)
	go func() { waiting <- k.turns.Flush(ctx) }()
	time.Sleep(10 * time.Millisecond) // most likely it waits by now; if not, it asks later
	require.NoError(t, k.turns.Close())
	require.ErrorIs(t, <-waiting, store.ErrClosed)
	for range 100 {
		require.ErrorIs(t, k.turns.Flush(ctx), store.ErrClosed)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	require.Error(t, k.turns.Flush(ended))
}

// TestTrimmedFeed: a purge drops the feed of changes that the work follows; what
// is owed is then found among the messages.
func TestTrimmedFeed(t *testing.T) {
	ctx := context.Background()
	block := make(chan struct{})
	k := openTalk(t, reflect.Options{Extractors: []reflect.Extractor{stuck{block}}})
	_, err := k.turns.Turn(ctx, reflect.Message{Agent: "a", User: "ana", Text: "I live in Bonn."})
	require.NoError(t, err)
	gone, err := k.writer.Retain(ctx, schema.Experience{Agent: "a", Kind: schema.KindFact, Content: "to be purged"})
	require.NoError(t, err)
	_, err = k.writer.Forget(ctx, experience.Forget{Agent: "a", IDs: []schema.ID{gone.ID}, Purge: true})
	require.NoError(t, err)
	k.close(t)
	k.open(t, reflect.Options{})
	require.NoError(t, k.turns.Flush(ctx))
	require.Len(t, ofKind(k.all(t), schema.KindFact), 1)
	require.Len(t, ofKind(k.all(t), schema.KindEpisode), 1)
}

// TestForgottenStaysForgotten: a fact that the user has forgotten is not learned
// again from the message that stayed.
func TestForgottenStaysForgotten(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	turn := k.say(t, "I live in Bonn.")
	fact := k.taught(t, turn)[0]
	_, err := k.writer.Forget(ctx, experience.Forget{Agent: "a", IDs: []schema.ID{fact.ID}})
	require.NoError(t, err)
	_, err = k.writer.Update(ctx, "a", turn.ID, 0, schema.Patch{Pinned: new(true)})
	require.NoError(t, err)
	k.close(t)
	k.open(t, reflect.Options{})
	k.say(t, "Thanks!")
	require.Empty(t, k.taught(t, turn))
}

// TestTurnsOfAgents: what is said to one agent is neither recalled nor learned by
// another (I5).
func TestTurnsOfAgents(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	turn := k.say(t, "I live in Bonn.")
	other, err := k.turns.Turn(ctx, reflect.Message{Agent: "b", Session: "s", User: "ana", Text: "Do I live in Bonn?"})
	require.NoError(t, err)
	require.Empty(t, other.Answer.Hits)
	require.Empty(t, other.Recent)
	require.NotContains(t, other.Context.Text, "Bonn")
	_, err = k.turns.Reply(ctx, reflect.Reply{Agent: "b", To: turn.ID, Text: "hm"})
	require.ErrorIs(t, err, experience.ErrNotFound)
	got, err := k.turns.Taught(ctx, "b", turn.ID)
	require.NoError(t, err)
	require.Empty(t, got)
}

// TestBadTurns: what cannot be taken is refused by name, and nothing is stored.
func TestBadTurns(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	_, err := k.turns.Turn(ctx, reflect.Message{Agent: "a"})
	require.ErrorIs(t, err, reflect.ErrTurn)
	_, err = k.turns.Reply(ctx, reflect.Reply{Agent: "a", Text: "x"})
	require.ErrorIs(t, err, reflect.ErrTurn)
	fact, err := k.writer.Retain(ctx, schema.Experience{Agent: "a", Kind: schema.KindFact, Content: "x"})
	require.NoError(t, err)
	_, err = k.turns.Reply(ctx, reflect.Reply{Agent: "a", To: fact.ID, Text: "x"})
	require.ErrorIs(t, err, reflect.ErrTurn)
	var invalid *schema.InvalidError
	_, err = k.turns.Turn(ctx, reflect.Message{Agent: "a", Text: strings.Repeat("x", schema.MaxText+1)})
	require.ErrorAs(t, err, &invalid)
	require.Equal(t, "content", invalid.Fields[0].Field)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = k.turns.Turn(cancelled, reflect.Message{Agent: "a", Text: "hello"})
	require.ErrorIs(t, err, context.Canceled)
	require.Len(t, k.all(t), 1)
	require.NoError(t, k.turns.Close())
	_, err = k.turns.Turn(ctx, reflect.Message{Agent: "a", Text: "hello"})
	require.ErrorIs(t, err, store.ErrClosed)
}

// TestHostileTurns: whatever a user writes is stored or refused, and learned from
// or not, and never stops those that follow.
func TestHostileTurns(t *testing.T) {
	ctx := context.Background()
	k := openTalk(t, reflect.Options{})
	for i, s := range hostile.Valid(2000) {
		if i%20 != 0 {
			continue
		}
		for _, text := range []string{s, "My name is " + s + ".", "Remember that " + s} {
			_, err := k.turns.Turn(ctx, reflect.Message{Agent: "a", Session: "s", User: "ana", Text: text})
			var invalid *schema.InvalidError
			require.True(t, err == nil || errors.As(err, &invalid) || errors.Is(err, reflect.ErrTurn), "%q: %v", text, err)
		}
	}
	require.NoError(t, k.turns.Flush(ctx))
	require.Zero(t, k.turns.Progress().Pending)
	require.Len(t, k.taught(t, k.say(t, "I live in Bonn.")), 1)
	require.NoError(t, k.store.View(ctx, func(r *ledger.Reader) error { _, err := r.Seq(); return err }))
}

// TestEmbeddedLater: a turn does not wait for an embedder on a server. The vector
// of the message is made in the background (004-20), and one that could not be
// made costs nothing else.
func TestEmbeddedLater(t *testing.T) {
	ctx := context.Background()
	server := &slow{Embedder: static.New()}
	k := &talk{dir: filepath.Join(t.TempDir(), "mem"), model: server}
	k.micros.Store(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC).UnixMicro())
	block := make(chan struct{})
	k.open(t, reflect.Options{Extractors: []reflect.Extractor{stuck{block}}})
	defer func() { k.close(t) }()
	server.down.Store(true)
	turn, err := k.turns.Turn(ctx, reflect.Message{Agent: "a", User: "ana", Text: "The crane at dock two is broken."})
	require.NoError(t, err)
	close(block)
	require.NoError(t, k.turns.Flush(ctx))
	require.False(t, k.hasVector(t, turn.ID))
	require.Len(t, ofKind(k.all(t), schema.KindEpisode), 1)

	server.down.Store(false)
	turn = k.say(t, "The pump at dock three is fine.")
	require.True(t, k.hasVector(t, turn.ID))
}

func (k *talk) hasVector(t require.TestingT, id schema.ID) bool {
	var err error
	require.NoError(t, k.store.View(context.Background(), func(r *ledger.Reader) error {
		_, err = r.Vector(k.store.Embedder().Model().ID(), id)
		return nil
	}))
	if errors.Is(err, ledger.ErrNotFound) {
		return false
	}
	require.NoError(t, err)
	return true
}

// slow is an embedder as if on a server, which may be down for documents.
type slow struct {
	embed.Embedder
	down atomic.Bool
}

func (s *slow) Model() embed.Model {
	m := s.Embedder.Model()
	m.Name, m.Local = "remote", false
	return m
}

func (s *slow) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	if s.down.Load() {
		return nil, errors.New("server down")
	}
	return s.Embedder.EmbedDocuments(ctx, texts)
}

// TestTurnsCloseBesideTurns: turns of agents that were never heard of may be under
// way when the work ends (R1).
func TestTurnsCloseBesideTurns(t *testing.T) {
	k := openTalk(t, reflect.Options{})
	var talking sync.WaitGroup
	for i := range 4 {
		talking.Go(func() {
			for n := range 50 {
				m := reflect.Message{Agent: fmt.Sprintf("agent %d of %d", n, i), Session: "s", Text: "My name is Ana."}
				if _, err := k.turns.Turn(context.Background(), m); errors.Is(err, store.ErrClosed) {
					return
				}
			}
		})
	}
	time.Sleep(20 * time.Millisecond)
	require.NoError(t, k.turns.Close())
	talking.Wait()
}
