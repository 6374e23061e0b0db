package paged

import (
	"iter"
	"slices"
)

// PageSize is how many elements a page holds. Arrays grow page by page, and a page by halves, so that no array, however small
// or big, wastes much.
const PageSize = 1 << 12

// Array is an array that grows without moving more than a page. The zero value is empty. It may be read by several
// goroutines while none appends or trims.
type Array[T any] struct {
	pages    [][]T
	n        int
	expected int
}

// Len returns how many elements there are.
func (a *Array[T]) Len() int { return a.n }

// At returns where an element is, until the next Push or Trim.
func (a *Array[T]) At(i uint32) *T { return &a.pages[i/PageSize][i%PageSize] }

// Push appends v and returns its index.
func (a *Array[T]) Push(v T) uint32 {
	last := a.n / PageSize
	if last == len(a.pages) {
		a.pages = append(a.pages, nil)
	}
	page := a.pages[last]
	if len(page) == cap(page) {
		size := max(8, cap(page)*3/2)
		if left := a.expected - last*PageSize; left > len(page) {
			size = left
		}
		page = append(make([]T, 0, min(size, PageSize)), page...)
	}
	a.pages[last] = append(page, v)
	a.n++
	return uint32(a.n - 1)
}

// Expect says how many elements there will be, as far as is known: pages are made as large as these need.
func (a *Array[T]) Expect(n int) { a.expected = n }

// Trim gives back the room that is left for more.
func (a *Array[T]) Trim() {
	a.expected = 0
	if last := len(a.pages) - 1; last >= 0 && len(a.pages[last]) < cap(a.pages[last]) {
		a.pages[last] = slices.Clip(slices.Clone(a.pages[last]))
	}
}

// Cells returns how many elements there is memory for.
func (a *Array[T]) Cells() int {
	n := 0
	for _, page := range a.pages {
		n += cap(page)
	}
	return n
}

// Pages returns the elements page by page, of [PageSize] each but for the last. They are the array's own.
func (a *Array[T]) Pages() [][]T { return a.pages }

// All yields the elements and their indexes.
func (a *Array[T]) All() iter.Seq2[uint32, *T] {
	return func(yield func(uint32, *T) bool) {
		for i, page := range a.pages {
			for j := range page {
				if !yield(uint32(i*PageSize+j), &page[j]) {
					return
				}
			}
		}
	}
}
