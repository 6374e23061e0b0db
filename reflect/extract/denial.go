package extract

import "slices"

// denials reads what each clause of a sentence says is not so, or not any more: as the
// statement that it denies. Where "I don't like" states something of its own, nothing
// is denied.
func (l *language) denials(m *message, t []token) (out []Statement) {
	for _, clause := range l.split(t) {
		if len(l.clause(m, l.open(clause, !m.accented), false)) > 0 {
			continue
		}
		if affirmed := l.affirmed(l.open(clause, !m.accented)); affirmed != nil {
			out = append(out, l.clause(m, affirmed, false)...)
		}
	}
	return out
}

// negated is how near the beginning of a clause its denial stands.
const negated = 5

// affirmed takes the denial out of a clause; nil where it has none, or more than one.
func (l *language) affirmed(t []token) (out []token) {
	found := 0
	for i := 0; i < len(t); i++ {
		n, _, ok := longest(l.not, t[i:], false)
		is := l.isNot[t[i].key]
		switch {
		case ok:
			found++
			i += n - 1
		case is != "":
			found++
			word := t[i]
			word.key = is
			out = append(out, word)
		default:
			out = append(out, t[i])
			continue
		}
		if i >= negated || found > 1 {
			return nil
		}
	}
	if found == 0 {
		return nil
	}
	return slices.Clip(out)
}
