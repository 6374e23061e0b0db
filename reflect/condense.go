package reflect

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/claim"
	"github.com/lukasadb/lukasa/schema"
)

// The five rules of consolidation (001-13), as condense follows them:
//
//  1. Insights of one category and topic are merged. The topic is the sub-topic
//     or, where one has none, what it says: as alike as .7. Those of the same
//     sub-topic come first, then the most alike, until no more than the target
//     are left.
//  2. The newest counts: a merge begins with its words, and where insights must
//     go the oldest go first.
//  3. Knowledge gaps and learning styles are worth most: they go last.
//  4. What was used within the days that are preserved never goes, nor what is
//     permanent or pinned; those two are not merged either. What different
//     scopes see, or what ends with different sessions, is never merged.
//  5. The last insight of a category never goes. Of the others, the one that
//     another says most nearly goes first.
//
// Rules 1 and 5 lose nothing: what was merged or archived stays in the store, as
// the source of what took its place.

// priority is the rank of categories that are worth more than others (rule 3).
var priority = map[string]int{"knowledge_gap": 1, "learning_style": 1}

// condensed is a plan: what is merged into one, the newest first, and what is
// archived.
type condensed struct {
	merges  [][]schema.Experience
	archive []schema.Experience
}

func (c *condensed) empty() bool { return len(c.merges) == 0 && len(c.archive) == 0 }

// condense plans how the insights of one user become no more than target, if
// that can be. alike scores an insight against others; see [likeness]. It is
// pure: the same insights, moment and scores give the same plan, whatever order
// they come in.
func condense(insights []schema.Experience, target int, preservedSince time.Time, alike func(e *schema.Experience, among []schema.Experience) []float64) condensed {
	all := slices.Clone(insights)
	slices.SortFunc(all, newestFirst)
	c := condenser{all: all, score: make([][]float64, len(all)), decisive: make([]uint64, len(all)), group: make([]int, len(all))}
	for i := range all {
		c.score[i] = alike(&all[i], all)
		says := claim.Read(all[i].Content)
		c.decisive[i], c.group[i] = says.Decisive(), i
	}
	left := c.merge(len(all), target)
	var out condensed
	staying, gone := c.drop(left, target, preservedSince)
	for _, i := range gone {
		out.archive = append(out.archive, c.members(i)...)
	}
	for i := range all {
		if staying[i] && c.size(i) > 1 {
			out.merges = append(out.merges, c.members(i))
		}
	}
	return out
}

func newestFirst(a, b schema.Experience) int {
	return cmp.Or(b.Time.Compare(a.Time), schema.CompareIDs(b.ID, a.ID))
}

// condenser is a plan in the making, over insights by index, newest first.
type condenser struct {
	all      []schema.Experience
	score    [][]float64
	decisive []uint64 // see [claim.Claim.Decisive]
	group    []int    // the newest of the insights that each is merged with
}

// pair is two insights that may be merged, i the newer.
type pair struct {
	i, j  int
	topic bool
	score float64
}

// rank puts pairs of one topic first.
func (p pair) rank() int {
	if p.topic {
		return 0
	}
	return 1
}

// merge joins pairs until no more than target are left, and returns how many are.
func (c *condenser) merge(left, target int) int {
	var pairs []pair
	for i := range c.all {
		for j := i + 1; j < len(c.all); j++ {
			if p, ok := c.mergeable(i, j); ok {
				pairs = append(pairs, p)
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.score, a.score), cmp.Compare(a.i, b.i), cmp.Compare(a.j, b.j))
	})
	for _, p := range pairs {
		a, b := c.group[p.i], c.group[p.j]
		if left <= target || a == b {
			continue
		}
		for i := range c.group {
			if c.group[i] == max(a, b) {
				c.group[i] = min(a, b)
			}
		}
		left--
	}
	return left
}

