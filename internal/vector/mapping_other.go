//go:build !unix

package vector

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// A mapping keeps a copy of the float file in memory, on systems where it is not mapped.
type mapping struct{ heap slab[float32] }

func (m *mapping) values() []float32 { return m.heap.data }

func (m *mapping) fits(values int) bool { return m.heap.fits(values) }

func (m *mapping) extend(f *os.File, values int) error {
	fresh := len(m.heap.data) == 0
	m.heap.grow(values)
	if !fresh {
		return nil
	}
	if _, err := f.ReadAt(bytesOf(m.heap.data), 0); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("vector: float file: %w", err)
	}
	return nil
}

func (m *mapping) write(f *os.File, at int, v []float32) error {
	copy(m.heap.data[at:], v)
	if _, err := f.WriteAt(bytesOf(v), int64(at)*4); err != nil {
		return fmt.Errorf("vector: float file: %w", err)
	}
	return nil
}

func (m *mapping) forget() {}

func (m *mapping) close() error {
	m.heap.free()
	return nil
}
