package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/output"
	"github.com/lukasadb/lukasa/cmd/lukasa/shell"
)

// fake is an engine whose answers a test chooses.
type fake struct {
	cypher func(context.Context) (*shell.Answer, error)
}

func (f fake) Cypher(ctx context.Context, _ string, _ map[string]any) (*shell.Answer, error) {
	return f.cypher(ctx)
}

func (fake) Catalog(context.Context) (shell.Catalog, error) {
	return shell.Catalog{
		Nodes: []shell.Label{{Name: "Experience", Properties: []shell.Property{{Name: "id", Type: "STRING"}}}},
		Edges: []shell.Label{{Name: "MENTIONED", From: "Experience", To: "Entity"}},
	}, nil
}

// newMemory opens a store of its own, seen as the agent "me".
func newMemory(t *testing.T) *lukasa.Memory {
	t.Helper()
	m, err := lukasa.Open(t.Context(), t.TempDir(), lukasa.WithAgent("me"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m
}

// everything is all that can be served.
func everything(m *lukasa.Memory) Options {
	return Options{Memory: m, Engine: fake{}, Cypher: true, Forget: true}
}

// client is a client of a server that runs until the test ends.
type client struct {
	t *testing.T
	*sdk.ClientSession
}

// connect serves a memory to a new client, over the same transport as the command's.
func connect(t *testing.T, o Options) client {
	t.Helper()
	serverIn, clientOut := io.Pipe()
	clientIn, serverOut := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(t.Context(), serverIn, serverOut, o) }()
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "0"}, nil)
	session, err := c.Connect(t.Context(), &sdk.IOTransport{Reader: clientIn, Writer: clientOut}, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, clientOut.Close())
		require.NoError(t, <-ended, "the end of its input is a good end")
		require.NoError(t, serverOut.Close())
		_ = session.Close()
	})
	return client{t, session}
}

type args = map[string]any

// call calls a tool, reads the structured answer into out, if any, and returns the text.
func (c client) call(name string, in args, out any) string {
	c.t.Helper()
	result, err := c.CallTool(c.t.Context(), &sdk.CallToolParams{Name: name, Arguments: in})
	require.NoError(c.t, err)
	require.False(c.t, result.IsError, "%s: %s", name, said(result))
	if out != nil {
		text, err := json.Marshal(result.StructuredContent)
		require.NoError(c.t, err)
		require.NoError(c.t, json.Unmarshal(text, out))
	}
	return said(result)
}

// refused calls a tool that must refuse, and returns what it says.
func (c client) refused(name string, in any) string {
	c.t.Helper()
	result, err := c.CallTool(c.t.Context(), &sdk.CallToolParams{Name: name, Arguments: in})
	require.NoError(c.t, err)
	require.True(c.t, result.IsError, "%s: %s", name, said(result))
	return said(result)
}

func said(r *sdk.CallToolResult) string {
	var list []string
	for _, c := range r.Content {
		list = append(list, c.(*sdk.TextContent).Text)
	}
	return strings.Join(list, "\n")
}

// TestTools: what writes, forgets or sees other agents is offered only where the owner of the
// store allows it, each tool says what it may do, and every field is described.
func TestTools(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	read := []string{"core", "entity", "history", "recall", "similar"}
	wrote := []string{"edit_core", "reflect", "reply", "retain", "state", "turn"}
	for _, c := range []struct {
		o    Options
		want []string
	}{
		{Options{}, slices.Concat(read, wrote)},
		{Options{ReadOnly: true, Forget: true}, read},
		{Options{Cypher: true, Forget: true}, slices.Concat([]string{"cypher", "forget"}, read, wrote)},
	} {
		c.o.Memory, c.o.Engine = m, fake{}
		tools := map[string]*sdk.Tool{}
		for tool, err := range connect(t, c.o).Tools(t.Context(), nil) {
			require.NoError(t, err)
			tools[tool.Name] = tool
		}
		require.ElementsMatch(t, c.want, slices.Collect(maps.Keys(tools)))
		for name, tool := range tools {
			writes := name == "forget" || slices.Contains(wrote, name)
			require.Equal(t, !writes, tool.Annotations.ReadOnlyHint, name)
			require.Equal(t, name == "forget", writes && *tool.Annotations.DestructiveHint, name)
			require.Equal(t, !writes || name == "reflect" || name == "forget", tool.Annotations.IdempotentHint, name)
			require.False(t, *tool.Annotations.OpenWorldHint, name)
			require.Contains(t, tool.Description, "Call it", name)
			fields, _ := tool.InputSchema.(args)["properties"].(args)
			for field, schema := range fields {
				require.NotEmpty(t, schema.(args)["description"], "%s: %s", name, field)
				require.NotEqual(t, "agent", field, "M1")
			}
		}
	}
}

