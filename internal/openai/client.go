package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Defaults of [Config].
const (
	DefaultBaseURL = "https://api.openai.com/v1"
	DefaultKeyEnv  = "OPENAI_API_KEY"
	DefaultTimeout = time.Minute
	DefaultRetries = 4
	DefaultMaxWait = 30 * time.Second
)

// maxResponse bounds what is read of one answer, in bytes: 2,048 vectors of
// 4,096 components in decimal are less.
const maxResponse = 256 << 20

// Config says how to reach a server. The zero value reaches OpenAI.
type Config struct {
	// BaseURL ends before "/embeddings", for example
	// "http://localhost:11434/v1". Default: [DefaultBaseURL].
	BaseURL string
	// KeyEnv names the environment variable that holds the key. Default:
	// [DefaultKeyEnv] for the default BaseURL, and no key for any other.
	KeyEnv string
	// Timeout of one attempt. Default: [DefaultTimeout].
	Timeout time.Duration
	// Retries after a first attempt that may succeed later. Default:
	// [DefaultRetries]; negative: none.
	Retries int
	// MaxWait is the longest pause before a retry. A server that asks for a
	// longer one is given up. Default: [DefaultMaxWait].
	MaxWait time.Duration
	// HTTP does the requests. Default: a client of the package's own. Its
	// redirect policy is replaced.
	HTTP *http.Client
	// Sleep waits between attempts. Default: a timer that ends with ctx.
	Sleep func(ctx context.Context, d time.Duration) error
	// Now reads the clock, for a Retry-After that is a date. Default: time.Now.
	Now func() time.Time
}

// Client sends requests to one server. It is safe for concurrent use.
type Client struct {
	base    string
	key     secret
	timeout time.Duration
	retries int
	maxWait time.Duration
	http    *http.Client
	sleep   func(context.Context, time.Duration) error
	now     func() time.Time
	away    *atomic.Bool // the last request could not reach the server
}

// New checks cfg and reads the key. It sends nothing. Its errors are
// [ErrConfig].
func New(cfg Config) (*Client, error) {
	if cfg.BaseURL == "" {
		cfg.BaseURL = DefaultBaseURL
		if cfg.KeyEnv == "" {
			cfg.KeyEnv = DefaultKeyEnv
		}
	}
	switch {
	case cfg.Timeout < 0:
		return nil, fmt.Errorf("%w: Timeout is %v, want 0 or more", ErrConfig, cfg.Timeout)
	case cfg.MaxWait < 0:
		return nil, fmt.Errorf("%w: MaxWait is %v, want 0 or more", ErrConfig, cfg.MaxWait)
	}
	base, err := checkURL(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	key, err := readKey(cfg.KeyEnv)
	if err != nil {
		return nil, err
	}
	c := &Client{
		base: base, key: key,
		timeout: or(cfg.Timeout, DefaultTimeout),
		retries: or(cfg.Retries, DefaultRetries),
		maxWait: or(cfg.MaxWait, DefaultMaxWait),
		sleep:   cfg.Sleep, now: cfg.Now, away: new(atomic.Bool),
	}
	if c.sleep == nil {
		c.sleep = sleep
	}
	if c.now == nil {
		c.now = time.Now
	}
	c.http = &http.Client{}
	if cfg.HTTP != nil {
		*c.http = *cfg.HTTP
	}
	c.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // O1
	return c, nil
}

// Host names the server, for messages.
func (c *Client) Host() string {
	u, err := url.Parse(c.base)
	if err != nil {
		return ""
	}
	return u.Host
}

func or[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}

func checkURL(raw string) (string, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return "", fmt.Errorf("%w: BaseURL cannot be parsed", ErrConfig) // the parser's error repeats the URL
	case u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return "", fmt.Errorf("%w: BaseURL is not an http or https address", ErrConfig)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("%w: BaseURL has a user, query or fragment", ErrConfig)
	}
	return strings.TrimRight(u.String(), "/"), nil
}

func readKey(env string) (secret, error) {
	if env == "" {
		return nil, nil
	}
	key := strings.TrimSpace(os.Getenv(env))
	switch {
	case key == "":
		return nil, fmt.Errorf("%w: the environment variable %s is not set", ErrConfig, env)
	case strings.ContainsFunc(key, func(r rune) bool { return r < ' ' || r > '~' }):
		return nil, fmt.Errorf("%w: the environment variable %s is not a key", ErrConfig, env)
	}
	return func() string { return key }, nil
}

// post sends one request, tries again where that may help, and decodes the
// answer into answer.
func (c *Client) post(ctx context.Context, path string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("%w: request: %w", ErrConfig, err)
	}
	patience := c.patience()
	for attempt := 0; ; attempt++ {
		err := c.attempt(ctx, path, body, answer)
		var again *retryable
		switch {
		case err == nil || !errors.As(err, &again):
			c.away.Store(false)
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case attempt >= patience:
			c.away.Store(again.unreached)
			return fmt.Errorf("%w after %s: %w", ErrUnavailable, attempts(attempt+1), again.cause)
		}
		wait, err := c.pause(attempt, again)
		if err != nil {
			return err
		}
		if err := c.sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// attempt sends the request once. Errors that may pass are *retryable.
func (c *Client) attempt(ctx context.Context, path string, body []byte, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%w: request: %w", ErrConfig, err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json")
	if c.key != nil {
		req.Header.Set("Authorization", "Bearer "+c.key())
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return &retryable{cause: c.scrub(err), unreached: true}
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse+1))
	switch {
	case err != nil:
		return &retryable{cause: c.scrub(err)}
	case len(data) > maxResponse:
		return fmt.Errorf("%w: more than %d bytes", ErrMalformed, maxResponse)
	case resp.StatusCode != http.StatusOK:
		return c.statusError(resp, data)
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, c.scrub(err))
	}
	return nil
}
