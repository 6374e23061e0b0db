package main

import (
	"cmp"
	"math"
	"slices"

	"github.com/lukasadb/lukasa/query/rank"
)

// column is one weight to be fitted: a feature under a gate.
type column struct {
	gate    rank.Gate
	feature rank.Feature
}

// of returns the weight in a profile.
func (c column) of(p *rank.Profile) float64 { return p.Weights[c.gate.String()][c.feature.String()] }

// set gives it a weight.
func (c column) set(weights map[string]rank.Weights, w float64) {
	g := c.gate.String()
	if weights[g] == nil {
		weights[g] = rank.Weights{}
	}
	weights[g][c.feature.String()] = w
}

// group is a question's rows: one a candidate, the share of each in the evidence, and what its score has already.
type group struct {
	rows       [][]float32
	gold, held []float64
}

// fitted is how many of the best candidates of the first pass a question contributes.
const fitted = 200

// ridge is the weight of the squared weights in the loss.
const ridge = 1e-3

// rowsOf makes a group of a case: the given columns of its best candidates. What the profile weighs is held.
func rowsOf(c *Case, p *rank.Profile, columns []column, first []float64) (group, bool) {
	s := p.Signals(c.Question, c.Candidates)
	order := make([]int, len(s.Values))
	for i := range order {
		order[i] = i
	}
	if first != nil {
		scores := make([]float64, len(order))
		for i := range scores {
			for f, w := range first {
				scores[i] += w * s.Values[i][f]
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		order = order[:min(len(order), fitted)]
	}
	var g group
	g.held = weighed(p, s, order)
	sum := 0.0
	for _, i := range order {
		row := make([]float32, len(columns))
		for j, col := range columns {
			row[j] = float32(s.Gates[i][col.gate] * s.Values[i][col.feature])
		}
		y := 0.0
		if c.gold(c.Candidates[s.Order[i]].ID) {
			y = 1
		}
		sum += y
		g.rows, g.gold = append(g.rows, row), append(g.gold, y)
	}
	if sum == 0 {
		return g, false
	}
	for i := range g.gold {
		g.gold[i] /= sum
	}
	return g, true
}

// weighed is what the weights that a profile has make of candidates.
func weighed(p *rank.Profile, s *rank.Signals, candidates []int) []float64 {
	scores := make([]float64, len(candidates))
	_, columns := columnsOf(p)
	for _, col := range columns {
		w := col.of(p)
		for j, i := range candidates {
			scores[j] += w * s.Gates[i][col.gate] * s.Values[i][col.feature]
		}
	}
	return scores
}

// listwise is the cross-entropy of the evidence under the softmax of the scores (ListNet), with its gradient.
func listwise(groups []group, w, gradient []float64) float64 {
	clear(gradient)
	loss := 0.0
	var z []float64
	for _, g := range groups {
		z = z[:0]
		most := math.Inf(-1)
		for i, row := range g.rows {
			x := g.held[i]
			for j, v := range row {
				x += w[j] * float64(v)
			}
			z = append(z, x)
			most = max(most, x)
		}
		sum := 0.0
		for _, x := range z {
			sum += math.Exp(x - most)
		}
		norm := most + math.Log(sum)
		for i, row := range g.rows {
			d := math.Exp(z[i]-norm) - g.gold[i]
			if g.gold[i] > 0 {
				loss += g.gold[i] * (norm - z[i])
			}
			for j, v := range row {
				gradient[j] += d * float64(v)
			}
		}
	}
	n := float64(len(groups))
	loss /= n
	for j := range w {
		gradient[j] = gradient[j]/n + 2*ridge*w[j]
		loss += ridge * w[j] * w[j]
	}
	return loss
}

// fit finds the weights of least loss.
func fit(groups []group, columns int) []float64 {
	w := make([]float64, columns)
	minimise(w, func(w, gradient []float64) float64 { return listwise(groups, w, gradient) })
	return w
}

// minimise is L-BFGS with a backtracking line search (Nocedal and Wright, Numerical Optimization, 2006, chapter 7). The
// functions here are convex and smooth, so nothing more is needed.
func minimise(w []float64, f func(w, gradient []float64) float64) {
	const history, steps = 10, 200
	n := len(w)
	g, next, ng := make([]float64, n), make([]float64, n), make([]float64, n)
	loss := f(w, g)
	var ss, ys [][]float64
	for range steps {
		d := direction(g, ss, ys)
		slope := product(d, g)
		if slope >= 0 {
			return
		}
		step, better := 1.0, math.Inf(1)
		if len(ss) == 0 {
			step = 1 / (1 + math.Sqrt(product(g, g)))
		}
		for range 30 {
			for i := range w {
				next[i] = w[i] + step*d[i]
			}
			if better = f(next, ng); better <= loss+1e-4*step*slope {
				break
			}
			step /= 2
		}
		if !(better < loss) {
			return
		}
		s, y := make([]float64, n), make([]float64, n)
		for i := range w {
			s[i], y[i] = next[i]-w[i], ng[i]-g[i]
		}
		copy(w, next)
		copy(g, ng)
		if product(s, y) > 1e-12 {
			ss, ys = append(ss, s), append(ys, y)
			if len(ss) > history {
				ss, ys = ss[1:], ys[1:]
			}
		}
		if loss-better < 1e-8*math.Abs(loss) {
			return
		}
		loss = better
	}
}

// direction multiplies the negative gradient by the approximate inverse Hessian: the two loops.
func direction(g []float64, ss, ys [][]float64) []float64 {
	d := slices.Clone(g)
	alpha := make([]float64, len(ss))
	for i := len(ss) - 1; i >= 0; i-- {
		alpha[i] = product(ss[i], d) / product(ss[i], ys[i])
		for j := range d {
			d[j] -= alpha[i] * ys[i][j]
		}
	}
	if k := len(ss) - 1; k >= 0 {
		scale := product(ss[k], ys[k]) / product(ys[k], ys[k])
		for j := range d {
			d[j] *= scale
		}
	}
	for i := range ss {
		beta := product(ys[i], d) / product(ss[i], ys[i])
		for j := range d {
			d[j] += (alpha[i] - beta) * ss[i][j]
		}
	}
	for j := range d {
		d[j] = -d[j]
	}
	return d
}

func product(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}
