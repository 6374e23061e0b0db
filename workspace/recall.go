package workspace

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
	"github.com/lukasadb/lukasa/workspace/markdown"
)

// Query is a question to a workspace.
type Query struct {
	// Text of the question.
	Text string `json:"text"`
	// K is the greatest number of results. Default 10, or with Tokens what they have
	// room for.
	K int `json:"k,omitempty"`
	// Tokens is the budget of the bundle that the answer is for: see [Answer.Bundle].
	// Default 0: a bundle has 4,000.
	Tokens int `json:"tokens,omitempty"`
	// Since and Until bound when it was: Since from the beginning of its day, as pages
	// are of days, Until exclusively. When is a time in words, such as "around Nov 27".
	Since time.Time `json:"since,omitzero"`
	Until time.Time `json:"until,omitzero"`
	When  string    `json:"when,omitempty"`
	// Now is when it is asked, by the calendar that the pages are kept by, from which words
	// of time are read. Default: by the store's clock.
	Now time.Time `json:"now,omitzero"`
	// TrueAt asks for what was so at a moment.
	TrueAt time.Time `json:"true_at,omitzero"`
	// Kinds of result; none: all.
	Kinds []markdown.Kind `json:"kinds,omitempty"`
	// Entities, of which a result names one at least, without the @.
	Entities []string `json:"entities,omitempty"`
	// Floor replaces the least likelihood, 0 to 1, of a result; 0 always answers.
	Floor *float64 `json:"floor,omitempty"`
}

// Result is one thing that the files tell (003-13).
type Result struct {
	Kind       markdown.Kind `json:"kind"`
	Timestamp  string        `json:"timestamp"` // day, or days joined by /, as ISO 8601 has it
	Entities   []string      `json:"entities"`
	Content    string        `json:"content"`
	Source     string        `json:"source"` // path#Lline
	Confidence float64       `json:"confidence,omitempty"`
	For        []string      `json:"for,omitempty"` // of an opinion: the lines that it rests on
	Against    []string      `json:"against,omitempty"`
	Also       []string      `json:"also,omitempty"` // where the same words tell of other days, which answer as well
	ID         schema.ID     `json:"id"`
}

// Answer is what a workspace has to say to a question: what was told, apart from
// what was inferred (003-14).
type Answer struct {
	Facts    []Result `json:"facts"`
	Inferred []Result `json:"inferred"`
	// Reason why there is nothing.
	Reason string `json:"reason,omitempty"`

	answer *query.Answer
	core   string
}

// request is a query in the terms of the store.
func (q *Query) request(agent string) query.Request {
	r := query.Request{
		Text: q.Text, K: q.K, Tokens: q.Tokens, Agents: []string{agent}, Since: q.Since.UTC().Truncate(24 * time.Hour), Until: q.Until,
		When: q.When, Now: q.Now, TrueAt: q.TrueAt, Floor: q.Floor,
	}
	for _, k := range q.Kinds {
		r.Kinds = append(r.Kinds, kindOf(k))
	}
	for _, name := range q.Entities {
		r.Entities = append(r.Entities, EntityKey(strings.TrimPrefix(name, "@")))
	}
	return r
}

// Recall answers from the store as it is: see [Workspace.Sync].
func (w *Workspace) Recall(ctx context.Context, q Query) (*Answer, error) {
	return during(w, func() (*Answer, error) { return w.recall(ctx, q) })
}

func (w *Workspace) recall(ctx context.Context, q Query) (*Answer, error) {
	found, also, err := w.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &Answer{Facts: []Result{}, Inferred: []Result{}, Reason: found.Reason, answer: found}
	for i := range found.Hits {
		e := &found.Hits[i].Record
		r := result(e)
		r.Also = also[e.ID]
		if err := w.grounds(ctx, e, &r); err != nil {
			return nil, err
		}
		if e.Source.Inferred {
			out.Inferred = append(out.Inferred, r)
		} else {
			out.Facts = append(out.Facts, r)
		}
	}
	out.core, err = w.core()
	out.core = forModel(out.core)
	if errors.Is(err, folder.ErrRefused) {
		err = nil // a sync lists it; what was found is found
	}
	return out, err
}

// ask recalls what the store holds. What was done on several days takes the place and the room of
// one result, not of one for each day: it asks for more instead, a few times.
func (w *Workspace) ask(ctx context.Context, q Query) (found *query.Answer, also map[schema.ID][]string, err error) {
	r := q.request(w.memory.Agent)
	if r.K == 0 && r.Tokens == 0 {
		r.K = query.DefaultK
	}
	want, room, had := r.K, r.Tokens, 0
	for range asksAtMost {
		if found, err = w.memory.Reader.Recall(ctx, r); err != nil {
			return nil, nil, err
		}
		all := len(found.Hits)
		also = once(found)
		found.Asked.Tokens = room // for the bundle
		if want > 0 {
			if found.Hits = found.Hits[:min(len(found.Hits), want)]; len(found.Hits) == want || all < r.K {
				break
			}
			r.K = min(4*r.K, query.MaxK)
			continue
		}
		if all <= had || all == len(found.Hits) {
			break
		}
		had, r.Tokens = all, room*all/len(found.Hits) // what all of these took, those that are left take too
	}
	return found, also, nil
}

const asksAtMost = 4

