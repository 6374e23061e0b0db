package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Statements, and what becomes of them. See package knowledge.
type (
	// FactQuery asks for statements of an agent.
	FactQuery = knowledge.FactQuery
	// Fact is a statement as it stands at the moment that was asked about.
	Fact = knowledge.Fact
	// ConflictQuery asks for conflicts of an agent.
	ConflictQuery = knowledge.ConflictQuery
	// Dispute is what a conflict is about: the data of a schema.Conflict.
	Dispute = knowledge.Dispute
	// OpinionCandidate is an opinion that a record may bear on, and how near it is.
	OpinionCandidate = knowledge.OpinionCandidate
	// Resolution says how a conflict ends.
	Resolution = knowledge.Resolution
	// Side is what one party says, as it was when the conflict was found.
	Side = knowledge.Side
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
// written out. Saying again what is known reinforces it (Retained.New is false).
//
// A predicate may have many values at a time, and then another value stands beside
// those that are known. It has one at a time where a [Rule] says [ManyToOne] or
// [OneToOne], or without a rule where [Statement].PredicateType says so, as "state"
// does. Then another value retires the one before, which was true until the Time of
// the new one, or where the new one is weaker leaves a conflict to resolve
// (Retained.Conflicts).
func (m *Memory) State(ctx context.Context, e Experience) (Retained, error) {
	if e.Content == "" && e.Statement == nil {
		return Retained{}, missing(schema.TypeExperience, "statement")
	}
	if e.Kind == "" {
		e.Kind = schema.KindFact
	}
	return m.Retain(ctx, spelledOut(e))
}

// spelledOut gives a statement the kind and the content that it has where nothing else
// is said.
func spelledOut(e Experience) Experience {
	if e.Statement == nil {
		return e
	}
	if e.Kind == "" {
		e.Kind = schema.KindFact
	}
	if e.Content == "" {
		e.Content = e.Statement.Sentence()
	}
	return e
}

// Facts lists statements of m's agent, newest first: what stands now, what was
// true at a moment, or what was known at one.
func (m *Memory) Facts(ctx context.Context, q FactQuery) ([]Fact, error) {
	if err := m.mine(&q.Agent); err != nil {
		return nil, err
	}
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
	if err := m.mine(&q.Agent); err != nil {
		return nil, err
	}
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

// Reinforce takes a record as evidence for an opinion, and Contradict as evidence
// against it, with a weight above 0 to 1; 0 means 1. The confidence of the
// opinion moves by .05 at most, from the third contradiction in a row on by four
// such steps (003-20), and the opinion is returned. The same evidence counts once.
func (m *Memory) Reinforce(ctx context.Context, opinion, evidence ID, weight float64) (Experience, error) {
	return m.writer.Weigh(ctx, m.agent, opinion, Evidence{ID: evidence, Stance: schema.StanceSupports, Weight: weight})
}

// Contradict is the counterpart of [Memory.Reinforce].
func (m *Memory) Contradict(ctx context.Context, opinion, evidence ID, weight float64) (Experience, error) {
	return m.writer.Weigh(ctx, m.agent, opinion, Evidence{ID: evidence, Stance: schema.StanceContradicts, Weight: weight})
}

// OpinionsAbout lists the agent's opinions that a record may bear on, the nearest
// first, at most k: those that speak of the same entities or in the same words
// (003-20). Whether it supports or contradicts them is for the caller to judge.
func (m *Memory) OpinionsAbout(ctx context.Context, record ID, k int) ([]OpinionCandidate, error) {
	return knowledge.OpinionsAbout(ctx, m.store, m.agent, record, k)
}

// ShowOpinion returns an opinion with its confidence now and what speaks for and
// against it.
func (m *Memory) ShowOpinion(ctx context.Context, id ID) (Opinion, error) {
	return m.reader.Opinion(ctx, m.agent, id)
}
