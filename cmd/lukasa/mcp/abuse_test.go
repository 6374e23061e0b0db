package mcp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
	"github.com/lukasadb/lukasa/internal/hostile"
)

// TestHostileTexts: every string that JSON can carry is kept to the byte or refused in words,
// whatever field it stands in, and the server goes on.
func TestHostileTexts(t *testing.T) {
	t.Parallel()
	m, err := lukasa.Open(t.Context(), t.TempDir(), lukasa.WithAgent("me"), lukasa.WithEmbedder(nil))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	boss, err := m.As("boss")
	require.NoError(t, err)
	_, err = boss.Retain(t.Context(), lukasa.Experience{Kind: "fact", Content: "zanzibar"})
	require.NoError(t, err)
	c := connect(t, everything(m))
	kept, refused := 0, 0
	for i, s := range hostile.Strings() {
		s = strings.ToValidUTF8(s, "\ufffd") // a client in Go would do so; TestWrongMessages has the bytes themselves
		for _, in := range []args{
			{"content": fmt.Sprint(i, " ", s)},
			{"content": fmt.Sprint("in ", i), "session": s, "speaker": s, "tags": []string{s}},
			{"content": fmt.Sprint("of ", i), "entities": []string{"thing:" + s}},
		} {
			result, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "retain", Arguments: in})
			require.NoError(t, err)
			if result.IsError {
				require.NotContains(t, said(result), "internal", "%.80q", s)
				refused++
				continue
			}
			id, err := parseID("id", result.StructuredContent.(args)["id"].(string))
			require.NoError(t, err)
			e, err := m.Get(t.Context(), id)
			require.NoError(t, err)
			require.Equal(t, in["content"], e.Content)
			if in["session"] != nil && s != "" {
				require.Equal(t, []string{s, s, s}, []string{e.Session, e.Speaker, e.Tags[0]})
			}
			kept++
		}
		if i%3 > 0 {
			continue
		}
		for tool, in := range map[string]args{
			"recall":    {"question": s, "tags": []string{s}, "since": s},
			"similar":   {"situation": s},
			"entity":    {"name": s},
			"history":   {"id": s},
			"forget":    {"ids": []string{s}},
			"reflect":   {"since": s, "dry_run": true},
			"state":     {"subject": "thing:" + s, "predicate": s, "object": s},
			"turn":      {"content": s, "user": s, "session": s},
			"reply":     {"message": s, "content": s},
			"edit_core": {"block": s, "how": "replace", "old": s, "text": s},
		} {
			result, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
			require.NoError(t, err)
			require.NotContains(t, said(result), "zanzibar")
			require.False(t, result.IsError && strings.Contains(said(result), "internal error"), "%s %.80q", tool, s)
		}
	}
	require.Greater(t, kept, 1000)
	require.Positive(t, refused)
}

// TestManyAtOnce: 200 calls at a time are all answered, those that are given up too, and what
// they wrote is there once.
func TestManyAtOnce(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	c := connect(t, everything(m))
	var wait sync.WaitGroup
	errs := make(chan error, 400)
	for i := range 200 {
		wait.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			tool, in := "retain", args{"content": fmt.Sprintf("Fact %d of many that are told at once.", i%20)}
			switch i % 4 {
			case 1:
				tool, in = "recall", args{"question": "what was told at once?", "k": 200}
			case 2:
				tool, in = "similar", args{"situation": "many are told at once"}
			case 3:
				go cancel() // at whatever moment
			}
			result, err := c.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: in})
			switch {
			case err != nil && ctx.Err() == nil:
				errs <- err
			case err == nil && result.IsError && ctx.Err() == nil:
				errs <- fmt.Errorf("%s: %s", tool, said(result))
			}
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	seen := map[string]bool{}
	for e, err := range m.All(t.Context(), lukasa.Filter{}) {
		require.NoError(t, err)
		require.False(t, seen[e.Content], "%q is there twice", e.Content)
		seen[e.Content] = true
	}
	require.GreaterOrEqual(t, len(seen), 5)
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// TestEndOfInput (M6): what was asked before the input ended is answered.
func TestEndOfInput(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	var out strings.Builder
	in := hello
	for i := range 20 {
		in += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"retain","arguments":{"content":"Fact %d."}}}`+"\n", i+1, i)
	}
	require.NoError(t, Serve(t.Context(), strings.NewReader(strings.TrimSuffix(in, "\n")), &out, everything(m)))
	require.Equal(t, 20, strings.Count(out.String(), `"new":true`), out.String())
}

// TestStop (M6): where the context ends, a call that runs is given up, and Serve returns well.
func TestStop(t *testing.T) {
	t.Parallel()
	o := everything(newMemory(t))
	ctx, stop := context.WithCancel(t.Context())
	ended := false
	o.Engine = fake{func(ctx context.Context) (*shell.Answer, error) {
		stop()
		<-ctx.Done()
		ended = true
		return nil, ctx.Err()
	}}
	in, client := io.Pipe()
	go func() {
		_, _ = io.WriteString(client, hello+`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cypher","arguments":{"statement":"RETURN 1"}}}`+"\n")
	}()
	require.NoError(t, Serve(ctx, in, io.Discard, o))
	require.True(t, ended, "a call outlived the server")
	require.NoError(t, client.Close())
}

// failing is an output that nobody reads any more.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// TestClientGone: where nobody reads the answers, the server ends with that.
func TestClientGone(t *testing.T) {
	t.Parallel()
	in, client := io.Pipe()
	go func() { _, _ = io.WriteString(client, hello) }()
	err := Serve(t.Context(), in, failing{}, everything(newMemory(t)))
	require.ErrorIs(t, err, io.ErrClosedPipe)
	require.NoError(t, client.Close())
}
