package lukasa

import (
	"context"
	"strings"

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

// What resolving and merging entities takes and gives. See package knowledge.
type (
	// EntityQuestion is a mention whose entity is looked for.
	EntityQuestion = knowledge.Question
	// EntityAnswer is what it resolves to, and how sure that is.
	EntityAnswer = knowledge.Identity
	// EntityCandidate is an entity that may be meant.
	EntityCandidate = knowledge.Candidate
	// Doubt is a name in a message of which several may be meant.
	Doubt = knowledge.Doubt
	// Certainty is how sure a resolution is.
	Certainty = knowledge.Certainty
	// NameAnswer tells what a user meant by a name.
	NameAnswer = knowledge.Answer
	// Merging asks for two entities to be one.
	Merging = knowledge.Merging
	// Merge is a line of the merge log.
	Merge = schema.Merge
	// MergeError tells why two entities cannot be merged.
	MergeError = knowledge.MergeError
)

// How sure a resolution is.
const (
	Sure      = knowledge.Sure      // linked
	Unsure    = knowledge.Unsure    // linked, though another reading is possible
	Undecided = knowledge.Undecided // not linked: ask which candidate is meant
	Unknown   = knowledge.Unknown   // nothing known is near
)

// ErrMerge says that two entities cannot be merged. The error is a [*MergeError].
var ErrMerge = knowledge.ErrMerge

// ResolveEntity finds which entity of m's agent a mention means, by stages: the
// user's own aliases, exact names, names but for case and marks, the session for
// pronouns, similar names, and the context where several are as likely. The
// answer explains itself. From .85 it is sure, from .6 unsure, from .4 there are
// candidates to ask about; the thresholds are configuration.
func (m *Memory) ResolveEntity(ctx context.Context, q EntityQuestion) (EntityAnswer, error) {
	if strings.TrimSpace(q.Text) == "" {
		return EntityAnswer{}, missing("entity question", "text")
	}
	return m.registry.Resolve(ctx, m.agent, q)
}

// ConfirmEntity keeps what a user meant by a name as an alias of theirs, so that
// they are asked once. One that names no user holds for everyone who did not answer for
// themselves.
func (m *Memory) ConfirmEntity(ctx context.Context, a NameAnswer) (Alias, error) {
	return m.registry.Learn(ctx, m.agent, a)
}

// AddAlias gives an entity that exists another name. One that is there already is
// counted as used once more.
func (m *Memory) AddAlias(ctx context.Context, a Alias) (Alias, error) {
	if err := m.mine(&a.Agent); err != nil {
		return Alias{}, err
	}
	return m.registry.AddAlias(ctx, a)
}

// MergeEntities makes one entity stand for another, until that is undone. No
// record is changed. Names that a guard keeps apart need Merging.Force.
func (m *Memory) MergeEntities(ctx context.Context, q Merging) (Merge, error) {
	return m.registry.Merge(ctx, m.agent, q)
}

// UnmergeEntities takes back the merge with this id. What mentions, names and relates to
// either is its own again. What was settled while the two were one stays settled: a
// statement about the one that one about the other took the place of is superseded
// still, and is to be stated anew if it holds.
func (m *Memory) UnmergeEntities(ctx context.Context, id ID) (Merge, error) {
	return m.registry.Unmerge(ctx, m.agent, id)
}

// UnmergeEntity takes back the merge that made another entity stand for this one, as
// [Memory.UnmergeEntities] does.
func (m *Memory) UnmergeEntity(ctx context.Context, key EntityKey) (Merge, error) {
	return m.registry.UnmergeEntity(ctx, m.agent, key)
}

// MergeLog returns the merges of m's agent, oldest first, undone ones included.
func (m *Memory) MergeLog(ctx context.Context) ([]Merge, error) {
	return m.registry.Merges(ctx, m.agent)
}
