package reflect

import (
	"context"
	"math"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// likeness tells how alike records of one agent are, on the common scale of
// [embed.Calibration.Score]: 1 is the same, .9 the same in nearly the same
// words, .7 the same in other words. Where there is no embedder, or no vector,
// it is the share of stems that two texts have in common; so it is where the embedder
// fails, which is told the log: nothing is lost for want of a vector.
type likeness struct {
	agent       *store.Agent // nil without an embedder
	calibration embed.Calibration
	embedder    embed.Embedder
	failed      func(error) // told of what the embedder could not do
	words       bool        // the embedder failed
}

// likeness opens an agent's vectors. The caller closes it.
func (k *Keeper) likeness(ctx context.Context, agent string) (*likeness, error) {
	if k.store.Embedder() == nil {
		return &likeness{}, nil
	}
	a, err := k.store.Agent(ctx, agent)
	if err != nil {
		return nil, err
	}
	e := a.Embedder() // the store's may change meanwhile (I11)
	if e == nil {
		a.Release()
		return &likeness{}, nil
	}
	failed := func(err error) {
		k.store.Logger().Warn("reflect: compared by words, without a vector", "agent", agent, "error", err)
	}
	return &likeness{agent: a, calibration: e.Model().Calibration, embedder: e, failed: failed}, nil
}

func (l *likeness) close() {
	if l.agent != nil {
		l.agent.Release()
	}
}

// ofWords tells whether words are compared rather than what they say together: an
// embedder that is as cheap as a table, like the built-in one, knows no more.
func (l *likeness) ofWords() bool { return l.embedder == nil || l.words || l.embedder.Model().Local }

// toText scores records against a new one.
func (l *likeness) toText(ctx context.Context, e *schema.Experience, among []schema.Experience) ([]float64, error) {
	if l.agent == nil || len(among) == 0 {
		return byWords(e, among, nil), nil
	}
	rows, err := l.embedder.EmbedDocuments(ctx, []string{store.EmbeddingText(e)})
	return l.toRow(ctx, rows, err, e, among)
}

// toQuestion scores records against what somebody says, who waits: an embedder that takes
// longer than an arm of recall may is not waited for.
func (l *likeness) toQuestion(ctx context.Context, question string, among []schema.Experience) ([]float64, error) {
	e := &schema.Experience{Kind: schema.KindMessage, Content: question}
	if l.agent == nil {
		return byWords(e, among, nil), nil
	}
	soon, cancel := context.WithTimeout(ctx, query.DefaultDeadline)
	defer cancel()
	rows, err := l.embedder.EmbedQueries(soon, []string{question})
	return l.toRow(ctx, rows, err, e, among)
}

// toRow scores records against what the embedder made of e; by words where it failed.
func (l *likeness) toRow(ctx context.Context, rows [][]float32, err error, e *schema.Experience, among []schema.Experience) ([]float64, error) {
	switch {
	case err == nil:
		return l.toVector(rows[0], e, among)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	l.failed(err)
	l.words = true
	return byWords(e, among, nil), nil
}

// toRecord scores records against one that is stored.
func (l *likeness) toRecord(e *schema.Experience, among []schema.Experience) ([]float64, error) {
	if l.agent != nil {
		if v, ok := l.agent.Vectors().Vector(e.ID); ok {
			return l.toVector(v, e, among)
		}
	}
	return byWords(e, among, nil), nil
}

// toVector scores records against a vector of e.
func (l *likeness) toVector(v []float32, e *schema.Experience, among []schema.Experience) ([]float64, error) {
	if !nonzero(v) {
		return byWords(e, among, nil), nil
	}
	ids := make([]vector.ID, len(among))
	for i := range among {
		ids[i] = among[i].ID
	}
	cosines, err := l.agent.Vectors().Scores(v, ids)
	if err != nil {
		return nil, err
	}
	return byWords(e, among, func(i int) (float64, bool) {
		return l.calibration.Score(float64(cosines[i])), !math.IsNaN(float64(cosines[i]))
	}), nil
}

func nonzero(v []float32) bool {
	for _, x := range v {
		if x != 0 {
			return true
		}
	}
	return false
}

// byWords scores by stems, those that two texts share by those that either has,
// whatever has no better score.
func byWords(e *schema.Experience, among []schema.Experience, better func(i int) (float64, bool)) []float64 {
	var own map[string]bool
	out := make([]float64, len(among))
	for i := range among {
		if better != nil {
			if score, ok := better(i); ok {
				out[i] = score
				continue
			}
		}
		if own == nil {
			own = stems(e.Text())
		}
		out[i] = text.Jaccard(own, stems(among[i].Text()))
	}
	return out
}

func stems(s string) map[string]bool {
	lang := text.Detect(s, text.English)
	var scan text.Scanner
	scan.Reset(s)
	out := map[string]bool{}
	for scan.Next() {
		out[text.Stem(text.Fold(string(scan.Key())), lang)] = true
	}
	return out
}
