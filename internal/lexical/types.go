package lexical

import (
	"errors"
	"time"
)

// ID names a record. IDs order byte by byte; ties in a score break by it.
type ID = [16]byte

// Errors of this package. Match them with errors.Is.
var (
	// ErrClosed is returned by every method of a closed index.
	ErrClosed = errors.New("lexical: index closed")
	// ErrNotFound is returned for an ID that the index does not hold.
	ErrNotFound = errors.New("lexical: not found")
	// ErrInvalid is returned for a document, query or option out of bounds; its text names the field.
	ErrInvalid = errors.New("lexical: invalid")
	// ErrFull is returned by Put when the index cannot address more records or words.
	ErrFull = errors.New("lexical: index full")
)

// Field is one named part of a record's words.
type Field uint8

// The fields of a record, each with its own weight and length normalisation.
const (
	Body    Field = iota // the record's own text
	Title                // title or summary
	Caption              // text of its metadata: an image's caption, a file's name
	Speaker              // who said it and who took part
	Tags
	Date // the date in words: weekday, day, month, year
	NumFields
)

var fieldNames = [NumFields]string{"body", "title", "caption", "speaker", "tags", "date"}

// String returns the field's name in lower case.
func (f Field) String() string {
	if f < NumFields {
		return fieldNames[f]
	}
	return "field?"
}

// FieldSet is a set of fields; the zero value stands for all of them.
type FieldSet uint8

// In returns the set of the given fields.
func In(fields ...Field) FieldSet {
	var s FieldSet
	for _, f := range fields {
		s |= 1 << f
	}
	return s
}

// Has reports whether the set contains f.
func (s FieldSet) Has(f Field) bool { return s == 0 || s&(1<<f) != 0 }

// Doc is a record as the index sees it. Put copies what it needs: the caller keeps ownership of every slice.
type Doc struct {
	ID       ID
	Body     string
	Title    string
	Caption  string
	Speakers []string
	Tags     []string
	// Time is indexed in words in its own location. The zero time indexes no date.
	Time time.Time
	// Session groups records. Empty means none.
	Session string
	// Prev and Next are the neighbours in the record's sequence; the zero ID means none. They need not be in the
	// index yet: a link takes effect when its record arrives.
	Prev, Next ID
	// Language is the ISO 639-1 code of Body, Title and Caption. Empty means: detect, else [Options].Language.
	Language string
}

// Term is one word of a record, as [Index.Terms] lists them.
type Term struct {
	// Text is the word's key (see package text): folded to lower case and NFC unless it has humps, and not stemmed.
	Text  string
	Field Field
	// Stop tells that the word is a stop word in the language of its record.
	Stop bool
}
