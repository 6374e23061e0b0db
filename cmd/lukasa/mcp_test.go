package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestMCP runs the command as a client does: over its standard input and output, with a tool
// of each sort, a statement in a child process among them. The store is whole afterwards.
func TestMCP(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "agent.mem")
	cmd := exec.Command("lukasa", "mcp", "--store", store, "--agent", "me", "--cypher", "--allow-forget")
	var errs strings.Builder
	cmd.Stderr = &errs
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "0"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	require.NoError(t, err)
	call := func(tool string, in map[string]any) string {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: in})
		require.NoError(t, err)
		text, err := json.Marshal(result)
		require.NoError(t, err)
		return string(text)
	}
	require.Contains(t, call("retain", map[string]any{"content": "Gai Media prefers delivery on Friday.", "kind": "fact"}), `"new":true`)
	require.Contains(t, call("recall", map[string]any{"question": "When does Gai Media prefer delivery?"}), "delivery on Friday")
	counted := call("cypher", map[string]any{"statement": "MATCH (e:Experience) WHERE e.importance >= $n RETURN count(e) AS n", "parameters": map[string]any{"n": 5}})
	require.Contains(t, counted, `"rows":[{"n":1}]`)
	for statement, want := range map[string]string{
		"MATCH (n) DETACH DELETE n": "refused", "LOAD FROM '/etc/passwd' RETURN *": "refused", "RETURN": "isError", "CALL SHOW_FUNCTIONS() RETURN *": "isError",
	} {
		answer := call("cypher", map[string]any{"statement": statement})
		require.Contains(t, answer, `"isError":true`, statement)
		require.Contains(t, answer, want, statement)
		require.NotContains(t, answer, store)
	}
	schema, err := session.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "lukasa://schema"})
	require.NoError(t, err)
	require.Contains(t, schema.Contents[0].Text, "(:Agent)-[:RECORDED {")
	_, err = lukasa.Open(t.Context(), store)
	require.ErrorIs(t, err, lukasa.ErrLocked)
	require.NoError(t, session.Close())
	require.True(t, cmd.ProcessState.Success(), "%v %s", cmd.ProcessState, &errs)
	requireKept(t, store)
}

// TestMCPEndsAtSIGTERM: a signal ends the command well, with the store closed, while its client
// still holds its input open; what it wrote is a message a line.
func TestMCPEndsAtSIGTERM(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "agent.mem")
	cmd := exec.Command("lukasa", "mcp", "--store", store, "--agent", "me")
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}
nonsense
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"retain","arguments":{"content":"Gai Media prefers delivery on Friday.","kind":"fact"}}}
`)
	require.NoError(t, err)
	lines := bufio.NewScanner(out)
	for range 3 {
		require.True(t, lines.Scan())
		require.True(t, json.Valid(lines.Bytes()), lines.Text())
	}
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.False(t, lines.Scan(), lines.Text())
	require.NoError(t, cmd.Wait())
	requireKept(t, store)
}

// TestMCPWaitsForTheStore: a server that is started while another process still has the
// store, as one that is ending does, serves when it is let in.
func TestMCPWaitsForTheStore(t *testing.T) {
	t.Parallel()
	store := filepath.Join(t.TempDir(), "agent.mem")
	m, err := lukasa.Open(t.Context(), store, lukasa.WithAgent("me"))
	require.NoError(t, err)
	_, err = m.Retain(t.Context(), lukasa.Experience{Kind: "fact", Content: "Gai Media prefers delivery on Friday."})
	require.NoError(t, err)
	cmd := exec.Command("lukasa", "mcp", "--store", store, "--agent", "me")
	told := make(chan string, 1)
	errs, err := cmd.StderrPipe()
	require.NoError(t, err)
	go func() {
		lines := bufio.NewScanner(errs)
		lines.Scan()
		told <- lines.Text()
		_ = m.Close() // once it was told that somebody has it
	}()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "0"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	require.NoError(t, err)
	require.Contains(t, <-told, "waiting for process")
	tools, err := session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	require.NotEmpty(t, tools.Tools)
	require.NoError(t, session.Close())
	requireKept(t, store)
}

// requireKept opens a store, which nobody holds any more, and looks for what was retained.
func requireKept(t *testing.T, store string) {
	t.Helper()
	m, err := lukasa.Open(t.Context(), store, lukasa.WithAgent("me"))
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	page, err := m.Find(t.Context(), lukasa.Filter{})
	require.NoError(t, err)
	require.Len(t, page.Items, 1)
	report, err := m.Check(t.Context())
	require.NoError(t, err)
	require.True(t, report.OK(), report)
}