// TestMemory uses a memory as a model would: it keeps, is told of echoes, recalls or is told
// that nothing answers, looks at things and at what was corrected, and forgets (900-05, 900-08).
func TestMemory(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	c := connect(t, everything(m))
	require.Contains(t, c.InitializeResult().Instructions, "call recall")

	require.Contains(t, c.call("recall", args{"question": "What does Gai Media prefer?"}, nil), "Nothing in the memory answers this")
	require.Contains(t, c.call("similar", args{"situation": "the disk is full"}, nil), "No past situation is like this one")
	require.Equal(t, "Nothing to change.", c.call("reflect", args{"since": "7d"}, nil))

	fact := args{
		"content": "Gai Media prefers delivery on Friday.", "kind": "fact", "session": "monday", "tags": []string{"delivery"},
		"entities": []string{"customer:gai-media"}, "importance": 8, "time": "2025-11-27",
	}
	var first, again lukasa.Retained
	require.Contains(t, c.call("retain", fact, &first), "Retained as "+first.ID.String())
	require.True(t, first.New)
	require.Contains(t, c.call("retain", fact, &again), "An echo of what is known already: "+first.ID.String())
	require.False(t, again.New)
	require.Equal(t, first.ID, again.ID)
	e, err := m.Get(t.Context(), first.ID)
	require.NoError(t, err)
	require.Equal(t, "fact", string(e.Kind))
	require.Equal(t, 8, e.Importance)
	require.Equal(t, time.Date(2025, 11, 27, 0, 0, 0, 0, time.UTC), e.Time)
	var done lukasa.Retained
	c.call("retain", args{"context": "The disk of web-3 was full", "action": "Rotated the logs", "outcome": "20 GB were free again", "worked": true}, &done)

	var found recallOut
	text := c.call("recall", args{"question": "When does Gai Media prefer delivery?", "tags": []string{"delivery"}, "since": "2025-11-01"}, &found)
	require.Len(t, found.Hits, 1)
	require.Equal(t, first.ID.String(), found.Hits[0].ID)
	require.Equal(t, first.ID.String(), found.Hits[0].Citation)
	require.Equal(t, "2025-11-27T00:00:00Z", found.Hits[0].Time)
	require.Positive(t, found.Hits[0].Score)
	require.Contains(t, found.Context, "> Gai Media prefers delivery on Friday.")
	require.Contains(t, text, found.Context)
	require.Contains(t, text, first.ID.String())
	c.call("recall", args{"question": "When does Gai Media prefer delivery?", "until": "2025-11-27"}, &found)
	require.NotContains(t, c.call("recall", args{"question": "When does Gai Media prefer delivery?", "sessions": []string{"tuesday"}}, nil), "Friday")

	var past similarOut
	c.call("similar", args{"situation": "The disk of web-7 is full"}, &past)
	require.Equal(t, "Rotated the logs", past.Options[0].Action)
	require.Equal(t, 1.0, past.Options[0].Worked)
	require.Equal(t, "yes", past.Options[0].Past[0].Worked)
	require.Equal(t, done.ID.String(), past.Options[0].Past[0].ID)

	var page entityOut
	c.call("entity", args{"name": "Gai-Media"}, &page)
	require.Equal(t, "customer:gai-media", page.Key)
	require.Equal(t, "Gai Media prefers delivery on Friday.", page.Facts[0].Content)

	importance := 9
	_, err = m.Update(t.Context(), first.ID, 0, lukasa.Patch{Importance: &importance})
	require.NoError(t, err)
	var past2 historyOut
	c.call("history", args{"id": first.ID.String(), "versions": 1}, &past2)
	require.Len(t, past2.Versions, 1)
	require.Positive(t, past2.More)
	require.Equal(t, 9, past2.Versions[0].Record.Importance)

	var receipt lukasa.Receipt
	c.call("forget", args{"ids": []string{first.ID.String()}, "dry_run": true}, &receipt)
	require.Equal(t, []lukasa.ID{first.ID}, receipt.Records)
	_, err = m.Get(t.Context(), first.ID)
	require.NoError(t, err)
	require.NoError(t, m.Backup(t.Context(), t.TempDir()+"/secret-place"))
	require.NotContains(t, c.call("forget", args{"ids": []string{first.ID.String()}, "purge": true}, &receipt), "secret-place")
	require.Len(t, receipt.Backups, 1)
	require.NotEmpty(t, receipt.Hash)
	_, err = m.Get(t.Context(), first.ID)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
}

