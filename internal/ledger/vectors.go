package ledger

import (
	"bytes"
	"errors"
	"fmt"
	"iter"

	"github.com/cockroachdb/pebble/v2"

	"github.com/lukasadb/lukasa/schema"
)

// Vectors of embedders that cost money or time to ask again are kept here,
// beside the records: not versioned, not in the feed, and named by generation,
// that is by model and dimensions, so that those of two models never mix (I11).

// Vector is a vector kept for a record.
type Vector struct {
	ID   schema.ID
	Data []byte
}

// PutVector keeps the vector of a record in a generation; it replaces the one
// there was. It returns [ErrNotFound] if there is no such record.
func (tx *Tx) PutVector(generation string, id schema.ID, data []byte) error {
	cur, err := tx.Current(schema.TypeExperience, string(id[:]))
	if err != nil {
		return err
	}
	if cur.Deleted {
		return ErrNotFound
	}
	return tx.batch.Set(vectorKey(generation, id), data, nil)
}

// DropVectors removes every vector of a generation.
func (tx *Tx) DropVectors(generation string) error {
	for kv, err := range tx.keys([]byte{spaceVector}, []byte{spaceVector + 1}) {
		if err != nil {
			return err
		}
		g, _, err := splitVectorKey(kv.key)
		if err != nil {
			return fmt.Errorf("%w: vector key %x", ErrCorrupt, kv.key)
		}
		if g != generation {
			continue
		}
		if err := tx.batch.Delete(kv.key, nil); err != nil {
			return err
		}
	}
	return nil
}

// DropVectorsOf removes the vectors of a record in all generations.
func (tx *Tx) DropVectorsOf(id schema.ID) error {
	prefix := vectorPrefix(id)
	for kv, err := range tx.keys(prefix, keyAfter(prefix)) {
		if err != nil {
			return err
		}
		if err := tx.batch.Delete(kv.key, nil); err != nil {
			return err
		}
	}
	return nil
}

// Vector returns the vector of a record in a generation, or [ErrNotFound].
func (r *Reader) Vector(generation string, id schema.ID) ([]byte, error) {
	value, closer, err := r.src.Get(vectorKey(generation, id))
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	defer closer.Close()
	return bytes.Clone(value), nil
}

// HasVector tells whether a record has a vector in a generation.
func (r *Reader) HasVector(generation string, id schema.ID) (bool, error) {
	_, closer, err := r.src.Get(vectorKey(generation, id))
	if errors.Is(err, pebble.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, closer.Close()
}

// Vectors yields the vectors of a generation in the order of ids. Data is valid
// until the next step.
func (r *Reader) Vectors(generation string) iter.Seq2[Vector, error] {
	return func(yield func(Vector, error) bool) {
		for kv, err := range r.keys([]byte{spaceVector}, []byte{spaceVector + 1}) {
			if err != nil {
				yield(Vector{}, err)
				return
			}
			g, id, err := splitVectorKey(kv.key)
			if err != nil {
				yield(Vector{}, fmt.Errorf("%w: vector key %x", ErrCorrupt, kv.key))
				return
			}
			if g == generation && !yield(Vector{id, kv.value}, nil) {
				return
			}
		}
	}
}
