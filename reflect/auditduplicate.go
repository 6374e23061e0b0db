package reflect

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/claim"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// print is what an audit keeps of a live record.
type print struct {
	id       schema.ID
	exact    [16]byte // of its subject and its content hash
	near     uint64   // as text.Simhash
	decisive uint64   // of its subject and what decides a claim, as figures and negations; 0: too short to be near another
	claim    uint64   // of its subject and its claim's key; 0: too short or too long to say what another says in other words
}

const (
	nearWords  = 10      // least number of words at which a Simhash says something
	claimLeast = 4       // least length of a claim that is no chance
	claimBytes = 1 << 10 // most of a text that another may say in other words
)

func printOf(e *schema.Experience) print {
	words := e.Text()
	about := subject(e)
	sum := sha256.Sum256([]byte(about + "\x00" + e.Hash))
	p := print{id: e.ID}
	copy(p.exact[:], sum[:])
	of := fnv.New64a()
	of.Write([]byte(about))
	c := claim.Read(words)
	if c.Len() >= claimLeast && len(words) <= claimBytes {
		p.claim = max(1, c.Key()^of.Sum64())
	}
	if len(traits.Tokenize(words)) >= nearWords {
		p.near, p.decisive = text.Simhash(words), max(1, c.Decisive()^of.Sum64())
	}
	return p
}

// subject is what two records must share to be duplicates: what is known of one
// user is not known of another who said the same words.
func subject(e *schema.Experience) string {
	about := string(e.Kind) + "\x00" + e.User()
	if s := e.Statement; s != nil {
		about += "\x00" + string(s.Subject) + "\x00" + s.Predicate + "\x00" + s.Object()
	}
	return about
}

// duplicates tells the sets of records with the same content.
func (a *audit) duplicates() error {
	sets := newSets(len(a.prints))
	order := sets.order()
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(slices.Compare(a.prints[i].exact[:], a.prints[j].exact[:]), cmp.Compare(i, j))
	})
	for n := 1; n < len(order); n++ {
		if a.prints[order[n-1]].exact == a.prints[order[n]].exact {
			sets.join(order[n-1], order[n])
		}
	}
	return a.tellSets(FindingDuplicate, "the same content", sets)
}

// A pair of Simhashes that differ in at most three of 64 bits agrees in one of
// four bands of 16, and of the other 48 bits in one of four pieces of 12. So
// sixteen times the records are sorted by such 28 bits, and only neighbours with
// the same ones are compared (Manku, Jain and Das Sarma, "Detecting
// near-duplicates for web crawling", 2007). Among very many that agree, as texts
// from one template do, each is compared with the reach next ones alone, which
// bounds the work at 16 · reach comparisons a record.
const (
	nearDistance = 3
	nearBands    = 4
	bandBits     = 64 / nearBands
	pieceBits    = (64 - bandBits) / nearBands
	reach        = 64
)

// nearDuplicates tells the sets of records that say the same in other words, or have
// nearly the same words and all that decides what they say, that are not the same content.
func (a *audit) nearDuplicates() error {
	order := a.distinct()
	sets := newSets(len(a.prints))
	if err := a.nearWords(slices.DeleteFunc(slices.Clone(order), func(i int32) bool { return a.prints[i].decisive == 0 }), sets); err != nil {
		return err
	}
	if err := a.restated(order, sets); err != nil {
		return err
	}
	return a.tellSets(FindingNearDuplicate, "nearly the same words", sets)
}

// nearWords joins records with nearly the same words. Each processor sorts tables of its
// own; which of them finds a pair first does not show in the sets.
func (a *audit) nearWords(order []int32, sets sets) error {
	var joining sync.Mutex // guards sets
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), nearBands*nearBands) {
		workers.Go(func() {
			rows := make([]banded, len(order))
			for table := int(next.Add(1)) - 1; table < nearBands*nearBands && a.ctx.Err() == nil; table = int(next.Add(1)) - 1 {
				a.sortTable(rows, order, table)
				a.neighbours(rows, func(i, j int32) {
					joining.Lock()
					defer joining.Unlock()
					sets.join(i, j)
				})
			}
		})
	}
	workers.Wait()
	return a.ctx.Err()
}

// banded is a row of a table: a Simhash with the bits that count in it first, and
// whose it is.
type banded struct {
	bits uint64
	of   int32
}

// sortTable fills a table and sorts it.
func (a *audit) sortTable(rows []banded, order []int32, table int) {
	for n, i := range order {
		rows[n] = banded{bandFirst(a.prints[i].near, table), i}
	}
	slices.SortFunc(rows, func(x, y banded) int { return cmp.Or(cmp.Compare(x.bits, y.bits), cmp.Compare(x.of, y.of)) })
}

// neighbours yields the pairs of a table that are near duplicates.
func (a *audit) neighbours(rows []banded, pair func(i, j int32)) {
	const agree = 64 - bandBits - pieceBits
	for n, x := range rows {
		for _, y := range rows[n+1 : min(len(rows), n+1+reach)] {
			if x.bits>>agree != y.bits>>agree {
				break
			}
			if text.SimhashDistance(x.bits, y.bits) <= nearDistance && a.prints[x.of].decisive == a.prints[y.of].decisive {
				pair(x.of, y.of)
			}
		}
	}
}

// bandFirst is a Simhash with the band and the piece by which a table is sorted
// moved to the front, and the others behind them in their order.
func bandFirst(near uint64, table int) uint64 {
	near = toFront(near, 64, table/nearBands*bandBits, bandBits)
	return near&^(1<<(64-bandBits)-1) | toFront(near&(1<<(64-bandBits)-1), 64-bandBits, table%nearBands*pieceBits, pieceBits)
}

// toFront moves count bits, from the bit at on, in front of the others of the
// lowest width bits.
func toFront(x uint64, width, at, count int) uint64 {
	front := x >> at & (1<<count - 1)
	rest := x>>(at+count)<<at | x&(1<<at-1)
	return front<<(width-count) | rest
}

// distinct lists the records that are neither too short nor too long to be near another,
// one of each content: the oldest.
func (a *audit) distinct() []int32 {
	seen := make(map[[16]byte]bool, len(a.prints))
	var out []int32
	for i := range a.prints {
		if p := &a.prints[i]; p.decisive|p.claim != 0 && !seen[p.exact] {
			seen[p.exact] = true
			out = append(out, int32(i))
		}
	}
	return out
}

// tellSets tells every set of more than one record, by its oldest.
func (a *audit) tellSets(kind FindingKind, what string, s sets) error {
	order := s.order()
	slices.SortFunc(order, func(i, j int32) int { return cmp.Or(cmp.Compare(s.first(i), s.first(j)), cmp.Compare(i, j)) })
	for at := 0; at < len(order); {
		end := at + 1
		for end < len(order) && s.first(order[end]) == s.first(order[at]) {
			end++
		}
		members := order[at:end]
		at = end
		if len(members) < 2 {
			continue
		}
		ids := make([]schema.ID, 0, min(len(members), MaxFindingIDs))
		for _, i := range members[:cap(ids)] {
			ids = append(ids, a.prints[i].id)
		}
		err := a.tell(Finding{
			Kind: kind, IDs: ids, Count: len(members), Detail: fmt.Sprintf("%d records with %s", len(members), what),
			Fix: forgetting(ids[1:], ""),
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sets are disjoint sets of numbers, each known by its least member.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s sets) order() []int32 { return newSets(len(s)) }

func (s sets) first(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]] // halve the way for those who ask next
		i = s[i]
	}
	return i
}

func (s sets) join(i, j int32) {
	i, j = s.first(i), s.first(j)
	s[max(i, j)] = min(i, j)
}