// TestStateNamesPredicates: however a model writes a predicate, it is one, of which the newer
// value retires the older (004-06).
func TestStateNamesPredicates(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	c := connect(t, everything(m))
	for i, name := range []string{"delivery_day", "Delivery Day", " delivery-day", "deliveryDay", "DELIVERY_DAY"} {
		c.call("state", args{
			"subject": "customer:gai", "predicate": name, "object": fmt.Sprint("day ", i), "type": "state", "time": fmt.Sprintf("2025-11-0%d", i+1),
		}, nil)
	}
	facts, err := m.Facts(t.Context(), lukasa.FactQuery{Subject: "customer:gai"})
	require.NoError(t, err)
	require.Len(t, facts, 1)
	require.Equal(t, "delivery_day", facts[0].Record.Statement.Predicate)
	require.Equal(t, `"day 4"`, string(facts[0].Record.Statement.Value))

	_, err = m.State(t.Context(), lukasa.Experience{Statement: &lukasa.Statement{Subject: "customer:gai", Predicate: "payDay", Value: []byte(`"Friday"`)}})
	require.NoError(t, err)
	c.call("state", args{"subject": "customer:gai", "predicate": "payDay", "object": "Monday"}, nil)
	facts, err = m.Facts(t.Context(), lukasa.FactQuery{Subject: "customer:gai", Predicate: "payDay"})
	require.NoError(t, err)
	require.Len(t, facts, 2, "a name that is known stays as it is written")
}

// TestState: a statement is kept as subject, predicate and object, shown as such, and settled:
// said again it is one, a weaker one is told of, and a correction retires the other (004-06,
// 004-14).
func TestState(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	c := connect(t, everything(m))
	friday := args{"subject": "customer:gai", "predicate": "delivery_day", "object": "Friday", "type": "state", "time": "2025-11-01"}
	var first, again, weak lukasa.Retained
	require.Contains(t, c.call("state", friday, &first), "Retained as "+first.ID.String())
	require.Contains(t, c.call("state", friday, &again), "reinforced")
	require.Equal(t, first.ID, again.ID)
	monday := args{"subject": "customer:gai", "predicate": "delivery_day", "object": "Monday", "type": "state", "confidence": .3}
	require.Contains(t, c.call("state", monday, &weak), "disagrees with what was known (1 open)")
	delete(monday, "confidence")
	monday["correction"], monday["content"] = true, "Monday, as I said."
	c.call("state", monday, nil)
	open, err := m.Conflicts(t.Context(), lukasa.ConflictQuery{})
	require.NoError(t, err)
	require.Empty(t, open)
	c.call("state", args{"subject": "customer:gai", "predicate": "part_of", "object_entity": "org:acme"}, nil)
	c.call("state", args{"subject": "customer:gai", "predicate": "floors", "object": "7"}, nil)

	facts, err := m.Facts(t.Context(), lukasa.FactQuery{Subject: "customer:gai", Predicate: "floors"})
	require.NoError(t, err)
	require.Equal(t, "7", string(facts[0].Record.Statement.Value), "a number, as the command takes it")
	for i, object := range []any{7, 2.5, true, "01234", "true"} {
		c.call("state", args{"subject": "customer:ho", "predicate": fmt.Sprint("p", i), "object": object}, nil)
	}
	facts, err = m.Facts(t.Context(), lukasa.FactQuery{Subject: "customer:ho"})
	require.NoError(t, err)
	objects := map[string]string{}
	for _, fact := range facts {
		objects[fact.Record.Statement.Predicate] = string(fact.Record.Statement.Value)
	}
	require.Equal(t, map[string]string{"p0": "7", "p1": "2.5", "p2": "true", "p3": `"01234"`, "p4": "true"}, objects)
	var page entityOut
	c.call("entity", args{"name": "customer:gai"}, &page)
	var stated []claim
	for _, fact := range page.Facts {
		stated = append(stated, *fact.Statement)
	}
	require.ElementsMatch(t, []claim{
		{Subject: "customer:gai", Predicate: "delivery_day", Object: "Monday"},
		{Subject: "customer:gai", Predicate: "part_of", Entity: "org:acme"},
		{Subject: "customer:gai", Predicate: "floors", Object: "7"},
	}, stated)
}

