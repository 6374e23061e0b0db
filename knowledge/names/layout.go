package names

import (
	"slices"
	"strings"
)

// layout is the words of two names side by side.
type layout struct {
	a, b  *Form
	pairs []pair
	restA []int // words of a without a partner
	restB []int
}

// pair is a word of each name. Where a word is written as several in the other
// name, the place of these is that of the first.
type pair struct {
	i, j int
	like float64
	how  string
}

// lay gives each word the partner most like it; of those equally alike the
// nearest, and then the first.
func lay(a, b *Form) *layout {
	l := &layout{a: a, b: b}
	var usedA, usedB [maxWords]bool
	l.one(&usedA, &usedB)
	if len(l.pairs) < len(a.words) && len(l.pairs) < len(b.words) {
		l.several(&usedA, &usedB)
	}
	slices.SortFunc(l.pairs, func(x, y pair) int { return x.i - y.i })
	for i := range a.words {
		if !usedA[i] {
			l.restA = append(l.restA, i)
		}
	}
	for j := range b.words {
		if !usedB[j] {
			l.restB = append(l.restB, j)
		}
	}
	return l
}

// one pairs single words.
func (l *layout) one(usedA, usedB *[maxWords]bool) {
	var all []pair
	for i := range l.a.words {
		for j := range l.b.words {
			if like, how := likeWords(l.a, l.b, &l.a.words[i], &l.b.words[j]); like > 0 {
				all = append(all, pair{i, j, like, how})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y pair) int {
		switch {
		case x.like > y.like:
			return -1
		case x.like < y.like:
			return 1
		}
		return apart(x) - apart(y)
	})
	for _, p := range all {
		if !usedA[p.i] && !usedB[p.j] {
			usedA[p.i], usedB[p.j] = true, true
			l.pairs = append(l.pairs, p)
		}
	}
}

func apart(p pair) int { return max(p.i-p.j, p.j-p.i) }

// several pairs a word of one name with several of the other: Minjun with Min
// Jun, UN with United Nations.
func (l *layout) several(usedA, usedB *[maxWords]bool) {
	if l.a.joined > l.b.joined { // the same either way round
		l.spread(l.b, l.a, usedB, usedA)
		l.spread(l.a, l.b, usedA, usedB)
		return
	}
	l.spread(l.a, l.b, usedA, usedB)
	l.spread(l.b, l.a, usedB, usedA)
}

// spread pairs the free words of f with several of those of g.
func (l *layout) spread(f, g *Form, usedF, usedG *[maxWords]bool) {
	for i := range f.words {
		if usedF[i] {
			continue
		}
		j, like, how := found(&f.words[i], g, usedG)
		if like == 0 {
			continue
		}
		usedF[i] = true
		if f == l.a {
			l.pairs = append(l.pairs, pair{i, j, like, how})
		} else {
			l.pairs = append(l.pairs, pair{j, i, like, how})
		}
	}
}

// found looks among the free words of a name for those that a word stands for,
// and marks them used. It returns the first of them.
func found(w *word, f *Form, used *[maxWords]bool) (at int, like float64, how string) {
	for at := range f.words {
		if used[at] {
			continue
		}
		if n := joined(w, f, at, used); n > 0 {
			use(used, at, n)
			return at, joiningWorth, byJoining
		}
		if n := initialled(w, f, at, used); n > 0 {
			use(used, at, n)
			return at, acronymWorth, byAcronym
		}
	}
	return 0, 0, ""
}

func use(used *[maxWords]bool, at, n int) {
	for i := at; i < at+n; i++ {
		used[i] = true
	}
}

// joined counts the free words from at on that make up a word together.
func joined(w *word, f *Form, at int, used *[maxWords]bool) int {
	rest, n := w.plain, 0
	for rest != "" && at+n < len(f.words) && !used[at+n] && f.words[at+n].plain != "" {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, f.words[at+n].plain); !ok {
			return 0
		}
		n++
	}
	if rest != "" || n < 2 {
		return 0
	}
	return n
}

// initialled counts the free words from at on whose initials a word in capitals
// is, or that one word whose capitals it is.
func initialled(w *word, f *Form, at int, used *[maxWords]bool) int {
	if !w.upper || w.runes < 2 || w.number || len(w.plain) != w.runes {
		return 0
	}
	if f.words[at].short == w.plain {
		return 1
	}
	n := 0
	for ; n < len(w.plain); n++ {
		if at+n >= len(f.words) || used[at+n] || f.words[at+n].number || f.words[at+n].first != rune(w.plain[n]) {
			return 0
		}
	}
	return n
}
