package experience

import (
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// retell notes in a record that another, which says the same, was told in a session of
// its own, and reports whether that is new. It is noted of a telling alone that said all
// that the record says: then nothing of what only another session said outlives that, if
// it is forgotten (I9). founded says that it rested on evidence.
func retell(have, e *schema.Experience, founded bool) (more bool) {
	if !saysAll(e, have) {
		return false
	}
	for _, t := range tellings(e, founded) {
		more = have.Tell(t) || more
	}
	return more
}

// tellings lists who told a record that is handed in: several, where it comes from a store.
func tellings(e *schema.Experience, founded bool) []schema.Telling {
	if len(e.Tellings) > 0 {
		return e.Tellings
	}
	return []schema.Telling{{Session: e.Session, Time: e.Time, Founded: founded}}
}

// saysAll tells whether a record would be what have is, had it alone been told: it has all
// words of that, states and relates the same, comes from the same place and does not rest
// on it. What retells whole exchanges is told by nobody but them.
func saysAll(e, have *schema.Experience) bool {
	switch {
	case e.Kind != have.Kind, e.Kind == schema.KindSummary, e.Kind == schema.KindEpisode,
		!sameSubject(have, e), e.User() != have.User(), e.Voice() != have.Voice(), !statesSame(have, e),
		e.Source.Path != have.Source.Path, e.Resolved != have.Resolved, !e.TimeEnd.IsZero(), !have.TimeEnd.IsZero(),
		slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return ev.ID == have.ID }):
		return false
	}
	own := bare(have)
	own.Mentions = nil // those that are left of it, its words name
	words := Words{}
	words.Add(own)
	words.Without(e)
	return len(words) == 0
}

// statesSame tells whether a record states what have states, and all that it relates.
func statesSame(have, e *schema.Experience) bool {
	if have.Statement != nil && e.Statement == nil || !knowledge.SameClaim(have, e) {
		return false
	}
	return !slices.ContainsFunc(have.Relations, func(l schema.Link) bool {
		return !slices.ContainsFunc(e.Relations, func(o schema.Link) bool { return o.From == l.From && o.Type == l.Type && o.To == l.To })
	})
}

// bare is a record without what it has of the session that it is filed under and does not
// say itself: whom its pronouns and parts of names mean there, and how it came to say what
// it says.
func bare(e *schema.Experience) *schema.Experience {
	out := *e
	out.Mentions = slices.DeleteFunc(slices.Clone(e.Mentions), func(m schema.Mention) bool { return !names(e, m) })
	if e.Insight != nil {
		insight := *e.Insight
		insight.Notes, out.Insight = nil, &insight
	}
	return &out
}

// names tells whether what a record states or says names whom it mentions.
func names(e *schema.Experience, m schema.Mention) bool {
	if st := e.Statement; st != nil && (m.Entity == st.Subject || m.Entity == st.Entity) {
		return true
	}
	said := strings.ToLower(e.Text())
	for word := range wordsIn(m.Entity.Name() + " " + m.Text) {
		if !strings.Contains(said, word) {
			return false
		}
	}
	return !m.Coreference
}

// toldAnew notes in a changed record who tells it now: nobody of before where it has words
// that it had not, or was given another session, and in any case who made the change by
// telling it, if that says all of it.
func toldAnew(before, e, by *schema.Experience) {
	if len(before.Tellings) == 0 && by == nil {
		return
	}
	same := e.Hash == before.Hash && e.Session == before.Session && saysAll(before, e)
	if !same {
		e.Tellings = nil
	}
	if by == nil || !saysAll(by, e) {
		return
	}
	for _, t := range tellings(by, len(by.Evidence) > 0) {
		if same {
			was := *before // whose evidence is of those who told it until now
			was.Tellings = e.Tellings
			was.Tell(t)
			e.Tellings = was.Tellings
		} else if t.Session != e.Session {
			e.Tellings = append(e.Tellings, t)
		}
	}
}
