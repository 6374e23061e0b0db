package main

import (
	"context"

	"github.com/lukasadb/lukasa/query/rank"
)

// Source is a memory that conversations are put into: the seam between this harness and what it measures.
type Source interface {
	// Remember stores a conversation as an agent of its own.
	Remember(ctx context.Context, c *Conversation) (Agent, error)
}

// Agent answers questions from one conversation.
type Agent interface {
	// Gather returns what ranking is given for a question: what it reads in it, and the candidates. The harness ranks them
	// itself, so that it can leave signals out and fit weights.
	Gather(ctx context.Context, question string) (rank.Question, []rank.Candidate, error)
	// Turn names the turn that a candidate is; empty if it is none.
	Turn(id rank.ID) string
}
