package query

import (
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// maxPinned is how many pinned records an answer shows.
const maxPinned = 20

// pin adds the pinned records of the asked agents and scopes. A record that is
// a hit already is not shown twice.
func (a *Answer) pin(r *ledger.Reader) error {
	seen := map[schema.ID]bool{}
	for _, h := range a.Hits {
		seen[h.Record.ID] = true
	}
	for _, agent := range a.Asked.Agents {
		for entry, err := range r.Scan(agent, ledger.Pinned(), ledger.Scan{}) {
			if err != nil {
				return err
			}
			e, err := r.Experience(entry.ID)
			if err != nil {
				return err
			}
			if seen[e.ID] || !e.Status.Live() || e.Expired(a.At) || !inScope(a.Asked.Scopes, e.Scopes) {
				continue
			}
			if a.Pinned = append(a.Pinned, *e); len(a.Pinned) == maxPinned {
				return nil
			}
		}
	}
	return nil
}

func inScope(wanted, have []string) bool {
	return len(wanted) == 0 || len(have) == 0 || overlap(wanted, have)
}
