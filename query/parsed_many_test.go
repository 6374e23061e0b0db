package query_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestParsedConditionsAmongMany: what a question demands of the words and the
// source of a record is found, however many records that have none of it fit the
// question better, where all records are candidates and where not.
func TestParsedConditionsAmongMany(t *testing.T) {
	ctx := context.Background()
	for _, others := range []int{100, 1100} {
		m := openLife(t, t.TempDir())
		records := []lukasa.Experience{{
			Content: "Long before any of the others were told, the orchestra of the little town by the sea recorded a full disk of its songs.",
			Source:  schema.Source{Path: "notes/music.md", Line: 3},
		}}
		for i := range others {
			records = append(records, lukasa.Experience{
				Content: fmt.Sprintf("The disk is full, and staging is full too, said alarm %d.", i),
				Source:  schema.Source{Path: "notes/alarms.md", Line: i + 1},
			})
		}
		for i := range records {
			records[i].ID, records[i].Kind, records[i].Time = numbered(i+1), "fact", asked.Add(time.Duration(i-3000)*time.Minute)
		}
		_, err := m.RetainAll(ctx, records)
		require.NoError(t, err)
		for _, question := range []string{
			"path:notes/music.md", "disk full path:notes/music.md", "disk full -path:notes/alarms.md",
			"orches*", "disk orches*", `disk "full disk"`, "disk full -staging", `disk full -"is full"`, "disk full -stag*",
		} {
			t.Run(fmt.Sprintf("%d/%s", others, question), func(t *testing.T) {
				q, err := lukasa.ParseQuery(question, asked)
				require.NoError(t, err)
				q.Floor, q.K = new(float64), 3
				a, err := m.Recall(ctx, q)
				require.NoError(t, err)
				require.Len(t, a.Hits, 1)
				require.Equal(t, numbered(1), a.Hits[0].Record.ID)
			})
		}
	}
}
