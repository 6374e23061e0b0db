package grounding

import (
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/schema"
)

// Verdict is how a statement stands to a row.
type Verdict int

// The verdicts.
const (
	Incomparable Verdict = iota // the row does not speak of it
	Agrees
	Disagrees
)

// Compare holds a statement against a row about its subject: where a column
// bears the name of its predicate and is not null, the two must be equal.
// Numbers compare as numbers, times as moments or days, texts without regard to
// case and to spaces at their ends; an object that is an entity by its name or,
// where one is given, by the id of its own row. It returns the database's value.
func Compare(s *schema.Statement, object schema.Entity, rows *Rows, row int) (Verdict, any) {
	for i, column := range rows.Columns {
		value := rows.Rows[row][i]
		if !strings.EqualFold(column, s.Predicate) || value == nil {
			continue
		}
		if s.Entity != "" {
			for _, name := range []string{object.Name, object.Ref.ID, s.Entity.Name()} {
				if name != "" && sameText(name, text(value)) {
					return Agrees, value
				}
			}
			return Disagrees, value
		}
		return sameJSON(s.Value, value), value
	}
	return Incomparable, nil
}

// sameJSON compares a JSON value with a cell. Lists and objects are no values of
// a column.
func sameJSON(raw json.RawMessage, cell any) Verdict {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return Incomparable
	}
	var same bool
	switch v := v.(type) {
	case string:
		_, written := cell.(string)
		same = sameText(v, text(cell)) || !written && sameNumber(v, text(cell)) || sameTime(v, cell)
	case json.Number:
		same = sameNumber(v.String(), text(cell))
	case bool:
		same = text(cell) == strconv.FormatBool(v) || text(cell) == map[bool]string{true: "1", false: "0"}[v]
	default:
		return Incomparable
	}
	if same {
		return Agrees
	}
	return Disagrees
}

// text writes a cell as it is compared.
func text(cell any) string {
	switch cell := cell.(type) {
	case string:
		return cell
	case int64:
		return strconv.FormatInt(cell, 10)
	case float64:
		return strconv.FormatFloat(cell, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(cell)
	case time.Time:
		return cell.Format(time.RFC3339Nano)
	}
	return ""
}

func sameText(a, b string) bool {
	return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b))
}

// sameNumber compares decimal numbers exactly: 12.50 is 12.5, and 0.1 as a
// float is what it is written as.
func sameNumber(a, b string) bool {
	if len(a) > 64 || len(b) > 64 || strings.ContainsAny(a+b, "/_xX") {
		return a == b
	}
	if strings.ContainsAny(a+b, "eE") { // an exact 1e999999999 would fill the memory
		x, err1 := strconv.ParseFloat(a, 64)
		y, err2 := strconv.ParseFloat(b, 64)
		return err1 == nil && err2 == nil && x == y
	}
	x, ok := new(big.Rat).SetString(strings.TrimSpace(a))
	if !ok {
		return false
	}
	y, ok := new(big.Rat).SetString(strings.TrimSpace(b))
	return ok && x.Cmp(y) == 0
}

// sameTime compares a text that is a time or a day with a time.
func sameTime(s string, cell any) bool {
	t, ok := cell.(time.Time)
	if !ok {
		var err error
		if t, err = parseTime(text(cell)); err != nil {
			return false
		}
	}
	if day, err := time.Parse(time.DateOnly, strings.TrimSpace(s)); err == nil {
		return t.Format(time.DateOnly) == day.Format(time.DateOnly)
	}
	other, err := parseTime(s)
	return err == nil && t.Equal(other)
}

func parseTime(s string) (t time.Time, err error) {
	for _, layout := range []string{time.RFC3339Nano, time.DateTime, time.DateOnly} {
		if t, err = time.Parse(layout, strings.TrimSpace(s)); err == nil {
			break
		}
	}
	return t, err
}
