package workspace

import (
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// EntityType is the type of the entities that a workspace names: what they are,
// their pages tell.
const EntityType schema.EntityType = "entity"

// createdBy marks the records that come from files.
const createdBy = "workspace"

// namespace of the ids of records, so that they follow from what is said (W1).
var namespace = uuid.MustParse("6c756b61-7361-5077-8f72-6b7370616365")

// EntityKey returns the key of the entity of a name, which is written @slug. How the
// letters are composed, which the name of a file may have otherwise than a text, makes
// no other entity, and no more does the form of an apostrophe.
func EntityKey(name string) schema.EntityKey {
	return schema.MakeEntityKey(EntityType, text.Fold(markdown.Slug(name)))
}

// kindOf is the kind of record that a kind of block becomes (003-06).
func kindOf(k markdown.Kind) schema.Kind {
	switch k {
	case markdown.World:
		return schema.KindFact
	case markdown.Experience:
		return schema.KindEvent
	case markdown.Opinion:
		return schema.KindOpinion
	}
	return schema.KindObservation
}

// blockKind is the other way about.
func blockKind(k schema.Kind) markdown.Kind {
	switch k {
	case schema.KindFact:
		return markdown.World
	case schema.KindEvent:
		return markdown.Experience
	case schema.KindOpinion:
		return markdown.Opinion
	}
	return markdown.Observation
}

// content is what a block says by itself: its text behind whom it is about.
func content(b *markdown.Block) string {
	if len(b.Subjects) == 0 {
		return b.Text
	}
	return strings.Join(b.Subjects, ", ") + ": " + b.Text
}

// idOf is the id of what a block of a page says, or quotes from another. What was done on the day of a log is not what was
// done on another day, in whatever words, unless they say themselves when it was.
func idOf(name string, b *markdown.Block) schema.ID {
	said := string(b.Kind) + "\x00" + content(b)
	if b.Quotes != "" {
		name = b.Quotes
	}
	if b.Kind == markdown.Experience {
		if day, ok := dayOfLog(name); ok && !saysWhen(b, day) {
			said += "\x00" + day.Format(time.DateOnly)
		}
	}
	return uuid.NewSHA1(namespace, []byte(said))
}

func saysWhen(b *markdown.Block, day time.Time) bool {
	_, ok := periodOf(b, day)
	return ok
}

// The regions of pages, and what their blocks are.
const (
	regionFacts    = "facts"    // of entity pages: a digest, read as nothing
	regionOpinions = "opinions" // opinions as they stand now: see overlay
	regionRetain   = "retain"   // bullets that were inferred
)

// kept tells whether the blocks of a region become records.
func kept(region string) bool {
	return region == "" || region == regionOpinions || region == regionRetain
}

// Importance of records, by where they stand.
const (
	importanceCore  = 8 // memory.md
	importanceTyped = 6
	importanceTold  = 4
)

// The tags of records.
const (
	tagRetain = "retain" // typed: a bullet of a Retain section or of a bank page
	tagCore   = "core"   // on memory.md
)

// record makes the record of a block as it stands in one place. Its evidence, if
// it has any, is added by the caller.
func (w *Workspace) record(p *page, b *markdown.Block) schema.Experience {
	day := p.day
	if told, ok := dayOfLog(b.Quotes); ok {
		day = told
	}
	e := schema.Experience{
		ID: idOf(p.file.Path, b), Agent: w.memory.Agent, Kind: kindOf(b.Kind), Content: content(b), Session: sessionOf(p.file.Path),
		Time:       day.Add(time.Duration(b.Line) * time.Microsecond), // in the order of the lines
		Importance: importanceTold,
		Source: schema.Source{
			Path: p.file.Path, Line: b.Line, LineEnd: b.LineEnd, CreatedBy: createdBy, Inferred: b.Region != "" || b.Inferred,
		},
	}
	if b.Typed {
		e.Importance, e.Tags = importanceTyped, []string{tagRetain}
		period(&e, b, day)
	} else {
		e.Context = strings.Join(b.Headings, " \u203A ")
	}
	if p.file.Path == CorePage {
		e.Importance, e.Tags = importanceCore, append(e.Tags, tagCore)
	}
	if b.Kind == markdown.Opinion && b.Rated {
		e.Confidence = max(b.Confidence, leastConfidence)
	}
	e.Mentions = mentionsOf(b)
	e.SetDefaults(day, func() schema.ID { return e.ID })
	return e
}

// sessionOf is the session of what a page tells: the path, or, if that is longer than the
// name of a session may be, its beginning and a sum of the whole.
func sessionOf(path string) string {
	if len(path) <= schema.MaxID {
		return path
	}
	sum := fmt.Sprintf("\u2026%016x", xxhash.Sum64String(path))
	return strings.ToValidUTF8(path[:schema.MaxID-len(sum)], "") + sum
}

// leastConfidence stands for a confidence of nothing: a record's is above zero.
const leastConfidence = 0.001

// mentionsOf lists the entities that a block is about, and then those it names.
func mentionsOf(b *markdown.Block) []schema.Mention {
	seen := map[schema.EntityKey]bool{}
	var out []schema.Mention
	for i, slug := range append(b.Subjects[:len(b.Subjects):len(b.Subjects)], b.Mentions...) {
		key := EntityKey(slug)
		if seen[key] || !key.Valid() || len(out) == schema.MaxMentions {
			continue
		}
		seen[key] = true
		m := schema.Mention{Entity: key, Text: slug}
		if i < len(b.Subjects) {
			m.Role = schema.RoleSubject
		}
		out = append(out, m)
	}
	return out
}

// period takes over a time in brackets, as in "(Nov 27–Dec 1, 2025)": it is when
// what the bullet tells was so (003-11, 003-13).
func period(e *schema.Experience, b *markdown.Block, day time.Time) {
	r, ok := periodOf(b, day)
	if !ok {
		return
	}
	e.Time, e.TimeEnd = r.From, r.To
	if e.Kind == schema.KindFact {
		e.ValidFrom, e.ValidTo = r.From, r.To
	}
}

// periodOf is the first time in brackets that a block tells.
func periodOf(b *markdown.Block, day time.Time) (dates.Range, bool) {
	for rest := b.Text; ; {
		_, after, ok := strings.Cut(rest, "(")
		inside, _, ended := strings.Cut(after, ")")
		if !ok || !ended {
			return dates.Range{}, false
		}
		if r, ok := rangeOf(inside, day); ok {
			return r, true
		}
		rest = after[len(inside):]
	}
}

// rangeOf reads a text that is a day or a stretch of days, and nothing else. What goes on
// has no end.
func rangeOf(s string, day time.Time) (dates.Range, bool) {
	if len(s) > 60 || !strings.ContainsAny(s, "0123456789") || length.MatchString(s) {
		return dates.Range{}, false
	}
	if at := goesOn.FindStringIndex(s); at != nil {
		r, ok := rangeOf(s[:at[0]], day)
		return dates.Range{From: r.From}, ok
	}
	if r, err := dates.Parse(s, day); err == nil {
		r = coming(s, r, day)
		return r, bounded(r)
	}
	for _, at := range joints.FindAllStringIndex(s, -1) {
		if r, ok := stretch(s[:at[0]], s[at[1]:], day); ok {
			return r, true
		}
	}
	return dates.Range{}, false
}

// length is what a question takes for the time back to then, and what in a log is how long
// something took, or how far it is, as in "(2h)" and "(3m)".
var length = regexp.MustCompile(`(?i)^(?:\W*\d+(?:min|mo|[mhdwy]))+\W*$`)

// goesOn ends a stretch that has not ended, as in "2019–" and "May 2024 – now".
var goesOn = regexp.MustCompile(`(?i)\s*[-\x{2013}\x{2014}]\s*(?:now|present|nay)?\s*$`)

// joints are what may stand between the first day of a stretch and the last. Some
// stand inside a day too, as in 2025-12-01, so whoever looks for one tries them all.
var joints = regexp.MustCompile(`[-\x{2013}\x{2014}/]| to | đến `)

// stretch is the days from one to another.
func stretch(from, to string, day time.Time) (dates.Range, bool) {
	last, err := dates.Parse(to, day)
	if err != nil {
		return dates.Range{}, false
	}
	if last = coming(to, last, day); !bounded(last) {
		return dates.Range{}, false
	}
	first, err := dates.Parse(from, last.From) // "Nov 27" in the year of "Dec 1, 2025"
	if err != nil || !bounded(first) || last.To.Before(first.From) {
		return dates.Range{}, false
	}
	return dates.Range{From: first.From, To: last.To}, true
}

// soon is how far ahead of a log the days are that it tells without a year.
const soon = 92 * 24 * time.Hour

// coming returns when it was that a text says, read as r from the day of a log. To
// package dates a day without a year lies behind, as it does in a question; a log tells
// of the days ahead too, as in "(Nov 27–Dec 1)".
func coming(s string, r dates.Range, day time.Time) dates.Range {
	then, err := dates.Parse(s, r.To.AddDate(0, 0, -1))
	if err != nil || !then.From.Equal(r.From) || !then.To.Equal(r.To) {
		return r // seen from its own time it is another one: it counts from the log's day
	}
	next, err := dates.Parse(s, day.Add(soon))
	if err != nil || next.From.Sub(day) > soon {
		return r
	}
	return next
}

func bounded(r dates.Range) bool {
	return sensible(r.From) && sensible(r.To) && r.From.Before(r.To) && !r.Around
}

// digest tells whether the record of a block would be another one.
func digest(e *schema.Experience, b *markdown.Block, day time.Time) uint64 {
	var h xxhash.Digest
	h.Reset()
	words := func(s string) {
		number(&h, uint64(len(s)))
		_, _ = h.WriteString(s) // a hash takes all
	}
	_, _ = h.Write(e.ID[:])
	words(e.Context)
	words(e.Source.Path)
	for _, tag := range e.Tags {
		words(tag)
	}
	for _, m := range e.Mentions {
		words(m.Text)
		words(string(m.Role))
	}
	for _, v := range b.Evidence {
		words(v.ID)
		number(&h, boolBit(v.Against))
	}
	for _, n := range []uint64{
		uint64(day.Unix()), uint64(e.Time.UnixMicro()), uint64(e.TimeEnd.UnixMicro()), uint64(e.Source.Line), uint64(e.Source.LineEnd),
		math.Float64bits(e.Confidence), boolBit(e.Source.Inferred),
	} {
		number(&h, n)
	}
	return h.Sum64()
}

func number(h *xxhash.Digest, n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	_, _ = h.Write(b[:])
}

func boolBit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// parseID reads the id of a record.
func parseID(s string) (schema.ID, bool) {
	id, err := uuid.Parse(s)
	return id, err == nil
}
