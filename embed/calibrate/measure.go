package calibrate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/embed"
)

// ErrNoPairs says that a relation has no pair whose texts both have a vector, so its
// cosines cannot be told.
var ErrNoPairs = errors.New("calibrate: no pairs")

// Report is the cosines of labelled pairs, by relation.
type Report struct {
	Model   embed.Model
	cosines [embed.Duplicate + 1][]float64 // each ascending
}

// Measure embeds the built-in pairs with e. See [MeasurePairs].
func Measure(ctx context.Context, e embed.Embedder) (Report, error) {
	return MeasurePairs(ctx, e, Pairs())
}

// MeasurePairs embeds labelled pairs as documents. Pairs with a text that has
// no vector are left out. It fails as e does, and with [ErrNoPairs].
func MeasurePairs(ctx context.Context, e embed.Embedder, pairs []Pair) (Report, error) {
	e, err := embed.Checked(e)
	if err != nil {
		return Report{}, err
	}
	texts := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		texts = append(texts, p.A, p.B)
	}
	rows, err := e.EmbedDocuments(ctx, texts)
	if err != nil {
		return Report{}, fmt.Errorf("calibrate: %w", err)
	}
	report := Report{Model: e.Model()}
	for i, p := range pairs {
		if a, b := rows[2*i], rows[2*i+1]; a != nil && b != nil {
			report.cosines[p.Relation] = append(report.cosines[p.Relation], dot(a, b))
		}
	}
	for relation, cosines := range report.cosines {
		if len(cosines) == 0 {
			return Report{}, fmt.Errorf("%w: %s", ErrNoPairs, embed.Relation(relation))
		}
		slices.Sort(cosines)
	}
	return report, nil
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
