package openai

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
)

// EmbeddingsRequest asks for the vectors of some texts.
type EmbeddingsRequest struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
	// Dimensions shortens the vectors, where the model can. 0: as they are.
	Dimensions int `json:"dimensions,omitempty"`
}

type embeddingsAnswer struct {
	Data []struct {
		Index     *int   `json:"index"`
		Embedding vector `json:"embedding"`
	} `json:"data"`
}

// Embeddings returns one vector a text, in order. Vectors are of the server's
// dimension and finite. See the errors of this package.
func (c *Client) Embeddings(ctx context.Context, r EmbeddingsRequest) ([][]float32, error) {
	var answer embeddingsAnswer
	if err := c.post(ctx, "/embeddings", r, &answer); err != nil {
		return nil, err
	}
	if len(answer.Data) != len(r.Input) {
		return nil, fmt.Errorf("%w: %d vectors for %d texts", ErrMalformed, len(answer.Data), len(r.Input))
	}
	rows := make([][]float32, len(r.Input))
	for i, d := range answer.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		switch {
		case at < 0 || at >= len(rows):
			return nil, fmt.Errorf("%w: index %d of %d", ErrMalformed, at, len(rows))
		case rows[at] != nil:
			return nil, fmt.Errorf("%w: index %d twice", ErrMalformed, at)
		case len(d.Embedding) == 0:
			return nil, fmt.Errorf("%w: vector %d is empty", ErrMalformed, at)
		}
		rows[at] = d.Embedding
	}
	return rows, nil
}

// vector reads a JSON array of numbers. Unlike the standard decoder it refuses
// null and what does not fit a float32, in place of reading a 0.
type vector []float32

func (v *vector) UnmarshalJSON(data []byte) error {
	inside, isArray := bytes.CutPrefix(bytes.TrimSpace(data), []byte("["))
	inside, isClosed := bytes.CutSuffix(inside, []byte("]"))
	if !isArray || !isClosed {
		return errors.New("an embedding is not an array of numbers")
	}
	*v = make(vector, 0, bytes.Count(inside, []byte(","))+1)
	for field := range bytes.SplitSeq(inside, []byte(",")) {
		field = bytes.TrimSpace(field)
		if len(field) == 0 && len(inside) == 0 {
			break
		}
		x, err := strconv.ParseFloat(string(field), 32)
		if err != nil {
			return fmt.Errorf("component %d of an embedding is not a number", len(*v))
		}
		*v = append(*v, float32(x))
	}
	return nil
}
