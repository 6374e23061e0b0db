package graph

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// childVariable marks a process as the child that runs one isolated query.
const childVariable = "LUKASA_GRAPH_CHILD"

// The kinds of frame that a child sends: a byte, a length and that many bytes.
const (
	frameColumns = 'c' // JSON: the names
	frameRows    = 'r' // a count, then rows in the row format
	frameError   = 'e' // JSON: childError
	frameEnd     = '.'
)

// maxFrame bounds what the parent reads at once.
const maxFrame = 1 << 30

// request is what a child is asked to run.
type request struct {
	Path       string
	BufferPool uint64
	Cypher     string
	Params     []byte // encoded by kuzu.Params
	Timeout    time.Duration
	MaxRows    int
}

// childError carries an error from the child.
type childError struct {
	Query   *QueryError `json:",omitempty"`
	Timeout bool        `json:",omitempty"`
	Text    string      `json:",omitempty"`
}

// ChildMain runs an isolated query and exits if this process was started for
// one, and returns otherwise. A program that uses QueryOptions.Isolated calls it
// first thing in main.
func ChildMain() {
	if os.Getenv(childVariable) == "" {
		return
	}
	if err := child(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func child(in io.Reader, out io.Writer) error {
	// If memory runs out, it is this process that should go.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)
	var req request
	if err := json.NewDecoder(in).Decode(&req); err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	if err := serve(w, req); err != nil {
		if err := frameJSON(w, frameError, toChildError(err)); err != nil {
			return err
		}
	}
	return w.Flush()
}

// serve opens the database read-only and streams the answer.
func serve(w *bufio.Writer, req request) error {
	db, err := kuzu.Open(req.Path, kuzu.Config{BufferPool: req.BufferPool, Threads: runtime.GOMAXPROCS(0), ReadOnly: true})
	if err != nil {
		return err
	}
	k, err := db.Connect()
	if err != nil {
		return err
	}
	c := &conn{Conn: k, params: *kuzu.ParamsOf(req.Params)}
	answer, err := c.raw(context.Background(), req.Cypher, req.Timeout)
	if err != nil {
		return err
	}
	if err := frameJSON(w, frameColumns, answer.Columns()); err != nil {
		return err
	}
	for seen := 0; ; {
		buf, n, err := answer.Fetch(fetchRows, fetchBytes)
		if err != nil {
			return err
		}
		if n == 0 {
			return frame(w, frameEnd, nil)
		}
		if err := frame(w, frameRows, binary.LittleEndian.AppendUint32(nil, uint32(n)), buf); err != nil {
			return err
		}
		if seen += n; seen > req.MaxRows {
			return nil // the parent has seen enough to say so
		}
	}
}

func frameJSON(w *bufio.Writer, kind byte, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return frame(w, kind, data)
}

func frame(w *bufio.Writer, kind byte, parts ...[]byte) error {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(n))
	_, err := w.Write(head)
	for _, p := range parts {
		if err == nil {
			_, err = w.Write(p)
		}
	}
	return errors.Join(err, w.Flush())
}

func readFrame(r io.Reader) (kind byte, data []byte, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, errRow
	}
	data = make([]byte, n)
	_, err = io.ReadFull(r, data)
	return head[0], data, err
}

func toChildError(err error) childError {
	var q *QueryError
	switch {
	case errors.As(err, &q):
		return childError{Query: q}
	case errors.Is(err, context.DeadlineExceeded):
		return childError{Timeout: true}
	}
	return childError{Text: err.Error()}
}

func (e childError) err() error {
	switch {
	case e.Query != nil:
		return e.Query
	case e.Timeout:
		return fmt.Errorf("graph: query: %w", context.DeadlineExceeded)
	}
	return fmt.Errorf("graph: isolated query: %s", e.Text)
}
