package reflect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// remaking makes anew what goes only because it was made of what is forgotten: of
// the sources that stay, or of what is made in their place (I8, I9).
type remaking struct {
	r     *ledger.Reader
	day   string
	newID func() schema.ID
	going map[schema.ID]bool               // all that goes
	made  map[schema.ID]bool               // of that, what goes because of others
	done  map[schema.ID]bool               // those that were looked at
	by    map[schema.ID]*schema.Experience // what stands in the place of which
	uses  map[schema.ID]schema.Usage       // how often what that replaces was used
	// records are what was made, each after those that it refers to.
	records []schema.Experience
}

// remake makes what is to stand in the place of what goes by a plan.
func (s *Steward) remake(ctx context.Context, plan experience.Forgotten) (*remaking, error) {
	m := &remaking{
		day: day(s.store.Now()), newID: s.store.NewID, going: map[schema.ID]bool{}, made: map[schema.ID]bool{},
		done: map[schema.ID]bool{}, by: map[schema.ID]*schema.Experience{}, uses: map[schema.ID]schema.Usage{},
	}
	for _, id := range plan.Records {
		m.going[id] = true
	}
	for _, id := range slices.Concat(plan.Summaries, plan.Beliefs) {
		m.made[id] = true
	}
	err := s.store.View(ctx, func(r *ledger.Reader) error {
		m.r = r
		for _, id := range slices.SortedFunc(maps.Keys(m.made), func(a, b schema.ID) int { return slices.Compare(a[:], b[:]) }) {
			if err := m.look(id); err != nil {
				return err
			}
		}
		return nil
	})
	m.r = nil
	return m, err
}

// look makes one record anew, after those that it rests on or superseded.
func (m *remaking) look(id schema.ID) error {
	if m.done[id] || !m.made[id] {
		return nil
	}
	m.done[id] = true
	old, err := m.r.Experience(id)
	if err != nil {
		return err
	}
	for _, ev := range old.Evidence {
		if err := m.look(ev.ID); err != nil {
			return err
		}
	}
	for _, before := range old.Supersedes {
		if err := m.look(before); err != nil {
			return err
		}
	}
	if m.past(old) {
		return nil
	}
	fresh, err := m.anew(old)
	if err != nil || fresh == nil {
		return err
	}
	fresh.ID = m.newID()
	m.by[id], m.uses[fresh.ID] = fresh, old.Usage
	m.records = append(m.records, *fresh)
	return nil
}

// past tells whether a record had had its time before: what took its place stays,
// or, of a summary, is made of all that it was made of.
func (m *remaking) past(old *schema.Experience) bool {
	superseded := old.Status == schema.StatusSuperseded || old.SupersededBy != uuid.Nil
	return superseded && (old.Kind == schema.KindSummary || !m.made[old.SupersededBy])
}

// anew makes a record of what is left of the sources of another; nil when there is
// nothing that it can say, or nothing but what was said against it.
func (m *remaking) anew(old *schema.Experience) (*schema.Experience, error) {
	left, evidence, err := m.left(old)
	if err != nil || !schema.Upheld(evidence) {
		return nil, err
	}
	lost, err := m.lostWords(old, left)
	if err != nil {
		return nil, err
	}
	fresh := m.standIn(old, evidence)
	var said bool
	switch old.Kind {
	case schema.KindSummary, schema.KindEpisode:
		said, err = retell(fresh, old, left)
	default:
		said, err = m.restate(fresh, old, left, lost)
	}
	if err != nil || !said {
		return nil, err
	}
	m.cleanse(fresh, lost)
	return fresh, nil
}

// standIn is a record in the place of another, which is kept as that was: as long, as
// prominent, in the same scopes and state. What it says is still what that said.
func (m *remaking) standIn(old *schema.Experience, evidence []schema.Evidence) *schema.Experience {
	fresh := *old
	fresh.ID, fresh.SupersededBy, fresh.Recorded, fresh.Updated = uuid.Nil, uuid.Nil, time.Time{}, time.Time{}
	if old.Status == schema.StatusSuperseded { // what took its place is made anew, and supersedes it again
		fresh.Status, fresh.ValidTo = schema.StatusActive, time.Time{}
	}
	fresh.Tellings = nil // of other words
	fresh.Evidence, fresh.Supersedes = evidence, m.superseded(old)
	fresh.QualityReason = reasoned("", m.why(len(evidence), old))
	return &fresh
}

// left are the records that another was made of and that stay, or stand in the
// place of those.
func (m *remaking) left(old *schema.Experience) (left []schema.Experience, evidence []schema.Evidence, err error) {
	for _, ev := range old.Evidence {
		if by := m.by[ev.ID]; by != nil {
			ev.ID = by.ID
			left, evidence = append(left, *by), append(evidence, ev)
			continue
		}
		if m.going[ev.ID] {
			continue
		}
		e, err := m.r.Experience(ev.ID)
		if errors.Is(err, ledger.ErrNotFound) || err == nil && e.Agent != old.Agent {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		left, evidence = append(left, *e), append(evidence, ev)
	}
	return left, evidence, nil
}

// superseded lists what a record superseded, as it now stands.
func (m *remaking) superseded(old *schema.Experience) (out []schema.ID) {
	for _, id := range old.Supersedes {
		if by := m.by[id]; by != nil {
			id = by.ID
		} else if m.going[id] {
			continue
		}
		out = append(out, id)
	}
	return out
}

// touch lets what was made be as lately and as often used as what it replaces.
func (m *remaking) touch(tx *ledger.Tx, _ experience.Forgotten, made []schema.ID) error {
	for i, id := range made {
		used := m.uses[m.records[i].ID]
		if used.AccessCount == 0 {
			continue
		}
		if err := tx.Touch(ledger.Touch{ID: id, At: used.LastAccessed, Accessed: used.AccessCount}); err != nil {
			return err
		}
	}
	return nil
}

// why tells in a record's reasons how it came to be.
func (m *remaking) why(left int, old *schema.Experience) string {
	return fmt.Sprintf("%s: made anew of %d of %d that it rested on", m.day, left, len(old.Evidence))
}
