package experience

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// noSuchRecord is what is wrong with a reference to nothing.
const noSuchRecord = "no such record of this agent"

// reference is one record named by another, and the field that names it: a
// format for its index in the field.
type reference struct {
	field string
	index int
	id    schema.ID
}

func (r reference) bad() schema.FieldError {
	name := r.field
	if strings.Contains(name, "%d") {
		name = fmt.Sprintf(name, r.index)
	}
	return schema.FieldError{Field: name, Value: r.id.String(), Problem: noSuchRecord}
}

func (r reference) supersedes() bool { return strings.HasPrefix(r.field, "supersedes") }

// explicit lists the references that a record's writer gave.
func explicit(e *schema.Experience) []reference {
	var out []reference
	for i, ev := range e.Evidence {
		out = append(out, reference{"evidence[%d].id", i, ev.ID})
	}
	for i, id := range e.Supersedes {
		out = append(out, reference{"supersedes[%d]", i, id})
	}
	for i, id := range e.Related {
		out = append(out, reference{"related_ids[%d]", i, id})
	}
	if e.Parent != uuid.Nil {
		out = append(out, reference{"parent_id", 0, e.Parent})
	}
	return out
}

// references lists the records that a record refers to.
func references(e *schema.Experience) []schema.ID {
	var ids []schema.ID
	for _, r := range explicit(e) {
		ids = append(ids, r.id)
	}
	return ids
}

// node is a record, when it was last known to hold, those that it refers to, and those of
// them that it supersedes.
type node struct {
	id               schema.ID
	held             time.Time
	refs, supersedes []schema.ID
}

func nodeOf(e *schema.Experience) node { return node{e.ID, e.Confirmed(), references(e), e.Supersedes} }

// inTime orders records by when they were last known to hold, ties by id.
func inTime(a, b node) int { return cmp.Or(a.held.Compare(b.held), schema.CompareIDs(a.id, b.id)) }

// inOrderOfReference lists the places of nodes, each behind those of the nodes that
// it refers to, and otherwise in the order they have. In a circle it is at least
// behind those that it supersedes.
func inOrderOfReference(nodes []node) []int {
	order := inOrder(nodes, func(n node) []schema.ID { return n.refs })
	moved := make([]node, len(nodes))
	for i, at := range order {
		moved[i] = nodes[at]
	}
	out := inOrder(moved, func(n node) []schema.ID { return n.supersedes })
	for i, at := range out {
		out[i] = order[at]
	}
	return out
}

// inOrder lists the places of nodes, each behind those of the nodes that it leads to.
func inOrder(nodes []node, leads func(node) []schema.ID) []int {
	at := make(map[schema.ID]int, len(nodes))
	for i, n := range nodes {
		at[n.id] = i
	}
	out, seen := make([]int, 0, len(nodes)), make([]bool, len(nodes))
	type place struct{ node, ref int }
	for i := range nodes {
		for stack := []place{{i, 0}}; len(stack) > 0; { // chains are as long as the memory: no recursion
			top := &stack[len(stack)-1]
			n := nodes[top.node]
			if top.ref == 0 && seen[top.node] {
				stack = stack[:len(stack)-1]
				continue
			}
			seen[top.node] = true
			if refs := leads(n); top.ref < len(refs) {
				to, there := at[refs[top.ref]]
				top.ref++
				if there && !seen[to] {
					stack = append(stack, place{to, 0})
				}
				continue
			}
			out = append(out, top.node)
			stack = stack[:len(stack)-1]
		}
	}
	return out
}

// checkReferences reports every record that e refers to, its version before did
// not, and that is not there or is another agent's (I5).
func (t *transaction) checkReferences(before, e *schema.Experience) error {
	var had []schema.ID
	if before != nil {
		had = references(before)
	}
	var bad []schema.FieldError
	for _, r := range explicit(e) {
		if slices.Contains(had, r.id) || t.ahead[r.id] && !r.supersedes() {
			continue
		}
		have, err := t.tx.Experience(r.id)
		switch {
		case errors.Is(err, ledger.ErrNotFound) || err == nil && have.Agent != e.Agent:
			bad = append(bad, r.bad())
		case err != nil:
			return err
		}
	}
	if len(bad) > 0 {
		return &schema.InvalidError{Type: schema.TypeExperience, Fields: bad}
	}
	return nil
}

// redirect points what e says of records that are known under another id at
// those that stand for them.
func redirect(same map[schema.ID]schema.ID, e *schema.Experience) {
	if len(same) == 0 {
		return
	}
	itself := func(id *schema.ID) *schema.ID { return id }
	e.Supersedes = redirectEach(same, e.Supersedes, itself)
	e.Related = redirectEach(same, e.Related, itself)
	if stands, ok := same[e.Parent]; ok {
		e.Parent = stands
	}
	e.Evidence = redirectEach(same, e.Evidence, func(ev *schema.Evidence) *schema.ID { return &ev.ID })
	e.Similar = redirectEach(same, e.Similar, func(s *schema.Similarity) *schema.ID { return &s.ID })
}

// redirectEach returns a copy of list with the ids in it replaced, each kept
// once.
func redirectEach[T any](same map[schema.ID]schema.ID, list []T, id func(*T) *schema.ID) []T {
	seen := map[schema.ID]bool{}
	var out []T
	for _, x := range list {
		if stands, ok := same[*id(&x)]; ok {
			*id(&x) = stands
		}
		if !seen[*id(&x)] {
			seen[*id(&x)] = true
			out = append(out, x)
		}
	}
	return out
}
