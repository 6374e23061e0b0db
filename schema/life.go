package schema

import (
	"math"
	"time"
)

// How confidence fades unless configured otherwise (004-17).
const (
	DecayPerDay = 0.01 // rate of the exponential
	AgingDays   = 90   // a belief this long unconfirmed may be aging
	AgingBelow  = 0.5  // and is, once its effective confidence is below this
)

const day = 24 * time.Hour

// EffectiveConfidence returns what is left of the confidence in e at now:
//
//	confidence · exp(−ratePerDay · days)
//
// where days, a fraction and never negative, count from the last time the
// record was confirmed, see [Experience.Confirmed]. It is computed on read and
// never stored (I7).
// A rate of 0 turns decay off, and what is [Experience.Enduring] has none.
// Source: the decay formula of requirement 004-17.
func (e *Experience) EffectiveConfidence(now time.Time, ratePerDay float64) float64 {
	if e.Enduring() {
		return e.Confidence
	}
	return e.Confidence * math.Exp(-ratePerDay*e.unconfirmedDays(now))
}

// Enduring tells whether e says who or what its subject is: a name, or a
// statement of the predicate type identity, such as a birthday. Nobody repeats
// these, and silence makes them no less true.
func (e *Experience) Enduring() bool {
	return e.Statement != nil && e.Statement.PredicateType == TypeIdentity || e.UserFact != nil && e.UserFact.Type == "name"
}

// Aging reports whether e should be confirmed anew under the default decay:
// unconfirmed for more than 90 days, and its effective confidence below one
// half.
func (e *Experience) Aging(now time.Time) bool {
	return DecayConfig{PerDay: DecayPerDay, AgingDays: AgingDays, AgingBelow: AgingBelow}.Aging(e, now)
}

// Lasted returns how long what e tells of went on, in microseconds; 0 for what has
// no end, or none after its beginning.
func (e *Experience) Lasted() int64 {
	if !e.TimeEnd.After(e.Time) {
		return 0
	}
	return e.TimeEnd.UnixMicro() - e.Time.UnixMicro()
}

// Confirmed returns the last time the record was known to hold: a statement's
// ValidatedAt, else when the record was verified, else when it happened; or when
// the newest evidence that supports it did, or it was last told, which the
// ValidatedAt of a fact has already. Decay counts from then. Whoever looked at it
// and found otherwise confirmed nothing.
func (e *Experience) Confirmed() time.Time {
	at := e.vouched()
	if e.Kind == KindFact {
		return at
	}
	for i := range e.Evidence {
		if ev := &e.Evidence[i]; ev.Stance == StanceSupports && ev.Time.After(at) {
			at = ev.Time
		}
	}
	for i := range e.Tellings {
		if told := e.Tellings[i].Time; told.After(at) {
			at = told
		}
	}
	return at
}

// vouched is when somebody last said outright that the record holds.
func (e *Experience) vouched() time.Time {
	v := &e.Verification
	switch {
	case e.Statement != nil && !e.Statement.ValidatedAt.IsZero():
		return e.Statement.ValidatedAt
	case !v.At.IsZero() && (v.Verified || v.By == ""):
		return v.At
	}
	return e.Time
}

func (e *Experience) unconfirmedDays(now time.Time) float64 {
	since := e.Confirmed()
	if since.IsZero() {
		return 0
	}
	return max(0, now.Sub(since).Hours()/24)
}

// Stands tells whether the record still says what it says: it is live, and nothing took
// its place. Else it is history.
func (e *Experience) Stands() bool { return e.Status.Live() && e.SupersededBy == (ID{}) }

// LiveAt tells whether what has the status, and is true from a beginning until an end, is current at a moment: until what is told
// ahead of its time begins, what it takes the place of is. What was called off before it began, and so ends where it begins, is not.
func (s Status) LiveAt(now, begin, end time.Time) bool {
	return s.Live() || s == StatusSuperseded && end.After(now) && end.After(begin)
}

// Expired reports whether e has outlived its ExpiresAt at now. A permanent
// record, or one whose policy is never, does not expire (000-25).
func (e *Experience) Expired(now time.Time) bool {
	return !e.Permanent && e.TTL != TTLNever && !e.ExpiresAt.IsZero() && e.ExpiresAt.Before(now)
}

// Endless reports whether e lives until somebody forgets it: neither a time nor the
// end of its session ends it.
func (e *Experience) Endless() bool {
	return e.Permanent || e.TTL == TTLNever || e.ExpiresAt.IsZero() && e.TTL != TTLSession
}

// EndsWithSession reports whether e lives as long as its session, which has not been
// ended.
func (e *Experience) EndsWithSession() bool { return !e.Endless() && e.ExpiresAt.IsZero() }

// Outlives reports whether e is to live longer than another record. What lives as
// long as its session is outlived by what has no end alone.
func (e *Experience) Outlives(other *Experience) bool {
	if e.Endless() || other.Endless() {
		return !other.Endless()
	}
	return !other.EndsWithSession() && e.ExpiresAt.After(other.ExpiresAt)
}

// ExpiresAt returns when a record made at from expires under the policy: a day
// or a week later. It is zero, meaning not by the clock, for the other policies;
// session is for whoever ends the session to apply (000-16).
func (t TTL) ExpiresAt(from time.Time) time.Time {
	switch t {
	case TTLDay:
		return from.Add(day)
	case TTLWeek:
		return from.Add(7 * day)
	}
	return time.Time{}
}

// Touch counts one use of e at now (000-15).
func (e *Experience) Touch(now time.Time) {
	e.Usage.LastAccessed = Instant(now)
	e.Usage.AccessCount++
}