// TestTurns: what a user says is kept with what was answered, recalled from, and learned from
// where it is stated outright; nothing is learned of a question (004-15, 004-19).
func TestTurns(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	c := connect(t, everything(m))
	var told, asked turnOut
	text := c.call("turn", args{"content": "I'm allergic to peanuts.", "user": "ana", "session": "monday"}, &told)
	require.True(t, strings.HasPrefix(text, `{"message":"`), "there was nothing to recall: %s", text)
	require.Len(t, told.Learned, 1)
	require.Equal(t, "ana is allergic to peanuts.", told.Learned[0].Content)
	require.Equal(t, "allergic_to", told.Learned[0].Statement.Predicate)
	var reply lukasa.Retained
	require.Contains(t, c.call("reply", args{"message": told.Message, "content": "No peanuts then."}, &reply), reply.ID.String())
	e, err := m.Get(t.Context(), reply.ID)
	require.NoError(t, err)
	require.Equal(t, "monday", e.Session)
	text = c.call("turn", args{"content": "What am I allergic to?", "user": "ana", "session": "tuesday"}, &asked)
	require.Contains(t, text, asked.Context)
	require.Empty(t, asked.Learned)
	require.Contains(t, asked.Context, "> ana is allergic to peanuts.")
	require.Contains(t, c.refused("reply", args{"message": told.Learned[0].ID, "content": "x"}), "is no message")
}

// TestCore: a block that a model writes is there in the next session and opens every context,
// whatever is asked; an edit that does not fit, or was made for another version, changes
// nothing (003-24).
func TestCore(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	c := connect(t, everything(m))
	edit := func(how, text string, more args) block {
		in := args{"block": "human", "how": how, "text": text}
		maps.Copy(in, more)
		var b block
		c.call("edit_core", in, &b)
		return b
	}
	edit("set", "Name: Ana", nil)
	edit("append", "Likes tea", nil)
	edit("insert", "Lives in Hue", args{"line": 2})
	whole := edit("replace", "green tea", args{"old": "tea", "version": 3})
	require.Equal(t, block{"human", "Name: Ana\nLives in Hue\nLikes green tea", 2000, 4}, whole)
	for want, in := range map[string]args{
		"block full":                 {"how": "append", "text": strings.Repeat("x", 2000)},
		"have version 4, want 3":     {"how": "append", "text": "x", "version": 3},
		"old: occurs 0 times":        {"how": "replace", "text": "x", "old": "coffee"},
		"old: want a part":           {"how": "append", "text": "x", "old": "tea"},
		"line: want a number from 1": {"how": "insert", "text": "x"},
		"line: 9, want 1 to 4":       {"how": "insert", "text": "x", "line": 9},
		"how: enum":                  {"how": "erase", "text": "x"},
	} {
		in["block"] = "human"
		require.Contains(t, c.refused("edit_core", in), want)
	}
	next := connect(t, everything(m))
	var core coreOut
	next.call("core", nil, &core)
	require.Equal(t, []block{whole}, core.Blocks)
	next.call("retain", args{"content": "The office opens at nine.", "kind": "fact"}, nil)
	require.Contains(t, next.call("recall", args{"question": "When does the office open?"}, nil), "Likes green tea")
	var turn turnOut
	next.call("turn", args{"content": "When does the office open?"}, &turn)
	require.Contains(t, turn.Context, "Likes green tea")
}

