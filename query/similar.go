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
	// K is how many precedents are given at most, of all options. Default 20; at most 200.
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
	// Count is how many precedents it has, of the 200 that are looked at, given or not.
	Count int `json:"count"`
	// Mean is the mean outcome of those whose outcome is known, -1 to 1, and Known how
	// many that is.
	Mean  float64 `json:"mean"`
	Known int     `json:"known"`
	// Worth orders the options: outcomes weighed by how well their precedents
	// match, drawn towards 0 where there is little to go by. An outcome that is not told counts a little good.
	Worth float64 `json:"worth"`
	// Precedents are those that are given, best match first: see [Reader.Similar].
	Precedents []Precedent `json:"precedents"`
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
//
// What happens all the time has more precedents than are asked for. An option is judged by
// all of them that are looked at, and of those that are given each option has its best
// before any has another.
func (q *Reader) Similar(ctx context.Context, s Situation) (*Precedents, error) {
	req := Request{
		Text: s.Text, K: s.K, Agents: s.Agents, Tags: s.Tags, Scopes: s.Scopes, Kinds: []schema.Kind{schema.KindExperience},
		Profile: "situations", situation: true,
	}
	if err := req.Validate(); err != nil {
		return nil, err
	}
	given := cmp.Or(s.K, defaultPrecedents)
	req.K = MaxK
	answer, err := q.recall(ctx, req)
	if err != nil {
		return nil, err
	}
	out := &Precedents{Options: options(likely(answer.Hits, given)), Abstained: answer.Abstained, Reason: answer.Reason}
	answer.Hits = out.give(given)
	out.order()
	q.count(answer)
	shown := newRecheck(answer.inPlace())
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		for i := range out.Options {
			for j := range out.Options[i].Precedents {
				if err := out.Options[i].Precedents[j].follow(r, shown); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return out, err
}

// The shares of the best hit's confidence below which a hit is no precedent: among as many
// as are to be given, and beyond.
const (
	unlikely = 0.1
	unlike   = 0.5
)

// likely are the hits but those that are far less likely than the best, and beyond the
// first so many those that are less likely by half.
func likely(hits []Hit, first int) []Hit {
	best := 0.0
	for i := range hits {
		best = max(best, hits[i].Confidence)
	}
	out := make([]Hit, 0, len(hits))
	for i, h := range hits {
		if h.Confidence >= unlikely*best && (i < first || h.Confidence >= unlike*best) {
			out = append(out, h)
		}
	}
	return out
}

// give leaves at most so many precedents, and the options that have some, and returns them:
// the best of each option, by how well they match and not by how they ended, then the
// second of each, and so on.
func (o *Precedents) give(most int) (given []Hit) {
	left := make([]int, len(o.Options))
	for more := true; more; {
		more = false
		for i := range o.Options {
			if len(given) == most || left[i] == len(o.Options[i].Precedents) {
				continue
			}
			given = append(given, o.Options[i].Precedents[left[i]].Hit)
			left[i]++
			more = true
		}
	}
	for i := range o.Options {
		o.Options[i].Precedents = o.Options[i].Precedents[:left[i]]
	}
	o.Options = slices.DeleteFunc(o.Options, func(x Option) bool { return len(x.Precedents) == 0 })
	return given
}

// follow reads what followed a precedent.
func (p *Precedent) follow(r *ledger.Reader, shown *recheck) error {
	for entry, err := range r.Along(&p.Record, true) {
		if err != nil {
			return err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return err
		}
		if shown.admits(e) {
			p.Next = e
			break
		}
	}
	return nil
}

// options groups hits by action, the best match first, and judges each by all it has.
func options(hits []Hit) []Option {
	out := []Option{}
	var deeds []deed
	for _, h := range hits {
		d := deedOf(h.Record.Action)
		i := slices.IndexFunc(deeds, d.same)
		if i < 0 {
			i = len(out)
			deeds, out = append(deeds, d), append(out, Option{Action: d.text})
		}
		out[i].add(h)
	}
	for i := range out {
		out[i].Worth = worth(out[i].Precedents)
	}
	return out
}

// add puts a precedent with those of its action.
func (x *Option) add(h Hit) {
	p := Precedent{Hit: h}
	p.Worked, p.Known = Worked(&h.Record)
	x.Precedents = append(x.Precedents, p)
	x.Count++
	if p.Known {
		x.Mean = (x.Mean*float64(x.Known) + p.Worked) / float64(x.Known+1)
		x.Known++
	}
}

// deed is the description of an action, as it is compared.
type deed struct {
	text  string
	print [16]byte
	words map[string]bool // that carry meaning
}

func deedOf(s string) deed { return deed{s, text.Fingerprint(s), meaningful(s)} }

// same tells whether two descriptions are of one action: the same words,
// or most of the words that carry meaning. What negates one or turns it round makes
// another action of it.
func (d deed) same(o deed) bool {
	if d.print == o.print {
		return true
	}
	shared := 0
	for w := range d.words {
		if o.words[w] {
			shared++
		}
	}
	if shared == 0 || 4*shared < 3*max(len(d.words), len(o.words)) {
		return false
	}
	return traits.Denies(d.text) == traits.Denies(o.text) && !opposed(d.text, o.text) && !opposed(o.text, d.text)
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
