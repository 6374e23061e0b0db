package prompt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/text"
)

// leastExcerpt is how many tokens of a long record are worth showing before the next
// record has any.
const leastExcerpt = 100

// sentence is one of a block.
type sentence struct {
	text.Span
	tokens int
	weight float64
}

// level is the number of tokens with which as many as possible of a section's records
// have some of the room: see capOf.
func level(blocks []*block, room int) int {
	low, high := 0, room
	for low < high {
		mid := int(uint(low+high+1) >> 1)
		sum := 0
		for i, b := range blocks {
			sum += min(b.tokens, capOf(i, mid))
		}
		if sum <= room {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return max(low, leastExcerpt)
}

// capOf is what the record at a place of its section may take: the better it is, the
// more, as the best is most often the answer.
func capOf(place, level int) int { return level + level/(place+1) }

// excerpt shows the sentences of the block that bear most on what is asked, in their
// order, in at most room tokens.
func (b *block) excerpt(w *writer, room int) {
	b.weigh(w)
	chosen := b.weightiest(room - w.count(b.write(w.loc, lead+ellipsis, true)))
	for ; len(chosen) > 0; chosen = chosen[:len(chosen)-1] {
		shown := b.write(w.loc, Clean(b.only(chosen)), true)
		if tokens := w.count(shown); tokens <= room {
			b.shown, b.used, b.cut = shown, tokens, true
			return
		}
	}
	b.abridge(w, room)
}

// weigh looks at the sentences, once. What is not read whole has none.
func (b *block) weigh(w *writer) {
	if b.sentences != nil || b.overlong {
		return
	}
	for s := range text.Sentences(b.clean) {
		said := b.clean[s.Start:s.End]
		b.sentences = append(b.sentences, sentence{s, w.count(said + lead), w.weigh(said)})
	}
}

// weightiest chooses sentences that fit in the room, by weight and then by place.
func (b *block) weightiest(room int) (chosen []int) {
	order := make([]int, len(b.sentences))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(b.sentences[j].weight, b.sentences[i].weight) })
	for _, i := range order {
		if n := b.sentences[i].tokens; n <= room {
			chosen = append(chosen, i)
			room -= n
		}
	}
	return chosen
}

// only is the text of the chosen sentences, with a mark wherever something is left out.
func (b *block) only(chosen []int) string {
	var s strings.Builder
	next := 0
	for _, i := range slices.Sorted(slices.Values(chosen)) {
		switch {
		case i > next && s.Len() > 0:
			s.WriteString(" " + lead)
		case i > next:
			s.WriteString(lead)
		case i > 0:
			s.WriteString(b.clean[b.sentences[i-1].End:b.sentences[i].Start])
		}
		s.WriteString(b.clean[b.sentences[i].Start:b.sentences[i].End])
		next = i + 1
	}
	if next < len(b.sentences) {
		s.WriteString(ellipsis)
	}
	return s.String()
}
