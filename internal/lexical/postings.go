package lexical

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/lukasadb/lukasa/internal/paged"
)

// blockLen is how many postings a block holds.
const blockLen = 128

// postings are the records that hold each term, in order of their number, each with an impact: one of 64 levels that bound from above
// what the term adds to the record's score. A list is full blocks, packed, then a tail of fewer than blockLen postings. Most
// terms of a small index have one posting or none; they have a head alone.
type postings struct {
	heads  paged.Array[head]
	lists  paged.Array[list] // the first is of none
	blocks [][]block
	packed arena
	tails  tails
	metas  int // blocks there is memory for

	scratch []byte // of the writer
}

// head is what each term has. That of a term without postings is zero.
type head struct {
	// df counts the live records; of a term with one posting, it is the number of its record.
	df uint32
	// list is the number of the list; of a term with one posting, the mark single, perhaps the mark alive, and the impact.
	list uint32
}

// Marks of a term with one posting.
const (
	single = 1 << 31
	alive  = 1 << 8 // its record lives
)

// list is the postings of a term with two or more.
type list struct {
	n      uint32 // postings, those of dead records included
	last   uint32 // the last record
	tail   uint32 // slot of the tail, when it has two postings or more
	used   uint16 // bytes used of it
	class  uint8  // size class of the slot
	impact uint8  // the greatest impact in the tail
	blocks uint32 // number of its entry in postings.blocks, plus one
}

// block describes packed postings.
type block struct {
	last   uint32
	ref    uint32
	impact uint8 // the greatest
}

// grow makes room for the terms of a lexicon of n words.
func (p *postings) grow(n int) {
	for p.heads.Len() < n {
		p.heads.Push(head{})
	}
}

// df is how many live records hold a term.
func (p *postings) df(term uint32) uint32 {
	if int(term) >= p.heads.Len() {
		return 0
	}
	switch h := p.heads.At(term); {
	case h.list&single == 0:
		return h.df
	case h.list&alive != 0:
		return 1
	}
	return 0
}

// lose counts a live record of a term as dead.
func (p *postings) lose(term uint32) {
	switch h := p.heads.At(term); {
	case h.list&single != 0:
		h.list &^= alive
	case h.df > 0:
		h.df--
	}
}

// list returns the postings of a term.
func (p *postings) list(term uint32) list {
	if int(term) >= p.heads.Len() {
		return list{}
	}
	switch h := p.heads.At(term); {
	case h.list == 0:
		return list{}
	case h.list&single != 0:
		return list{n: 1, last: h.df, impact: uint8(h.list)}
	default:
		return *p.lists.At(h.list)
	}
}

// open returns the list of a term that is to have more than one posting.
func (p *postings) open(h *head) *list {
	if h.list != 0 && h.list&single == 0 {
		return p.lists.At(h.list)
	}
	if p.lists.Len() == 0 {
		p.lists.Push(list{})
	}
	var l list
	df := uint32(0)
	if h.list != 0 {
		l = list{n: 1, last: h.df, impact: uint8(h.list)}
		df = h.list & alive / alive
	}
	h.df, h.list = df, p.lists.Push(l)
	return p.lists.At(h.list)
}

// add appends a record, whose number must be above all others of the term.
func (p *postings) add(term, rec uint32, impact uint8) {
	h := p.heads.At(term)
	if h.list == 0 {
		*h = head{rec, single | alive | uint32(impact)}
		return
	}
	l := p.open(h)
	h.df++
	inTail := l.n % blockLen
	l.n++
	if inTail == 0 {
		l.last, l.impact, l.used = rec, impact, 0
		return
	}
	if inTail == 1 {
		l.tail, l.class = p.tails.take(0), 0
		l.used = uint16(putPosting(p.tails.at(l.tail, 0), l.last-p.base(l), l.impact))
	}
	var enc [binary.MaxVarintLen32 + 1]byte
	n := putPosting(enc[:], rec-l.last, impact)
	if int(l.used)+n > slotSize(l.class) {
		l.tail, l.class = p.tails.enlarge(l.tail, l.class)
	}
	copy(p.tails.at(l.tail, l.class)[l.used:], enc[:n])
	l.used += uint16(n)
	l.last, l.impact = rec, max(l.impact, impact)
	if inTail+1 == blockLen {
		p.seal(l)
	}
}

func putPosting(dst []byte, delta uint32, impact uint8) int {
	n := binary.PutUvarint(dst, uint64(delta))
	dst[n] = impact
	return n + 1
}

// base returns the last record before the tail.
func (p *postings) base(l *list) uint32 {
	if l.blocks == 0 {
		return 0
	}
	b := p.blocks[l.blocks-1]
	return b[len(b)-1].last
}

// seal packs the full tail of a list into a block.
func (p *postings) seal(l *list) {
	var docs [blockLen]uint32
	var impacts [blockLen]uint8
	base := p.base(l)
	p.readTail(l, blockLen, &docs, &impacts)
	p.tails.give(l.tail, l.class)
	p.scratch = appendBlock(p.scratch[:0], base, &docs, &impacts)
	p.append(l, p.scratch, l.last, l.impact)
	l.used, l.class, l.tail = 0, 0, 0
}

