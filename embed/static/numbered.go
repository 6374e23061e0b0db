package static

import (
	"slices"
	"sync"
)

// Spelling is how the words of a short text are made of pieces, in one number
// that can be kept beside it: up to four pieces, the hash of an opaque word, or
// that there is more to it.
// The zero Spelling means "not known".
type Spelling uint64

const (
	pieceBits   = 15 // 1<<15 is more than there are rows
	mostPieces  = 4
	countShift  = 60
	oddSpelling = Spelling(15) << countShift // more pieces, or opaque words among others
	oneOpaque   = Spelling(14) << countShift // a single word, which is opaque, by its hash
	hashMask    = 1<<countShift - 1
)

// Spelling returns the spelling of a text. It is safe for concurrent use.
func (e Embedder) Spelling(text string) Spelling { return lately.of(text, e.spelling) }

func (e Embedder) spelling(text string) Spelling {
	var s Spelling
	n := 0
	var w words
	var buffer [maxWord]int32
	for w.reset(text); w.next(); {
		pieces := e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) != spelt {
			hash := Spelling(hashWord(&w))
			if n > 0 || w.next() {
				return oddSpelling
			}
			return oneOpaque | hash&hashMask
		}
		if n+len(pieces) > mostPieces {
			return oddSpelling
		}
		for _, piece := range pieces {
			s |= Spelling(piece) << (n * pieceBits)
			n++
		}
	}
	return s | Spelling(n+1)<<countShift
}

// Numbered is a [Coverage] for records whose words bear numbers, as the words of
// an index do: each distinct word is looked at once for the query, however many
// records have it. It is not safe for concurrent use.
type Numbered struct {
	c *Coverage
	// slots is a table with open addressing: a word's number in the upper half,
	// and one more than its row in the lower.
	slots []uint64
	used  int
	rows  []float32 // of len(c.best)
}

// Numbered returns an empty Numbered for the query.
func (c *Coverage) Numbered() *Numbered {
	n := numbers.Get().(*Numbered)
	clear(n.slots)
	*n = Numbered{c: c, slots: n.slots, rows: n.rows[:0]}
	return n
}

// numbers keeps the memory of those released.
var numbers = sync.Pool{New: func() any { return &Numbered{slots: make([]uint64, 1024)} }}

// Release gives its memory to the next Numbered. It is optional, and the Numbered is
// not to be used after it.
func (n *Numbered) Release() {
	n.c = nil
	numbers.Put(n)
}

// Reset begins another record.
func (n *Numbered) Reset() { clear(n.c.best) }

// Add adds a word to the record, or reports that its number is new: then
// [Numbered.Learn] adds it.
func (n *Numbered) Add(number uint32) bool {
	slot := n.slots[n.find(number)]
	if slot == 0 {
		return false
	}
	end := int(uint32(slot)) * len(n.c.best)
	raise(n.c.best, n.rows[end-len(n.c.best):end])
	return true
}

// Learn adds a word to the record by its spelling, and remembers it by its
// number. Its text is asked for only if the spelling does not tell all, or a word
// of the query is widened.
func (n *Numbered) Learn(number uint32, s Spelling, text func() string) {
	at, width := len(n.rows), len(n.c.best)
	n.rows = slices.Grow(n.rows, width)[:at+width]
	row := n.rows[at:]
	clear(row)
	switch s &^ hashMask {
	case oddSpelling:
		odd := n.c.e.oddWord(text())
		n.c.seePieces(row, odd.pieces)
		for _, hash := range odd.opaque {
			n.c.seeOpaque(row, hash)
		}
	case oneOpaque:
		for i, hash := range n.c.opaque {
			if Spelling(hash)&hashMask == s&hashMask {
				row[len(n.c.pieces)+i] = 1
			}
		}
	default:
		for i := range int(s>>countShift) - 1 {
			raise(row, n.c.row(int32(s>>(i*pieceBits)&(1<<pieceBits-1))))
		}
	}
	if len(n.c.wider) > 0 {
		n.c.seeKnown(row, text())
	}
	n.used++
	n.slots[n.find(number)] = uint64(number)<<32 | uint64(n.used)
	if 2*n.used > len(n.slots) {
		n.grow()
	}
	n.Add(number)
}

// Best writes what [Coverage.Best] would write for a text of the words added
// since Reset.
func (n *Numbered) Best(dst []float32) []float32 { return n.c.scores(dst) }

// find returns the slot of a number, or the free one where it belongs.
func (n *Numbered) find(number uint32) int {
	mask := len(n.slots) - 1
	at := int(number*0x9E3779B1>>8) & mask
	for n.slots[at] != 0 && uint32(n.slots[at]>>32) != number {
		at = (at + 1) & mask
	}
	return at
}

func (n *Numbered) grow() {
	old := n.slots
	n.slots = make([]uint64, 2*len(old))
	for _, s := range old {
		if s != 0 {
			n.slots[n.find(uint32(s>>32))] = s
		}
	}
}
