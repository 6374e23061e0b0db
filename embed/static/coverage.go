package static

import (
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Coverage tells how well the words of one query are covered by the words of a
// record: 1 where the record has the word, less where it has a word of like
// meaning, about 0 where it has none. It is late interaction (Khattab and
// Zaharia 2020) on the embedder's own table, and the way in which synonyms
// count word by word.
//
// Cosines of word pieces are kept for the life of a Coverage, so asking about
// many records for one query is cheap: about 5 us a record of 30 words. A
// Coverage is not safe for concurrent use.
type Coverage struct {
	e      Embedder
	words  []QueryWord
	pieces []int32   // distinct, of all spelt query words
	length []float64 // of the rows of pieces
	wide   [][4]wide // the rows of pieces, four at a time
	opaque []uint64  // hashes of the words that are opaque, distinct

	// known holds, for each piece of the vocabulary, one more than its place in
	// seen, or 0.
	known   []int32
	seen    []int32
	cosines []float32 // of the pieces in seen, in rows of len(pieces)

	best []float32 // scratch: one a piece, then one an opaque word, then one a widened word

	wider []widened
}

// widened is a word of the query that other words are known to cover.
type widened struct {
	word, column int
	covers       func(word string) float32
}

// coverages keeps the memory of those released.
var coverages = sync.Pool{New: func() any { return &Coverage{known: make([]int32, rows)} }}

// takeCoverage returns an empty Coverage, in the memory of one that was released.
func (e Embedder) takeCoverage() *Coverage {
	c := coverages.Get().(*Coverage)
	*c = Coverage{e: e, known: c.known, seen: c.seen[:0], cosines: c.cosines[:0], wider: c.wider[:0], wide: c.wide[:0]}
	return c
}

// Release gives its memory to the next Coverage. It is optional, and the Coverage is
// not to be used after it.
func (c *Coverage) Release() {
	for _, piece := range c.seen {
		c.known[piece] = 0
	}
	coverages.Put(c)
}

// QueryWord is one word of a query: Query[Start:End].
type QueryWord struct {
	Start, End int

	columns []int // into Coverage.best
}

// Coverage prepares a query. Punctuation is left out.
func (e Embedder) Coverage(query string) *Coverage {
	c := e.takeCoverage()
	var hashes []uint64 // of each word; 0 for one that is spelt
	var w words
	var buffer [maxWord]int32
	for w.reset(query); w.next(); {
		if !isWord(w.word()) {
			continue
		}
		word, hash := QueryWord{Start: w.start, End: w.end}, uint64(0)
		if pieces := e.spell(buffer[:0], &w); classify(w.word(), pieces) == spelt {
			for _, piece := range pieces {
				word.columns = append(word.columns, c.column(piece))
			}
		} else {
			hash = hashWord(&w)
		}
		c.words, hashes = append(c.words, word), append(hashes, hash)
	}
	for i := range c.words {
		if len(c.words[i].columns) > 0 {
			continue
		}
		at := slices.Index(c.opaque, hashes[i])
		if at < 0 {
			at, c.opaque = len(c.opaque), append(c.opaque, hashes[i])
		}
		c.words[i].columns = []int{len(c.pieces) + at}
	}
	c.best = make([]float32, len(c.pieces)+len(c.opaque))
	return c
}

// Widen makes other words cover the query's word at a place of [Coverage.Words] by
// as much as covers says of them, 0 to 1, whatever their pieces: what is known of
// words beside their vectors. covers is given words as [text.Fold] leaves them, and is
// asked once about each distinct word that bears a number. It is to be called before
// the first record; each word of the query may be widened once.
func (c *Coverage) Widen(word int, covers func(word string) float32) {
	c.wider = append(c.wider, widened{word, len(c.best), covers})
	c.best = append(c.best, 0)
}

// Alike prepares a query of n words whose pieces tell nothing. How well a word of a
// record covers each of them is told by covers alone, as [Coverage.Widen] has it.
func (e Embedder) Alike(n int, covers func(i int, word string) float32) *Coverage {
	c := e.takeCoverage()
	for i := range n {
		c.words = append(c.words, QueryWord{columns: []int{i}})
		c.wider = append(c.wider, widened{i, i, func(word string) float32 { return covers(i, word) }})
	}
	c.best = make([]float32, n)
	return c
}

// column is the place of a piece of the query, a new one when it is first seen.
func (c *Coverage) column(piece int32) int {
	if i := slices.Index(c.pieces, piece); i >= 0 {
		return i
	}
	at := len(c.pieces)
	if at%4 == 0 {
		c.wide = append(c.wide, [4]wide{})
	}
	c.wide[at/4][at%4] = widen(c.e.row(piece))
	c.pieces, c.length = append(c.pieces, piece), append(c.length, c.e.length(piece))
	return at
}

// Words returns the query's words, in order. The slice is not to be changed.
func (c *Coverage) Words() []QueryWord { return c.words }

// Best writes to dst, for each of [Coverage.Words], the best cosine to any word
// of text, 0 to 1, and returns it; dst grows as needed. A word of several
// pieces gets the mean of its pieces. A name in camel case has its parts too. Codes
// and words of other scripts, whose pieces mean nothing, get 1 where text has the
// very word and 0 elsewhere.
//
// Cosines below about .45 are noise (see README.md): cut them before summing.
func (c *Coverage) Best(dst []float32, text string) []float32 {
	clear(c.best)
	c.see(c.best, text)
	return c.scores(c.best, dst)
}

// see raises the columns of best to what the words of text reach.
func (c *Coverage) see(best []float32, text string) {
	var w words
	var buffer, ofHumps [maxWord]int32
	for w.reset(text); w.next(); {
		if len(c.wider) > 0 {
			c.seeKnown(best, string(w.word()))
		}
		c.seePieces(best, c.e.humps(ofHumps[:0], text[w.start:w.end]))
		pieces := c.e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) != spelt {
			c.seeOpaque(best, hashWord(&w))
			continue
		}
		c.seePieces(best, pieces)
	}
}

