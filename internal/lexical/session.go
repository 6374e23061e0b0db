package lexical

import (
	"cmp"
	"slices"
)

// sessionBudget bounds the postings read for the sessions' scores. Words beyond it are so common that they are in nearly every
// session, and would add next to nothing.
const sessionBudget = 1 << 17

// sessionScores fills c.sessions for the sessions of some records: the addend of the records' scores before its weight.
// Words are taken from the rarest on while they fit the budget.
func (c *call) sessionScores(docs []uint32) {
	if c.s.sessions.live == 0 || c.s.params.Session.Weight == 0 {
		return
	}
	for _, doc := range docs {
		if n := *c.s.ofSession.at(doc); n != 0 {
			c.sessions[n] = 0
		}
	}
	if len(c.sessions) == 0 {
		return
	}
	spent := 0
	for _, g := range c.sessionWords() {
		if spent += c.groups[g].df; spent > sessionBudget {
			break
		}
		c.addSessions(&c.groups[g])
	}
}

// sessionWords returns the groups that count in sessions, from the rarest on.
func (c *call) sessionWords() []int {
	order := make([]int, 0, len(c.groups))
	for g := range c.groups {
		if gr := &c.groups[g]; gr.scores() && !gr.stop && gr.in == 0 && gr.kind != Phrase && gr.df > 0 {
			order = append(order, g)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.groups[a].df, c.groups[b].df) })
	return order
}

// addSessions adds one group to the sessions asked for that hold it.
func (c *call) addSessions(g *group) {
	n := len(c.s.sessions.sizes)
	c.tallies = slices.Grow(c.tallies[:0], n)[:n]
	clear(c.tallies)
	holding := 0
	for _, v := range g.variants {
		for docs := range c.s.post.cursor(v.term).records {
			holding += c.s.tallySessions(docs, c.tallies)
		}
	}
	if c.tallies[0] > 0 { // records that are dead or have no session
		holding--
	}
	p, avg := c.s.params.Session, c.s.sessions.avg()
	weight := g.weight * idf(c.s.sessions.live, holding)
	for n := range c.sessions {
		if c.tallies[n] > 0 {
			r := float64(c.tallies[n]) / norm(p, int(c.s.sessions.sizes[n]), avg)
			c.sessions[n] += weight * saturate(r, c.s.params.K1)
		}
	}
}

// tallySessions counts records into their sessions and returns how many of these had none before. Records are in order.
func (s *state) tallySessions(docs []uint32, tallies []int32) (begun int) {
	var page []uint32
	at := -1
	for _, doc := range docs {
		if int(doc/pageSize) != at {
			at = int(doc / pageSize)
			page = s.ofSession.pages[at]
		}
		n := page[doc%pageSize]
		if tallies[n] == 0 {
			begun++
		}
		tallies[n]++
	}
	return begun
}

// session is the score of the session of a record that the call is about.
func (c *call) session(doc uint32) float64 {
	return c.sessions[*c.s.ofSession.at(doc)]
}
