package reflect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/llm"
	"github.com/lukasadb/lukasa/reflect/digest"
	"github.com/lukasadb/lukasa/schema"
)

// Consolidation says whose insights are to be consolidated. Its zero value, with
// an agent, means every user who has 40 or more.
type Consolidation struct {
	// Agent whose insights they are. Required here; package lukasa fills in the memory's.
	Agent string `json:"agent"`
	// User whom they are about. Empty: every user.
	User string `json:"user,omitempty"`
	// Now consolidates below the threshold as well, to the target.
	Now bool `json:"now,omitempty"`
	// DryRun changes nothing and tells what would be done.
	DryRun bool `json:"dry_run,omitempty"`
}

// Consolidated tells what was done for one user.
type Consolidated struct {
	User     string      `json:"user"`
	Before   int         `json:"before"`
	After    int         `json:"after"`
	Merges   []Merged    `json:"merges,omitempty"`
	Archived []schema.ID `json:"archived,omitempty"`
	DryRun   bool        `json:"dry_run,omitempty"`
}

// Merged is one insight that took the place of others.
type Merged struct {
	ID      schema.ID   `json:"id,omitzero"` // zero on a dry run
	Content string      `json:"content"`
	From    []schema.ID `json:"from"` // newest first
}

// Consolidate merges and thins out the insights of users who have too many
// (001-06, 001-13); the rules stand in condense.go. Each user is one
// transaction, so it can be cut short and called again; a second run in a row
// changes nothing. With a model, it words the merged insights; the rules stay
// the same.
func (k *Keeper) Consolidate(ctx context.Context, c Consolidation) ([]Consolidated, error) {
	return k.consolidate(ctx, c, time.Time{})
}

// consolidate leaves alone the users of whom there is no insight since a moment.
func (k *Keeper) consolidate(ctx context.Context, c Consolidation, since time.Time) ([]Consolidated, error) {
	all, err := k.store.Config(ctx, c.Agent)
	if err != nil {
		return nil, err
	}
	config := all.Insights
	if err := k.store.StepAside(ctx); err != nil {
		return nil, err
	}
	counts, err := k.insightCounts(ctx, c.Agent, since)
	if err != nil {
		return nil, err
	}
	var out []Consolidated
	for _, user := range slices.Sorted(maps.Keys(counts)) {
		if c.User != "" && c.User != user || counts[user] <= config.ConsolidateTo || !c.Now && counts[user] < config.ConsolidateAt {
			continue
		}
		if err := k.store.StepAside(ctx); err != nil {
			return out, err
		}
		done, err := k.consolidateUser(ctx, c, user, config)
		if err != nil {
			return out, err
		}
		if done.Before != done.After || len(done.Merges) > 0 {
			out = append(out, done)
		}
	}
	return out, nil
}

// insightCounts counts the live insights of each user who has one since a moment.
func (k *Keeper) insightCounts(ctx context.Context, agent string, since time.Time) (map[string]int, error) {
	counts, now := map[string]int{}, k.store.Now()
	recent := map[string]bool{}
	err := k.store.View(ctx, func(r *ledger.Reader) error {
		for e, err := range r.Records(agent, ledger.OfKind(schema.KindInsight), ledger.Scan{OldestFirst: true}) {
			if err != nil {
				return err
			}
			if e.Status.Live() && !e.Expired(now) {
				counts[e.User()]++
				recent[e.User()] = recent[e.User()] || !e.Time.Before(since)
			}
		}
		return nil
	})
	maps.DeleteFunc(counts, func(user string, _ int) bool { return !recent[user] })
	return counts, err
}

// attempts is how often a plan is made anew when records change under it.
const attempts = 3

func (k *Keeper) consolidateUser(ctx context.Context, c Consolidation, user string, config schema.InsightConfig) (Consolidated, error) {
	defer k.users.lock(c.Agent, user)()
	for try := 1; ; try++ {
		done, err := k.tryConsolidate(ctx, c, user, config)
		if try == attempts || !errors.Is(err, ledger.ErrVersion) && !errors.Is(err, experience.ErrNotFound) {
			return done, err
		}
	}
}

