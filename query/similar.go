package query

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/outcome"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/schema"
)

// Situation is what an agent is facing now.
type Situation struct {
	// Text describes it, as the contexts of experiences do. Without one, whatever has
	// the tags and scopes is as good a precedent.
	Text string `json:"text"`
	// Agents whose experiences count. Package lukasa fills in the memory's.
	Agents []string `json:"agents,omitempty"`
	// K is how many precedents are looked at. Default 20.
	K int `json:"k,omitempty"`
	// Tags and Scopes narrow the field as they do in a [Request].
	Tags   []string `json:"tags,omitempty"`
	Scopes []string `json:"scopes,omitempty"`
}

// Precedent is a past experience like the situation, and what came of it.
type Precedent struct {
	Hit
	// Worked is how well it ended, -1 to 1, and Known whether that could be
	// told; see [Worked].
	Worked float64 `json:"worked"`
	Known  bool    `json:"known"`
	// Next is the first record that followed in its sequence, if any, of those
	// that are live, unexpired and in the scopes.
	Next *schema.Experience `json:"next,omitempty"`
}

// Option is one thing that was done in situations like this one.
type Option struct {
	Action string `json:"action"` // as in its best precedent
	Count  int    `json:"count"`
	// Mean is the mean outcome of the precedents whose outcome is known, -1 to
	// 1, and Known how many those are.
	Mean  float64 `json:"mean"`
	Known int     `json:"known"`
	// Worth orders the options: outcomes weighed by how well their precedents
	// match, drawn towards 0 where there is little to go by. An outcome that is not told counts a little good.
	Worth      float64     `json:"worth"`
	Precedents []Precedent `json:"precedents"` // best match first
}

// Precedents is what past experience says about a situation.
type Precedents struct {
	// Options, the most promising first; see Option.Worth.
	Options   []Option `json:"options"`
	Abstained bool     `json:"abstained,omitempty"`
	Reason    string   `json:"reason,omitempty"`
}

const defaultPrecedents = 20

// Similar finds past experiences like a situation, what was done then, what
// followed, and whether it worked, grouped by action (900-08). Each is judged by what it
// says itself (profile "situations"): what happened beside it is no likeness. All of the
// text counts, whatever it asks.
func (q *Reader) Similar(ctx context.Context, s Situation) (*Precedents, error) {
	if s.K == 0 {
		s.K = defaultPrecedents
	}
	answer, err := q.recall(ctx, Request{
		Text: s.Text, K: s.K, Agents: s.Agents, Tags: s.Tags, Scopes: s.Scopes, Kinds: []schema.Kind{schema.KindExperience},
		Profile: "situations", situation: true,
	})
	if err != nil {
		return nil, err
	}
	answer.Hits = likely(answer.Hits)
	q.count(answer)
	out := &Precedents{Options: []Option{}, Abstained: answer.Abstained, Reason: answer.Reason}
	shown := newRecheck(answer.inPlace())
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		for _, h := range answer.Hits {
			p, err := precedent(r, h, shown)
			if err != nil {
				return err
			}
			out.add(p)
		}
		return nil
	})
	out.order()
	return out, err
}

// unlikely is the share of the best hit's confidence below which a hit is no precedent.
const unlikely = 0.1

// likely are the hits but those that are far less likely than the best.
func likely(hits []Hit) []Hit {
	best := 0.0
	for i := range hits {
		best = max(best, hits[i].Confidence)
	}
	return slices.DeleteFunc(hits, func(h Hit) bool { return h.Confidence < unlikely*best })
}

// precedent reads what followed a hit.
func precedent(r *ledger.Reader, h Hit, shown *recheck) (Precedent, error) {
	p := Precedent{Hit: h}
	p.Worked, p.Known = Worked(&h.Record)
	for entry, err := range r.Along(&h.Record, true) {
		if err != nil {
			return p, err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return p, err
		}
		if shown.admits(e) {
			p.Next = e
			break
		}
	}
	return p, nil
}

