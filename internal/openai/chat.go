package openai

import (
	"context"
	"encoding/json"
	"fmt"
)

// ChatRequest asks for one answer.
type ChatRequest struct {
	Model       string    `json:"model"`
	Messages    []Message `json:"messages"`
	Temperature *float64  `json:"temperature,omitempty"`
	Seed        *int64    `json:"seed,omitempty"`
	// MaxTokens bounds the answer. OpenAI's own models take the second name,
	// all other servers the first.
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	ResponseFormat      *ResponseFormat `json:"response_format,omitempty"`
}

// Message is one turn of a chat. Role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// ResponseFormat asks for an answer in JSON. Type is json_schema, with
// JSONSchema, or json_object.
type ResponseFormat struct {
	Type       string      `json:"type"`
	JSONSchema *JSONSchema `json:"json_schema,omitempty"`
}

// JSONSchema names the schema of an answer.
type JSONSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

// ChatAnswer is the first choice of an answer.
type ChatAnswer struct {
	Content string
	// Refusal is what the model says instead of an answer, if it refuses.
	Refusal string
	// FinishReason is stop, length, content_filter or the server's own.
	FinishReason string
	// Tokens is what the call cost, prompt and answer; 0 where the server does
	// not say.
	Tokens int
}

// Chat asks for one answer. See the errors of this package.
func (c *Client) Chat(ctx context.Context, r ChatRequest) (ChatAnswer, error) {
	var answer struct {
		Choices []struct {
			Message struct {
				Content *string `json:"content"`
				Refusal *string `json:"refusal"`
			} `json:"message"`
			FinishReason string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			TotalTokens int `json:"total_tokens"`
		} `json:"usage"`
	}
	if err := c.post(ctx, "/chat/completions", r, &answer); err != nil {
		return ChatAnswer{}, err
	}
	if len(answer.Choices) == 0 {
		return ChatAnswer{}, fmt.Errorf("%w: no choices", ErrMalformed)
	}
	first := answer.Choices[0]
	out := ChatAnswer{FinishReason: first.FinishReason, Tokens: max(answer.Usage.TotalTokens, 0)}
	if first.Message.Content != nil {
		out.Content = *first.Message.Content
	}
	if first.Message.Refusal != nil {
		out.Refusal = *first.Message.Refusal
	}
	return out, nil
}
