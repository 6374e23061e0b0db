package openai

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// retryable is an error that may pass, and how long the server asks to wait.
type retryable struct {
	cause     error
	after     time.Duration // 0: the server does not say
	unreached bool          // no answer came at all
}

func (r *retryable) Error() string { return r.cause.Error() }
func (r *retryable) Unwrap() error { return r.cause }

// attempts counts them in words.
func attempts(n int) string {
	if n == 1 {
		return "one attempt"
	}
	return strconv.Itoa(n) + " attempts"
}

// patience is how often a request is tried again. A server that could not be
// reached by all tries of one request gets one try of each later one until it is
// back: who waits for it has other things to do meanwhile.
func (c *Client) patience() int {
	if c.away.Load() {
		return 0
	}
	return c.retries
}

// firstPause is the wait before the first retry; each later one is twice as
// long.
const firstPause = 500 * time.Millisecond

// pause returns how long to wait before trying again after attempt, counted
// from 0. A server that asks for more than maxWait is unavailable.
func (c *Client) pause(attempt int, r *retryable) (time.Duration, error) {
	if r.after > c.maxWait {
		return 0, fmt.Errorf("%w: the server asks to wait %v: %w", ErrUnavailable, r.after, r.cause)
	}
	if r.after > 0 {
		return r.after, nil
	}
	return min(firstPause<<min(attempt, 16), c.maxWait), nil
}

// retryAfter reads the headers by which servers ask to wait: milliseconds
// (OpenAI), seconds, or a date (RFC 9110, 10.2.3).
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return duration(ms, time.Millisecond)
	}
	value := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(value, 64); err == nil {
		return duration(s, time.Second)
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// duration converts without overflow; what is not a positive number is 0.
func duration(n float64, unit time.Duration) time.Duration {
	const most = 24 * time.Hour
	if !(n > 0) {
		return 0
	}
	return time.Duration(min(n*float64(unit), float64(most)))
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
