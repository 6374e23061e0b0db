package claim

// Verdict says what one claim is to another.
type Verdict uint8

// The verdicts.
const (
	Other   Verdict = iota // neither says what the other says
	Same                   // both say the same
	More                   // the second says what the first says, and more
	Less                   // the first says what the second says, and more
	Changed                // one of them holds, of the same thing
)

// Compare judges two claims.
func Compare(a, b *Claim) Verdict {
	switch {
	case len(a.tokens) == 0 || len(b.tokens) == 0:
		return Other
	case len(a.tokens) == len(b.tokens) && a.key == b.key && (equal(a.tokens, b.tokens) || moved(a.tokens, b.tokens)):
		return Same
	case changed(a.tokens, b.tokens):
		return Changed
	case len(a.tokens) < len(b.tokens) && within(a.tokens, b.tokens):
		return More
	case len(a.tokens) > len(b.tokens) && within(b.tokens, a.tokens):
		return Less
	}
	return Other
}

// same tells whether two tokens say the same where they stand. An owner may be left out, but not be another; so may a preposition before
// what tells when, or in a list ("in room 5, on the first floor"); and who is invited does not invite.
func (t *token) same(o *token) bool {
	switch {
	case t.id != o.id, t.whose != o.whose && t.whose != 0 && o.whose != 0, (t.is^o.is)&been != 0 && t.is&past != 0:
		return false
	case t.before == o.before:
		return true
	}
	return (t.before == 0 || o.before == 0) && (t.is&(figure|dated) != 0 || t.is&o.is&begins != 0)
}

func equal(a, b []token) bool {
	for i := range a {
		if !a[i].same(&b[i]) {
			return false
		}
	}
	return len(a) == len(b)
}

// moves bounds the places where a moved phrase is looked for, so that work stays linear.
const moves = 32

// moved tells whether two rows are alike but for one phrase that stands elsewhere in its clause.
func moved(a, b []token) bool {
	for len(a) > 0 && a[0].same(&b[0]) {
		a, b = a[1:], b[1:]
	}
	for n := len(a); n > 0 && a[n-1].same(&b[n-1]); n = len(a) {
		a, b = a[:n-1], b[:n-1]
	}
	tried := 0
	for k := 1; k < len(a) && tried < moves; k++ {
		if a[k].id != b[0].id {
			continue
		}
		tried++
		if equal(a[k:], b[:len(a)-k]) && equal(a[:k], b[len(a)-k:]) && (movable(a[:k], b[len(a)-k:]) || movable(a[k:], b[:len(a)-k])) && oneClause(a) && oneClause(b) {
			return true
		}
	}
	return false
}

// movable tells whether a run of tokens is one phrase that says, in either row, how it belongs to the others.
func movable(a, b []token) bool {
	if a[0].is&begins == 0 || b[0].is&begins == 0 || (a[0].is|b[0].is)&marked == 0 {
		return false
	}
	for i := 1; i < len(a); i++ {
		if a[i].is&b[i].is&begins != 0 {
			return false
		}
	}
	return true
}

// oneClause tells whether no clause begins inside a run.
func oneClause(tokens []token) bool {
	for _, t := range tokens[1:] {
		if t.is&parts != 0 {
			return false
		}
	}
	return true
}

// within tells whether a row holds another in its order, and nothing beside that turns it: no negation, figure or doubt, no other owner of
// a thing, no preposition alone, and no word at the end of a phrase, which is what the phrase is of ("chocolate cake").
func within(less, more []token) bool {
	at := 0
	var beside, holds, linked bool // the last token is beside; the phrase has one that is not; the phrase has another preposition
	for i := range more {
		t := &more[i]
		if t.is&begins != 0 {
			if beside && holds {
				return false
			}
			holds, linked = false, false
		}
		beside = at == len(less) || !t.same(&less[at]) || (t.is^less[at].is)&possessed != 0
		switch {
		case !beside && linked:
			return false
		case !beside:
			at++
			holds = true
		case t.is&(denies|figure|turns) != 0 || i > 0 && more[i-1].is&possessed != 0:
			return false
		case t.is&links != 0:
			linked = true
		}
	}
	last := len(more) - 1
	joined := last > 0 && more[last-1].is&joins != 0 // "and coffee"
	return at == len(less) && (!beside || !holds || joined || more[0].is&begins == 0)
}
