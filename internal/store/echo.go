package store

import (
	"cmp"
	"slices"
	"sync"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/claim"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// echoes remembers what was recalled lately, so that an agent that stores its
// own context does not learn its memories anew from it (900-09). It lives in
// memory and is bounded: a loop closes within minutes.
type echoes struct {
	limit  int // of the agents in recent and in before, each; 0: echoingAgents
	mu     sync.Mutex
	recent map[string][]Shown // by agent, oldest first
	before map[string][]Shown // of agents that were shown nothing since recent was full
}

// Shown is a record that an answer showed.
type Shown struct {
	Agent   string
	ID      schema.ID
	Version int
	Simhash uint64 // of its text
	says    *saying
}

// ShownAs is a record as an answer shows it, with the Simhash of its text.
func ShownAs(e *schema.Experience, simhash uint64) Shown {
	out := Shown{Agent: e.Agent, ID: e.ID, Version: e.Version, Simhash: simhash}
	if words := e.Text(); e.Kind != schema.KindMessage && len(words) <= echoClaimBytes {
		out.says = &saying{words: words}
	}
	return out
}

// saying is what a text says, which is read when something is retained that may say it again:
// most of what is shown never is.
type saying struct {
	once  sync.Once
	words string // until it is read
	claim uint64 // its [claim.Claim.Key]
}

// key returns 0 where there is nothing to say again: of a message, of a long text, and of what was
// shown too long ago.
func (s *saying) key() uint64 {
	if s == nil {
		return 0
	}
	s.once.Do(func() {
		c := claim.Read(s.words)
		s.claim, s.words = c.Key(), ""
	})
	return s.claim
}

const (
	// echoesKept is how many recalled records are remembered for each agent, and echoesRead of how
	// many of these, the latest, what they say.
	echoesKept = 256
	echoesRead = 64
	// echoingAgents is how many agents they are remembered for, at least.
	echoingAgents = 4_096
	// Texts of fewer words say too little to be told from chance.
	echoExactWords = 4
	echoNearWords  = 10
	// Longer texts are retold nearly word for word, or not at all.
	echoClaimBytes = 1 << 9
	// echoDistance is the greatest Simhash distance of a text retold.
	echoDistance = 3
)

// Recalled notes that records were shown.
func (s *Store) Recalled(records ...Shown) {
	m := &s.echoes
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range records {
		list := append(slices.DeleteFunc(m.take(r.Agent), r.again), r)
		if old := len(list) - echoesRead - 1; old >= 0 {
			list[old].says = nil
		}
		m.recent[r.Agent] = list[max(0, len(list)-echoesKept):]
	}
}

// take returns what was shown to an agent, for which there is room in recent then.
func (m *echoes) take(agent string) []Shown {
	if list, ok := m.recent[agent]; ok {
		return list
	}
	if m.recent == nil || len(m.recent) >= cmp.Or(m.limit, echoingAgents) {
		m.recent, m.before = map[string][]Shown{}, m.recent
	}
	list := m.before[agent]
	delete(m.before, agent)
	return list
}

// shown returns what was shown to an agent, oldest first.
func (m *echoes) shown(agent string) []Shown {
	m.mu.Lock()
	defer m.mu.Unlock()
	list, ok := m.recent[agent]
	if !ok {
		list = m.before[agent]
	}
	return slices.Clone(list)
}

func (r Shown) again(o Shown) bool { return r.ID == o.ID && r.Version == o.Version }

// Echoed returns the recalled record whose text e retells, word for word or nearly, and
// whether there is one. Texts that are alike by their fingerprints are read by r, which
// knows all that was written.
func (s *Store) Echoed(r *ledger.Reader, e *schema.Experience) (schema.ID, bool, error) {
	alike := s.echoes.alike(e)
	if len(alike) == 0 {
		return schema.ID{}, false, nil
	}
	told := echoOf(e)
	for _, shown := range alike {
		was, err := shown.read(r)
		if err != nil {
			return schema.ID{}, false, err
		}
		if was != nil && echoOf(was).retoldBy(told) {
			return shown.ID, true, nil
		}
	}
	return schema.ID{}, false, nil
}

// read returns the record as it was shown; nil if that version is gone.
func (r Shown) read(from *ledger.Reader) (*schema.Experience, error) {
	for v, err := range from.History(schema.TypeExperience, string(r.ID[:])) {
		if err != nil {
			return nil, err
		}
		if e, ok := v.Object.(*schema.Experience); ok && !v.Deleted && e.Version == r.Version {
			return e, nil
		}
	}
	return nil, nil
}

// alike returns the records shown to the agent of e whose texts may be that of e, the
// latest first.
func (m *echoes) alike(e *schema.Experience) (out []Shown) {
	shown := m.shown(e.Agent)
	if len(shown) == 0 {
		return nil
	}
	print := ShownAs(e, text.Simhash(e.Text()))
	says := print.says.key()
	for _, r := range slices.Backward(shown) {
		if text.SimhashDistance(r.Simhash, print.Simhash) <= echoDistance || says != 0 && says == r.says.key() {
			out = append(out, r)
		}
	}
	return out
}

// echo is what tells a text from others.
type echo struct {
	exact   [16]byte
	similar uint64
	claim   claim.Claim
	words   int
}

func echoOf(e *schema.Experience) echo {
	words := e.Text()
	out := echo{exact: text.Fingerprint(words), similar: text.Simhash(words), claim: claim.Read(words)}
	for range traits.Tokens(words) {
		out.words++
	}
	return out
}

// retoldBy tells whether o says nothing but what e says: in its words, in others, or in
// nearly all of them.
func (e echo) retoldBy(o echo) bool {
	if least := min(e.words, o.words); least < echoExactWords {
		return false
	}
	if e.exact == o.exact {
		return true
	}
	switch claim.Compare(&e.claim, &o.claim) {
	case claim.Same:
		return true
	case claim.Less:
		return min(e.words, o.words) >= echoNearWords && text.SimhashDistance(e.similar, o.similar) <= echoDistance
	}
	return false
}
