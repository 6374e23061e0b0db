package ontology

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// Join is a rule's way through a database, taken apart: names that are known to
// be plain identifiers, and values that go as parameters (O5).
type Join struct {
	From, To string // tables; up to three parts, as in domain.customers
	On       []Pair
	Filters  []Filter // on To, by column
}

// Pair is a column of each table that must be equal.
type Pair struct{ From, To string }

// Filter is a column and the value it must have.
type Filter struct{ Column, Value string }

// The form of names: letters of ASCII, digits and _, at most 63 bytes, which is
// what PostgreSQL keeps of a name.
var (
	column = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)
	table  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}(\.[A-Za-z_][A-Za-z0-9_]{0,62}){0,2}$`)
	both   = regexp.MustCompile(`(?i)\s*,\s*|\s+and\s+`)
)

// IsColumn reports whether a name may stand for a column in a statement.
func IsColumn(name string) bool { return column.MatchString(name) }

// IsTable reports whether a name may stand for a table in a statement.
func IsTable(name string) bool { return table.MatchString(name) }

// ParseJoin takes a join path apart. Its join_on names a column that both tables
// have ("customer_id"), or one of each ("id = customer_id", that of from_table
// first), or several of those with commas or "and" between them. The path of a
// rule that has none gives the zero Join. Errors match [schema.ErrInvalid] and name
// every field that is wrong.
func ParseJoin(p schema.JoinPath) (Join, error) {
	if p.FromTable == "" && p.ToTable == "" && p.JoinOn == "" && len(p.Filters) == 0 {
		return Join{}, nil
	}
	j := Join{From: p.FromTable, To: p.ToTable}
	var errs []error
	bad := func(field, name, want string) {
		errs = append(errs, &joinError{field, fmt.Sprintf("%q, want %s", shortened(name), want)})
	}
	for _, name := range []struct{ field, value string }{{"from_table", j.From}, {"to_table", j.To}} {
		if !IsTable(name.value) {
			bad(name.field, name.value, "the name of a table such as domain.customers")
		}
	}
	for _, part := range both.Split(p.JoinOn, -1) {
		pair, ok := parsePair(part)
		if !ok {
			bad("join_on", part, "column or column = column")
		}
		j.On = append(j.On, pair)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Filters)) {
		if !IsColumn(name) {
			bad("optional_filters", name, "the name of a column")
		}
		j.Filters = append(j.Filters, Filter{name, p.Filters[name]})
	}
	if err := errors.Join(errs...); err != nil {
		return Join{}, err
	}
	return j, nil
}

// joinError is one thing that is wrong with a join path. It matches
// [schema.ErrInvalid].
type joinError struct{ field, problem string }

func (e *joinError) Error() string { return "join_path." + e.field + ": " + e.problem }

func (e *joinError) Unwrap() error { return schema.ErrInvalid }

// joinProblems lists what ParseJoin found.
func joinProblems(err error) (problems []Problem) {
	var one *joinError
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range many.Unwrap() {
			if errors.As(err, &one) {
				problems = append(problems, Problem{Field: one.field, Problem: one.problem})
			}
		}
	}
	return problems
}

func parsePair(text string) (Pair, bool) {
	from, to, two := strings.Cut(text, "=")
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	if !two {
		to = from
	}
	return Pair{from, to}, IsColumn(from) && IsColumn(to)
}

// shortened bounds what an error repeats of a name.
func shortened(s string) string {
	if len(s) > 40 {
		return strings.ToValidUTF8(s[:40], "") + "…"
	}
	return s
}
