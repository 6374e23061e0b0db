package lexical

import (
	"cmp"
	"slices"
	"sync"
)

// What bounds the postings read for the sessions' scores: how many there are of all words, and of a word, for each session. Words
// beyond it are so common that they are in nearly every session, and would add next to nothing.
const (
	sessionBudget = 1 << 17
	perSession    = 32
)

// standing is how often the words of a query occur in each session, as of a moment. Counting reads all their postings, so that
// it is done once for all calls of a query between two changes of the index.
type standing struct {
	mu    sync.Mutex // guards what follows, which is not changed while calls read it: they hold the index's lock
	as    moment
	words []sessionWord
}

// moment tells states of an index apart: every change of a session makes a new record or buries one.
type moment struct {
	s          *state
	docs, dead int
}

// sessionWord is one word of a query in the sessions.
type sessionWord struct {
	weight  float64
	tallies *[]int32 // records that hold it, by session
}

// tallies keeps those that were released.
var tallies = sync.Pool{New: func() any { return new([]int32) }}

// sessionScores fills c.sessions for the sessions of some records: the addend of the records' scores before its weight.
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
	p, avg := c.s.params.Session, c.s.sessions.avg()
	for _, w := range c.standing.of(c) {
		for n := range c.sessions {
			if held := (*w.tallies)[n]; held > 0 {
				r := float64(held) / norm(p, int(c.s.sessions.sizes[n]), avg)
				c.sessions[n] += w.weight * saturate(r, c.s.params.K1)
			}
		}
	}
}

// of returns the words of a call's query. They are taken from the rarest on while they fit the budget.
func (t *standing) of(c *call) []sessionWord {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := moment{c.s, c.s.docs.len(), c.s.dead}
	if t.as == now {
		return t.words
	}
	t.clear()
	spent := 0
	for _, g := range c.sessionWords() {
		df := c.groups[g].df
		if spent += df; spent > sessionBudget || df > perSession*c.s.sessions.live {
			break
		}
		t.words = append(t.words, c.tally(&c.groups[g]))
	}
	t.as = now
	return t.words
}

// clear gives the memory to others. No call is under way.
func (t *standing) clear() {
	for _, w := range t.words {
		tallies.Put(w.tallies)
	}
	t.as, t.words = moment{}, t.words[:0]
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

// tally counts the records of a group in each session.
func (c *call) tally(g *group) sessionWord {
	room := tallies.Get().(*[]int32)
	n := len(c.s.sessions.sizes)
	*room = slices.Grow((*room)[:0], n)[:n]
	clear(*room)
	holding := 0
	for _, v := range g.variants {
		for docs := range c.s.post.cursor(v.term).records {
			holding += c.s.tallySessions(docs, *room)
		}
	}
	if (*room)[0] > 0 { // records that are dead or have no session
		holding--
	}
	return sessionWord{g.weight * idf(c.s.sessions.live, holding), room}
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