// append adds a packed block to a list without a tail.
func (p *postings) append(l *list, packed []byte, last uint32, impact uint8) {
	ref, b := p.packed.alloc(len(packed))
	copy(b, packed)
	if l.blocks == 0 {
		p.blocks = append(p.blocks, nil)
		l.blocks = uint32(len(p.blocks))
	}
	bs := &p.blocks[l.blocks-1]
	before := cap(*bs)
	*bs = append(*bs, block{last: last, ref: ref, impact: impact})
	p.metas += cap(*bs) - before
}

// A packed block is the width of its deltas in bits, that of its impacts, the least impact, then the deltas less one and the
// impacts less the least, both low bits first.
const blockHead = 3

// appendBlock packs postings after base; docs is overwritten.
func appendBlock(dst []byte, base uint32, docs *[blockLen]uint32, impacts *[blockLen]uint8) []byte {
	var all uint32
	for i, d := range docs {
		docs[i] = d - base - 1
		all |= docs[i]
		base = d
	}
	least, most := slices.Min(impacts[:]), slices.Max(impacts[:])
	width, iwidth := bits.Len32(all), bits.Len8(most-least)
	start := len(dst)
	dst = append(dst, make([]byte, blockSize(width, iwidth))...)
	b := dst[start:]
	b[0], b[1], b[2] = uint8(width), uint8(iwidth), least
	deltas, levels := b[blockHead:blockHead+blockLen/8*width], b[blockHead+blockLen/8*width:]
	for i := range docs {
		pack(deltas, i*width, uint64(docs[i]))
		pack(levels, i*iwidth, uint64(impacts[i]-least))
	}
	return dst
}

// blockSize is the size of a packed block.
func blockSize(width, iwidth int) int { return blockHead + blockLen/8*(width+iwidth) }

// readBlock unpacks a block of postings after base.
func readBlock(b []byte, base uint32, docs *[blockLen]uint32, impacts *[blockLen]uint8) {
	readDocs(b, base, docs)
	iwidth, least := uint(b[1]), b[2]
	b = b[blockHead+blockLen/8*int(b[0]):]
	mask := uint64(1)<<(iwidth&63) - 1
	for i := 0; i < blockLen; i += 8 { // eight of at most six bits
		v := binary.LittleEndian.Uint64(b[i/8*int(iwidth):])
		for j := range 8 {
			impacts[i+j] = least + uint8(v&mask)
			v >>= iwidth & 63
		}
	}
}

// readDocs unpacks the records of a block after base.
func readDocs(b []byte, base uint32, docs *[blockLen]uint32) {
	width := uint(b[0])
	b = b[blockHead:]
	mask := uint64(1)<<(width&63) - 1
	if width > 15 {
		for i := range docs {
			bit := uint(i) * width
			base += uint32(binary.LittleEndian.Uint64(b[bit>>3:])>>(bit&7)&mask) + 1
			docs[i] = base
		}
		return
	}
	for i := 0; i < blockLen; i += 4 { // four of at most fifteen bits, which begin at a byte or in its middle
		bit := uint(i) * width
		v := binary.LittleEndian.Uint64(b[bit>>3:]) >> (bit & 7)
		for j := range 4 {
			base += uint32(v&mask) + 1
			docs[i+j] = base
			v >>= width & 63
		}
	}
}

// pack writes a value at a bit; the bits must be zero.
func pack(dst []byte, bit int, v uint64) {
	v <<= bit & 7
	for j := bit >> 3; v != 0; j++ {
		dst[j] |= byte(v)
		v >>= 8
	}
}

// readTail decodes the n postings of a list's tail.
func (p *postings) readTail(l *list, n int, docs *[blockLen]uint32, impacts *[blockLen]uint8) {
	if n == 1 {
		docs[0], impacts[0] = l.last, l.impact
		return
	}
	b := p.tails.at(l.tail, l.class)
	doc := p.base(l)
	for i := range n {
		delta, k := binary.Uvarint(b)
		doc += uint32(delta)
		docs[i], impacts[i] = doc, b[k]
		b = b[k+1:]
	}
}

func (p *postings) bytes() int {
	return 8*p.heads.Cells() + 20*p.lists.Cells() + 24*cap(p.blocks) + 12*p.metas + p.packed.bytes + p.tails.bytes()
}

// tails hands out slots of some sizes for the tails of lists, and takes them back.
type tails struct {
	mem  arena
	free [len(slotSizes)][]uint32
}

// slotSizes go up to blockLen-1 postings of six bytes.
var slotSizes = [...]int{8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768}

func slotSize(class uint8) int { return slotSizes[class] }

func (t *tails) at(ref uint32, class uint8) []byte { return t.mem.from(ref)[:slotSize(class)] }

func (t *tails) take(class uint8) uint32 {
	if f := t.free[class]; len(f) > 0 {
		t.free[class] = f[:len(f)-1]
		return f[len(f)-1]
	}
	ref, _ := t.mem.alloc(slotSize(class))
	return ref
}

func (t *tails) give(ref uint32, class uint8) { t.free[class] = append(t.free[class], ref) }

func (t *tails) enlarge(ref uint32, class uint8) (uint32, uint8) {
	bigger := t.take(class + 1)
	copy(t.at(bigger, class+1), t.at(ref, class))
	t.give(ref, class)
	return bigger, class + 1
}

func (t *tails) bytes() int {
	n := t.mem.bytes
	for _, f := range t.free {
		n += 4 * cap(f)
	}
	return n
}
