package reflect

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

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
