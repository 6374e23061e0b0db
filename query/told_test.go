package query_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestAnswersBesideQuestions finds what answers by what was asked before it, however a program files what people say: as
// messages or otherwise, of a session or of none (004-01).
func TestAnswersBesideQuestions(t *testing.T) {
	ctx := context.Background()
	talk := [][2]string{
		{"Mara", "How was your weekend in the mountains?"},
		{"Jonah", "Good, we hiked a lot and slept early."},
		{"Mara", "And which dog did you adopt in the end?"},
		{"Jonah", "The old one with a single ear, nobody else wanted it."},
		{"Mara", "Oh, that is sweet of you!"},
		{"Jonah", "The train was late again, by the way."},
		{"Mara", "It always is on Sundays."},
		{"Jonah", "I should buy a bicycle."},
	}
	files := map[string]lukasa.Experience{
		"messages":                  {Kind: lukasa.KindMessage, Session: "s"},
		"messages of no session":    {Kind: lukasa.KindMessage},
		"no kind":                   {},
		"facts of a session":        {Kind: lukasa.KindFact, Session: "s"},
		"observations of a session": {Kind: lukasa.KindObservation, Session: "s"},
	}
	for name, e := range files {
		t.Run(name, func(t *testing.T) {
			m := openLife(t, t.TempDir())
			for i, said := range talk {
				e.Speaker, e.Content = said[0], said[1]
				e.Time = time.Date(2025, 3, 3, 9, i, 0, 0, time.UTC)
				_, err := m.Retain(ctx, e)
				require.NoError(t, err)
			}
			a, err := m.Recall(ctx, lukasa.Query{Text: "Which dog did Jonah adopt?", Now: asked, K: 2})
			require.NoError(t, err)
			var found []string
			for _, h := range a.Hits {
				found = append(found, h.Record.Content)
			}
			require.Contains(t, found, talk[3][1])
		})
	}
}
