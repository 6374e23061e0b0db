package names

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Index finds, among many names, those that may be alike to one. It keeps, for
// every name, keys of what two alike names have in common: a word, a word with
// one letter less, the full form of a nickname, all letters together, initials.
//
// Reading is safe for concurrent use, as long as nothing is added or removed
// meanwhile. The zero Index is empty and ready for use.
type Index struct {
	names    []entry
	postings map[uint64][]int32
	live     int
	rooms    sync.Pool // of *room, so that a search need not clear a place for every name
}

type entry struct {
	text, typ string
	form      *Form // nil beyond mostParsed
	dead      bool
}

// parsed is the form of a name.
func (e *entry) parsed() *Form {
	if e.form != nil {
		return e.form
	}
	return Parse(e.text, e.typ)
}

// room is where a search counts: what is told of each name, 0 between searches,
// and the names that something was told of.
type room struct {
	told []float32
	seen []int32
}

func (r *room) fit(names int) {
	if more := names - len(r.told); more > 0 {
		r.told = append(r.told, make([]float32, more)...)
	}
}

func (r *room) tell(n int32, what float32) {
	if r.told[n] == 0 {
		r.seen = append(r.seen, n)
	}
	r.told[n] += what
}

func (r *room) clear() {
	for _, n := range r.seen {
		r.told[n] = 0
	}
	r.seen = r.seen[:0]
}

// Match is a name of an index that is alike to the one searched for.
type Match struct {
	Name int // as Add numbered it
	Likeness
}

// Bounds of a search.
const (
	mostCompared = 48     // names that are compared word by word
	mostVisited  = 30_000 // places of names under keys; rare keys are visited first
)

// mostParsed is how many names are kept parsed, at about half a KB each. Names
// beyond are parsed for every comparison.
const mostParsed = 100_000

// Add puts a name into the index and returns its number: 0 for the first, one
// more for each.
func (x *Index) Add(name, typ string) int {
	if x.postings == nil {
		x.postings = map[uint64][]int32{}
	}
	n := len(x.names)
	f := Parse(name, typ)
	e := entry{text: name, typ: typ}
	if n < mostParsed {
		e.form = f
	}
	x.names = append(x.names, e)
	x.live++
	for _, k := range keys(f, isName, hasInitials) {
		x.postings[k] = append(x.postings[k], int32(n))
	}
	return n
}

// Remove takes a name out by its number. Its keys stay until the index is made
// anew.
func (x *Index) Remove(n int) {
	if n >= 0 && n < len(x.names) && !x.names[n].dead {
		x.names[n] = entry{dead: true}
		x.live--
	}
}

// Len is how many names there are.
func (x *Index) Len() int { return x.live }

// Search returns the names that score at least least, best first, ties in the
// order of adding; at most k.
func (x *Index) Search(f *Form, least float64, k int) []Match {
	var out []Match
	for _, n := range x.candidates(f) {
		if l := Compare(f, x.names[n].parsed()); l.Score >= least && l.Score > 0 {
			out = append(out, Match{int(n), l})
		}
	}
	slices.SortFunc(out, func(a, b Match) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Name, b.Name))
	})
	return out[:min(len(out), k)]
}

// candidates returns the names that share most with f, by what each shared key
// tells: the fewer names have it, the more.
func (x *Index) candidates(f *Form) []int32 {
	lists := x.sharing(f)
	in, _ := x.rooms.Get().(*room)
	if in == nil {
		in = &room{}
	}
	defer x.rooms.Put(in)
	in.fit(len(x.names))
	visited := 0
	for i, list := range lists {
		if visited += len(list); i > 0 && visited > mostVisited {
			break
		}
		idf := float32(math.Log1p(float64(len(x.names)) / float64(len(list))))
		for _, n := range list[:min(len(list), mostVisited)] {
			in.tell(n, idf)
		}
	}
	top := x.best(in.seen, in.told)
	in.clear()
	return top
}

// sharing lists, for each key of f that names have, those names; the shortest
// list first.
func (x *Index) sharing(f *Form) [][]int32 {
	var lists [][]int32
	for _, k := range keys(f, hasInitials, isName) {
		if p := x.postings[k]; len(p) > 0 {
			lists = append(lists, p)
		}
	}
	slices.SortStableFunc(lists, func(a, b []int32) int { return len(a) - len(b) })
	return lists
}

