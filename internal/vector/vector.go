package vector

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// MaxDim is the largest dimension served.
const MaxDim = 4096

// ID names a vector: the bytes of a UUID.
type ID = [16]byte

// Hit is one answer of a search.
type Hit struct {
	ID ID
	// Score is the cosine of query and vector, -1 to 1, from full precision.
	Score float32
}

// Errors of this package, matched with errors.Is.
var (
	// ErrDimension means a vector of another length than the partition's.
	ErrDimension = errors.New("vector: wrong dimension")
	// ErrNotFinite means a vector with a NaN or an infinity.
	ErrNotFinite = errors.New("vector: value is not finite")
	// ErrZero means a vector without a direction.
	ErrZero = errors.New("vector: zero vector")
	// ErrOption means an option or a request field out of its range.
	ErrOption = errors.New("vector: invalid option")
	// ErrClosed means the index was closed.
	ErrClosed = errors.New("vector: closed")
	// ErrForeign means a file made by another model, dimension, seed or format version.
	ErrForeign = errors.New("vector: foreign snapshot")
	// ErrDamaged means a file that is torn, inconsistent or fails a checksum.
	ErrDamaged = errors.New("vector: damaged snapshot")
)

// Index is what every vector index does. Implementations are safe for concurrent use.
type Index interface {
	// Upsert gives id this vector, replacing the one it had. The vector is copied. It fails with
	// [ErrDimension], [ErrNotFinite] or [ErrZero], and then nothing has changed.
	Upsert(id ID, vec []float32) error
	// Delete forgets id and reports whether it was there.
	Delete(id ID) (bool, error)
	// Search returns the best ids by cosine, best first, ties by id.
	Search(ctx context.Context, query []float32, opt SearchOptions) ([]Hit, error)
	// Len is the number of ids.
	Len() int
	// Stats describes the index.
	Stats() Stats
	// Close releases what the index holds; nothing is saved. Later calls fail with [ErrClosed].
	Close() error
}

// SearchOptions are the fields of a search. The zero value asks for ten answers.
type SearchOptions struct {
	// K is how many answers are wanted. Default 10.
	K int
	// Ef is how many candidates the graph keeps while it searches: more finds more and costs more. Default
	// max(64, 2K). It has no effect on exact forms.
	Ef int
	// Filter restricts the answers. Default: none.
	Filter *Filter
}

// DefaultK is the number of answers when a search names none.
const DefaultK = 10

// WithDefaults returns the options with defaults filled in, or [ErrOption].
func (o SearchOptions) WithDefaults() (SearchOptions, error) {
	if o.K < 0 {
		return o, fmt.Errorf("%w: K is %d", ErrOption, o.K)
	}
	if o.Ef < 0 {
		return o, fmt.Errorf("%w: Ef is %d", ErrOption, o.Ef)
	}
	if o.K == 0 {
		o.K = DefaultK
	}
	if o.Ef == 0 {
		o.Ef = max(64, 2*o.K)
	}
	o.Ef = max(o.Ef, o.K)
	return o, nil
}

// Stats describes an index.
type Stats struct {
	// Form is how the index searches now: "exact", "hnsw", or the name of an adapter.
	Form string
	// Kernel is the implementation of the inner loops.
	Kernel string
	// IDs is how many ids are held; Vectors how many distinct vectors they name.
	IDs, Vectors int
	// Linked is how many rows the graph covers, and LinksSaved how many of them it covers in the snapshot; Tombstones
	// how many rows wait to be reclaimed.
	Linked, LinksSaved, Tombstones int
	// Bytes is the memory held, without mapped files; MappedBytes the length of those.
	Bytes, MappedBytes int64
	// Recall is the recall@10 that an adapter measured on itself; zero where the index does not measure it.
	Recall float64
	// Reason tells why the index started empty, or is empty.
	Reason string
}

// Unit returns the unit vector of x after checking x as every index does.
func Unit(x []float32, dim int) ([]float32, error) {
	u := make([]float32, len(x))
	return u, normalise(u, x, dim)
}

// normalise writes the unit vector of x to dst (longer than x: the rest is zeroed) after checking x.
func normalise(dst, x []float32, dim int) error {
	if len(x) != dim {
		return fmt.Errorf("%w: %d, want %d", ErrDimension, len(x), dim)
	}
	var sum float64
	for i, v := range x {
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("%w: dimension %d is %v", ErrNotFinite, i, v)
		}
		sum += float64(v) * float64(v)
	}
	if sum == 0 {
		return ErrZero
	}
	scale := 1 / math.Sqrt(sum)
	for i, v := range x {
		dst[i] = float32(float64(v) * scale)
	}
	clear(dst[len(x):])
	return nil
}
