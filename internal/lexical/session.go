package lexical

import (
	"cmp"
	"slices"
	"sync"

	"github.com/lukasadb/lukasa/internal/paged"
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

// CountSessions counts the words of the query in the sessions, as of now. Whoever has time for it before it asks about records saves
// the first of these calls from doing so. It fails with ErrClosed after Close.
func (p *Prepared) CountSessions() error {
	p.x.mu.RLock()
	defer p.x.mu.RUnlock()
	s := p.x.st
	if s == nil {
		return ErrClosed
	}
	if s.countsSessions() {
		p.standing.of(s, p.resolve(s))
	}
	return nil
}

// countsSessions tells whether sessions matter to scores.
func (s *state) countsSessions() bool { return s.sessions.live > 0 && s.params.Session.Weight != 0 }

// sessionScores fills c.sessions for the sessions of some records: the addend of the records' scores before its weight.
func (c *call) sessionScores(docs []uint32) {
	if !c.s.countsSessions() {
		return
	}
	for _, doc := range docs {
		if n := *c.s.ofSession.At(doc); n != 0 {
			c.sessions[n] = 0
		}
	}
	if len(c.sessions) == 0 {
		return
	}
	p, avg := c.s.params.Session, c.s.sessions.avg()
	for _, w := range c.standing.of(c.s, c.groups) {
		for n := range c.sessions {
			if held := (*w.tallies)[n]; held > 0 {
				r := float64(held) / norm(p, int(c.s.sessions.sizes[n]), avg)
				c.sessions[n] += w.weight * saturate(r, c.s.params.K1)
			}
		}
	}
}

// of returns the words of a query. They are taken from the rarest on while they fit the budget.
func (t *standing) of(s *state, groups []group) []sessionWord {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := moment{s, s.docs.Len(), s.dead}
	if t.as == now {
		return t.words
	}
	t.clear()
	spent := 0
	for _, g := range sessionWords(groups) {
		if spent += g.df; spent > sessionBudget || g.df > perSession*s.sessions.live {
			break
		}
		t.words = append(t.words, s.inSessions(g))
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
func sessionWords(groups []group) []*group {
	order := make([]*group, 0, len(groups))
	for i := range groups {
		if g := &groups[i]; g.scores() && !g.stop && g.in == 0 && g.kind != Phrase && g.df > 0 {
			order = append(order, g)
		}
	}
	slices.SortStableFunc(order, func(a, b *group) int { return cmp.Compare(a.df, b.df) })
	return order
}

// inSessions counts the records of a group in each session.
func (s *state) inSessions(g *group) sessionWord {
	room := tallies.Get().(*[]int32)
	n := len(s.sessions.sizes)
	*room = slices.Grow((*room)[:0], n)[:n]
	clear(*room)
	holding := 0
	for _, v := range g.variants {
		for docs := range s.post.cursor(v.term).records {
			holding += s.tallySessions(docs, *room)
		}
	}
	if (*room)[0] > 0 { // records that are dead or have no session
		holding--
	}
	return sessionWord{g.weight * idf(s.sessions.live, holding), room}
}

// tallySessions counts records into their sessions and returns how many of these had none before. Records are in order.
func (s *state) tallySessions(docs []uint32, tallies []int32) (begun int) {
	var page []uint32
	at := -1
	for _, doc := range docs {
		if int(doc/paged.PageSize) != at {
			at = int(doc / paged.PageSize)
			page = s.ofSession.Pages()[at]
		}
		n := page[doc%paged.PageSize]
		if tallies[n] == 0 {
			begun++
		}
		tallies[n]++
	}
	return begun
}

// session is the score of the session of a record that the call is about.
func (c *call) session(doc uint32) float64 {
	return c.sessions[*c.s.ofSession.At(doc)]
}