// TestContextIsFilled: where nobody says how many records are wanted, a context has as many as
// there is room for, of a question and of a turn (004-18).
func TestContextIsFilled(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	for i := range 15 {
		_, err := m.Retain(t.Context(), lukasa.Experience{Kind: "event", Content: fmt.Sprintf("The pump of hall %d was repaired.", i)})
		require.NoError(t, err)
	}
	c := connect(t, everything(m))
	recalled := func(in args) int {
		var found recallOut
		in["question"] = "Which pump was repaired?"
		c.call("recall", in, &found)
		return len(found.Hits)
	}
	require.Greater(t, recalled(args{}), 10)
	require.Equal(t, 3, recalled(args{"k": 3}))
	require.Less(t, recalled(args{"context_tokens": 100}), 10)
	var turn turnOut
	c.call("turn", args{"content": "Which pump was repaired?"}, &turn)
	require.Greater(t, strings.Count(turn.Context, "> The pump"), 10)
}

// TestLongTexts: a text that is too long for an answer is cut at a character, and that is told.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	long := "Ana wrote: " + strings.Repeat("記憶", 20_000)
	_, err := m.Retain(t.Context(), lukasa.Experience{Kind: "fact", Content: long, Mentions: []lukasa.Mention{{Entity: "person:ana"}}})
	require.NoError(t, err)
	c := connect(t, everything(m))
	var page entityOut
	c.call("entity", args{"name": "ana"}, &page)
	require.True(t, page.Facts[0].Cut)
	require.LessOrEqual(t, len(page.Facts[0].Content), shownText+len("…"))
	require.True(t, strings.HasPrefix(long, strings.TrimSuffix(page.Facts[0].Content, "…")))
}

// TestSchemaAndBrief: the resource shows the graph's schema, and the prompt a task with what
// is known of it.
func TestSchemaAndBrief(t *testing.T) {
	t.Parallel()
	c := connect(t, everything(newMemory(t)))
	schema, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: schemaURI})
	require.NoError(t, err)
	require.Equal(t, "(:Experience {id STRING})\n(:Experience)-[:MENTIONED {}]->(:Entity)\n", schema.Contents[0].Text)

	c.call("retain", args{"content": "Gai Media prefers delivery on Friday.", "kind": "fact"}, nil)
	brief, err := c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "brief", Arguments: map[string]string{"task": "Plan the delivery for Gai Media"}})
	require.NoError(t, err)
	require.Contains(t, brief.Messages[0].Content.(*sdk.TextContent).Text, "> Gai Media prefers delivery on Friday.")
	require.Equal(t, "Plan the delivery for Gai Media", brief.Messages[1].Content.(*sdk.TextContent).Text)
	_, err = c.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "brief"})
	require.ErrorContains(t, err, "task: empty")
	var coded *jsonrpc.Error
	require.ErrorAs(t, err, &coded)
	require.Equal(t, int64(jsonrpc.CodeInvalidParams), coded.Code)
}

