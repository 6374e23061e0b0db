package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

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
	if q.Text == "" {
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
