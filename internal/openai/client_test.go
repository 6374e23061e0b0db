package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/openai"
)

const key = "sk-test-0123456789abcdef"

// server answers requests with its script, one handler an attempt; the last one
// repeats. It records what it was asked and how long the client waited.
type server struct {
	*httptest.Server
	mu       sync.Mutex
	script   []http.HandlerFunc
	requests []*http.Request
	bodies   []string
	waits    []time.Duration
}

func serve(t *testing.T, script ...http.HandlerFunc) *server {
	t.Helper()
	s := &server{script: script}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		next := s.script[min(len(s.requests), len(s.script)-1)]
		s.requests, s.bodies = append(s.requests, r), append(s.bodies, string(body))
		s.mu.Unlock()
		next(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// count returns how many requests came in.
func (s *server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.requests)
}

// client talks to s with a key and waits in no real time.
func (s *server) client(t *testing.T, change func(*openai.Config)) *openai.Client {
	t.Helper()
	t.Setenv("LUKASA_TEST_KEY", key)
	cfg := openai.Config{
		BaseURL: s.URL + "/v1/",
		KeyEnv:  "LUKASA_TEST_KEY",
		Sleep: func(ctx context.Context, d time.Duration) error {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.waits = append(s.waits, d)
			return ctx.Err()
		},
		Now: func() time.Time { return time.Date(2025, 11, 27, 12, 0, 0, 0, time.UTC) },
	}
	if change != nil {
		change(&cfg)
	}
	c, err := openai.New(cfg)
	require.NoError(t, err)
	return c
}

func answer(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}
}

const twoVectors = `{"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1, -2.5e-1]}]}`

var twoTexts = openai.EmbeddingsRequest{Model: "m", Input: []string{"a", "b"}}

func TestEmbeddings(t *testing.T) {
	s := serve(t, answer(200, twoVectors))
	rows, err := s.client(t, nil).Embeddings(context.Background(), twoTexts)
	require.NoError(t, err)
	require.Equal(t, [][]float32{{1, -.25}, {0, 1}}, rows, "by index, not by place")
	require.Equal(t, "/v1/embeddings", s.requests[0].URL.Path)
	require.Equal(t, "Bearer "+key, s.requests[0].Header.Get("Authorization"))
	require.JSONEq(t, `{"model":"m","input":["a","b"]}`, s.bodies[0])
}

func TestChat(t *testing.T) {
	s := serve(t, answer(200, `{"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}],"usage":{"total_tokens":7}}`))
	seed, cold := int64(0), 0.0
	got, err := s.client(t, nil).Chat(context.Background(), openai.ChatRequest{
		Model: "m", Messages: []openai.Message{{Role: "user", Content: "hello"}}, Seed: &seed, Temperature: &cold, MaxTokens: 5,
		ResponseFormat: &openai.ResponseFormat{Type: "json_schema", JSONSchema: &openai.JSONSchema{Name: "x", Strict: true, Schema: json.RawMessage(`{"type":"object"}`)}},
	})
	require.NoError(t, err)
	require.Equal(t, openai.ChatAnswer{Content: "hi", FinishReason: "stop", Tokens: 7}, got)
	require.JSONEq(t, `{"model":"m","messages":[{"role":"user","content":"hello"}],"temperature":0,"seed":0,"max_tokens":5,
		"response_format":{"type":"json_schema","json_schema":{"name":"x","strict":true,"schema":{"type":"object"}}}}`, s.bodies[0])

	s = serve(t, answer(200, `{"choices":[{"message":{"content":null,"refusal":"no"},"finish_reason":"stop"}]}`))
	got, err = s.client(t, nil).Chat(context.Background(), openai.ChatRequest{})
	require.NoError(t, err)
	require.Equal(t, "no", got.Refusal)

	s = serve(t, answer(200, `{"choices":[]}`))
	_, err = s.client(t, nil).Chat(context.Background(), openai.ChatRequest{})
	require.ErrorIs(t, err, openai.ErrMalformed)
}

// O2: every way in which an answer can be wrong.
func TestMalformedAnswers(t *testing.T) {
	for name, body := range map[string]string{
		"short list":        `{"data":[{"index":0,"embedding":[1]}]}`,
		"long list":         `{"data":[{"embedding":[1]},{"embedding":[1]},{"embedding":[1]}]}`,
		"index twice":       `{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}`,
		"index outside":     `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`,
		"negative index":    `{"data":[{"index":0,"embedding":[1]},{"index":-1,"embedding":[1]}]}`,
		"empty vector":      `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[]}]}`,
		"null vector":       `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":null}]}`,
		"null in a vector":  `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,null]}]}`,
		"text in a vector":  `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":["1"]}]}`,
		"base64":            `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":"AACAPw=="}]}`,
		"nested":            `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[[1,2]]}]}`,
		"NaN":               `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[NaN]}]}`,
		"Infinity":          `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[-Infinity]}]}`,
		"too large a float": `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1e39]}]}`,
		"cut short":         `{"data":[{"index":0,"embedding":[1`,
		"a web page":        `<html>welcome</html>`,
		"nothing":           ``,
		"null":              `null`,
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, answer(200, body))
			_, err := s.client(t, nil).Embeddings(context.Background(), twoTexts)
			require.ErrorIs(t, err, openai.ErrMalformed)
			require.Equal(t, 1, s.count(), "asking again does not help")
		})
	}
}

