package knowledge

import (
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// span is when a statement was or is true: from is inclusive, and zero where it
// always was; to is exclusive, and zero where it still is.
type span struct{ from, to time.Time }

// spanOf is the validity of a statement. One that does not say since when it
// holds is known to have held when it was made; one that had ended by then, at
// any time before its end.
func spanOf(e *schema.Experience) span {
	s := span{e.ValidFrom, e.ValidTo}
	if s.from.IsZero() && (s.to.IsZero() || e.Time.Before(s.to)) {
		s.from = e.Time
	}
	return s
}

// SameTime tells whether two statements are or were true at the same time.
func SameTime(a, b *schema.Experience) bool {
	s, o := spanOf(a), spanOf(b)
	return s.from.Equal(o.from) && s.to.Equal(o.to)
}

// Meet tells whether there is a moment at which two records are or were both true, or
// both say the same time, be it none at all.
func Meet(a, b *schema.Experience) bool { return SameTime(a, b) || spanOf(a).overlaps(spanOf(b)) }

// overlaps tells whether there is a moment at which both hold.
func (s span) overlaps(o span) bool { return s.startsBefore(o.to) && o.startsBefore(s.to) }

func (s span) startsBefore(end time.Time) bool {
	return end.IsZero() || s.from.IsZero() || s.from.Before(end)
}

// HoldsAt tells whether a record was true at a moment, by its own words.
func HoldsAt(e *schema.Experience, at time.Time) bool {
	return (e.ValidFrom.IsZero() || !at.Before(e.ValidFrom)) && !endedBy(e, at)
}

// endedBy tells whether a record was true until a moment or one before it, by its own words.
func endedBy(e *schema.Experience, at time.Time) bool {
	return !e.ValidTo.IsZero() && !at.Before(e.ValidTo)
}

// Was tells whether a record that stands no more said what was so once: another took its
// place, or it ended, as its user said. What was found to be wrong never was.
func Was(e *schema.Experience) bool {
	return WasState(e.Status, !e.ValidTo.IsZero(), e.Quality)
}

// WasState is [Was] of a record's state, of whether it has an end, and of its quality.
func WasState(status schema.Status, ended bool, quality schema.Quality) bool {
	return status == schema.StatusSuperseded || status == schema.StatusInvalidated && ended && quality != schema.QualityReject
}
