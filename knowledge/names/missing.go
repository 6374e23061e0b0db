package names

import "slices"

// missing counts words that only one of the names has. Where each has some that
// the other has not, they are two names.
func (l *layout) missing(out *Likeness) {
	f, rest := l.a, l.restA
	switch {
	case len(l.restA) > 0 && len(l.restB) > 0:
		if !l.a.particles(l.restA) || !l.b.particles(l.restB) {
			out.limit("different words", .35)
			return
		}
	case len(rest) == 0:
		f, rest = l.b, l.restB
	}
	lost, most := 0.0, 0.0
	for _, i := range rest {
		lost, most = lost+f.words[i].weight, max(most, f.words[i].weight)
	}
	short := l.a
	if f == l.a {
		short = l.b
	}
	switch {
	case lost == 0:
	case f.person && most == particleWord:
		out.times("a particle is missing", .95)
	case l.otherInitials(f, rest):
		out.limit("an initial more", .5)
	case l.inner():
		out.times("a middle name is missing", 1-.12*min(lost, 1.5))
		if most == wholeWord && !f.viet && !short.viet {
			out.limit("a middle name is missing", unsure)
		}
	case f.person && l.furtherName(f, rest):
		out.times("another family name is missing", .75)
	case f.person && l.familyName(f):
		out.times("given names are missing", .65)
	case !f.person && f.directed(rest):
		out.times("which of several is missing", .55)
	case !f.person && most == genericWord && f.spared(short, rest) && !short.wholeCompany(f, rest):
		out.times("a general word is missing", .72)
	case !f.person && short.numbered(rest):
		out.times("what a number is of is missing", .72)
	default:
		out.times("a part is missing", .55)
	}
	if lost > particleWord && l.mistaken() {
		out.times("and a word is misspelled", .85)
	}
}

// mistaken tells whether a pair of words is one by a misspelling only.
func (l *layout) mistaken() bool {
	return slices.ContainsFunc(l.pairs, func(p pair) bool { return p.how == bySpelling })
}

// spared tells whether words may be left out of a name of the kind: of a place,
// only what kind of street a house is in, for Hanoi is not its station.
func (f *Form) spared(short *Form, list []int) bool {
	if !f.place {
		return true
	}
	t := words()
	return short.digits != "" && !slices.ContainsFunc(list, func(i int) bool { return !t.street[f.words[i].plain] })
}

// particles tells whether words are those that are often left out.
func (f *Form) particles(list []int) bool {
	return !slices.ContainsFunc(list, func(i int) bool { return f.words[i].weight != particleWord })
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

// otherInitials tells whether both names have a middle initial, and one more than
// the other: George W. is not George H. W.
func (l *layout) otherInitials(f *Form, rest []int) bool {
	if !f.words[rest[0]].letter || rest[0] == 0 {
		return false
	}
	for _, p := range l.pairs {
		if p.i > 0 && l.a.words[p.i].letter && p.how == byLetters {
			return true
		}
	}
	return false
}

// furtherName tells whether a given name and a family name agree, and the longer
// name has one more behind them: that of the mother, or of a husband.
func (l *layout) furtherName(f *Form, rest []int) bool {
	if l.a.viet || l.b.viet || rest[0] != len(f.words)-len(rest) {
		return false
	}
	told, t := 0, words()
	for _, p := range l.pairs {
		if p.i != p.j || p.how == byInitial {
			return false
		}
		if l.a.words[p.i].weight == wholeWord {
			told++
		}
	}
	last := l.a.words[l.pairs[len(l.pairs)-1].i].plain
	return told > 1 && (!t.called[last] || t.family[last])
}

// shortestRare is how many letters a family name has at least that is borne by
// few.
const shortestRare = 6

// familyName tells whether the shorter name is a family name which stands for who
// bears it: a rare one, Beethoven, or one with the title that is in both names.
func (l *layout) familyName(f *Form) bool {
	if len(l.pairs) != 1 || l.pairs[0].how != byLetters && l.pairs[0].how != byMarks || min(len(l.a.words), len(l.b.words)) != 1 {
		return false
	}
	p := l.pairs[0]
	at := p.i
	if f == l.b {
		at = p.j
	}
	t := words()
	name := &f.words[at]
	titled := l.a.title != "" && l.a.title == l.b.title
	return at == len(f.words)-1 && !f.viet && (titled || name.runes >= shortestRare && !t.known[name.plain])
}

// directed tells whether words tell which of several things it is: New York is
// not York.
func (f *Form) directed(list []int) bool {
	t := words()
	return slices.ContainsFunc(list, func(i int) bool { return t.direction[f.words[i].plain] })
}

// wholeCompany tells whether a name with its company form is that of the whole,
// and not short for that of a part: Siemens AG is not Siemens Energy.
func (f *Form) wholeCompany(longer *Form, rest []int) bool {
	if !f.org || f.company == "" || f.company == "co" {
		return false
	}
	t := words()
	return slices.ContainsFunc(rest, func(i int) bool { return !t.extent[longer.words[i].plain] })
}

// numbered tells whether a name has its number, and the longer one only says
// before it of what: Local 212, IBEW Local 212. What is of a year is of many
// things.
func (f *Form) numbered(rest []int) bool {
	if len(f.words) < 2 || rest[len(rest)-1] != len(rest)-1 {
		return false
	}
	return slices.ContainsFunc(f.words, func(w word) bool { return w.number && !isYear(w.text) })
}
