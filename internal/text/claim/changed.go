package claim

import "slices"

// changed tells whether two claims are of the same thing, and one holds in place of the other.
func changed(a, b []token) bool {
	at, end := 0, 0
	for shorter := min(len(a), len(b)); at < shorter && a[at].same(&b[at]); {
		at++
	}
	for shorter := min(len(a), len(b)) - at; end < shorter && a[len(a)-1-end].same(&b[len(b)-1-end]); {
		end++
	}
	x, y := a[at:len(a)-end], b[at:len(b)-end]
	switch {
	case len(x) == 1 && len(y) == 0:
		return x[0].is&denies != 0
	case len(x) == 0 && len(y) == 1:
		return y[0].is&denies != 0
	case len(x) == 1 && len(y) == 1:
		return table().opposed[[2]uint64{x[0].id, y[0].id}] || slot(a, b, at)
	}
	return contains(a, weighs) && sameWords(x, y)
}

// sameWords tells whether two runs have the same tokens, in whatever order.
func sameWords(a, b []token) bool {
	var x, y uint64
	for _, t := range a {
		x += spread(t.id)
	}
	for _, t := range b {
		y += spread(t.id)
	}
	return len(a) == len(b) && x == y
}

// slot tells whether the tokens in which two rows differ are values of which one holds at a time: figures behind what is told of a thing,
// but not the number that a thing is known by ("rule 13"), and of times and days those of what is or happens once ("opens", "is due"), as
// a ferry goes at eight and at nine.
func slot(a, b []token, at int) bool {
	x, y := &a[at], &b[at]
	switch {
	case at == 0 || x.before != y.before || contains(a, denies) || !contains(a[:at], acts|told) && x.is&told == 0:
		return false
	case x.is&y.is&dated != 0:
		return contains(a[:at+1], told|once)
	case (x.is|y.is)&dated != 0 || x.is&y.is&figure == 0:
		return false
	}
	return x.before != 0 || x.is&told != 0 || a[at-1].is&(acts|links|figure) != 0
}

func contains(tokens []token, is flags) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.is&is != 0 })
}
