package lukasa

import (
	"context"
	"errors"

	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/reflect"
)

// WithModel gives the memory a language model. It proposes what to learn and
// words summaries; the rules that decide are the same as without (see package
// llm for one that speaks to a server). Default: none.
func WithModel(m llm.Model) Option { return func(c *config) { c.turns.Model = m } }

// WithStages changes the stages of a turn: change is given the default ones (read,
// store, resolve, recent, recall, context) and returns those to run.
func WithStages(change func([]Stage) []Stage) Option {
	return func(c *config) { c.turns.Stages = change }
}

// WithExtractors replaces what finds things to learn in messages. Default:
// [Rules] and, with a model, [Proposals].
func WithExtractors(list ...Extractor) Option {
	return func(c *config) { c.turns.Extractors = list }
}

// Turn takes a message of a user: it is stored as a record of the kind message,
// what it speaks of is resolved, what bears on it is recalled, and the context for
// an answer comes back. What it teaches is learned in the background, with the
// message as its evidence; [Memory.Flush] waits for that, [Memory.Progress] tells
// how far it is.
//
// If a stage fails, the turn comes back beside the error, as far as it got. To try again,
// hand in its Message, which has the time of saying it: the message is then stored once,
// however often it is tried.
func (m *Memory) Turn(ctx context.Context, msg Message) (*Turn, error) {
	if err := m.mine(&msg.Agent); err != nil {
		return nil, err
	}
	return m.turns.Turn(ctx, msg)
}

// Reply stores what the agent answered to the message of a turn, as said now. See
// [Memory.ReplyWith] for one that was said at another time.
func (m *Memory) Reply(ctx context.Context, to ID, text string) (Retained, error) {
	return m.ReplyWith(ctx, Reply{To: to, Text: text})
}

// ReplyWith is [Memory.Reply] of a reply that has more to it: a Time of its own, as in a
// conversation of the past, and Metadata. The error is [ErrTurn] where To is no message,
// and [ErrNotFound] where it is not there.
func (m *Memory) ReplyWith(ctx context.Context, r Reply) (Retained, error) {
	if err := m.mine(&r.Agent); err != nil {
		return Retained{}, err
	}
	return m.turns.Reply(ctx, r)
}

// Learn takes from messages what they would have taught as turns, in the order in which
// they were said: messages that were imported, retained, or handed in as a transcript, and
// whose role is user. It waits for that, and a second call learns what is new alone.
func (m *Memory) Learn(ctx context.Context, l Learning) (Learned, error) {
	if err := m.mine(&l.Agent); err != nil {
		return Learned{}, err
	}
	return m.turns.Learn(ctx, l)
}

// Taught returns what a message taught or confirmed, oldest first; before it was
// learned from, nothing: see [Memory.Flush].
func (m *Memory) Taught(ctx context.Context, message ID) ([]Experience, error) {
	return m.turns.Taught(ctx, m.agent, message)
}

// Progress tells how far learning from messages is, for all agents.
func (m *Memory) Progress() Progress { return m.turns.Progress() }

// Flush waits until all that was said in turns before the call was learned from,
// and every view shows all that was written. Readers wait for what they need by
// themselves; Flush is for measuring and for leaving nothing to be done later.
func (m *Memory) Flush(ctx context.Context) error {
	if err := m.turns.Flush(ctx); err != nil {
		return err
	}
	return m.store.Flush(ctx)
}

// Close waits for running calls, brings the views' files up to date and lets go
// of the directory. What is still to be learned is learned when the memory is
// next opened. Calling it again does nothing.
func (m *Memory) Close() error { return errors.Join(m.turns.Close(), m.store.Close()) }

// DefaultUser is who speaks where a [Message] does not say.
const DefaultUser = reflect.DefaultUser

// What turns take and give. See packages reflect and reflect/extract.
type (
	// Message is what somebody says to an agent.
	Message = reflect.Message
	// Reply is what the agent answers to a message.
	Reply = reflect.Reply
	// Turn is one message on its way through the stages, and what came of it.
	Turn = reflect.Turn
	// TurnStep is a stage that ran.
	TurnStep = reflect.Step
	// Stage is one step of a turn.
	Stage = reflect.Stage
	// Progress tells how far the work in the background is.
	Progress = reflect.Progress
	// Learning asks for what messages teach that were kept otherwise than by turns.
	Learning = reflect.Learning
	// Learned tells what came of that.
	Learned = reflect.Learned
	// Extractor finds what a message of a user may teach: facts about the user,
	// insights, wishes.
	Extractor = reflect.Extractor
	// Candidate is something that a message may teach.
	Candidate = reflect.Candidate
	// Rules is the extractor that needs no model: it takes what is stated outright.
	Rules = reflect.Rules
	// Proposals is the extractor that asks a model.
	Proposals = reflect.Proposals
)

// ErrTurn says that a turn or a reply cannot be taken as it is.
var ErrTurn = reflect.ErrTurn
