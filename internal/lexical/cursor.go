package lexical

import "math"

// cursor walks the postings of one term block by block; the tail is the last block.
type cursor struct {
	p      *postings
	l      list
	blocks []block
	count  int // blocks, the tail included
	block  int // the current one
	loaded int // the one decoded, plus one
	i, n   int // position in it, and its postings
	docs   [blockLen]uint32
	impact [blockLen]uint8

	// bounds is what an impact adds to a score at most.
	bounds [levels]float32
}

// cursor returns a cursor before the first posting of a term.
func (p *postings) cursor(term uint32) *cursor {
	c := new(cursor)
	c.begin(p, term)
	return c
}

// begin makes it a cursor before the first posting of a term.
func (c *cursor) begin(p *postings, term uint32) {
	c.p, c.l, c.blocks = p, p.list(term), nil
	if c.l.blocks > 0 {
		c.blocks = p.blocks[c.l.blocks-1]
	}
	c.count = len(c.blocks)
	if c.l.n%blockLen > 0 {
		c.count++
	}
	c.rewind()
}

// lastOf and impactOf tell the last record and the greatest impact of a block without decoding it.
func (c *cursor) lastOf(block int) uint32 {
	if block < len(c.blocks) {
		return c.blocks[block].last
	}
	return c.l.last
}

func (c *cursor) impactOf(block int) uint8 {
	if block < len(c.blocks) {
		return c.blocks[block].impact
	}
	return c.l.impact
}

// load decodes the current block unless it is already; false past the end.
func (c *cursor) load() bool {
	if c.block >= c.count {
		return false
	}
	if c.loaded == c.block+1 {
		return true
	}
	c.loaded, c.i = c.block+1, 0
	if c.block == len(c.blocks) {
		c.loadTail()
		return true
	}
	packed, base := c.packed()
	c.n = blockLen
	readBlock(packed, base, &c.docs, &c.impact)
	return true
}

// packed returns the current block, which is not the tail, and the record before it.
func (c *cursor) packed() (b []byte, base uint32) {
	if c.block > 0 {
		base = c.blocks[c.block-1].last
	}
	return c.p.packed.from(c.blocks[c.block].ref), base
}

func (c *cursor) loadTail() {
	c.n = int(c.l.n % blockLen)
	c.p.readTail(&c.l, c.n, &c.docs, &c.impact)
}

// now returns the record that the cursor has come to and its bound, 0 at the end.
func (c *cursor) now() (doc uint32, bound float32) {
	for c.load() {
		if c.i < c.n {
			return c.docs[c.i], c.bounds[c.impact[c.i]%levels]
		}
		c.block++
	}
	return 0, 0
}

// rewind goes back to before the first posting.
func (c *cursor) rewind() { c.block, c.loaded = 0, 0 }

// records yields the records of the list in blocks, those of dead ones included. It leaves the cursor at the end.
func (c *cursor) records(yield func([]uint32) bool) {
	for ; c.block < len(c.blocks); c.block++ {
		packed, base := c.packed()
		readDocs(packed, base, &c.docs)
		if !yield(c.docs[:]) {
			return
		}
	}
	if c.block < c.count {
		c.loadTail()
		c.block++
		yield(c.docs[:c.n])
	}
}

// skip moves to the first block that may hold doc or a later one.
func (c *cursor) skip(doc uint32) {
	for c.block < c.count && c.lastOf(c.block) < doc {
		c.block++
	}
}

// next returns the first record at or after doc that the list may hold: exact if its block is decoded, else the least the
// block could hold; ok is false at the end.
func (c *cursor) next(doc uint32) (uint32, bool) {
	c.skip(doc)
	if c.block >= c.count {
		return 0, false
	}
	if c.block > 0 {
		return max(doc, c.lastOf(c.block-1)+1), true
	}
	return doc, true
}

// most returns the greatest bound among the blocks that reach into [start, end), from the current block on.
func (c *cursor) most(start, end uint32) float32 {
	c.skip(start)
	var best float32
	for b := c.block; b < c.count; b++ {
		if b > 0 && c.lastOf(b-1)+1 >= end {
			break
		}
		best = max(best, c.bounds[c.impactOf(b)])
	}
	return best
}

// bound sets what impacts add to a score at most: a word of a weight counts a share, and weighted counts may have grown and
// shrunk since. It returns by how much that may be too high.
func (c *cursor) bound(weight, share, grown, shrunk, k1 float64) (slack float64) {
	low := 0.0 // what the impact before adds at least
	for q := range c.bounds {
		most := 1.0
		if tf := grown * share * boundOf(uint8(q), k1); !math.IsInf(tf, 1) {
			most = saturate(tf, k1)
		}
		c.bounds[q] = float32(weight * most)
		slack = max(slack, weight*(most-low))
		if tf := shrunk * share * boundOf(uint8(q), k1); !math.IsInf(tf, 1) {
			low = saturate(tf, k1)
		}
	}
	return slack
}

// add adds the bounds of the records of the window from start on to acc, and marks them as seen.
func (c *cursor) add(start uint32, acc *[window]float32, seen *[window / 64]uint64) {
	c.skip(start)
	for c.load() {
		for c.i < c.n && c.docs[c.i] < start {
			c.i++
		}
		for i, doc := range c.docs[c.i:c.n] {
			d := doc - start
			if d >= window {
				c.i += i
				return
			}
			acc[d] += c.bounds[c.impact[c.i+i]%levels]
			seen[d/64] |= 1 << (d % 64)
		}
		c.block++
	}
}

// mark sets the bits of the records of the window from start on.
func (c *cursor) mark(start uint32, bits *[window / 64]uint64) {
	c.skip(start)
	for c.load() {
		for c.i < c.n && c.docs[c.i] < start {
			c.i++
		}
		for ; c.i < c.n; c.i++ {
			d := c.docs[c.i] - start
			if d >= window {
				return
			}
			bits[d/64] |= 1 << (d % 64)
		}
		c.block++
	}
}

// boundAt returns the bound of a record, 0 if the list does not hold it. Records must be asked for in order.
func (c *cursor) boundAt(doc uint32) float32 {
	c.skip(doc)
	if !c.load() {
		return 0
	}
	for c.i < c.n && c.docs[c.i] < doc {
		c.i++
	}
	if c.i < c.n && c.docs[c.i] == doc {
		return c.bounds[c.impact[c.i]]
	}
	return 0
}
