package acceptance

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// talked opens a memory in dir in which somebody talked once.
func talked(t *testing.T, dir string) *lukasa.Memory {
	t.Helper()
	m, err := lukasa.Open(context.Background(), dir, plain)
	require.NoError(t, err)
	learns(t, m, "My name is Ana.")
	return m
}

// learns fails the test unless a message teaches something.
func learns(t *testing.T, m *lukasa.Memory, text string) {
	t.Helper()
	ctx := context.Background()
	turn, err := m.Turn(ctx, lukasa.Message{User: "Ana", Text: text})
	require.NoError(t, err)
	require.NoError(t, m.Flush(ctx))
	taught, err := m.Taught(ctx, turn.ID)
	require.NoError(t, err)
	require.NotEmpty(t, taught, text)
}

// goOn moves a memory's ledger far on.
func goOn(t *testing.T, m *lukasa.Memory) {
	t.Helper()
	id := retain(t, m, lived("the first day"))
	for i := range 40 {
		day := fmt.Sprintf("day %d", i)
		_, err := m.Update(context.Background(), id, 0, lukasa.Patch{Context: &day})
		require.NoError(t, err)
	}
}

// TestImportLearnsOn: how far the turns of an exported memory were learned from says
// nothing of the memory that takes it in, which learns from its own.
func TestImportLearnsOn(t *testing.T) {
	ctx := context.Background()
	from := talked(t, t.TempDir())
	defer from.Close()
	goOn(t, from)
	learns(t, from, "I live in Bonn.")
	var out bytes.Buffer
	_, err := from.Export(ctx, &out)
	require.NoError(t, err)
	require.NotContains(t, out.String(), `"setting"`)
	out.WriteString(`{"type":"setting","data":{"agent_id":"default","config_key":"turns","config_value":{"seq":1000}}}`)

	m, err := lukasa.Open(ctx, t.TempDir(), plain)
	require.NoError(t, err)
	defer m.Close()
	done, err := m.Import(ctx, &out, lukasa.Import{})
	require.NoError(t, err)
	require.Zero(t, done.Failed)
	learns(t, m, "I like tea.")
}

// TestMergeLearnsOn: nor does that of a fork, be it merged or compared.
func TestMergeLearnsOn(t *testing.T) {
	ctx := context.Background()
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "fork")
	m := talked(t, dir)
	require.NoError(t, m.Fork(ctx, other))
	fork, err := lukasa.Open(ctx, other, plain)
	require.NoError(t, err)
	goOn(t, fork)
	learns(t, fork, "I live in Bonn.")
	require.NoError(t, fork.Close())
	fork, err = lukasa.Open(ctx, other, plain) // so that how far it came is in its ledger
	require.NoError(t, err)
	defer fork.Close()

	for d, err := range m.Diff(ctx, fork) {
		require.NoError(t, err)
		require.NotEqual(t, schema.TypeSetting, d.Type, d.Name)
	}
	_, err = m.Merge(ctx, fork, lukasa.Joining{})
	require.NoError(t, err)
	require.NoError(t, m.Close())
	m, err = lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	defer m.Close()
	learns(t, m, "I like tea.")
}

// TestForgettingAllLearnsOn: what is said after all was forgotten is learned from
// when the memory is next opened, if it was closed before (R1).
func TestForgettingAllLearnsOn(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	m := talked(t, dir)
	_, err := m.Forget(ctx, lukasa.Forget{All: true})
	require.NoError(t, err)
	require.NoError(t, m.Close())

	m, err = lukasa.Open(ctx, dir, plain, lukasa.WithExtractors(waiting{}))
	require.NoError(t, err)
	_, err = m.Turn(ctx, lukasa.Message{User: "Ana", Text: "Hello."})
	require.NoError(t, err)
	_, err = m.Forget(ctx, lukasa.Forget{All: true})
	require.NoError(t, err)
	turn, err := m.Turn(ctx, lukasa.Message{User: "Ana", Text: "I live in Bonn."})
	require.NoError(t, err)
	require.NoError(t, m.Close())

	m, err = lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, m.Flush(ctx))
	taught, err := m.Taught(ctx, turn.ID)
	require.NoError(t, err)
	require.Len(t, taught, 1)
	require.Contains(t, taught[0].Content, "Bonn")
}

// waiting is an extractor that never comes to an end by itself.
type waiting struct{}

func (waiting) Extract(ctx context.Context, _ *lukasa.Experience) ([]lukasa.Candidate, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestPurgedIsNotLearnedAgain: what a message taught and was purged stays away while
// the message is there, whatever changes in it, and after a crash (I9).
func TestPurgedIsNotLearnedAgain(t *testing.T) {
	ctx := context.Background()
	m := talked(t, t.TempDir())
	defer m.Close()
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "person:ana", Name: "Ana"}))
	turn, err := m.Turn(ctx, lukasa.Message{User: "Ana", Text: "I live in Bonn."})
	require.NoError(t, err)
	require.NoError(t, m.Flush(ctx))
	taught, err := m.Taught(ctx, turn.ID)
	require.NoError(t, err)
	require.Len(t, taught, 1)

	_, err = m.Erase(ctx, lukasa.Erasure{Entity: "person:ana", Purge: true})
	require.NoError(t, err)
	_, err = m.Get(ctx, taught[0].ID)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	_, err = m.Update(ctx, turn.ID, 0, lukasa.Patch{Pinned: new(true)})
	require.NoError(t, err)

	dir := filepath.Join(t.TempDir(), "crashed") // its ledger, as nobody closed it
	require.NoError(t, m.Backup(ctx, dir))
	crashed, err := lukasa.Open(ctx, dir, plain)
	require.NoError(t, err)
	defer crashed.Close()
	for _, m := range []*lukasa.Memory{m, crashed} {
		learns(t, m, "I like tea.")
		_, err := m.Get(ctx, taught[0].ID)
		require.ErrorIs(t, err, lukasa.ErrNotFound)
		taught, err := m.Taught(ctx, turn.ID)
		require.NoError(t, err)
		require.Empty(t, taught)
	}
}
