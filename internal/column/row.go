package column

import (
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// Flags are yes-or-no facts of a record.
type Flags uint8

// The flags.
const (
	Pinned Flags = 1 << iota
	Permanent
	Verified
	Inferred  // concluded by Lukasa, not told
	Statement // claims subject, predicate, object
	Lasting   // ended later than it began: see [Table.Lasted]
	Telling   // tells of a time: see [Fact]
	Enduring  // its confidence does not fade
)

// Row holds the short facts of one record. Times are microseconds since 1970
// in UTC; the least int64 stands for "not set".
type Row struct {
	Time      int64
	Recorded  int64
	ValidFrom int64
	ValidTo   int64
	Expires   int64
	Validated int64 // when the record was last confirmed: decay counts from here
	Session   uint32
	Speaker   uint32
	Tags      uint32 // number of a set of tags
	Scopes    uint32 // number of a set of scopes
	// Confidence is the stored one; decay is computed on read (I7).
	Confidence float32
	Version    uint32
	Kind       uint8
	Category   uint8
	Persona    uint8
	Status     uint8
	Quality    uint8
	Importance uint8
	Flags      Flags
	// Traits of the text, as [traits.Traits.Bits], and its fingerprint for near
	// duplicates, as [text.Simhash].
	Traits  uint8
	Simhash uint64
}

// wording is what a table has of a record's text. The fingerprint of its marks, as
// [text.Punct], is that of the summary's as well.
type wording struct {
	traits         uint8
	simhash, punct uint64
	told           []Span
}

// unread is the wording of a text that was not read: it may have any marks.
var unread = wording{punct: ^uint64(0)}

func wordingOf(e *schema.Experience) wording {
	words := e.Text()
	seen := traits.Of(words)
	return wording{seen.Bits(), text.Simhash(words), text.Punct(words) | text.Punct(e.Summary), toldBy(e, words, seen)}
}

// passes tells whether a row is of a record that is not live, or will expire. A place
// without a record is no such row.
func (r *Row) passes() bool {
	return *r != (Row{}) && (!r.StatusOf().Live() || r.Expires != Unset)
}

// Unset is the time of a row that has none.
const Unset = -1 << 63

func micros(t time.Time) int64 {
	if t.IsZero() {
		return Unset
	}
	return t.UnixMicro()
}

// Moment turns a row's time into a time.Time; zero where it is not set.
func Moment(us int64) time.Time {
	if us == Unset {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

// expiry is when a record expires by the clock; Unset if it never does.
func expiry(e *schema.Experience) int64 {
	if e.Permanent || e.TTL == schema.TTLNever {
		return Unset
	}
	return micros(e.ExpiresAt)
}

func flagsOf(e *schema.Experience, w wording) Flags {
	var f Flags
	set := func(on bool, flag Flags) {
		if on {
			f |= flag
		}
	}
	set(e.Pinned, Pinned)
	set(e.Permanent, Permanent)
	set(e.Verification.Verified, Verified)
	set(e.Source.Inferred, Inferred)
	set(e.Statement != nil, Statement)
	set(e.Lasted() > 0, Lasting)
	set(len(w.told) > 0, Telling)
	set(e.Enduring(), Enduring)
	return f
}

// rowOf returns the row of a record without the numbers of its strings, which are
// its table's.
func rowOf(e *schema.Experience, w wording) Row {
	return Row{
		Time:       micros(e.Time),
		Recorded:   micros(e.Recorded),
		ValidFrom:  micros(e.ValidFrom),
		ValidTo:    micros(e.ValidTo),
		Expires:    expiry(e),
		Validated:  micros(e.Confirmed()),
		Confidence: float32(e.Confidence),
		Version:    uint32(max(e.Version, 0)),
		Kind:       code(kinds, e.Kind),
		Category:   code(categories, e.Category),
		Persona:    code(personas, e.Persona),
		Status:     code(statuses, e.Status),
		Quality:    uint8(e.Quality),
		Importance: uint8(e.Importance),
		Flags:      flagsOf(e, w),
		Traits:     w.traits,
		Simhash:    w.simhash,
	}
}
