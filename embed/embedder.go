package embed

import (
	"context"
	"errors"
	"strconv"
)

// Errors of this package. They are wrapped with the details; match them with
// [errors.Is].
var (
	// ErrInvalidModel: a model description without a name or with a dimension
	// outside 1 to [MaxDim], or with a calibration that is not in order.
	ErrInvalidModel = errors.New("embed: invalid model")
	// ErrInvalidVector: an embedder returned too few or too many rows, a row of
	// another dimension, or a component that is not finite.
	ErrInvalidVector = errors.New("embed: invalid vector")
	// ErrPanic: an embedder panicked.
	ErrPanic = errors.New("embed: panic")
)

// MaxDim is the largest dimension that a model may have.
const MaxDim = 4096

// Embedder turns texts into vectors of one model.
//
// Implementations are safe for concurrent use. They return one row a text, in
// order; a row of zeroes says that the text has no vector. Nobody changes a row
// once it is returned. Documents and queries are separate because some models
// prefix them differently; where a model does not, both do the same.
//
// An implementation need not check its own output: see [Checked].
type Embedder interface {
	// Model describes the vectors. It never changes for one embedder.
	Model() Model
	// EmbedDocuments embeds what is stored.
	EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error)
	// EmbedQueries embeds what is searched for.
	EmbedQueries(ctx context.Context, texts []string) ([][]float32, error)
}

// Model describes the vectors of an embedder.
type Model struct {
	// Name of the model, as its maker calls it. Required.
	Name string
	// Revision tells two makes of one name apart: a digest or a date. Optional.
	Revision string
	// Dim is the number of components, 1 to [MaxDim]. Required.
	Dim int
	// Calibration says what a cosine means. Its zero value means "not
	// measured": see package calibrate.
	Calibration Calibration
	// Local says that embedding is deterministic and as cheap as reading the
	// vector back, so vectors need not be stored beside their text.
	Local bool
}

// ID names the space that the vectors live in: name, revision and dimension.
// Vectors of different IDs are never compared.
func (m Model) ID() string {
	id := m.Name
	if m.Revision != "" {
		id += "@" + m.Revision
	}
	return id + "/" + strconv.Itoa(m.Dim)
}

// Validate reports the first field that is out of range, as [ErrInvalidModel].
func (m Model) Validate() error {
	switch {
	case m.Name == "":
		return invalidModel("Name is empty")
	case m.Dim < 1 || m.Dim > MaxDim:
		return invalidModel("Dim is " + strconv.Itoa(m.Dim) + ", want 1 to " + strconv.Itoa(MaxDim))
	}
	return m.Calibration.Validate()
}
