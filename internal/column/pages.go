package column

import "iter"

// pageSize is how many elements a page holds.
const pageSize = 1 << 10

// pages is an array that grows without moving more than its first page, so that one of
// millions needs no second place while it grows. The zero value is empty.
type pages[T any] struct {
	pages [][]T
	n     int
}

func (p *pages[T]) at(i uint32) *T { return &p.pages[i/pageSize][i%pageSize] }

// push appends a zero element and returns where it is.
func (p *pages[T]) push() uint32 {
	last := p.n / pageSize
	if last == len(p.pages) {
		size := pageSize
		if last == 0 {
			size = 0 // it grows: most tables are small
		}
		p.pages = append(p.pages, make([]T, 0, size))
	}
	var none T
	p.pages[last] = append(p.pages[last], none)
	p.n++
	return uint32(p.n - 1)
}

// all yields the elements and where they are.
func (p *pages[T]) all() iter.Seq2[uint32, *T] {
	return func(yield func(uint32, *T) bool) {
		for i, page := range p.pages {
			for j := range page {
				if !yield(uint32(i*pageSize+j), &page[j]) {
					return
				}
			}
		}
	}
}
