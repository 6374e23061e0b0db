package lukasa

import (
	"context"

	"github.com/lukasadb/lukasa/reflect"
	"github.com/lukasadb/lukasa/schema"
)

// AddInsight takes in a pattern seen in a user's behaviour: an experience with
// Content and Insight. One that says what a known one says brings that one up to
// date; one that is too short, of no known category, or one too many where all
// must stay, is refused with [ErrRefused].
func (m *Memory) AddInsight(ctx context.Context, e Experience) (Noted, error) {
	if err := m.mine(&e.Agent); err != nil {
		return Noted{}, err
	}
	return m.keeper.AddInsight(ctx, e)
}

// AddUserFact takes in a basic fact about a user: an experience with Content and
// UserFact. A new name, role or level replaces the old one, by Time: one from before is
// kept as history.
func (m *Memory) AddUserFact(ctx context.Context, e Experience) (Noted, error) {
	if err := m.mine(&e.Agent); err != nil {
		return Noted{}, err
	}
	return m.keeper.AddUserFact(ctx, e)
}

// UserFacts returns what is known about a user, oldest first: name, role, level, goals,
// preferences and weaknesses. What else their messages taught, such as where they live or
// what they are allergic to, are statements of the entity "person:" and their name in
// lower case: see [Memory.Facts] and [Memory.EntityPage]. The empty name is what is known
// about nobody in particular.
func (m *Memory) UserFacts(ctx context.Context, user string) ([]Experience, error) {
	return m.keeper.UserFacts(ctx, m.agent, user)
}

// Insights returns the insights about a user, oldest first.
func (m *Memory) Insights(ctx context.Context, user string) ([]Experience, error) {
	return m.keeper.Insights(ctx, m.agent, user)
}

// Consolidate merges and thins out the insights of users who have too many. It
// may run in the background; a second run in a row changes nothing.
func (m *Memory) Consolidate(ctx context.Context, c Consolidation) ([]Consolidated, error) {
	if err := m.mine(&c.Agent); err != nil {
		return nil, err
	}
	return m.keeper.Consolidate(ctx, c)
}

// Reflect looks m's agent's memory over, all of it or what is new since a moment:
// opinions move by what was told for and against them, insights are merged,
// sessions, entities and topics summed up, and edits of core memory proposed. Each
// change is told with its reason. A second run in a row changes nothing.
func (m *Memory) Reflect(ctx context.Context, r Reflection) (Reflected, error) {
	if err := m.mine(&r.Agent); err != nil {
		return Reflected{}, err
	}
	return m.keeper.Reflect(ctx, r)
}

// Summarise sums up a session that has grown long, or every one that has, and
// puts its messages away under the summary.
func (m *Memory) Summarise(ctx context.Context, s Session) ([]Summarised, error) {
	if err := m.mine(&s.Agent); err != nil {
		return nil, err
	}
	return m.keeper.Summarise(ctx, s)
}

// SummariseAcross sums up, across sessions, the entities and topics of which
// enough was said since their last summary.
func (m *Memory) SummariseAcross(ctx context.Context, dryRun bool) ([]Summarised, error) {
	return m.keeper.SummariseAcross(ctx, m.agent, dryRun)
}

// EndSession tells that a session is over: records with the policy "session"
// have expired. It returns how many they are.
func (m *Memory) EndSession(ctx context.Context, session string) (int, error) {
	return m.keeper.EndSession(ctx, m.agent, session)
}

// Sweep archives or forgets what has expired by m's clock.
func (m *Memory) Sweep(ctx context.Context, s Sweep) (Swept, error) {
	if err := m.mine(&s.Agent); err != nil {
		return Swept{}, err
	}
	if err := m.purging(ctx, !s.DryRun); err != nil { // if it is configured to
		return Swept{}, err
	}
	return m.keeper.Sweep(ctx, s)
}

// Verify records what somebody found when they looked at a record, and moves its
// quality and confidence; see [Verdict].
func (m *Memory) Verify(ctx context.Context, v Review) (Experience, error) {
	if err := m.mine(&v.Agent); err != nil {
		return Experience{}, err
	}
	return m.keeper.Verify(ctx, v)
}

