package lexical

import (
	"math"
	"slices"
)

// saturate is the share of its weight that a weighted count earns.
func saturate(tf, k1 float64) float64 { return tf / (k1 + tf) }

// norm divides a count by how long a field is.
func norm(p FieldParams, length int, avg float64) float64 {
	return 1 - p.B + p.B*float64(length)/avg
}

// ownTF is the weighted count of a group over the record's own fields.
func (c *call) ownTF(r *reading, g int) float64 {
	tf := 0.0
	for f := range NumFields {
		if n := r.at(g, f); n != 0 {
			p := c.s.params.Fields[f]
			tf += p.Weight * n / norm(p, r.lens[f], c.avgs[f])
		}
	}
	return tf
}

// nearTF is what the body of a neighbour adds to the weighted count of a group.
func (c *call) nearTF(r *reading, g int, p FieldParams) float64 {
	n := r.at(g, Body)
	if n == 0 || c.groups[g].in != 0 {
		return 0
	}
	return p.Weight * n / norm(p, r.lens[Body], c.avgs[Body])
}

// scores tells whether a group adds to scores at all.
func (g *group) scores() bool { return g.occur != MustNot && g.weight > 0 }

// own is the score of a record by its own fields.
func (c *call) own(r *reading) float64 { return c.ownOf(r, true) }

// ownOf is that score, with or without the words that do not choose.
func (c *call) ownOf(r *reading, late bool) float64 {
	sum := 0.0
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() && (late || !gr.late) {
			if tf := c.ownTF(r, g); tf > 0 {
				sum += gr.weight * gr.idf * saturate(tf, c.s.params.K1)
			}
		}
	}
	return sum
}

// full is the score of a record with its surroundings.
func (c *call) full(doc uint32) float64 {
	prev, next := c.s.neighbours(doc)
	r, before, after := c.holds(doc), c.holds(prev), c.holds(next)
	sum := 0.0
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() {
			tf := c.ownTF(r, g) + c.nearTF(before, g, c.s.params.Previous) + c.nearTF(after, g, c.s.params.Next)
			if tf > 0 {
				sum += gr.weight * gr.idf * saturate(tf, c.s.params.K1)
			}
		}
	}
	return sum + c.s.params.Session.Weight*c.session(doc)
}

// permits tells whether a record meets every Must and no MustNot clause in its own fields.
func (c *call) permits(r *reading) bool {
	for i := 0; i < len(c.groups); {
		g := &c.groups[i]
		end := i
		for end < len(c.groups) && c.groups[end].clause == g.clause {
			end++
		}
		if g.occur != Should {
			hit := false
			for j := i; j < end && !hit; j++ {
				for f := range NumFields {
					hit = hit || r.at(j, f) > 0
				}
			}
			if hit != (g.occur == Must) {
				return false
			}
		}
		i = end
	}
	return true
}

// plain is BM25 with the lengths of one field, of counts that count says.
func (c *call) plain(length int, avg, b float64, count func(g int) float64) float64 {
	sum := 0.0
	for g := range c.groups {
		gr := &c.groups[g]
		if !gr.scores() {
			continue
		}
		if n := count(g); n > 0 {
			tf := n / norm(FieldParams{B: b}, length, avg)
			sum += gr.weight * gr.idf * saturate(tf, c.s.params.K1)
		}
	}
	return sum
}

// rounding is room, relative to a bound, for the rounding of sums in single precision.
const rounding = 1e-5

// atLeast tells whether a bound may be that of a score.
func atLeast(bound float32, score float64) bool {
	return float64(bound)*(1+rounding)+1e-9 >= score
}

// better orders hits: by score, then by ID.
func better(a, b Hit) int {
	if a.Score != b.Score {
		if a.Score > b.Score || math.IsNaN(b.Score) {
			return -1
		}
		return 1
	}
	return slices.Compare(a.ID[:], b.ID[:])
}
