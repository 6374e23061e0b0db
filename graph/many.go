package graph

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
)

// idsAtOnce is how many nodes one statement is about. It looks through a table once
// for all of them, where one about a single node takes 2 ms and there are two dozen
// statements to a removal.
const idsAtOnce = 4096

// ofTables yields the ids of keys in node tables, table by table and some at a time.
func (t *tables) ofTables(keys []Key) iter.Seq2[*nodeTable, []string] {
	sorted := slices.DeleteFunc(slices.Clone(keys), func(k Key) bool { return t.nodes[k.Table] == nil })
	slices.SortFunc(sorted, func(a, b Key) int { return cmp.Or(cmp.Compare(a.Table, b.Table), cmp.Compare(a.ID, b.ID)) })
	sorted = slices.Compact(sorted)
	return func(yield func(*nodeTable, []string) bool) {
		for len(sorted) > 0 {
			var ids []string
			table := sorted[0].Table
			for len(ids) < min(idsAtOnce, len(sorted)) && sorted[len(ids)].Table == table {
				ids = append(ids, sorted[len(ids)].ID)
			}
			sorted = sorted[len(ids):]
			if !yield(t.nodes[table], ids) {
				return
			}
		}
	}
}

// removeMany is removeAll by statements about many nodes.
func (w *writer) removeMany(ctx context.Context, keys []Key) error {
	bare, err := w.disownAll(ctx, keys)
	if err != nil {
		return err
	}
	w.applied.Removed += bare
	for node, ids := range w.ofTables(keys) {
		if err := w.removeNodes(ctx, node, ids); err != nil {
			return fmt.Errorf("remove %d of %s: %w", len(ids), node.Name, err)
		}
	}
	return nil
}

func (w *writer) removeNodes(ctx context.Context, node *nodeTable, ids []string) error {
	if err := w.with("ids", ids); err != nil {
		return err
	}
	there, err := w.exec(node.existing)
	if err != nil || there == 0 {
		return err
	}
	w.applied.Removed += there
	if err := w.deleteMany(ctx, node.detach); err != nil {
		return err
	}
	_, err = w.exec(node.removeMany)
	return err
}

// dropOwnedOf is dropOwned of many objects, those without a node among them.
func (w *writer) dropOwnedOf(ctx context.Context, keys []Key) error {
	if _, err := w.disownAll(ctx, keys); err != nil {
		return err
	}
	for node, ids := range w.ofTables(keys) {
		if err := w.with("ids", ids); err != nil {
			return err
		}
		if err := w.deleteMany(ctx, node.owned); err != nil {
			return fmt.Errorf("edges of %d of %s: %w", len(ids), node.Name, err)
		}
	}
	return nil
}

// disownAll is disown of many objects. It counts those that were there and have no
// node, which nothing else would tell of.
func (w *writer) disownAll(ctx context.Context, keys []Key) (bare int, err error) {
	err = w.inSteps(ctx, len(keys), func(i int) error {
		existed, err := w.disown(keys[i])
		if err != nil {
			return fmt.Errorf("edges of %s %s: %w", keys[i].Table, keys[i].ID, err)
		}
		if existed && w.nodes[keys[i].Table] == nil {
			bare++
		}
		return nil
	})
	return bare, err
}

// deleteMany runs deletions of the nodes whose ids are bound.
func (w *writer) deleteMany(ctx context.Context, deletions []deletion) error {
	return forEach(ctx, len(deletions), func(i int) error {
		w.between(ctx)
		return w.delete(deletions[i].edge, deletions[i].many)
	})
}
