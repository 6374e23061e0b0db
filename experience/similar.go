package experience

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/kern"
	"github.com/lukasadb/lukasa/schema"
)

// embed makes the vectors of a batch and joins each record to its nearest
// neighbours. An embedder that fails costs no record: those it did not embed
// are stored without a vector and embedded later.
func (w *Writer) embed(ctx context.Context, batch []*draft) error {
	e := w.store.Embedder()
	if e == nil || w.later && !e.Model().Local {
		return nil
	}
	texts := make([]string, len(batch))
	for i, d := range batch {
		texts[i] = store.EmbeddingText(d.record)
	}
	vectors, err := w.store.EmbedRecords(ctx, e, texts)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.store.Logger().Warn("experience: stored without vectors", "records", len(batch), "error", err)
		for _, d := range batch {
			d.owed = true
		}
		return nil
	}
	model := e.Model()
	for i, d := range batch {
		d.near = vectors[i]
		if !model.Local {
			d.model, d.vector = model.ID(), vectors[i]
		}
	}
	return w.link(ctx, batch, model)
}

// link fills in the similar records of a batch: those in the store and those
// earlier in the batch, of the same agent (I5). Agents have indexes of their own,
// which are brought up to date and searched on all cores.
func (w *Writer) link(ctx context.Context, batch []*draft, model embed.Model) error {
	byAgent := map[string][]*draft{}
	var agents []string
	for _, d := range batch {
		if d.near == nil {
			continue
		}
		if byAgent[d.record.Agent] == nil {
			agents = append(agents, d.record.Agent)
		}
		byAgent[d.record.Agent] = append(byAgent[d.record.Agent], d)
	}
	failed := make([]error, len(agents))
	var next atomic.Int64
	work := func() {
		for i := next.Add(1) - 1; i < int64(len(agents)); i = next.Add(1) - 1 {
			failed[i] = w.linkAgent(ctx, agents[i], byAgent[agents[i]], model)
		}
	}
	var helpers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(agents)) - 1 {
		helpers.Go(work)
	}
	work()
	helpers.Wait()
	return cmp.Or(failed...)
}

// linkAgent joins records to as many neighbours as the agent's configuration
// allows, which must be as near as it says on the scale that is the same for
// every model.
func (w *Writer) linkAgent(ctx context.Context, name string, drafts []*draft, model embed.Model) error {
	c, err := w.store.Config(ctx, name)
	if err != nil || c.Similar.Links == 0 {
		return err
	}
	links, least := c.Similar.Links, float32(model.Calibration.Cosine(c.Similar.Score))
	agent, err := w.store.Agent(ctx, name)
	if err != nil {
		return err
	}
	defer agent.Release()
	if e := agent.Embedder(); e == nil || e.Model().ID() != model.ID() {
		return nil // the store's embedder changed since the batch was embedded (I11)
	}
	together := newTogether(drafts)
	for i, d := range drafts {
		hits, err := agent.Vectors().Search(ctx, d.near, vector.SearchOptions{K: links})
		if err != nil {
			return err
		}
		best := newNearest(links, least)
		for _, h := range hits {
			best.offer(h.ID, h.Score)
		}
		for j, score := range together.before(i) {
			best.offer(drafts[j].record.ID, score)
		}
		d.record.Similar = best.links()
	}
	return nil
}

// nearest keeps the best few of what it is offered, ties by id.
type nearest struct {
	limit int
	least float32
	hits  []vector.Hit
}

func newNearest(limit int, least float32) *nearest { return &nearest{limit: limit, least: least} }

func (n *nearest) offer(id schema.ID, score float32) {
	if score < n.least {
		return
	}
	h := vector.Hit{ID: id, Score: score}
	at := len(n.hits)
	for at > 0 && closer(h, n.hits[at-1]) {
		at--
	}
	if at >= n.limit {
		return
	}
	n.hits = append(n.hits, vector.Hit{})
	copy(n.hits[at+1:], n.hits[at:])
	n.hits[at] = h
	n.hits = n.hits[:min(len(n.hits), n.limit)]
}

func closer(a, b vector.Hit) bool {
	if a.Score != b.Score {
		return a.Score > b.Score
	}
	return string(a.ID[:]) < string(b.ID[:])
}

func (n *nearest) links() []schema.Similarity {
	var out []schema.Similarity
	for _, h := range n.hits {
		out = append(out, schema.Similarity{ID: h.ID, Score: float64(min(h.Score, 1))})
	}
	return out
}

// together are the vectors of records that are written together, one behind the
// other as the kernels of the vector index read them: a neighbour's score is then
// the same whether it is in the store or in the batch.
type together struct {
	dim    int // of a row: the vectors' own, filled up with zeros
	rows   []float32
	ids    []uint32
	scores []float32
}

// newTogether takes vectors of one length.
func newTogether(drafts []*draft) *together {
	n := len(drafts)
	dim := (len(drafts[0].near) + kern.BlockF - 1) / kern.BlockF * kern.BlockF
	t := &together{dim: dim, rows: make([]float32, n*dim), ids: make([]uint32, n), scores: make([]float32, n)}
	for i, d := range drafts {
		copy(t.rows[i*dim:], d.near)
		t.ids[i] = uint32(i) //nolint:gosec // memory ends long before
	}
	return t
}

// before returns the cosines of the i-th vector with those before it, all of
// length one. They are valid until the next call.
func (t *together) before(i int) []float32 {
	kern.DotF(t.rows[i*t.dim:(i+1)*t.dim], t.rows, t.ids[:i], t.scores[:i])
	return t.scores[:i]
}
