package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/stretchr/testify/require"
)

// over makes a connection that reads a text and writes to a buffer.
func over(t *testing.T, in io.Reader) (c *conn, out *bytes.Buffer) {
	t.Helper()
	out = &bytes.Buffer{}
	opened, err := wire{in, out}.Connect(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, opened.Close()) })
	return opened.(*conn), out
}

// ask is a request of the protocol, as a line.
func ask(id int, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"m","params":%s}`, id, params) + "\n"
}

// TestWrongMessages (M5): a message that is wrong is answered, under its id where that can be
// seen, and the next one is read.
func TestWrongMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, line, id, want string }{
		{"nonsense", "nonsense", "null", "want a JSON-RPC 2.0 request"},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"m"}]`, "null", "is a batch"},
		{"another protocol", `{"id":"a","method":"m"}`, `"a"`, "want a JSON-RPC 2.0 request"},
		{"an id that is none", `{"jsonrpc":"2.0","id":{"x":1},"method":"m"}`, "null", "want a JSON-RPC 2.0 request"},
		{"not a number", ask(7, `{"k":NaN}`), "7", "want a JSON-RPC 2.0 request"},
		{"nested", ask(7, strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)), "7", "nested at most 1000 deep"},
		{"nested without end", ask(7, strings.Repeat(`{"a":`, 1_000_000)), "7", "nested at most 1000 deep"},
		{"broken UTF-8", ask(7, "{\"a\":\"\xff\"}"), "7", "want valid UTF-8"},
		{"a high surrogate", ask(7, `{"a":"\ud83d"}`), "7", "half of a surrogate pair"},
		{"a low surrogate", ask(7, `{"a":"\\\uDE00"}`), "7", "half of a surrogate pair"},
		{"two high surrogates", ask(7, `{"a":"\ud83d\ud83d"}`), "7", "half of a surrogate pair"},
		{"a fraction as an id", `{"jsonrpc":"2.0","id":1.5,"method":"m"}`, "1.5", "id: want a text, or a whole number"},
		{"an id that is rounded", `{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}`, "9007199254740993", "id: want"},
		{"an id beyond all numbers", `{"jsonrpc":"2.0","id":12345678901234567890,"method":"m"}`, "12345678901234567890", "id: want"},
		{"two on a line", strings.TrimSuffix(ask(7, "{}"), "\n") + ask(9, "{}"), "7", "something follows it"},
		{"too long", ask(7, `"`+strings.Repeat("x", maxLine)+`"`), "7", "want at most 16777216 bytes"},
	} {
		in := strings.TrimSuffix(c.line, "\n") + "\n\n  \r\n" + ask(8, `{"a":"\ud83d\ude00\\ud83d\n"}`)
		conn, out := over(t, strings.NewReader(in))
		msg, err := conn.Read(t.Context())
		require.NoError(t, err, c.name)
		require.Equal(t, float64(8), toFloat(msg.(*jsonrpc.Request).ID.Raw()), c.name)
		var answer struct {
			ID    json.RawMessage
			Error jsonrpc.Error
		}
		require.NoError(t, json.Unmarshal(out.Bytes(), &answer), c.name)
		require.Equal(t, c.id, string(answer.ID), c.name)
		require.Contains(t, answer.Error.Message, c.want, c.name)
	}
}

func toFloat(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return -1
}

// endless is an input that never ends its line, and counts what was read of it.
type endless struct{ left int }

func (e *endless) Read(b []byte) (int, error) {
	n := min(e.left, len(b))
	if n == 0 {
		return 0, io.EOF
	}
	for i := range b[:n] {
		b[i] = 'x'
	}
	e.left -= n
	return n, nil
}

// TestLongLine (M5): of a line of 100 MB no more is held than a message may have.
func TestLongLine(t *testing.T) {
	t.Parallel()
	l := readLine(bufio.NewReader(&endless{100 << 20}))
	require.True(t, l.long)
	require.Len(t, l.text, keptOfLine)
	require.LessOrEqual(t, cap(l.text), 2*keptOfLine)
}

// TestRoom (M5): calls that are not answered are held back in the pipe, by number and by
// bytes, and an answer lets the next one in. One call is always let in.
func TestRoom(t *testing.T) {
	t.Parallel()
	var many strings.Builder
	for i := range maxWaiting + 1 {
		many.WriteString(ask(i, "{}"))
	}
	large := ""
	for i := range 6 {
		large += ask(i, `"`+strings.Repeat("x", maxLine-100)+`"`)
	}
	for in, most := range map[string]int{many.String(): maxWaiting, large: maxWaitingBytes/(maxLine-100) + 1} {
		c, _ := over(t, strings.NewReader(in))
		var first jsonrpc.Message
		for i := range most {
			require.True(t, c.room())
			msg, err := c.Read(t.Context())
			require.NoError(t, err)
			if i == 0 {
				first = msg
			}
		}
		require.False(t, c.room())
		require.NoError(t, c.Write(t.Context(), &jsonrpc.Response{ID: first.(*jsonrpc.Request).ID, Result: json.RawMessage("1")}))
		require.True(t, c.room())
		_, err := c.Read(t.Context())
		require.NoError(t, err)
	}
}

// TestSameID: an id that is used twice at a time counts once, as it is answered once.
func TestSameID(t *testing.T) {
	t.Parallel()
	c, _ := over(t, strings.NewReader(ask(1, "{}")+ask(1, "[1,2,3]")))
	for range 2 {
		_, err := c.Read(t.Context())
		require.NoError(t, err)
	}
	id, err := jsonrpc.MakeID(float64(1))
	require.NoError(t, err)
	require.NoError(t, c.Write(t.Context(), &jsonrpc.Response{ID: id, Result: json.RawMessage("1")}))
	require.True(t, c.idle())
	require.Zero(t, c.bytes)
	_, err = c.Read(t.Context())
	require.Equal(t, io.EOF, err)
}

// FuzzLine: whatever a line holds, it is a message or has a problem, and never an id that is
// not JSON.
func FuzzLine(f *testing.F) {
	for _, s := range []string{
		"", "{", "[", `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"\ud83d\ude00"}}`, `{"id":"x","a":"\ud83d"}`, `\`, `\u`, `\ud8`, `\ud800\`,
		`{"jsonrpc":"2.0","id":-1.5e3,"result":{}}`, "{\"id\":\"\xff\"}", `{"a":{"b":[1]},"id":"\ud800"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l := readLine(bufio.NewReaderSize(bytes.NewReader(text), 16))
		if len(l.text) == 0 {
			return
		}
		msg, problem := parse(l)
		require.Equal(t, msg == nil, problem != "")
		if id := idIn(l.text); id != nil {
			require.True(t, json.Valid(id))
		}
	})
}
