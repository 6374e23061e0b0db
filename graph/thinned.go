package graph

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// groupSize is how many nodes, by their offsets, the engine keeps the edges of in
// one place: a node group.
const groupSize = 1 << 17

// The sides from which the engine keeps edges, each in a copy of its own.
const (
	leaving = iota // with the nodes at their start
	arriving
	sides
)

// stretch is the edges of a table that leave, or arrive at, the nodes of one group.
type stretch struct {
	edge  *edgeTable
	side  int
	group int64
}

// thinned is where edges were deleted since the last checkpoint.
//
// A checkpoint writes only those parts of a group anew, of a thousand nodes or some
// thousands, where edges have changed. Where these end up without edges the engine
// takes the whole group for empty and forgets the edges of all its other nodes. So
// before a checkpoint one edge of each such stretch is replaced by its like: then
// there is a part among those written that has an edge.
type thinned map[stretch]struct{}

// add notes that an edge between nodes of the given offsets was deleted.
func (t thinned) add(edge *edgeTable, from, to int64) {
	t[stretch{edge, leaving, from / groupSize}] = struct{}{}
	t[stretch{edge, arriving, to / groupSize}] = struct{}{}
}

// sorted returns the stretches in an order of their own.
func (t thinned) sorted() []stretch {
	return slices.SortedFunc(maps.Keys(t), func(a, b stretch) int {
		return cmp.Or(strings.Compare(a.edge.Name, b.edge.Name), cmp.Compare(a.side, b.side), cmp.Compare(a.group, b.group))
	})
}

// renew replaces an edge of each stretch that still has one.
func (w *writer) renew(t thinned) error {
	if len(t) == 0 {
		return nil
	}
	return transact(context.Background(), w.c, func() error {
		for _, s := range t.sorted() {
			if err := w.with("low", s.group*groupSize, "high", (s.group+1)*groupSize); err != nil {
				return err
			}
			if _, err := w.exec(s.edge.renew[s.side]); err != nil {
				return fmt.Errorf("renew %s: %w", s.edge.Name, err)
			}
		}
		return nil
	})
}
