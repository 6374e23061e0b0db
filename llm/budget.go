package llm

import (
	"fmt"
	"sync"

	"github.com/lukasadb/lukasa/internal/openai"
)

// Budget bounds what is asked of models, over all that share it. It is safe
// for concurrent use. A nil budget bounds nothing.
type Budget struct {
	mu                  sync.Mutex
	maxCalls, maxTokens int64 // 0: no bound
	calls, tokens       int64
}

// NewBudget allows so many requests, repairs included, and so many tokens, of
// prompts and answers together. 0 or less: no bound. A request is refused once
// the tokens of those before it have reached the bound, so the last one may go
// beyond.
func NewBudget(calls, tokens int64) *Budget {
	return &Budget{maxCalls: calls, maxTokens: tokens}
}

// Spent returns what was used so far. Tokens are what servers report, or an
// estimate where they do not.
func (b *Budget) Spent() (calls, tokens int64) {
	if b == nil {
		return 0, 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.calls, b.tokens
}

// take counts a request that is about to be sent, or says [ErrBudget].
func (b *Budget) take() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.maxCalls > 0 && b.calls >= b.maxCalls:
		return fmt.Errorf("%w: %d calls of %d", ErrBudget, b.calls, b.maxCalls)
	case b.maxTokens > 0 && b.tokens >= b.maxTokens:
		return fmt.Errorf("%w: %d tokens of %d", ErrBudget, b.tokens, b.maxTokens)
	}
	b.calls++
	return nil
}

func (b *Budget) spend(tokens int) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens += int64(tokens)
}

// cost returns the tokens of a call: as reported, or four bytes a token.
func cost(r openai.ChatRequest, answer openai.ChatAnswer) int {
	if answer.Tokens > 0 {
		return answer.Tokens
	}
	size := len(answer.Content) + len(answer.Refusal)
	for _, m := range r.Messages {
		size += len(m.Content)
	}
	return (size + 3) / 4
}
