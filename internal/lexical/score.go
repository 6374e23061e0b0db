package lexical

import (
	"cmp"
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
			tf += p.Weight * n / norm(p, r.lens[f], c.s.totals.avg(f))
		}
	}
	return tf
}

// nearTF is what the body of a neighbour adds to the weighted count of a group.
func (c *call) nearTF(doc uint32, g int, p FieldParams) float64 {
	if doc == 0 || c.groups[g].in != 0 {
		return 0
	}
	r := c.read(doc)
	n := r.at(g, Body)
	if n == 0 {
		return 0
	}
	return p.Weight * n / norm(p, r.lens[Body], c.s.totals.avg(Body))
}

// scores tells whether a group adds to scores at all.
func (g *group) scores() bool { return g.occur != MustNot && g.weight > 0 }

// own is the score of a record by its own fields.
func (c *call) own(r *reading) float64 {
	sum := 0.0
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() {
			if tf := c.ownTF(r, g); tf > 0 {
				sum += gr.weight * gr.idf * saturate(tf, c.s.params.K1)
			}
		}
	}
	return sum
}

// full is the score of a record with its surroundings.
func (c *call) full(doc uint32) float64 {
	r := c.read(doc)
	prev, next := c.s.neighbours(doc)
	sum := 0.0
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() {
			tf := c.ownTF(r, g) + c.nearTF(prev, g, c.s.params.Previous) + c.nearTF(next, g, c.s.params.Next)
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

// sessionBudget bounds the postings read for the sessions' scores. Words beyond it are so common that they are in nearly every
// session, and would add next to nothing.
const sessionBudget = 1 << 17

// sessionScores fills c.sessions: for each session, the addend of its records' scores before its weight. Words are taken
// from the rarest on while they fit the budget.
func (c *call) sessionScores() {
	c.sessions = make([]float64, len(c.s.sessions.sizes))
	if c.s.sessions.live == 0 || c.s.params.Session.Weight == 0 {
		return
	}
	order := make([]int, 0, len(c.groups))
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() && !gr.stop && gr.in == 0 && gr.kind != Phrase && gr.df > 0 {
			order = append(order, g)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.groups[a].df, c.groups[b].df) })
	spent := 0
	counts := make([]int32, len(c.sessions))
	for _, g := range order {
		if spent += c.groups[g].df; spent > sessionBudget {
			break
		}
		c.addSessions(&c.groups[g], counts)
	}
}

// addSessions adds one group to every session that holds it. counts is zero before and after.
func (c *call) addSessions(g *group, counts []int32) {
	touched := c.touched[:0]
	for _, v := range g.variants {
		for docs := range c.s.post.cursor(v.term).records {
			for _, doc := range docs {
				session := *c.s.ofSession.at(doc)
				if session == 0 {
					continue
				}
				if counts[session]++; counts[session] == 1 {
					touched = append(touched, session)
				}
			}
		}
	}
	p, avg := c.s.params.Session, c.s.sessions.avg()
	weight := g.weight * idf(c.s.sessions.live, len(touched))
	for _, n := range touched {
		r := float64(counts[n]) / norm(p, int(c.s.sessions.sizes[n]), avg)
		c.sessions[n] += weight * saturate(r, c.s.params.K1)
		counts[n] = 0
	}
	c.touched = touched
}

// session is the score of a record's session.
func (c *call) session(doc uint32) float64 {
	n := *c.s.ofSession.at(doc)
	if n == 0 {
		return 0
	}
	if c.sessions == nil {
		c.sessionScores()
	}
	return c.sessions[n]
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

// atLeast tells a bound from a score with room for the rounding of sums in single precision.
func atLeast(bound float32, score float64) bool {
	return float64(bound)*(1+1e-5)+1e-9 >= score
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
