package embed

import (
	"context"
	"fmt"
	"math"
)

// Checked returns an embedder that keeps invariants E1 and E2 whatever e
// returns: rows are counted, measured, checked for NaN and infinities, scaled
// to length one, and a row of zeroes becomes nil. What cannot be put right is
// [ErrInvalidVector], naming the row. No texts give no rows without asking e. If e
// panics that is [ErrPanic]: a memory also asks it where no caller could recover.
//
// It fails with [ErrInvalidModel] if e describes itself wrongly.
func Checked(e Embedder) (Embedder, error) {
	if c, ok := e.(*checked); ok {
		return c, nil
	}
	m := e.Model()
	if err := m.Validate(); err != nil {
		return nil, err
	}
	return &checked{inner: e, model: m}, nil
}

type checked struct {
	inner Embedder
	model Model
}

func (c *checked) Model() Model { return c.model }

func (c *checked) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	return c.embed(ctx, texts, c.inner.EmbedDocuments)
}

func (c *checked) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return c.embed(ctx, texts, c.inner.EmbedQueries)
}

func (c *checked) embed(ctx context.Context, texts []string, embed batchFunc) ([][]float32, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(texts) == 0 {
		return nil, nil
	}
	rows, err := c.ask(ctx, texts, embed)
	if err != nil {
		return nil, err
	}
	if len(rows) != len(texts) {
		return nil, c.invalid("%d rows for %d texts", len(rows), len(texts))
	}
	out := make([][]float32, len(rows))
	for i, row := range rows {
		if len(row) != c.model.Dim {
			return nil, c.invalid("row %d has %d components, want %d", i, len(row), c.model.Dim)
		}
		if out[i], err = unit(row); err != nil {
			return nil, c.invalid("row %d: %s", i, err.Error())
		}
	}
	return out, nil
}

func (c *checked) ask(ctx context.Context, texts []string, embed batchFunc) (rows [][]float32, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: model %q: %v", ErrPanic, c.model.Name, p)
		}
	}()
	return embed(ctx, texts)
}

func (c *checked) invalid(format string, args ...any) error {
	return fmt.Errorf("%w: model %q: %s", ErrInvalidVector, c.model.Name, fmt.Sprintf(format, args...))
}

func invalidModel(what string) error { return fmt.Errorf("%w: %s", ErrInvalidModel, what) }

// unitTolerance is how far a squared length may be from one and still pass for
// one. Rounding to float32 costs about 1e-7.
const unitTolerance = 1e-5

// unit returns row at length one: row itself where it is so already, a scaled
// copy otherwise (the row may be someone's cache), nil where it is all zeroes.
func unit(row []float32) ([]float32, error) {
	var sum float64
	for i, x := range row {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, fmt.Errorf("component %d is %v", i, x)
		}
		sum += float64(x) * float64(x)
	}
	switch {
	case sum == 0:
		return nil, nil
	case math.Abs(sum-1) <= unitTolerance:
		return row, nil
	}
	scale := 1 / math.Sqrt(sum)
	scaled := make([]float32, len(row))
	for i, x := range row {
		scaled[i] = float32(float64(x) * scale)
	}
	return scaled, nil
}
