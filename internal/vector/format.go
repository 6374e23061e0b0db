package vector

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// A snapshot is a header and sections. All numbers are little-endian.
//
//	header    magic [8]byte, version uint32, sections uint32,
//	          then per section: crc32c uint32, zero uint32, offset uint64, length uint64,
//	          then crc32c uint32 of all before it
//	sections  in the order of the constants below, each beginning at a multiple of 64
const (
	magic         = "LKVECTOR"
	formatVersion = 2 // 2 names the owner
)

// Sections of a snapshot.
const (
	secMeta   = iota // a meta, then the names of the model and the owner
	secIDs           // the first id of every row
	secSums          // the CRC32C of every row's floats
	secDead          // one bit a row
	secMore          // row uint32, number uint32, that many ids: rows with more ids than one
	secFloats        // rows of floats, if they have no file of their own
	secCodes
	secLevel // of linked rows
	secUpAt
	secGround
	secUpper
	sections
)

const (
	headerEntry = 24
	headerSize  = 16 + sections*headerEntry + 4
	sectionGap  = 64
)

// meta is the fixed part of the first section.
type meta struct {
	Dim, M, EfConstruction   uint32
	Form, FloatFile          uint32
	Rows, Linked, Uppers     uint32
	Seed, Generation, Waterm uint64
	Entry                    uint64
	Rough                    float64
	ModelLen                 uint32
}

var metaSize = binary.Size(meta{})

func (m meta) encode(model, owner string) []byte {
	m.ModelLen = uint32(len(model))
	b, err := binary.Append(nil, binary.LittleEndian, m)
	if err != nil {
		panic(err) // meta has fixed size
	}
	return append(append(b, model...), owner...)
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// A sectionWriter writes a snapshot front to back; the header comes last.
type sectionWriter struct {
	w      io.WriterAt
	at     int64
	header []byte
}

func newSectionWriter(w io.WriterAt) *sectionWriter {
	h := append([]byte(magic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(h[8:], formatVersion)
	binary.LittleEndian.PutUint32(h[12:], sections)
	return &sectionWriter{w: w, at: int64(roundUp(headerSize, sectionGap)), header: h}
}

// section writes the next section.
func (s *sectionWriter) section(b []byte) error {
	s.header = binary.LittleEndian.AppendUint32(s.header, crc32.Checksum(b, castagnoli))
	s.header = binary.LittleEndian.AppendUint32(s.header, 0)
	s.header = binary.LittleEndian.AppendUint64(s.header, uint64(s.at))
	s.header = binary.LittleEndian.AppendUint64(s.header, uint64(len(b)))
	_, err := s.w.WriteAt(b, s.at)
	s.at += int64(roundUp(len(b), sectionGap))
	return err
}

// finish writes the header.
func (s *sectionWriter) finish() error {
	s.header = binary.LittleEndian.AppendUint32(s.header, crc32.Checksum(s.header, castagnoli))
	_, err := s.w.WriteAt(s.header, 0)
	return err
}

// A sectionReader reads a snapshot of unknown health.
type sectionReader struct {
	r      io.ReaderAt
	header []byte
}

// openSections checks the header and that all sections lie within size.
func openSections(r io.ReaderAt, size int64) (*sectionReader, error) {
	h := make([]byte, headerSize)
	if _, err := r.ReadAt(h[:16], 0); err != nil {
		return nil, damaged("header: %v", err)
	}
	if !bytes.Equal(h[:8], []byte(magic)) {
		return nil, fmt.Errorf("%w: not a vector snapshot", ErrForeign)
	}
	if v := binary.LittleEndian.Uint32(h[8:]); v != formatVersion {
		return nil, fmt.Errorf("%w: format version %d, this is %d", ErrForeign, v, formatVersion)
	}
	if _, err := r.ReadAt(h, 0); err != nil {
		return nil, damaged("header: %v", err)
	}
	if binary.LittleEndian.Uint32(h[headerSize-4:]) != crc32.Checksum(h[:headerSize-4], castagnoli) {
		return nil, damaged("header checksum")
	}
	s := &sectionReader{r: r, header: h}
	for i := range sections {
		_, at, n := s.entry(i)
		if n > 0 && (at < uint64(headerSize) || at > uint64(size) || n > uint64(size)-at) { // an empty one may lie behind the end
			return nil, damaged("section %d lies outside the file", i)
		}
	}
	return s, nil
}

func (s *sectionReader) entry(i int) (sum uint32, at, length uint64) {
	e := s.header[16+i*headerEntry:]
	return binary.LittleEndian.Uint32(e), binary.LittleEndian.Uint64(e[8:]), binary.LittleEndian.Uint64(e[16:])
}

// length is the size of a section, at most that of the file.
func (s *sectionReader) length(i int) int {
	_, _, n := s.entry(i)
	return int(n)
}

// read fills dst, which must be as long as the section, and checks it.
func (s *sectionReader) read(i int, dst []byte) error {
	want, at, n := s.entry(i)
	if uint64(len(dst)) != n {
		return damaged("section %d has %d bytes, not %d", i, n, len(dst))
	}
	const piece = 1 << 20
	var sum uint32
	for len(dst) > 0 {
		b := dst[:min(piece, len(dst))]
		if _, err := s.r.ReadAt(b, int64(at)); err != nil {
			return damaged("section %d: %v", i, err)
		}
		sum = crc32.Update(sum, castagnoli, b)
		dst, at = dst[len(b):], at+uint64(len(b))
	}
	if sum != want {
		return damaged("section %d checksum", i)
	}
	return nil
}

// all reads a whole section.
func (s *sectionReader) all(i int) ([]byte, error) {
	b := make([]byte, s.length(i))
	return b, s.read(i, b)
}

// meta reads the first section.
func (s *sectionReader) meta() (m meta, model, owner string, err error) {
	b, err := s.all(secMeta)
	if err != nil {
		return m, "", "", err
	}
	if len(b) < metaSize {
		return m, "", "", damaged("short meta section")
	}
	if _, err := binary.Decode(b, binary.LittleEndian, &m); err != nil {
		return m, "", "", damaged("meta: %v", err)
	}
	names := b[metaSize:]
	if uint64(m.ModelLen) > uint64(len(names)) {
		return m, "", "", damaged("the model's name is cut off")
	}
	return m, string(names[:m.ModelLen]), string(names[m.ModelLen:]), nil
}
