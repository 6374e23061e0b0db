package column

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// Sealed gives bytes the checksum of a sound snapshot, so that a test reaches what
// stands behind it.
func Sealed(b []byte) []byte {
	if b = bytes.Clone(b); len(b) >= head {
		binary.LittleEndian.PutUint32(b[len(magic):], crc32.Checksum(b[head:], castagnoli))
	}
	return b
}
