package reflect

import (
	"context"
	"strings"

	"github.com/lukasadb/lukasa/schema"
)

// single lists the types of user facts of which one holds at a time (001-02):
// who gets another name, role or level had the old one before.
var single = map[string]bool{"name": true, "role": true, "level": true}

// AddUserFact takes in a basic fact about a user: name, role, level, goal,
// preference or weakness. Of a name, a role and a level one holds at a time: a
// new one replaces the old one, which stays in history. Of the others, one that
// says the same by package claim, or says it and more or less by a likeness of .90 on the
// scale of every embedder (001-09), is brought up to date instead; one that cannot hold
// beside it, such as "dislikes" or another figure of the same thing, is replaced. One that
// is older, by Time, than what was told since in its place is kept as superseded by that.
//
// Of one user 50 facts are kept, as [Keeper.AddInsight] says of insights
// (001-05).
func (k *Keeper) AddUserFact(ctx context.Context, e schema.Experience) (Noted, error) {
	config, err := k.store.Config(ctx, e.Agent)
	if err != nil {
		return Noted{}, err
	}
	if e.Kind == "" {
		e.Kind = schema.KindUserFact
	}
	if e.Content = strings.TrimSpace(e.Content); e.Kind != schema.KindUserFact || e.UserFact == nil {
		return Noted{}, &RefusedError{RefusedKind, "user_fact", "want kind user_fact, and a UserFact with a type: " + strings.Join(schema.UserFactTypes(), ", ")}
	}
	if err := k.complete(&e); err != nil {
		return Noted{}, err
	}
	defer k.users.lock(e.Agent, e.UserFact.User)()
	out, _, err := k.take(ctx, note{
		record: e, alike: config.Duplicates.Fact, limit: config.Facts.Limit, only: single[e.UserFact.Type], turns: true,
		peers: func(o *schema.Experience) bool { return o.UserFact.Type == e.UserFact.Type },
	})
	return out, err
}

// UserFacts returns what is known about a user, or with an empty name about nobody
// in particular: one record a fact, oldest first (001-19).
func (k *Keeper) UserFacts(ctx context.Context, agent, user string) ([]schema.Experience, error) {
	return k.known(ctx, agent, user, schema.KindUserFact)
}

// Insights returns the insights about a user, oldest first (001-19).
func (k *Keeper) Insights(ctx context.Context, agent, user string) ([]schema.Experience, error) {
	return k.known(ctx, agent, user, schema.KindInsight)
}
