package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a client can make the server hold (M5).
const (
	maxLine         = 16 << 20 // bytes of a message: a record of three full texts, with room for escapes
	maxWaiting      = 1024     // calls that were not answered yet
	maxWaitingBytes = 64 << 20 // their bytes; one call is always let in
	keptOfLine      = 4 << 10  // of a message that is too long: where its id is sought
	lastAnswers     = 10 * time.Second
)

// wire is the transport: JSON-RPC over two streams, a message a line. That of the SDK
// ends the session at the first line that is wrong; this one answers it and goes on.
type wire struct {
	in  io.Reader
	out io.Writer
}

// Connect implements [sdk.Transport]. The connection ends with ctx, which is what has the
// calls that run given up: the SDK would wait for them (M6).
func (w wire) Connect(ctx context.Context) (sdk.Connection, error) {
	c := &conn{
		out: w.out, lines: make(chan line), closed: make(chan struct{}),
		waiting: map[jsonrpc.ID]int{}, answered: make(chan struct{}, 1),
	}
	context.AfterFunc(ctx, func() { _ = c.Close() })
	go c.pump(bufio.NewReaderSize(w.in, 64<<10))
	return c, nil
}

// conn is a connection. Read is for one goroutine; the others may be called by any.
type conn struct {
	lines  chan line
	closed chan struct{}
	close  sync.Once

	writing sync.Mutex // guards out
	out     io.Writer

	mu       sync.Mutex         // guards the two below
	waiting  map[jsonrpc.ID]int // calls that were not answered yet, and their bytes
	bytes    int
	answered chan struct{} // gets a token when a call was answered
}

// line is one line of the input without its end, or what ended the input.
type line struct {
	text []byte
	long bool // text is only how it begins
	err  error
}

// pump reads lines until the input or the connection ends.
func (c *conn) pump(in *bufio.Reader) {
	for {
		l := readLine(in)
		select {
		case c.lines <- l:
		case <-c.closed:
			return
		}
		if l.err != nil {
			return
		}
	}
}

// readLine reads a line. One that is too long is read to its end, and only how it begins
// is kept.
func readLine(in *bufio.Reader) (l line) {
	for {
		part, err := in.ReadSlice('\n')
		if !l.long {
			l.text = append(l.text, part...)
		}
		if len(l.text) > maxLine {
			l.text, l.long = bytes.Clone(l.text[:keptOfLine]), true
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(l.text) == 0:
			l.err = err
		}
		l.text = bytes.TrimSpace(l.text)
		return l
	}
}

// SessionID implements [sdk.Connection].
func (c *conn) SessionID() string { return "" }

// Close implements [sdk.Connection].
func (c *conn) Close() error {
	c.close.Do(func() { close(c.closed) })
	return nil
}

// Read implements [sdk.Connection]: the next message that is well formed. Where the input
// ends it first lets what was asked be answered.
func (c *conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		if err := c.wait(ctx, c.room, nil); err != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case l := <-c.lines:
			if l.err != nil {
				_ = c.wait(ctx, c.idle, time.After(lastAnswers)) // it ends all the same
				return nil, l.err
			}
			msg, err := c.decode(l)
			if msg != nil || err != nil {
				return msg, err
			}
		}
	}
}

// decode reads a message. One that is wrong is answered, and is none.
func (c *conn) decode(l line) (jsonrpc.Message, error) {
	if len(l.text) == 0 {
		return nil, nil
	}
	msg, problem := parse(l)
	if problem != "" {
		return nil, c.refuse(l.text, problem)
	}
	if r, ok := msg.(*jsonrpc.Request); ok && r.IsCall() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if _, twice := c.waiting[r.ID]; !twice {
			c.waiting[r.ID] = len(l.text)
			c.bytes += len(l.text)
		}
	}
	return msg, nil
}

