package query

import (
	"context"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
)

// sift prepares a filter with Contains: the word index and the columns tell which records
// may have the text, so that no others need be read. It does nothing where the text has
// no words or marks to look up, where another condition narrows the search to few records
// anyway, and where it was called before, as [Reader.All] does for all its pages. If an
// index cannot be had, the filter is slower and finds the same. A record that changes
// after the call may or may not be let through.
func (q *Reader) sift(ctx context.Context, f *Filter) {
	runs, may := lexical.Runs(f.Contains), &sieve{punct: text.Punct(f.Contains)}
	nothing := len(runs) == 0 && may.punct == 0
	if f.sifted || nothing || f.Hash != "" || f.Path != "" || f.Entity != "" || len(f.Sessions) == 1 || f.Parent != (schema.ID{}) {
		return
	}
	f.sifted = true
	few, all := make([]ledger.Entry, 0, DefaultLimit), 0
	for _, name := range f.Agents {
		agent, err := q.store.Agent(ctx, name)
		if err != nil {
			return
		}
		s := sifted{agent.Words().Holding(runs), agent.Columns()}
		known := s.words != nil || may.punct != 0
		if all += s.columns.Len(); few != nil && known {
			few = s.timed(few, may.punct, isqrt(cheaper*all*f.limit()))
		}
		agent.Release()
		if !known {
			return
		}
		may.agents = append(may.agents, s)
	}
	f.sieve, f.few = may, few
}

// cheaper weighs the two ways to fill a page. Either the records in the sieve are looked up
// and put in order: of these, cheaper are done in the time that it takes to pass over one
// entry of an index. Or the index is read from its newest entry until the page is full,
// which passes over all records times the share of the sieve that the page holds.
const cheaper = 3

func isqrt(n int) int { return int(math.Sqrt(float64(n))) }

// sieve is the records of some agents that may have a text.
type sieve struct {
	agents []sifted
	punct  uint64 // of the text
}

// sifted tells of one agent's records whether they may have the text. It outlives the
// hold on the agent: what it points to is memory, good for as long as it is referred to.
type sifted struct {
	words   *lexical.Sieve // nil: any may
	columns *column.Table
}

func (s *sieve) has(id schema.ID) bool {
	for _, a := range s.agents {
		if s.punct == 0 {
			if a.words.Has(id) {
				return true
			}
		} else if may, known := a.columns.Marks(id, s.punct); known {
			return may && (a.words == nil || a.words.Has(id))
		}
	}
	return s.punct != 0 // it is too new for any columns, or these are being made
}

// timed appends those of an agent's records that may have the text, with the event times
// that the columns have; nil where these lack one, or there are more than most.
func (s *sifted) timed(few []ledger.Entry, punct uint64, most int) []ledger.Entry {
	marked := s.marked(punct, most)
	if marked == nil || len(few)+len(marked) > most {
		return nil
	}
	for _, m := range marked {
		few = append(few, ledger.Entry{ID: m.ID, Time: column.Moment(m.Time)})
	}
	return few
}

// quicker is how many records the columns are asked about in the time in which one is read.
const quicker = 8

// marked lists those of an agent's records that may have the text; nil as timed.
func (s *sifted) marked(punct uint64, most int) []column.Timed {
	worth := most // how many records with the words are worth a look at their columns
	if punct != 0 {
		worth = quicker * most
	}
	switch {
	case s.words != nil && s.words.Len() <= worth:
		return s.columns.AmongMarked(s.withWords(), punct)
	case punct != 0:
		marked := s.columns.Marked(punct, worth)
		return slices.DeleteFunc(marked, func(m column.Timed) bool { return s.words != nil && !s.words.Has(m.ID) })
	}
	return nil
}

func (s *sifted) withWords() []schema.ID {
	ids := make([]schema.ID, 0, s.words.Len())
	for _, id := range s.words.IDs() {
		ids = append(ids, id)
	}
	return ids
}
