package query

import (
	"math"

	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// Context writes the answer as a text for a model's prompt, within a budget of
// tokens (0: the request's, or 4,000), in the plain profile. See [Answer.Prompt] for
// more choice.
func (a *Answer) Context(tokens int) string {
	c, err := a.Prompt(prompt.Options{Tokens: max(tokens, 0)})
	if err != nil {
		return "" // no option is wrong: they are all defaults but the budget
	}
	return c.Text
}

// Prompt writes the answer as a text for a model's prompt: pinned records, rows
// of the domain database and hits in the sections of the profile, quoted as data with
// id, time and source and, where several agents were asked, whose memory it is; never
// over the budget. What is unsure is marked as something to validate
// (004-14). Options.Now defaults to when the question was asked, Options.Tokens to
// the request's.
func (a *Answer) Prompt(o prompt.Options) (prompt.Context, error) {
	if o.Now.IsZero() {
		o.Now = a.At
	}
	if o.Tokens == 0 {
		o.Tokens = a.Asked.Tokens
	}
	if o.Weigh == nil {
		o.Weigh = a.searched.bearing()
	}
	return prompt.Build(a.Items(), o)
}

// Items returns what the answer has to show, in the order of its worth, for
// callers who add items of their own before [prompt.Build].
func (a *Answer) Items() []prompt.Item {
	items := make([]prompt.Item, 0, len(a.Core)+len(a.Pinned)+len(a.Hits))
	for _, b := range a.Core {
		items = append(items, prompt.Item{ID: "core:" + b.Agent + ":" + b.Name, Role: prompt.RoleCore, Text: b.Text})
	}
	for i := range a.Pinned {
		item := a.itemOf(&a.Pinned[i])
		item.Role = prompt.RolePinned
		items = append(items, item)
	}
	items = append(items, a.domainItems()...)
	for i := range a.Hits {
		items = append(items, a.itemOf(&a.Hits[i].Record))
	}
	for i := range a.Conflicts {
		if !a.asksAnew(&a.Conflicts[i]) {
			items = append(items, disputeItem(&a.Conflicts[i]))
		}
	}
	return items
}

func (a *Answer) itemOf(e *schema.Experience) prompt.Item {
	item := prompt.Item{
		ID: e.ID.String(), Kind: e.Kind, Text: e.Text(), Time: e.Time, TimeEnd: e.TimeEnd, Speaker: e.Speaker,
		Source: sourceOf(e), Inferred: e.Source.Inferred, TrueTo: e.ValidTo,
	}
	if !e.ValidFrom.Equal(e.Time) { // else it is true since it was told
		item.TrueFrom = e.ValidFrom
	}
	if !e.Kind.Episodic() {
		item.Confidence, item.Confirmed = a.Asked.fading.effective(e, a.At), e.Confidence
	}
	for _, m := range e.Mentions {
		item.Entities = append(item.Entities, m.Entity.Name())
	}
	if len(a.Asked.Agents) > 1 {
		item.Agent = e.Agent
	}
	item.Note = a.caution(e)
	return item
}

// sourceOf is the citation of a record that was read from a file.
func sourceOf(e *schema.Experience) string {
	if e.Source.Path == "" {
		return ""
	}
	return Cite(e)
}

// leastHead is how many tokens a record takes in a context beside its text, if it has
// nothing but an id, a time and a kind.
const leastHead = 20

// room is what is left of the budget that an answer is to fill.
type room struct {
	left, most int // tokens that are left, and that one record takes at most
	endless    bool
}

// Of the budget one record takes a half at most: a longer one is shown by a part, which leaves
// room for others.
const shareOfOne = 2

// roomFor gives a third more than the budget: vocabularies count a fourth fewer tokens
// than the estimate does, and the context itself keeps to the budget.
func roomFor(r *Request) room {
	budget := min(r.Tokens, math.MaxInt/2)
	return room{left: budget + budget/3, most: budget / shareOfOne, endless: !r.byBudget}
}

func (r *room) full() bool { return !r.endless && r.left <= 0 }

func (r *room) take(e *schema.Experience) {
	if !r.endless {
		r.left -= leastHead + min(prompt.Estimate(e.Text()), r.most)
	}
}
