package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// deed is one operation of a metamorphic drill, its details left to chance. Whatever it
// returns, refusals among it, is the same in every variation.
type deed struct {
	name  string
	often int
	do    func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error)
}

// dice chooses, and knows what there is to choose from.
type dice struct {
	*rand.Rand
	now    time.Time
	events [2]int      // those that the round tells of, [from, to)
	known  []lukasa.ID // the agent's newest records
}

func (d *dice) words() string {
	return fmt.Sprint("event ", d.events[0]+d.IntN(d.events[1]-d.events[0]), " of the story")
}

func (d *dice) record() lukasa.Experience {
	e := lived(d.words())
	e.Time, e.Session = d.now.Add(-time.Duration(d.IntN(3))*time.Minute), fmt.Sprint("s", d.IntN(3))
	e.Mentions = []lukasa.Mention{{Entity: "person:ana", Text: "Ana"}, {Entity: d.entity(), Text: "Acme"}}
	e.Importance = 1 + d.IntN(10)
	if d.IntN(4) == 0 {
		e.Tags = []string{fmt.Sprint("t", d.IntN(3))}
	}
	return e
}

func (d *dice) id() lukasa.ID            { return d.known[d.IntN(len(d.known))] }
func (d *dice) entity() lukasa.EntityKey { return lukasa.EntityKey(fmt.Sprint("org:o", d.IntN(12))) }

// statement says what one of five customers is like, of which it is one thing at a time, or
// what it likes, of which there may be more.
func (d *dice) statement() lukasa.Experience {
	said := fmt.Sprint("value ", d.events[0]+d.IntN(4))
	return lukasa.Experience{
		Kind: schema.KindFact, Confidence: []float64{.3, .6, .9}[d.IntN(3)], Time: d.now,
		Statement: &lukasa.Statement{
			Subject: lukasa.EntityKey(fmt.Sprint("customer:c", d.IntN(5))), Predicate: []string{"mood", "likes"}[d.IntN(2)],
			Value: json.RawMessage(fmt.Sprintf("%q", said)),
		},
	}
}

