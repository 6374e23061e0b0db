package llmtest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Answer is what the server says to one request.
type Answer struct {
	// Content of the message, usually JSON.
	Content string
	// Refusal of the message, in place of content.
	Refusal string
	// FinishReason; default "stop".
	FinishReason string
	// Tokens that the server says it used; 0: it does not say.
	Tokens int
	// Status of the response; default 200. With any other, Content is the body.
	Status int
}

// Request is what the server was asked.
type Request struct {
	Model               string
	System, User        string // the first two messages
	Messages            []Message
	Temperature         *float64
	MaxTokens           int            `json:"max_tokens"`
	MaxCompletionTokens int            `json:"max_completion_tokens"`
	ResponseFormat      map[string]any `json:"response_format"`
}

// Message is one message of a request.
type Message struct{ Role, Content string }

// Server gives its answers one after the other and repeats the last one.
type Server struct {
	// BaseURL for the configuration of a client.
	BaseURL string

	mu       sync.Mutex
	answers  []Answer
	requests []Request
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, answers ...Answer) *Server {
	t.Helper()
	s := &Server{answers: answers}
	server := httptest.NewServer(http.HandlerFunc(s.chat))
	t.Cleanup(server.Close)
	s.BaseURL = server.URL + "/v1"
	return s
}

// Requests returns what was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

func (s *Server) chat(w http.ResponseWriter, r *http.Request) {
	var request Request
	if r.URL.Path != "/v1/chat/completions" || json.NewDecoder(r.Body).Decode(&request) != nil || len(request.Messages) < 2 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	request.System, request.User = request.Messages[0].Content, request.Messages[1].Content
	answer := s.next(request)
	if answer.Status != 0 && answer.Status != http.StatusOK {
		w.WriteHeader(answer.Status)
		_, _ = w.Write([]byte(answer.Content)) // a client that is gone is not the server's to report
		return
	}
	message := map[string]any{"role": "assistant", "content": answer.Content}
	if answer.Refusal != "" {
		message["content"], message["refusal"] = nil, answer.Refusal
	}
	if answer.FinishReason == "" {
		answer.FinishReason = "stop"
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": answer.FinishReason}},
		"usage":   map[string]any{"total_tokens": answer.Tokens},
	})
}

func (s *Server) next(request Request) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := s.answers[min(len(s.requests), len(s.answers)-1)]
	s.requests = append(s.requests, request)
	return answer
}
