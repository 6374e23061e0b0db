package lexical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A snapshot is its magic and a sequence of frames: a header of kind, number, length and CRC32C of the payload, closed by its
// own CRC32C, then the payload. An item never straddles frames.
const (
	magic       = "lukalex\x03" // the last byte is the version
	headerSize  = 1 + 4 + 4 + 4 + 4
	frameTarget = 256 << 10
	maxFrame    = 64 << 20
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// damage is why a snapshot cannot be used.
type damage struct{ text string }

func (d *damage) Error() string { return d.text }

func damaged(format string, args ...any) error { return &damage{fmt.Sprintf(format, args...)} }

// frameWriter writes frames. The first error sticks.
type frameWriter struct {
	w    io.Writer
	kind uint8
	seq  uint32
	buf  []byte
	err  error
}

func newFrameWriter(w io.Writer) *frameWriter {
	f := &frameWriter{w: w}
	_, f.err = io.WriteString(w, magic)
	return f
}

func (f *frameWriter) uvarint(v uint64) { f.buf = binary.AppendUvarint(f.buf, v) }
func (f *frameWriter) raw(b []byte)     { f.buf = append(f.buf, b...) }
func (f *frameWriter) bytes(b []byte) {
	f.uvarint(uint64(len(b)))
	f.raw(b)
}

// item ends an item, and the frame once that is big enough.
func (f *frameWriter) item() {
	if len(f.buf) >= frameTarget {
		f.flush()
	}
}

// begin starts a section.
func (f *frameWriter) begin(kind uint8) {
	if len(f.buf) > 0 {
		f.flush()
	}
	f.kind = kind
}

func (f *frameWriter) flush() {
	var h [headerSize]byte
	h[0] = f.kind
	binary.LittleEndian.PutUint32(h[1:], f.seq)
	binary.LittleEndian.PutUint32(h[5:], uint32(len(f.buf)))
	binary.LittleEndian.PutUint32(h[9:], crc32.Checksum(f.buf, castagnoli))
	binary.LittleEndian.PutUint32(h[13:], crc32.Checksum(h[:13], castagnoli))
	f.seq++
	for _, b := range [][]byte{h[:], f.buf} {
		if f.err == nil {
			_, f.err = f.w.Write(b)
		}
	}
	f.buf = f.buf[:0]
}

// frameReader reads what a frameWriter wrote. The first error sticks; what is read after it is zero.
type frameReader struct {
	r    io.Reader
	kind uint8
	seq  uint32
	buf  []byte
	rest []byte
	err  error

	block []byte
}

func newFrameReader(r io.Reader) *frameReader {
	f := &frameReader{r: r}
	f.err = readMagic(r)
	return f
}

func readMagic(r io.Reader) error {
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(r, head); err != nil {
		return cutOff(err, "the header is cut off")
	}
	if string(head) != magic {
		return damaged("not a snapshot of this version")
	}
	return nil
}

// cutOff is an error of a file's own, or a damage when the file is too short.
func cutOff(err error, text string) error {
	if err == nil || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return damaged("%s", text)
	}
	return err
}

// fail notes an error, as cutOff makes it.
func (f *frameReader) fail(err error, text string) {
	if f.err == nil {
		f.err = cutOff(err, text)
	}
}

// begin moves to a section, which the one before must have ended at.
func (f *frameReader) begin(kind uint8) {
	if len(f.rest) > 0 {
		f.fail(nil, "bytes are left over")
	}
	f.kind = kind
}

// item makes the next item's bytes available.
func (f *frameReader) item() bool {
	if f.err == nil && len(f.rest) == 0 {
		f.next()
	}
	return f.err == nil
}

func (f *frameReader) next() {
	h, err := readFrameHeader(f.r)
	switch {
	case err != nil:
		f.fail(err, "a frame is missing")
	case h.kind != f.kind || h.seq != f.seq:
		f.fail(nil, "a frame is out of place")
	}
	if f.err != nil {
		return
	}
	f.seq++
	if uint32(cap(f.buf)) < h.size {
		f.buf = make([]byte, h.size)
	}
	f.buf = f.buf[:h.size]
	if _, err := io.ReadFull(f.r, f.buf); err != nil {
		f.fail(err, "a frame is cut off")
		return
	}
	if crc32.Checksum(f.buf, castagnoli) != h.sum {
		f.fail(nil, "a frame is damaged")
		return
	}
	f.rest = f.buf
}

// frameHeader is what comes before a frame's payload.
type frameHeader struct {
	kind      uint8
	seq       uint32
	size, sum uint32 // of the payload
}

// readFrameHeader fails with a damage, or with the error of r, which is io.EOF where a
// frame could begin and none does.
func readFrameHeader(r io.Reader) (frameHeader, error) {
	var h [headerSize]byte
	if _, err := io.ReadFull(r, h[:]); err != nil {
		return frameHeader{}, err
	}
	if crc32.Checksum(h[:13], castagnoli) != binary.LittleEndian.Uint32(h[13:]) {
		return frameHeader{}, damaged("a frame's header is damaged")
	}
	size := binary.LittleEndian.Uint32(h[5:])
	if size > maxFrame {
		return frameHeader{}, damaged("a frame is too long")
	}
	return frameHeader{kind: h[0], seq: binary.LittleEndian.Uint32(h[1:]), size: size, sum: binary.LittleEndian.Uint32(h[9:])}, nil
}

// uvarint reads a number of at most limit.
func (f *frameReader) uvarint(limit uint64) uint64 {
	if f.err != nil {
		return 0
	}
	v, n := binary.Uvarint(f.rest)
	if n <= 0 || v > limit {
		f.fail(nil, "a number is out of range")
		return 0
	}
	f.rest = f.rest[n:]
	return v
}

// raw reads n bytes, valid until the next item.
func (f *frameReader) raw(n int) []byte {
	if f.err == nil && n > len(f.rest) {
		f.fail(nil, "an item is cut off")
	}
	if f.err != nil {
		return nil
	}
	b := f.rest[:n]
	f.rest = f.rest[n:]
	return b
}

// packed reads a block of postings and returns it with the slack that readBlock needs.
func (f *frameReader) packed() []byte {
	if f.err == nil && (len(f.rest) < blockHead || f.rest[0] > 32 || f.rest[1] > 6) {
		f.fail(nil, "a block makes no sense")
	}
	if f.err != nil {
		return nil
	}
	n := blockSize(int(f.rest[0]), int(f.rest[1]))
	f.block = append(append(f.block[:0], f.raw(n)...), make([]byte, slack)...)
	return f.block
}

func (f *frameReader) bytes() []byte { return f.raw(int(f.uvarint(maxFrame))) }

// end checks that nothing follows.
func (f *frameReader) end() error {
	f.begin(0)
	var b [1]byte
	if f.err == nil {
		if n, err := f.r.Read(b[:]); n > 0 || !errors.Is(err, io.EOF) {
			f.fail(nil, "something follows the snapshot")
		}
	}
	return f.err
}
