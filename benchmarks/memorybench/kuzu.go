package memorybench

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
)

// peerLimit is how long one statement of a peer may take.
const peerLimit = 30 * time.Second

// kuzu asks Kuzu 0.11.3 itself, on the graph of the same store, what source
// design 002 asks of it and in its words, beside what Lukasa answers to the same
// questions of the same agents. Right is the share of pages that are equal.
func (b *Bench) kuzu(ctx context.Context) error {
	for _, q := range []struct{ name, where string }{
		{"recent", ""},
		{"importance 8 and up", "WHERE e.importance >= 8 "},
		{"tag", "WHERE list_contains(e.tags, 't7') "},
	} {
		at := slices.IndexFunc(b.questions(), func(c question) bool { return c.name == q.name })
		text := "MATCH (e:Experience {agent_id: $agent_id}) " + q.where + "RETURN e.id, e.context, e.action, e.outcome ORDER BY e.timestamp DESC, e.id DESC LIMIT 20"
		if err := b.beside(ctx, b.questions()[at], text); err != nil {
			return err
		}
	}
	return nil
}

// beside times a structured query and the statement that asks for the same.
func (b *Bench) beside(ctx context.Context, q question, text string) error {
	const peer = "Kuzu 0.11.3, as source design 002"
	var own, theirs []time.Duration
	right := 0
	n := min(b.Queries, 20) // a scan of all records takes seconds at a million
	for range n {
		f := q.filter()
		f.Agents = []string{b.pick().Agent}
		start := time.Now()
		page, err := b.mem.Find(ctx, f)
		if err != nil {
			return err
		}
		own = append(own, time.Since(start))
		start = time.Now()
		ids, err := b.cypherIDs(ctx, text, f.Agents[0])
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			b.Spread(q.name, own)
			b.timedOut(peer, q.name, peerLimit)
			return nil
		}
		if err != nil {
			return err
		}
		theirs = append(theirs, time.Since(start))
		if slices.EqualFunc(page.Items, ids, func(e lukasa.Experience, id string) bool { return e.ID.String() == id }) {
			right++
		}
	}
	share := float64(right) / float64(n)
	b.Spread(q.name, own)
	b.Compare(peer, q.name, theirs, &share)
	return nil
}

func (b *Bench) cypherIDs(ctx context.Context, text, agent string) (ids []string, err error) {
	rows, err := b.mem.Cypher(ctx, text, map[string]any{"agent_id": agent}, lukasa.CypherOptions{Timeout: peerLimit})
	if err != nil {
		return nil, err
	}
	for row, err := range rows.Rows {
		if err != nil {
			return nil, err
		}
		id, ok := row[0].(string)
		if !ok {
			return nil, errors.New("memorybench: an id that is no text: " + strings.TrimSpace(text))
		}
		ids = append(ids, id)
	}
	return ids, nil
}
