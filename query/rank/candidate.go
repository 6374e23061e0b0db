package rank

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/internal/text/traits"
)

// ID names a record. IDs order byte by byte.
type ID = [16]byte

// Class is what a record is, as far as ranking cares: what happened loses its weight sooner than what was concluded.
type Class uint8

// The classes of records.
const (
	Episodic Class = iota // experiences, messages, episodes
	Semantic              // facts, opinions, insights and the like
	Summary               // digests of other records
)

var classNames = [...]string{"episodic", "semantic", "summary"}

// String returns the class in lower case.
func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "class?"
}

// Words are the lexical engine's scores of a candidate, all >= 0 on that engine's own scale. Topic is the question without the
// names of participants.
type Words struct {
	Own     float64 // the record's own fields, whole question
	Around  float64 // own fields, neighbours and session, whole question
	Window  float64 // the joined text of two records either side, topic
	Session float64 // the record's session, topic
	Length  int     // words of the record that are not stop words
}

// Cosines are the similarities of a candidate's vectors to the question's; 0 where there is no vector.
type Cosines struct {
	Own          float64 // the record itself
	WithPrevious float64 // the record together with the one before it
	Window       float64 // the mean of two records either side
}

// Candidate is a record to be ranked, with what the engines know of it. Fields left zero are neutral.
type Candidate struct {
	ID         ID
	Prev, Next ID     // neighbours in the sequence; the zero ID for none. They count when they are candidates too.
	Session    string // empty: a session of its own
	Speaker    string // who said it
	Time       time.Time
	Class      Class
	Opens      bool // first of its session
	Note       bool // kept by itself, not as a part of a conversation or of a course of action: what stands beside it tells nothing of it

	// Importance is 1 to 10; 0 counts as 5.
	Importance float64
	// Confidence is what is left of the record's confidence after decay, 0 to 1; 0 counts as 1.
	Confidence float64
	// Entities is the Jaccard overlap of the record's entities with the question's, 0 to 1.
	Entities float64
	// Graph is the activation that reached the record over edges, 0 to 1.
	Graph float64

	Words   Words
	Cosines Cosines
	// Best has, for each of Question.Words, the best cosine to any word of the record, 0 to 1. Nil: not known.
	Best []float32
	// Tells tells that it speaks of the one participant whom the question names, and is said by another; see [Tells].
	Tells bool
	// Foreign tells that somebody else than the asker says it of himself, where the question is of the asker; see [Question.Mine].
	Foreign bool
	// Traits of the record's text.
	Traits traits.Traits
	// Events are the times that the record's text tells of, resolved at its own time. They only matter when Question.When has
	// any, so they need not be looked for otherwise.
	Events []Range
	// During tells that what the record tells of began before one of Question.When, and still went on then.
	During bool
	// Held is 1 if it was true at one of Question.When that is over, -1 if it began after all of them, and 0 where that is not known.
	Held float64
	// Was tells that it was so once, where the question asks for that.
	Was bool
	// OfKind tells that it is of Question.Kind, or says what Question.Called is called.
	OfKind bool
	// Simhash of the text, for near duplicates; 0 for none.
	Simhash uint64
}

// Range is a stretch of time [From, To); a zero time leaves that side open.
type Range = dates.Range

// overlap tells whether the ranges share an instant.
func overlap(a, b Range) bool {
	return (a.To.IsZero() || b.From.IsZero() || b.From.Before(a.To)) && (b.To.IsZero() || a.From.IsZero() || a.From.Before(b.To))
}

// gap is the time between t and the range; 0 inside.
func gap(r Range, t time.Time) time.Duration {
	switch {
	case !r.From.IsZero() && t.Before(r.From):
		return r.From.Sub(t)
	case !r.To.IsZero() && t.After(r.To):
		return t.Sub(r.To)
	}
	return 0
}

// datable is the longest time that an event may span and still say when it was.
const datable = 366 * 24 * time.Hour

// dated tells whether an event's time is narrow enough to compare.
func dated(r Range) bool { return !r.From.IsZero() && !r.To.IsZero() && r.To.Sub(r.From) <= datable }

// The longest time that a record may tell of and still tell of each of its days; and of what lies in an open range, such as ahead.
const (
	fortnight = 14 * 24 * time.Hour
	month     = 31 * 24 * time.Hour
)

// isOf tells whether the record is of a time: it was then, or tells of what was then and not for much longer.
func (c *Candidate) isOf(r Range) bool {
	if c.During || !c.Time.IsZero() && overlap(r, Range{From: c.Time, To: c.Time.Add(time.Microsecond)}) {
		return true
	}
	return slices.ContainsFunc(c.Events, func(e Range) bool { return tellsOf(r, e) })
}

// tellsOf tells whether an event was in a range, and not for much longer.
func tellsOf(r, event Range) bool {
	length := event.To.Sub(event.From)
	brief := length <= fortnight || length <= month && r.To.IsZero() || dated(r) && length <= r.To.Sub(r.From)
	return dated(event) && brief && overlap(r, event)
}

// around is how well what surrounds the record does: for a note among others of a session, how well it does itself.
func (c *Candidate) around(surroundings, own float64) float64 {
	if c.Note && c.Session != "" {
		return own
	}
	return surroundings
}
