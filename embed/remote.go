package embed

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/internal/openai"
)

// Errors of a remote embedder, beside those of this package. A record whose
// text could not be embedded is kept and embedded later: at once after
// ErrUnavailable has passed, after a change of configuration or text otherwise.
var (
	// ErrConfig: the configuration cannot work.
	ErrConfig = openai.ErrConfig
	// ErrUnavailable: the server could not be reached or was overloaded, after
	// all retries.
	ErrUnavailable = openai.ErrUnavailable
	// ErrRejected: the server refuses the request, and will again.
	ErrRejected = openai.ErrRejected
	// ErrMalformed: the server's answer is not what the API documents.
	ErrMalformed = openai.ErrMalformed
)

// Defaults and limits of [Remote].
const (
	DefaultBatch    = 64
	MaxBatch        = 2048
	DefaultParallel = 2

	// maxBatchBytes bounds the text of one request.
	maxBatchBytes = 256 << 10
)

// Remote describes an embedder behind a server that speaks OpenAI's API:
// OpenAI, Ollama, vLLM, llama.cpp and others.
type Remote struct {
	// Model as the server calls it. Required.
	Model string
	// BaseURL ends before "/embeddings", for example
	// "http://localhost:11434/v1" for Ollama. Default: OpenAI.
	BaseURL string
	// KeyEnv names the environment variable that holds the key. Default:
	// OPENAI_API_KEY for OpenAI, no key for any other server.
	KeyEnv string
	// Dim is the number of components. Default 0: [Dial] asks the server.
	Dim int
	// Shorten asks the server for vectors of Dim components, where the model
	// can make shorter ones.
	Shorten bool
	// Revision is that of [Model].
	Revision string
	// Calibration is that of [Model]; package calibrate measures it.
	Calibration Calibration
	// DocumentPrefix and QueryPrefix go before each text, for models that were
	// trained with them ("search_document: ", "search_query: ").
	DocumentPrefix, QueryPrefix string
	// MaxRunes cuts longer texts, prefix excluded. Default 0: the server
	// decides, which may reject them.
	MaxRunes int
	// Batch is how many texts a request holds, up to [MaxBatch]. Default:
	// [DefaultBatch].
	Batch int
	// Parallel is how many requests run at a time. Default: [DefaultParallel].
	Parallel int
	// Timeout of one attempt. Default: one minute.
	Timeout time.Duration
	// Retries of a request that may succeed later. Default 4; negative: none. None
	// while the server cannot be reached, after those of one request.
	Retries int
	// HTTP does the requests. Default: a client of its own.
	HTTP *http.Client
}

// Dial returns the embedder that r describes, already [Checked]. It sends
// nothing unless r.Dim is 0: then it embeds one word to learn the dimension.
//
// Texts without anything but white space are not sent: they have no vector.
// One request that fails fails the call.
func Dial(ctx context.Context, r Remote) (Embedder, error) {
	switch {
	case r.Model == "":
		return nil, fmt.Errorf("%w: Model is empty", ErrConfig)
	case r.Batch < 0 || r.Batch > MaxBatch:
		return nil, fmt.Errorf("%w: Batch is %d, want up to %d", ErrConfig, r.Batch, MaxBatch)
	case r.Parallel < 0 || r.MaxRunes < 0 || r.Dim < 0:
		return nil, fmt.Errorf("%w: Parallel, MaxRunes or Dim is negative", ErrConfig)
	case r.Shorten && r.Dim == 0:
		return nil, fmt.Errorf("%w: Shorten needs Dim", ErrConfig)
	}
	if r.Batch == 0 {
		r.Batch = DefaultBatch
	}
	if r.Parallel == 0 {
		r.Parallel = DefaultParallel
	}
	client, err := openai.New(openai.Config{
		BaseURL: r.BaseURL, KeyEnv: r.KeyEnv, Timeout: r.Timeout, Retries: r.Retries, HTTP: r.HTTP,
	})
	if err != nil {
		return nil, err
	}
	e := &remote{Remote: r, client: client}
	if e.Dim == 0 {
		rows, err := e.send(ctx, []string{r.DocumentPrefix + "dimension"})
		if err != nil {
			return nil, fmt.Errorf("learn the dimension of %q: %w", r.Model, err)
		}
		e.Dim = len(rows[0])
	}
	return Checked(e)
}

type remote struct {
	Remote
	client *openai.Client
}

func (e *remote) Model() Model {
	return Model{Name: e.Remote.Model, Revision: e.Revision, Dim: e.Dim, Calibration: e.Calibration}
}

func (e *remote) EmbedDocuments(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, e.DocumentPrefix, texts)
}

func (e *remote) EmbedQueries(ctx context.Context, texts []string) ([][]float32, error) {
	return e.embed(ctx, e.QueryPrefix, texts)
}

// embed sends the texts in batches, some at a time. The first error ends all.
func (e *remote) embed(ctx context.Context, prefix string, texts []string) ([][]float32, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := make([][]float32, len(texts))
	batches := make(chan []int)
	var workers sync.WaitGroup
	for range e.Parallel {
		workers.Go(func() {
			for batch := range batches {
				if err := e.fill(ctx, out, batch, prefix, texts); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, batch := range e.batches(texts) {
		select {
		case batches <- batch:
		case <-ctx.Done():
		}
	}
	close(batches)
	workers.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	none := make([]float32, e.Dim)
	for i, row := range out {
		if row == nil {
			out[i] = none
		}
	}
	return out, nil
}

// batches groups the indexes of the texts to send by number and size.
func (e *remote) batches(texts []string) (batches [][]int) {
	var batch []int
	size := 0
	for i, text := range texts {
		if strings.TrimSpace(text) == "" {
			continue
		}
		if len(batch) == e.Batch || len(batch) > 0 && size+len(text) > maxBatchBytes {
			batches, batch, size = append(batches, batch), nil, 0
		}
		batch, size = append(batch, i), size+len(text)
	}
	if len(batch) > 0 {
		batches = append(batches, batch)
	}
	return batches
}

// fill embeds the texts of one batch into out.
func (e *remote) fill(ctx context.Context, out [][]float32, batch []int, prefix string, texts []string) error {
	input := make([]string, len(batch))
	for i, at := range batch {
		input[i] = prefix + e.cut(texts[at])
	}
	rows, err := e.send(ctx, input)
	if err != nil {
		return fmt.Errorf("embed texts %d to %d of %d: %w", batch[0], batch[len(batch)-1], len(texts), err)
	}
	for i, at := range batch {
		out[at] = rows[i]
	}
	return nil
}

func (e *remote) send(ctx context.Context, input []string) ([][]float32, error) {
	r := openai.EmbeddingsRequest{Model: e.Remote.Model, Input: input}
	if e.Shorten {
		r.Dimensions = e.Dim
	}
	return e.client.Embeddings(ctx, r)
}

// cut keeps the first MaxRunes runes of text, as valid UTF-8.
func (e *remote) cut(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if e.MaxRunes == 0 {
		return text
	}
	runes := 0
	for i := range text {
		if runes == e.MaxRunes {
			return text[:i]
		}
		runes++
	}
	return text
}
