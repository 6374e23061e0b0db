package query

import (
	"context"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// parties are who "I" is in the question, and who "you": the agent, under the name by which it speaks to its user. They are
// told by the names under which records are spoken, as whoever files a talk calls its sides.
func (s *scene) parties(ctx context.Context) (talk rank.Parties, err error) {
	talk = rank.Usual(s.speaks)
	if s.speaks(s.agent.Name()) {
		talk.You = s.agent.Name()
	}
	switch {
	case s.req.User != "":
		talk.I, err = s.voiceOf(ctx, s.req.User, talk.You)
	case talk.I == "" && talk.You != "":
		if other := s.onlyOther(talk.You); rank.Understands(s.lang) || s.chats(other, talk.You) {
			talk.I = other
		}
	}
	if talk.I == "" {
		talk.You = ""
	}
	return talk, err
}

func (s *scene) speaks(name string) bool {
	_, ok := s.agent.Columns().SpeakerNumber(name)
	return ok
}

// onlyOther is the one who speaks beside another, where there are but these two:
// who talks with an assistant is its user, whatever their name.
func (s *scene) onlyOther(one string) (other string) {
	for _, name := range s.agent.Columns().Speakers() {
		switch {
		case name == "" || name == one || rank.IsAside(name):
		case other != "":
			return ""
		default:
			other = name
		}
	}
	return other
}

// chats tells whether what an agent has is a chat of a user with it: it answers three in four of their messages, and at least half of
// the records are the two's. What somebody writes down, with a word from it now and then, is no chat.
func (s *scene) chats(user, agent string) bool {
	columns := s.agent.Columns()
	said, answered := columns.Spoken(user), columns.Spoken(agent)
	return 4*answered >= 3*said && 2*(said+answered) >= columns.Len()
}

// voiceOf is the name under which a user speaks: their own, in whatever case; or where nobody speaks under that, as where it is
// the number of an account, the one of their latest message. It is the user's own where they said nothing.
func (s *scene) voiceOf(ctx context.Context, user, agent string) (string, error) {
	if s.speaks(user) {
		return user, nil
	}
	for _, name := range s.agent.Columns().Speakers() {
		if strings.EqualFold(name, user) {
			return name, nil
		}
	}
	voice := user
	err := s.reader.store.View(ctx, func(r *ledger.Reader) error {
		looked := 0
		for e, err := range r.Records(s.agent.Name(), ledger.OfUser(user), ledger.Scan{}) {
			if err != nil {
				return err
			}
			if byUser(e, agent) {
				voice = e.Voice()
				return nil
			}
			if looked++; looked == looksForVoice {
				return nil
			}
		}
		return nil
	})
	return voice, err
}

// looksForVoice is how many of a user's latest records are looked at for the name under which they speak: half of them may be
// replies, and what was learned is as new.
const looksForVoice = 32

// byUser tells whether a record that has a user is a message which the user, and not the agent, says.
func byUser(e *schema.Experience, agent string) bool {
	role := "user"
	if e.Message != nil && e.Message.Role != "" {
		role = e.Message.Role
	}
	voice := e.Voice()
	return e.Kind == schema.KindMessage && role == "user" && voice != "" && voice != agent && !rank.IsAgent(voice)
}
