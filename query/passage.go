package query

import (
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/query/rank"
)

// halfPassage is half the length of a passage, in words. Passages overlap by
// half, so that what is said in a few sentences is seen in one of them; a message
// of a chat is one passage.
const halfPassage = 48

// passages picks, of records that are read in halves of passages, the passage
// that covers a question best.
type passages struct {
	question []rank.Word
	room     []float32 // of the coverages handed out
	before   []float32 // coverage by the half before; nil at a record's beginning
	best     []float32
	most     float64
}

// of returns how the best passage of a record, by the places of its words, covers the words.
func (p *passages) of(numbered *static.Numbered, words []int32) []float32 {
	p.before, p.best, p.most = nil, nil, 0
	for len(words) > 0 {
		half := words[:min(halfPassage, len(words))]
		words = words[len(half):]
		numbered.Reset()
		for _, place := range half {
			numbered.Add(int(place))
		}
		p.half(numbered.Best(p.take()))
	}
	return p.best
}

// half ends a half of a passage, by its coverage.
func (p *passages) half(now []float32) {
	together := now
	if p.before != nil {
		together = p.take()
		for i, x := range now {
			together = append(together, max(x, p.before[i]))
		}
	}
	if sum := p.weigh(together); p.best == nil || sum > p.most {
		p.best, p.most = together, sum
	}
	p.before = now
}

// take returns room for a coverage.
func (p *passages) take() []float32 {
	n := len(p.question)
	if cap(p.room)-len(p.room) < n { // what was handed out stays where it is
		p.room = make([]float32, 0, max(2*cap(p.room), 64*n))
	}
	at := len(p.room)
	p.room = p.room[:at+n]
	return p.room[at : at : at+n]
}

func (p *passages) weigh(covered []float32) (sum float64) {
	for i, x := range covered {
		sum += p.question[i].IDF * rank.Cover(x)
	}
	return sum
}
