package schema

import (
	"cmp"
	"slices"
	"time"
)

// Telling is one session that told a record, remembered where several did: who
// forgets one of them does not forget what another told too (I6). It says no words of
// its own, as it is kept for a session only that said all that the record says.
type Telling struct {
	Session string    `json:"session,omitempty" cbor:"1,keyasint,omitempty"` // empty: it was told outside of any
	Time    time.Time `json:"timestamp,omitzero" cbor:"2,keyasint,omitempty"`
	// Founded says that the telling rested on evidence: where none is left, nor is it.
	Founded bool `json:"founded,omitempty" cbor:"3,keyasint,omitempty"`
}

// Tell notes that a session told e, and reports whether that is new. The first time
// that it is another session than e's own, the own is noted as well. A session is noted
// once, as of when it first told e. There are [MaxTellings] at most; then a new one, a
// day after the last and not sooner, takes the place of the oldest that is not e's own:
// so a record that every session tells gets no version for each. The list is never
// written into.
func (e *Experience) Tell(t Telling) bool {
	list := e.Tellings
	if len(list) == 0 {
		list = []Telling{{Session: e.Session, Time: e.Time, Founded: len(e.Evidence) > 0}}
	}
	if slices.ContainsFunc(list, t.sameSession) {
		return false
	}
	if len(list) >= MaxTellings && t.Time.Before(slices.MaxFunc(list, earlierTold).Time.Add(day)) {
		return false
	}
	e.SetTellings(append(slices.Clip(list), t))
	return true
}

// SetTellings has e told by sessions, of which it keeps the newest [MaxTellings] and its
// own, if that is among them. They are copied, and ordered by time.
func (e *Experience) SetTellings(list []Telling) {
	list = slices.SortedFunc(slices.Values(list), earlierTold)
	for len(list) > MaxTellings {
		oldest := slices.IndexFunc(list, func(t Telling) bool { return t.Session != e.Session })
		list = slices.Delete(list, oldest, oldest+1)
	}
	e.Tellings = list
}

// Untell forgets that a session told e, and reports whether e stays: some other told
// it, or its own is another. Where its own goes, the earliest of the others is its own
// from then on, and it happened when that told it. One that does not stay is left as it is.
func (e *Experience) Untell(session string) (stays bool) {
	left := slices.DeleteFunc(slices.Clone(e.Tellings), Telling{Session: session}.sameSession)
	if e.Session != session {
		e.Tellings = left
		return true
	}
	if len(left) == 0 {
		return false
	}
	first := slices.MinFunc(left, earlierTold)
	e.Session, e.Time, e.TimeEnd, e.Tellings = first.Session, first.Time, time.Time{}, left
	return true
}

// ToldBy reports whether a session is e's own or among its tellings.
func (e *Experience) ToldBy(session string) bool {
	return e.Session == session || slices.ContainsFunc(e.Tellings, Telling{Session: session}.sameSession)
}

func (t Telling) sameSession(o Telling) bool { return t.Session == o.Session }

// earlierTold orders tellings by time, ties by session.
func earlierTold(a, b Telling) int {
	return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Session, b.Session))
}

func (e *Experience) checkTellings(c *checker) {
	c.count("tellings", len(e.Tellings), MaxTellings)
	seen := map[string]bool{}
	for i, t := range e.Tellings {
		c.at("tellings", i, func() {
			c.text("session", t.Session, MaxID)
			c.needTime("timestamp", t.Time)
			if seen[t.Session] {
				c.bad("session", quote(t.Session), "is there twice")
			}
		})
		seen[t.Session] = true
	}
}
