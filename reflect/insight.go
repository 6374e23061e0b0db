package reflect

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/lukasadb/lukasa/schema"
)

// AddInsight takes in a pattern seen in a user's behaviour, unless it is refused
// ([RefusedError]): its content must have 20 characters or more and its category
// be one of [schema.InsightCategories] (001-11). What is not said has the
// defaults of any record.
//
// An insight of the same user and category that says the same by package claim, or says
// it and more or less by a likeness of .85 on the scale of every embedder (001-09), is
// brought up to date instead: the new words, more confidence, a dated note (001-12), and as
// long a life as it was last said to have. To an embedder that knows sentences the likeness
// alone says so, unless the texts name other figures or only one denies.
//
// Of one user 50 insights are kept: the one used longest ago is archived for a
// new one, never a permanent or pinned one (001-05). From 40 on, the answer says
// that they are due to be consolidated.
func (k *Keeper) AddInsight(ctx context.Context, e schema.Experience) (Noted, error) {
	config, err := k.store.Config(ctx, e.Agent)
	if err != nil {
		return Noted{}, err
	}
	if e.Kind == "" {
		e.Kind = schema.KindInsight
	}
	if err := k.checkInsight(&e, config.Insights.LeastLength); err != nil {
		return Noted{}, err
	}
	defer k.users.lock(e.Agent, e.Insight.User)()
	out, known, err := k.take(ctx, note{
		record: e, alike: config.Duplicates.Insight, limit: config.Insights.Limit,
		peers: func(o *schema.Experience) bool { return o.Insight.Category == e.Insight.Category },
	})
	count := len(known)
	if out.Outcome == Added {
		count += 1 - len(out.Evicted)
	}
	out.Due = err == nil && count >= config.Insights.ConsolidateAt
	return out, err
}

func (k *Keeper) checkInsight(e *schema.Experience, least int) error {
	e.Content = strings.TrimSpace(e.Content)
	switch length := utf8.RuneCountInString(e.Content); {
	case e.Kind != schema.KindInsight || e.Insight == nil:
		return &RefusedError{RefusedKind, "insight", "want kind insight, and an Insight with a category: " + strings.Join(schema.InsightCategories(), ", ")}
	case length < least:
		return &RefusedError{RefusedShort, "content", fmt.Sprintf("%d characters, want %d", length, least)}
	case !slices.Contains(schema.InsightCategories(), e.Insight.Category):
		return &RefusedError{
			RefusedCategory, "insight_category", fmt.Sprintf("%q, want one of %s", e.Insight.Category, strings.Join(schema.InsightCategories(), ", ")),
		}
	}
	return k.complete(e)
}

// complete gives a record its defaults and checks it, before anything is
// compared with it.
func (k *Keeper) complete(e *schema.Experience) error {
	check := *e
	check.SetDefaults(k.store.Now(), k.store.NewID)
	if err := check.Validate(); err != nil {
		return err
	}
	e.Confidence, e.ExpiresAt = check.Confidence, check.ExpiresAt
	return nil
}
