package lang

import (
	"slices"
	"strings"
)

// Query is a list of terms that must all hold. The zero value asks for
// anything. It is safe for concurrent use as long as nobody changes it.
type Query struct {
	Terms []Node
	// source is what was parsed, for errors that are found later.
	source string
}

// String prints the query in one line, one space between terms.
func (q *Query) String() string {
	parts := make([]string, len(q.Terms))
	for i, n := range q.Terms {
		parts[i] = n.String()
	}
	return strings.Join(parts, " ")
}

// Equal tells whether two queries have the same terms, wherever these stood.
func (q *Query) Equal(other *Query) bool {
	return slices.EqualFunc(q.Terms, other.Terms, equal)
}

func equal(a, b Node) bool {
	switch a := a.(type) {
	case *Not:
		b, ok := b.(*Not)
		return ok && equal(a.Term, b.Term)
	case *Label:
		b, ok := b.(*Label)
		return ok && a.Field == b.Field && slices.Equal(a.Values, b.Values)
	case *Compare:
		b, ok := b.(*Compare)
		return ok && a.Field == b.Field && a.Min == b.Min && a.Max == b.Max
	case *When:
		b, ok := b.(*When)
		return ok && a.Field == b.Field && a.Value == b.Value
	case *Word:
		b, ok := b.(*Word)
		return ok && a.Text == b.Text
	case *Phrase:
		b, ok := b.(*Phrase)
		return ok && a.Text == b.Text
	case *Prefix:
		b, ok := b.(*Prefix)
		return ok && a.Text == b.Text
	case *Mention:
		b, ok := b.(*Mention)
		return ok && a.Name == b.Name
	case *Is:
		b, ok := b.(*Is)
		return ok && a.State == b.State
	}
	return false
}

// Visit calls f for each term in order, and for the term inside a Not after it.
func (q *Query) Visit(f func(Node)) {
	for _, n := range q.Terms {
		f(n)
		if not, ok := n.(*Not); ok {
			f(not.Term)
		}
	}
}

// distinct returns the values without repetition, in order of first use.
func distinct(values []string) []string {
	seen := make(map[string]bool, len(values))
	var out []string
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}
