package lang

import (
	"reflect"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
)

// Conditions is what a query asks for, in plain fields. All of them must hold.
// The zero value of each asks for nothing.
type Conditions struct {
	// Text is the free text: words, phrases and the names of mentions, in order.
	Text string
	// Phrases and Prefixes must occur in a record.
	Phrases, Prefixes []string
	// Codes are the words of the free text that are names or numbers of things
	// (ERR_42, v0.11.3, foo/bar.go:12), as written: worth finding exactly.
	Codes []string

	// Require and Exclude select by labels: a record must match every list of
	// the one that is not empty, and nothing of the other.
	Require, Exclude Labels
	// ExcludeText lists words, phrases and prefixes that must not occur.
	ExcludeText Excluded

	Since, Until time.Time // event time: from Since, before Until; zero: open
	// Around tells that the time was given roughly.
	Around bool

	Importance, Quality, Confidence Range

	Pinned, Verified Choice
}

// Empty tells whether no record fails the conditions: there are none, or only on whose
// memory is asked.
func (c *Conditions) Empty() bool {
	rest := *c
	rest.Text, rest.Codes, rest.Require.Agents, rest.Exclude.Agents = "", nil, nil, nil
	return reflect.DeepEqual(rest, Conditions{})
}

// Labels are conditions on labels. A record matches a list by any of its
// values; of Tags and Entities it must match each group, by any of the group.
// Under Exclude, matching one value of anything is enough to be left out.
type Labels struct {
	Speakers, Sessions, Kinds, Categories, Personas, Statuses, Scopes, Agents, Paths []string

	Tags, Entities [][]string
}

// Excluded are texts that must not occur.
type Excluded struct{ Words, Phrases, Prefixes []string }

// Range is a range of a number, both ends part of it. The zero value is any.
type Range struct {
	Set      bool
	Min, Max float64
}

// Contains tells whether x is in the range.
func (r Range) Contains(x float64) bool { return !r.Set || r.Min <= x && x <= r.Max }

// Choice is a wish about a state.
type Choice int8

// The choices.
const (
	Either Choice = 0
	Yes    Choice = 1
	No     Choice = -1
)

// Compile turns the query into conditions, reading times as seen from now and
// in its location. Its errors, each an [*Error], are times that cannot be read
// and conditions that no record can meet.
func (q *Query) Compile(now time.Time) (*Conditions, error) {
	c := &compiler{now: now, out: &Conditions{}}
	for _, n := range q.Terms {
		if bad := c.add(n); bad != nil {
			source, offset := q.source, n.Offset()
			if source == "" {
				source, offset = n.String(), 0 // a term that was made, not parsed
			}
			return nil, fail(source, min(offset, len(source)), n.String(), bad)
		}
	}
	c.finish()
	return c.out, nil
}

type compiler struct {
	now   time.Time
	out   *Conditions
	words []string
}

func (c *compiler) add(n Node) *problem {
	switch n := n.(type) {
	case *Word:
		c.words = append(c.words, n.Text)
	case *Phrase:
		c.words = append(c.words, n.Text)
		c.out.Phrases = append(c.out.Phrases, n.Text)
	case *Prefix:
		c.out.Prefixes = append(c.out.Prefixes, n.Text)
	case *Mention:
		c.words = append(c.words, n.Name)
		c.out.Require.add(Entity, []string{n.Name})
	case *Label:
		c.out.Require.add(n.Field, n.Values)
	case *Is:
		return c.is(n.State, Yes)
	case *Compare:
		return c.compare(n)
	case *When:
		return c.when(n)
	case *Not:
		return c.exclude(n.Term)
	}
	return nil
}

func (c *compiler) exclude(n Node) *problem {
	out := &c.out.ExcludeText
	switch n := n.(type) {
	case *Word:
		out.Words = append(out.Words, n.Text)
	case *Phrase:
		out.Phrases = append(out.Phrases, n.Text)
	case *Prefix:
		out.Prefixes = append(out.Prefixes, n.Text)
	case *Mention:
		c.out.Exclude.add(Entity, []string{n.Name})
	case *Label:
		c.out.Exclude.add(n.Field, n.Values)
	case *Is:
		return c.is(n.State, No)
	default:
		return &problem{text: "this cannot be excluded"}
	}
	return nil
}

func (c *compiler) is(s State, want Choice) *problem {
	choice := &c.out.Pinned
	if s == Verified {
		choice = &c.out.Verified
	}
	if *choice == -want {
		return &problem{text: "both asked for and excluded"}
	}
	*choice = want
	return nil
}

func (c *compiler) compare(n *Compare) *problem {
	r := map[Field]*Range{Importance: &c.out.Importance, Quality: &c.out.Quality, Confidence: &c.out.Confidence}[n.Field]
	if r == nil {
		return &problem{text: "not a field that can be compared"}
	}
	if !r.Set {
		*r = Range{true, n.Min, n.Max}
		return nil
	}
	r.Min, r.Max = max(r.Min, n.Min), min(r.Max, n.Max)
	if r.Min > r.Max {
		return &problem{text: "no value meets this and the condition before"}
	}
	return nil
}

