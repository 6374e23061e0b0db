package lexical

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"

	"github.com/lukasadb/lukasa/internal/text"
)

// readAhead is how much of a snapshot is read at once between frames, which are read
// whole.
const readAhead = 32 << 10

// loadSnapshot reads the state at path. What is wrong with the snapshot is a *damage.
func loadSnapshot(path string, params Params, lang text.Lang) (*state, uint64, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, damaged("no snapshot")
	}
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	return readHalves(f, params, lang)
}

// readHalves reads what readState does from a file, by two goroutines: one has the
// words and the records, which are made of words, the other sessions, names and
// postings.
func readHalves(f io.ReaderAt, params Params, lang text.Lang) (*state, uint64, error) {
	c, err := readContents(f)
	if err != nil {
		return nil, 0, err
	}
	l := &loading{s: newState(params, lang)}
	if err := c.read(sectionMeta, sectionMeta, l.readMeta); err != nil {
		return nil, 0, err
	}
	l.expect(&c)
	named, beside := make(chan error, 1), make(chan error, 1)
	go func() {
		err := c.read(sectionSessions, sectionNames, l.readNames)
		if named <- err; err == nil {
			err = c.read(sectionPostings, sectionEnd, l.readPostings)
		}
		beside <- err
	}()
	err = cmp.Or(c.read(sectionWords, sectionOther, l.readWords), <-named)
	if err == nil {
		err = c.read(sectionDocs, sectionDocs, l.readDocs)
	}
	if err := cmp.Or(<-beside, err); err != nil {
		return nil, 0, err
	}
	return l.finish(), l.watermark, nil
}

// contents tells where in a snapshot each section begins, by its kind, and where the
// last one ends.
type contents struct {
	file  io.ReaderAt
	begin [sectionEnd + 2]place
}

// place is where a frame begins: its offset and its number.
type place struct {
	off int64
	seq uint32
}

// readContents reads the headers of all frames.
func readContents(f io.ReaderAt) (contents, error) {
	c := contents{file: f}
	if err := readMagic(io.NewSectionReader(f, 0, int64(len(magic)))); err != nil {
		return c, err
	}
	at, kind := place{off: int64(len(magic))}, uint8(0)
	for {
		h, err := readFrameHeader(io.NewSectionReader(f, at.off, headerSize))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return c, cutOff(err, "a frame is cut off")
		}
		if h.kind < kind || h.kind > sectionEnd || h.seq != at.seq {
			return c, damaged("a frame is out of place")
		}
		for ; kind < h.kind; kind++ {
			c.begin[kind+1] = at
		}
		at = place{at.off + headerSize + int64(h.size), at.seq + 1}
	}
	for ; kind <= sectionEnd; kind++ {
		c.begin[kind+1] = at
	}
	return c, nil
}

// read lets fn read the sections from first to last, and tells what was wrong with
// them, which is also what of them it has left.
func (c *contents) read(first, last uint8, fn func(*frameReader)) error {
	at := c.begin[first]
	from := io.NewSectionReader(c.file, at.off, math.MaxInt64-at.off)
	r := &frameReader{r: bufio.NewReaderSize(from, readAhead), seq: at.seq}
	fn(r)
	r.begin(last)
	if r.err == nil && r.seq != c.begin[last+1].seq {
		r.fail(nil, "a frame is out of place")
	}
	return r.err
}

// size is how many bytes a section has.
func (c *contents) size(section uint8) int {
	return int(c.begin[section+1].off - c.begin[section].off)
}