// add puts a precedent with those of the same action.
func (o *Precedents) add(p Precedent) {
	i := slices.IndexFunc(o.Options, func(x Option) bool { return sameAction(x.Action, p.Record.Action) })
	if i < 0 {
		i = len(o.Options)
		o.Options = append(o.Options, Option{Action: p.Record.Action})
	}
	x := &o.Options[i]
	x.Precedents = append(x.Precedents, p)
	x.Count++
	if p.Known {
		x.Mean = (x.Mean*float64(x.Known) + p.Worked) / float64(x.Known+1)
		x.Known++
	}
}

// sameAction tells whether two descriptions are of one action: the same words,
// or most of the words that carry meaning. What negates one or turns it round makes
// another action of it.
func sameAction(a, b string) bool {
	if text.Fingerprint(a) == text.Fingerprint(b) {
		return true
	}
	if traits.Denies(a) != traits.Denies(b) || opposed(a, b) || opposed(b, a) {
		return false
	}
	x, y := meaningful(a), meaningful(b)
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	return shared > 0 && 4*shared >= 3*max(len(x), len(y))
}

// opposites are little words that turn an action round, one in the place of the other.
var opposites = [][2]string{{"on", "off"}, {"up", "down"}, {"in", "out"}, {"before", "after"}, {"more", "less"}}

// opposed tells whether a has the first of two opposites and b has the second in its place.
func opposed(a, b string) bool {
	has := func(s, word string) bool { return text.IndexWord(strings.ToLower(s), word) >= 0 }
	return slices.ContainsFunc(opposites, func(o [2]string) bool {
		return has(a, o[0]) && !has(a, o[1]) && has(b, o[1]) && !has(b, o[0])
	})
}

func meaningful(s string) map[string]bool {
	out := map[string]bool{}
	for t := range traits.Tokens(s) {
		if text.StopIn(t.Word) == 0 {
			out[text.Stem(t.Word, text.English)] = true
		}
	}
	return out
}

// order puts first what is worth most, then what was tried most; ties by action.
func (o *Precedents) order() {
	for i := range o.Options {
		o.Options[i].Worth = worth(o.Options[i].Precedents)
	}
	slices.SortStableFunc(o.Options, func(a, b Option) int {
		return cmp.Or(cmp.Compare(b.Worth, a.Worth), cmp.Compare(b.Count, a.Count), strings.Compare(a.Action, b.Action))
	})
}

// hope is what counts as the outcome of a precedent that does not tell it: most of what is recorded worked, more or less.
const hope = 0.3

// worth is the mean outcome weighed by the square of confidence, so that what is hardly alike does not outweigh by its outcome what
// is, with one imagined precedent of outcome 0, and hope where an outcome is not told: sum(c^2 * worked) / (1 + sum(c^2)).
func worth(precedents []Precedent) float64 {
	sum, weight := 0.0, 1.0
	for _, p := range precedents {
		worked := hope
		if p.Known {
			worked = p.Worked
		}
		match := p.Confidence * p.Confidence
		sum += match * worked
		weight += match
	}
	return sum / weight
}

// Worked tells how well an experience ended, -1 to 1, and whether that can be
// told. What the caller said counts first: the metadata "success" (true or
// false) or "reward" (a number, cut to -1 to 1). Otherwise it is read off the
// words of the outcome, in English; see [outcome.Read].
func Worked(e *schema.Experience) (score float64, known bool) {
	if success, ok := e.Metadata["success"].(bool); ok {
		return sign(success), true
	}
	if n, ok := e.Metadata["reward"].(json.Number); ok {
		if f, err := n.Float64(); err == nil {
			return max(-1, min(1, f)), true
		}
	}
	if f, ok := e.Metadata["reward"].(float64); ok {
		return max(-1, min(1, f)), true
	}
	return outcome.Read(e.Outcome)
}

func sign(good bool) float64 {
	if good {
		return 1
	}
	return -1
}
