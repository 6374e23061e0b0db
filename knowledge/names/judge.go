package names

import "fmt"

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
	if told < wholeWord && !l.teamMissing() {
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

// order counts words that stand in another order.
func (l *layout) order(out *Likeness) {
	turns, told := l.turns()
	switch {
	case turns == 0:
	case l.a.org || l.b.org:
		if l.unit() {
			out.times("other order of a department", .93)
			return
		}
		out.times("other order", .75)
	case l.a.person && l.b.person && (turns > 1 || told == 2 && l.exchanged()):
		out.limit("names have changed places", .5)
	default:
		out.times("other order", .97)
	}
}

// turns counts how often the order turns back, going round: family names go
// first or last, which turns it back once. Initials turn nothing.
func (l *layout) turns() (turns, told int) {
	first, last := -1, -1
	back := false
	for k, p := range l.pairs {
		back = back || k > 0 && p.j < l.pairs[k-1].j
		if p.how == byInitial {
			continue
		}
		if last >= 0 && p.j < last {
			turns++
		}
		if first < 0 {
			first = p.j
		}
		last = p.j
		told++
	}
	if turns > 0 && first < last {
		turns++
	}
	if back && turns == 0 {
		turns = 1
	}
	return turns, told
}

// exchanged tells whether both words are given names, and one is not more of a
// family name than the other: Thomas James is not James Thomas.
func (l *layout) exchanged() bool {
	t := words()
	families := 0
	for _, p := range l.pairs {
		name := l.a.words[p.i].plain
		if !t.called[name] {
			return false
		}
		if t.family[name] {
			families++
		}
	}
	return families != 1
}

// unit tells whether a word for a part of a body agrees.
func (l *layout) unit() bool {
	t := words()
	for _, p := range l.pairs {
		if t.unit[l.a.words[p.i].plain] {
			return true
		}
	}
	return false
}

// teamMissing tells whether only one of the names says that it is of a team or a
// department: Finance, Finance Department.
func (l *layout) teamMissing() bool {
	f, rest := l.a, l.restA
	if len(rest) == 0 {
		f, rest = l.b, l.restB
	}
	t := words()
	return f.org && len(rest) == 1 && len(l.pairs)+1 == len(f.words) && (t.unit[f.words[rest[0]].plain] || f.words[rest[0]].plain == "team")
}