// TestOneAgent (M1): whatever is asked in whatever way, what another agent of the store knows
// does not show, and cannot be answered, changed or forgotten (002-06).
func TestOneAgent(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	boss, err := m.As("boss")
	require.NoError(t, err)
	theirs, err := boss.Retain(t.Context(), lukasa.Experience{
		Context: "The vault of Acme was locked", Action: "Used the code zanzibar", Outcome: "It opened", Session: "s",
		Mentions: []lukasa.Mention{{Entity: "org:acme"}},
	})
	require.NoError(t, err)
	_, err = boss.EditBlock(t.Context(), lukasa.BlockEdit{Block: "human", Text: "zanzibar"})
	require.NoError(t, err)
	c := connect(t, everything(m))
	c.call("retain", args{"content": "The vault of Acme is in Hue.", "session": "s"}, nil)
	require.NotContains(t, c.call("core", nil, nil), "zanzibar")
	require.Contains(t, c.refused("edit_core", args{"block": "human", "how": "replace", "old": "zanzibar", "text": "x"}), "not found")
	id := theirs.ID.String()
	for _, question := range []string{"How was the vault of Acme opened?", "agent:boss vault", "zanzibar", id, "from:@boss acme"} {
		require.NotContains(t, c.call("recall", args{"question": question, "k": 200, "sessions": []string{"s"}}, nil), "zanzibar")
		require.NotContains(t, c.call("similar", args{"situation": question}, nil), "zanzibar")
		if question != "zanzibar" {
			require.NotContains(t, c.call("turn", args{"content": question, "session": "s", "k": 200}, nil), "zanzibar")
		}
	}
	require.Contains(t, c.refused("reply", args{"message": id, "content": "x"}), "not found")
	for _, name := range []string{"org:acme", "boss:org:acme"} {
		require.Contains(t, c.refused("entity", args{"name": name}), "not found")
	}
	require.NotContains(t, c.call("entity", args{"name": "acme"}, nil), "zanzibar", "its own Acme")
	require.Contains(t, c.refused("history", args{"id": id}), "not found")
	for _, purge := range []bool{false, true} {
		require.Contains(t, c.refused("forget", args{"ids": []string{id}, "purge": purge}), "not found")
	}
	_, err = boss.Get(t.Context(), theirs.ID)
	require.NoError(t, err)
	for _, tool := range []string{"recall", "retain", "similar", "entity", "history", "reflect", "forget", "state", "turn", "reply", "core", "edit_core"} {
		for _, field := range []string{"agent", "agents", "agent_id", "Agents"} {
			require.Contains(t, c.refused(tool, args{
				"question": "x", "content": "x", "situation": "x", "name": "x", "id": id, "ids": []string{id}, "subject": "person:ana", "predicate": "x",
				"object": "x", "message": id, "block": "x", "how": "set", "text": "x", field: "boss",
			}), "unknown arguments", "%s %s", tool, field)
		}
	}
}