func (k *Keeper) tryConsolidate(ctx context.Context, c Consolidation, user string, config schema.InsightConfig) (Consolidated, error) {
	insights, err := k.known(ctx, c.Agent, user, schema.KindInsight)
	if err != nil {
		return Consolidated{}, err
	}
	out := Consolidated{User: user, Before: len(insights), After: len(insights), DryRun: c.DryRun}
	plan, err := k.planFor(ctx, c.Agent, insights, config)
	if err != nil || plan.empty() {
		return out, err
	}
	batch := experience.Batch{Agent: c.Agent}
	for _, group := range plan.merges {
		merged, err := k.mergeInsights(ctx, group)
		if err != nil {
			return out, err
		}
		addMerge(&batch, merged, group)
		out.Merges = append(out.Merges, Merged{Content: merged.Content, From: idsOf(group)})
		out.After -= len(group) - 1
	}
	for _, e := range plan.archive {
		batch.Update = append(batch.Update, archive(&e, day(k.store.Now())+": archived by consolidation"))
		out.Archived = append(out.Archived, e.ID)
		out.After--
	}
	if c.DryRun {
		return out, nil
	}
	written, err := k.writer.Write(ctx, batch)
	if err != nil {
		return Consolidated{}, err
	}
	return out, k.inherit(&out, plan, written)
}

func (k *Keeper) planFor(ctx context.Context, agent string, insights []schema.Experience, config schema.InsightConfig) (condensed, error) {
	alike, err := k.likeness(ctx, agent)
	if err != nil {
		return condensed{}, err
	}
	defer alike.close()
	var failed error
	plan := condense(insights, config.ConsolidateTo, k.store.Now().AddDate(0, 0, -config.PreserveDays), func(e *schema.Experience, among []schema.Experience) []float64 {
		scores, err := alike.toRecord(e, among)
		if err != nil {
			failed = err
			return make([]float64, len(among))
		}
		return scores
	})
	return plan, failed
}

// addMerge puts a merge into a batch. Where the merged insight says just what
// one of the group says, that one stays and takes the others' place.
func addMerge(batch *experience.Batch, merged schema.Experience, group []schema.Experience) {
	for _, e := range group {
		batch.Unchanged = append(batch.Unchanged, experience.Seen{ID: e.ID, Version: e.Version})
		if e.Content == merged.Content {
			batch.Update = append(batch.Update, experience.Change{ID: e.ID, Patch: schema.Patch{
				Insight: merged.Insight, Confidence: &merged.Confidence, Importance: &merged.Importance,
				Tags: &merged.Tags, QualityReason: &merged.QualityReason,
			}})
			merged.Supersedes = slices.DeleteFunc(merged.Supersedes, func(id schema.ID) bool { return id == e.ID })
			merged.Evidence = slices.DeleteFunc(merged.Evidence, func(ev schema.Evidence) bool { return ev.ID == e.ID })
		}
	}
	batch.Retain = append(batch.Retain, merged)
}

// inherit names the merged insights and lets each be as lately used as the
// latest of those it took the place of.
func (k *Keeper) inherit(out *Consolidated, plan condensed, written experience.Written) error {
	var touches []ledger.Touch
	for i, group := range plan.merges {
		out.Merges[i].ID = written.Retained[i].ID
		touch := ledger.Touch{ID: out.Merges[i].ID}
		for _, e := range group {
			if e.Usage.LastAccessed.After(touch.At) {
				touch.At = e.Usage.LastAccessed
			}
			touch.Accessed = max(touch.Accessed, e.Usage.AccessCount)
		}
		if touch.Accessed > 0 {
			touches = append(touches, touch)
		}
	}
	if len(touches) == 0 {
		return nil
	}
	return k.store.Touch(touches...)
}

