package store

import (
	"hash/fnv"
	"sync"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// echoes remembers what was recalled lately, so that an agent that stores its
// own context does not learn its memories anew from it (900-09). It lives in
// memory and is bounded: a loop closes within minutes.
type echoes struct {
	mu     sync.Mutex
	recent map[string][]echo // by agent, oldest first
}

// echo is the fingerprint of a recalled text.
type echo struct {
	id      schema.ID
	version int
	exact   [16]byte
	similar uint64
	figures uint64 // of the words that change what is said: numbers, codes, negations
	words   int
}

const (
	// echoesKept is how many recalled records are remembered for each agent.
	echoesKept = 256
	// Texts of fewer words say too little to be told from chance.
	echoExactWords = 4
	echoNearWords  = 10
	// echoDistance is the greatest Simhash distance of a text retold.
	echoDistance = 3
)

// Recalled notes that records were shown to an agent. The texts of those that were
// shown to it lately are not read again, and the others not while the lock is held.
func (s *Store) Recalled(records ...*schema.Experience) {
	records = s.echoes.again(records)
	fresh := make([]echo, len(records))
	for i, e := range records {
		fresh[i] = echoOf(e)
	}
	s.echoes.mu.Lock()
	defer s.echoes.mu.Unlock()
	if s.echoes.recent == nil {
		s.echoes.recent = map[string][]echo{}
	}
	for i, e := range records {
		list := s.echoes.recent[e.Agent]
		list = append(list, fresh[i])
		s.echoes.recent[e.Agent] = list[max(0, len(list)-echoesKept):]
	}
}

// again makes the echoes of records that are known as they are the latest, and
// returns the other records.
func (m *echoes) again(records []*schema.Experience) (unknown []*schema.Experience) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range records {
		list := m.recent[e.Agent]
		at := len(list) - 1
		for at >= 0 && (list[at].id != e.ID || list[at].version != e.Version) {
			at--
		}
		if at < 0 {
			unknown = append(unknown, e)
			continue
		}
		known := list[at]
		copy(list[at:], list[at+1:])
		list[len(list)-1] = known
	}
	return unknown
}

// Echoed returns the recalled record whose text e retells, word for word or
// nearly, and whether there is one.
func (s *Store) Echoed(e *schema.Experience) (schema.ID, bool) {
	s.echoes.mu.Lock()
	defer s.echoes.mu.Unlock()
	list := s.echoes.recent[e.Agent]
	if len(list) == 0 {
		return schema.ID{}, false
	}
	told := echoOf(e)
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].retoldBy(told) {
			return list[i].id, true
		}
	}
	return schema.ID{}, false
}

func echoOf(e *schema.Experience) echo {
	words := e.Text()
	out := echo{id: e.ID, version: e.Version, exact: text.Fingerprint(words), similar: text.Simhash(words)}
	figures := fnv.New64a()
	for w := range traits.Tokens(words) {
		out.words++
		if traits.Decides(w.Word) {
			figures.Write([]byte(w.Word + " "))
		}
	}
	out.figures = figures.Sum64()
	return out
}

func (e echo) retoldBy(o echo) bool {
	least := min(e.words, o.words)
	return least >= echoExactWords && e.exact == o.exact ||
		least >= echoNearWords && e.figures == o.figures && text.SimhashDistance(e.similar, o.similar) <= echoDistance
}
