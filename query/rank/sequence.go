package rank

// Smoothing lets a score flow to its neighbours, halved at each step, for this many rounds: enough for an exchange.
const (
	smoothRounds  = 6
	smoothDamping = 0.5
)

// remark is the number of words, without stop words, from which on a record says enough to be evidence by its surroundings.
const remark = 6

// sequence computes the features that need a first score: how well a record's surroundings do. To a record that says next to
// nothing, such as "haha, same", they count less: it stands beside the evidence and is none.
func (s *Signals) sequence(first []float64) {
	lo, hi := s.bounds(first)
	b := make([]float64, len(first))
	for i, x := range first {
		b[i] = unit(x, lo, hi)
	}
	best := map[string]float64{}
	for i := range s.candidates {
		if k := s.candidates[i].Session; k != "" {
			best[k] = max(best[k], b[i])
		}
	}
	smooth := s.smooth(b)
	for i := range s.candidates {
		c, v := &s.candidates[i], &s.Values[i]
		v[Near2], v[Near4] = s.near(b, i, 2), s.near(b, i, 4)
		if p := s.prev[i]; p >= 0 && s.candidates[p].Traits.Questions {
			v[AfterAsked] = b[p]
		}
		v[SessionBest] = b[i]
		if c.Session != "" {
			v[SessionBest] = best[c.Session]
		}
		v[Smooth] = smooth[i]
		says := min(float64(c.Words.Length)/remark, 1)
		for f := Near2; f < NumFeatures; f++ {
			v[f] *= says
		}
	}
}

// near is the best value among the neighbours at most steps away, the record itself left out.
func (s *Signals) near(b []float64, i, steps int) float64 {
	best := 0.0
	back, forth := i, i
	for range steps {
		if back >= 0 {
			if back = s.prev[back]; back >= 0 && back != i {
				best = max(best, b[back])
			}
		}
		if forth >= 0 {
			if forth = s.next[forth]; forth >= 0 && forth != i {
				best = max(best, b[forth])
			}
		}
	}
	return best
}

// smooth adds to each value the damped mean of its neighbours', again and again, and scales the greatest to 1.
func (s *Signals) smooth(b []float64) []float64 {
	g, next := append([]float64(nil), b...), make([]float64, len(b))
	for range smoothRounds {
		for i := range g {
			around := 0.0
			if p := s.prev[i]; p >= 0 {
				around += g[p]
			}
			if n := s.next[i]; n >= 0 {
				around += g[n]
			}
			next[i] = b[i] + smoothDamping*around/2
		}
		g, next = next, g
	}
	most := 0.0
	for _, x := range g {
		most = max(most, x)
	}
	for i := range g {
		if most > 0 {
			g[i] /= most
		}
	}
	return g
}