// mergeInsights makes one insight of several, newest first (001-13).
func (k *Keeper) mergeInsights(ctx context.Context, group []schema.Experience) (schema.Experience, error) {
	first := group[0]
	content, by, err := k.wordMerge(ctx, group)
	if err != nil {
		return schema.Experience{}, err
	}
	now := k.store.Now()
	names := make([]string, len(group))
	for i, e := range group {
		names[i] = "#" + shortID(e.ID)
	}
	insight := *first.Insight
	insight.Notes = nil
	merged := schema.Experience{
		Agent: first.Agent, Kind: schema.KindInsight, Content: content, Time: first.Time, Persona: first.Persona, Scopes: first.Scopes,
		Importance: first.Importance, Quality: first.Quality, Confidence: agreed(group), Supersedes: idsOf(group),
		Source: schema.Source{CreatedBy: by, Inferred: true},
	}
	for _, e := range slices.Backward(group) {
		insight.Notes = append(insight.Notes, e.Insight.Notes...)
		if insight.SubTopic == "" {
			insight.SubTopic = e.Insight.SubTopic
		}
		merged.Importance = max(merged.Importance, e.Importance)
		merged.Tags = union(merged.Tags, e.Tags, schema.MaxTags)
		merged.Evidence = append(merged.Evidence, schema.Evidence{ID: e.ID, Stance: schema.StanceSupports, Weight: e.Confidence, Time: e.Confirmed()})
	}
	insight.Notes = evolved(insight.Notes, fmt.Sprintf("Merged from %s on %s", strings.Join(names, ", "), day(now)))
	merged.Insight = &insight
	liveAs(&merged, group)
	merged.QualityReason = reasoned("", fmt.Sprintf("%s: merged from %d that agree, confidence %.2f", day(now), len(group), merged.Confidence))
	return merged, nil
}

// liveAs lets a merged insight live as long as the longest-lived of those that it is
// made of.
func liveAs(merged *schema.Experience, group []schema.Experience) {
	last := &group[0]
	for i := range group {
		if group[i].Outlives(last) {
			last = &group[i]
		}
	}
	merged.ExpiresAt, merged.TTL = last.ExpiresAt, last.TTL
	if last.EndsWithSession() {
		merged.Session = last.Session // all of them do, see endTogether
	}
}

const (
	mergedTokens = 160 // of a merged insight
	modelWords   = 60  // of one that a model words
)

// wordMerge words a merge: by the model if there is one and it answers, else
// the sentences that say most, newest first.
func (k *Keeper) wordMerge(ctx context.Context, group []schema.Experience) (content, by string, err error) {
	if k.model != nil {
		if content, err := k.modelMerge(ctx, group); err == nil {
			return content, k.model.Name(), nil
		} else if ctx.Err() != nil {
			return "", "", ctx.Err()
		}
	}
	content, err = mergedWords(group)
	return content, "consolidation", err
}

// mergedWords words a merge without a model: the sentences of the group, the
// newest first, that say most.
func mergedWords(group []schema.Experience) (string, error) {
	passages := make([]digest.Passage, len(group))
	for i, e := range group {
		passages[i].Text = e.Content
	}
	sum, err := digest.Make(passages, digest.Options{Tokens: mergedTokens})
	if err != nil || sum.Text == "" {
		return group[0].Content, err
	}
	return strings.ReplaceAll(sum.Text, "\n", " "), nil
}

func (k *Keeper) modelMerge(ctx context.Context, group []schema.Experience) (string, error) {
	passages := make([]llm.Passage, len(group))
	for i, e := range group {
		passages[i] = llm.Passage{Text: e.Content, Time: e.Time}
	}
	sum, err := k.model.Summarise(ctx, llm.Digest{
		Passages: passages, MaxWords: modelWords,
		Focus: "one observation about the user that says what all of these say, in their language; the newest counts",
	})
	if err == nil && utf8.RuneCountInString(sum.Text) < 20 {
		err = fmt.Errorf("%w: too short", llm.ErrInvalidAnswer)
	}
	if err != nil {
		k.store.Logger().Warn("reflect: merged without the model", "error", err)
	}
	return sum.Text, err
}

func idsOf(records []schema.Experience) []schema.ID {
	out := make([]schema.ID, len(records))
	for i, e := range records {
		out[i] = e.ID
	}
	return out
}

// shortID is the end of an id: of the ids that Lukasa makes, the random part.
func shortID(id schema.ID) string {
	s := id.String()
	return s[len(s)-8:]
}

// union adds what is new to a list, in order, up to a limit.
func union(list, more []string, limit int) []string {
	for _, s := range more {
		if len(list) < limit && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}