// parse reads a message, or tells what is wrong with it.
func parse(l line) (msg jsonrpc.Message, problem string) {
	switch {
	case l.long:
		return nil, fmt.Sprintf("message: want at most %d bytes", maxLine)
	case l.text[0] == '[':
		return nil, "message: is a batch, want one message a line"
	case !utf8.Valid(l.text):
		return nil, "message: want valid UTF-8"
	case halved(l.text):
		return nil, `message: has half of a surrogate pair, want whole characters such as "\ud83d\ude00"`
	}
	msg, err := jsonrpc.DecodeMessage(l.text)
	var read struct {
		ID json.RawMessage `json:"id"`
	}
	switch {
	case err != nil:
		return nil, "message: want a JSON-RPC 2.0 request or answer, nested at most 1000 deep"
	case json.Unmarshal(l.text, &read) != nil: // which that of the SDK does not look at
		return nil, "message: something follows it, want one message a line"
	}
	if r, ok := msg.(*jsonrpc.Request); ok && !isRead(r.ID, string(read.ID)) {
		return nil, "id: want a text, or a whole number of at most 53 bits"
	}
	return msg, ""
}

// isRead tells whether an id was read as it is written: one that is rounded is another call's.
func isRead(id jsonrpc.ID, written string) bool {
	n, ok := id.Raw().(int64)
	if !ok {
		return true
	}
	if exact, err := strconv.ParseInt(written, 10, 64); err == nil {
		return exact == n
	}
	f, err := strconv.ParseFloat(written, 64)
	return err == nil && math.Abs(f) < exactNumber && f == float64(n)
}

// halved tells whether JSON escapes one half of a surrogate pair without the other. A reader
// of JSON makes U+FFFD of it without a word, so that a text would not be kept as it was (M2).
func halved(text []byte) bool {
	for {
		at := bytes.IndexByte(text, '\\')
		if at < 0 || at+1 >= len(text) {
			return false
		}
		text = text[at:]
		r, ok := escaped(text)
		switch {
		case !ok:
			text = text[2:]
			continue
		case !utf16.IsSurrogate(r):
			text = text[6:]
			continue
		}
		low, ok := escaped(text[6:])
		if !ok || utf16.DecodeRune(r, low) == utf8.RuneError {
			return true
		}
		text = text[12:]
	}
}

// escaped reads the \uXXXX that a text begins with.
func escaped(text []byte) (r rune, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	for _, b := range text[2:6] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), b|0x20) // lower case; digits have the bit
		if digit < 0 {
			return 0, false
		}
		r = r<<4 | rune(digit)
	}
	return r, true
}

// refuse answers a message that is wrong.
func (c *conn) refuse(text []byte, problem string) error {
	id := idIn(text)
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": id, "error": map[string]any{"code": jsonrpc.CodeInvalidRequest, "message": problem},
	})
	if err != nil {
		return err
	}
	return c.writeLine(answer)
}

// idIn finds the id of a message of which there is only the beginning, or which is wrong
// further on: nil where there is none.
func idIn(text []byte) json.RawMessage {
	d := json.NewDecoder(bytes.NewReader(text[:min(len(text), keptOfLine)]))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for {
		key, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return nil
		}
		if key == "id" {
			if utf8.Valid(value) && (value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9') {
				return value
			}
			return nil
		}
	}
}

// Write implements [sdk.Connection].
func (c *conn) Write(_ context.Context, msg jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return err
	}
	err = c.writeLine(text)
	if r, ok := msg.(*jsonrpc.Response); ok {
		c.done(r.ID)
	}
	return err
}

func (c *conn) writeLine(text []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}

// done takes note that a call was answered.
func (c *conn) done(id jsonrpc.ID) {
	c.mu.Lock()
	c.bytes -= c.waiting[id]
	delete(c.waiting, id)
	c.mu.Unlock()
	select {
	case c.answered <- struct{}{}:
	default:
	}
}

// room tells whether another message may be read, and idle whether every call was answered.
func (c *conn) room() bool { return len(c.waiting) < maxWaiting && c.bytes < maxWaitingBytes }
func (c *conn) idle() bool { return len(c.waiting) == 0 }

// wait waits until something is so, or the patience ends.
func (c *conn) wait(ctx context.Context, is func() bool, patience <-chan time.Time) error {
	for {
		c.mu.Lock()
		so := is()
		c.mu.Unlock()
		if so {
			return nil
		}
		select {
		case <-c.answered:
		case <-patience:
			return nil
		case <-c.closed:
			return io.EOF
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
