package query_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

var start = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

// conversation is a memory of four records that differ in one label each.
func conversation(t *testing.T) (*lukasa.Memory, map[string]lukasa.ID) {
	t.Helper()
	ctx := context.Background()
	m, err := lukasa.Open(ctx, t.TempDir(), lukasa.WithClock(func() time.Time { return start.Add(24 * time.Hour) }))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	ids := map[string]lukasa.ID{}
	for name, e := range map[string]lukasa.Experience{
		"ana":     {Content: "the disk of web-3 is full again", Speaker: "Ana", Tags: []string{"disk"}},
		"bob":     {Content: "the disk of web-4 is full as well", Speaker: "Bob", Tags: []string{"disk", "urgent"}, Importance: 9},
		"staging": {Content: "the staging disk is full too", Speaker: "Ana"},
		"entity": {
			Content: "a new disk was ordered for the database", Speaker: "Eve",
			Mentions: []lukasa.Mention{{Entity: "org:acme", Text: "Acme"}},
		},
	} {
		e.Kind, e.Time, e.Session = "message", start, "s"
		r, err := m.Retain(ctx, e)
		require.NoError(t, err)
		ids[name] = r.ID
	}
	return m, ids
}

// A parsed question's conditions are hard: only records that meet them are hits.
func TestParsedConditions(t *testing.T) {
	m, ids := conversation(t)
	for _, c := range []struct {
		question string
		want     []string
	}{
		{"disk full from:@ana", []string{"ana", "staging"}},
		{"disk full from:ana -staging", []string{"ana"}},
		{"disk tag:urgent", []string{"bob"}},
		{"disk importance:>=8", []string{"bob"}},
		{`disk "full again"`, []string{"ana"}},
		{"order*", []string{"entity"}},
		{"disk @acme", []string{"entity"}},
		{"disk -tag:disk -@acme", []string{"staging"}},
		{"tag:disk", []string{"ana", "bob"}},
		{"disk since:2026-03-03", nil},
		{"disk kind:fact", nil},
		{`disk -"?!"`, []string{"ana", "bob", "staging", "entity"}},
		{`disk "?!" tag:urgent`, []string{"bob"}},
		{"disk -agent:default", nil},
		{"disk -agent:another tag:urgent", []string{"bob"}},
	} {
		q, err := lukasa.ParseQuery(c.question, start)
		require.NoError(t, err, c.question)
		q.Floor = new(float64)
		answer, err := m.Recall(context.Background(), q)
		require.NoError(t, err, c.question)
		var want, got []lukasa.ID
		for _, name := range c.want {
			want = append(want, ids[name])
		}
		for _, h := range answer.Hits {
			got = append(got, h.Record.ID)
		}
		require.ElementsMatch(t, want, got, c.question)
	}
}

// Errors of the syntax point at a column.
func TestParseError(t *testing.T) {
	_, err := lukasa.ParseQuery("disk tags:full", start)
	var syntax *lukasa.SyntaxError
	require.ErrorAs(t, err, &syntax)
}
