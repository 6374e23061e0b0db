package experience

import (
	"encoding/json"
	"errors"
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
			p.digests = append(p.digests, id)
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
	own, theirs := Words{}, Words{}
	if err := p.eachVersion(e, own.Add); err != nil {
		return false, err
	}
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

// planOldEchoes finds, for a purge, the records that were forgotten before and
// had once rested on what goes: history holds their words.
func (p *forgetting) planOldEchoes() error {
	if !p.want.Purge {
		return nil
	}
	for more := true; more; {
		more = false
		for key, err := range p.tx.Buried(schema.TypeExperience, p.want.Agent) {
			if err != nil {
				return err
			}
			id := schema.ID([]byte(key))
			if p.going[id] != nil {
				continue
			}
			e, err := p.restedOnGoing(key)
			if err != nil {
				return err
			}
			if e != nil {
				p.going[id], more = e, true
			}
		}
	}
	return nil
}

// restedOnGoing returns the last version of a record of which any rested on what
// goes, or nil.
func (p *forgetting) restedOnGoing(key string) (last *schema.Experience, err error) {
	rested := false
	for v, err := range p.tx.History(schema.TypeExperience, key) {
		if err != nil {
			return nil, err
		}
		e, ok := v.Object.(*schema.Experience)
		if !ok {
			continue
		}
		if last == nil {
			last = e
		}
		rested = rested || slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return p.going[ev.ID] != nil })
	}
	if !rested {
		return nil, nil
	}
	return last, nil
}
