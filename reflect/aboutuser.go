package reflect

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// aboutUser is who a user is, for a context that has a section of it: their name, role and
// level, then how they want things done, whatever is being said; then what else is known of
// them and what they asked for, such as where they live and what they are allergic to. As
// there may not be room for all of that, it begins with what is most alike to what was said;
// without that, and among equals, with the facts, oldest first.
func (k *Keeper) aboutUser(ctx context.Context, agent, user, said string) ([]schema.Experience, error) {
	facts, err := k.UserFacts(ctx, agent, user)
	if err != nil || user == "" {
		return facts, err
	}
	wishes, err := k.wishes(ctx, agent, user)
	if err != nil {
		return nil, err
	}
	stated, err := k.statedOf(ctx, agent, user)
	if err != nil {
		return nil, err
	}
	var always, rest []schema.Experience
	for _, e := range slices.Concat(facts, wishes, stated) {
		if e.Kind == schema.KindPreference || e.UserFact != nil && single[e.UserFact.Type] {
			always = append(always, e)
		} else {
			rest = append(rest, e)
		}
	}
	rest, err = k.mostAlike(ctx, agent, said, rest)
	return append(always, rest...), err
}

// statedOf returns the facts that hold of the entity that stands for a user, newest first.
func (k *Keeper) statedOf(ctx context.Context, agent, user string) (out []schema.Experience, err error) {
	facts, err := knowledge.Facts(ctx, k.store, knowledge.FactQuery{Agent: agent, Subject: userKey(user), Limit: knowledge.MaxLimit})
	for i := range facts {
		if facts[i].Record.Kind == schema.KindFact {
			out = append(out, facts[i].Record)
		}
	}
	return out, err
}

// mostAlike puts records in the order of how alike they are to what was said.
func (k *Keeper) mostAlike(ctx context.Context, agent, said string, records []schema.Experience) ([]schema.Experience, error) {
	if said == "" || len(records) < 2 {
		return records, nil
	}
	alike, err := k.likeness(ctx, agent)
	if err != nil {
		return nil, err
	}
	defer alike.close()
	scores, err := alike.toQuestion(ctx, said, records)
	if err != nil {
		return nil, err
	}
	return byScore(records, scores), nil
}

// byScore puts records in the order of their scores, the highest first; those that are
// equal stay in theirs.
func byScore(records []schema.Experience, scores []float64) []schema.Experience {
	order := make([]int, len(records))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[j], scores[i]) })
	out := make([]schema.Experience, len(records))
	for i, at := range order {
		out[i] = records[at]
	}
	return out
}

// fewMessages is up to how many messages of a user what rests on each is looked up.
const fewMessages = 500

// wishes returns what a user said that they want, once or from then on, and what they
// asked to be reminded of, newest first, ties by id. Of a user who said little it is
// found by their messages, however much others want; else by all that anybody wants.
func (k *Keeper) wishes(ctx context.Context, agent, user string) (out []schema.Experience, err error) {
	now := k.store.Now()
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		n, err := r.Count(agent, ledger.OfUser(user), ledger.Scan{}, fewMessages)
		if err != nil {
			return err
		}
		found := wishedBy(r, agent, user)
		if n == fewMessages {
			found = r.Records(agent, ledger.OfKind(schema.KindPreference, schema.KindTask), ledger.Scan{})
		}
		for e, err := range found {
			if err != nil {
				return err
			}
			if e.Kind != schema.KindPreference && e.Kind != schema.KindTask || !e.Status.Live() || e.Expired(now) {
				continue
			}
			if told, err := toldBy(r, e, user); err != nil {
				return err
			} else if !told.IsZero() {
				out = append(out, *e)
			}
		}
		return nil
	})
	slices.SortFunc(out, func(a, b schema.Experience) int {
		return cmp.Or(b.Time.Compare(a.Time), schema.CompareIDs(a.ID, b.ID))
	})
	return slices.CompactFunc(out, func(a, b schema.Experience) bool { return a.ID == b.ID }), err
}

// wishedBy yields what rests on the messages of a user, what rests on several once for each.
func wishedBy(r *ledger.Reader, agent, user string) iter.Seq2[*schema.Experience, error] {
	return func(yield func(*schema.Experience, error) bool) {
		for entry, err := range r.Scan(agent, ledger.OfUser(user), ledger.Scan{}) {
			if err != nil {
				yield(nil, err)
				return
			}
			for e, err := range restingOn(r, agent, entry.ID) {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// asProfile makes items parts of the section of who the user is, of whatever kind they are.
func asProfile(items []prompt.Item) []prompt.Item {
	for i := range items {
		items[i].Role = prompt.RoleUserFact
	}
	return items
}

func hitsOf(records []schema.Experience) []query.Hit {
	hits := make([]query.Hit, len(records))
	for i := range records {
		hits[i].Record = records[i]
	}
	return hits
}
