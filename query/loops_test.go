package query_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestLoops: what was just recalled and comes back is the memory it came from
// and no new one; what says something else, and what a user says, is new
// (900-09).
func TestLoops(t *testing.T) {
	const fact = "The nightly backup of db-1 starts at 02:30 and its copies are kept for 35 days in the Frankfurt bucket."
	user, assistant := &schema.Message{Role: "user"}, &schema.Message{Role: "assistant"}
	for name, c := range map[string]struct {
		kind  schema.Kind
		text  string
		by    *schema.Message
		fresh bool
	}{
		"word for word": {schema.KindFact, fact, nil, false},
		"other spaces, case and full stop": {
			schema.KindFact,
			"the nightly  backup of db-1 starts at 02:30 and its copies are kept for 35 days in the Frankfurt bucket", nil, false,
		},
		"in other words": {
			schema.KindFact,
			"Nightly backup of db-1 begins at 2:30 am and its copies are kept in the Frankfurt bucket for thirty-five days", nil, false,
		},
		"another place": {
			schema.KindFact,
			"The nightly backup of db-1 starts at 02:30 and its copies are kept for 35 days in the Dublin bucket.", nil, true,
		},
		"another figure": {
			schema.KindFact,
			"The nightly backup of db-1 starts at 02:30 and its copies are kept for 36 days in the Frankfurt bucket.", nil, true,
		},
		"denied": {
			schema.KindFact,
			"The nightly backup of db-1 starts at 02:30 and its copies are not kept for 35 days in the Frankfurt bucket.", nil, true,
		},
		"said by the user":      {schema.KindMessage, fact, user, true},
		"said by the assistant": {schema.KindMessage, fact, assistant, true}, // a message is no fact
		"something else":        {schema.KindFact, "The warehouse in Thu Duc has two thousand square metres, a ramp and a gate for trucks.", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			m := openLife(t, t.TempDir())
			first, err := m.Retain(ctx, lukasa.Experience{Kind: "fact", Content: fact})
			require.NoError(t, err)
			a, err := m.Recall(ctx, lukasa.Query{Text: "When does the nightly backup start?"})
			require.NoError(t, err)
			require.Len(t, a.Hits, 1)
			back, err := m.Retain(ctx, lukasa.Experience{Kind: c.kind, Content: c.text, Message: c.by, Session: "later"})
			require.NoError(t, err)
			require.Equal(t, c.fresh, back.New)
			require.Equal(t, c.fresh, back.ID != first.ID)
			e, err := m.Get(ctx, first.ID)
			require.NoError(t, err)
			require.Equal(t, !c.fresh, e.Usage.Reinforced == 1, "%+v", e.Usage)
		})
	}
}
