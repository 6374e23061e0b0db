package static

import (
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

	// known holds, for each piece of the vocabulary, one more than the number
	// of its row in cosines, or 0.
	known   []int32
	cosines []float32 // rows of len(pieces)

	best   []float32 // scratch of Best: one a piece
	opaque []bool    // scratch of Best: one a word
}

// QueryWord is one word of a query: Query[Start:End].
type QueryWord struct {
	Start, End int

	pieces []int  // into Coverage.pieces; none: the word is opaque
	hash   uint64 // of an opaque word
}

// Coverage prepares a query. Punctuation is left out.
func (e Embedder) Coverage(query string) *Coverage {
	c := &Coverage{e: e, known: make([]int32, rows)}
	at := map[int32]int{}
	var w words
	var buffer [maxWord]int32
	for w.reset(query); w.next(); {
		if !isWord(w.word()) {
			continue
		}
		word := QueryWord{Start: w.start, End: w.end}
		pieces := e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) != spelt {
			word.hash = hashWord(&w)
			c.words = append(c.words, word)
			continue
		}
		for _, piece := range pieces {
			i, seen := at[piece]
			if !seen {
				i = len(c.pieces)
				at[piece], c.pieces = i, append(c.pieces, piece)
				c.length = append(c.length, e.length(piece))
			}
			word.pieces = append(word.pieces, i)
		}
		c.words = append(c.words, word)
	}
	c.best = make([]float32, len(c.pieces))
	c.opaque = make([]bool, len(c.words))
	return c
}

// Words returns the query's words, in order. The slice is not to be changed.
func (c *Coverage) Words() []QueryWord { return c.words }

// Best writes to dst, for each of [Coverage.Words], the best cosine to any word
// of text, 0 to 1, and returns it; dst grows as needed. A word of several
// pieces gets the mean of its pieces. Codes and words of other scripts, whose
// pieces mean nothing, get 1 where text has the very word and 0 elsewhere.
//
// Cosines below about .45 are noise (see README.md): cut them before summing.
func (c *Coverage) Best(dst []float32, text string) []float32 {
	clear(c.best)
	clear(c.opaque)
	var w words
	var buffer [maxWord]int32
	for w.reset(text); w.next(); {
		pieces := c.e.spell(buffer[:0], &w)
		if classify(w.word(), pieces) != spelt {
			c.seeOpaque(&w)
			continue
		}
		for _, piece := range pieces {
			for i, cosine := range c.row(piece) {
				if cosine > c.best[i] {
					c.best[i] = cosine
				}
			}
		}
	}
	return c.scores(dst[:0])
}

func (c *Coverage) scores(dst []float32) []float32 {
	for i, word := range c.words {
		var score float32
		switch {
		case len(word.pieces) > 0:
			for _, p := range word.pieces {
				score += c.best[p]
			}
			score /= float32(len(word.pieces))
		case c.opaque[i]:
			score = 1
		}
		dst = append(dst, score)
	}
	return dst
}

// seeOpaque marks the opaque query words that equal the word at w.
func (c *Coverage) seeOpaque(w *words) {
	hash := hashWord(w)
	for i := range c.words {
		if c.words[i].hash == hash && len(c.words[i].pieces) == 0 {
			c.opaque[i] = true
		}
	}
}

// row returns the cosines of one piece to each of the query's, computing them
// when the piece is first seen.
func (c *Coverage) row(piece int32) []float32 {
	n := len(c.pieces)
	if n == 0 {
		return nil
	}
	if c.known[piece] == 0 {
		row, length := c.e.row(piece), c.e.length(piece)
		for i, q := range c.pieces {
			// No row is all zeroes: see TestRowsHaveLength.
			cosine := float64(dotRows(c.e.row(q), row)) / (c.length[i] * length)
			c.cosines = append(c.cosines, float32(cosine))
		}
		c.known[piece] = int32(len(c.cosines) / n)
	}
	at := int(c.known[piece]-1) * n
	return c.cosines[at : at+n]
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
