package reflect

import (
	"context"
	"slices"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/reflect/digest"
	"github.com/lukasadb/lukasa/schema"
)

// The scopes of a summary (004-09).
const (
	scopeEntity  = "entity"
	scopeTopic   = "topic"
	scopeSession = "session_window"
)

// Summarised tells what a summary was made of.
type Summarised struct {
	ID         schema.ID `json:"id,omitzero"` // zero on a dry run
	Scope      string    `json:"scope"`       // entity, topic or session_window
	Identifier string    `json:"identifier"`  // of the entity, the topic or the session
	Text       string    `json:"text"`
	KeyFacts   []string  `json:"key_facts,omitempty"`
	Topics     []string  `json:"topics,omitempty"`
	Records    int       `json:"records"`             // that are new in it
	Tokens     int       `json:"tokens"`              // of those
	Supersedes schema.ID `json:"supersedes,omitzero"` // the summary of before
	Archived   int       `json:"archived,omitempty"`  // messages put away under it
	Forgotten  int       `json:"forgotten,omitempty"` // messages dropped
	DryRun     bool      `json:"dry_run,omitempty"`
}

// summing is one summary in the making: what is new since the one of before.
type summing struct {
	agent, scope, identifier string
	earlier                  *schema.Experience // nil: there was none
	records                  []schema.Experience
	archive                  []schema.Experience // put away in the same transaction
}

const (
	summaryTokens = 500 // of a summary (001-14)
	summaryWords  = 300 // of one that a model words
	mostKeyFacts  = 20
	mostRecords   = 4000 // new in one summary; more make several
)

// current returns the live summary of a scope, or nil.
func (k *Keeper) current(r *ledger.Reader, agent, scope, identifier string) (*schema.Experience, error) {
	for entry, err := range r.Scan(agent, ledger.Digesting(scope, identifier), ledger.Scan{}) {
		if err != nil {
			return nil, err
		}
		e, err := r.Experience(entry.ID)
		if err != nil || e.Status.Live() {
			return e, err
		}
	}
	return nil, nil
}

// uncovered returns the records that a summary does not rest on yet.
func uncovered(earlier *schema.Experience, records []schema.Experience) []schema.Experience {
	if earlier == nil {
		return records
	}
	covered := make(map[schema.ID]bool, len(earlier.Evidence))
	for _, ev := range earlier.Evidence {
		covered[ev.ID] = true
	}
	return slices.DeleteFunc(slices.Clone(records), func(e schema.Experience) bool { return covered[e.ID] })
}

// tokensOf estimates what records cost in a context.
func tokensOf(records []schema.Experience) int {
	n := 0
	for i := range records {
		n += prompt.Estimate(records[i].Voice() + ": " + records[i].Text())
	}
	return n
}

// write makes and stores a summary, in one transaction with what is put away
// under it. It does nothing where no record says anything.
func (k *Keeper) write(ctx context.Context, s summing, dry bool) (Summarised, error) {
	out := Summarised{
		Scope: s.scope, Identifier: s.identifier, Records: len(s.records), Tokens: tokensOf(s.records), DryRun: dry,
	}
	sum, err := k.word(ctx, s)
	if err != nil || sum.text == "" {
		return Summarised{}, err
	}
	record := s.record(sum)
	out.Text, out.KeyFacts, out.Topics, out.Archived = sum.text, record.Digest.KeyFacts, sum.topics, len(s.archive)
	batch := experience.Batch{Agent: s.agent, Retain: []schema.Experience{record}}
	for _, e := range s.records {
		batch.Unchanged = append(batch.Unchanged, experience.Seen{ID: e.ID, Version: e.Version})
	}
	if s.earlier != nil {
		out.Supersedes = s.earlier.ID
		batch.Unchanged = append(batch.Unchanged, experience.Seen{ID: s.earlier.ID, Version: s.earlier.Version})
	}
	for _, e := range s.archive {
		batch.Update = append(batch.Update, experience.Change{
			ID: e.ID, Version: e.Version, Patch: schema.Patch{Status: new(schema.StatusArchived)},
		})
	}
	if dry {
		return out, nil
	}
	done, err := k.writer.Write(ctx, batch)
	if err != nil {
		return Summarised{}, err
	}
	out.ID = done.Retained[0].ID
	return out, nil
}

