package generation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/cespare/xxhash/v2"
)

// onlyReader and onlyWriter hide a file's shortcuts, so that the bytes pass
// through the buffer.
type (
	onlyReader struct{ io.Reader }
	onlyWriter struct{ io.Writer }
)

// copyFile copies a file and returns its size and checksum. Where the file
// system can, the copy shares the original's blocks until one of them changes.
// Before each megabyte it calls between.
func copyFile(ctx context.Context, from, to string, between func(context.Context)) (size int64, sum uint64, err error) {
	src, err := os.Open(from)
	if err != nil {
		return 0, 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, dst.Close()) }()
	hash := xxhash.New()
	var out io.Writer = hash
	if share(dst, src) != nil {
		out = io.MultiWriter(hash, dst)
	}
	size, err = io.CopyBuffer(onlyWriter{out}, courteousReader{ctx, src, between}, make([]byte, 1<<20))
	return size, hash.Sum64(), err
}

// courteousReader lets others go first, ends a copy when its context does, and tells
// failures to read, which are the original's, from failures to write.
type courteousReader struct {
	ctx     context.Context
	r       io.Reader
	between func(context.Context)
}

func (c courteousReader) Read(p []byte) (int, error) {
	c.between(c.ctx)
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return n, err
}
