package experience

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
)

// Words are the folded words of texts, but for those that say little by
// themselves. A record that was made of others repeats one of them, and must not
// outlive it, where it has a word of its that the others have not (I9). That is
// strict: a word that was found elsewhere as well is taken for that of the source.
type Words map[string]bool

// Add takes in the words of all that a record says.
func (w Words) Add(e *schema.Experience) {
	for _, s := range saidIn(e) {
		w.AddText(s)
	}
}

// AddText takes in the words of a text.
func (w Words) AddText(s string) {
	for word := range wordsIn(s) {
		w[word] = true
	}
}

// Without takes out the words of all that a record says.
func (w Words) Without(e *schema.Experience) {
	for _, s := range saidIn(e) {
		for word := range wordsIn(s) {
			delete(w, word)
		}
	}
}

// In tells whether a text has one of the words.
func (w Words) In(s string) bool {
	for word := range wordsIn(s) {
		if w[word] {
			return true
		}
	}
	return false
}

// All tells whether a text has none but the words.
func (w Words) All(s string) bool {
	for word := range wordsIn(s) {
		if !w[word] {
			return false
		}
	}
	return true
}

// wordsIn yields the folded words of a text that mean something.
func wordsIn(s string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var scan text.Scanner
		scan.Reset(s)
		for scan.Next() {
			word := text.Fold(string(scan.Key()))
			if text.StopIn(word) == 0 && !yield(word) {
				return
			}
		}
	}
}

// saidIn lists the texts of a record that can be another's words. Why its quality
// is what it is, the rules of this house wrote.
func saidIn(e *schema.Experience) []string {
	out := []string{e.Context, e.Action, e.Outcome, e.Content, e.Summary, e.Speaker}
	out = append(out, e.Tags...)
	if len(e.Metadata) > 0 {
		if data, err := json.Marshal(e.Metadata); err == nil {
			out = append(out, string(data))
		}
	}
	for _, m := range e.Mentions {
		out = append(out, m.Text, m.Entity.Name())
	}
	if e.Statement != nil {
		out = append(out, string(e.Statement.Value))
	}
	if e.Insight != nil {
		out = append(append(out, e.Insight.SubTopic), e.Insight.Notes...)
	}
	if e.Digest != nil {
		out = append(append(out, e.Digest.Identifier), e.Digest.KeyFacts...)
	}
	if e.Episode != nil {
		out = slices.Concat(out, e.Episode.Queries, e.Episode.Facts)
	}
	return out
}

