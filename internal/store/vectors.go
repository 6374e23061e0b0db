package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/schema"
)

// vectorView projects records onto the vector index of one embedding model.
type vectorView struct {
	index    *vector.Partition
	path     string
	opts     vector.Options
	embedder embed.Embedder
	local    bool
	handed   *handover
	linking  *Work
}

func openVectors(dir, owner string, e embed.Embedder, s *Store) (*vectorView, error) {
	m := e.Model()
	linking := s.Work()
	v := &vectorView{
		path: filepath.Join(dir, "vectors-"+generation(m)),
		opts: vector.Options{
			Model: m.ID(), Owner: owner, Dim: m.Dim, Seed: s.opts.Seed, ExactLimit: s.opts.ExactLimit,
			Between: linking.StepAsideBriefly,
		},
		embedder: e,
		local:    m.Local,
		handed:   &s.handover,
		linking:  linking,
	}
	var err error
	if v.index, err = vector.Open(v.path, v.opts); err != nil {
		return nil, fmt.Errorf("vectors: %w", err)
	}
	return v, nil
}

// generation names the files of a model's vectors: a model's own name may hold
// anything.
func generation(m embed.Model) string {
	sum := sha256.Sum256([]byte(m.ID()))
	return hex.EncodeToString(sum[:8])
}

func (v *vectorView) label() string     { return "vectors" }
func (v *vectorView) watermark() uint64 { return v.index.Watermark() }
func (v *vectorView) bytes() int64      { return v.index.Bytes() }

// save waits for the vectors that are being linked, which do not step aside for questions
// meanwhile: a question may wait for who saves.
func (v *vectorView) save(w uint64) error {
	defer v.linking.Awaited()()
	return v.index.Save(w)
}

func (v *vectorView) close() error {
	defer v.linking.Awaited()()
	return v.index.Close()
}

// unsavedLinks is how many vectors the next process would link again.
func (v *vectorView) unsavedLinks() int {
	st := v.index.Stats()
	return st.Linked - st.LinksSaved
}

// clear starts anew without the files. It is called before anyone has seen the
// index.
func (v *vectorView) clear() error {
	if v.index.Len() == 0 && v.watermark() == 0 { // as in wordView.clear
		return nil
	}
	if err := errors.Join(v.index.Close(), vector.Remove(v.path)); err != nil {
		return err
	}
	fresh, err := vector.Open(v.path, v.opts)
	v.index = fresh
	return err
}

func (v *vectorView) project(ctx context.Context, r *ledger.Reader, changes []change) error {
	vectors, err := v.vectors(ctx, r, changes)
	if err != nil {
		return err
	}
	for i, c := range changes {
		if vectors[i] == nil { // gone, without words, or not embedded yet
			if _, err := v.index.Delete(c.ID); err != nil {
				return err
			}
			continue
		}
		if err := v.index.Upsert(c.ID, vectors[i]); err != nil {
			return err
		}
	}
	return nil
}

// vectors returns a vector for each change, nil where there is none. Vectors of
// a local model are mostly handed over by the writer, and otherwise made again
// from the text, which is as cheap as reading them; those of others were kept in
// the ledger when they were made.
func (v *vectorView) vectors(ctx context.Context, r *ledger.Reader, changes []change) ([][]float32, error) {
	if !v.local {
		return v.kept(r, changes)
	}
	out := make([][]float32, len(changes))
	var texts []string
	var at []int
	for i, c := range changes {
		if c.Record == nil {
			continue
		}
		text := EmbeddingText(c.Record)
		if out[i] = v.handed.fetch(embedded{v.opts.Model, text}); out[i] == nil {
			texts, at = append(texts, text), append(at, i)
		}
	}
	if len(texts) == 0 {
		return out, nil
	}
	made, err := v.embedder.EmbedDocuments(ctx, texts)
	if err != nil {
		return nil, err
	}
	for i, vec := range made {
		out[at[i]] = vec
	}
	return out, nil
}

func (v *vectorView) kept(r *ledger.Reader, changes []change) ([][]float32, error) {
	out := make([][]float32, len(changes))
	for i, c := range changes {
		if c.Record == nil {
			continue
		}
		data, err := r.Vector(v.opts.Model, c.ID)
		if isNotFound(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(data) == 0 {
			continue // a text that has no vector
		}
		if out[i], err = decodeVector(data); err != nil {
			return nil, fmt.Errorf("vector of %s: %w", c.ID, err)
		}
	}
	return out, nil
}

// EmbeddingText is what of a record is embedded: who speaks, what it says, and
// the text of its metadata, such as an image's caption.
func EmbeddingText(e *schema.Experience) string {
	s := e.Text()
	if e.Speaker != "" {
		s = e.Speaker + ": " + s
	}
	if more := metadataText(e.Metadata); more != "" {
		s += " [" + more + "]"
	}
	return s
}

// EncodeVector is the form in which the ledger keeps a vector: little-endian
// float32.
func EncodeVector(v []float32) []byte {
	out := make([]byte, 4*len(v))
	for i, x := range v {
		binary.LittleEndian.PutUint32(out[4*i:], math.Float32bits(x))
	}
	return out
}

func decodeVector(data []byte) ([]float32, error) {
	if len(data)%4 != 0 {
		return nil, fmt.Errorf("store: %d bytes are not a vector", len(data))
	}
	out := make([]float32, len(data)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return out, nil
}
