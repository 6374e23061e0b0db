package memorybench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/benchmarks/report"
)

// contextTokens is the budget of the contexts that recall writes.
const contextTokens = 4_000

// ingest reports what loading cost, and times single writes, each synced.
func (b *Bench) ingest(ctx context.Context) error {
	done, err := b.readProgress()
	if err != nil {
		return err
	}
	if done.Wall > 0 {
		b.Note("batched retain", float64(b.Records)/done.Wall.Seconds(), "records/s")
		b.Note("batched retain, processor time of all threads", float64(done.CPU.Microseconds())/float64(b.Records), "us/record")
	}
	b.Note("all views ready after the last batch", done.Settled.Seconds(), "s")
	b.Note("loading, all views ready", (done.Wall + done.Settled).Seconds(), "s")
	return errors.Join(b.singles(ctx, "single durable retain"), b.plainly(ctx))
}

func (b *Bench) singles(ctx context.Context, name string) error {
	err := b.Time(name, b.Queries, func(int) error {
		_, err := b.mem.Retain(ctx, b.g.next())
		return err
	})
	return errors.Join(err, b.mem.Flush(ctx))
}

// linksKey is how many SIMILAR_TO edges a new record gets.
const linksKey = "similar.links"

// plainly times single writes that are indexed by words and vectors, as other stores
// do it, without a search for what they are similar to and whom they mention.
func (b *Bench) plainly(ctx context.Context) error {
	if err := errors.Join(b.close(), b.open(ctx, lukasa.WithLinking(lukasa.LinkOff))); err != nil {
		return err
	}
	if err := b.mem.SetStoreConfig(ctx, map[string]any{linksKey: 0}); err != nil {
		return err
	}
	if err := errors.Join(b.warm(ctx), b.mem.Flush(ctx)); err != nil {
		return err
	}
	err := b.singles(ctx, "single durable retain without neighbours and entities")
	return errors.Join(err, b.mem.ResetStoreConfig(ctx, linksKey), b.close(), b.open(ctx))
}

// question is a kind of structured query, for a page of 20 full records.
type question struct {
	name   string
	filter func() lukasa.Filter
}

func (b *Bench) questions() []question {
	day := func() time.Time { return b.g.now.Add(-time.Duration(1+b.rng.IntN(30)) * 24 * time.Hour) }
	return []question{
		{"recent", func() lukasa.Filter { return lukasa.Filter{} }},
		{"importance 8 and up", func() lukasa.Filter { return lukasa.Filter{MinImportance: 8} }},
		{"tag", func() lukasa.Filter { return lukasa.Filter{Tags: []string{"t7"}} }},
		{"date range", func() lukasa.Filter { d := day(); return lukasa.Filter{Since: d, Until: d.Add(24 * time.Hour)} }},
	}
}

func (b *Bench) structured(ctx context.Context) error {
	return errors.Join(b.pages(ctx), b.newestTagged(ctx))
}

