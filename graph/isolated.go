package graph

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/graph/internal/generation"
	"github.com/lukasadb/lukasa/graph/internal/kuzu"
)

// killAfter is how long after its time limit a child is killed: a statement that
// does not heed the limit does not end otherwise.
const killAfter = 2 * time.Second

// childErrors is how much of what a dying child says is kept.
const childErrors = 4 << 10

// process is a child that runs one query.
type process struct {
	cmd    *exec.Cmd
	out    io.ReadCloser
	said   *tail
	ctx    context.Context // ends when the child is to be killed
	cancel context.CancelFunc
	free   func() error // gives back what it read
}

// queryIsolated runs a statement in a child process on the clean generation,
// which it makes from the graph as it is now if there have been changes.
func (g *Graph) queryIsolated(ctx context.Context, text string, params map[string]any, opts QueryOptions) (*Result, error) {
	var bound kuzu.Params
	c := &conn{}
	if err := unfit(text, c.bind(params)); err != nil {
		return nil, err
	}
	bound = c.params
	work, err := g.link(ctx)
	if err != nil {
		return nil, err
	}
	p, err := start(ctx, func() error { return g.unlink(work) }, request{
		Path: work.Path(), BufferPool: g.opts.BufferPool, Cypher: text, Params: bound.Bytes(),
		Timeout: opts.Timeout, MaxRows: opts.MaxRows,
	})
	if err != nil {
		return nil, fmt.Errorf("graph: isolated query: %w", errors.Join(err, g.unlink(work)))
	}
	kind, data, err := readFrame(p.out)
	if err == nil && kind == frameColumns {
		var columns []string
		if err = json.Unmarshal(data, &columns); err == nil {
			return newResult(columns, p.rows(ctx, len(columns), opts.MaxRows), func() { _ = p.end(true) }), nil
		}
	}
	return nil, p.failed(ctx, kind, data, err)
}

// link makes a folder with the clean generation for a child to read.
func (g *Graph) link(ctx context.Context) (generation.Work, error) {
	g.write.Lock()
	defer g.write.Unlock()
	if err := g.refresh(ctx); err != nil {
		return generation.Work{}, err
	}
	m, err := g.folder.Current()
	if err != nil {
		return generation.Work{}, fmt.Errorf("graph: isolated query: %w", err)
	}
	work, err := g.folder.Link(m)
	if err == nil {
		g.mu.Lock()
		g.apart[work] = false
		g.mu.Unlock()
	}
	return work, err
}

// unlink removes what link has made.
func (g *Graph) unlink(work generation.Work) error {
	err := work.Remove()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.apart, work)
	return err
}

// start runs this program again as a child, which calls free when it has ended.
func start(ctx context.Context, free func() error, req request) (*process, error) {
	input, err := json.Marshal(req)
	if err != nil {
		return nil, err
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, req.Timeout+killAfter)
	p := &process{cmd: exec.CommandContext(ctx, program), said: &tail{}, ctx: ctx, cancel: cancel, free: free}
	p.cmd.Env = append(os.Environ(), childVariable+"=1")
	p.cmd.Stdin = bytes.NewReader(input)
	p.cmd.Stderr = p.said
	if p.out, err = p.cmd.StdoutPipe(); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return p, nil
}

// end waits for the child, which it kills first if asked to, and gives back what it
// read. It is idempotent.
func (p *process) end(kill bool) error {
	if p.cmd == nil {
		return nil
	}
	if kill {
		p.cancel()
	}
	err := p.cmd.Wait()
	p.cancel()
	p.cmd = nil
	return errors.Join(err, p.free())
}

// failed ends the child and says why it gave no answer.
func (p *process) failed(ctx context.Context, kind byte, data []byte, err error) error {
	if err == nil && kind == frameError {
		var e childError
		err = json.Unmarshal(data, &e)
		if end := p.end(false); err == nil {
			err = errors.Join(e.err(), end)
		}
		return err
	}
	late := errors.Is(p.ctx.Err(), context.DeadlineExceeded)
	end := p.end(err == nil)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("graph: query: %w", context.Cause(ctx))
	case late:
		return fmt.Errorf("graph: query: killed: %w", context.DeadlineExceeded)
	}
	return fmt.Errorf("%w: %w: %s", ErrCrashed, errors.Join(err, end), p.said)
}

// rows streams the answer.
func (p *process) rows(ctx context.Context, columns, limit int) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		defer func() { _ = p.end(true) }()
		for seen := 0; p.cmd != nil; {
			kind, data, err := readFrame(p.out)
			if err == nil && kind == frameEnd {
				return
			}
			if err != nil || kind != frameRows || len(data) < 4 {
				yield(nil, p.failed(ctx, kind, data, err))
				return
			}
			rows, err := decodeRows(data[4:], int(binary.LittleEndian.Uint32(data)), columns)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, row := range rows {
				if seen++; seen > limit {
					yield(nil, fmt.Errorf("%w: more than %d", ErrTooMany, limit))
					return
				}
				if !yield(row, nil) {
					return
				}
			}
		}
	}
}

// tail keeps the first bytes that are written to it.
type tail struct{ buf []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.buf = append(t.buf, p[:min(len(p), childErrors-len(t.buf))]...)
	return len(p), nil
}

func (t *tail) String() string { return strings.TrimSpace(string(t.buf)) }