func (c *compiler) when(n *When) *problem {
	from, to, ok := bounds(n.Field, n.Value, c.now)
	if !ok {
		return &problem{
			text:  "not a time; want a date such as 2025-11-03, 30d, or words in quotes such as \"last week\"",
			shift: len(n.Field) + 1,
		}
	}
	if !from.IsZero() && from.After(c.out.Since) {
		c.out.Since = from
	}
	if !to.IsZero() && (c.out.Until.IsZero() || to.Before(c.out.Until)) {
		c.out.Until = to
	}
	c.out.Around = c.out.Around || n.Field == Around
	if !c.out.Until.IsZero() && !c.out.Since.Before(c.out.Until) {
		return &problem{text: "no time meets this and the conditions before"}
	}
	return nil
}

// bounds reads what a field says of time; a zero time leaves that side open.
func bounds(f Field, v string, now time.Time) (from, to time.Time, ok bool) {
	if instant, ok := parseInstant(v, now); ok {
		return around(f, instant, instant)
	}
	if isCount(v) {
		r, err := dates.Parse(v, now)
		if err != nil {
			return from, to, false
		}
		return around(f, r.From, r.From)
	}
	if f == Around {
		v = "around " + strings.TrimPrefix(v, "around ")
	}
	r, err := dates.Parse(v, now)
	if err != nil && strings.ContainsAny(v, "-_") { // last-week
		r, err = dates.Parse(strings.NewReplacer("-", " ", "_", " ").Replace(v), now)
	}
	switch {
	case err != nil:
		return from, to, false
	case f == Since:
		return r.From, time.Time{}, !r.From.IsZero()
	case f == Until:
		return time.Time{}, r.To, !r.To.IsZero()
	}
	return r.From, r.To, true
}

// around gives the bounds that a field makes of a moment: itself for since and
// until, its day for on, three days on either side of that for around.
func around(f Field, from, to time.Time) (time.Time, time.Time, bool) {
	switch f {
	case Since:
		return from, time.Time{}, true
	case Until:
		return time.Time{}, to, true
	}
	y, m, d := from.Date()
	wide := 0
	if f == Around {
		wide = 3
	}
	day := func(n int) time.Time { return time.Date(y, m, d+n, 0, 0, 0, 0, from.Location()) }
	return day(-wide), day(wide + 1), true
}

// parseInstant reads a date with a time of day, in now's location unless it
// names a zone.
func parseInstant(v string, now time.Time) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if t, err := time.ParseInLocation(layout, v, now.Location()); err == nil {
			return t.In(now.Location()), true
		}
	}
	return time.Time{}, false
}

// isCount tells whether v counts back from now: digits and a unit, as in 30d.
func isCount(v string) bool {
	unit := strings.TrimLeft(v, "0123456789")
	if unit == v || unit == "" {
		return false
	}
	return strings.Trim(unit, "abcdefghijklmnopqrstuvwxyz") == ""
}

// add records the values of a label. Those of several terms are alternatives,
// but for tags and entities, of which each term is a group that must be met.
func (l *Labels) add(f Field, values []string) {
	switch f {
	case Tag:
		l.Tags = append(l.Tags, distinct(values))
		return
	case Entity:
		l.Entities = append(l.Entities, distinct(values))
		return
	}
	if list := l.list(f); list != nil {
		*list = append(*list, values...)
	}
}

// list returns where the values of a label with alternatives go.
func (l *Labels) list(f Field) *[]string {
	switch f {
	case From:
		return &l.Speakers
	case Session:
		return &l.Sessions
	case Kind:
		return &l.Kinds
	case Category:
		return &l.Categories
	case Persona:
		return &l.Personas
	case Status:
		return &l.Statuses
	case Scope:
		return &l.Scopes
	case Agent:
		return &l.Agents
	case Path:
		return &l.Paths
	}
	return nil
}

// finish joins the text and leaves each value once in its list.
func (c *compiler) finish() {
	out := c.out
	out.Text = strings.Join(c.words, " ")
	lists := []*[]string{
		&out.Phrases, &out.Prefixes, &out.ExcludeText.Words, &out.ExcludeText.Phrases, &out.ExcludeText.Prefixes,
	}
	for _, l := range []*Labels{&out.Require, &out.Exclude} {
		for _, f := range []Field{From, Session, Kind, Category, Persona, Status, Scope, Agent, Path} {
			lists = append(lists, l.list(f))
		}
		l.Tags, l.Entities = distinctGroups(l.Tags), distinctGroups(l.Entities)
	}
	for _, list := range lists {
		*list = distinct(*list)
	}
	out.Codes = codes(out.Text)
}

// distinctGroups leaves each group once.
func distinctGroups(groups [][]string) [][]string {
	seen := map[string]bool{}
	var out [][]string
	for _, g := range groups {
		key := strings.Join(g, "\x00")
		if !seen[key] {
			seen[key] = true
			out = append(out, g)
		}
	}
	return out
}

// codes lists the words of s that are codes, each once, in order.
func codes(s string) []string {
	var scan text.Scanner
	var list []string
	seen := map[string]bool{}
	scan.Reset(s)
	for scan.Next() {
		span := scan.Span()
		if word := s[span.Start:span.End]; scan.Shape() == text.Code && !seen[word] {
			seen[word] = true
			list = append(list, word)
		}
	}
	return list
}