// Brief assembles what m's agent should know before it answers a user: core memory; who
// the user is, by [Memory.UserFacts], by what they want and by what else stands of them;
// insights and past summaries that bear on what was said; and the last messages.
func (m *Memory) Brief(ctx context.Context, b Briefing) (Context, error) {
	if err := m.mine(&b.Agent); err != nil {
		return Context{}, err
	}
	return m.keeper.Brief(ctx, b)
}

// What the life of a memory takes and gives. See package reflect.
type (
	// Noted tells what became of an insight or a user fact.
	Noted = reflect.Noted
	// Reflection says whose memory is looked over.
	Reflection = reflect.Reflection
	// Reflected tells what a reflection came to.
	Reflected = reflect.Reflected
	// ReflectionChange is one thing that a reflection changed, with its reason.
	ReflectionChange = reflect.Change
	// Proposal is an edit of core memory for somebody to accept: reflecting changes no
	// block.
	Proposal = reflect.Proposal
	// Consolidation says whose insights are to be consolidated.
	Consolidation = reflect.Consolidation
	// Consolidated tells what was done for one user.
	Consolidated = reflect.Consolidated
	// Merged is one insight that took the place of others.
	Merged = reflect.Merged
	// Session says which session is to be summed up.
	Session = reflect.Session
	// Summarised tells what a summary was made of.
	Summarised = reflect.Summarised
	// Sweep says what a sweep is to do.
	Sweep = reflect.Sweep
	// Swept tells what a sweep did, by id in the order of expiry.
	Swept = reflect.Swept
	// Review is the verdict on one record.
	Review = reflect.Review
	// Verdict is what somebody found when they looked at a record.
	Verdict = reflect.Verdict
	// Briefing asks for what an agent should know before it answers a user.
	Briefing = reflect.Briefing
	// Insight is what a seen pattern carries.
	Insight = schema.Insight
	// UserFact is a basic fact about a user.
	UserFact = schema.UserFact
	// RefusedError tells why an insight or a fact was not taken in.
	RefusedError = reflect.RefusedError
)

// The verdicts of a [Review].
const (
	Confirmed    = reflect.Confirmed
	Contradicted = reflect.Contradicted
	Rejected     = reflect.Rejected
)

// RefusedFull is the reason of a [RefusedError] where as many are kept as may be, and all of
// those must stay.
const RefusedFull = reflect.RefusedFull

// ErrRefused says that an insight or a fact is not taken in. The error is a
// [*RefusedError].
var ErrRefused = reflect.ErrRefused

// Blocks lists the blocks of core memory of m's agent, by name: small texts that
// are part of every answer's context.
func (m *Memory) Blocks(ctx context.Context) ([]Block, error) { return m.steward.Blocks(ctx, m.agent) }

// Block returns a block of core memory, or [ErrNotFound].
func (m *Memory) Block(ctx context.Context, name string) (Block, error) {
	return m.steward.Block(ctx, m.agent, name)
}

// EditBlock appends to a block, replaces a part of it, inserts a line or rewrites
// it whole, as the edit says, and returns it as it now stands. An edit that names
// the version it was made for fails with [ErrVersion] when the block has moved
// on; one that does not fit is a [*BlockFullError].
func (m *Memory) EditBlock(ctx context.Context, e BlockEdit) (Block, error) {
	if err := m.mine(&e.Agent); err != nil {
		return Block{}, err
	}
	return m.steward.EditBlock(ctx, e)
}

// BlockHistory lists the versions of a block, newest first.
func (m *Memory) BlockHistory(ctx context.Context, name string) ([]BlockVersion, error) {
	return m.steward.BlockHistory(ctx, m.agent, name)
}

// RemoveBlock takes a block out of core memory. Its history stays unless purge is
// set.
func (m *Memory) RemoveBlock(ctx context.Context, name string, purge bool) error {
	return m.steward.RemoveBlock(ctx, m.agent, name, purge)
}

// What core memory takes and gives. See package reflect.
type (
	// BlockEdit changes a block of core memory.
	BlockEdit = reflect.Edit
	// BlockVersion is a block as it stood at one time.
	BlockVersion = reflect.BlockVersion
	// BlockFullError says that an edit would make a block longer than it may be.
	BlockFullError = reflect.BlockFullError
)
