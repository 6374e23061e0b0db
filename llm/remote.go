package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/openai"
)

// Format is how the server is told to answer in JSON.
type Format string

// Formats, from strict to loose. All answers are checked alike.
const (
	// FormatSchema sends the JSON schema of the answer, which the server
	// enforces: OpenAI, Ollama, vLLM and llama.cpp do. The default.
	FormatSchema Format = "json_schema"
	// FormatObject asks for some JSON object and describes it in the prompt.
	FormatObject Format = "json_object"
	// FormatText describes the answer in the prompt only.
	FormatText Format = "text"
)

// Defaults of [Remote].
const (
	DefaultMaxTokens = 2048
	DefaultRepairs   = 1
)

// Remote describes a model behind a server that speaks OpenAI's API.
type Remote struct {
	// Model as the server calls it. Required.
	Model string
	// BaseURL ends before "/chat/completions", for example
	// "http://localhost:11434/v1" for Ollama. Default: OpenAI.
	BaseURL string
	// KeyEnv names the environment variable that holds the key. Default:
	// OPENAI_API_KEY for OpenAI, no key for any other server.
	KeyEnv string
	// Format of answers. Default: [FormatSchema].
	Format Format
	// MaxTokens bounds one answer. Default: [DefaultMaxTokens].
	MaxTokens int
	// NoSampling leaves temperature and seed, which are 0 otherwise, to the
	// server: some models refuse them.
	NoSampling bool
	// Repairs is how often a broken answer is asked for again. Default:
	// [DefaultRepairs]; negative: never.
	Repairs int
	// Budget bounds what is asked. Default: none.
	Budget *Budget
	// Cache keeps answers. Default: none.
	Cache Cache
	// Timeout of one attempt. Default: one minute.
	Timeout time.Duration
	// Retries of a request that may succeed later. Default 4; negative: none. None
	// while the server cannot be reached, after those of one request.
	Retries int
	// HTTP does the requests. Default: a client of its own.
	HTTP *http.Client
}

// Dial returns the model that r describes. It sends nothing.
func Dial(r Remote) (Model, error) {
	if r.Model == "" {
		return nil, fmt.Errorf("%w: Model is empty", ErrConfig)
	}
	switch r.Format {
	case "":
		r.Format = FormatSchema
	case FormatSchema, FormatObject, FormatText:
	default:
		return nil, fmt.Errorf("%w: Format %q is unknown", ErrConfig, r.Format)
	}
	if r.MaxTokens < 0 {
		return nil, fmt.Errorf("%w: MaxTokens is negative", ErrConfig)
	}
	if r.MaxTokens == 0 {
		r.MaxTokens = DefaultMaxTokens
	}
	if r.Repairs == 0 {
		r.Repairs = DefaultRepairs
	}
	client, err := openai.New(openai.Config{
		BaseURL: r.BaseURL, KeyEnv: r.KeyEnv, Timeout: r.Timeout, Retries: r.Retries, HTTP: r.HTTP,
	})
	if err != nil {
		return nil, err
	}
	return &remote{Remote: r, client: client}, nil
}

type remote struct {
	Remote
	client *openai.Client
}

func (m *remote) Name() string { return m.Model }

// task is one question in the form that is sent.
type task struct {
	name         string // of the schema; letters and underscores
	instructions string
	schema       map[string]any
	input        any // encoded as JSON
}

// ask sends a task until read accepts the answer or the repairs are used up.
// read returns what is wrong with an answer in words meant for the model.
func ask[R any](ctx context.Context, m *remote, t task, read func(answer []byte) (R, error)) (R, error) {
	var none R
	request, err := m.request(t)
	if err != nil {
		return none, err
	}
	key := m.cacheKey(request)
	if answer, found := m.cached(key); found {
		if result, err := read(answer); err == nil {
			return result, nil
		}
	}
	for repair := 0; ; repair++ {
		content, err := m.send(ctx, request)
		if err != nil {
			return none, err
		}
		answer := unwrap(content)
		result, err := read(answer)
		if err == nil {
			if m.Cache != nil {
				m.Cache.Put(key, answer)
			}
			return result, nil
		}
		if repair >= m.Repairs {
			return none, fmt.Errorf("%w: %s: %w", ErrInvalidAnswer, t.name, err)
		}
		request.Messages = append(request.Messages[:2:2],
			openai.Message{Role: "assistant", Content: truncate(content, maxRepeat)},
			openai.Message{Role: "user", Content: "That answer was not accepted: " + err.Error() +
				". Answer again, with one JSON object that fits the schema and nothing else."})
	}
}

// maxRepeat bounds how much of a broken answer is shown to the model again.
const maxRepeat = 4000

// request turns a task into the first request for it.
func (m *remote) request(t task) (openai.ChatRequest, error) {
	schema, err := json.Marshal(t.schema)
	if err != nil {
		return openai.ChatRequest{}, fmt.Errorf("%w: schema: %w", ErrInput, err)
	}
	input, err := json.Marshal(t.input)
	if err != nil {
		return openai.ChatRequest{}, fmt.Errorf("%w: %w", ErrInput, err)
	}
	r := openai.ChatRequest{Model: m.Model}
	if !m.NoSampling {
		r.Temperature, r.Seed = new(float64), new(int64)
	}
	instructions := preamble + t.instructions
	switch m.Format {
	case FormatSchema:
		r.ResponseFormat = &openai.ResponseFormat{
			Type:       string(FormatSchema),
			JSONSchema: &openai.JSONSchema{Name: t.name, Strict: true, Schema: schema},
		}
	case FormatObject:
		r.ResponseFormat = &openai.ResponseFormat{Type: string(FormatObject)}
		fallthrough
	case FormatText:
		instructions += "\nAnswer with one JSON object that fits this schema, and nothing else:\n" + string(schema)
	}
	if m.BaseURL == "" || m.BaseURL == openai.DefaultBaseURL {
		r.MaxCompletionTokens = m.MaxTokens
	} else {
		r.MaxTokens = m.MaxTokens
	}
	r.Messages = []openai.Message{{Role: "system", Content: instructions}, {Role: "user", Content: string(input)}}
	return r, nil
}

// send asks once, within the budget.
func (m *remote) send(ctx context.Context, r openai.ChatRequest) (string, error) {
	if err := m.Budget.take(); err != nil {
		return "", err
	}
	answer, err := m.client.Chat(ctx, r)
	if err != nil {
		return "", err
	}
	m.Budget.spend(cost(r, answer))
	switch {
	case answer.Refusal != "":
		return "", fmt.Errorf("%w: %s", ErrRefused, truncate(oneLine(answer.Refusal), 200))
	case answer.FinishReason == "content_filter":
		return "", fmt.Errorf("%w: content filter", ErrRefused)
	case answer.FinishReason == "length":
		return "", fmt.Errorf("%w: longer than %d tokens", ErrInvalidAnswer, m.MaxTokens)
	}
	return answer.Content, nil
}

// unwrap takes a JSON object out of what models put around it: their thoughts
// and a code fence.
func unwrap(content string) []byte {
	if i := strings.LastIndex(content, "</think>"); i >= 0 {
		content = content[i+len("</think>"):]
	}
	content = strings.TrimSpace(content)
	if inside, fenced := strings.CutPrefix(content, "```"); fenced {
		inside = strings.TrimPrefix(inside, "json")
		content = strings.TrimSpace(strings.TrimSuffix(inside, "```"))
	}
	return []byte(content)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// truncate keeps at most n bytes, as valid UTF-8.
func truncate(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}
