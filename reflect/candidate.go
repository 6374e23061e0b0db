package reflect

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/reflect/extract"
	"github.com/lukasadb/lukasa/schema"
)

// Candidate is something that a message may teach.
type Candidate struct {
	// Record as it would be kept: kind, content, payload, statement, confidence.
	// Whose it is, its time, session and evidence are filled in by who accepts it.
	Record schema.Experience
	// Explicit tells that the message says so outright.
	Explicit bool
	// New, if it is set, makes the candidate a correction of something else: this
	// value takes the place of Old in the record that says Old.
	New, Old string
	// Denies makes the candidate a denial: what the user taught and Record says is not
	// so any more. Record itself is not kept.
	Denies bool

	over  *extract.Ending    // what is over, where that was taught in other words
	other *extract.Statement // what is said of somebody else than the user
}

// Extractor finds what a message of a user may teach: facts about the user,
// insights (001-10), wishes. What it proposes is judged by the same rules
// whoever proposes it (004-15).
type Extractor interface {
	Extract(ctx context.Context, message *schema.Experience) ([]Candidate, error)
}

// Rules is the extractor that needs no model: it takes what is stated outright.
type Rules struct{}

// Extract implements [Extractor].
func (Rules) Extract(_ context.Context, message *schema.Experience) ([]Candidate, error) {
	var out []Candidate
	reading := extract.Read(message.Content)
	for _, s := range reading.Statements {
		c := candidateOf(s, message.User())
		if s.Ahead == "" || c.begins(s.Ahead, message.Time) {
			out = append(out, c)
		}
	}
	for _, s := range reading.Others {
		c := ofOther(s, message.User())
		c.Denies = s.Denied
		if s.Ahead == "" || c.begins(s.Ahead, message.Time) {
			out = append(out, c)
		}
	}
	for _, s := range reading.Denials {
		c := candidateOf(s, message.User())
		if c.alone() && slices.ContainsFunc(reading.Statements, func(o extract.Statement) bool { return o.Predicate == s.Predicate }) {
			continue // what takes its place is said, too
		}
		c.Denies = true
		out = append(out, c)
	}
	for _, e := range reading.Endings {
		c := candidateOf(e.Statement, message.User())
		said := func(s extract.Statement) bool { return s.Predicate == e.Statement.Predicate && s.Value == e.New }
		if c.over = &e; !slices.ContainsFunc(reading.Statements, said) {
			c.New = e.New // else what takes its place is learned by itself
		}
		c.Denies = c.New == ""
		out = append(out, c)
	}
	return out, nil
}

// alone tells whether one value at a time holds of what a candidate states.
func (c *Candidate) alone() bool {
	if f := c.Record.UserFact; f != nil {
		return single[f.Type]
	}
	return c.Record.Statement != nil && c.Record.Statement.PredicateType != ""
}

// begins has a candidate hold from the first day ahead that a text names. Without one
// nobody knows when it is to be so, or whether.
func (c *Candidate) begins(said string, now time.Time) bool {
	for _, r := range dates.FindAhead(said, now, text.English) {
		if r.From.After(now) {
			c.Record.ValidFrom = r.From
			return true
		}
	}
	return false
}

// candidateOf says what a statement becomes when it is learned.
func candidateOf(s extract.Statement, user string) Candidate {
	e := schema.Experience{Content: s.Sentence(named(user)), Confidence: s.Confidence}
	switch s.Kind {
	case extract.UserFact:
		e.Kind, e.UserFact = schema.KindUserFact, &schema.UserFact{User: user, Type: s.Type}
	case extract.Insight:
		e.Kind, e.Source.Inferred = schema.KindInsight, true
		e.Insight = &schema.Insight{User: user, Category: s.Type, SubTopic: gapOf(s)}
	case extract.Preference:
		e.Kind = schema.KindPreference
	case extract.Task:
		e.Kind = schema.KindTask
	case extract.Fact, extract.Correction:
		e.Kind = schema.KindFact
		if s.Kind == extract.Fact {
			e.Statement = statementOf(s, user)
		}
	}
	out := Candidate{Record: e, Explicit: true}
	if s.Kind == extract.Correction {
		out.New, out.Old = s.Value, s.Old
	}
	return out
}

// named is the user as a sentence calls them; the default user has no name.
func named(user string) string {
	if user == DefaultUser {
		return ""
	}
	return user
}

// gapOf is what a gap in knowledge is about.
func gapOf(s extract.Statement) string {
	if s.Type != "knowledge_gap" || len(s.Value) > schema.MaxID {
		return ""
	}
	return s.Value
}