// mergeable tells whether two insights are of one category and topic (rule 1).
func (c *condenser) mergeable(i, j int) (pair, bool) {
	a, b := &c.all[i], &c.all[j]
	if kept(a) || kept(b) || a.Insight.Category != b.Insight.Category || !sameScopes(a, b) || !endTogether(a, b) {
		return pair{}, false
	}
	p := pair{i: i, j: j, score: c.score[i][j]}
	x, y := topicOf(a), topicOf(b)
	p.topic = x != "" && x == y
	if p.topic {
		return p, true
	}
	return p, (x == "" || y == "") && p.score >= embed.ScoreSimilar && c.decisive[i] == c.decisive[j]
}

// sameScopes tells whether the same readers see both.
func sameScopes(a, b *schema.Experience) bool {
	return slices.Equal(slices.Sorted(slices.Values(a.Scopes)), slices.Sorted(slices.Values(b.Scopes)))
}

// endTogether tells whether there is one end that is right for both: what ends with a
// session does so with no other and at no other time.
func endTogether(a, b *schema.Experience) bool {
	if a.EndsWithSession() && b.EndsWithSession() {
		return a.Session == b.Session
	}
	return !a.EndsWithSession() && !b.EndsWithSession()
}

func topicOf(e *schema.Experience) string {
	return text.Fold(strings.Join(strings.Fields(e.Insight.SubTopic), " "))
}

func (c *condenser) members(i int) []schema.Experience {
	var out []schema.Experience
	for j, g := range c.group {
		if g == i {
			out = append(out, c.all[j])
		}
	}
	return out
}

// drop picks the insights that go, where more than target are left, by rules 2
// to 5: the groups that stay, and those that go, in the order they do. What would
// be merged goes last, and all of it, as the merged insight would have to in the
// next run (R4).
func (c *condenser) drop(left, target int, preservedSince time.Time) (staying map[int]bool, gone []int) {
	staying = map[int]bool{}
	perCategory := map[string]int{}
	for i := range c.all {
		if c.group[i] == i {
			staying[i] = true
			perCategory[c.all[i].Insight.Category]++
		}
	}
	for ; left > target; left-- {
		worst := -1
		for i := range c.all {
			if !staying[i] || perCategory[c.all[i].Insight.Category] == 1 || c.preserved(i, preservedSince) {
				continue
			}
			if worst < 0 || c.lesser(i, worst, staying) {
				worst = i
			}
		}
		if worst < 0 {
			break
		}
		delete(staying, worst)
		perCategory[c.all[worst].Insight.Category]--
		gone = append(gone, worst)
	}
	return staying, gone
}

// preserved tells whether anything in a group was used lately, or never goes.
func (c *condenser) preserved(i int, since time.Time) bool {
	for j, g := range c.group {
		if e := &c.all[j]; g == i && (kept(e) || !e.Usage.LastAccessed.Before(since)) {
			return true
		}
	}
	return false
}

// lesser tells whether insight i goes before j: one that is not merged, the less
// worthy category, then what another says nearly, then the older, ties by id.
func (c *condenser) lesser(i, j int, staying map[int]bool) bool {
	return cmp.Or(
		cmp.Compare(min(c.size(i), 2), min(c.size(j), 2)),
		cmp.Compare(priority[c.all[i].Insight.Category], priority[c.all[j].Insight.Category]),
		cmp.Compare(c.said(j, staying), c.said(i, staying)),
		cmp.Compare(j, i),
	) < 0
}

// size is how many insights a group has.
func (c *condenser) size(i int) (n int) {
	for _, g := range c.group {
		if g == i {
			n++
		}
	}
	return n
}

// said is how nearly another insight that stays says what i says, in tenths, so
// that small differences do not outweigh age.
func (c *condenser) said(i int, staying map[int]bool) int {
	most := 0.0
	for j := range c.all {
		if j != i && staying[j] {
			most = max(most, c.score[i][j])
		}
	}
	return int(most * 10)
}
