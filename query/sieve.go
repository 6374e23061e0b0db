package query

import (
	"context"
	"strings"

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
	may := map[schema.ID]bool{}
	for _, name := range f.Agents {
		agent, err := q.store.Agent(ctx, name)
		if err != nil {
			return
		}
		ids, ok := agent.Words().Holding(runs)
		agent.Release()
		if !ok {
			return
		}
		for _, id := range ids {
			may[id] = true
		}
	}
	f.sieve = may
}

// runsOf lists the runs of ASCII letters and digits in a text, in lower case. In a
// record that holds the text each lies within one word.
func runsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
}
