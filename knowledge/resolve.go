package knowledge

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// Stage is a step of resolution.
type Stage string

// The stages, in their order.
const (
	StageUser       Stage = "alias of the user"
	StageAnswer     Stage = "answer for everyone"
	StageExact      Stage = "exact name"
	StageNormalised Stage = "normalised name"
	StageSession    Stage = "session"
	StageSimilar    Stage = "similar name"
	StageContext    Stage = "context"
)

// Certainty is how sure a resolution is.
type Certainty string

// The certainties.
const (
	Sure      Certainty = "sure"    // linked
	Unsure    Certainty = "unsure"  // linked, and marked: another reading is possible
	Undecided Certainty = "ask"     // not linked: one of the candidates, if any, must be confirmed
	Unknown   Certainty = "unknown" // nothing known is near
)

// Question is a mention whose entity is looked for.
type Question struct {
	Text    string            `json:"text"`
	User    string            `json:"user_id,omitempty"`    // who says it; their aliases come first
	Session string            `json:"session,omitempty"`    // where; pronouns are looked up there
	Time    time.Time         `json:"time,omitzero"`        // when; zero: now
	Type    schema.EntityType `json:"type,omitempty"`       // what it must be, if that is known
	Context string            `json:"context,omitempty"`    // the text that it stands in
	Use     bool              `json:"count_use,omitempty"`  // count this as a use of the alias that decides
	Most    int               `json:"candidates,omitempty"` // candidates at most; 0 means 5
}

// Candidate is an entity that may be meant.
type Candidate struct {
	Entity schema.EntityKey `json:"entity"`
	Name   string           `json:"name"`              // its own
	Match  string           `json:"matched,omitempty"` // the name by which it was found
	Score  float64          `json:"score"`             // 0 to 1
	Stage  Stage            `json:"stage"`
	Why    []names.Part     `json:"why,omitempty"`
}

// Step tells what a stage found.
type Step struct {
	Stage Stage  `json:"stage"`
	Found int    `json:"found"`
	Note  string `json:"note,omitempty"`
}

// Identity is the answer to a question.
type Identity struct {
	Certainty   Certainty        `json:"certainty"`
	Entity      schema.EntityKey `json:"entity,omitempty"` // of Sure and Unsure
	Score       float64          `json:"score"`
	Stage       Stage            `json:"stage,omitempty"` // that decided
	Coreference bool             `json:"coreference,omitempty"`
	Candidates  []Candidate      `json:"candidates,omitempty"` // best first
	Steps       []Step           `json:"steps"`                // as they were taken
}

const (
	defaultCandidates = 5
	normalisedScore   = .95 // of a name equal but for case, marks and punctuation
	severalScore      = .7  // of each of several that bear the same name
	onlyOne           = .62 // of a name that is part of one known name alone
)

// Resolve finds the entity that a mention means, by stages: an alias of the
// user's own, what was answered for everyone, a name exactly, a name but for case and marks, what the session
// spoke of (for pronouns), a similar name. The first stage that finds something
// good enough ends the search; where it finds several, the context chooses among
// them. The thresholds are the agent's configuration. A question without text, with
// one too long for a name, or for fewer candidates than none is [schema.ErrInvalid].
func (g *Registry) Resolve(ctx context.Context, agent string, q Question) (Identity, error) {
	if err := q.check(agent); err != nil {
		return Identity{}, err
	}
	if q.Time.IsZero() {
		q.Time = g.store.Now()
	}
	if q.Most == 0 {
		q.Most = defaultCandidates
	}
	s := resolving{g: g, agent: agent, q: q}
	if err := s.begin(ctx); err != nil {
		return Identity{}, err
	}
	if err := s.run(ctx); err != nil {
		return Identity{}, err
	}
	out := s.answer()
	if q.Use && out.Stage == StageUser && out.Entity != "" {
		if err := g.countUse(ctx, agent, q, out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// check validates a question by the rules for an alias.
func (q *Question) check(agent string) error {
	if q.Most < 0 {
		return &schema.InvalidError{Type: schema.TypeAlias, Fields: []schema.FieldError{
			{Field: "candidates", Value: strconv.Itoa(q.Most), Problem: "want 0 or more"},
		}}
	}
	a := schema.Alias{Agent: agent, Text: q.Text, User: q.User, Entity: "thing:x"}
	a.SetDefaults(time.Unix(0, 0), nil)
	return a.Validate()
}

// resolving is the state of one resolution.
type resolving struct {
	g     *Registry
	agent string
	q     Question

	names      *Names
	thresholds schema.ConfidenceThresholds
	candidates []Candidate
	steps      []Step
	session    bool // the session decided
}

func (s *resolving) begin(ctx context.Context) (err error) {
	if s.names, err = s.g.book.For(ctx, s.agent); err != nil {
		return err
	}
	c, err := s.g.store.Config(ctx, s.agent)
	s.thresholds = c.Confidence
	return err
}

func (s *resolving) run(ctx context.Context) error {
	exact := s.names.Exact(s.q.Text, s.q.User)
	s.byName(StageUser, exact, 1, func(b Bearer) bool { return b.User != "" })
	if given := func(b Bearer) bool { return b.Answered }; slices.ContainsFunc(exact, given) {
		s.byName(StageAnswer, exact, 1, given)
	}
	s.byName(StageExact, exact, 1, nil)
	s.byName(StageNormalised, s.names.Normalised(s.q.Text, s.q.User), normalisedScore, nil)
	if err := s.bySession(ctx); err != nil {
		return err
	}
	if err := s.bySimilar(ctx); err != nil {
		return err
	}
	return s.byContext(ctx)
}

// found tells whether a stage before has settled who may be meant.
func (s *resolving) found() bool {
	return len(s.candidates) > 0 && s.candidates[0].Score >= s.thresholds.Medium
}

func (s *resolving) step(stage Stage, found int, note string) {
	s.steps = append(s.steps, Step{stage, found, note})
}

// byName takes those who bear a name for candidates. Where several do, none is
// sure, unless the user's answers tell them apart.
func (s *resolving) byName(stage Stage, bearers []Bearer, worth float64, only func(Bearer) bool) {
	if s.found() {
		return
	}
	list := make([]Candidate, 0, len(bearers))
	for _, b := range bearers {
		if (only == nil || only(b)) && s.typed(b.Entity) {
			list = append(list, Candidate{Entity: b.Entity, Match: b.Text, Score: worth * b.Confidence, Stage: stage})
		}
	}
	sortByScore(list)
	if len(list) > 1 && list[0].Score-list[1].Score < clearLead {
		for i := range list {
			list[i].Score = min(list[i].Score, severalScore)
		}
	}
	note := ""
	if len(list) > 1 {
		note = "several bear the name"
	}
	s.step(stage, len(list), note)
	s.take(list)
}

// clearLead is by how much one of several must be surer than the next.
const clearLead = .25

func (s *resolving) typed(key schema.EntityKey) bool {
	return s.q.Type == "" || sameType(s.q.Type, key.Type())
}

func sameType(a, b schema.EntityType) bool {
	return names.SameType(strings.ToLower(string(a)), strings.ToLower(string(b)))
}

// take keeps candidates, each entity once with its best score.
func (s *resolving) take(list []Candidate) {
	for _, c := range list {
		at := slices.IndexFunc(s.candidates, func(x Candidate) bool { return x.Entity == c.Entity })
		switch {
		case at < 0:
			s.candidates = append(s.candidates, c)
		case s.candidates[at].Score < c.Score:
			s.candidates[at] = c
		}
	}
	sortByScore(s.candidates)
}

func sortByScore(list []Candidate) {
	slices.SortStableFunc(list, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Entity, b.Entity))
	})
}

