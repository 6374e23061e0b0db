package reflect

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// corrected turns "not Tuesday but Wednesday" into the newest thing that the user
// taught, or that was learned in the session, and that says Tuesday, with
// Wednesday in its place. A correction of nothing known teaches nothing, nor does one
// of another message than taught it, or of what was told again since.
func corrected(r *ledger.Reader, m *schema.Experience, c *Candidate) (bool, error) {
	if c.Old == "" {
		return correctedBefore(r, m, c)
	}
	last, err := saidLast(r, m, c.Old)
	if err != nil {
		return false, err
	}
	for _, kind := range []schema.Kind{schema.KindFact, schema.KindUserFact, schema.KindPreference, schema.KindTask} {
		for have, err := range taughtBy(r, m, kind) {
			if err != nil {
				return false, err
			}
			if !containsWord(have.Content[told(have, m.User()):], c.Old) || last != nil && !restsOn(have, last.ID) {
				continue
			}
			if again, err := lastTold(r, have, m.User()); err != nil || again.After(m.Time) {
				return false, err
			}
			return true, c.becomes(have, told(have, m.User()))
		}
	}
	return false, nil
}

// becomes makes the candidate what have would be with the right value, from a byte of
// its content on.
func (c *Candidate) becomes(have *schema.Experience, from int) error {
	e := &c.Record
	e.Kind, e.Supersedes = have.Kind, []schema.ID{have.ID}
	e.Content = have.Content[:from] + replaceWord(have.Content[from:], c.Old, c.New)
	if have.UserFact != nil {
		fact := *have.UserFact
		e.UserFact = &fact
	}
	if have.Statement == nil {
		return nil
	}
	s := *have.Statement
	s.Provenance, s.Reinforced = "correction", 0
	var value string
	if err := json.Unmarshal(s.Value, &value); err == nil {
		if s.Value, err = json.Marshal(replaceWord(value, c.Old, c.New)); err != nil {
			return err
		}
	}
	e.Statement = &s
	return nil
}

// saidLast finds the message in which the user of a message last said a phrase before
// it, in its session or, without one, anywhere; nil where they did not lately. A
// correction is of what was said there: who asked for a flight to Porto and meant
// Lisbon still lives in Porto.
func saidLast(r *ledger.Reader, m *schema.Experience, phrase string) (*schema.Experience, error) {
	in := ledger.OfUser(m.User())
	if m.Session != "" {
		in = ledger.InSession(m.Session)
	}
	seen, until := 0, m.Time.Add(time.Microsecond) // what was said since, and not yet learned from, does not count
	for e, err := range r.Records(m.Agent, in, ledger.Scan{To: until}) {
		if seen++; err != nil || seen > recentLessons {
			return nil, err
		}
		if e.ID != m.ID && earlier(e, m) && e.Status.Live() && e.User() == m.User() && containsWord(e.Content, phrase) {
			return e, nil
		}
	}
	return nil, nil
}

// earlier tells whether a record is a message that a user said before another.
func earlier(e, than *schema.Experience) bool {
	return e.Kind == schema.KindMessage && e.Message != nil && e.Message.Role == roleUser && !e.Recorded.After(than.Recorded)
}

// told is the byte of a record's content from which on it is what its user told: behind
// their name, as a sentence about them calls them. Whose name is corrected may be called
// so in every such sentence.
func told(e *schema.Experience, user string) int {
	at := indexWord(e.Content, named(user))
	if at < 0 || at > 0 && e.Statement == nil && e.UserFact == nil { // in the user's words
		return 0
	}
	return at + len(named(user))
}

// restsOn tells whether a record gives another as its evidence.
func restsOn(e *schema.Experience, id schema.ID) bool {
	return slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return ev.ID == id })
}

// correctedBefore turns "actually, it's on Tuesday" into what the user's last message in
// the session taught, with Tuesday in the place of the day there. It is clear what is
// meant only where that message names one thing of the sort, one record that it taught
// does, and no answer since named another.
func correctedBefore(r *ledger.Reader, m *schema.Experience, c *Candidate) (bool, error) {
	last, answers, err := turnBefore(r, m)
	if err != nil || last == nil {
		return false, err
	}
	value, alike := extract.Alike(last.Content, c.New, last.Time)
	if len(alike) != 1 || strings.EqualFold(alike[0], value) || slices.ContainsFunc(answers, func(a string) bool { return namesOther(a, value, alike[0], last.Time) }) {
		return false, nil
	}
	var have *schema.Experience
	for e, err := range restingOn(r, m.Agent, last.ID) {
		switch {
		case err != nil:
			return false, err
		case !correctable[e.Kind] || !e.Status.Live() || !containsWord(e.Content[told(e, m.User()):], alike[0]):
		case have != nil:
			return false, nil
		default:
			have = e
		}
	}
	if have == nil {
		return false, nil
	}
	if again, err := lastTold(r, have, m.User()); err != nil || again.After(m.Time) {
		return false, err
	}
	c.Old, c.New = alike[0], value
	return true, c.becomes(have, told(have, m.User()))
}

// correctable are the kinds of records that a message teaches and that a correction puts
// right.
var correctable = map[schema.Kind]bool{schema.KindFact: true, schema.KindUserFact: true, schema.KindPreference: true, schema.KindTask: true}

// namesOther tells whether an answer names something of the sort of a value other than
// it and than what it corrects.
func namesOther(answer, value, old string, at time.Time) bool {
	_, alike := extract.Alike(answer, value, at)
	return slices.ContainsFunc(alike, func(s string) bool { return !strings.EqualFold(s, value) && !strings.EqualFold(s, old) })
}

// turnBefore finds the last message of the user of a message before it in its session,
// and what was answered since.
func turnBefore(r *ledger.Reader, m *schema.Experience) (last *schema.Experience, answers []string, err error) {
	if m.Session == "" {
		return nil, nil, nil
	}
	seen := 0
	for e, err := range r.Records(m.Agent, ledger.InSession(m.Session), ledger.Scan{To: m.Time.Add(time.Microsecond)}) {
		if seen++; err != nil || seen > recentLessons {
			return nil, nil, err
		}
		if e.ID == m.ID || e.Kind != schema.KindMessage || e.Message == nil || e.Recorded.After(m.Recorded) {
			continue
		}
		if earlier(e, m) {
			if e.User() != m.User() || !e.Status.Live() {
				return nil, nil, nil // another's turn came between
			}
			return e, answers, nil
		}
		answers = append(answers, e.Content)
	}
	return nil, nil, nil
}
