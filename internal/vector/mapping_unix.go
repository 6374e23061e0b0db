//go:build unix

package vector

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A mapping reads a growing file of floats through the page cache. It covers more than the file has, so that
// the file can grow without the mapping moving; what lies beyond the file's end must not be touched. Writes go
// through the file, so a full disk is an error and not a fault.
type mapping struct{ bytes []byte }

func (m *mapping) values() []float32 {
	if m.bytes == nil {
		return nil
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(m.bytes))), len(m.bytes)/4)
}

func (m *mapping) fits(values int) bool { return values*4 <= len(m.bytes) }

// extend maps anew, wide enough for many times the values.
func (m *mapping) extend(f *os.File, values int) error {
	least := values * 4
	for size := max(16*least, 16<<20); size >= least; size /= 2 {
		b, err := unix.Mmap(int(f.Fd()), 0, size, unix.PROT_READ, unix.MAP_SHARED)
		if err != nil {
			if size/2 < least {
				return fmt.Errorf("vector: float file: map: %w", err)
			}
			continue
		}
		old := *m
		m.bytes = b
		return old.close()
	}
	return fmt.Errorf("vector: float file: map of %d bytes refused", least)
}

func (m *mapping) write(f *os.File, at int, v []float32) error {
	if _, err := f.WriteAt(bytesOf(v), int64(at)*4); err != nil {
		return fmt.Errorf("vector: float file: %w", err)
	}
	return nil
}

// forget gives the pages that were touched back to the page cache, until they are
// touched again: whoever has read a file through holds the whole of it otherwise.
func (m *mapping) forget() {
	if m.bytes != nil {
		_ = unix.Madvise(m.bytes, unix.MADV_DONTNEED) // an advice; without it memory is only fuller
	}
}

func (m *mapping) close() error {
	if m.bytes == nil {
		return nil
	}
	b := m.bytes
	m.bytes = nil
	return unix.Munmap(b)
}
