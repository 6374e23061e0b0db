package query

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/schema"
)

// recheck holds records against the conditions of a request once more, as they
// are when they are read: between being found and being read, a record may have
// been superseded or changed. It also judges what only the record itself says.
type recheck struct {
	answer *Answer
	table  *column.Table
	gate   *gate
}

func newRecheck(a *Answer) *recheck {
	req, at := a.Asked, a.At
	if !req.KnownAt.IsZero() {
		req.KnownAt, at = time.Time{}, req.KnownAt // what is read is as it was then
	}
	table := column.New()
	return &recheck{a, table, newGate(&req, at, table, schema.DecayConfig{})}
}

// admits tells whether a record may be shown.
func (c *recheck) admits(e *schema.Experience) bool {
	asked := &c.answer.Asked
	if asked.AskedIn != (schema.ID{}) && derived(e, asked.AskedIn) {
		return false
	}
	if !asked.allowed(e.Agent) || !asked.fromPath(e.Source.Path) || !asked.KnownAt.IsZero() && e.Recorded.After(asked.KnownAt) {
		return false
	}
	c.table.PutUnread(e)
	c.gate.decay = asked.fading.of(e.Agent)
	return c.gate.admits(e.ID)
}

// derived tells whether a record rests on another one and nothing else.
func derived(e *schema.Experience, from schema.ID) bool {
	return len(e.Evidence) > 0 && !slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return ev.ID != from })
}