// O3.
func TestRetries(t *testing.T) {
	for name, c := range map[string]struct {
		first http.HandlerFunc
		wait  time.Duration
	}{
		"429":                      {answer(429, ""), 500 * time.Millisecond},
		"429, seconds":             {answer(429, "", "Retry-After", "7"), 7 * time.Second},
		"429, milliseconds":        {answer(429, "", "Retry-After-Ms", "250", "Retry-After", "9"), 250 * time.Millisecond},
		"503, date":                {answer(503, "", "Retry-After", "Thu, 27 Nov 2025 12:00:20 GMT"), 20 * time.Second},
		"503, date in the past":    {answer(503, "", "Retry-After", "Thu, 27 Nov 2025 11:00:00 GMT"), 500 * time.Millisecond},
		"429, nonsense":            {answer(429, "", "Retry-After", "soon"), 500 * time.Millisecond},
		"429, negative":            {answer(429, "", "Retry-After", "-5"), 500 * time.Millisecond},
		"408":                      {answer(408, ""), 500 * time.Millisecond},
		"500":                      {answer(500, "{"), 500 * time.Millisecond},
		"502, page":                {answer(502, "<html>"), 500 * time.Millisecond},
		"529":                      {answer(529, ""), 500 * time.Millisecond},
		"the connection is closed": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 500 * time.Millisecond},
		"less than announced": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"data":`)
		}, 500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, c.first, answer(200, twoVectors))
			rows, err := s.client(t, nil).Embeddings(context.Background(), twoTexts)
			require.NoError(t, err)
			require.Len(t, rows, 2)
			require.Equal(t, []time.Duration{c.wait}, s.waits)
		})
	}
}

func TestRetriesEnd(t *testing.T) {
	s := serve(t, answer(500, `{"error":{"message":"out of\nmemory"}}`))
	_, err := s.client(t, nil).Embeddings(context.Background(), twoTexts)
	require.ErrorIs(t, err, openai.ErrUnavailable)
	require.ErrorContains(t, err, "after 5 attempts: status 500: out of memory")
	require.Equal(t, []time.Duration{500e6, 1e9, 2e9, 4e9}, s.waits)

	s = serve(t, answer(500, ""))
	_, err = s.client(t, func(c *openai.Config) { c.Retries = -1 }).Embeddings(context.Background(), twoTexts)
	require.ErrorIs(t, err, openai.ErrUnavailable)
	require.Equal(t, 1, s.count())

	s = serve(t, answer(429, "", "Retry-After", "3600"))
	_, err = s.client(t, nil).Embeddings(context.Background(), twoTexts)
	require.ErrorIs(t, err, openai.ErrUnavailable)
	require.ErrorContains(t, err, "asks to wait 1h")
	require.Equal(t, 1, s.count())
	require.Empty(t, s.waits)
}

// Who writes while the server is down waits for its tries once, and not at every request.
func TestServerThatIsAway(t *testing.T) {
	s := serve(t, answer(200, twoVectors))
	down := true
	c := s.client(t, func(c *openai.Config) {
		c.HTTP = &http.Client{Transport: transport(func(r *http.Request) (*http.Response, error) {
			if down {
				return nil, errors.New("connection refused")
			}
			return http.DefaultTransport.RoundTrip(r)
		})}
	})
	ask := func() error {
		s.waits = nil
		_, err := c.Embeddings(context.Background(), twoTexts)
		return err
	}
	require.ErrorContains(t, ask(), "after 5 attempts")
	require.Len(t, s.waits, 4)
	for range 2 {
		err := ask()
		require.ErrorIs(t, err, openai.ErrUnavailable)
		require.ErrorContains(t, err, "after one attempt")
		require.Empty(t, s.waits)
	}
	down = false
	require.NoError(t, ask())
	down = true
	require.ErrorContains(t, ask(), "after 5 attempts", "it was back meanwhile")
}

// transport is a round trip in a function.
type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestNoIsNotTriedAgain(t *testing.T) {
	for _, c := range []struct {
		status int
		body   string
		says   string
	}{
		{400, `{"error":{"message":"too long","code":"context_length_exceeded"}}`, "status 400: too long"},
		{401, `{"error":{"message":"Incorrect API key provided: ` + key + `"}}`, "status 401: Incorrect API key provided: [key]"},
		{404, `{"error":"model \"x\" not found, try pulling it first"}`, `status 404: model "x" not found`},
		{422, `{"message":"bad"}`, "status 422: bad"},
		{429, `{"error":{"message":"no quota","code":"insufficient_quota"}}`, "no quota"},
		{307, ``, "status 307"},
		{501, ``, "status 501"},
	} {
		s := serve(t, answer(c.status, c.body, "Location", "/elsewhere"))
		_, err := s.client(t, nil).Embeddings(context.Background(), twoTexts)
		require.ErrorIs(t, err, openai.ErrRejected)
		require.ErrorContains(t, err, c.says)
		require.Equal(t, 1, s.count(), c.status)
	}
}

func TestSlowServer(t *testing.T) {
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	s := serve(t, hang, answer(200, twoVectors))
	rows, err := s.client(t, func(c *openai.Config) { c.Timeout = 100 * time.Millisecond }).Embeddings(context.Background(), twoTexts)
	require.NoError(t, err, "an attempt that takes too long is tried again")
	require.Len(t, rows, 2)

	s = serve(t, hang)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	_, err = s.client(t, nil).Embeddings(ctx, twoTexts)
	require.ErrorIs(t, err, context.DeadlineExceeded, "the caller's own deadline is final")
	require.LessOrEqual(t, s.count(), 1)

	// The default pause ends with the context too.
	s = serve(t, answer(500, ""))
	ctx, cancel = context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	_, err = s.client(t, func(c *openai.Config) { c.Sleep = nil }).Embeddings(ctx, twoTexts)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}

// leaky is a transport whose error repeats the request's header.
type leaky struct{}

func (leaky) RoundTrip(r *http.Request) (*http.Response, error) {
	return nil, errors.New("cannot send with " + r.Header.Get("Authorization"))
}

// O1.
func TestKeyIsNeverShown(t *testing.T) {
	s := serve(t, answer(400, `{"error":{"message":"`+strings.Repeat("x", 290)+key+`"}}`))
	c := s.client(t, nil)
	_, err := c.Embeddings(context.Background(), twoTexts)
	shown := []string{err.Error(), fmt.Sprintf("%v %+v %#v", c, c, *c)}

	_, err = s.client(t, func(c *openai.Config) { c.HTTP = &http.Client{Transport: leaky{}} }).Embeddings(context.Background(), twoTexts)
	require.ErrorIs(t, err, openai.ErrUnavailable)
	shown = append(shown, err.Error())

	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("client", "client", c, "value", *c)
	shown = append(shown, log.String())
	for _, text := range shown {
		require.NotContains(t, text, key)
		require.NotContains(t, text, key[:16])
	}
	require.Equal(t, strings.TrimPrefix(s.URL, "http://"), c.Host())
}

func TestConfig(t *testing.T) {
	t.Setenv("LUKASA_TEST_KEY", "")
	t.Setenv("LUKASA_TEST_BAD", "two\nlines")
	t.Setenv(openai.DefaultKeyEnv, "")
	for name, cfg := range map[string]openai.Config{
		"no default key":  {},
		"no key":          {BaseURL: "http://localhost/v1", KeyEnv: "LUKASA_TEST_KEY"},
		"not a key":       {BaseURL: "http://localhost/v1", KeyEnv: "LUKASA_TEST_BAD"},
		"no scheme":       {BaseURL: "localhost:11434/v1"},
		"no host":         {BaseURL: "http:///v1"},
		"password in URL": {BaseURL: "http://me:hunter2@localhost/v1"},
		"query in URL":    {BaseURL: "http://localhost/v1?key=hunter2"},
		"unreadable":      {BaseURL: "http://local host/hunter2%"},
		"over at once":    {BaseURL: "http://localhost/v1", Timeout: -time.Second},
		"waits backwards": {BaseURL: "http://localhost/v1", MaxWait: -time.Second},
	} {
		_, err := openai.New(cfg)
		require.ErrorIs(t, err, openai.ErrConfig, name)
		require.NotContains(t, err.Error(), "hunter2", name)
	}
	_, err := openai.New(openai.Config{BaseURL: "http://localhost:11434/v1"})
	require.NoError(t, err, "a server of one's own needs no key")
}

// A key of OpenAI's is not sent to another server unasked.
func TestDefaultKeyStaysWithDefaultServer(t *testing.T) {
	t.Setenv(openai.DefaultKeyEnv, key)
	s := serve(t, answer(200, twoVectors))
	_, err := s.client(t, func(c *openai.Config) { c.KeyEnv = "" }).Embeddings(context.Background(), twoTexts)
	require.NoError(t, err)
	require.Empty(t, s.requests[0].Header.Get("Authorization"))
}
