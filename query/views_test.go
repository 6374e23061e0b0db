package query_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestAnswersWithoutViews: with every file of the agents' indexes deleted, and
// again after rebuilding them, questions have the same answers to the byte
// (I3, 900-05).
func TestAnswersWithoutViews(t *testing.T) {
	dir := t.TempDir()
	l := &life{Memory: openLife(t, dir), ids: map[string]lukasa.ID{}, keys: map[lukasa.ID]string{}}
	l.tell(t, readLife(t))
	for i := range 200 { // enough for the indexes to be kept in files
		_, err := l.Retain(context.Background(), lukasa.Experience{Kind: "fact", Content: fmt.Sprintf("Parcel %d was weighed.", i)})
		require.NoError(t, err)
	}
	questions := table(t, "testdata/questions.txt", 3)
	ask := func(m *lukasa.Memory) []string {
		var out []string
		for _, row := range questions {
			out = append(out, answerBytes(t, m, lukasa.Query{Text: row[1], Explain: true}))
		}
		return out
	}
	want := ask(l.Memory)
	require.NoError(t, l.Close())
	files, err := filepath.Glob(filepath.Join(dir, "agents", "*", "*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "agents")))
	again := openLife(t, dir)
	require.Equal(t, want, ask(again))
	require.NoError(t, again.Rebuild(context.Background(), "agents"))
	require.Equal(t, want, ask(again))
}

// TestForgottenSpeakers: who spoke in nothing that is still there is no participant,
// whether or not the indexes were made anew since (I3).
func TestForgottenSpeakers(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m := openLife(t, dir)
	for i, e := range []lukasa.Experience{
		{Kind: "message", Speaker: "Ana Duarte", Content: "Good morning to everybody."},
		{Kind: "message", Speaker: "Minh", Content: "Ana ordered two lamps for the warehouse."},
		{Kind: "message", Speaker: "Minh", Content: "The carrier ordered a lamp as well."},
	} {
		e.ID = numbered(i + 1)
		_, err := m.Retain(ctx, e)
		require.NoError(t, err)
	}
	_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{numbered(1)}})
	require.NoError(t, err)
	q := lukasa.Query{Text: "Which lamps did Ana order?", Explain: true, Floor: new(float64)}
	want := answerBytes(t, m, q)
	require.NoError(t, m.Rebuild(ctx, "agents"))
	require.Equal(t, want, answerBytes(t, m, q))
}

// TestNobodyElsesMemory: a hundred agents were told the same but for a word of
// their own; each finds its own and never another's, whatever is asked (I5,
// 900-05).
func TestNobodyElsesMemory(t *testing.T) {
	const agents = 100
	ctx := context.Background()
	all := openLife(t, t.TempDir())
	canary := func(i int) string { return fmt.Sprintf("canary%03dx", i) }
	agent := func(i int) *lukasa.Memory {
		m, err := all.As(fmt.Sprintf("agent-%d", i))
		require.NoError(t, err)
		return m
	}
	for i := range agents {
		_, err := agent(i).Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The secret word of the vault is " + canary(i) + ".", Pinned: i%4 == 0})
		require.NoError(t, err)
		_, err = agent(i).Retain(ctx, lukasa.Experience{Context: "Vault locked, asked for " + canary(i), Action: "Said " + canary(i), Outcome: "Opened, worked"})
		require.NoError(t, err)
	}
	for i := range agents {
		m, other := agent(i), canary((i+1)%agents)
		for _, text := range []string{"What is the secret word of the vault?", other, "agent-" + fmt.Sprint((i+1)%agents)} {
			seen := answerBytes(t, m, lukasa.Query{Text: text, Floor: new(float64), K: 200, Explain: true})
			for j := range agents {
				asked := text == canary(j)
				require.Equal(t, j == i || asked, strings.Contains(seen, canary(j)), "agent %d, question %q, canary %d", i, text, j)
			}
			a, err := m.Recall(ctx, lukasa.Query{Text: text, Floor: new(float64)})
			require.NoError(t, err)
			for _, h := range a.Hits {
				require.Equal(t, m.Agent(), h.Record.Agent)
			}
		}
		p, err := m.Similar(ctx, lukasa.Situation{Text: "Vault locked"})
		require.NoError(t, err)
		require.Len(t, p.Options, 1)
		require.Contains(t, p.Options[0].Action, canary(i))
	}
}

// TestReadersWritersForgetting ask, tell and forget at once: no answer shows what
// was forgotten before it was asked, or another agent's. The race detector
// watches.
func TestReadersWritersForgetting(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir(), lukasa.WithIDs(uuid.New))
	const rounds = 30
	var all sync.WaitGroup
	for worker := range 3 {
		all.Go(func() {
			for i := range rounds {
				word := fmt.Sprintf("token%dx%d", worker, i)
				done, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: "The lamp of room " + word + " is broken."})
				if err == nil {
					err = seen(m, word, done.ID, true)
				}
				if err == nil {
					_, err = m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{done.ID}})
				}
				if err == nil {
					err = seen(m, word, done.ID, false)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// seen tells off an answer that has a record which it should not have, or lacks
// one that it should have.
func seen(m *lukasa.Memory, word string, id lukasa.ID, want bool) error {
	a, err := m.Recall(context.Background(), lukasa.Query{Text: "lamp of room " + word, Floor: new(float64), K: 100})
	if err != nil {
		return err
	}
	found := false
	for _, h := range a.Hits {
		found = found || h.Record.ID == id
		if h.Record.Agent != m.Agent() {
			return fmt.Errorf("a record of %q", h.Record.Agent)
		}
	}
	if found != want {
		return fmt.Errorf("%s: found is %v, want %v", word, found, want)
	}
	return nil
}
