package query

import (
	"context"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// sift finds the records that may have the text of Contains, with the word index,
// so that no others need be read: where it has words to look up, and nothing else
// narrows the search to few records. An index that cannot be had costs speed, not
// answers. What changes after the call may or may not be let through. Where it was
// called before, as by [Reader.All] for all its pages, it does nothing.
func (q *Reader) sift(ctx context.Context, f *Filter) {
	runs := runsOf(f.Contains)
	if f.sifted || len(runs) == 0 || f.Hash != "" || f.Path != "" || f.Entity != "" || len(f.Sessions) == 1 || f.Parent != (schema.ID{}) {
		return
	}
	f.sifted = true
	var may sieve
	few, all := make([]ledger.Entry, 0, DefaultLimit), 0
	for _, name := range f.Agents {
		agent, err := q.store.Agent(ctx, name)
		if err != nil {
			return
		}
		holding := agent.Words().Holding(runs)
		if all += agent.Words().Len(); few != nil && holding != nil {
			few = timed(few, agent, holding, cheaper*all*f.limit())
		}
		agent.Release()
		if holding == nil {
			return
		}
		may = append(may, holding)
	}
	f.sieve, f.few = may, few
}

// cheaper is how many of the records in a sieve are looked up and put in order in the
// time in which so many entries of an index are passed over. To fill a page, as many
// are passed over as there are records, times the share of those in the sieve that the
// page holds.
const cheaper = 3

// timed appends the records of a sieve with the event times that the agent's columns
// have; nil where these lack one, or the square of how many there are is above most.
func timed(few []ledger.Entry, a *store.Agent, may *lexical.Sieve, most int) []ledger.Entry {
	if n := len(few) + may.Len(); n*n > most {
		return nil
	}
	ids := make([]schema.ID, 0, may.Len())
	for _, id := range may.IDs() {
		ids = append(ids, id)
	}
	for i, fact := range a.Columns().Facts(nil, ids) {
		if !fact.Known {
			return nil
		}
		few = append(few, ledger.Entry{ID: ids[i], Time: column.Moment(fact.Time)})
	}
	return few
}

// sieve is the records of some agents that may have a text.
type sieve []*lexical.Sieve

func (s sieve) has(id schema.ID) bool {
	return slices.ContainsFunc(s, func(agent *lexical.Sieve) bool { return agent.Has(id) })
}

// runsOf lists the runs of ASCII letters and digits in a text, in lower case. In a
// record that holds the text each lies within one word.
func runsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}