// bySimilar looks for names that are alike under the guards of package names.
func (s *resolving) bySimilar(ctx context.Context) error {
	if s.found() || s.session {
		return nil
	}
	similar, err := s.g.similarTo(ctx, s.agent)
	if err != nil {
		return err
	}
	var list []Candidate
	for _, m := range similar.search(names.Parse(s.q.Text, string(s.q.Type)), s.q.User, s.thresholds.Low, 4*s.q.Most) {
		key := s.names.Survivor(m.entity)
		if s.typed(key) && !slices.ContainsFunc(list, func(c Candidate) bool { return c.Entity == key }) {
			list = append(list, Candidate{Entity: key, Match: m.text, Score: m.Score, Stage: StageSimilar, Why: m.Parts})
		}
	}
	note := s.settle(list)
	s.step(StageSimilar, len(list), note)
	s.take(list)
	return nil
}

// settle weighs similar names against each other: a part of a name may do where
// it is a part of one name alone, and where two are nearly as alike neither is
// sure.
func (s *resolving) settle(list []Candidate) (note string) {
	switch {
	case len(list) == 1 && list[0].Score < onlyOne && list[0].Score >= s.thresholds.Low:
		list[0].Score = onlyOne
		return "the only name of which it is a part"
	case len(list) > 1 && list[0].Score < 1 && list[0].Score-list[1].Score < .05:
		for i := range list {
			list[i].Score = min(list[i].Score, severalScore)
		}
		return "several are as alike"
	}
	return ""
}

// answer says how sure it is. Where two are level nobody is linked.
func (s *resolving) answer() Identity {
	out := Identity{Certainty: Unknown, Steps: s.steps}
	list := slices.DeleteFunc(s.candidates, func(c Candidate) bool { return c.Score < s.thresholds.Low })
	list = list[:min(len(list), s.q.Most)]
	for i := range list {
		if k, ok := s.names.Entity(list[i].Entity); ok {
			list[i].Name = k.Name
		}
	}
	out.Candidates = list
	if len(list) == 0 {
		return out
	}
	best := list[0]
	out.Score, out.Stage, out.Coreference = best.Score, best.Stage, s.session
	level := len(list) > 1 && best.Score-list[1].Score < 1e-9
	switch {
	case level || best.Score < s.thresholds.Medium:
		out.Certainty = Undecided
	case best.Score < s.thresholds.High:
		out.Certainty, out.Entity = Unsure, best.Entity
	default:
		out.Certainty, out.Entity = Sure, best.Entity
	}
	return out
}

// Explain says in a line what came of a resolution.
func (r *Identity) Explain() string {
	switch r.Certainty {
	case Sure, Unsure:
		return fmt.Sprintf("%s: %s (%s, %.2f)", r.Certainty, r.Entity, r.Stage, r.Score)
	case Undecided:
		return fmt.Sprintf("ask: one of %d", len(r.Candidates))
	}
	return "nothing known is near"
}