// once keeps of the hits that say the same the best, and returns where the others of each stand,
// newest first.
func once(found *query.Answer) map[schema.ID][]string {
	best := map[string]schema.ID{}
	others := map[schema.ID][]*schema.Experience{}
	var kept []query.Hit
	for i := range found.Hits {
		e := &found.Hits[i].Record
		said := string(e.Kind) + "\x00" + e.Content
		if first, ok := best[said]; ok {
			others[first] = append(others[first], e)
			continue
		}
		best[said] = e.ID
		kept = append(kept, found.Hits[i])
	}
	also := map[schema.ID][]string{}
	for id, list := range others {
		slices.SortFunc(list, func(a, b *schema.Experience) int { return b.Time.Compare(a.Time) })
		for _, e := range list {
			also[id] = append(also[id], query.Cite(e))
		}
	}
	found.Hits = kept
	return also
}

// Core returns memory.md, which is to be in every context (003-24); "" if there
// is none.
func (w *Workspace) Core() (string, error) { return during(w, w.core) }

func (w *Workspace) core() (string, error) {
	src, _, err := w.folder.Read(CorePage)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.ToValidUTF8(string(src), "\uFFFD"), err
}

// comment is a comment that has its lines to itself.
var comment = regexp.MustCompile(`(?m)^[ \t]*<!--(?s:.*?)-->[ \t]*(?:\r?\n|\z)`)

// forModel is what memory.md has to say to a model: nothing, if nobody told anything there, and no
// comments, which are for people.
func forModel(page string) string {
	if len(markdown.Parse([]byte(page), role(CorePage)).Blocks) == 0 {
		return ""
	}
	return comment.ReplaceAllString(page, "")
}

func result(e *schema.Experience) Result {
	r := Result{
		Kind: blockKind(e.Kind), Timestamp: e.Time.Format(time.DateOnly), Entities: []string{}, Content: e.Content, Source: query.Cite(e), ID: e.ID,
	}
	if last := e.TimeEnd.Add(-time.Microsecond); e.TimeEnd.After(e.Time) && last.Format(time.DateOnly) != r.Timestamp {
		r.Timestamp += "/" + last.Format(time.DateOnly)
	}
	for _, m := range e.Mentions {
		r.Entities = append(r.Entities, m.Text)
	}
	if e.Kind == schema.KindOpinion {
		r.Confidence = e.Confidence
	}
	return r
}

// grounds cites what an opinion rests on (003-12).
func (w *Workspace) grounds(ctx context.Context, e *schema.Experience, r *Result) error {
	for _, g := range e.Evidence {
		ground, err := w.memory.Reader.Get(ctx, []string{w.memory.Agent}, g.ID)
		switch {
		case errors.Is(err, query.ErrNotFound): // forgotten this moment
		case err != nil:
			return err
		case g.Stance == schema.StanceContradicts:
			r.Against = append(r.Against, query.Cite(&ground))
		default:
			r.For = append(r.For, query.Cite(&ground))
		}
	}
	return nil
}

// Bundle writes an answer for a model's prompt, within a budget of tokens (0: the
// query's, or 4,000): memory.md without its comments first (see [prompt.Profile]),
// then what was found, each thing with kind, day, entities and source, and what is
// inferred marked as such (003-15).
func (a *Answer) Bundle(tokens int) (string, error) {
	items := a.answer.Items()
	for i := range items {
		items[i].Time = items[i].Time.Truncate(24 * time.Hour)
	}
	if core := strings.TrimSpace(a.core); core != "" {
		items = append([]prompt.Item{{ID: CorePage, Kind: schema.KindContext, Text: core, Source: CorePage, Role: prompt.RoleCore}}, items...)
	}
	built, err := prompt.Build(items, prompt.Options{Tokens: cmp.Or(tokens, a.answer.Asked.Tokens), Now: a.answer.At})
	return built.Text, err
}

// EntityView is what a workspace has on an entity (003-10).
type EntityView struct {
	Entity string   `json:"entity"`
	Page   string   `json:"page,omitempty"` // path of its page, if it has one
	Facts  []Result `json:"facts"`          // newest first
}

// Entity gathers what is told of an entity: its page and the newest things that
// name it, at most limit (default 20).
func (w *Workspace) Entity(ctx context.Context, name string, limit int) (EntityView, error) {
	return during(w, func() (EntityView, error) { return w.entity(ctx, name, limit) })
}

func (w *Workspace) entity(ctx context.Context, name string, limit int) (EntityView, error) {
	name = strings.TrimPrefix(name, "@")
	out := EntityView{Entity: name, Facts: []Result{}}
	var err error
	if out.Page, err = w.pageOn(name); err != nil {
		return out, err
	}
	found, err := w.memory.Reader.Find(ctx, query.Filter{Agents: []string{w.memory.Agent}, Entity: EntityKey(name), Limit: limit})
	if err != nil {
		return out, err
	}
	for i := range found.Items {
		out.Facts = append(out.Facts, result(&found.Items[i]))
	}
	return out, nil
}

// pageOn finds the page of an entity, however its name is written; "" if it has none.
func (w *Workspace) pageOn(name string) (string, error) {
	if _, err := w.folder.Stat(entityPage(name)); err == nil {
		return entityPage(name), nil
	}
	listing, err := w.folder.List([]string{entitiesDir + "/*.md"})
	for _, file := range listing.Files {
		if EntityKey(role(file.Path).Subject) == EntityKey(name) {
			return file.Path, err
		}
	}
	return "", err
}
