package knowledge

import (
	"cmp"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// The provenances of a statement (004-07).
const (
	provenanceCorrection    = "correction"
	provenanceConsolidation = "consolidation"
)

// Settlement is what becomes of a new statement among those that are there.
type Settlement struct {
	// Same is the live statement that says the same of the same subject for an
	// overlapping time, whatever its words are, or the one that holds until what was told
	// ahead of its time takes its place. It is to be reinforced, and the new record is not
	// written; the rest is empty then.
	Same *schema.Experience
	// Retires are the statements that the new one takes the place of.
	Retires []schema.ID
	// RetiredBy is the statement that takes the place of the new one: it was
	// known later, though it was written before: of several the one that began next.
	// The new one then held until Until, and records in Moved, which are over as well,
	// held no longer than until the new one began, or no sooner than they are known to.
	// Those of them that the next one had taken the place of gave way to the new one
	// instead: they say so, as if all had been told in order.
	RetiredBy schema.ID
	Until     time.Time
	Moved     []*schema.Experience
	// Began is since when the new one is true, if it does not say, where others were
	// before that it does not take the place of, as what did is forgotten. Zero: always.
	Began time.Time
	// Conflicts are the disagreements with others, to be written with the new
	// record: settled ones and open ones.
	Conflicts []*schema.Conflict
}

// Settle finds what becomes of a new record, complete and valid, that states
// something. It only reads; who calls it writes what it finds in the same
// transaction. Records that state nothing, or are not live, settle to nothing.
//
// A statement is compared with the live ones of its agent and kind about the
// same subject, with the same predicate, for an overlapping time; merged
// entities count as one (K2). Those with the same object are the same statement
// (I6). Those with another contradict it if the predicate has one value at a
// time (see excludes). A correction by the user also stands against the
// only other statement under a predicate that may have many values; where there
// are several it is not clear which is meant, and the user is asked. What was told
// after the correction was made, by its Time, it does not correct.
func Settle(r *ledger.Reader, e *schema.Experience, now time.Time) (*Settlement, error) {
	return settle(&settling{Reader: r, record: e, now: now})
}

// Corrected finds what e, a correction by the user that says again what have says, retires:
// the live statements that cannot be true beside have, and were not told since. Under a
// predicate that may have many values it retires nothing, as both may be true.
func Corrected(r *ledger.Reader, have, e *schema.Experience, now time.Time) ([]schema.ID, error) {
	if provenance(e) != provenanceCorrection || have.Statement == nil || !have.Stands() || !Repeats(have, e) {
		return nil, nil
	}
	single, err := excludes(r, have.Agent, have.Statement)
	if err != nil || !single {
		return nil, err
	}
	s, said := &settling{Reader: r, record: have, now: now}, &settling{record: e}
	if err := s.stand(); err != nil {
		return nil, err
	}
	found, err := s.alike()
	var against []schema.ID
	for _, other := range found {
		if !slices.Contains(s.objects, other.Statement.ObjectForm()) && !said.late(other) {
			against = append(against, other.ID)
		}
	}
	return against, err
}

// SettleMerged is Settle of a record that comes from another store, where it was told
// and settled. Which of two is the newer must not follow from when they meet here: where
// both were last known to hold at one moment the user is asked or, if the policy is not
// to ask, it is the one that was recorded later; and a correction corrects what it did
// there. Records in going, which may be nil, are about to be forgotten: they are
// compared with no more.
func SettleMerged(r *ledger.Reader, e *schema.Experience, now time.Time, going map[schema.ID]bool) (*Settlement, error) {
	return settle(&settling{Reader: r, record: e, now: now, going: going, merged: true})
}

func settle(s *settling) (*Settlement, error) {
	s.out = &Settlement{}
	if s.record.Statement == nil || !s.record.Stands() {
		return s.out, nil
	}
	if err := s.stand(); err != nil {
		return nil, err
	}
	same, err := s.same()
	if err != nil || same != nil {
		s.out.Same = same
		return s.out, err
	}
	return s.out, s.contradicted()
}

// settling is one Settle.
type settling struct {
	*ledger.Reader
	record   *schema.Experience
	now      time.Time
	going    map[schema.ID]bool
	merged   bool               // the record comes from another store
	subjects []schema.EntityKey // all keys of the subject
	objects  []string           // all forms of the object
	out      *Settlement
}

func (s *settling) stand() (err error) {
	st := s.record.Statement
	if s.subjects, err = Standing(s.Reader, s.record.Agent, st.Subject); err != nil {
		return err
	}
	s.objects = []string{st.ObjectForm()}
	if st.Entity == "" {
		return nil
	}
	keys, err := Standing(s.Reader, s.record.Agent, st.Entity)
	s.objects = s.objects[:0]
	for _, key := range keys {
		s.objects = append(s.objects, (&schema.Statement{Entity: key}).ObjectForm())
	}
	return err
}

// same finds the newest live statement that says the same.
func (s *settling) same() (*schema.Experience, error) {
	for _, subject := range s.subjects {
		for _, object := range s.objects {
			found, err := s.comparable(ledger.Claiming(subject, s.record.Statement.Predicate, object))
			if err != nil {
				return nil, err
			}
			for _, have := range found {
				if slices.Contains(s.objects, have.Statement.ObjectForm()) {
					return have, nil
				}
			}
		}
	}
	return nil, nil
}

// comparable reads the statements of an index that can repeat or contradict the
// new one: of its kind, not expired, here to stay, not retired by it already, and true
// at some time at which it is.
func (s *settling) comparable(in ledger.Index) ([]*schema.Experience, error) {
	e, when := s.record, spanOf(s.record)
	var found []*schema.Experience
	for entry, err := range s.Scan(e.Agent, in, ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		if s.going[entry.ID] {
			continue
		}
		have, err := s.Experience(entry.ID)
		if err != nil {
			return nil, err
		}
		if have.ID != e.ID && have.Kind == e.Kind && !have.Expired(s.now) && !slices.Contains(e.Supersedes, have.ID) && spanOf(have).overlaps(when) {
			found = append(found, have)
		}
	}
	return found, nil
}

// contradicted finds what stands against the new statement.
func (s *settling) contradicted() error {
	correction := s.corrects()
	single, err := excludes(s.Reader, s.record.Agent, s.record.Statement)
	if err != nil || !single && !correction {
		return err
	}
	against, err := s.alike()
	if err != nil {
		return err
	}
	if !single {
		against = slices.DeleteFunc(against, s.late) // told since: that is not what is corrected
	}
	if len(against) == 0 {
		return s.amongThePast(single)
	}
	if s.out.Same, err = s.stillHolds(against); err != nil || s.out.Same != nil {
		return err
	}
	config, err := store.Config(s.Reader, s.record.Agent)
	if err != nil {
		return err
	}
	slices.SortFunc(against, older)
	if !single && len(against) > 1 {
		c := policy(config).disagreement(append(against, s.record), s.record, Ask, "it is not clear which one is corrected", s.now)
		s.out.Conflicts = append(s.out.Conflicts, c)
		return nil
	}
	return s.weigh(against, policy(config))
}

// stillHolds finds the statement that says the same and holds until one that is yet to come takes its place, of those that stand
// against the new one: to say again what is so calls off nothing. A correction does, and so does what says since when it is true.
func (s *settling) stillHolds(against []*schema.Experience) (*schema.Experience, error) {
	if s.corrects() || s.merged || !s.record.ValidFrom.IsZero() {
		return nil, nil
	}
	for _, have := range against {
		if same, err := s.holdsUntil(have); err != nil || same != nil {
			return same, err
		}
	}
	return nil, nil
}

// holdsUntil goes back from what is yet to come, through what it and that took the place of, to what holds and says the same.
func (s *settling) holdsUntil(next *schema.Experience) (*schema.Experience, error) {
	if !next.ValidFrom.After(s.record.Time) {
		return nil, nil
	}
	before, err := s.Experiences(next.Supersedes)
	if err != nil {
		return nil, err
	}
	for _, old := range before {
		if old == nil || s.going[old.ID] || !Was(old) || !s.rivals(old) {
			continue
		}
		if HoldsAt(old, s.record.Time) && slices.Contains(s.objects, old.Statement.ObjectForm()) {
			return old, nil
		}
		if same, err := s.holdsUntil(old); err != nil || same != nil {
			return same, err
		}
	}
	return nil, nil
}

// alike reads what else is stated of the subject under the predicate.
func (s *settling) alike() (list []*schema.Experience, err error) {
	for _, subject := range s.subjects {
		found, err := s.comparable(ledger.Claimed(subject, s.record.Statement.Predicate))
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

// weigh settles each contradiction by the agent's policy.
func (s *settling) weigh(against []*schema.Experience, p policy) error {
	for _, have := range against {
		first, second := have, s.record
		late := s.late(have)
		if late {
			first, second = second, first
		}
		strategy, reason := p.decide(first, second, s.now)
		if strategy == Supersede && s.undecided(first, second, p) {
			strategy, reason = Ask, "both are of one moment, told in two memories"
		}
		c := p.disagreement([]*schema.Experience{first, second}, s.record, strategy, reason, s.now)
		s.out.Conflicts = append(s.out.Conflicts, c)
		switch {
		case strategy != Supersede:
		case late:
			if err := s.comeLate(have); err != nil {
				return err
			}
		default:
			s.out.Retires = append(s.out.Retires, have.ID)
		}
	}
	if s.out.RetiredBy != uuid.Nil { // it is over: nobody need be asked about it
		s.out.Conflicts = slices.DeleteFunc(s.out.Conflicts, func(c *schema.Conflict) bool { return c.ResolvedAt.IsZero() })
	}
	return nil
}

// corrects tells whether the new statement is a correction by the user that is made here.
func (s *settling) corrects() bool {
	return s.record.Statement.Provenance == provenanceCorrection && !s.merged
}

// late tells whether the new statement is older than one that is here. A correction that
// is told as it is made is of all that is here, what is yet to come too.
func (s *settling) late(have *schema.Experience) bool {
	switch {
	case s.corrects() && !s.record.Time.Before(s.record.Recorded):
		return false
	case s.merged:
		return inTime(s.record, have) < 0
	}
	return s.record.Time.Before(have.Confirmed())
}

// undecided tells whether nothing says which of two statements, one of them of another
// store, is the newer.
func (s *settling) undecided(a, b *schema.Experience, p policy) bool {
	return s.merged && Strategy(p.Conflicts.Strategy) == auto && b.Statement.Provenance != provenanceCorrection && a.Confirmed().Equal(b.Confirmed())
}

// inTime orders statements by when they were last known to hold, ties by when they
// were recorded, and by id.
func inTime(a, b *schema.Experience) int {
	return cmp.Or(a.Confirmed().Compare(b.Confirmed()), a.Recorded.Compare(b.Recorded), slices.Compare(a.ID[:], b.ID[:]))
}

// older orders statements by when they were last known to hold, ties by id.
func older(a, b *schema.Experience) int {
	return cmp.Or(a.Confirmed().Compare(b.Confirmed()), slices.Compare(a.ID[:], b.ID[:]))
}