// seeKnown raises the columns of the widened words that a word is known to cover.
func (c *Coverage) seeKnown(best []float32, word string) {
	for _, w := range c.wider {
		best[w.column] = max(best[w.column], w.covers(word))
	}
}

func (c *Coverage) seePieces(best []float32, pieces []int32) {
	for _, piece := range pieces {
		raise(best, c.row(piece))
	}
}

func (c *Coverage) seeOpaque(best []float32, hash uint64) {
	if i := slices.Index(c.opaque, hash); i >= 0 {
		best[len(c.pieces)+i] = 1
	}
}

// scores writes to dst, for each word, what the best of its columns come to.
func (c *Coverage) scores(best, dst []float32) []float32 {
	dst = dst[:0]
	for _, word := range c.words {
		var score float32
		for _, i := range word.columns {
			score += best[i]
		}
		dst = append(dst, score/float32(len(word.columns)))
	}
	for _, w := range c.wider {
		dst[w.word] = max(dst[w.word], best[w.column])
	}
	return dst
}

// row returns the cosines of one piece to each of the query's, computing them
// when the piece is first seen.
func (c *Coverage) row(piece int32) []float32 {
	n := len(c.pieces)
	if c.known[piece] == 0 {
		c.seen = append(c.seen, piece)
		c.known[piece] = int32(len(c.seen))
		at := len(c.cosines)
		c.cosines = slices.Grow(c.cosines, n)[:at+n]
		c.compare(c.seen[len(c.seen)-1:], c.cosines[at:], n)
	}
	at := int(c.known[piece]-1) * n
	return c.cosines[at : at+n]
}

// atOnce is how many pieces are compared at a time: their rows stay in the nearest
// cache while one four of the query after another is held against them.
const atOnce = 32

// compare writes the cosines of pieces to each of the query's to rows of a width,
// one a piece.
func (c *Coverage) compare(pieces []int32, rows []float32, width int) {
	var dots [atOnce][4]int32
	for ; len(pieces) > 0; pieces, rows = pieces[min(atOnce, len(pieces)):], rows[min(atOnce*width, len(rows)):] {
		some := pieces[:min(atOnce, len(pieces))]
		for four := range c.wide {
			dotFours(&c.wide[four], c.e.table, some, dots[:])
			lengths := c.length[4*four : min(4*four+4, len(c.length))]
			for i, piece := range some {
				length, row := c.e.length(piece), rows[i*width+4*four:]
				for q, l := range lengths {
					// No row is all zeroes: see TestRowsHaveLength.
					row[q] = float32(float64(dots[i][q]) / (l * length))
				}
			}
		}
	}
}

// isWord tells words from punctuation, which is always a word of one rune.
func isWord(word []byte) bool {
	r, size := utf8.DecodeRune(word)
	return size < len(word) || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// hashWord identifies the word at w by its folded text.
func hashWord(w *words) uint64 {
	h := seedHead ^ w.rest
	for _, c := range w.word() {
		h = hashByte(h, c)
	}
	return mix(h)
}
