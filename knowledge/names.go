package knowledge

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/knowledge/mention"
	"github.com/lukasadb/lukasa/schema"
)

// Names are the names that an agent's entities bear: their own and their
// aliases. They are safe for concurrent use. Lookups read memory alone.
type Names struct {
	agent string
	size  atomic.Int64  // bytes, as of the last catching up
	shown atomic.Uint64 // ledger sequence that they show

	pull sync.Mutex // held while catching up

	mu       sync.RWMutex // guards what follows
	finder   mention.Finder
	index    map[schema.EntityKey]uint32 // into entities
	entities []entity
	into     map[uint32]schema.EntityKey // merged entities, and what stands for them
	types    map[schema.EntityType]bool  // that any key ever had
	bearers  []bearer
	free     uint32   // first unused bearer + 1
	users    []string // whose aliases there are; 0 is everyone
	userIDs  map[string]uint32
	bytes    int64 // of strings
}

// entity is what is kept of an entity. One that only an alias speaks of is not
// there.
type entity struct {
	key   schema.EntityKey
	name  string
	first uint32 // its first name + 1
	there bool
}

// bearer is one name of one entity.
type bearer struct {
	text       string
	entity     uint32
	user       uint32
	next       uint32 // the entity's next name + 1
	uses       uint32
	confidence float32
	alias      bool
	answered   bool
}

// Bearer is an entity that bears a name, and how the name is known.
type Bearer struct {
	Entity     schema.EntityKey // who bears it today, merges followed
	Given      schema.EntityKey // whom it was given to: another after a merge
	Text       string           // the name as it is known
	User       string           // whose alias it is; empty: everyone's
	Alias      bool             // false: the entity's own name
	Answered   bool             // an alias that somebody gave when asked whom the name means
	Confidence float64          // 0 to 1
	Uses       int              // of an alias, so far
}

// Known is what is kept of an entity in memory.
type Known struct {
	Key        schema.EntityKey
	Name       string
	MergedInto schema.EntityKey // empty: it stands for itself
}

// Found is a place in a text where a known name stands, and who may be meant,
// by key. More than one: the name is ambiguous.
type Found struct {
	Start, End int // bytes
	Bearers    []Bearer
}

func newNames(agent string) *Names {
	n := &Names{agent: agent}
	n.reset()
	return n
}

func (n *Names) reset() {
	n.finder = mention.Finder{}
	n.index, n.entities, n.into = map[schema.EntityKey]uint32{}, nil, map[uint32]schema.EntityKey{}
	n.types = map[schema.EntityType]bool{}
	n.bearers, n.free = nil, 0
	n.users, n.userIDs = []string{""}, map[string]uint32{"": 0}
	n.bytes = 0
}

// Entity returns what is known of an entity by its key.
func (n *Names) Entity(key schema.EntityKey) (Known, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	at, ok := n.index[key]
	if !ok || !n.entities[at].there {
		return Known{}, false
	}
	return n.known(at), true
}

func (n *Names) known(at uint32) Known {
	e := &n.entities[at]
	return Known{e.key, e.name, n.into[at]}
}

