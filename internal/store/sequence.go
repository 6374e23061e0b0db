package store

import (
	"cmp"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// place is where a record stands in its sequence: its agent's records of its
// session, in the order of event time and then of id. The zero id means that
// there is no neighbour on that side. Records without a session are in no
// sequence: nothing says that one came of the other.
type place struct{ prev, next recordID }

// sequence names one such order.
type sequence struct{ agent, session string }

// places finds the neighbours of records; those that are not in the map have
// none. Records of one sequence are looked up together: they mostly stand side by
// side, and one pass over the ledger's keys then finds all their places.
func places(r *ledger.Reader, records []*schema.Experience) (map[recordID]place, error) {
	groups := map[sequence][]*schema.Experience{}
	var order []sequence
	for _, e := range records {
		if e == nil || e.Session == "" {
			continue
		}
		s := sequence{e.Agent, e.Session}
		if groups[s] == nil {
			order = append(order, s)
		}
		groups[s] = append(groups[s], e)
	}
	found := make(map[recordID]place, len(records))
	for _, s := range order {
		if err := placeGroup(r, groups[s], found); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// placeGroup walks a sequence from the first of the given records to the one
// behind the last. Where they lie far apart it looks each up by itself.
func placeGroup(r *ledger.Reader, group []*schema.Experience, found map[recordID]place) error {
	slices.SortFunc(group, compareInSequence)
	group = slices.CompactFunc(group, func(a, b *schema.Experience) bool { return a.ID == b.ID })
	before, err := adjacent(r, group[0], false, anybody)
	if err != nil {
		return err
	}
	found[group[0].ID] = place{prev: before}
	last, at := group[0].ID, 0 // the entry walked last, and the record of the group not behind it
	patience := 4*len(group) + 16
	for entry, err := range r.Along(group[0], true) {
		if err != nil {
			return err
		}
		if last == group[at].ID {
			found[last] = place{found[last].prev, entry.ID}
			if at++; at == len(group) {
				return nil
			}
		}
		if patience--; patience < 0 {
			return placeEach(r, group[at:], found)
		}
		if entry.ID == group[at].ID {
			found[entry.ID] = place{prev: last}
		}
		last = entry.ID
	}
	return nil
}

func placeEach(r *ledger.Reader, group []*schema.Experience, found map[recordID]place) error {
	for _, e := range group {
		prev, next, err := neighbours(r, e, anybody)
		if err != nil {
			return err
		}
		found[e.ID] = place{prev, next}
	}
	return nil
}

func compareInSequence(a, b *schema.Experience) int {
	return cmp.Or(a.Time.Compare(b.Time), schema.CompareIDs(a.ID, b.ID))
}

// neighbours returns the records before and after e in its sequence, of those that
// count.
func neighbours(r *ledger.Reader, e *schema.Experience, counts func(recordID) bool) (prev, next recordID, err error) {
	if e.Session == "" {
		return prev, next, nil
	}
	if prev, err = adjacent(r, e, false, counts); err != nil {
		return prev, next, err
	}
	next, err = adjacent(r, e, true, counts)
	return prev, next, err
}

func anybody(recordID) bool { return true }

func adjacent(r *ledger.Reader, e *schema.Experience, forward bool, counts func(recordID) bool) (recordID, error) {
	for entry, err := range r.Along(e, forward) {
		if err != nil || counts(entry.ID) {
			return entry.ID, err
		}
	}
	return recordID{}, nil
}
