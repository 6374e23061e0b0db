package grounding

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// statement is a SELECT being written.
type statement struct {
	d     *SQL
	text  strings.Builder
	args  []any
	table string // whose rows it selects, and their key
	key   string
}

// Statement returns the text and the parameters of what Fetch asks. For a path
// of two rules, the second with a filter:
//
//	SELECT DISTINCT t2."id", t2."due" FROM "customers" AS t0
//	JOIN "orders" AS t1 ON t1."customer_id" = t0."id"
//	JOIN "invoices" AS t2 ON t2."order_id" = t1."id" AND t2."status" = ?
//	WHERE t0."id" = ? ORDER BY t2."id" LIMIT 21
//
// The filters of a rule hold for the table it leads to, in whichever direction
// it is taken.
func (d *SQL) Statement(ref schema.ExternalRef, path ontology.Path) (text string, args []any, err error) {
	s, err := d.statement(ref, path)
	return s.text.String(), s.args, err
}

func (d *SQL) statement(ref schema.ExternalRef, path ontology.Path) (*statement, error) {
	s := &statement{d: d}
	joins, err := d.joins(ref, path)
	if err != nil {
		return s, err
	}
	s.table = ref.Table
	if len(joins) > 0 {
		s.table = joins[len(joins)-1].to
	}
	s.key = d.o.Tables[s.table].Key
	s.sel(len(joins))
	fmt.Fprintf(&s.text, " FROM %s AS t0", d.quoted(ref.Table))
	for i, j := range joins {
		if err := s.join(i, j); err != nil {
			return s, err
		}
	}
	fmt.Fprintf(&s.text, "\nWHERE t0.%s = ", d.quoted(d.o.Tables[ref.Table].Key))
	if err := s.arg("external_ref.id", ref.ID); err != nil {
		return s, err
	}
	fmt.Fprintf(&s.text, " ORDER BY t%d.%s LIMIT %d", len(joins), d.quoted(s.key), d.o.Limit+1)
	return s, nil
}

// hop is a rule's join in the direction it is taken.
type hop struct {
	ontology.Join
	from, to string
	reverse  bool
}

// joins takes a path's joins apart and checks that each begins where the one
// before it ends, at tables that may be asked.
func (d *SQL) joins(ref schema.ExternalRef, path ontology.Path) ([]hop, error) {
	if _, ok := d.o.Tables[ref.Table]; !ok {
		return nil, fmt.Errorf("%w: %.80q", ErrTable, ref.Table)
	}
	if len(path) > ontology.MaxHops {
		return nil, fmt.Errorf("%w path: %d rules, want at most %d", ErrInvalid, len(path), ontology.MaxHops)
	}
	at := ref.Table
	out := make([]hop, len(path))
	for i, step := range path {
		j, err := ontology.ParseJoin(step.Rule.Join)
		if err != nil {
			return nil, fmt.Errorf("%w path[%d]: %w", ErrInvalid, i, err)
		}
		h := hop{j, j.From, j.To, step.Reverse}
		if step.Reverse {
			h.from, h.to = j.To, j.From
		}
		if h.from != at || h.to == "" {
			return nil, fmt.Errorf("%w path[%d]: joins %q and not %q", ErrInvalid, i, h.from, at)
		}
		if _, ok := d.o.Tables[h.to]; !ok {
			return nil, fmt.Errorf("%w: %.80q", ErrTable, h.to)
		}
		at = h.to
		out[i] = h
	}
	return out, nil
}

// sel writes what is selected. Several joins may lead to one row more than once.
func (s *statement) sel(last int) {
	s.text.WriteString("SELECT ")
	if last > 1 {
		s.text.WriteString("DISTINCT ")
	}
	columns := s.d.o.Tables[s.table].Columns
	if len(columns) == 0 {
		fmt.Fprintf(&s.text, "t%d.*", last)
		return
	}
	fmt.Fprintf(&s.text, "t%d.%s", last, s.d.quoted(s.key))
	for _, c := range columns {
		fmt.Fprintf(&s.text, ", t%d.%s", last, s.d.quoted(c))
	}
}

// join writes join i, between the tables t<i> and t<i+1>.
func (s *statement) join(i int, h hop) error {
	from, to := i, i+1
	fmt.Fprintf(&s.text, "\nJOIN %s AS t%d ON ", s.d.quoted(h.to), to)
	for k, p := range h.On {
		if k > 0 {
			s.text.WriteString(" AND ")
		}
		left, right := p.To, p.From
		if h.reverse {
			left, right = p.From, p.To
		}
		fmt.Fprintf(&s.text, "t%d.%s = t%d.%s", to, s.d.quoted(left), from, s.d.quoted(right))
	}
	filtered := to // the table that the rule leads to
	if h.reverse {
		filtered = from
	}
	for _, f := range h.Filters {
		fmt.Fprintf(&s.text, " AND t%d.%s = ", filtered, s.d.quoted(f.Column))
		if err := s.arg("optional_filters."+f.Column, f.Value); err != nil {
			return err
		}
	}
	return nil
}

// arg writes a placeholder and keeps the value that goes with it.
func (s *statement) arg(field, value string) error {
	if value == "" || len(value) > MaxArg || !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
		return fmt.Errorf("%w %s: %d bytes, want 1 to %d of UTF-8 without NUL", ErrInvalid, field, len(value), MaxArg)
	}
	s.args = append(s.args, value)
	if s.d.o.Dialect == Postgres {
		fmt.Fprintf(&s.text, "$%d", len(s.args))
	} else {
		s.text.WriteByte('?')
	}
	return nil
}

// quoted writes a name that is known to be plain, each part of it in quotes.
func (d *SQL) quoted(name string) string {
	mark := `"`
	if d.o.Dialect == MySQL {
		mark = "`"
	}
	return mark + strings.ReplaceAll(name, ".", mark+"."+mark) + mark
}
