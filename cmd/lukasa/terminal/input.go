package terminal

import (
	"context"
	"io"
)

// Interruptible returns a reader of r whose reads end with the cause when ctx is
// cancelled, also while they wait for somebody to write: Ctrl-C must not wait for
// that. It is not safe for concurrent use.
func Interruptible(ctx context.Context, r io.Reader) io.Reader {
	return &interruptible{ctx: ctx, in: r, buffer: make([]byte, 1<<16), chunks: make(chan chunk, 1)}
}

type interruptible struct {
	ctx    context.Context
	in     io.Reader
	buffer []byte // of the read that is going on
	chunks chan chunk
	chunk  // what was read and not yet taken
}

// chunk is what one read gave.
type chunk struct {
	data []byte
	err  error
}

// Read implements [io.Reader].
func (i *interruptible) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for len(i.data) == 0 {
		if i.err != nil {
			return 0, i.err
		}
		i.fill()
	}
	n := copy(b, i.data)
	i.data = i.data[n:]
	return n, nil
}

// fill waits for the next chunk. A read that is given up goes on, but nobody waits for it.
func (i *interruptible) fill() {
	if i.ctx.Err() == nil {
		go func() {
			n, err := i.in.Read(i.buffer)
			i.chunks <- chunk{i.buffer[:n], err}
		}()
	}
	select {
	case i.chunk = <-i.chunks:
	case <-i.ctx.Done():
		i.err = context.Cause(i.ctx)
	}
}
