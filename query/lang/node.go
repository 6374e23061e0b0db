package lang

import "strings"

// Node is one term of a query: a [*Word], [*Phrase], [*Prefix], [*Mention],
// [*Label], [*When], [*Compare], [*Is] or a [*Not] around one of them. Nodes are
// immutable once they are part of a query.
type Node interface {
	// String prints the term so that Parse reads it back.
	String() string
	// Offset is the byte of the query's text at which the term begins.
	Offset() int
	node()
}

// at is where a term began.
type at int

func (a at) Offset() int { return int(a) }
func (a at) node()       {}

// Word is a piece of the free text, punctuation and all. Text has no white
// space and is not empty.
type Word struct {
	at
	Text string
}

// Phrase asks for words that follow one another.
type Phrase struct {
	at
	Text string // not empty
}

// Prefix asks for words that begin so.
type Prefix struct {
	at
	Text string // without the star
}

// Mention asks for records that mention an entity, by a name or an alias.
type Mention struct {
	at
	Name string // without the @
}

// Label asks for records one of whose labels is one of the values.
type Label struct {
	at
	Field  Field
	Values []string // at least one, none empty
}

// When bounds the time of the records: Field is since, until, on or around.
// What the value means depends on the moment of asking, so it is read by
// [Query.Compile].
type When struct {
	at
	Field Field
	Value string
}

// Compare bounds a number: importance, quality or confidence. Both bounds are
// part of the range, and as wide as the scale where the query leaves one open.
type Compare struct {
	at
	Field    Field
	Min, Max float64
}

// Is asks for a state of the record.
type Is struct {
	at
	State State
}

// Not excludes what its term selects. The term is none of When, Compare, Not.
type Not struct {
	at
	Term Node
}

// String prints the word, behind a backslash if it would be read otherwise.
func (w *Word) String() string {
	if special(w.Text) {
		return `\` + w.Text
	}
	return w.Text
}

func (p *Phrase) String() string  { return quote(p.Text) }
func (p *Prefix) String() string  { return p.Text + "*" }
func (m *Mention) String() string { return "@" + m.Name }
func (w *When) String() string    { return string(w.Field) + ":" + value(w.Value) }
func (i *Is) String() string      { return "is:" + string(i.State) }
func (n *Not) String() string     { return "-" + n.Term.String() }

func (l *Label) String() string {
	values := make([]string, len(l.Values))
	for i, v := range l.Values {
		values[i] = value(v)
	}
	return string(l.Field) + ":" + strings.Join(values, ",")
}

func (c *Compare) String() string {
	s := scales[c.Field]
	if s == nil {
		s = &scale{} // no such field; printed all the same
	}
	return string(c.Field) + ":" + s.format(c.Min, c.Max)
}

// value prints a field's value, in quotes if it would be read otherwise.
func value(s string) string {
	if s == "" || s[0] == '@' || strings.ContainsAny(s, ",\\") || strings.ContainsFunc(s, isSpace) ||
		strings.ContainsFunc(s, isQuote) || strings.TrimRight(s, trailing) != s {
		return quote(s)
	}
	return s
}

// quote puts s in quotes. A backslash goes before each backslash and quote.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	last := 0
	for i, r := range s {
		if r == '\\' || isQuote(r) {
			b.WriteString(s[last:i])
			b.WriteByte('\\')
			last = i
		}
	}
	b.WriteString(s[last:])
	b.WriteByte('"')
	return b.String()
}