// Keyed returns the entities that have this key, or this key behind any type, as
// it is or in small letters: "person:ana" or "Ana". Merges are followed.
func (n *Names) Keyed(name string) []schema.EntityKey {
	n.mu.RLock()
	defer n.mu.RUnlock()
	var out []schema.EntityKey
	try := func(key string) {
		if at, ok := n.index[schema.EntityKey(key)]; ok && n.entities[at].there {
			out = append(out, n.survivor(schema.EntityKey(key)))
		}
	}
	for _, written := range slices.Compact([]string{name, strings.ToLower(name)}) {
		try(written)
		for t := range n.types {
			try(string(t) + ":" + written)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Survivor follows merges to the entity that stands for key today: key itself,
// where it was not merged.
func (n *Names) Survivor(key schema.EntityKey) schema.EntityKey {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.survivor(key)
}

// survivor's bound only guards against damage: merges make no circles, so that no
// chain of them is longer than there are merged entities.
func (n *Names) survivor(key schema.EntityKey) schema.EntityKey {
	for range len(n.into) {
		at, ok := n.index[key]
		if !ok {
			return key
		}
		next, merged := n.into[at]
		if !merged {
			return key
		}
		key = next
	}
	return key
}

// rank puts an entity's own name before its aliases.
func (b *Bearer) rank() int {
	if b.Alias {
		return 1
	}
	return 0
}

func (n *Names) bearer(at uint32) Bearer {
	b := &n.bearers[at]
	given := n.entities[b.entity].key
	return Bearer{
		Entity: n.survivor(given), Given: given, Text: b.text, User: n.users[b.user], Alias: b.alias, Answered: b.answered,
		Confidence: float64(b.confidence), Uses: int(b.uses),
	}
}

// Exact returns who bears exactly this name, by key: by an alias of the user's
// own if there is one, and by names that everyone uses otherwise. An empty user
// has none of their own.
func (n *Names) Exact(name, user string) []Bearer {
	return n.lookup(name, user, func(known string) bool { return known == name })
}

// Normalised is Exact without regard to case, width, punctuation between words
// and diacritics that only one side has.
func (n *Names) Normalised(name, user string) []Bearer {
	return n.lookup(name, user, func(known string) bool { return marksAgree(known, name) })
}

func (n *Names) lookup(name, user string, same func(known string) bool) []Bearer {
	n.mu.RLock()
	defer n.mu.RUnlock()
	m, ok := n.finder.Lookup(name)
	if !ok {
		return nil
	}
	return n.bearersOf(m, user, same)
}

// Find returns the known names in a text from left to right, the longest at each
// place.
func (n *Names) Find(s, user string) []Found { return n.findIn(mention.Read(s), user) }

func (n *Names) findIn(t *mention.Text, user string) []Found {
	n.mu.RLock()
	defer n.mu.RUnlock()
	var room [16]mention.Match
	var out []Found
	s := t.String()
	for _, m := range n.finder.Find(room[:0], t) {
		written := s[m.Start:m.End]
		b := n.bearersOf(m, user, func(known string) bool { return marksAgree(known, written) })
		if len(b) > 0 {
			out = append(out, Found{m.Start, m.End, b})
		}
	}
	return out
}

// bearersOf picks, of those who bear the name of a match as same demands it, the
// user's own or else everyone's, each entity once and by key.
func (n *Names) bearersOf(m mention.Match, user string, same func(known string) bool) []Bearer {
	mine, known := n.userIDs[user]
	var own, all []Bearer
	for at := range n.finder.Bearers(m) {
		b := &n.bearers[at]
		switch {
		case !same(b.text):
		case b.user == 0:
			all = append(all, n.bearer(at))
		case known && b.user == mine:
			own = append(own, n.bearer(at))
		}
	}
	if len(own) > 0 {
		return eachOnce(own)
	}
	return eachOnce(all)
}

// eachOnce sorts bearers by entity and keeps the surest name of each.
func eachOnce(list []Bearer) []Bearer {
	if len(list) < 2 {
		return list
	}
	slices.SortFunc(list, func(a, b Bearer) int {
		return cmp.Or(cmp.Compare(a.Entity, b.Entity), cmp.Compare(b.Confidence, a.Confidence),
			cmp.Compare(b.Uses, a.Uses), cmp.Compare(a.rank(), b.rank()), cmp.Compare(a.Text, b.Text))
	})
	return slices.CompactFunc(list, func(a, b Bearer) bool { return a.Entity == b.Entity })
}

// marksAgree tells whether two names that are the same letters may be one: where
// both carry diacritics, those are the same ("Hà" is not "Hạ", "Ha" may be
// either).
func marksAgree(known, written string) bool {
	if isASCII(known) || isASCII(written) {
		return true
	}
	a, b := wordsOf(known), wordsOf(written)
	if len(a) != len(b) {
		return true // not words that can be compared one by one
	}
	for i := range a {
		if a[i] != b[i] && text.Plain(a[i]) != a[i] && text.Plain(b[i]) != b[i] {
			return false
		}
	}
	return true
}

func wordsOf(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return strings.ContainsRune(" \t\n-_.'&", r) })
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
