package reflect

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// ErrTurn says that a turn or a reply cannot be taken as it is; the text names
// the field.
var ErrTurn = errors.New("reflect: invalid turn")

// ErrPanic says that an [Extractor] or [Options.Learned] panicked in the
// background. The log has it; no call returns it.
var ErrPanic = errors.New("reflect: panic")

// Message is what somebody says to an agent.
type Message struct {
	Agent string `json:"agent_id"`
	// Session is the conversation that it belongs to. Empty: its day's, of its user.
	Session string `json:"session,omitempty"`
	// User who says it: "I" in the text. Default "user".
	User string `json:"user,omitempty"`
	// Text in any language. Required.
	Text string `json:"text"`
	// Time of saying it. Default now.
	Time time.Time `json:"time,omitzero"`
	// Metadata is the caller's own.
	Metadata schema.Metadata `json:"metadata,omitempty"`
	// Recall says how to look for what bears on the message: how many hits at most, of
	// which kinds, in which profile. Its text, agents, user, exceptions and tokens, which
	// are those of the context, are filled in where they are empty.
	Recall query.Request `json:"recall,omitzero"`
	// Prompt says how to write the context. Default: 4,000 tokens, plain. In the tutor
	// profile it has who the user is, as a brief does.
	Prompt prompt.Options `json:"-"`
}

// DefaultUser is who speaks when nobody says.
const DefaultUser = "user"

// Turn is one message on its way through the stages, and what came of it.
type Turn struct {
	Message Message `json:"message"`
	// ID of the record that the message became. It is what [Turns.Reply] answers.
	ID schema.ID `json:"id"`
	// Reading is what the message is and states.
	Reading extract.Reading `json:"reading"`
	// Entities that the message speaks of.
	Entities []schema.Mention `json:"entities,omitempty"`
	// Questions to ask the user, such as who of two is meant.
	Questions []string `json:"questions,omitempty"`
	// Doubts are the names in it of which several may be meant; an answer is kept
	// with [knowledge.Registry.Learn] (ConfirmEntity of package lukasa), and not asked for again.
	Doubts []knowledge.Doubt `json:"doubts,omitempty"`
	// Domain are facts from the user's own database, and Queries what was asked
	// for them.
	Domain  []prompt.Item `json:"domain,omitempty"`
	Queries []string      `json:"queries,omitempty"`
	// Recent are the last messages of the session before this one, oldest first.
	Recent []schema.Experience `json:"recent,omitempty"`
	// Facts tell who the user is, where the context is of the tutor profile (001-15): all
	// facts about them, what they want, and what else stands of them.
	Facts []schema.Experience `json:"facts,omitempty"`
	// Answer is what was recalled.
	Answer *query.Answer `json:"answer,omitempty"`
	// Context is all of that as a text for a model's prompt.
	Context prompt.Context `json:"context,omitzero"`
	// Steps tell how long each stage took, in their order.
	Steps []Step `json:"steps"`
}

// Step is a stage that ran.
type Step struct {
	Stage string        `json:"stage"`
	Took  time.Duration `json:"took_ns"`
}

// Stage is one step of a turn. It reads of the turn what those before it found,
// and adds its own. An error ends the turn.
type Stage struct {
	Name string
	Run  func(ctx context.Context, t *Turn) error
}

// Options configure [NewTurns]. The zero value is valid.
type Options struct {
	// Stages changes the stages of a turn: it is given the default ones, in order
	// (read, store, resolve, recent, recall, context), and returns those to run.
	// Nil: the default ones.
	Stages func([]Stage) []Stage
	// Model proposes what to learn from messages, beside the rules. Nil: the
	// rules alone.
	Model llm.Model
	// Keeper takes in the facts and insights about users. Nil: one of its own.
	Keeper *Keeper
	// Registry tells of which names in a message several may be meant. Nil: nobody
	// is asked.
	Registry *knowledge.Registry
	// Extractors replace what finds things to learn. Nil: [Rules], and with a
	// model [Proposals].
	Extractors []Extractor
	// Learned is called in the background with each message that was learned
	// from, once what it taught is durable. After a crash it may not be called. It is
	// called again, with the next message, where it fails, but not where it panics.
	Learned func(ctx context.Context, l Lesson) error
}

// Turns is the conversation of agents with their users: it stores what is said,
// recalls what bears on it, and learns from it in the background (004-19). It is
// safe for concurrent use.
type Turns struct {
	store      *store.Store
	writer     *experience.Writer
	reader     *query.Reader
	stages     []Stage
	extractors []Extractor
	keeper     *Keeper
	registry   *knowledge.Registry
	learned    func(context.Context, Lesson) error
	work       *work
}

