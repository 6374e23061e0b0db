package claim

import "slices"

// genitive is "X of Y": where X begins and where Y does.
type genitive struct{ thing, of int }

// turnGenitives writes "the wife of Tom" as "Tom's wife".
func (b *builder) turnGenitives() {
	end := len(b.tokens)
	for _, g := range slices.Backward(b.of) {
		if g.of >= end {
			continue
		}
		head := b.tokens[g.thing].is & (begins | parts | marked)
		b.tokens[g.thing].is &^= head
		b.tokens[end-1].is |= possessed
		rotate(b.tokens[g.thing:end], g.of-g.thing)
		b.tokens[g.thing].is |= head
	}
	b.of = b.of[:0]
}

// rotate moves the first n tokens behind the others.
func rotate(tokens []token, n int) {
	slices.Reverse(tokens[:n])
	slices.Reverse(tokens[n:])
	slices.Reverse(tokens)
}

// swap exchanges two tokens; how the phrase begins stays in its place.
func swap(one, other *token) {
	*one, *other = *other, *one
	beginning := (one.is ^ other.is) & (begins | marked | parts)
	one.is ^= beginning
	other.is ^= beginning
}

// sortPairs puts two single things that "and" joins in one order.
func (b *builder) sortPairs() {
	for i := 1; i+1 < len(b.tokens); i++ {
		one, other := &b.tokens[i-1], &b.tokens[i+1]
		switch {
		case b.tokens[i].is&joins == 0 || (one.is|other.is)&(acts|figure) != 0 || other.is&begins != 0:
		case one.is&begins == 0 && (i < 2 || b.tokens[i-2].is&acts == 0):
		case i+2 < len(b.tokens) && b.tokens[i+2].is&(begins|acts) == 0:
		case one.id > other.id:
			swap(one, other)
		}
	}
}
