package experience

import (
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// A session that is forgotten takes its records along, but for those that another session
// told too: these stay, as that session's. That it told what others are filed under is
// forgotten as well. A record that is named by its id goes whoever told it.

// spare leaves out of what sessions told the records that another told too.
func (p *forgetting) spare(ids []schema.ID) (going []schema.ID, err error) {
	for _, id := range ids {
		e, err := ownRecord(p.tx, p.want.Agent, id)
		if errors.Is(err, ErrNotFound) { // it was forgotten before, if it is the agent's (I5)
			going = append(going, id)
			continue
		}
		if err != nil {
			return nil, err
		}
		if !p.spares(e) {
			going = append(going, id)
		}
	}
	if p.want.Session == "" {
		return going, nil
	}
	if err := p.untell(); err != nil || !p.want.Purge {
		return going, err
	}
	return going, p.untellHistory()
}

// spares keeps a record that another session told too, as that one's. One that the
// sessions did not tell was named by its id.
func (p *forgetting) spares(e *schema.Experience) bool {
	if !slices.ContainsFunc(p.want.sessions(), e.ToldBy) {
		return false
	}
	was := *e
	for _, session := range p.want.sessions() {
		if !e.Untell(session) {
			return false
		}
	}
	if e.Session != was.Session {
		refile(e)
	}
	p.keep(e)
	p.retime(&was, e)
	return true
}

// keep has a record stay that the session told.
func (p *forgetting) keep(e *schema.Experience) {
	p.changed[e.ID], p.kept[e.ID] = e, true
	p.anew[e.ID] = p.want.Purge
}

// refile takes out of a record that becomes another session's what it has of the one
// that goes, and the names of messages that nothing tells whose they are.
func refile(e *schema.Experience) {
	*e = *bare(e)
	e.Source.MessageIDs = slices.DeleteFunc(slices.Clone(e.Source.MessageIDs), func(name string) bool {
		return !slices.ContainsFunc(e.Evidence, func(ev schema.Evidence) bool { return ev.ID.String() == name })
	})
}

// unsaid are the records that the session told and that stay: they may have mentioned
// entities that they do not any more.
func (p *forgetting) unsaid() map[schema.ID]*schema.Experience {
	out := map[schema.ID]*schema.Experience{}
	for id := range p.kept {
		out[id] = p.changed[id]
	}
	return out
}

// untell forgets that the session told what is filed under others.
func (p *forgetting) untell() error {
	for e, err := range p.stayingIn(ledger.ToldIn(p.want.Session)) {
		if err != nil {
			return err
		}
		was := *e
		e.Untell(p.want.Session)
		p.keep(e)
		p.retime(&was, e)
	}
	return nil
}

// untellHistory finds the records that stay and of which an earlier version names the
// session: they keep no history (I9).
func (p *forgetting) untellHistory() error {
	for was, err := range p.tx.Earlier(p.want.Agent) {
		if err != nil {
			return err
		}
		if !was.ToldBy(p.want.Session) || p.kept[was.ID] {
			continue
		}
		e, err := p.staying(was.ID)
		switch {
		case errors.Is(err, ledger.ErrNotFound): // see buried
		case err != nil:
			return err
		case e.Session != p.want.Session:
			p.keep(e)
		}
	}
	return nil
}

// everTold tells whether any version of a record that was forgotten names the session.
func (p *forgetting) everTold(id schema.ID) (bool, error) {
	for v, err := range p.tx.History(schema.TypeExperience, string(id[:])) {
		if err != nil {
			return false, err
		}
		if was, ok := v.Object.(*schema.Experience); ok && was.ToldBy(p.want.Session) {
			return true, nil
		}
	}
	return false, nil
}

// standsAlone tells whether a record that was kept needs no evidence: a session that is
// left told it without any.
func (p *forgetting) standsAlone(e *schema.Experience) bool {
	return p.kept[e.ID] && slices.ContainsFunc(e.Tellings, func(t schema.Telling) bool { return !t.Founded })
}