// userKey is the entity that stands for a user.
func userKey(user string) schema.EntityKey {
	return schema.EntityKey("person:" + strings.ToLower(user))
}

// typesOfPredicates are those of which one value holds at a time: who somebody
// is, and the state they are in. Others may have many.
var typesOfPredicates = map[string]string{
	"birthday": schema.TypeIdentity, "born_in": schema.TypeIdentity, "from": schema.TypeIdentity, "age": "state", "works_at": "state", "lives_in": "state",
	"address": "state", "email": "state", "phone_number": "state", "timezone": "state", "diet": "state",
}

// onlyOne are those of whom somebody has one at a time: who names another child has two.
var onlyOne = map[string]bool{
	"wife": true, "husband": true, "partner": true, "fiance": true, "girlfriend": true, "boyfriend": true, "mother": true, "father": true,
	"boss": true, "manager": true,
}

func statementOf(s extract.Statement, user string) *schema.Statement {
	value, err := json.Marshal(s.Value)
	if err != nil {
		return nil // a string can always be written
	}
	out := &schema.Statement{
		Subject: userKey(user), Predicate: s.Predicate, PredicateType: typesOfPredicates[s.Predicate], Value: value, Provenance: "episodic",
	}
	if strings.HasPrefix(s.Predicate, "favourite_") || onlyOne[strings.TrimSuffix(s.Predicate, "_name")] {
		out.PredicateType = "state"
	}
	if s.Corrects {
		out.Provenance = "correction"
	}
	return out
}

// Proposals is the extractor that asks a model. What the model answers is hostile
// input: it must quote the message word for word (package llm sees to that), and
// the quoted sentence must be one that states something (see [extract.Stated]). Where
// its own words name or count what the message does not, the quotation is kept in
// their place.
type Proposals struct{ Model llm.Model }

// kindsAsked are what a model is asked to look for.
var kindsAsked = []llm.Option{
	{Name: "name", Meaning: "the name of the person who wrote the message"},
	{Name: "role", Meaning: "the writer's occupation or role"},
	{Name: "level", Meaning: "how far the writer has got in what they study or do"},
	{Name: "goal", Meaning: "a lasting goal of the writer"},
	{Name: "preference", Meaning: "what the writer likes, dislikes or prefers"},
	{Name: "weakness", Meaning: "what the writer says they are bad at"},
	{Name: "fact", Meaning: "any other lasting fact that the message states, about the writer or somebody else"},
	{Name: "instruction", Meaning: "how the writer wants to be answered from now on"},
	{Name: "learning_style", Meaning: "insight: how the writer learns best"},
	{Name: "knowledge_gap", Meaning: "insight: what the writer does not understand or confuses"},
	{Name: "goal_evolution", Meaning: "insight: a goal of the writer that changed"},
	{Name: "habit", Meaning: "insight: what the writer does regularly"},
	{Name: "interest", Meaning: "insight: a topic that the writer keeps coming back to"},
}

// Extract implements [Extractor].
func (p Proposals) Extract(ctx context.Context, message *schema.Experience) ([]Candidate, error) {
	found, err := p.Model.Extract(ctx, llm.Extraction{
		Passages: []llm.Passage{{Speaker: message.Speaker, Time: message.Time, Text: message.Content}}, Kinds: kindsAsked,
	})
	if err != nil {
		return nil, err
	}
	var out []Candidate
	for _, s := range found.Statements {
		if !extract.Stated(message.Content, s.Start, s.End) {
			continue
		}
		if extract.Invents(s.Text, message.Content, message.User(), message.Speaker) {
			s.Text = message.Content[s.Start:s.End]
		}
		out = append(out, proposed(s, message.User(), p.Model.Name()))
	}
	return out, nil
}

// proposed says what a model's statement would become.
func proposed(s llm.Statement, user, model string) Candidate {
	e := schema.Experience{Content: s.Text, Confidence: s.Confidence, QualityReason: "proposed by " + model}
	e.Source.Inferred = true
	switch {
	case slices.Contains(schema.UserFactTypes(), s.Kind):
		e.Kind, e.UserFact = schema.KindUserFact, &schema.UserFact{User: user, Type: s.Kind}
	case s.Kind == "instruction":
		e.Kind = schema.KindPreference
	case s.Kind == "fact":
		e.Kind = schema.KindFact
	default:
		category := s.Kind
		if category == "interest" {
			category = "preference"
		}
		e.Kind, e.Insight = schema.KindInsight, &schema.Insight{User: user, Category: category}
		if len(s.Object) <= schema.MaxID {
			e.Insight.SubTopic = s.Object
		}
	}
	return Candidate{Record: e}
}
