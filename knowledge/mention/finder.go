package mention

import (
	"iter"
	"math"

	"github.com/lukasadb/lukasa/internal/text"
)

// MaxWords is how many words of a name are looked at. A longer one is not kept.
const MaxWords = 16

// Match is a known name in a text, and who bears it.
type Match struct {
	Start, End int // bytes of the text
	node       uint32
}

// Finder holds known names and finds them in texts. Names are compared without
// case, width and diacritics; who needs more compares what [Finder.Bearers]
// gives with the text itself.
//
// It is not safe for concurrent use while names are added or removed; any number
// of readers may share it otherwise. The zero value has no names.
type Finder struct {
	words   map[string]uint32 // folded words, numbered
	edges   map[uint64]uint32 // node and word to the node behind
	first   []uint32          // by node: its first bearer + 1; 0 for none
	bearers []bearer
	free    uint32 // first bearer that was removed + 1
	names   int
	bytes   int64 // of the words
}

// bearer is one who bears the name of a node.
type bearer struct {
	id   uint32
	next uint32 // the next one + 1
}

// Len returns how many names were added and not removed.
func (f *Finder) Len() int { return f.names }

// Bytes returns what the finder holds in memory, about.
func (f *Finder) Bytes() int64 {
	const wordCost, edgeCost = 48, 24 // of map entries, at their mean load
	return f.bytes + int64(len(f.words))*wordCost + int64(len(f.edges))*edgeCost + int64(cap(f.first))*4 + int64(cap(f.bearers))*8
}

// Add makes id a bearer of a name and tells whether the name can be found: it
// has a letter or digit and not too many words.
func (f *Finder) Add(name string, id uint32) bool {
	node, ok := f.walk(name, true)
	if !ok {
		return false
	}
	at := f.free
	if at == 0 {
		f.bearers = append(f.bearers, bearer{})
		at = uint32(len(f.bearers)) //nolint:gosec // memory ends long before
	} else {
		f.free = f.bearers[at-1].next
	}
	f.bearers[at-1] = bearer{id, f.first[node]}
	f.first[node] = at
	f.names++
	return true
}

// Remove takes a name away from id; other bearers keep it.
func (f *Finder) Remove(name string, id uint32) {
	node, ok := f.walk(name, false)
	if !ok {
		return
	}
	for link := &f.first[node]; *link != 0; link = &f.bearers[*link-1].next {
		at := *link
		if f.bearers[at-1].id == id {
			*link = f.bearers[at-1].next
			f.bearers[at-1] = bearer{next: f.free}
			f.free = at
			f.names--
			return
		}
	}
}

// walk follows the words of a name, with grow making the nodes that are not
// there yet. ok is false when there is no such node, or the name has no words.
func (f *Finder) walk(name string, grow bool) (node uint32, ok bool) {
	var room [MaxWords + 1]token
	list := trimSigns(tokens(room[:0], name), name)
	if len(list) == 0 || len(list) > MaxWords {
		return 0, false
	}
	if grow && f.words == nil {
		f.words, f.edges, f.first = map[string]uint32{}, map[uint64]uint32{}, make([]uint32, 1)
	}
	var key [64]byte
	for _, t := range list {
		w, known := f.number(folded(key[:0], name[t.start:t.end]), grow)
		if !known {
			return 0, false
		}
		next, there := f.edges[edge(node, w)]
		if !there {
			if !grow {
				return 0, false
			}
			next = uint32(len(f.first)) //nolint:gosec // memory ends long before
			f.first = append(f.first, 0)
			f.edges[edge(node, w)] = next
		}
		node = next
	}
	return node, true
}

func edge(node, word uint32) uint64 { return uint64(node)<<32 | uint64(word) }

func (f *Finder) number(key []byte, grow bool) (uint32, bool) {
	w, ok := f.words[string(key)]
	if !ok && grow {
		w, ok = uint32(len(f.words)), true //nolint:gosec // memory ends long before
		f.words[string(key)] = w
		f.bytes += int64(len(key)+15) &^ 15
	}
	return w, ok
}

