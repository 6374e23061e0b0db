package reflect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// heard is a record that bears on an opinion.
type heard struct {
	evidence schema.Evidence
	restsOn  []schema.Evidence
}

// swayed is an opinion, and what was found for and against it.
type swayed struct {
	schema.Experience
	opinion knowledge.Opinion
	found   map[schema.ID]heard
}

// sway lets opinions move by what was told of what they are of since they were
// stated, and since the moment of r (003-17, 003-20). What an opinion rests on
// already is heard no more, so a second run in a row changes nothing (R4).
func (k *Keeper) sway(ctx context.Context, r Reflection) ([]Change, error) {
	opinions, err := k.opinions(ctx, r.Agent)
	if err != nil {
		return nil, err
	}
	if err := k.listen(ctx, r, opinions); err != nil {
		return nil, err
	}
	var out []Change
	for _, o := range opinions {
		if err := k.store.StepAside(ctx); err != nil {
			return out, err
		}
		change, err := k.swayOne(ctx, r, o)
		if err != nil {
			return out, err
		}
		if change != nil {
			out = append(out, *change)
		}
	}
	return out, nil
}

// opinions reads the live opinions of an agent, oldest first.
func (k *Keeper) opinions(ctx context.Context, agent string) ([]*swayed, error) {
	var out []*swayed
	all := query.Filter{Agents: []string{agent}, Kinds: []schema.Kind{schema.KindOpinion}, OldestFirst: true}
	for e, err := range k.reader.All(ctx, all) {
		if err != nil {
			return nil, err
		}
		out = append(out, &swayed{Experience: e, found: map[schema.ID]heard{}})
	}
	return out, nil
}

// hear keeps a record that bears on an opinion and was told since.
func (o *swayed) hear(e *schema.Experience, claim knowledge.Claim) {
	known := slices.ContainsFunc(o.Evidence, func(ev schema.Evidence) bool { return ev.ID == e.ID })
	if known || e.ID == o.ID || e.Time.Before(o.Time) {
		return
	}
	if stance, bears := claim.Bears(o.opinion); bears {
		o.found[e.ID] = heard{schema.Evidence{ID: e.ID, Stance: stance, Time: e.Time}, e.Evidence}
	}
}

// news are the records that move an opinion, oldest first: a fact that was read
// out of a message that bears on it too says nothing new.
func (o *swayed) news() []heard {
	all := slices.SortedFunc(maps.Values(o.found), func(a, b heard) int {
		return cmp.Or(a.evidence.Time.Compare(b.evidence.Time), slices.Compare(a.evidence.ID[:], b.evidence.ID[:]))
	})
	said := func(ev schema.Evidence) bool {
		_, found := o.found[ev.ID]
		return found || slices.ContainsFunc(o.Evidence, func(x schema.Evidence) bool { return x.ID == ev.ID })
	}
	all = slices.DeleteFunc(all, func(h heard) bool { return slices.ContainsFunc(h.restsOn, said) })
	return all[:min(len(all), max(0, schema.MaxRefs-len(o.Evidence)))]
}

// swayOne moves one opinion and tells why; nil where nothing was said. One that
// went meanwhile moves no more.
func (k *Keeper) swayOne(ctx context.Context, r Reflection, o *swayed) (*Change, error) {
	news := o.news()
	if len(news) == 0 {
		return nil, nil
	}
	list := make([]schema.Evidence, len(news))
	against := 0
	for i, h := range news {
		if list[i] = h.evidence; h.evidence.Stance == schema.StanceContradicts {
			against++
		}
	}
	after, err := k.weigh(ctx, r, o.Experience, list)
	if errors.Is(err, experience.ErrNotFound) {
		return nil, nil
	}
	return &Change{
		What: "opinion", ID: o.ID, Text: o.Content,
		Reason: fmt.Sprintf("%d records for it and %d against it: confidence %.2f, was %.2f",
			len(news)-against, against, after.Confidence, o.Confidence),
	}, err
}

// weigh takes evidence into an opinion, on a dry run into a copy.
func (k *Keeper) weigh(ctx context.Context, r Reflection, opinion schema.Experience, list []schema.Evidence) (schema.Experience, error) {
	if !r.DryRun {
		return k.writer.Weigh(ctx, r.Agent, opinion.ID, list...)
	}
	for _, ev := range list {
		knowledge.Weigh(&opinion, ev)
	}
	return opinion, nil
}
