package lexical

import (
	"context"
	"iter"
)

// Options configure an index. The zero value is ready to use.
type Options struct {
	// Params are the constants of the score. Nil means DefaultParams. They may differ from one Open to the next.
	Params *Params
	// Language is the ISO 639-1 code assumed of a text whose language is not clear. Empty means "en".
	Language string
	// Exhaustive is the greatest number of records for which every matching record is scored with its surroundings. Zero
	// means 4,096; negative means none.
	Exhaustive int
}

// Index is the inverted index of one agent's records. Any number of goroutines may read while one writes; writers wait for
// one another.
type Index struct{}

// Open loads the snapshot at path, or starts empty when there is none or it cannot be trusted: then Watermark is 0 and
// Reason tells why. An empty path gives an index that lives in memory only. Errors: ErrInvalid for bad options, or the file
// system's when the file exists and cannot be read.
func Open(path string, opts Options) (*Index, error) { return &Index{}, nil }

// Reason tells why Open started empty; it is empty when a snapshot was loaded.
func (x *Index) Reason() string { return "" }

// Put adds records or replaces those with the same ID, links and all, in order. It fails with ErrInvalid before any of them
// is applied.
func (x *Index) Put(docs ...Doc) error { return ErrClosed }

// Delete removes records; an ID that is not there is ignored.
func (x *Index) Delete(ids ...ID) error { return ErrClosed }

// SetLinks replaces a record's neighbours; the zero ID means none. ErrNotFound if the record is not there.
func (x *Index) SetLinks(id, prev, next ID) error { return ErrClosed }

// Has tells whether the record is in the index.
func (x *Index) Has(id ID) bool { return false }

// Len returns the number of records.
func (x *Index) Len() int { return 0 }

// Bytes returns the memory the index holds, within a few percent.
func (x *Index) Bytes() int64 { return 0 }

// Watermark returns the value given to the Save that wrote the loaded snapshot, or to the latest Save; 0 if there is none.
func (x *Index) Watermark() uint64 { return 0 }

// Save writes a snapshot holding every change so far, by temporary file, fsync and rename. The caller gives the ledger
// sequence up to which changes were applied. Readers go on; writers wait.
func (x *Index) Save(watermark uint64) error { return ErrClosed }

// Close drops the memory. It does not save. Calling it again does nothing.
func (x *Index) Close() error { return nil }

// Search is Prepare and Prepared.Search in one.
func (x *Index) Search(ctx context.Context, q Query, opts SearchOptions) ([]Hit, error) {
	return nil, ErrClosed
}

// Prepare analyses a query once for searching and for the features of any number of records. Idf and lengths are those of
// the time of each later call. The result is safe for concurrent use, and fails with ErrClosed after Close.
func (x *Index) Prepare(q Query) (*Prepared, error) { return nil, ErrClosed }

// Terms yields the words of a record field by field, in order, as a snapshot taken at the call. It yields nothing for an
// unknown ID.
func (x *Index) Terms(id ID) iter.Seq[Term] { return func(func(Term) bool) {} }

// Epoch changes whenever Term.Word numbers are dealt anew.
func (x *Index) Epoch() uint64 { return 0 }

// Links returns the neighbours that were set for a record, whether or not they are in the index.
func (x *Index) Links(id ID) (prev, next ID, err error) { return prev, next, ErrClosed }

// Prepared is an analysed query.
type Prepared struct{}

// Terms returns the words of the query with their weights and variants, as of now.
func (p *Prepared) Terms() []QueryTerm { return nil }

// Search returns the best records, best first, at most opts.K of them.
func (p *Prepared) Search(ctx context.Context, opts SearchOptions) ([]Hit, error) {
	return nil, ErrClosed
}

// Features appends one Features for each ID to dst and returns it. Must and MustNot do not matter here. A call costs a few
// microseconds a record, and once per call a pass over the postings for the sessions.
func (p *Prepared) Features(ids []ID, dst []Features) ([]Features, error) { return dst, ErrClosed }

// Explain returns the tree behind Features.Score for a record, or ErrNotFound.
func (p *Prepared) Explain(id ID) (*Explanation, error) { return nil, ErrClosed }
