package calibrate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/embed"
)

// Calibration derives the thresholds: between each relation and the next
// nearer one, the cosine that mistakes the smallest share of both for the
// other. Values are rounded to three decimals. For a model whose relations are
// out of order it is not valid, which embed.Checked reports.
func (r Report) Calibration() embed.Calibration {
	cut := func(nearer embed.Relation) float64 { return round(r.Cut(nearer).Cosine) }
	return embed.Calibration{
		Duplicate: cut(embed.Duplicate),
		Similar:   cut(embed.Similar),
		Related:   cut(embed.Related),
		Unrelated: round(r.Mean(embed.Unrelated)),
	}
}

// Cut is a threshold and what it gets wrong.
type Cut struct {
	// Cosine from which on a pair counts as the nearer relation.
	Cosine float64
	// Missed is the share of the nearer relation's pairs below Cosine.
	Missed float64
	// Mistaken is the share of the next further relation's pairs from Cosine on.
	Mistaken float64
}

// Cut returns the best threshold between a relation and the next further one.
// Of equally good ones it takes the middle of the widest gap. nearer is Related,
// Similar or Duplicate.
func (r Report) Cut(nearer embed.Relation) Cut {
	high, low := r.cosines[nearer], r.cosines[nearer-1]
	all := slices.Concat(high, low)
	slices.Sort(all)
	var best Cut
	bestErrors, bestGap := math.Inf(1), 0.0
	for i := 1; i < len(all); i++ {
		c := Cut{Cosine: (all[i-1] + all[i]) / 2}
		c.Missed = shareBelow(high, c.Cosine)
		c.Mistaken = 1 - shareBelow(low, c.Cosine)
		mistakes, gap := round(c.Missed+c.Mistaken), all[i]-all[i-1]
		if mistakes < bestErrors || mistakes == bestErrors && gap > bestGap {
			best, bestErrors, bestGap = c, mistakes, gap
		}
	}
	return best
}

// Count returns how many pairs of a relation were measured.
func (r Report) Count(relation embed.Relation) int { return len(r.cosines[relation]) }

// Mean returns the mean cosine of a relation.
func (r Report) Mean(relation embed.Relation) float64 {
	var sum float64
	for _, c := range r.cosines[relation] {
		sum += c
	}
	return sum / float64(len(r.cosines[relation]))
}

// Quantile returns the cosine that a share q (0 to 1) of a relation's pairs do
// not exceed.
func (r Report) Quantile(relation embed.Relation, q float64) float64 {
	c := r.cosines[relation]
	return c[int(math.Round(min(max(q, 0), 1)*float64(len(c)-1)))]
}

// String renders the report as a Markdown table.
func (r Report) String() string {
	var b strings.Builder
	b.WriteString("| relation | pairs | mean | 5 % | median | 95 % | from | missed | mistaken |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|\n")
	for relation := embed.Duplicate; relation >= embed.Unrelated; relation-- {
		fmt.Fprintf(&b, "| %s | %d | %.3f | %.3f | %.3f | %.3f |", relation, r.Count(relation), r.Mean(relation),
			r.Quantile(relation, .05), r.Quantile(relation, .5), r.Quantile(relation, .95))
		if relation == embed.Unrelated {
			b.WriteString(" | | |\n")
			continue
		}
		c := r.Cut(relation)
		fmt.Fprintf(&b, " %.3f | %.1f %% | %.1f %% |\n", c.Cosine, 100*c.Missed, 100*c.Mistaken)
	}
	return b.String()
}

// shareBelow returns which share of ascending values is below x.
func shareBelow(values []float64, x float64) float64 {
	n, _ := slices.BinarySearch(values, x)
	return float64(n) / float64(len(values))
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }
