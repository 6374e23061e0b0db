package reflect

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"slices"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// print is what an audit keeps of a live record.
type print struct {
	id      schema.ID
	exact   [16]byte // of its subject and its content hash
	near    uint64   // as text.Simhash
	figures uint64   // of its subject and the words that change what is said, figures and negations; 0: too short to be one
}

// nearWords is the least number of words at which a Simhash says something.
const nearWords = 10

func printOf(e *schema.Experience) print {
	words := e.Text()
	about := subject(e)
	sum := sha256.Sum256([]byte(about + "\x00" + e.Hash))
	p := print{id: e.ID}
	copy(p.exact[:], sum[:])
	figures := fnv.New64a()
	figures.Write([]byte(about))
	tokens := traits.Tokenize(words)
	for _, w := range tokens {
		if traits.Decides(w.Word) {
			figures.Write([]byte("\x00" + w.Word))
		}
	}
	if len(tokens) >= nearWords {
		p.near, p.figures = text.Simhash(words), max(1, figures.Sum64())
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

// nearDuplicates tells the sets of records with nearly the same words and the
// same figures, that are not the same content.
func (a *audit) nearDuplicates() error {
	sets := newSets(len(a.prints))
	order := a.distinct()
	for table := range nearBands * nearBands {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		key := func(i int32) uint32 { return bandKey(a.prints[i].near, table) }
		slices.SortFunc(order, func(i, j int32) int {
			return cmp.Or(cmp.Compare(key(i), key(j)), cmp.Compare(a.prints[i].near, a.prints[j].near), cmp.Compare(i, j))
		})
		for n, i := range order {
			for _, j := range order[n+1 : min(len(order), n+1+reach)] {
				if key(i) != key(j) {
					break
				}
				if a.prints[i].figures == a.prints[j].figures && text.SimhashDistance(a.prints[i].near, a.prints[j].near) <= nearDistance {
					sets.join(i, j)
				}
			}
		}
	}
	return a.tellSets(FindingNearDuplicate, "nearly the same words", sets)
}

// bandKey is the part of a Simhash by which a table is sorted.
func bandKey(near uint64, table int) uint32 {
	band, piece := table/nearBands*bandBits, table%nearBands*pieceBits
	rest := near>>(band+bandBits)<<band | near&(1<<band-1)
	return uint32(near>>band&(1<<bandBits-1))<<pieceBits | uint32(rest>>piece&(1<<pieceBits-1))
}

// distinct lists the records that are long enough to have a Simhash, one of each
// content: the oldest.
func (a *audit) distinct() []int32 {
	seen := make(map[[16]byte]bool, len(a.prints))
	var out []int32
	for i := range a.prints {
		if p := &a.prints[i]; p.figures != 0 && !seen[p.exact] {
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
