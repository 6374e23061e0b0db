package lexical

import (
	"bytes"
	"iter"
	"math/bits"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/internal/paged"
	"github.com/lukasadb/lukasa/internal/text"
)

// grams tells which words of a lexicon may hold a run of letters, so that not all of them are looked at. Words are taken by
// blocks of 64; each run of up to three bytes in a block's words sets a bit for the block, by a hash: bit-sliced signatures, as
// in Sacks-Davis, Kent and Ramamohanarao, "Multikey access methods based on superimposed coding techniques" (1987).
// A page of words has its own as soon as it is full, and so never changes: four bytes a word. Those of the last page are all
// looked at.
type grams struct {
	pages []*gramPage
}

// gramPage is the signatures of a page of words.
type gramPage struct {
	slices [gramSlices]uint64 // for each hash, the blocks that have a run with it
	cut    []uint32           // the words to look at whatever the run, as they may be cut
}

const (
	gramBlock  = paged.PageSize / 64 // words to a bit
	gramBits   = 11
	gramSlices = 1 << gramBits
	gramSize   = 3
)

// follow makes the page that the lexicon's last word has filled, if it did.
func (g *grams) follow(l *lexicon) {
	if n := l.words.Len(); n%paged.PageSize == 0 {
		g.pages = append(g.pages, newGramPage(l, uint32(n-paged.PageSize)))
	}
}

// bytes returns the memory held.
func (g *grams) bytes() (n int) {
	for _, p := range g.pages {
		n += 8*gramSlices + 4*cap(p.cut)
	}
	return n
}

// newGramPage makes the page of the words from one on.
func newGramPage(l *lexicon, from uint32) *gramPage {
	p := &gramPage{}
	for i := range uint32(paged.PageSize) {
		key, block := l.text(from+i), uint64(1)<<(i/gramBlock)
		p.enter(key, block)
		if odd(key) {
			p.enter([]byte(plainKey(key)), block)
		}
		if len(key) >= longKey {
			p.cut = append(p.cut, from+i)
		}
	}
	return p
}

func (p *gramPage) enter(key []byte, block uint64) {
	for at := range key {
		for size := 1; size <= min(gramSize, len(key)-at); size++ {
			p.slices[gramHash(key[at:at+size])] |= block
		}
	}
}

// blocks returns those that may have a word with a run.
func (p *gramPage) blocks(run []byte) uint64 {
	size := min(gramSize, len(run))
	all := ^uint64(0)
	for at := range len(run) - size + 1 {
		all &= p.slices[gramHash(run[at:at+size])]
	}
	return all
}

// gramHash tells up to gramSize bytes, none of which is 0, from others.
func gramHash(gram []byte) uint32 {
	n := uint32(0)
	for _, b := range gram {
		n = n<<8 | uint32(b)
	}
	return n * 0x9E3779B1 >> (32 - gramBits)
}

// holding yields the words that may hold a run, as [Runs] has them, some twice.
func (l *lexicon) holding(run []byte) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		look := func(id uint32) bool { return !mayHold(l.text(id), run) || yield(id) }
		for n, p := range l.grams.pages {
			for blocks := p.blocks(run); blocks != 0; blocks &= blocks - 1 {
				from := uint32(n*paged.PageSize + bits.TrailingZeros64(blocks)*gramBlock)
				if !every(from, from+gramBlock, look) {
					return
				}
			}
			for _, id := range p.cut {
				if !look(id) {
					return
				}
			}
		}
		every(uint32(len(l.grams.pages)*paged.PageSize), uint32(l.words.Len()), look)
	}
}

// every calls f for the numbers of a range as long as it says to go on, and reports whether it did to the end.
func every(from, to uint32, f func(uint32) bool) bool {
	for n := from; n < to; n++ {
		if !f(n) {
			return false
		}
	}
	return true
}

// mayHold tells whether the text that a key was made of may hold a run, or the beginning of one that goes on beyond a cut.
func mayHold(key, run []byte) bool {
	if bytes.Contains(key, run) {
		return true
	}
	if !odd(key) {
		return false
	}
	plain := plainKey(key)
	if strings.Contains(plain, string(run)) {
		return true
	}
	for n := 1; len(key) >= longKey && n < len(run); n++ {
		if strings.HasSuffix(plain, string(run[:n])) {
			return true
		}
	}
	return false
}

// odd tells whether the text that a key was made of may hold a run that the key does not. A key has the case of a word with
// humps, and marks composed with the letter before them, which may be the last of the run.
func odd(key []byte) bool {
	if len(key) >= longKey {
		return true
	}
	for _, c := range key {
		if c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

// plainKey is an odd key in lower case and without marks.
func plainKey(key []byte) string { return text.Plain(strings.ToLower(string(key))) }

// longKey is the length from which a key may be a piece of a word that was cut (256 bytes, of which composing and folding
// leave a third at worst): what the word held may then lie across the cut.
const longKey = 64
