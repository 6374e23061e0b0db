package query

import (
	"context"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/query/rank"
)

// The words by which a question names a talk by its place among others: "our last conversation", "the first session".
var (
	talks = text.Set(`conversation session chat talk discussion gespräch sitzung unterhaltung conversación sesión charla
		time mal vez thing message`)
	lasts  = text.Set("last latest previous letzte letzten letztes última último ultima ultimo")
	firsts = text.Set("first erste ersten erstes primera primer")
)

// talkIn finds where a question names the last talk, or the first.
func talkIn(question string) (at text.Span, first, found bool) {
	tokens := traits.Tokenize(question)
	for i := 1; i < len(tokens); i++ {
		if which := tokens[i-1].Word; talks[tokens[i].Word] && (lasts[which] || firsts[which]) {
			return text.Span{Start: tokens[i-1].Start, End: tokens[i].End}, firsts[which], true
		}
	}
	return text.Span{}, false, false
}

// nameTalk reads the last talk, or the first, as the dates of the session that it is, where that is all that a question
// names: "what did we talk about last time?"
func (s *scene) nameTalk(ctx context.Context) error {
	at, first, found := talkIn(s.text)
	if !found || s.question.DateAlone {
		return nil
	}
	named := s.question
	named.At(s.now, []rank.Range{{Span: at}})
	if !named.DateAlone {
		return nil
	}
	named.Want = rank.Anything // when it was is told by whatever is of it
	var err error
	if named.When[0].From, named.When[0].To, err = s.timesOfTalk(ctx, first); err == nil && !named.When[0].From.IsZero() {
		s.question = named
	}
	return err
}

// timesOfTalk is when the last session that can be asked about, or the first, began and ended; zero if there is none. The one in
// which the question is put is not it.
func (s *scene) timesOfTalk(ctx context.Context, first bool) (from, to time.Time, err error) {
	err = s.reader.store.View(ctx, func(r *ledger.Reader) error {
		session, err := s.sessionAt(r, first)
		if err != nil || session == "" {
			return err
		}
		for _, end := range []ledger.Scan{{OldestFirst: true}, {}} {
			for e, err := range r.Scan(s.agent.Name(), ledger.InSession(session), end) {
				if err != nil {
					return err
				}
				if end.OldestFirst {
					from = e.Time
				}
				to = e.Time.Add(time.Microsecond)
				break
			}
		}
		return nil
	})
	return from, to, err
}

// looksForTalk is how many records are looked at for one that has a session, or for what somebody said: an agent that has many
// without has no talks, and whose own words are far and few is not searched for through all the others'.
const looksForTalk = 10_000

// sessionAt is the newest session of the agent's records that may be hits and were said by whom the question says, or the oldest,
// but for the one in which the question is put.
func (s *scene) sessionAt(r *ledger.Reader, first bool) (string, error) {
	g, columns := s.gate(), s.agent.Columns()
	g.by = s.question.SaidBy(s.talk)
	current := ""
	if row, ok := columns.Row(s.req.AskedIn); ok {
		current = columns.Session(row.Session)
	}
	looked := 0
	for e, err := range r.Scan(s.agent.Name(), ledger.Everything(), ledger.Scan{OldestFirst: first}) {
		if looked++; err != nil || looked > looksForTalk {
			return "", err
		}
		row, ok := columns.Row(e.ID)
		if !ok || !g.admits(e.ID) {
			continue
		}
		if session := columns.Session(row.Session); session != "" && session != current {
			return session, nil
		}
	}
	return "", nil
}
