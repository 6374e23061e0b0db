package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
)

// Errors of this package, wrapped with the details.
var (
	// ErrConfig: the configuration cannot work.
	ErrConfig = errors.New("openai: invalid configuration")
	// ErrUnavailable: the server could not be reached, was overloaded or asked
	// to wait too long. The same call may succeed later.
	ErrUnavailable = errors.New("openai: server unavailable")
	// ErrRejected: the server understood and refused: a wrong key, an unknown
	// model, a text too long, no quota. The same call fails again.
	ErrRejected = errors.New("openai: request rejected")
	// ErrMalformed: the answer is not what the API documents.
	ErrMalformed = errors.New("openai: malformed answer")
)

// secret is a key in a function: formatting a struct prints the text of any
// string in it, but of a function only the address. Nil holds no key.
type secret func() string

// hide replaces the key in text.
func (s secret) hide(text string) string {
	if s == nil {
		return text
	}
	return strings.ReplaceAll(text, s(), "[key]")
}

// scrub removes the key from an error's text, and with it the error's type: a
// transport of the caller's may put anything into it.
func (c *Client) scrub(err error) error {
	text := err.Error()
	if safe := c.key.hide(text); safe != text {
		return errors.New(safe)
	}
	return err
}

// maxMessage bounds how much of a server's message an error repeats, in bytes.
const maxMessage = 300

// statusError turns an answer other than 200 into an error.
func (c *Client) statusError(resp *http.Response, body []byte) error {
	message, code := c.message(body)
	cause := fmt.Errorf("status %d%s", resp.StatusCode, message)
	if mayPass(resp.StatusCode) && code != "insufficient_quota" {
		return &retryable{cause: cause, after: retryAfter(resp.Header, c.now())}
	}
	return fmt.Errorf("%w: %w", ErrRejected, cause)
}

// mayPass tells the statuses that say "later", not "no".
func mayPass(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
		return false
	}
	return status >= 500
}

// message reads what servers say in an error body: {"error": {"message", "code"}},
// {"error": "..."} or {"message": "..."}.
func (c *Client) message(body []byte) (message, code string) {
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	var inner struct {
		Message string `json:"message"`
		Code    any    `json:"code"`
	}
	// A body of another shape leaves the message empty: the status says enough.
	_ = json.Unmarshal(body, &outer)
	if json.Unmarshal(outer.Error, &inner) != nil {
		_ = json.Unmarshal(outer.Error, &inner.Message)
	}
	if inner.Message == "" {
		inner.Message = outer.Message
	}
	code, _ = inner.Code.(string)
	if inner.Message == "" {
		return "", code
	}
	return ": " + c.clean(inner.Message), code
}

// clean makes a server's words fit for an error: one line, short, without the
// key.
func (c *Client) clean(text string) string {
	text = c.key.hide(text)
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if len(text) > maxMessage {
		text = strings.ToValidUTF8(text[:maxMessage], "") + "..."
	}
	return text
}
