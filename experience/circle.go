package experience

import (
	"slices"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// circle is a record of a batch, as it was handed in, that was written without what
// it says of records which had to come behind it: they refer to it in turn.
type circle struct {
	index int
	whole *schema.Experience
}

// loosen takes out of a record what leads to records that are still ahead, and tells
// whether there was any. What it supersedes must be there before it, and stays.
func loosen(e *schema.Experience, ahead map[schema.ID]bool) bool {
	if !slices.ContainsFunc(references(e), func(id schema.ID) bool { return ahead[id] }) {
		return false
	}
	e.Related = slices.DeleteFunc(slices.Clone(e.Related), func(id schema.ID) bool { return ahead[id] })
	e.Evidence = slices.DeleteFunc(slices.Clone(e.Evidence), func(ev schema.Evidence) bool { return ahead[ev.ID] })
	if ahead[e.Parent] {
		e.Parent = uuid.Nil
	}
	return true
}

// closeCircles gives records what was loosened, once all of a batch are there.
func (t *transaction) closeCircles(open []circle, out []Retained) error {
	for _, c := range open {
		if err := t.closeCircle(c, &out[c.index]); err != nil {
			return &RecordError{Index: c.index, Err: err}
		}
	}
	return nil
}

// closeCircle gives a record, in another version, what was loosened, led to what
// stands for it here. One that was known before takes over what it would have then.
func (t *transaction) closeCircle(c circle, out *Retained) error {
	redirect(t.same, c.whole)
	have, err := t.tx.Experience(out.ID)
	if err != nil {
		return err
	}
	more := *have
	if !out.New {
		if !takeOver(&more, c.whole, false) {
			return nil
		}
	} else {
		more.Related = slices.DeleteFunc(slices.Clone(c.whole.Related), func(id schema.ID) bool { return id == have.ID })
		more.Evidence = slices.DeleteFunc(slices.Clone(c.whole.Evidence), func(ev schema.Evidence) bool { return ev.ID == have.ID })
		if more.Parent = c.whole.Parent; more.Parent == have.ID {
			more.Parent = uuid.Nil
		}
	}
	if err := t.amend(have, &more); err != nil {
		return err
	}
	out.Version = more.Version
	return nil
}
