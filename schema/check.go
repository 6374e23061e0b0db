package schema

import (
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// checker collects the bad fields of one object. Paths and messages are built
// only once something is wrong.
type checker struct {
	path   []step
	fields []FieldError
}

// step is one level of nesting: a field name and, in a list, an index.
type step struct {
	name  string
	index int // -1 outside lists
}

// err returns what was found, or nil.
func (c *checker) err(t ObjectType) error {
	if len(c.fields) == 0 {
		return nil
	}
	return &InvalidError{Type: t, Fields: c.fields}
}

// in runs check inside the named field.
func (c *checker) in(name string, check func()) { c.at(name, -1, check) }

// at runs check inside element i of the named list.
func (c *checker) at(name string, i int, check func()) {
	c.path = append(c.path, step{name, i})
	check()
	c.path = c.path[:len(c.path)-1]
}

func (c *checker) bad(field, value, problem string) {
	var b strings.Builder
	for i, s := range append(c.path[:len(c.path):len(c.path)], step{field, -1}) {
		if i > 0 && s.name != "" {
			b.WriteByte('.')
		}
		b.WriteString(s.name)
		if s.index >= 0 {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	c.fields = append(c.fields, FieldError{b.String(), value, problem})
}

// text checks a string that may be empty.
func (c *checker) text(field, s string, limit int) {
	if len(s) > limit {
		c.bad(field, strconv.Itoa(len(s))+" bytes", "want at most "+strconv.Itoa(limit))
	}
	if i := strings.IndexByte(s, 0); i >= 0 {
		c.bad(field, "", "NUL at byte "+strconv.Itoa(i))
	}
	if !utf8.ValidString(s) {
		c.bad(field, "", "invalid UTF-8 at byte "+strconv.Itoa(invalidUTF8(s)))
	}
}

// need checks a string that must say something.
func (c *checker) need(field, s string, limit int) {
	switch {
	case s == "":
		c.bad(field, "", "empty")
	case strings.TrimSpace(s) == "":
		c.bad(field, "", "blank")
	default:
		c.text(field, s, limit)
	}
}

// texts checks a list of strings, each of which must say something.
func (c *checker) texts(field string, list []string, most, limit int) {
	c.count(field, len(list), most)
	for i, s := range list {
		c.at(field, i, func() { c.need("", s, limit) })
	}
}

func (c *checker) count(field string, n, most int) {
	if n > most {
		c.bad(field, strconv.Itoa(n), "want at most "+strconv.Itoa(most)+" elements")
	}
}

// upTo checks a whole number from 1 on.
func (c *checker) upTo(field string, n, high int) {
	if n < 1 || n > high {
		c.bad(field, strconv.Itoa(n), "want 1 to "+strconv.Itoa(high))
	}
}

func (c *checker) counter(field string, n int) {
	if n < 0 || n > MaxCount {
		c.bad(field, strconv.Itoa(n), "want 0 or more")
	}
}

// unit checks a share above 0, or 0 too where that stands for 1.
func (c *checker) unit(field string, f float64, zero bool) {
	if f > 0 && f <= 1 || zero && f == 0 {
		return
	}
	problem := "want above 0 to 1"
	if zero {
		problem = "want 0 to 1"
	}
	c.bad(field, formatFloat(f), problem)
}

func (c *checker) finite(field string, f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		c.bad(field, formatFloat(f), "want a finite number")
	}
}

// time checks a time that may be zero.
func (c *checker) time(field string, t time.Time) {
	if t.IsZero() {
		return
	}
	if y := t.UTC().Year(); y < MinYear || y > MaxYear {
		c.bad(field, "year "+strconv.Itoa(y), "want "+strconv.Itoa(MinYear)+" to "+strconv.Itoa(MaxYear))
		return
	}
	if t != Instant(t) {
		c.bad(field, t.Format(time.RFC3339Nano), "want UTC in whole microseconds")
	}
}

func (c *checker) needTime(field string, t time.Time) {
	if t.IsZero() {
		c.bad(field, "", "empty")
	}
	c.time(field, t)
}

// ordered checks that a range that has both ends does not run backwards.
func (c *checker) ordered(field string, end time.Time, startField string, start time.Time) {
	if !end.IsZero() && !start.IsZero() && end.Before(start) {
		c.bad(field, "", "before "+startField)
	}
}

func (c *checker) needID(field string, id ID) {
	if id == uuid.Nil {
		c.bad(field, "", "empty")
	}
}

// ids checks a list of references from the record self.
func (c *checker) ids(field string, ids []ID, self ID, most int) {
	c.count(field, len(ids), most)
	seen := newIDSet(len(ids))
	for i, id := range ids {
		c.at(field, i, func() { c.ref("", id, self, seen) })
	}
}

// ref checks one reference of a list: set, not to the record itself, not there
// twice.
func (c *checker) ref(field string, id, self ID, seen idSet) {
	switch {
	case id == uuid.Nil:
		c.bad(field, "", "empty")
	case id == self:
		c.bad(field, id.String(), "is the record itself")
	case !seen.add(id):
		c.bad(field, id.String(), "is there twice")
	}
}

// enum checks a value that must be one of a few.
func enum[T ~string](c *checker, field string, v T, valid bool, want ...T) {
	if valid {
		return
	}
	names := make([]string, len(want))
	for i, w := range want {
		names[i] = string(w)
	}
	problem := "want " + strings.Join(names, ", ")
	if i := strings.LastIndex(problem, ", "); i >= 0 {
		problem = problem[:i] + " or " + problem[i+2:]
	}
	c.bad(field, quote(string(v)), problem)
}

// oneOf checks a plain string against the values it may take. The empty string
// passes where optional.
func (c *checker) oneOf(field, v string, optional bool, want ...string) {
	ok := optional && v == ""
	for _, w := range want {
		ok = ok || v == w
	}
	enum(c, field, v, ok, want...)
}

// name checks the name of a type, relation or predicate.
func (c *checker) name(field, s string) {
	if !validName(s) {
		c.bad(field, quote(s), "want a lower-case name such as works_for, at most "+strconv.Itoa(MaxName)+" bytes")
	}
}

// entity checks an entity key.
func (c *checker) entity(field string, k EntityKey) {
	if k == "" {
		c.bad(field, "", "empty")
		return
	}
	c.text(field, string(k), MaxEntityKey)
	if !k.Valid() {
		c.bad(field, quote(string(k)), "want type:name")
	}
}

// sourcePath checks a path to a file of a workspace.
func (c *checker) sourcePath(field, path string) {
	c.text(field, path, MaxPath)
	if path != "" && (!fs.ValidPath(path) || strings.Contains(path, `\`)) {
		c.bad(field, quote(path), "want a relative path with slashes")
	}
}

// Type returns the part of k before its first colon.
func (k EntityKey) Type() EntityType {
	t, _, _ := strings.Cut(string(k), ":")
	return EntityType(t)
}

// Name returns the part of k after its first colon.
func (k EntityKey) Name() string {
	_, name, _ := strings.Cut(string(k), ":")
	return name
}

// Valid reports whether k is a well-formed entity type, a colon and a name that
// says something.
func (k EntityKey) Valid() bool {
	return k.Type().Valid() && strings.TrimSpace(k.Name()) != ""
}

// MakeEntityKey makes the key of an entity that is known by its name alone: the
// type, a colon and the name in lower case with single spaces, its marks in one piece
// with their letters (NFC).
func MakeEntityKey(t EntityType, name string) EntityKey {
	return EntityKey(string(t) + ":" + foldText(name))
}

// idSet tells whether an id was met before. Short lists need no map.
type idSet struct {
	few  *[]ID
	many map[ID]struct{}
}

func newIDSet(n int) idSet {
	if n <= 16 {
		few := make([]ID, 0, n)
		return idSet{few: &few}
	}
	return idSet{many: make(map[ID]struct{}, n)}
}

func (s idSet) add(id ID) bool {
	if s.many != nil {
		before := len(s.many)
		s.many[id] = struct{}{}
		return len(s.many) > before
	}
	for _, x := range *s.few {
		if x == id {
			return false
		}
	}
	*s.few = append(*s.few, id)
	return true
}

func formatFloat(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }

func invalidUTF8(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}