var deeds = []deed{
	{"retain", 3000, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) { return as.Retain(ctx, d.record()) }},
	{"retain several", 800, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		batch := make([]lukasa.Experience, 2+d.IntN(20))
		for i := range batch {
			batch[i] = d.record()
		}
		return as.RetainAll(ctx, batch)
	}},
	{"retain again", 600, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Retain(ctx, lived(d.words()))
	}},
	{"update", 1200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		words, importance, tags := d.words(), 1+d.IntN(10), []string{"changed"}
		e, err := as.Update(ctx, d.id(), 0, []lukasa.Patch{{Outcome: &words}, {Context: &words}, {Importance: &importance}, {Tags: &tags}}[d.IntN(4)])
		return e.Version, err
	}},
	{"supersede", 500, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Supersede(ctx, d.id(), lived("instead "+d.words()))
	}},
	{"forget", 600, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{d.id(), d.id()}})
	}},
	{"forget entity", 20, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Forget(ctx, lukasa.Forget{Entity: d.entity()})
	}},
	{"forget session", 20, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Forget(ctx, lukasa.Forget{Session: fmt.Sprint("s", d.IntN(3))})
	}},
	{"purge", 3, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{d.id()}, Purge: true})
	}},
	{"recall", 400, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return recalled(ctx, as, lukasa.Query{Text: "what happened in " + d.words() + "?", K: 5})
	}},
	{"entity", 300, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		key := d.entity()
		return key, as.PutEntity(ctx, lukasa.Entity{Key: key, Name: "Organisation " + key.Name()})
	}},
	{"alias", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.AddAlias(ctx, lukasa.Alias{Text: fmt.Sprint("The Firm ", d.IntN(8)), Entity: d.entity()})
	}},
	{"merge entities", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		done, err := as.MergeEntities(ctx, lukasa.Merging{From: d.entity(), Into: d.entity(), Force: true})
		return done.ID, err
	}},
	{"unmerge entity", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		done, err := as.UnmergeEntity(ctx, d.entity())
		return done.ID, err
	}},
	{"relation", 300, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return nil, as.PutRelation(ctx, lukasa.Relation{From: d.entity(), Type: "supplies", To: d.entity(), Confidence: .5})
	}},
	{"state", 800, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.State(ctx, d.statement())
	}},
	{"resolve", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		open, err := as.Conflicts(ctx, lukasa.ConflictQuery{})
		if err != nil || len(open) == 0 {
			return nil, err
		}
		how := lukasa.Resolution{Outcome: "both"}
		c := open[d.IntN(len(open))]
		if d.IntN(2) == 0 {
			how = lukasa.Resolution{Keep: c.Records[d.IntN(len(c.Records))]}
		}
		done, err := as.ResolveConflict(ctx, c.ID, how)
		return done.Outcome, err
	}},
	{"opinion", 150, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.State(ctx, lukasa.Experience{
			Kind: schema.KindOpinion, Content: "I like " + d.words(), Confidence: .6, Evidence: []lukasa.Evidence{{ID: d.id(), Stance: schema.StanceSupports}},
		})
	}},
	{"reinforce", 150, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		page, err := as.Find(ctx, lukasa.Filter{Kinds: []schema.Kind{schema.KindOpinion}, Limit: 5})
		if err != nil || len(page.Items) == 0 {
			return nil, err
		}
		opinion := page.Items[d.IntN(len(page.Items))].ID
		e, err := []func(context.Context, lukasa.ID, lukasa.ID, float64) (lukasa.Experience, error){as.Reinforce, as.Contradict}[d.IntN(2)](ctx, opinion, d.id(), .5)
		return e.Confidence, err
	}},
	{"user fact", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.AddUserFact(ctx, lukasa.Experience{Content: d.words(), UserFact: &lukasa.UserFact{User: "minh", Type: []string{"name", "role", "goal"}[d.IntN(3)]}})
	}},
	{"insight", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.AddInsight(ctx, lukasa.Experience{Content: "Minh asks about " + d.words(), Insight: &lukasa.Insight{User: "minh", Category: "knowledge_gap"}})
	}},
	{"block", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		b, err := as.EditBlock(ctx, lukasa.BlockEdit{Block: fmt.Sprint("b", d.IntN(3)), Text: d.words(), Append: d.IntN(3) > 0})
		return b.Version, err
	}},
	{"remove block", 40, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return nil, as.RemoveBlock(ctx, fmt.Sprint("b", d.IntN(3)), false)
	}},
	{"touch", 200, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) { return nil, as.Touch(ctx, d.id()) }},
	{"expire", 100, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		at := d.now.Add(time.Duration(d.IntN(200)) * time.Second)
		e, err := as.Update(ctx, d.id(), 0, lukasa.Patch{ExpiresAt: &at})
		return e.Version, err
	}},
	{"sweep", 40, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Sweep(ctx, lukasa.Sweep{Expired: []string{"archive", "forget"}[d.IntN(2)]})
	}},
	{"end session", 40, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.EndSession(ctx, fmt.Sprint("s", d.IntN(3)))
	}},
	{"consolidate", 30, func(ctx context.Context, as *lukasa.Memory, _ *dice) (any, error) {
		return as.Consolidate(ctx, lukasa.Consolidation{Now: true})
	}},
	{"summarise", 30, func(ctx context.Context, as *lukasa.Memory, d *dice) (any, error) {
		return as.Summarise(ctx, lukasa.Session{Name: fmt.Sprint("s", d.IntN(3)), Now: true})
	}},
	{"reflect", 30, func(ctx context.Context, as *lukasa.Memory, _ *dice) (any, error) {
		return as.Reflect(ctx, lukasa.Reflection{})
	}},
}

// chosen is one of the deeds, the frequent ones more often.
func chosen(r *rand.Rand) deed {
	all := 0
	for _, d := range deeds {
		all += d.often
	}
	n := r.IntN(all)
	for _, d := range deeds {
		if n -= d.often; n < 0 {
			return d
		}
	}
	panic("unreachable")
}

// recalled is what an answer shows, and by what score.
func recalled(ctx context.Context, m *lukasa.Memory, q lukasa.Query) ([]string, error) {
	answer, err := m.Recall(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, arm := range answer.Arms {
		if arm.Err != nil {
			return nil, arm.Err // the others answered without it, and the answer says so
		}
	}
	for _, h := range answer.Hits {
		out = append(out, fmt.Sprint(h.Record.ID, " ", h.Score))
	}
	return out, nil
}
