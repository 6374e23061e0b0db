package knowledge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
)

// OpinionCandidate is an opinion that a record may bear on, and how near it is.
type OpinionCandidate struct {
	Opinion  schema.Experience `json:"opinion"`
	Entities float64           `json:"entities"` // overlap of what both mention, 0 to 1
	Words    float64           `json:"words"`    // overlap of their words, 0 to 1
	Meaning  float64           `json:"meaning"`  // cosine of their vectors, 0 without an embedder
}

// score weighs the ways in which they are near: each counts as much.
func (c *OpinionCandidate) score() float64 { return c.Entities + c.Words + max(0, c.Meaning) }

const (
	opinionsLooked   = 1000 // newest opinions that are compared by entities and words
	opinionsEmbedded = 20   // nearest of those that are compared by meaning
)

// OpinionsAbout lists the live opinions of an agent that a record may support or
// contradict, the nearest first, ties by id, at most k (0: 5, at most 20). Those
// that share an entity or words with it are found first, then the nearest of
// them are compared by meaning, where there is an embedder (003-20). An embedder
// that fails leaves the order by entities and words.
func OpinionsAbout(ctx context.Context, s *store.Store, agent string, record schema.ID, k int) ([]OpinionCandidate, error) {
	if k < 0 || k > opinionsEmbedded {
		return nil, fmt.Errorf("%w: k: %d, want 1 to %d", ErrInvalid, k, opinionsEmbedded)
	}
	if k == 0 {
		k = 5
	}
	var about *schema.Experience
	var found []OpinionCandidate
	err := s.View(ctx, func(r *ledger.Reader) (err error) {
		about, err = r.Experience(record)
		if errors.Is(err, ledger.ErrNotFound) || err == nil && about.Agent != agent {
			return fmt.Errorf("%w: %s", store.ErrNotFound, record)
		}
		if err != nil {
			return err
		}
		found, err = overlapping(r, about)
		return err
	})
	if err != nil {
		return nil, err
	}
	sortCandidates(found)
	found = found[:min(len(found), opinionsEmbedded)]
	if err := compareMeaning(ctx, s, about, found); err != nil {
		return nil, err
	}
	sortCandidates(found)
	return found[:min(len(found), k)], nil
}

// overlapping finds the opinions that share an entity or a word with a record.
func overlapping(r *ledger.Reader, about *schema.Experience) ([]OpinionCandidate, error) {
	entities, words := entitySet(about), wordSet(about.Text())
	var out []OpinionCandidate
	looked := 0
	for entry, err := range r.Scan(about.Agent, ledger.OfKind(schema.KindOpinion), ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return nil, err
		}
		c := OpinionCandidate{Opinion: *e, Entities: text.Jaccard(entities, entitySet(e)), Words: text.Jaccard(words, wordSet(e.Text()))}
		if e.ID != about.ID && e.Status.Live() && c.score() > 0 {
			out = append(out, c)
		}
		if looked++; looked == opinionsLooked {
			break
		}
	}
	return out, nil
}

func compareMeaning(ctx context.Context, s *store.Store, about *schema.Experience, found []OpinionCandidate) error {
	embedder := s.Embedder()
	if embedder == nil || len(found) == 0 {
		return nil
	}
	texts := []string{store.EmbeddingText(about)}
	for i := range found {
		texts = append(texts, store.EmbeddingText(&found[i].Opinion))
	}
	vectors, err := embedder.EmbedDocuments(ctx, texts)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		s.Logger().Warn("knowledge: opinions compared without vectors", "error", err)
		return nil
	}
	for i := range found {
		found[i].Meaning = cosine(vectors[0], vectors[i+1])
	}
	return nil
}

// cosine of two vectors of length one, or zeroes.
func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range min(len(a), len(b)) {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func sortCandidates(list []OpinionCandidate) {
	slices.SortFunc(list, func(a, b OpinionCandidate) int {
		return cmp.Or(cmp.Compare(b.score(), a.score()), slices.Compare(a.Opinion.ID[:], b.Opinion.ID[:]))
	})
}

func entitySet(e *schema.Experience) map[string]bool {
	set := map[string]bool{}
	for _, m := range e.Mentions {
		set[string(m.Entity)] = true
	}
	return set
}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	var s text.Scanner
	for s.Reset(words); s.Next(); {
		set[string(s.Key())] = true
	}
	return set
}
