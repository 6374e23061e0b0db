package reflect

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// What marks the messages that turns store: those are owed a lesson.
const (
	byTurn        = "turn"
	roleUser      = "user"
	roleAssistant = "assistant"
)

// defaultStages are the foreground of the nine stages of 004-19; the others run
// after the answer, see lesson.go.
func (t *Turns) defaultStages() []Stage {
	return []Stage{
		{"read", read},
		{"store", t.storeEvent},
		{"resolve", t.resolve},
		{"recent", t.recent},
		{"recall", t.recall},
		{"context", assemble},
	}
}

// read tells what the message is.
func read(_ context.Context, t *Turn) error {
	t.Reading = extract.Read(t.Message.Text)
	return nil
}

// storeEvent makes the message durable before anything else is tried (004-01).
func (t *Turns) storeEvent(ctx context.Context, turn *Turn) error {
	m := &turn.Message
	done, err := t.writer.Retain(ctx, schema.Experience{
		Agent: m.Agent, Kind: schema.KindMessage, Session: m.Session, Speaker: m.User, Content: m.Text, Time: m.Time, Metadata: m.Metadata,
		Source:  schema.Source{CreatedBy: byTurn},
		Message: &schema.Message{User: m.User, Role: roleUser, Intent: turn.Reading.Intent, Language: turn.Reading.Language},
	})
	turn.ID = done.ID
	return err
}

// resolve reads which entities the stored message was linked to, and asks about
// those that it could not be sure of.
func (t *Turns) resolve(ctx context.Context, turn *Turn) error {
	e, err := t.reader.Get(ctx, []string{turn.Message.Agent}, turn.ID)
	if err != nil {
		return err
	}
	turn.Entities = e.Mentions
	turn.Message.Time = e.Time
	if err := t.doubt(ctx, turn); err != nil {
		return err
	}
	for _, m := range e.Mentions {
		asked := slices.ContainsFunc(turn.Doubts, func(d knowledge.Doubt) bool { return d.Text == m.Text })
		if m.Unsure && !asked {
			turn.Questions = append(turn.Questions, "Does \""+m.Text+"\" mean "+m.Entity.Name()+"?")
		}
	}
	return nil
}

// doubt finds the names of the message of which several may be meant (004-14).
func (t *Turns) doubt(ctx context.Context, turn *Turn) (err error) {
	if t.registry == nil {
		return nil
	}
	m := &turn.Message
	turn.Doubts, err = t.registry.Doubts(ctx, m.Agent, knowledge.Question{Text: m.Text, User: m.User, Session: m.Session, Time: m.Time})
	for i := range turn.Doubts {
		turn.Questions = append(turn.Questions, turn.Doubts[i].Question())
	}
	return err
}

// recent reads the last messages of the session, as many as the configuration
// says, and for a tutor who the user is (001-15).
func (t *Turns) recent(ctx context.Context, turn *Turn) (err error) {
	m := &turn.Message
	if m.Prompt.Profile == prompt.ProfileTutor {
		if turn.Facts, err = t.keeper.aboutUser(ctx, m.Agent, m.User, m.Text); err != nil {
			return err
		}
	}
	if m.Session == "" {
		return nil
	}
	return t.store.View(ctx, func(r *ledger.Reader) error {
		c, err := store.Config(r, m.Agent)
		if err != nil {
			return err
		}
		turn.Recent, err = lastMessages(r, m.Agent, m.Session, turn.ID, c.Retrieval.Messages)
		return err
	})
}

// scannedPerMessage bounds how far back a session is searched for messages among
// the other records that it holds.
const scannedPerMessage = 20

func lastMessages(r *ledger.Reader, agent, session string, but schema.ID, most int) (out []schema.Experience, err error) {
	seen := 0
	for entry, err := range r.Scan(agent, ledger.InSession(session), ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		if seen++; len(out) >= most || seen > most*scannedPerMessage {
			break
		}
		e, err := r.Experience(entry.ID)
		if errors.Is(err, ledger.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if e.Kind == schema.KindMessage && e.ID != but && e.Status.Live() {
			out = append(out, *e)
		}
	}
	slices.Reverse(out)
	return out, nil
}

// recall finds what bears on the message. What the session just said is shown
// as such and is no hit.
func (t *Turns) recall(ctx context.Context, turn *Turn) error {
	req := turn.Message.Recall
	if req.Text == "" {
		req.Text = turn.Message.Text
	}
	if len(req.Agents) == 0 {
		req.Agents = []string{turn.Message.Agent}
	}
	if req.User == "" {
		req.User = turn.Message.User
	}
	req.Tokens = cmp.Or(req.Tokens, turn.Message.Prompt.Tokens, prompt.DefaultTokens)
	req.AskedIn, req.Except = turn.ID, slices.Clone(req.Except)
	for _, shown := range [][]schema.Experience{turn.Recent, turn.Facts} {
		req.Except = append(req.Except, idsOf(shown)...)
	}
	var err error
	if turn.Answer, err = t.reader.Recall(ctx, req); err != nil {
		return err
	}
	turn.Queries = append(turn.Queries, req.Text)
	if turn.Message.Prompt.Profile == prompt.ProfileTutor {
		turn.Answer.Hits = slices.DeleteFunc(turn.Answer.Hits, func(h query.Hit) bool { return aboutAnother(&h.Record, turn.Message.User) })
	}
	return nil
}

// aboutAnother tells whether a record is knowledge of another user than one: a
// tutor's context has a section of who the user is, which must not tell of others.
func aboutAnother(e *schema.Experience, user string) bool {
	return (e.UserFact != nil || e.Insight != nil) && e.User() != "" && e.User() != user
}

// assemble writes the context: what the user's database says, what is known of the
// user, core memory and what was recalled, and the last messages.
func assemble(_ context.Context, turn *Turn) (err error) {
	items := slices.Clone(turn.Domain)
	o := turn.Message.Prompt
	o.Tokens = cmp.Or(o.Tokens, turn.Message.Recall.Tokens)
	facts := query.Answer{At: turn.Message.Time, Hits: hitsOf(turn.Facts)}
	items = append(items, asProfile(facts.Items())...)
	if turn.Answer != nil {
		items = append(items, turn.Answer.Items()...)
		if o.Now.IsZero() {
			o.Now = turn.Answer.At
		}
	}
	for i := range turn.Recent {
		e := &turn.Recent[i]
		items = append(items, prompt.Item{ID: e.ID.String(), Kind: e.Kind, Text: e.Content, Time: e.Time, Speaker: e.Speaker})
	}
	turn.Context, err = prompt.Build(items, o)
	return err
}
