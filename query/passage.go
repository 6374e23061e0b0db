package query

import (
	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/query/rank"
)

// halfPassage is half the length of a passage, in words. Passages overlap by
// half, so that what is said in a few sentences is seen in one of them; a message
// of a chat is one passage.
const halfPassage = 48

// passages picks, of a record that is read in halves of passages, the passage
// that covers a question best.
type passages struct {
	question []rank.Word
	before   []float32 // coverage by the half before; nil at a record's beginning
	best     []float32
	most     float64
}

// half ends a half of a passage, whose words numbered has seen, and begins another.
func (p *passages) half(numbered *static.Numbered) {
	now := numbered.Best(nil)
	numbered.Reset()
	together := now
	if p.before != nil {
		together = make([]float32, len(now))
		for i, x := range now {
			together[i] = max(x, p.before[i])
		}
	}
	if sum := p.weigh(together); p.best == nil || sum > p.most {
		p.best, p.most = together, sum
	}
	p.before = now
}

// end ends a record and returns how its best passage covers the words.
func (p *passages) end(numbered *static.Numbered) []float32 {
	p.half(numbered)
	best := p.best
	p.before, p.best, p.most = nil, nil, 0
	return best
}

func (p *passages) weigh(covered []float32) (sum float64) {
	for i, x := range covered {
		sum += p.question[i].IDF * rank.Cover(x)
	}
	return sum
}
