package reflect

import (
	"cmp"
	"context"
	"slices"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// Briefing asks for what an agent should know before it answers a user.
type Briefing struct {
	// Agent whose memory it is, and the user it talks to. Agent is required here; package
	// lukasa fills in the memory's.
	Agent, User string
	// Session that is going on; its last messages are shown. Empty: none.
	Session string
	// Text is what the user just said.
	Text string
	// Prompt says how to write the context. The profile defaults to
	// [prompt.ProfileTutor].
	Prompt prompt.Options
}

// Brief assembles a context (001-15), in this order: the agent's core memory; who the user
// is, which is all facts about them, what they want, and what else stands of the entity
// "person:" and their name in lower case, such as an allergy; insights about the user that bear on what was said, by a
// likeness of .7 on the scale of every embedder; past summaries that bear on it;
// the last messages of this session. Of summaries and messages it takes as many as the
// settings retrieval_limits say. Facts, insights and summaries that it brings
// count as used.
func (k *Keeper) Brief(ctx context.Context, b Briefing) (prompt.Context, error) {
	config, err := k.store.Config(ctx, b.Agent)
	if err != nil {
		return prompt.Context{}, err
	}
	about, err := k.aboutUser(ctx, b.Agent, b.User, b.Text)
	if err != nil {
		return prompt.Context{}, err
	}
	insights, err := k.relevantInsights(ctx, b)
	if err != nil {
		return prompt.Context{}, err
	}
	summaries, err := k.pastSummaries(ctx, b, config.Retrieval.Summaries)
	if err != nil {
		return prompt.Context{}, err
	}
	messages, err := k.lastMessages(ctx, b, config.Retrieval.Messages)
	if err != nil {
		return prompt.Context{}, err
	}
	if err := k.used(slices.Concat(about, insights)); err != nil {
		return prompt.Context{}, err
	}
	options := b.Prompt
	options.Profile = cmp.Or(options.Profile, prompt.ProfileTutor)
	if options.Now.IsZero() {
		options.Now = k.store.Now()
	}
	var answer query.Answer
	var items []prompt.Item
	err = k.store.View(ctx, func(r *ledger.Reader) (err error) {
		if answer, err = query.Blank(r, b.Agent, options.Now); err != nil {
			return err
		}
		answer.Hits = hitsOf(about)
		items = asProfile(answer.Items())
		answer.Core, err = blocks(r, b.Agent)
		return err
	})
	if err != nil {
		return prompt.Context{}, err
	}
	answer.Hits = hitsOf(slices.Concat(insights, summaries, messages))
	return prompt.Build(append(items, answer.Items()...), options)
}

// relevantInsights returns the insights about the user that are as alike to what
// was said as .7, the most alike first, ties by id (001-08).
func (k *Keeper) relevantInsights(ctx context.Context, b Briefing) ([]schema.Experience, error) {
	all, err := k.Insights(ctx, b.Agent, b.User)
	if err != nil || len(all) == 0 || b.Text == "" {
		return nil, err
	}
	alike, err := k.likeness(ctx, b.Agent)
	if err != nil {
		return nil, err
	}
	defer alike.close()
	scores, err := alike.toQuestion(ctx, b.Text, all)
	if err != nil {
		return nil, err
	}
	order := make([]int, 0, len(all))
	for i := range all {
		if scores[i] >= embed.ScoreSimilar {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(scores[j], scores[i]), slices.Compare(all[i].ID[:], all[j].ID[:]))
	})
	out := make([]schema.Experience, len(order))
	for i, at := range order {
		out[i] = all[at]
	}
	return out, nil
}

// pastSummaries recalls the summaries about the user, or about nobody in
// particular, that bear on what was said.
func (k *Keeper) pastSummaries(ctx context.Context, b Briefing, most int) ([]schema.Experience, error) {
	if most == 0 || b.Text == "" {
		return nil, nil
	}
	answer, err := k.reader.Recall(ctx, query.Request{
		Text: b.Text, Agents: []string{b.Agent}, User: b.User, Kinds: []schema.Kind{schema.KindSummary},
		K: min(4*most, query.MaxK),
	})
	if err != nil {
		return nil, err
	}
	var out []schema.Experience
	for _, h := range answer.Hits {
		if user := h.Record.User(); len(out) < most && (user == "" || user == b.User) {
			out = append(out, h.Record)
		}
	}
	return out, nil
}

// lastMessages returns the last messages of the session, oldest first.
func (k *Keeper) lastMessages(ctx context.Context, b Briefing, most int) ([]schema.Experience, error) {
	if most == 0 || b.Session == "" {
		return nil, nil
	}
	page, err := k.reader.Find(ctx, query.Filter{
		Agents: []string{b.Agent}, Sessions: []string{b.Session}, Kinds: []schema.Kind{schema.KindMessage}, Limit: most,
	})
	slices.Reverse(page.Items)
	return page.Items, err
}

// used counts a use of records.
func (k *Keeper) used(records []schema.Experience) error {
	touches := make([]ledger.Touch, len(records))
	for i, e := range records {
		touches[i] = ledger.Touch{ID: e.ID, At: k.store.Now(), Accessed: 1}
	}
	return k.store.Touch(touches...)
}
