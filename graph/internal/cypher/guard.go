package cypher

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The bounds of C4. They are far above what a person writes.
const (
	MaxLength  = 16 << 10 // bytes of a statement
	MaxTokens  = 2000
	MaxNesting = 32 // brackets within brackets
	MaxHops    = 30 // of a variable-length pattern
	MaxRange   = 100_000
	MaxRepeat  = 10_000
	MaxGrowth  = 16     // operations that lengthen strings or lists
	MaxCast    = 65_536 // elements of an array type
)

// Refusal says what of a statement the guard refuses, and where.
type Refusal struct {
	Token  Token
	Reason string
}

// Check returns nil if the statement with these parameters is known to be
// harmless, and else the first reason why not.
func Check(text string, params map[string]any) *Refusal {
	g := &guard{params: params}
	switch {
	case len(text) > MaxLength:
		return &Refusal{Reason: fmt.Sprintf("is longer than %d bytes", MaxLength)}
	case !utf8.ValidString(text):
		return &Refusal{Reason: "is not UTF-8"}
	case strings.IndexByte(text, 0) >= 0:
		return &Refusal{Reason: "has a NUL"}
	}
	g.tokens = Lex(text)
	if len(g.tokens) > MaxTokens {
		return &Refusal{Reason: fmt.Sprintf("has more than %d words and signs", MaxTokens)}
	}
	for i := range g.tokens {
		if reason := g.check(i); reason != "" {
			return &Refusal{Token: g.tokens[i], Reason: reason}
		}
	}
	if len(g.tokens) == 0 {
		return &Refusal{Reason: "is empty"}
	}
	return nil
}

type guard struct {
	tokens []Token
	params map[string]any
	depth  int
	growth int
}

// at returns a token, or an empty symbol outside the statement.
func (g *guard) at(i int) Token {
	if i < 0 || i >= len(g.tokens) {
		return Token{Kind: Symbol}
	}
	return g.tokens[i]
}

// check returns why token i is refused, or "".
func (g *guard) check(i int) string {
	t := g.tokens[i]
	if i == 0 && (t.Kind != Word || !starters[t.upper()]) {
		if why := refused[t.upper()]; t.Kind == Word && why != "" {
			return why + ", only reading is allowed"
		}
		return "does not begin a statement that reads"
	}
	switch t.Kind {
	case Broken:
		return "has no end"
	case Symbol:
		return g.symbol(i)
	case Word:
		if why := g.word(i); why != "" {
			return why
		}
	case Quoted, String, Number, Param:
	}
	if t.Kind == Word || t.Kind == Quoted {
		return g.call(i)
	}
	return ""
}

// word refuses reserved words, except where the grammar takes them for names:
// after the dot of a property and the colon of a label.
func (g *guard) word(i int) string {
	why := refused[g.tokens[i].upper()]
	if why == "" || g.at(i-1).Is(".") || g.at(i-1).Is(":") {
		return ""
	}
	return why + "; if it is a name, write it in backticks"
}

func (g *guard) symbol(i int) string {
	switch t := g.tokens[i]; t.Text {
	case "(", "[", "{":
		if g.depth++; g.depth > MaxNesting {
			return fmt.Sprintf("is nested deeper than %d", MaxNesting)
		}
		if t.Text == "[" {
			return g.bracket(i)
		}
	case ")", "]", "}":
		g.depth--
	case "+":
		return g.grow()
	case "|":
		if g.at(i - 1).Is("|") {
			return g.grow()
		}
	case ";":
		if i != len(g.tokens)-1 {
			return "separates statements, only one is allowed"
		}
	case "*":
		return g.hops(i)
	}
	return ""
}

func (g *guard) grow() string {
	if g.growth++; g.growth > MaxGrowth {
		return fmt.Sprintf("is one of more than %d sums and concatenations", MaxGrowth)
	}
	return ""
}

// hops bounds the numbers after the star of a variable-length pattern. Where
// the star multiplies, a number after it is no hop count; that is told by the
// bracket that the pattern stands in.
func (g *guard) hops(i int) string {
	if !g.inPattern(i) {
		return ""
	}
	for j := i + 1; ; j++ {
		switch t := g.at(j); {
		case t.Kind == Number:
			if n, err := strconv.Atoi(t.Text); err != nil || n > MaxHops {
				return fmt.Sprintf("has a bound above %d hops", MaxHops)
			}
		case t.Is("..") || t.Is("."):
		case t.Kind == Param:
			return "has a parameter for a bound"
		case t.Kind == Word && (t.upper() == "SHORTEST" || t.upper() == "ALL" || t.upper() == "TRAIL" || t.upper() == "ACYCLIC"):
		default:
			return ""
		}
	}
}

// inPattern reports whether the innermost open bracket before token i opens a
// relationship: a square one after a dash.
func (g *guard) inPattern(i int) bool {
	depth := 0
	for j := i - 1; j >= 0; j-- {
		switch t := g.tokens[j]; {
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth++
		case t.Is("("), t.Is("["), t.Is("{"):
			if depth == 0 {
				return t.Is("[") && g.at(j-1).Is("-")
			}
			depth--
		}
	}
	return false
}

// bracket refuses array types of absurd length, such as FLOAT[99999999999]: the
// engine makes room for them.
func (g *guard) bracket(i int) string {
	size := g.at(i + 1)
	if g.at(i-1).Kind != Word || size.Kind != Number || !g.at(i+2).Is("]") {
		return ""
	}
	if n, err := strconv.Atoi(size.Text); err != nil || n > MaxCast {
		return fmt.Sprintf("has an index or a length above %d", MaxCast)
	}
	return ""
}