// trimSigns drops the signs around a name, but not those that end the names of
// languages: C++, C#.
func trimSigns(list []token, s string) []token {
	for len(list) > 0 && list[0].kind == sign {
		list = list[1:]
	}
	for len(list) > 1 && list[len(list)-1].kind == sign && !endsName(s[list[len(list)-1].start]) {
		list = list[:len(list)-1]
	}
	return list
}

func endsName(c byte) bool { return c == '+' || c == '#' }

// Lookup returns the match of a text that is one name and nothing else.
func (f *Finder) Lookup(name string) (Match, bool) {
	node, ok := f.walk(name, false)
	if !ok || f.first[node] == 0 {
		return Match{}, false
	}
	return Match{0, len(name), node}, true
}

// Bearers yields who bears the name of a match, in no order.
func (f *Finder) Bearers(m Match) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for at := f.first[m.node]; at != 0; at = f.bearers[at-1].next {
			if !yield(f.bearers[at-1].id) {
				return
			}
		}
	}
}

// unknown numbers a word that is in no name.
const unknown = math.MaxUint32

// Find appends the known names in a text, from left to right, the longest at each
// place (M3).
func (f *Finder) Find(dst []Match, t *Text) []Match {
	if f.names == 0 {
		return dst
	}
	numbers := f.numbers(t)
	for i := 0; i < len(t.list); {
		if numbers[i] == unknown || !begins(t.list, i) {
			i++
			continue
		}
		n, node := f.longest(t.list, numbers, i, t.s)
		if n == 0 {
			i++
			continue
		}
		dst = append(dst, Match{t.list[i].start, t.list[i+n-1].end, node})
		i += n
	}
	return dst
}

// numbers looks up every token once.
func (f *Finder) numbers(t *Text) []uint32 {
	out := make([]uint32, len(t.list))
	var room [64]byte
	for i, key := range t.keys {
		w, ok := f.words[key] // the key of a word in ASCII is its plain form
		if !ok && !isASCII(key) {
			w, ok = f.words[string(text.AppendPlain(room[:0], key))]
		}
		if out[i] = w; !ok {
			out[i] = unknown
		}
	}
	return out
}

// longest returns how many tokens from i on make the longest name, and its node;
// none when no name begins there.
func (f *Finder) longest(list []token, numbers []uint32, i int, s string) (n int, node uint32) {
	at := uint32(0)
	for j := i; j < len(list) && j-i < MaxWords; j++ {
		if numbers[j] == unknown {
			break
		}
		next, ok := f.edges[edge(at, numbers[j])]
		if !ok {
			break
		}
		at = next
		if f.first[at] != 0 && ends(list, i, j, s) {
			n, node = j-i+1, at
		}
	}
	return n, node
}

// begins tells whether a name may begin with a token (M2).
func begins(list []token, i int) bool {
	if i == 0 || !list[i].glued {
		return list[i].kind != sign
	}
	switch list[i].kind {
	case syllable:
		return list[i-1].kind != syllable
	case sign:
		return false
	}
	return true
}

// ends tells whether the tokens i to j may be a name: it does not stop inside a
// name such as C++, and is more than one character where words have no ends.
func ends(list []token, i, j int, s string) bool {
	t := list[j]
	if i == j && (t.kind == single || t.kind == syllable) {
		return alone(list, i)
	}
	if j+1 < len(list) && list[j+1].glued && list[j+1].kind == sign && t.kind == word {
		return !endsName(s[list[j+1].start])
	}
	return true
}

// alone tells whether a character has none of its script on either side.
func alone(list []token, i int) bool {
	before := i > 0 && list[i].glued && list[i-1].kind == list[i].kind
	after := i+1 < len(list) && list[i+1].glued && list[i+1].kind == list[i].kind
	return !before && !after
}
