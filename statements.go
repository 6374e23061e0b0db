package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Statements, and what becomes of them. See package knowledge.
type (
	FactQuery     = knowledge.FactQuery
	Fact          = knowledge.Fact
	ConflictQuery = knowledge.ConflictQuery
	Dispute       = knowledge.Dispute
	Resolution    = knowledge.Resolution
	Side          = knowledge.Side
)

// Errors of statements and conflicts, to be matched with errors.Is.
var (
	// ErrKnowledge: a question about knowledge is malformed.
	ErrKnowledge = knowledge.ErrInvalid
	// ErrResolution: a resolution does not fit its conflict.
	ErrResolution = knowledge.ErrResolution
	// ErrResolved: the conflict was resolved before.
	ErrResolved = knowledge.ErrResolved
)

// State records a statement: [Memory.Retain] of a fact or an opinion. Where the
// kind is left out it is a fact; where the content is, it is the statement
// written out. Saying again what is known reinforces it (Retained.New is false);
// contradicting it under a predicate with one value at a time retires it, or
// leaves a conflict to resolve (Retained.Conflicts).
func (m *Memory) State(ctx context.Context, e Experience) (Retained, error) {
	if e.Kind == "" {
		e.Kind = schema.KindFact
	}
	if e.Content == "" && e.Statement != nil {
		e.Content = e.Statement.Sentence()
	}
	return m.Retain(ctx, e)
}

// Facts lists statements of m's agent, newest first: what stands now, what was
// true at a moment, or what was known at one.
func (m *Memory) Facts(ctx context.Context, q FactQuery) ([]Fact, error) {
	q.Agent = m.agent
	return knowledge.Facts(ctx, m.store, q)
}

// FactHistory lists every statement ever made of a subject with a predicate,
// newest first by event time, those that were superseded or invalidated too.
// [Memory.History] has the versions of one of them.
func (m *Memory) FactHistory(ctx context.Context, subject EntityKey, predicate string) ([]Fact, error) {
	return m.Facts(ctx, FactQuery{Subject: subject, Predicate: predicate, All: true, Limit: knowledge.MaxLimit})
}

// Conflicts lists disagreements among m's agent's memories, or between them and
// the user's database, the latest first.
func (m *Memory) Conflicts(ctx context.Context, q ConflictQuery) ([]Conflict, error) {
	q.Agent = m.agent
	return knowledge.Conflicts(ctx, m.store, q)
}

// DisputeOf tells what a conflict is about: both sides, and why it was settled as
// it was.
func DisputeOf(c Conflict) Dispute { return knowledge.DisputeOf(&c) }

// ResolveConflict ends an open conflict. The side that is kept supersedes the
// others; nothing is overwritten.
func (m *Memory) ResolveConflict(ctx context.Context, id ID, how Resolution) (Conflict, error) {
	return m.writer.ResolveConflict(ctx, m.agent, id, how)
}
