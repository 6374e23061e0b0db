package names

import (
	"fmt"
	"slices"
)

// Likeness is how alike two names are and why.
type Likeness struct {
	Score float64 `json:"score"`           // 0 to 1
	Veto  string  `json:"veto,omitempty"`  // the guard that says no; the score is then 0
	Parts []Part  `json:"parts,omitempty"` // what the score was made of, in order
}

// Part is one step of the way to a score.
type Part struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"` // of a pair of words how alike they are; else what the score is multiplied by, or becomes
}

// Compare tells how alike two names are. The result is the same either way
// round.
func Compare(a, b *Form) Likeness {
	if why := veto(a, b); why != "" {
		return Likeness{Veto: why}
	}
	if one, ok := whole(a, b); ok {
		return Likeness{Score: one.Value, Parts: []Part{one}}
	}
	if len(a.words) > maxWords || len(b.words) > maxWords {
		return Likeness{}
	}
	l := lay(a, b)
	out := l.judge()
	if short := acronym(a, b); short > out.Score {
		out = Likeness{Score: short, Parts: []Part{{"initials of all its words", short}}}
	}
	if (a.suffix == "") != (b.suffix == "") && out.Score > unsure {
		out.limit("only one is Jr. or Sr.", unsure)
	}
	return out
}

// unsure is the most that a likeness can be that should not be believed alone.
const unsure = .8

func (l *Likeness) limit(name string, most float64) {
	if l.Score > most {
		l.Score = most
		l.Parts = append(l.Parts, Part{name, most})
	}
}

// whole compares names as wholes.
func whole(a, b *Form) (Part, bool) {
	switch {
	case a.Text == b.Text:
		return Part{"equal", 1}, true
	case a.code != "" || b.code != "":
		return Part{"equal identifiers", .97}, true // the guard has compared them
	case a.key == b.key && a.key != "":
		return Part{"equal but for case and punctuation", .99}, true
	case a.joined == b.joined && a.joined != "" && (len(a.words) != len(b.words) || !a.marked || !b.marked) && a.suffix == b.suffix:
		return Part{"equal but for blanks, marks and titles", .97}, true
	}
	return Part{}, false
}

// acronym is how likely one name is the other's initials.
func acronym(a, b *Form) float64 {
	if b.capital {
		a, b = b, a
	}
	if !a.capital || b.capital || !slices.Contains(b.initial, a.joined) {
		return 0
	}
	if len(a.joined) < 3 {
		return .7
	}
	return .88
}

// layout is the words of two names side by side.
type layout struct {
	a, b  *Form
	pairs []pair
	restA []int // words of a without a partner
	restB []int
}

type pair struct {
	i, j int
	like float64
	how  string
}

// lay gives each word the partner most like it; of those equally alike the
// nearest, and then the first.
func lay(a, b *Form) *layout {
	l := &layout{a: a, b: b}
	var all []pair
	for i := range a.words {
		for j := range b.words {
			if like, how := likeWords(a, b, &a.words[i], &b.words[j]); like > 0 {
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
	var usedA, usedB [maxWords]bool
	for _, p := range all {
		if !usedA[p.i] && !usedB[p.j] {
			usedA[p.i], usedB[p.j] = true, true
			l.pairs = append(l.pairs, p)
		}
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

func apart(p pair) int { return max(p.i-p.j, p.j-p.i) }

// judge makes the score of a layout: the mean of the pairs, weighed by how much
// each word tells, less what is missing, out of order, or only hinted at.
func (l *layout) judge() Likeness {
	if len(l.pairs) == 0 {
		return Likeness{}
	}
	var out Likeness
	sum, total, told := 0.0, 0.0, 0.0
	for _, p := range l.pairs {
		w := min(l.a.words[p.i].weight, l.b.words[p.j].weight)
		sum, total = sum+w*p.like, total+w
		if p.how != byInitial {
			told += w
		}
		out.Parts = append(out.Parts, Part{fmt.Sprintf("%s: %s, %s", p.how, l.a.words[p.i].text, l.b.words[p.j].text), p.like})
	}
	out.Score = sum / total
	l.initials(&out)
	l.order(&out)
	l.missing(&out)
	if told < wholeWord {
		out.limit("agree only in words that tell little", .4)
	}
	return out
}

func (l *Likeness) times(name string, by float64) {
	l.Score *= by
	l.Parts = append(l.Parts, Part{name, by})
}

// initials counts words that only an initial speaks for. One alone could be of
// many names.
func (l *layout) initials(out *Likeness) {
	hinted, first := 0, false
	for _, p := range l.pairs {
		if p.how == byInitial {
			hinted++
			first = first || p.i == 0 || p.j == 0
		}
	}
	switch {
	case hinted == 1 && first:
		out.times("one initial", .87)
	case hinted > 1 && first:
		out.times("initials", .97)
	}
}

// order counts words that stand in another order. Family names go first or last.
func (l *layout) order(out *Likeness) {
	turned := false
	for k := 1; k < len(l.pairs); k++ {
		turned = turned || l.pairs[k].j < l.pairs[k-1].j
	}
	switch {
	case !turned:
	case l.a.org || l.b.org:
		out.times("other order", .75)
	default:
		out.times("other order", .97)
	}
}

// missing counts words that only one of the names has. Where each has some that
// the other has not, they are two names.
func (l *layout) missing(out *Likeness) {
	if len(l.restA) > 0 && len(l.restB) > 0 {
		out.limit("different words", .35)
		return
	}
	f, rest := l.a, l.restA
	if len(rest) == 0 {
		f, rest = l.b, l.restB
	}
	lost, most := 0.0, 0.0
	for _, i := range rest {
		lost, most = lost+f.words[i].weight, max(most, f.words[i].weight)
	}
	switch {
	case lost == 0:
	case f.person && most == particleWord:
		out.times("a particle is missing", .95)
	case l.inner():
		out.times("a middle name is missing", 1-.12*min(lost, 1.5))
	case !f.person && most == genericWord:
		out.times("a general word is missing", .72)
	default:
		out.times("a part is missing", .55)
	}
}

// inner tells whether what is missing stands in the middle of a person's name:
// its first and last words both have partners, and not by initials alone.
func (l *layout) inner() bool {
	if l.a.org || l.b.org || !l.a.mayShorten() || !l.b.mayShorten() {
		return false
	}
	firstA, lastA, firstB, lastB := false, false, false, false
	full := 0
	for _, p := range l.pairs {
		firstA, lastA = firstA || p.i == 0, lastA || p.i == len(l.a.words)-1
		firstB, lastB = firstB || p.j == 0, lastB || p.j == len(l.b.words)-1
		if p.how != byInitial {
			full++
		}
	}
	return firstA && lastA && firstB && lastB && full > 1
}
