package experience

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// Two memories that heard the same record again in sessions of their own did not come to
// different ends: who told it is brought together, and what either forgot of it stays
// forgotten.

// toldInBoth brings together who told a record that both changed. If one of the two
// changed nothing else, e becomes what the other made of it, and it reports true. Else e
// keeps those who told it here, as what was forgotten of them must not come back.
func toldInBoth(d store.Difference, have, e *schema.Experience) (bool, error) {
	if len(have.Tellings)+len(e.Tellings) == 0 {
		return false, nil
	}
	base, ok := d.Base.(*schema.Experience)
	if !ok {
		keepTold(e, have)
		return false, nil
	}
	ours, err := retoldOnly(base, have)
	if err != nil {
		return false, err
	}
	theirs, err := retoldOnly(base, e)
	if err != nil {
		return false, err
	}
	told := *have
	if !joinTellings(&told, base, have, e) {
		keepTold(e, have)
		return false, nil
	}
	if !saysAll(have, e) || !saysAll(e, have) {
		told.Tellings = nil // one of the two has words that who told the other did not say
	}
	if theirs {
		*e = told
		return true, nil
	}
	keepTold(e, &told)
	return ours, nil
}

// keepTold has a record told by those who told another.
func keepTold(e, by *schema.Experience) {
	e.Session, e.Time, e.TimeEnd, e.Tellings = by.Session, by.Time, by.TimeEnd, by.Tellings
}

// retoldOnly tells whether a record is what it was, but for who told it.
func retoldOnly(base, e *schema.Experience) (bool, error) {
	own := schema.Telling{Session: e.Session, Time: e.Time}
	listed := slices.ContainsFunc(base.Tellings, func(t schema.Telling) bool { return t.Session == own.Session && t.Time.Equal(own.Time) })
	if !listed && (own.Session != base.Session || !own.Time.Equal(base.Time)) {
		return false, nil // somebody changed that
	}
	was := *e
	was.Session, was.Time, was.TimeEnd, was.Tellings = base.Session, base.Time, base.TimeEnd, base.Tellings
	return ledger.Alike(&was, base)
}

// joinTellings gives a record those who told it here or there, without those that told it
// before the two parted and were forgotten in either. It reports whether any is left.
func joinTellings(out, base, ours, theirs *schema.Experience) bool {
	had := tellings(base, false)
	here, there := tellings(ours, len(ours.Evidence) > 0), tellings(theirs, len(theirs.Evidence) > 0)
	var all []schema.Telling
	for _, t := range slices.Concat(here, there) {
		gone := has(had, t) && !(has(here, t) && has(there, t))
		if !gone && !has(all, t) {
			all = append(all, t)
		}
	}
	if len(all) == 0 {
		return false
	}
	if has(here, schema.Telling{Session: ours.Session}) {
		refileUnder(out, all, ours.Session)
	}
	if out.Tellings = nil; len(ours.Tellings)+len(theirs.Tellings) > 0 {
		out.SetTellings(all)
	}
	return true
}

// refileUnder gives a record the session that had it, or else the earliest that told it.
func refileUnder(e *schema.Experience, all []schema.Telling, session string) {
	own := slices.MinFunc(all, func(a, b schema.Telling) int { return a.Time.Compare(b.Time) })
	if at := slices.IndexFunc(all, func(t schema.Telling) bool { return t.Session == session }); at >= 0 {
		own = all[at]
	}
	if own.Session != e.Session {
		e.Session, e.Time, e.TimeEnd = own.Session, own.Time, time.Time{}
	}
}

func has(list []schema.Telling, session schema.Telling) bool {
	return slices.ContainsFunc(list, func(t schema.Telling) bool { return t.Session == session.Session })
}
