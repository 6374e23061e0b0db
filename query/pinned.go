package query

import (
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// maxPinned is how many pinned records an answer shows.
const maxPinned = 20

// open reads what an answer needs beside its hits: how confidence fades, the core
// memory and the pinned records.
func (a *Answer) open(r *ledger.Reader) error {
	if err := a.fade(r); err != nil {
		return err
	}
	if err := a.recite(r); err != nil {
		return err
	}
	return a.pin(r)
}

// Blank returns an answer of an agent at a moment whose hits the caller fills in: what
// was not recalled is shown as what was, its confidence faded as the agent is configured.
func Blank(r *ledger.Reader, agent string, at time.Time) (Answer, error) {
	a := Answer{Asked: Request{Agents: []string{agent}}, At: at}
	err := a.fade(r)
	return a, err
}

// fade reads how the confidence of the asked agents' records fades.
func (a *Answer) fade(r *ledger.Reader) (err error) {
	a.Asked.fading, err = readFading(r, a.Asked.Agents)
	return err
}

// recite adds the core memory of the asked agents.
func (a *Answer) recite(r *ledger.Reader) error {
	for _, agent := range a.Asked.Agents {
		for obj, err := range r.Objects(schema.TypeBlock, schema.KeyPrefix(agent)) {
			if err != nil {
				return err
			}
			if b, ok := obj.(*schema.Block); ok {
				a.Core = append(a.Core, *b)
			}
		}
	}
	return nil
}

// pin adds the pinned records of the asked agents and scopes, as of the moments
// that the request names. Those unpinned since KnownAt do not come back: the
// index holds what is pinned now.
func (a *Answer) pin(r *ledger.Reader) error {
	pinned := newRecheck(a.inPlace())
	for _, agent := range a.Asked.Agents {
		for entry, err := range r.Scan(agent, ledger.Pinned(), ledger.Scan{}) {
			if err != nil {
				return err
			}
			e, err := a.read(r, entry.ID)
			if err != nil {
				return err
			}
			if e == nil || !e.Pinned || !pinned.admits(e) {
				continue
			}
			if a.Pinned = append(a.Pinned, *e); len(a.Pinned) == maxPinned {
				return nil
			}
		}
	}
	return nil
}

// inPlace is an answer to nothing: its conditions are those that every record
// shown must meet, whatever the question is.
func (a *Answer) inPlace() *Answer {
	asked := Request{
		Agents: a.Asked.Agents, Scopes: a.Asked.Scopes, KnownAt: a.Asked.KnownAt, TrueAt: a.Asked.TrueAt, where: a.Asked.scoped(),
	}
	return &Answer{Asked: asked, At: a.At}
}

// shows tells whether a record is among the pinned ones: then it is no hit as
// well.
func (a *Answer) shows(id schema.ID) bool {
	return slices.ContainsFunc(a.Pinned, func(e schema.Experience) bool { return e.ID == id })
}
