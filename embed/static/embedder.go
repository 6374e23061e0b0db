package static

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/embed"
)

// Embedder is the built-in embedder. It holds no state of its own, is safe for
// concurrent use and costs nothing to make.
type Embedder struct {
	*artifact
}

var _ embed.Embedder = Embedder{}

// New returns the built-in embedder. The first call of a process decodes the
// vocabulary, a few milliseconds; every later one shares it.
func New() Embedder { return Embedder{load()} }

// Model describes the table. README.md shows where the calibration comes from.
func (Embedder) Model() embed.Model {
	return embed.Model{
		Name:        "lukasa-static-en",
		Revision:    revision + "-" + gramVersion,
		Dim:         Dim,
		Calibration: embed.Calibration{Duplicate: .825, Similar: .457, Related: .231, Unrelated: .077},
		Local:       true,
	}
}

// Embed writes the vector of text to dst and reports whether it has one. It
// allocates nothing.
func (e Embedder) Embed(dst *[Dim]float32, text string) bool {
	*dst = [Dim]float32{}
	var w words
	var buffer [maxWord]int32
	w.reset(text)
	for w.next() {
		pieces := e.spell(buffer[:0], &w)
		represented := classify(w.word(), pieces)
		if represented != foreign {
			for _, piece := range pieces {
				e.add(dst, piece)
			}
		}
		if represented != spelt {
			addGrams(dst, &w)
		}
	}
	return normalise(dst[:])
}

// Pieces appends the word pieces of text to dst and returns it. A piece is an
// index into the vocabulary, 0 to 30,521; [Embedder.Piece] spells it. A word
// that the vocabulary cannot spell is one piece, "[UNK]".
func (e Embedder) Pieces(dst []int32, text string) []int32 {
	var w words
	w.reset(text)
	for w.next() {
		dst = e.spell(dst, &w)
	}
	return dst
}

// Piece returns how a piece is spelt. Pieces that continue a word begin with
// "##". Out of range it is empty.
func (e Embedder) Piece(piece int32) string {
	if piece < 0 || piece >= rows {
		return ""
	}
	return e.vocab.pieces[piece]
}

// spell appends the pieces of the word at w.
func (e Embedder) spell(dst []int32, w *words) []int32 {
	if w.long {
		return append(dst, unknown)
	}
	return e.vocab.split(dst, w.word())
}

// EmbedDocuments embeds texts, on all cores where there are many. The rows
// share one allocation. It fails only when ctx ends.
func (e Embedder) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	slab := make([]float32, len(texts)*Dim)
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			end := int(next.Add(share))
			if end-share >= len(texts) {
				return
			}
			for i := end - share; i < min(end, len(texts)); i++ {
				row := slab[i*Dim : (i+1)*Dim : (i+1)*Dim]
				e.Embed((*[Dim]float32)(row), texts[i])
				out[i] = row
			}
		}
	}
	var helpers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (len(texts)+share-1)/share) - 1 {
		helpers.Go(work)
	}
	work()
	helpers.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

// share is how many texts a goroutine takes at a time: about half a
// millisecond of work, so few texts start no goroutine at all.
const share = 64

// EmbedQueries is [Embedder.EmbedDocuments]: the table has one space for both.
func (e Embedder) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return e.EmbedDocuments(ctx, texts)
}