// NewTurns returns the turns of a store and starts to finish what an earlier
// process left undone. The caller closes it before the store.
func NewTurns(s *store.Store, w *experience.Writer, r *query.Reader, o Options) *Turns {
	t := &Turns{store: s, writer: w.Quick(), reader: r, keeper: o.Keeper, registry: o.Registry, extractors: o.Extractors, learned: o.Learned}
	if t.keeper == nil {
		t.keeper = NewKeeper(s, w, r, o.Model)
	}
	if t.extractors == nil {
		t.extractors = []Extractor{Rules{}}
		if o.Model != nil {
			t.extractors = append(t.extractors, Proposals{o.Model})
		}
	}
	t.stages = t.defaultStages()
	if o.Stages != nil {
		t.stages = o.Stages(t.stages)
	}
	t.work = startWork(t)
	return t
}

// Turn takes a message of a user through the stages: it is stored, what it
// speaks of is resolved, what bears on it is recalled, and the context for an
// answer is handed back. What it teaches is learned in the background; see
// [Turns.Flush].
//
// The message is durable once its stage has run: if a later stage fails, the
// turn comes back beside the error, as far as it got. To try again is to hand in its
// Message: that has its time, by which it is known for the same.
func (t *Turns) Turn(ctx context.Context, m Message) (*Turn, error) {
	if m.User == "" {
		m.User = DefaultUser
	}
	if m.Text == "" {
		return nil, fmt.Errorf("%w: text: empty", ErrTurn)
	}
	if err := t.work.begin(ctx, m.Agent); err != nil {
		return nil, err
	}
	if m.Time.IsZero() {
		m.Time = t.store.Now()
	}
	turn := &Turn{Message: m}
	for _, stage := range t.stages {
		start := time.Now()
		err := stage.Run(ctx, turn)
		turn.Steps = append(turn.Steps, Step{stage.Name, time.Since(start)})
		if err != nil {
			t.work.stored(turn)
			return turn, fmt.Errorf("reflect: %s: %w", stage.Name, err)
		}
	}
	t.work.stored(turn)
	return turn, nil
}

// Reply is what the agent answers to a message.
type Reply struct {
	// Agent that answers. Required here; package lukasa fills in the memory's.
	Agent string `json:"agent_id"`
	// To is the message's ID. Required.
	To schema.ID `json:"to"`
	// Text in any language. Required.
	Text string `json:"text"`
	// Time of saying it. Default now.
	Time time.Time `json:"time,omitzero"`
	// Metadata is the caller's own.
	Metadata schema.Metadata `json:"metadata,omitempty"`
}

// Reply stores what the agent answered, as an event of the message's session,
// and lets the exchange be summed up in the background. A reply that retells,
// nearly word for word, a reply just recalled is that reply again (900-09).
func (t *Turns) Reply(ctx context.Context, r Reply) (experience.Retained, error) {
	if r.To == uuid.Nil {
		return experience.Retained{}, fmt.Errorf("%w: to: empty", ErrTurn)
	}
	to, err := t.reader.Get(ctx, []string{r.Agent}, r.To)
	if err != nil {
		return experience.Retained{}, err
	}
	if to.Kind != schema.KindMessage || to.Message == nil {
		return experience.Retained{}, fmt.Errorf("%w: to: %s is no message", ErrTurn, r.To)
	}
	if err := t.work.begin(ctx, r.Agent); err != nil {
		return experience.Retained{}, err
	}
	done, err := t.writer.Retain(ctx, schema.Experience{
		Agent: r.Agent, Kind: schema.KindMessage, Session: to.Session, Speaker: r.Agent, Content: r.Text, Time: r.Time, Metadata: r.Metadata,
		Related: []schema.ID{to.ID}, Source: schema.Source{CreatedBy: byTurn},
		Message: &schema.Message{User: to.Message.User, Role: roleAssistant, Language: extract.Read(r.Text).Language},
	})
	if err == nil {
		t.work.owe(r.Agent)
	}
	return done, err
}

// Flush waits until everything said before the call was learned from. That goes on
// at full speed meanwhile, whatever is asked beside it.
func (t *Turns) Flush(ctx context.Context) error {
	defer t.work.steps.Awaited()()
	return t.work.flush(ctx)
}

// Mark writes down how far the messages of an agent were learned from, which is
// otherwise done now and then. Who purges calls it before: what a message taught that
// stays would else be learned from it anew after a crash.
func (t *Turns) Mark(ctx context.Context, agent string) error { return t.work.save(ctx, agent) }

// Close ends the work in the background; what is left undone is done when the
// store is next opened. Calling it again does nothing.
func (t *Turns) Close() error { return t.work.close() }

// Progress tells how far the work in the background is.
type Progress struct {
	Pending int `json:"pending"` // messages and replies not yet learned from, of this process
	Done    int `json:"done"`    // those that were
	Skipped int `json:"skipped"` // those among them that could not be; the log says why
}

// Progress returns how far the work in the background is.
func (t *Turns) Progress() Progress { return t.work.progress() }
