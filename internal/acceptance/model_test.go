package acceptance

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// model is a memory as a reader of the documentation would write it down: maps,
// and the rules in plain words. It is what the real one is compared with.
type model struct {
	records map[lukasa.ID]*modelRecord
	buried  map[lukasa.ID]*modelRecord // forgotten, still in history
}

type modelRecord struct {
	agent, session, words string
	kind                  schema.Kind
	time                  time.Time
	version               int
	superseded            bool
	supersededBy          lukasa.ID // what did that, while it is there
	supersedes            []lukasa.ID
	evidence, rested      []lukasa.ID      // now, and ever
	against               []lukasa.ID      // of what it ever rested on, what contradicts it
	told                  []schema.Telling // by which sessions, once it was told by several
}

func newModel() *model {
	return &model{records: map[lukasa.ID]*modelRecord{}, buried: map[lukasa.ID]*modelRecord{}}
}

func (m *model) clone() *model {
	c := &model{records: map[lukasa.ID]*modelRecord{}, buried: maps.Clone(m.buried)}
	for id, r := range m.records {
		copied := *r
		copied.supersedes, copied.evidence = slices.Clone(r.supersedes), slices.Clone(r.evidence)
		copied.rested, copied.against, copied.told = slices.Clone(r.rested), slices.Clone(r.against), slices.Clone(r.told)
		c.records[id] = &copied
	}
	return c
}

func (r *modelRecord) live() bool { return !r.superseded }

// same finds what retaining a record would reinforce (I6).
func (m *model) same(e *lukasa.Experience) (lukasa.ID, bool) {
	for _, id := range m.ids() {
		r := m.records[id]
		if r.agent != e.Agent || r.kind != e.Kind || r.words != wordsOf(e) || !r.live() {
			continue
		}
		if e.Kind != schema.KindMessage || r.time.Equal(e.Time) && r.session == e.Session {
			return id, true
		}
	}
	return lukasa.ID{}, false
}

func wordsOf(e *lukasa.Experience) string {
	if e.Kind == schema.KindExperience {
		return e.Context
	}
	return e.Content
}

// retain writes a record down under the id that the memory gave it. It returns
// false if the memory must refuse.
func (m *model) retain(e *lukasa.Experience, id lukasa.ID) bool {
	if same, ok := m.same(e); ok {
		return m.add(same, e)
	}
	r := &modelRecord{agent: e.Agent, session: e.Session, words: wordsOf(e), kind: e.Kind, time: e.Time, version: 1}
	m.records[id] = r
	for _, ev := range e.Evidence {
		r.rest(ev)
	}
	r.supersedes = slices.Clone(e.Supersedes)
	return m.retire(id, e.Supersedes)
}

// add gives a reinforced record what was new about it.
func (m *model) add(id lukasa.ID, e *lukasa.Experience) bool {
	r := m.records[id]
	changed := r.tell(id, e)
	for _, ev := range e.Evidence {
		if ev.ID != id && !slices.Contains(r.evidence, ev.ID) {
			r.rest(ev)
			changed = true
		}
	}
	var old []lukasa.ID
	for _, o := range e.Supersedes {
		if o != id && !slices.Contains(r.supersedes, o) {
			r.supersedes, changed = append(r.supersedes, o), true
			old = append(old, o)
		}
	}
	if changed {
		r.version++
	}
	return m.retire(id, old)
}

// tell notes that another session told a record too, unless that rests on the record itself.
func (r *modelRecord) tell(id lukasa.ID, e *lukasa.Experience) bool {
	of := func(t schema.Telling) bool { return t.Session == e.Session }
	if r.session == e.Session || slices.ContainsFunc(r.told, of) ||
		slices.ContainsFunc(e.Evidence, func(ev lukasa.Evidence) bool { return ev.ID == id }) {
		return false
	}
	if len(r.told) == 0 {
		r.told = []schema.Telling{{Session: r.session, Time: r.time, Founded: len(r.evidence) > 0}}
	}
	r.told = append(r.told, schema.Telling{Session: e.Session, Time: e.Time, Founded: len(e.Evidence) > 0})
	slices.SortFunc(r.told, earlierTold)
	return true
}

func earlierTold(a, b schema.Telling) int {
	return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Session, b.Session))
}

// untell forgets that a session told a record, which is the earliest other's then. It
// returns false if no other told it.
func (r *modelRecord) untell(session string) (stays bool) {
	left := slices.DeleteFunc(slices.Clone(r.told), func(t schema.Telling) bool { return t.Session == session })
	switch {
	case r.session != session:
	case len(left) == 0:
		return false
	default:
		r.session, r.time = left[0].Session, left[0].Time
	}
	r.told = left
	return true
}

// standsAlone tells whether some session told a record without evidence.
func (r *modelRecord) standsAlone() bool {
	return slices.ContainsFunc(r.told, func(t schema.Telling) bool { return !t.Founded })
}

// toldBy lists the records that a session told.
func (m *model) toldBy(agent, session string) []lukasa.ID {
	return m.sorted(func(r *modelRecord) bool {
		return r.agent == agent &&
			(r.session == session || slices.ContainsFunc(r.told, func(t schema.Telling) bool { return t.Session == session }))
	})
}

// forgetSession removes what a session told, but for what others told too.
func (m *model) forgetSession(agent, session string) {
	var going []lukasa.ID
	kept := map[lukasa.ID]bool{}
	for _, id := range m.toldBy(agent, session) {
		if m.records[id].untell(session) {
			kept[id] = true
		} else {
			going = append(going, id)
		}
	}
	m.forget(going, kept, false)
}

