package vector

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// floats holds the unit vectors in full precision: on the heap while there are few or no file is wanted, in an
// append-only file mapped for reading otherwise. A row is width values, the dimension rounded up to what the
// kernels take.
type floats struct {
	width int
	heap  slab[float32]
	file  *os.File
	view  mapping
}

// rows is every row, for reading. Only rows that were put may be touched.
func (f *floats) rows() []float32 {
	if f.file != nil {
		return f.view.values()
	}
	return f.heap.data
}

// row is one row.
func (f *floats) row(i uint32) []float32 {
	return f.rows()[int(i)*f.width:][:f.width]
}

// fits reports whether row n-1 can be put without moving anything.
func (f *floats) fits(n int) bool {
	if f.file != nil {
		return f.view.fits(n * f.width)
	}
	return f.heap.fits(n * f.width)
}

// grow makes room for n rows. No search may run.
func (f *floats) grow(n int) error {
	if f.file == nil {
		f.heap.grow(n * f.width)
		return nil
	}
	if f.view.fits(n * f.width) {
		return nil
	}
	return f.view.extend(f.file, n*f.width)
}

// put stores a row. Searches may run, but not on that row.
func (f *floats) put(i int, v []float32) error {
	if f.file == nil {
		copy(f.heap.data[i*f.width:][:f.width], v)
		return nil
	}
	return f.view.write(f.file, i*f.width, v)
}

// move copies the first n rows, or those that keep names, into the file at path and reads from it from now on.
// No search may run.
func (f *floats) move(path string, n int) (err error) {
	next := floats{width: f.width}
	if next.file, err = newFloatFile(path); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, next.close(), os.Remove(path))
		}
	}()
	if _, err = next.file.Write(bytesOf(f.rows()[:n*f.width])); err != nil {
		return fmt.Errorf("vector: float file: %w", err)
	}
	if err = next.grow(n + 1); err != nil {
		return err
	}
	old := *f
	*f = next
	return old.close()
}

// newFloatFile makes an empty file. What has its name is removed, because to cut it short would be the end of
// whoever still reads it.
func newFloatFile(path string) (*os.File, error) {
	if err := removeIfThere(path); err != nil {
		return nil, fmt.Errorf("vector: float file: %w", err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("vector: float file: %w", err)
	}
	return f, nil
}

// sync makes what was put durable.
func (f *floats) sync() error {
	if f.file == nil {
		return nil
	}
	return f.file.Sync()
}

// close releases memory and file.
func (f *floats) close() error {
	f.heap.free()
	err := f.view.close()
	if f.file != nil {
		err = errors.Join(err, f.file.Close())
		f.file = nil
	}
	return err
}

// checksum is the CRC32C of a row; it also finds equal vectors.
func checksum(row []float32) uint32 { return crc32.Checksum(bytesOf(row), castagnoli) }