// record makes the summary's record: it supersedes the one of before, and rests
// on that, on what that rested on, and on what is new (R2).
func (s *summing) record(w worded) schema.Experience {
	last := s.records[len(s.records)-1]
	d := schema.Digest{
		User: commonUser(s.records), Scope: s.scope, Identifier: s.identifier, From: s.records[0].Time, To: last.Time,
	}
	e := schema.Experience{
		Kind: schema.KindSummary, Content: w.text, Time: last.Time, Tags: tagsOf(w.topics), Scopes: s.scopes(),
		Source: schema.Source{CreatedBy: w.by, MessageCount: len(s.records)},
	}
	facts := w.facts
	if old := s.earlier; old != nil {
		e.Supersedes = []schema.ID{old.ID}
		e.Evidence = append([]schema.Evidence{{ID: old.ID, Stance: schema.StanceSummarises}}, old.Evidence...)
		e.Source.MessageCount += old.Source.MessageCount
		d.Sessions = slices.Clone(old.Digest.Sessions)
		facts = union(slices.Clone(old.Digest.KeyFacts), facts, schema.MaxList)
		if old.Digest.From.Before(d.From) {
			d.From = old.Digest.From
		}
		if old.Digest.To.After(d.To) {
			d.To = old.Digest.To
		}
	}
	for _, r := range s.records {
		e.Evidence = append(e.Evidence, schema.Evidence{ID: r.ID, Stance: schema.StanceSummarises})
		if r.Session != "" {
			d.Sessions = union(d.Sessions, []string{r.Session}, schema.MaxList)
		}
		if r.Digest != nil {
			d.Sessions = union(d.Sessions, r.Digest.Sessions, schema.MaxList)
		}
	}
	if surplus := len(e.Evidence) - schema.MaxRefs; surplus > 0 { // more than mostRecords: the one of before rests on the oldest
		e.Evidence = slices.Delete(e.Evidence, 1, 1+surplus)
	}
	d.KeyFacts = facts[max(0, len(facts)-mostKeyFacts):]
	e.Digest = &d
	return e
}

// commonUser is the one user that records are about or by, or "".
func commonUser(records []schema.Experience) string {
	user := ""
	for i := range records {
		switch u := records[i].User(); {
		case u == "" || u == user:
		case user == "":
			user = u
		default:
			return ""
		}
	}
	return user
}

// scopes lets a summary be seen where all it sums up may be seen. Where that is
// nowhere, only readers who demand no scope see it.
func (s *summing) scopes() []string {
	records := s.records
	if s.earlier != nil {
		records = append(slices.Clone(records), *s.earlier)
	}
	var out []string
	limited := false
	for _, e := range records {
		switch {
		case len(e.Scopes) == 0:
		case !limited:
			out, limited = slices.Clone(e.Scopes), true
		default:
			out = slices.DeleteFunc(out, func(x string) bool { return !slices.Contains(e.Scopes, x) })
		}
	}
	if limited && len(out) == 0 {
		return []string{clip("summary:"+s.identifier, schema.MaxTag-4)}
	}
	return out
}

// tagsOf makes topics into tags, by which they are found (001-14).
func tagsOf(topics []string) []string {
	var out []string
	for _, t := range topics {
		if len(t) <= schema.MaxTag {
			out = union(out, []string{t}, schema.MaxTags)
		}
	}
	return out
}

// worded is the text of a summary.
type worded struct {
	text, by      string
	facts, topics []string
}

// word writes the summary: by the model if there is one and it answers, else the
// sentences that say most.
func (k *Keeper) word(ctx context.Context, s summing) (worded, error) {
	if k.model != nil {
		sum, err := k.model.Summarise(ctx, llm.Digest{Passages: s.modelPassages(), MaxWords: summaryWords})
		if err == nil {
			out := worded{text: sum.Text, by: k.model.Name(), topics: sum.Topics}
			for _, p := range sum.Points {
				out.facts = append(out.facts, p.Text)
			}
			return out, nil
		}
		if ctx.Err() != nil {
			return worded{}, ctx.Err()
		}
		k.store.Logger().Warn("reflect: summed up without the model", "error", err)
	}
	sum, err := digest.Make(s.passages(), digest.Options{Tokens: summaryTokens})
	if err != nil {
		return worded{}, err
	}
	out := worded{text: sum.Text, by: "digest", topics: sum.Topics}
	for _, f := range sum.Facts {
		out.facts = append(out.facts, f.Text)
	}
	return out, nil
}

// What a speaker's words weigh in a summary: what the user says is what is to be
// remembered, what the agent said it can say again.
var roleWeights = map[string]float64{"user": 1, "assistant": .8, "system": .3, "tool": .3}

func (s *summing) passages() []digest.Passage {
	var out []digest.Passage
	if s.earlier != nil {
		out = append(out, digest.Passage{Text: s.earlier.Content})
	}
	for i := range s.records {
		e := &s.records[i]
		p := digest.Passage{Text: e.Text(), Label: e.Voice()}
		if e.Message != nil {
			p.Weight = roleWeights[e.Message.Role]
		}
		out = append(out, p)
	}
	return out
}

func (s *summing) modelPassages() []llm.Passage {
	var out []llm.Passage
	if s.earlier != nil {
		out = append(out, llm.Passage{Text: s.earlier.Content, Time: s.earlier.Time})
	}
	for i := range s.records {
		e := &s.records[i]
		out = append(out, llm.Passage{Speaker: e.Voice(), Time: e.Time, Text: e.Text()})
	}
	return out
}
