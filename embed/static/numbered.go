package static

import (
	"slices"
	"sync"
)

// Spelling is how the words of a short text are made of pieces, in one number
// that can be kept beside it: up to four pieces, the hash of an opaque word, or
// the hash of a text of which there is more to tell.
// The zero Spelling means "not known".
type Spelling uint64

const (
	pieceBits   = 15 // 1<<15 is more than there are rows
	mostPieces  = 4
	countShift  = 60
	oddSpelling = Spelling(15) << countShift // more pieces, or opaque words among others, by the text's hash
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
		if humped(text[w.start:w.end]) {
			return oddSpellingOf(text)
		}
		pieces := e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) != spelt {
			hash := Spelling(hashWord(&w))
			if n > 0 || w.next() {
				return oddSpellingOf(text)
			}
			return oneOpaque | hash&hashMask
		}
		if n+len(pieces) > mostPieces {
			return oddSpellingOf(text)
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
// records have it. First the words of all records are entered; then [Numbered.Compare]
// looks at them all at once, as the table's rows lie far apart in memory and are fetched
// side by side; then each record is put together of its words. It is not safe for
// concurrent use, but several of one Coverage may be used side by side.
type Numbered struct {
	c *Coverage
	// slots is a table with open addressing: a word's number in the upper half,
	// and one more than its place in the lower.
	slots []uint64
	ends  []uint32 // of each word in lines
	lines []uint32 // of rows: what each word reaches, one word after another
	marks []mark
	known []uint32 // one more than the place among pieces, for each of the vocabulary; 0 for none

	pieces []int32   // distinct, of the entered words
	rows   []float32 // of len(best), one a piece and then one a mark
	best   []float32 // of the record that is being put together, as in Coverage
}

// mark is a line of its own, for a word that reaches a column whatever its pieces.
type mark struct {
	column int
	by     float32
}

// ofMark tells the number of a mark from that of a piece, as long as it is not known how many pieces there are.
const ofMark = 1 << 31

// numbers keeps the memory of those released.
var numbers = sync.Pool{New: func() any { return &Numbered{slots: make([]uint64, 1024), known: make([]uint32, rows)} }}

// Numbered returns an empty Numbered for the query.
func (c *Coverage) Numbered() *Numbered {
	n := numbers.Get().(*Numbered)
	n.c = c
	n.best = slices.Grow(n.best[:0], len(c.best))[:len(c.best)]
	clear(n.best)
	return n
}

// Release gives its memory to the next Numbered. It is optional, and the Numbered is
// not to be used after it.
func (n *Numbered) Release() {
	for _, piece := range n.pieces {
		n.known[piece] = 0
	}
	clear(n.slots)
	*n = Numbered{
		slots: n.slots, ends: n.ends[:0], lines: n.lines[:0], marks: n.marks[:0], known: n.known, pieces: n.pieces[:0],
		rows: n.rows[:0], best: n.best[:0],
	}
	numbers.Put(n)
}

// Place returns the place of a word that was entered, by its number.
func (n *Numbered) Place(number uint32) (place int, entered bool) {
	slot := n.slots[n.find(number)]
	return int(uint32(slot)) - 1, slot != 0
}

// Enter enters a new word by its number and spelling and returns its place. Its text is
// asked for only if the spelling does not tell all, or a word of the query is widened.
// No word is to be entered after Compare.
func (n *Numbered) Enter(number uint32, s Spelling, text func() string) (place int) {
	switch s &^ hashMask {
	case oddSpelling:
		odd := n.c.e.oddWord(s, text)
		for _, piece := range odd.pieces {
			n.piece(piece)
		}
		for _, hash := range odd.opaque {
			n.opaque(hash, ^uint64(0))
		}
	case oneOpaque:
		n.opaque(uint64(s), hashMask)
	default:
		for i := range int(s>>countShift) - 1 {
			n.piece(int32(s >> (i * pieceBits) & (1<<pieceBits - 1)))
		}
	}
	if len(n.c.wider) > 0 {
		n.widened(text())
	}
	n.ends = append(n.ends, uint32(len(n.lines)))
	n.slots[n.find(number)] = uint64(number)<<32 | uint64(len(n.ends))
	if 2*len(n.ends) > len(n.slots) {
		n.grow()
	}
	return len(n.ends) - 1
}

// piece adds the line of a piece to the word that is being entered.
func (n *Numbered) piece(piece int32) {
	if n.known[piece] == 0 {
		n.pieces = append(n.pieces, piece)
		n.known[piece] = uint32(len(n.pieces))
	}
	n.lines = append(n.lines, n.known[piece]-1)
}

// opaque adds a line for each opaque word of the query with a hash, as far as the mask has it.
func (n *Numbered) opaque(hash, mask uint64) {
	for i, h := range n.c.opaque {
		if h&mask == hash&mask {
			n.mark(len(n.c.pieces)+i, 1)
		}
	}
}

// widened adds lines for the widened words that a word is known to cover.
func (n *Numbered) widened(word string) {
	for _, w := range n.c.wider {
		if by := w.covers(word); by > 0 {
			n.mark(w.column, by)
		}
	}
}

func (n *Numbered) mark(column int, by float32) {
	n.lines = append(n.lines, ofMark|uint32(len(n.marks)))
	n.marks = append(n.marks, mark{column, by})
}

// Compare looks at all words that were entered.
func (n *Numbered) Compare() {
	width := len(n.best)
	size := (len(n.pieces) + len(n.marks)) * width
	n.rows = slices.Grow(n.rows[:0], size)[:size]
	clear(n.rows)
	n.c.compare(n.pieces, n.rows, width)
	for i, m := range n.marks {
		n.rows[(len(n.pieces)+i)*width+m.column] = m.by
	}
	for i, line := range n.lines {
		if line&ofMark != 0 {
			n.lines[i] = uint32(len(n.pieces)) + line&^ofMark
		}
	}
}

// Reset begins another record.
func (n *Numbered) Reset() { clear(n.best) }

// Add adds the word of a place to the record.
func (n *Numbered) Add(place int) {
	from, width := uint32(0), len(n.best)
	if place > 0 {
		from = n.ends[place-1]
	}
	for _, line := range n.lines[from:n.ends[place]] {
		raise(n.best, n.rows[int(line)*width:int(line+1)*width])
	}
}

// Best writes what [Coverage.Best] would write for a text of the words added
// since Reset.
func (n *Numbered) Best(dst []float32) []float32 { return n.c.scores(n.best, dst) }

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
