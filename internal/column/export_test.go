package column

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"

	"github.com/lukasadb/lukasa/schema"
)

// Sealed gives bytes the checksum of a sound snapshot, so that a test reaches what
// stands behind it.
func Sealed(b []byte) []byte {
	if b = bytes.Clone(b); len(b) >= head {
		binary.LittleEndian.PutUint32(b[len(magic):], crc32.Checksum(b[head:], castagnoli))
	}
	return b
}

// Snapshot is what a table saves.
func (t *Table) Snapshot(owner string, watermark uint64) []byte {
	var f memoryFile
	if err := t.Save(&f, owner, watermark); err != nil {
		panic(err) // it never fails
	}
	return f.b
}

// Told are the times of which a record tells.
func (t *Table) Told(id schema.ID) []Span { return t.Facts(nil, []schema.ID{id})[0].Told }

type memoryFile struct{ b []byte }

func (f *memoryFile) Write(b []byte) (int, error) {
	f.b = append(f.b, b...)
	return len(b), nil
}

func (f *memoryFile) WriteAt(b []byte, at int64) (int, error) { return copy(f.b[at:], b), nil }
