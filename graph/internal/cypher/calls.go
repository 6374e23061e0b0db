package cypher

import (
	"fmt"
	"strconv"
)

// call refuses functions and procedures that are not known to be harmless, and
// bounds those that generate.
func (g *guard) call(i int) string {
	t := g.tokens[i]
	if g.procedure(i) {
		if !procedures[t.upper()] || !g.at(i+1).Is("(") {
			return "is not a procedure that may be called"
		}
		return ""
	}
	if !g.at(i + 1).Is("(") {
		return ""
	}
	name := t.upper()
	if t.Kind == Word && keywords[name] && !functions[name] {
		return ""
	}
	if !functions[name] {
		return "is not a function that may be called"
	}
	if growing[name] {
		if why := g.grow(); why != "" {
			return why
		}
	}
	switch name {
	case "RANGE":
		return g.generated(i, MaxRange)
	case "REPEAT", "LPAD", "RPAD":
		return g.padded(i)
	}
	return ""
}

// procedure reports whether token i is what a CALL calls.
func (g *guard) procedure(i int) bool {
	before := g.at(i - 1)
	return before.Kind == Word && before.upper() == "CALL" && !g.at(i-2).Is(".") && !g.at(i-2).Is(":")
}

// arguments returns the tokens between the parentheses after token i.
func (g *guard) arguments(i int) []Token {
	depth := 0
	for j := i + 1; j < len(g.tokens); j++ {
		switch t := g.tokens[j]; {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			if depth--; depth == 0 {
				return g.tokens[i+2 : j]
			}
		}
	}
	return nil
}

// bounded reports whether a number, written or bound, is at most most.
func (g *guard) bounded(t Token, most int) bool {
	if t.Kind == Number {
		n, err := strconv.Atoi(t.Text)
		return err == nil && n <= most
	}
	switch n := g.params[t.Name()].(type) {
	case int:
		return n <= most && n >= -most
	case int64:
		return n <= int64(most) && n >= -int64(most)
	case float64:
		return n <= float64(most) && n >= -float64(most)
	}
	return false
}

// generated bounds the arguments of RANGE: numbers, the lengths of things, and
// variables, added and subtracted, but no products or conversions.
func (g *guard) generated(i, most int) string {
	for _, t := range g.arguments(i) {
		ok := true
		switch t.Kind {
		case Number, Param:
			ok = g.bounded(t, most)
		case Word, Quoted:
			name := t.upper()
			ok = !functions[name] || name == "SIZE" || name == "LENGTH" || name == "CARDINALITY"
		case Symbol:
			switch t.Text {
			case "(", ")", "[", "]", ",", "-", "+", ".":
			default:
				ok = false
			}
		case String, Broken:
			ok = false
		}
		if !ok {
			return fmt.Sprintf("may generate more than %d items: use plain numbers up to that, or size()", most)
		}
	}
	return ""
}

// padded bounds the length argument of REPEAT, LPAD and RPAD, their second, and
// forbids to nest them.
func (g *guard) padded(i int) string {
	depth, argument := 0, 0
	var length []Token
	for _, t := range g.arguments(i) {
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		case t.Is(",") && depth == 0:
			argument++
			continue
		case (t.Kind == Word || t.Kind == Quoted) && growing[t.upper()]:
			return "contains another function that lengthens"
		}
		if argument == 1 {
			length = append(length, t)
		}
	}
	if len(length) != 1 || !g.bounded(length[0], MaxRepeat) {
		return fmt.Sprintf("needs a plain length of at most %d", MaxRepeat)
	}
	return ""
}