// pages times questions for a page. How much there is to return grows with the
// store until the page is full: of a tag, most agents of a small store have a few
// records.
func (b *Bench) pages(ctx context.Context) error {
	for _, q := range b.questions() {
		err := b.Time(q.name, b.Queries, func(int) error {
			f := q.filter()
			f.Agents = []string{b.pick().Agent}
			_, err := b.mem.Find(ctx, f)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// newestTagged times the way to the newest record of an agent that has a tag. It
// has one at every scale, so that growth is the index's alone.
func (b *Bench) newestTagged(ctx context.Context) error {
	filters := make([]lukasa.Filter, b.Queries)
	for i := range filters {
		k := b.pick()
		m, err := b.mem.As(k.Agent)
		if err != nil {
			return err
		}
		e, err := m.Get(ctx, k.ID)
		if err != nil {
			return err
		}
		filters[i] = lukasa.Filter{Agents: []string{k.Agent}, Tags: e.Tags, Limit: 1}
	}
	return b.Time("newest with a tag", len(filters), func(i int) error {
		page, err := b.mem.Find(ctx, filters[i])
		if err == nil && len(page.Items) != 1 {
			err = fmt.Errorf("%d records of a tag that one has, want 1", len(page.Items))
		}
		return err
	})
}

func (b *Bench) traversals(ctx context.Context) error {
	err := b.Time("what followed, 1 hop", b.Queries, func(int) error {
		k := b.pick()
		m, err := b.mem.As(k.Agent)
		if err != nil {
			return err
		}
		_, err = m.Followed(ctx, k.ID, 1)
		return err
	})
	if err != nil {
		return err
	}
	var named []mentioned
	err = b.Time("entities by part of a name", b.Queries, func(int) error {
		m, err := b.mem.As(b.pick().Agent)
		if err != nil {
			return err
		}
		found, err := m.Entities(ctx, "thing", 1)
		for _, e := range found {
			named = append(named, mentioned{m, e.Key})
		}
		return err
	})
	if err != nil {
		return err
	}
	return b.Time("entity mentions", len(named), func(i int) error {
		_, err := named[i].memory.Mentioning(ctx, named[i].key, 20)
		return err
	})
}

// mentioned is an entity of an agent's.
type mentioned struct {
	memory *lukasa.Memory
	key    lukasa.EntityKey
}

// keywords times a word as a condition of a structured query, and a phrase of
// two as a condition of recall. Right is the share of answers that hold the
// record that the words were taken from or, for the page of the newest, only
// records with the word.
func (b *Bench) keywords(ctx context.Context) error {
	err := b.timeRight("keyword", func(k known) (bool, error) {
		word := strings.Fields(k.Text)[2]
		page, err := b.mem.Find(ctx, lukasa.Filter{Agents: []string{k.Agent}, Contains: word})
		right := len(page.Items) > 0
		for _, e := range page.Items {
			text := strings.ToLower(e.Text())
			right = right && strings.Contains(text, strings.ToLower(word))
		}
		return right, err
	})
	if err != nil {
		return err
	}
	return b.timeRight("recall of the record's number", func(k known) (bool, error) {
		fields := strings.Fields(k.Text)
		return b.ask(ctx, k, lukasa.Query{Text: fields[0] + " " + strings.TrimSuffix(fields[1], ":")})
	})
}

// recall times questions with a context of 4,000 tokens: of ten hits, and of as many as it
// has room for; and questions whose answers are explained.
func (b *Bench) recall(ctx context.Context) error {
	for _, c := range []struct {
		name   string
		tokens int
	}{{"recall with context", 0}, {"recall of what was asked before", 0}, {"recall that fills a context", contextTokens}} {
		b.rng = b.questionRand() // the same questions each time
		err := b.timeRight(c.name, func(k known) (bool, error) {
			return b.ask(ctx, k, lukasa.Query{Text: k.words(), Tokens: c.tokens})
		})
		if err != nil {
			return err
		}
	}
	return b.Time("recall, explained", b.Queries, func(int) error {
		k := b.pick()
		_, err := b.mem.Recall(ctx, lukasa.Query{Agents: []string{k.Agent}, Text: k.words(), Explain: true})
		return err
	})
}

// ask recalls and writes the context, and reports whether the record is among
// the first ten hits.
func (b *Bench) ask(ctx context.Context, k known, q lukasa.Query) (bool, error) {
	q.Agents = []string{k.Agent}
	answer, err := b.mem.Recall(ctx, q)
	if err != nil {
		return false, err
	}
	if _, err := answer.Prompt(lukasa.Prompt{Tokens: contextTokens}); err != nil {
		return false, err
	}
	return slices.ContainsFunc(answer.Hits[:min(len(answer.Hits), top)], func(h lukasa.Hit) bool { return h.Record.ID == k.ID }), nil
}

// timeRight times f on records of the store, with the share that was right.
func (b *Bench) timeRight(name string, f func(known) (bool, error)) error {
	took, right := make([]time.Duration, b.Queries), 0
	cpu := cputime.Used()
	for i := range took {
		k := b.pick()
		start := time.Now()
		ok, err := f(k)
		if err != nil {
			return err
		}
		took[i] = time.Since(start)
		if ok {
			right++
		}
	}
	share := float64(right) / float64(b.Queries)
	b.Compare("", name, took, &share)
	b.Note(name+", processor time of all threads", report.Milliseconds(cputime.Used()-cpu)/float64(b.Queries), "ms")
	return nil
}

// timedOut tells of a peer that did not finish in its time.
func (b *Bench) timedOut(peer, name string, limit time.Duration) {
	for _, p := range []string{", p50", ", p99"} {
		b.Add(report.Figure{Peer: peer, Name: name + p, Note: "did not finish in " + limit.String()})
	}
}