// rest adds to what a record rests on.
func (r *modelRecord) rest(ev lukasa.Evidence) {
	r.evidence, r.rested = append(r.evidence, ev.ID), append(r.rested, ev.ID)
	if ev.Stance == schema.StanceContradicts {
		r.against = append(r.against, ev.ID)
	}
}

// reasons counts the evidence that does not contradict a record.
func (r *modelRecord) reasons() (n int) {
	for _, ev := range r.evidence {
		if !slices.Contains(r.against, ev) {
			n++
		}
	}
	return n
}

func (m *model) retire(by lukasa.ID, old []lukasa.ID) bool {
	for _, id := range old {
		r := m.records[id]
		if r.supersededBy != (lukasa.ID{}) {
			return false // what superseded it is still there
		}
		r.superseded, r.supersededBy = true, by
		r.version++
	}
	return true
}

// forget removes records, the beliefs that are left without evidence or with nothing but
// what contradicts them, and every reference to them. Those that are kept, as others told
// them, need no evidence where one of these gave none.
func (m *model) forget(ids []lukasa.ID, kept map[lukasa.ID]bool, purge bool) {
	gone := map[lukasa.ID]bool{}
	changed, lost := map[lukasa.ID]bool{}, map[lukasa.ID]bool{}
	maps.Copy(changed, kept)
	before := map[lukasa.ID][]lukasa.ID{}
	for _, id := range ids {
		gone[id] = true
	}
	for id, r := range m.records {
		before[id] = slices.Clone(r.evidence)
	}
	for again := true; again; {
		again = false
		for id, r := range m.records {
			had := len(r.evidence)
			if gone[id] || had == 0 {
				continue
			}
			reasons := r.reasons()
			r.evidence = slices.DeleteFunc(r.evidence, func(ev lukasa.ID) bool { return gone[ev] })
			if len(r.evidence) < had {
				lost[id] = true
			}
			switch {
			case kept[id] && r.standsAlone():
			case r.reasons() == 0 && reasons > 0 || len(r.evidence) == 0 || lost[id] && m.echoes(r, before[id]):
				gone[id], again = true, true
			case len(r.evidence) < had:
				changed[id] = true
			}
		}
	}
	for id, r := range m.records {
		had := len(r.supersedes)
		r.supersedes = slices.DeleteFunc(r.supersedes, func(old lukasa.ID) bool { return gone[old] })
		if len(r.supersedes) < had {
			changed[id] = true
		}
		if gone[r.supersededBy] {
			r.supersededBy = lukasa.ID{}
			changed[id] = true
		}
	}
	if purge {
		m.unearth(gone)
	}
	for id := range gone {
		r := m.records[id]
		delete(m.records, id)
		delete(changed, id)
		delete(m.buried, id)
		if !purge {
			m.buried[id] = r
		}
	}
	for id := range changed {
		m.records[id].version++
	}
}

// unearth adds to what a purge removes the records that were forgotten before and
// rested on it or said the same: their words may be its words.
func (m *model) unearth(gone map[lukasa.ID]bool) {
	for again := true; again; {
		again = false
		for id, r := range m.buried {
			if !gone[id] && (slices.ContainsFunc(r.rested, func(ev lukasa.ID) bool { return gone[ev] }) || m.saidBy(gone, r)) {
				gone[id], again = true, true
			}
		}
	}
}

// saidBy tells whether one of some records says what another does, of whatever kind: only
// experiences say it in several texts.
func (m *model) saidBy(some map[lukasa.ID]bool, r *modelRecord) bool {
	lived := func(r *modelRecord) bool { return r.kind == schema.KindExperience }
	for id := range some {
		o := cmp.Or(m.records[id], m.buried[id])
		if o.agent == r.agent && o.words == r.words && lived(o) == lived(r) {
			return true
		}
	}
	return false
}

// echoes tells whether a belief has a word of its former evidence that what is left
// has not. What was said against it is not what it says.
func (m *model) echoes(r *modelRecord, former []lukasa.ID) bool {
	kept := map[string]bool{}
	for _, id := range r.evidence {
		for _, w := range strings.Fields(m.records[id].words) {
			kept[w] = true
		}
	}
	for _, id := range former {
		if slices.Contains(r.against, id) {
			continue
		}
		for _, w := range strings.Fields(m.records[id].words) {
			if !kept[w] && slices.Contains(strings.Fields(r.words), w) {
				return true
			}
		}
	}
	return false
}

// sequence lists the records of a session in order: by time, then id.
func (m *model) sequence(agent, session string) []lukasa.ID {
	return m.sorted(func(r *modelRecord) bool { return r.agent == agent && r.session == session })
}

func (m *model) sorted(want func(*modelRecord) bool) []lukasa.ID {
	var ids []lukasa.ID
	for id, r := range m.records {
		if want(r) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b lukasa.ID) int {
		return cmp.Or(m.records[a].time.Compare(m.records[b].time), bytes.Compare(a[:], b[:]))
	})
	return ids
}

func (m *model) of(agent string) []lukasa.ID {
	return m.sorted(func(r *modelRecord) bool { return r.agent == agent })
}

// ids lists all records in order of id.
func (m *model) ids() []lukasa.ID { return slices.SortedFunc(maps.Keys(m.records), schema.CompareIDs) }

// lost lists what a later state has neither as a record nor, of what was
// forgotten before, in its history.
func (m *model) lost(later *model) (out []lukasa.ID) {
	for id := range m.records {
		if later.records[id] == nil {
			out = append(out, id)
		}
	}
	for id := range m.buried {
		if _, still := later.buried[id]; !still {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, schema.CompareIDs)
	return out
}
