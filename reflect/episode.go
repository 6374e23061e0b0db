package reflect

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// episode is the record of an exchange that a message began.
func episode(m *schema.Experience, asked *Turn) schema.Experience {
	reading := extract.Read(m.Content)
	e := schema.Experience{
		Agent: m.Agent, Kind: schema.KindEpisode, Session: m.Session, Time: m.Time, Content: exchange(m, nil, reading.Event),
		Mentions: spoken(m), Source: schema.Source{CreatedBy: "extraction", MessageIDs: []string{m.ID.String()}},
		Evidence: []schema.Evidence{{ID: m.ID, Stance: schema.StanceSummarises}},
		Episode:  &schema.Episode{User: m.User(), EventType: reading.Event},
	}
	if asked != nil {
		e.Episode.Queries = ran(asked)
		for _, d := range asked.Domain {
			e.Episode.Facts = append(e.Episode.Facts, clipped(d.Text))
		}
		if asked.Answer != nil {
			e.Episode.Facts = append(e.Episode.Facts, found(asked.Answer)...)
		}
	}
	return e
}

// ran lists what a turn asked the memory and, with placeholders for its values, the
// user's own database.
func ran(asked *Turn) (queries []string) {
	all := slices.Clone(asked.Queries)
	if asked.Answer != nil {
		for _, g := range asked.Answer.Grounded {
			all = append(all, g.Query)
		}
	}
	for _, q := range all {
		if q != "" {
			queries = append(queries, clip(q, schema.MaxShortText-len("…")))
		}
	}
	return queries
}

// found tells what recall answered with: what the user's own database says, and
// the citations of records.
func found(a *query.Answer) (facts []string) {
	for _, item := range a.Items() {
		if item.Role == prompt.RoleDomain {
			facts = append(facts, clipped(item.Text))
		}
	}
	for i := range a.Hits {
		facts = append(facts, a.Hits[i].Citation)
	}
	return facts
}

// spoken are the entities that a message was linked to, without the places: they
// count bytes of the message.
func spoken(m *schema.Experience) (out []schema.Mention) {
	for _, have := range m.Mentions {
		if !slices.ContainsFunc(out, func(o schema.Mention) bool { return o.Entity == have.Entity && o.Role == have.Role }) {
			have.Start, have.End, have.Text = 0, 0, ""
			out = append(out, have)
		}
	}
	return out
}

// maxQuote bounds how much of a message an episode repeats, in bytes.
const maxQuote = 300

// verbs tell what somebody did who said something.
var verbs = map[string]string{
	extract.Question: "asked", extract.Telling: "said", extract.Command: "asked for", extract.Corrected: "corrected", extract.Confirmation: "confirmed",
}

// exchange sums up a message and what was answered, with the moment: two equal
// exchanges are two episodes.
func exchange(m, reply *schema.Experience, event string) string {
	out := fmt.Sprintf("On %s %s %s: %s", m.Time.Format(momentFormat), cmp.Or(m.Speaker, m.User()), verbs[event], clipped(m.Content))
	if reply != nil {
		out += "\n" + quoted(reply)
	}
	return out
}

// answerAlone sums up an answer to what is not known any more.
func answerAlone(reply *schema.Experience) string {
	return "On " + reply.Time.Format(momentFormat) + " " + quoted(reply)
}

// quoted tells what was answered.
func quoted(reply *schema.Experience) string {
	return reply.Speaker + " answered: " + clipped(reply.Content)
}

// momentFormat is how episodes write when something was said.
const momentFormat = "2006-01-02 15:04:05"

// clipped shortens a text to its first sentences, maxQuote bytes at most.
func clipped(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= maxQuote {
		return s
	}
	end := 0
	for span := range text.Sentences(s) {
		if span.End > maxQuote {
			break
		}
		end = span.End
	}
	if end == 0 {
		return strings.ToValidUTF8(s[:maxQuote-len("…")], "") + "…"
	}
	return s[:end]
}

// answered adds a reply to the episode of the exchange that a message began.
func (t *Turns) answered(ctx context.Context, to schema.ID, reply *schema.Experience) error {
	if _, err := t.writer.Embed(ctx, reply.Agent, reply.ID); err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	ep, err := t.episodeOf(ctx, reply.Agent, to)
	if err != nil || ep == nil || slices.ContainsFunc(ep.Evidence, func(v schema.Evidence) bool { return v.ID == reply.ID }) {
		return err
	}
	m, err := t.reader.Get(ctx, []string{reply.Agent}, to)
	if err != nil {
		return err
	}
	source := ep.Source
	source.MessageIDs = append(slices.Clone(source.MessageIDs), reply.ID.String())
	source.MessageCount = len(source.MessageIDs)
	_, err = t.writer.Update(ctx, reply.Agent, ep.ID, ep.Version, schema.Patch{
		Content: new(exchange(&m, reply, ep.Episode.EventType)), Source: &source,
		Evidence: new(append(slices.Clone(ep.Evidence), schema.Evidence{ID: reply.ID, Stance: schema.StanceSummarises})),
	})
	return err
}

// episodeOf finds the episode of the exchange that a message began, or nil.
func (t *Turns) episodeOf(ctx context.Context, agent string, message schema.ID) (found *schema.Experience, err error) {
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		for e, err := range restingOn(r, agent, message) {
			if err != nil {
				return err
			}
			if e.Kind == schema.KindEpisode {
				found = e
				return nil
			}
		}
		return nil
	})
	return found, err
}
