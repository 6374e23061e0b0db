package query_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestMeaningAmongTheDemanded: records of a demanded entity that fail another
// condition do not take the places of those that meet it, in an agent of whose
// records not all are candidates.
func TestMeaningAmongTheDemanded(t *testing.T) {
	ctx := context.Background()
	m := openLife(t, t.TempDir())
	var all []lukasa.Experience
	add := func(content string, tags ...string) {
		all = append(all, lukasa.Experience{
			ID: numbered(len(all) + 1), Kind: "fact", Content: content, Tags: tags, Time: asked.Add(time.Duration(len(all)-3000) * time.Minute),
			Mentions: []lukasa.Mention{{Entity: "object:farm"}},
		})
	}
	add("Our dog barked all night.", "told")
	for i := range 150 {
		add(fmt.Sprintf("Puppy %d.", i))
	}
	for i := range 900 {
		add(fmt.Sprintf("Invoice %d was paid to the bank.", i), "told")
	}
	_, err := m.RetainAll(ctx, all)
	require.NoError(t, err)
	a, err := m.Recall(ctx, lukasa.Query{Text: "puppy", Entities: []lukasa.EntityKey{"object:farm"}, Tags: []string{"told"}, Floor: new(float64), K: 1})
	require.NoError(t, err)
	require.Len(t, a.Hits, 1)
	require.Equal(t, all[0].ID, a.Hits[0].Record.ID, a.Hits[0].Record.Content)
}