// TestBadInput (M2): what is wrong is refused with the field and what is wanted of it.
func TestBadInput(t *testing.T) {
	t.Parallel()
	c := connect(t, everything(newMemory(t)))
	long := strings.Repeat("x", 2<<20)
	for _, bad := range []struct {
		tool string
		in   any
		want []string
	}{
		{"recall", args{}, []string{"question"}},
		{"recall", args{"question": " \n"}, []string{"question: empty"}},
		{"recall", args{"question": long}, []string{"question: 2097152 bytes, want at most 20000"}},
		{"recall", args{"question": "x", "k": 1e9}, []string{"k: 1000000000, want at most 200"}},
		{"recall", args{"question": "x", "k": 0}, []string{"k: 0, want at least 1"}},
		{"recall", args{"question": "x", "k": 1.5}, []string{"k: type", "integer"}},
		{"recall", args{"question": "x", "k": "NaN"}, []string{"k: type", "integer"}},
		{"recall", args{"question": "x", "context_tokens": 1}, []string{"context_tokens: 1, want at least 100"}},
		{"recall", args{"question": "x", "context_tokens": 1e12}, []string{"context_tokens: 1000000000000, want at most 100000"}},
		{"recall", args{"question": "x", "since": "yesterdayish"}, []string{"since: want a time"}},
		{"recall", args{"question": "x", "since": "2025-11-02", "until": "2025-11-01"}, []string{"until", "not before since"}},
		{"recall", args{"question": "x", "tags": make([]string, 65)}, []string{"tags: maxItems"}},
		{"recall", args{"question": args{}}, []string{"question: type", "string"}},
		{"recall", []int{1}, []string{"arguments"}},
		{"recall", json.RawMessage("null"), []string{"question"}},
		{"similar", args{"situation": ""}, []string{"situation: empty"}},
		{"similar", args{"situation": "x", "k": 51}, []string{"k: 51, want at most 50"}},
		{"entity", args{"name": long}, []string{"name: 2097152 bytes, want at most 512"}},
		{"history", args{"id": "7"}, []string{"id: want 36 characters"}},
		{"history", args{"id": "{0193f0a6-5c1e-7000-8000-00000000001}"}, []string{"id: want 36 characters"}},
		{"retain", args{}, []string{"content: empty"}},
		{"retain", args{"content": "x", "outcome": "y"}, []string{"content: given beside"}},
		{"retain", args{"context": "x", "action": "y"}, []string{"outcome: empty"}},
		{"retain", args{"content": long}, []string{"content", "1048576"}},
		{"retain", args{"content": "x", "kind": "summary"}, []string{"kind: enum", "observation"}},
		{"retain", args{"content": "x", "importance": 11}, []string{"importance: 11, want at most 10"}},
		{"retain", args{"content": "x", "entities": []string{"person:ana", "nobody"}}, []string{"entities[1]: want type:name"}},
		{"retain", args{"content": "x", "time": "soon"}, []string{"time: want a time"}},
		{"retain", args{"content": "x\x00y"}, []string{"content", "NUL"}},
		{"retain", args{"content": "x", "tags": []string{long}}, []string{"tags[0]"}},
		{"retain", args{"content": "x", "kind": long}, []string{"kind: enum"}},
		{"state", args{"subject": "ana", "predicate": "x", "object": "y"}, []string{"subject: want type:name"}},
		{"state", args{"subject": "person:ana", "predicate": "x"}, []string{"object: want exactly one"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": "y", "object_entity": "org:acme"}, []string{"object: want exactly one"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object_entity": "acme"}, []string{"object_entity: want type:name"}},
		{"state", args{"subject": "person:ana", "predicate": "", "object": "y"}, []string{"predicate: empty"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": "y", "confidence": 0}, []string{"confidence: 0, want at least 0.01"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": "y", "time": "soon"}, []string{"time: want a time"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": ""}, []string{"object: want exactly one"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": []string{"a"}}, []string{"object: type"}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": 1<<53 + 1}, []string{"object: is a number of more than 53 bits"}},
		{"turn", args{"content": " "}, []string{"content: empty"}},
		{"turn", args{"content": long}, []string{"content: 2097152 bytes, want at most 20000"}},
		{"turn", args{"content": "x\x00y"}, []string{"content", "NUL"}},
		{"reply", args{"message": "7", "content": "x"}, []string{"message: want 36 characters"}},
		{"edit_core", args{"block": "", "how": "set", "text": "x"}, []string{"block: empty"}},
		{"reflect", args{"since": "x"}, []string{"since: want a time"}},
		{"forget", args{"ids": []string{}}, []string{"ids: empty"}},
		{"forget", args{"ids": []string{"x"}}, []string{"ids[0]: want 36 characters"}},
		{"forget", args{"ids": make([]string, 101)}, []string{"ids: maxItems", "100"}},
		{"forget", args{"session": "x", "ids": []string{"x"}}, []string{`unknown arguments ["session"]: want some of ids, purge, dry_run`}},
		{"retain", args{"text": "x"}, []string{`unknown arguments ["text"]: want some of content, context, action,`}},
		{"state", args{"subject": "person:ana", "predicate": "x", "object": "y", "confidence": 1.5}, []string{"confidence: 1.5, want at most 1"}},
		{"cypher", args{"statement": ""}, []string{"statement: empty"}},
		{"cypher", args{"statement": long}, []string{"statement: 2097152 bytes, want at most 65536"}},
		{"cypher", args{"statement": "RETURN $n", "parameters": args{"n": 1 << 60}}, []string{`parameters: "n"`, "53 bits"}},
		{"cypher", args{"statement": "RETURN $n", "parameters": args{"n": uint64(1<<63 + 1)}}, []string{`parameters: "n"`, "53 bits"}},
		{"cypher", args{"statement": "RETURN $n", "parameters": args{"n": args{"of": []int{1 << 60}}}}, []string{`parameters: "n"`, "53 bits"}},
	} {
		text := c.refused(bad.tool, bad.in)
		require.LessOrEqual(t, len(text), shownError+len("…"))
		for _, want := range bad.want {
			require.Contains(t, text, want, bad.tool)
		}
	}
}

// TestCypher: rows come by column, to a limit, with their numbers as they are; what is wrong
// with a statement is told.
func TestCypher(t *testing.T) {
	t.Parallel()
	o := everything(newMemory(t))
	closed := 0
	rows := output.Rows([]any{int64(1)<<60 + 1, "a\nb"}, []any{nil, 1.5}, []any{int64(3), "c"})
	o.Engine = fake{func(context.Context) (*shell.Answer, error) {
		return &shell.Answer{
			Table: output.Table{Columns: []string{"n", "x"}, Rows: rows},
			Close: func() error { closed++; return nil },
		}, nil
	}}
	c := connect(t, o)
	text := c.call("cypher", args{"statement": "RETURN 1", "limit": 2, "parameters": args{"n": 8, "list": []any{1, "x"}}}, nil)
	require.JSONEq(t, `{"columns":["n","x"],"rows":[{"n":1152921504606846977,"x":"a\nb"},{"n":null,"x":1.5}],"more":true}`, text)
	require.Contains(t, text, "1152921504606846977")
	require.Equal(t, 1, closed)

	rows = output.Rows([]any{strings.Repeat("x", maxAnswer), ""}, []any{2, ""})
	var out table
	c.call("cypher", args{"statement": "RETURN 1"}, &out)
	require.Len(t, out.Rows, 1)
	require.True(t, out.More)

	rows = func(yield func([]any, error) bool) {
		yield(nil, &shell.StatementError{Message: "refused: LOAD reaches files"})
	}
	require.Equal(t, "refused: LOAD reaches files", c.refused("cypher", args{"statement": "LOAD"}))
	rows = func(yield func([]any, error) bool) { yield(nil, context.DeadlineExceeded) }
	require.Equal(t, errLate.Error(), c.refused("cypher", args{"statement": "RETURN 1"}))
}

// TestParameters: whole numbers reach a statement as such.
func TestParameters(t *testing.T) {
	t.Parallel()
	got, err := parameters{"n": 8.0, "f": 1.5, "s": "8", "l": []any{1.0, "x"}}.values()
	require.NoError(t, err)
	require.Equal(t, map[string]any{"n": int64(8), "f": 1.5, "s": "8", "l": []any{int64(1), "x"}}, got)
}

// TestInternalErrors (M3): a client is not told of paths and causes, which are logged, and a
// panic costs one call.
func TestInternalErrors(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	o := everything(m)
	var log strings.Builder
	o.Log = slog.New(slog.NewTextHandler(&log, nil))
	fails := true
	o.Engine = fake{func(context.Context) (*shell.Answer, error) {
		if fails {
			return nil, errors.New("open /home/me/agent.mem/graph: input/output error")
		}
		panic("at /home/me")
	}}
	c := connect(t, o)
	require.Equal(t, errInternal.Error(), c.refused("cypher", args{"statement": "RETURN 1"}))
	require.Contains(t, log.String(), "/home/me/agent.mem/graph")
	fails = false
	_, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "cypher", Arguments: args{"statement": "RETURN 1"}})
	require.ErrorContains(t, err, errInternal.Error())
	var coded *jsonrpc.Error
	require.ErrorAs(t, err, &coded)
	require.Equal(t, int64(jsonrpc.CodeInternalError), coded.Code)
	require.NotContains(t, err.Error(), "/home/me")
	require.Contains(t, log.String(), "at /home/me")
	c.call("retain", args{"content": "It goes on."}, nil)
}

// TestCancel: a call that is given up is given up by the library too.
func TestCancel(t *testing.T) {
	t.Parallel()
	o := everything(newMemory(t))
	running, ended := make(chan struct{}), make(chan error, 1)
	o.Engine = fake{func(ctx context.Context) (*shell.Answer, error) {
		close(running)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	}}
	c := connect(t, o)
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-running; cancel() }()
	_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "cypher", Arguments: args{"statement": "RETURN 1"}})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, <-ended, context.Canceled)
	c.call("retain", args{"content": "It goes on."}, nil)
}
