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

// loosen takes out of a record what leads to any of some records, and returns it as it
// was; nil where nothing does. What it supersedes must be there before it, and stays.
func loosen(e *schema.Experience, from map[schema.ID]bool) *schema.Experience {
	if !leads(e, from) {
		return nil
	}
	whole := *e
	e.Related = slices.DeleteFunc(slices.Clone(e.Related), func(id schema.ID) bool { return from[id] })
	e.Evidence = slices.DeleteFunc(slices.Clone(e.Evidence), func(ev schema.Evidence) bool { return from[ev.ID] })
	if from[e.Parent] {
		e.Parent = uuid.Nil
	}
	return &whole
}

// leads tells whether a record refers to any of some.
func leads(e *schema.Experience, to map[schema.ID]bool) bool {
	return slices.ContainsFunc(references(e), func(id schema.ID) bool { return to[id] })
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
		more.Parent, more.Related, more.Evidence = c.whole.Parent, c.whole.Related, c.whole.Evidence
		loosen(&more, map[schema.ID]bool{have.ID: true}) // what is led to itself
	}
	if err := t.amend(have, &more); err != nil {
		return err
	}
	out.Version = more.Version
	return nil
}