// best returns the living names that most is told of, ties by number.
func (x *Index) best(seen []int32, told []float32) []int32 {
	order := func(a, b int32) int { return cmp.Or(cmp.Compare(told[b], told[a]), cmp.Compare(a, b)) }
	top := make([]int32, 0, mostCompared+1)
	for _, n := range seen {
		if x.names[n].dead || len(top) == mostCompared && order(n, top[len(top)-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, n, order)
		top = slices.Insert(top, at, n)
		top = top[:min(len(top), mostCompared)]
	}
	return top
}

// Kinds of keys for initials. A name is kept under those that it has, as the one,
// and where it may be an acronym under itself, as the other. What is searched for
// looks the other way round, for two names of equal initials have nothing in
// common.
const (
	hasInitials = 'i'
	isName      = 'a'
)

// keys lists the hashes by which a name is found, each once.
func keys(f *Form, acronym, initials byte) []uint64 {
	t := words()
	list := []uint64{hash('j', f.joined), blankless('j', f.key)}
	if f.code != "" {
		list = append(list, hash('c', f.code), hash('j', f.code))
	}
	for i := range f.words[:min(len(f.words), mostRead)] {
		w := &f.words[i]
		list = append(list, hash('w', w.plain))
		if said := w.said(); len(said) <= longest {
			list = append(list, soundHash(said))
			if name := t.semitic[w.roman]; name != "" {
				list = append(list, hash('w', name))
			}
			for _, name := range t.full[cmp.Or(t.semitic[w.roman], w.roman)] {
				list = append(list, hash('n', name))
			}
		}
		for _, name := range t.full[w.plain] {
			list = append(list, hash('n', name))
		}
		if w.runes >= oneEdit-1 && w.runes <= longest {
			list = appendShorter(list, w.plain)
		}
	}
	for i := 1; i < min(len(f.words), maxWords); i++ {
		list = append(list, and(hash('w', f.words[i-1].plain), f.words[i].plain))
	}
	for _, s := range f.initial {
		list = append(list, hash(initials, s))
		if len(s) > fewestShortened {
			list = append(list, hash(initials, s[:len(s)-1]))
		}
	}
	if n := len(f.words); n > 1 && n <= maxWords {
		list = append(list, hash(initials, f.firsts()))
	}
	if f.script != latin {
		list = appendReadings(list, f)
	}
	if f.capital {
		list = append(list, hash(acronym, f.joined))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// firsts are the first letters of the words, without what stands before or behind a name
// such as Dr. or Jr.
func (f *Form) firsts() string {
	var b strings.Builder
	for i := range f.words {
		b.WriteRune(f.words[i].first)
	}
	return b.String()
}

// appendShorter appends a word and the word without each of its letters: two
// words one mistake apart have one of these in common, and most that are two
// apart.
func appendShorter(list []uint64, w string) []uint64 {
	list = append(list, hash('d', w))
	for i, r := range w {
		list = append(list, hash('d', w[:i]+w[i+len(string(r)):]))
	}
	return list
}

// said is a word in Latin letters, if it can be written so.
func (w *word) said() string {
	if w.roman != "" {
		return w.roman
	}
	return w.plain
}

// appendReadings appends the keys of a name in characters: as one, its family
// name in front and behind, and each of the two.
func appendReadings(list []uint64, f *Form) []uint64 {
	whole := f.words[0].plain
	for i := 1; i < len(f.words); i++ {
		whole += f.words[i].plain
	}
	_, n := utf8.DecodeRuneInString(whole)
	family, given := romanise(whole[:n], f.script), romanise(whole[n:], f.script)
	return append(list, hash('j', f.roman), hash('j', given+family), soundHash(f.roman), soundHash(family), soundHash(given))
}

// hash is FNV-1a over a kind and a text.
func hash(kind byte, s string) uint64 {
	return and((uint64(14695981039346656037)^uint64(kind))*1099511628211, s)
}

// blankless is the hash of a text without its blanks.
func blankless(kind byte, s string) uint64 {
	h := hash(kind, "")
	for i := range len(s) {
		if s[i] != ' ' {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
	}
	return h
}

// and goes on hashing.
func and(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// soundHash is the hash of the consonants of a word, those of one sound as one:
// what it is in another script has the same.
func soundHash(s string) uint64 {
	h, last := hash('s', ""), byte(0)
	for i := range len(s) {
		c := consonantClass[s[i]]
		if c != 0 && c != last {
			h = (h ^ uint64(c)) * 1099511628211
		}
		if last = c; s[i] == 'x' { // as ks
			last = 's'
			h = (h ^ uint64(last)) * 1099511628211
		}
	}
	return h
}

// consonantClass gives bytes the consonant that they sound like.
var consonantClass = func() (t [256]byte) {
	for _, set := range [...]string{"kcqgx", "pbf", "td", "sz", "l", "r", "m", "n"} {
		for i := range len(set) {
			t[set[i]] = set[0]
		}
	}
	return t
}()