// planEchoes takes along records that lost some of their evidence and have words
// which only that said; see [Words].
func (p *forgetting) planEchoes() error {
	for p.want.words() && len(p.lost) > 0 {
		lost := p.lost
		p.lost = map[schema.ID][]schema.ID{}
		for _, id := range sortedIDs(p.changed) {
			e := p.changed[id]
			if e == nil || len(lost[id]) == 0 {
				continue
			}
			echoes, err := p.echoes(e, lost[id])
			if err != nil {
				return err
			}
			if !echoes {
				continue
			}
			if !p.kept[id] { // else what is made anew would be of the session still
				p.digests = append(p.digests, id)
			}
			if err := p.takeAlong(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// echoes tells whether a record has words of evidence that goes which the
// evidence that stays has not.
func (p *forgetting) echoes(e *schema.Experience, lost []schema.ID) (bool, error) {
	own := Words{}
	if err := p.eachVersion(e, own.Add); err != nil {
		return false, err
	}
	return p.repeats(own, e, lost)
}

// repeats tells whether words of a record are of evidence that goes, and not of the
// evidence that stays.
func (p *forgetting) repeats(own Words, e *schema.Experience, lost []schema.ID) (bool, error) {
	theirs := Words{}
	for _, id := range lost {
		if err := p.eachVersion(p.going[id], theirs.Add); err != nil {
			return false, err
		}
	}
	for word := range theirs {
		if !own[word] {
			delete(theirs, word)
		}
	}
	for _, ev := range e.Evidence {
		if len(theirs) == 0 {
			return false, nil
		}
		left, err := p.tx.Experience(ev.ID)
		if errors.Is(err, ledger.ErrNotFound) || err == nil && p.going[ev.ID] != nil {
			continue
		}
		if err != nil {
			return false, err
		}
		theirs.Without(left)
	}
	return len(theirs) > 0, nil
}

// eachVersion calls fn with a record and, where no byte is to stay, with what it
// was before.
func (p *forgetting) eachVersion(e *schema.Experience, fn func(*schema.Experience)) error {
	fn(e)
	if !p.want.Purge {
		return nil
	}
	for v, err := range p.tx.History(schema.TypeExperience, e.ObjectKey()) {
		if err != nil {
			return err
		}
		if old, ok := v.Object.(*schema.Experience); ok {
			fn(old)
		}
	}
	return nil
}

// planOldEchoes finds, for a purge, the records that had once rested on what goes and
// do so no more: they were forgotten before, or what they rest on was changed. They, or
// their history, may hold its words still.
func (p *forgetting) planOldEchoes() error {
	for more := p.want.Purge; more; {
		if err := p.planOldTwins(); err != nil {
			return err
		}
		rested, err := p.restedOnGoing()
		if err != nil {
			return err
		}
		more = false
		for _, id := range slices.SortedFunc(maps.Keys(rested), schema.CompareIDs) {
			took, err := p.outlive(id, rested[id])
			if err != nil {
				return err
			}
			more = more || took
		}
		if err := p.planEchoes(); err != nil {
			return err
		}
	}
	return nil
}

// planOldTwins lets the records go too that were forgotten before and once said what one
// that goes said: their history has its words still.
func (p *forgetting) planOldTwins() error {
	said := map[string]bool{}
	for _, e := range p.going {
		if err := p.eachVersion(e, func(old *schema.Experience) { said[old.Hash] = true }); err != nil {
			return err
		}
	}
	for old, err := range p.tx.Earlier(p.want.Agent) {
		if err != nil {
			return err
		}
		if !said[old.Hash] || p.going[old.ID] != nil {
			continue
		}
		_, err := p.staying(old.ID)
		if errors.Is(err, ledger.ErrNotFound) {
			p.going[old.ID], err = p.lastVersion(old.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// restedOnGoing lists the records that stay, or were forgotten before, of which an
// earlier version rested on what goes, with what that is.
func (p *forgetting) restedOnGoing() (map[schema.ID][]schema.ID, error) {
	rested := map[schema.ID][]schema.ID{}
	for e, err := range p.tx.Earlier(p.want.Agent) {
		if err != nil {
			return nil, err
		}
		if p.going[e.ID] != nil {
			continue
		}
		for _, ev := range e.Evidence {
			if p.going[ev.ID] != nil && !slices.Contains(rested[e.ID], ev.ID) {
				rested[e.ID] = append(rested[e.ID], ev.ID)
			}
		}
	}
	return rested, nil
}

// outlive judges a record that once rested on others that go, and tells whether it goes
// too: it was forgotten before, or has words that only they said. It does not say what
// it would be without them, so nothing is made anew in its place. One of which only
// what it was before has such words keeps no history.
func (p *forgetting) outlive(id schema.ID, lost []schema.ID) (goes bool, err error) {
	if p.going[id] != nil {
		return false, nil // with one of those before it
	}
	e, err := p.staying(id)
	if errors.Is(err, ledger.ErrNotFound) {
		p.going[id], err = p.lastVersion(id)
		return true, err
	}
	if err != nil {
		return false, err
	}
	if p.standsAlone(e) {
		return false, nil
	}
	now := Words{}
	now.Add(e)
	if goes, err = p.repeats(now, e, lost); err != nil {
		return false, err
	}
	if goes {
		return true, p.takeAlong(e)
	}
	once, err := p.echoes(e, lost)
	if once {
		p.changed[id], p.anew[id] = e, true
	}
	return false, err
}
